"""Presence: who is at a game, who has gone, and when the others are told.

Each process notes in the store who is connected to it, many at once, and reads what the others
noted. So nobody is away who is connected elsewhere, and who has gone has gone everywhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from cornerwise.server.base import messages as m
from cornerwise.server.games.ground import Ground
from cornerwise.server.games.room import Connection, Room, Stay
from cornerwise.server.storage.store import Attendance

SOON = 0.1
"""Seconds after which a change is told: many may come and go at once."""
MOVING = 5_000
"""Milliseconds that somebody has to connect to another process."""


class Presence:
    """Notes who comes and goes, and tells those who watch.

    noted  lets other processes know that something was noted about a game
    """

    def __init__(self, ground: Ground, noted: Callable[[str], Awaitable[None]]) -> None:
        self._store, self._keeper = ground.store, ground.keeper
        self._peers, self._work, self._tell_others = ground.peers, ground.work, noted
        self._patience = ground.settings.away
        self._noted: dict[str, dict[str, Attendance]] = {}
        self._due: dict[tuple[str, str], Attendance] = {}

    # --- who comes and goes ------------------------------------------------------------------

    def came(self, room: Room, connection: Connection) -> None:
        """Somebody is connected now."""
        before, now = room.here.get(connection.guest), self._keeper.now()
        self._stays(room, connection.guest, Stay(before.connections + 1 if before else 1, now, now))
        connection.send(self._view(room))
        self.changed(room)

    def went(self, room: Room, connection: Connection, *, moves: bool = False) -> None:
        """Somebody is no longer connected: gone now, whatever was asked over HTTP before.

        Who was asked to move to another process is taken to be there until it has.
        """
        before, now = room.here[connection.guest], self._keeper.now()
        present = room.present(now)
        until = now + MOVING if moves else now
        self._stays(room, connection.guest, Stay(before.connections - 1, now, until))
        if present - room.present(now):
            self._tell(room)  # at once: somebody waits for this player
        else:
            self.changed(room)

    def seen(self, room: Room, guest: str) -> None:
        """Somebody asked for something over HTTP: who plays that way is there, too."""
        before, now = room.here.get(guest), self._keeper.now()
        if not room.actor(guest).seats or (before is not None and before.connections):
            return
        self._stays(room, guest, Stay(0, now, now + self._patience))
        if before is None or not before.lasts(now):
            self.changed(room)
        self._note_lapse(room)

    def _stays(self, room: Room, guest: str, stay: Stay) -> None:
        room.here[guest] = stay
        if not stay.connections and not room.actor(guest).seats:
            del room.here[guest]  # nobody asks for how long a spectator has been away
        self._note(Attendance(room.contest.id, guest, self._peers.run, *stay))

    # --- other processes ---------------------------------------------------------------------

    def _note(self, row: Attendance) -> None:
        """Let other processes know soon, unless what they know is good enough."""
        if not self._store.shared:
            return
        noted = self._noted.setdefault(row.game, {})
        known, asked = noted.get(row.guest), row.until > row.seen
        if asked and known is not None and known.until - row.seen > self._patience * 3 / 4:
            return
        if not self._due:
            self._work.keep("attendance", self._write)
        self._due[row.game, row.guest] = row
        if asked:
            noted[row.guest] = row
        else:
            noted.pop(row.guest, None)

    async def _write(self) -> None:
        await asyncio.sleep(SOON)
        due, self._due = self._due, {}
        try:
            await self._store.attend(list(due.values()))
        except BaseException:
            self._due = {**due, **self._due}  # newer ones go before
            raise
        for game in {game for game, _ in due}:
            await self._tell_others(game)

    def note_all(self, room: Room) -> None:
        """Note anew who is here: this process has begun another run."""
        for guest, stay in room.here.items():
            self._note(Attendance(room.contest.id, guest, self._peers.run, *stay))

    async def refresh(self, room: Room) -> None:
        """Read what other processes know of a room, and this one knew before it forgot it."""
        if not self._store.shared:
            return
        alive, mine = self._peers.alive, self._peers.run
        rows = await self._store.attendance(room.contest.id)
        for guest, name in await self._store.ask(_NAMES, game=room.contest.id):
            room.names[guest] = name
        before = room.elsewhere
        room.elsewhere = [
            (row.guest, _stay(row, alive))
            for row in rows
            if row.run != mine or (not row.connections and row.guest not in room.here)
        ]
        if before != room.elsewhere:
            self.changed(room)
            self._note_lapse(room)

    # --- telling -----------------------------------------------------------------------------

    def _note_lapse(self, room: Room) -> None:
        """Tell the room when whoever asked over HTTP has not done so for too long."""
        if room.lapse is not None:
            room.lapse.cancel()
            room.lapse = None
        now = self._keeper.now()
        stays = room.stays.values()
        ends = [stay.until for stay in stays if not stay.connections and stay.until > now]
        if ends:
            wait = (min(ends) - now) / 1000 + 0.001
            room.lapse = asyncio.get_running_loop().call_later(wait, self._lapsed, room)

    def _lapsed(self, room: Room) -> None:
        room.lapse = None
        self.changed(room)
        self._note_lapse(room)

    def changed(self, room: Room) -> None:
        """Tell soon."""
        if room.telling is None and room.connections:
            room.telling = asyncio.get_running_loop().call_later(SOON, self._tell, room)

    def _tell(self, room: Room) -> None:
        if room.telling is not None:
            room.telling.cancel()
        room.telling = None
        room.tell(self._view(room))

    def _view(self, room: Room) -> bytes:
        return m.encode(room.presence(self._keeper.now()))

    def forget(self, room: Room) -> None:
        """Tell nothing more."""
        self._noted.pop(room.contest.id, None)
        for timer in (room.telling, room.lapse):
            if timer is not None:
                timer.cancel()


def _stay(row: Attendance, alive: int) -> Stay:
    """What a row says now: with a process that is gone its connections went, too."""
    if row.connections and row.beat <= alive:
        gone = max(row.seen, row.beat)
        return Stay(0, gone, gone)
    return Stay(row.connections, row.seen, row.until)


_NAMES = """
    SELECT attendance.guest, accounts.name FROM attendance
    JOIN accounts ON accounts.id = attendance.guest
    WHERE game = :game AND connections > 0 AND state = 'active'
"""
