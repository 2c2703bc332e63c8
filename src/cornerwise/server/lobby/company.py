"""Company: who is there, in the lobby or at a game, in whichever process.

Who has an account is shown by name, guests are counted. Each process notes in the store who is in
its lobby, as it notes who is at which game, unless it has the store for itself.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import NamedTuple

from cornerwise.server.games.ground import Ground
from cornerwise.server.games.presence import SOON
from cornerwise.server.games.rooms import Rooms
from cornerwise.server.lobby.matches import LOBBY
from cornerwise.server.storage.store import Attendance


class Companion(NamedTuple):
    """Somebody who is there: the account's name, if any, and whether they are at a game only."""

    name: str
    busy: bool


class Company:
    """Knows who is there."""

    def __init__(self, ground: Ground, rooms: Rooms) -> None:
        self._store, self._keeper, self._peers = ground.store, ground.keeper, ground.peers
        self._work, self._rooms = ground.work, rooms
        self._here: Counter[str] = Counter()
        self._names: dict[str, str] = {}
        self._due: set[str] = set()

    def came(self, person: str, name: str) -> None:
        """Somebody is in the lobby now."""
        self._here[person] += 1
        self._names[person] = name
        self._note(person)

    def went(self, person: str) -> None:
        self._here[person] -= 1
        if not self._here[person]:
            del self._here[person]
        self._note(person)

    def _note(self, person: str) -> None:
        if not self._store.shared:
            return
        if not self._due:
            self._work.keep("company", self._write)
        self._due.add(person)

    def note_all(self) -> None:
        """Note anew who is here: this process has begun another run."""
        for person in self._here:
            self._note(person)

    async def _write(self) -> None:
        await asyncio.sleep(SOON)
        due, self._due = self._due, set()
        now, run = self._keeper.now(), self._peers.run
        rows = [Attendance(LOBBY, one, run, self._here[one], now, now) for one in due]
        try:
            await self._store.attend(rows)
        except BaseException:
            self._due |= due
            raise

    async def online(self) -> dict[str, Companion]:
        """Everybody who is there."""
        if self._store.shared:
            rows = await self._store.ask(_ONLINE, alive=self._peers.alive, lobby=LOBBY)
            found = {person: Companion(name, not lobby) for person, name, lobby in rows}
            mine = {person: Companion(self._names[person], False) for person in self._here}
            return found | mine
        at_games = {one.guest for room in self._rooms for one in room.connections}
        there = at_games | set(self._here)
        known = {person: name for person, name in self._names.items() if person in there}
        for person in there - set(known):
            known[person] = await self._name(person)
        self._names = known
        return {person: Companion(known[person], not self._here[person]) for person in there}

    async def _name(self, person: str) -> str:
        rows = await self._store.ask(_NAME, person=person)
        return str(rows[0][0]) if rows else ""


_NAME = "SELECT name FROM accounts WHERE id = :person AND state = 'active'"
_ONLINE = """
    SELECT guest, coalesce(min(accounts.name), ''), max(CASE WHEN game = :lobby THEN 1 ELSE 0 END)
    FROM attendance JOIN runs ON runs.id = attendance.run AND runs.last > :alive
    LEFT JOIN accounts ON accounts.id = attendance.guest AND accounts.state = 'active'
    WHERE connections > 0 GROUP BY guest
"""
