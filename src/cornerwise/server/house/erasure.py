"""Erasure: an account goes for good, and its games stay without its name.

Who asks for it only marks the account. The server then does the rest in the background and goes on
with it after a restart: it gives up running games, takes the name out of the events and the lists
of all games, and at last drops what is left.
"""

from __future__ import annotations

import logging

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games.lists import line_of
from cornerwise.server.games.room import Room
from cornerwise.server.house.desk import Desk
from cornerwise.server.house.house import House
from cornerwise.server.people.accounts import Accounts, Kept
from cornerwise.server.people.belongings import let_go
from cornerwise.server.storage.database import Change
from cornerwise.server.storage.store import StoreError

log = logging.getLogger("cornerwise.erasure")

ERASE = "erase"
"""The work for which a process holds a lease."""


class Erasure:
    """Carries out what was asked for."""

    def __init__(self, house: House, desk: Desk, accounts: Accounts) -> None:
        self._house, self._desk, self._accounts = house, desk, accounts
        self._store, self._archive = house.store, house.archive

    async def carry_out(self) -> None:
        """Erase accounts that wait for it.

        Another process may still write a name that it has in memory. So an account is dropped only
        after a round in which its name was found nowhere any more.
        """
        leases = self._house.ground.leases
        for kept in await self._accounts.in_state("erasing"):
            if not await leases.take(kept.holder, ERASE):
                continue
            if not await self._anonymise_all(kept):
                await self._store.change(*let_go(kept.id), self._accounts.erased(kept))
                log.info("an account was erased")
            await leases.give_up(kept.holder, ERASE)

    async def _anonymise_all(self, kept: Kept) -> bool:
        """Whether the name was found in a game."""
        query = "SELECT DISTINCT game, over FROM holdings WHERE guest = :id"
        found = False
        for game, over in await self._store.ask(query, id=kept.id):
            try:
                if over and game not in self._house.rooms:
                    found |= await self._anonymise(game, kept)
                else:
                    found |= await self._leave(await self._house.rooms.room(game), kept)
            except (Refusal, StoreError) as error:  # a game that cannot be read shows nobody a name
                log.warning("game %s… is left as it is: %s", game[:6], error)
        return found

    async def _leave(self, room: Room, kept: Kept) -> bool:
        """Give up the seats in a game in memory, and show it to everybody without the name."""
        if kept.id in room.acts:
            await self._desk.abandon(room, kept.id)
        async with room.lock:
            await self._house.chronicle.catch_up(room)
            found = await self._anonymise(room.contest.id, kept)
        if found:
            await self._house.chronicle.rewritten(room.contest.id)
        return found

    async def _anonymise(self, game: str, kept: Kept) -> bool:
        """Take the name out of a game as it is stored."""
        holders = await self._own(game, kept)
        changes = []
        for body in await self._store.events(game):
            event = m.read_event(body)
            if _anonymous(event, kept.name, holders):
                values = {"game": game, "seq": event.seq, "body": m.encode(event)}
                changes.append(Change(_REWRITE, values))
        if changes:
            await self._store.change(*changes)
        line = line_of(await self._archive.contest(game))
        query = "SELECT summary FROM games WHERE id = :game"
        stale = bytes((await self._store.ask(query, game=game))[0][0]) != line.summary
        if stale:
            await self._store.change(Change(_RELIST, {"game": game, "summary": line.summary}))
        return stale or bool(changes)

    async def _own(self, game: str, kept: Kept) -> set[str]:
        """As which holders only this account acts: a guest of before may have typed other names."""
        found = await self._store.holdings(game)
        others = {holding.holder for holding in found if holding.guest != kept.id}
        return {holding.holder for holding in found if holding.guest == kept.id} - others


def _anonymous(event: m.AnyEvent, name: str, holders: set[str]) -> bool:
    """Take a person's names out of an event; whether there was one."""
    seats: list[m.SeatStart] | list[m.Joined] = []
    if isinstance(event, m.Created):
        seats = event.seats
    elif isinstance(event, m.Joined):
        seats = [event]
    found = False
    for seat in seats:
        own = seat.account == name or (not seat.account and seat.holder in holders)
        if own and (seat.player or seat.account):
            seat.player = seat.account = ""
            found = True
    return found


_REWRITE = "UPDATE events SET body = :body WHERE game = :game AND seq = :seq"
_RELIST = "UPDATE games SET summary = :summary WHERE id = :game"
