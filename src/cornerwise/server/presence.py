"""Presence: who is at a table, who has gone, and when the others are told."""

from __future__ import annotations

import asyncio

from cornerwise.server import messages as m
from cornerwise.server.clocks import Timekeeper
from cornerwise.server.room import Connection, Room

SOON = 0.1
"""Seconds after which a change is told: many may come and go at once."""


class Presence:
    """Notes who comes and goes, and tells those who watch."""

    def __init__(self, keeper: Timekeeper) -> None:
        self._keeper = keeper

    def came(self, room: Room, connection: Connection) -> None:
        """Somebody is connected now."""
        for seat in room.actor(connection.guest).seats:
            room.left.pop(seat, None)
            room.seen.pop(seat, None)
        connection.send(self._table(room))
        self.changed(room)

    def went(self, room: Room, connection: Connection) -> None:
        """Somebody is no longer connected."""
        gone = set(room.actor(connection.guest).seats) - room.connected
        for seat in gone:
            room.left[seat] = self._keeper.now()
            room.seen.pop(seat, None)  # who closes the page is gone, whatever was asked before
        if gone:
            self._tell(room)  # at once: somebody waits for this player
        else:
            self.changed(room)

    def seen(self, room: Room, guest: str) -> None:
        """Somebody asked for something over HTTP: who plays that way is there, too."""
        now = self._keeper.now()
        for seat in room.actor(guest).seats:
            if seat not in room.connected:
                room.seen[seat] = room.left[seat] = now
        if room.seen and room.lapse is None:
            self.changed(room)
            self._note_lapse(room)

    def _note_lapse(self, room: Room) -> None:
        """Tell the table when whoever asked over HTTP has not done so for too long."""
        room.lapse = None
        now = self._keeper.now()
        rest = [at + room.patience - now for at in room.seen.values()]
        if any(left <= 0 for left in rest):
            room.seen = {seat: at for seat, at in room.seen.items() if at + room.patience > now}
            self.changed(room)
        if room.seen:
            wait = min(left for left in rest if left > 0) / 1000 + 0.001
            room.lapse = asyncio.get_running_loop().call_later(wait, self._note_lapse, room)

    def changed(self, room: Room) -> None:
        """Tell soon."""
        if room.table_due is None and room.connections:
            room.table_due = asyncio.get_running_loop().call_later(SOON, self._tell, room)

    def _tell(self, room: Room) -> None:
        if room.table_due is not None:
            room.table_due.cancel()
        room.table_due = None
        room.tell(self._table(room))

    def _table(self, room: Room) -> bytes:
        return m.encode(room.table(self._keeper.now()))

    def forget(self, room: Room) -> None:
        """Tell nothing more."""
        for timer in (room.table_due, room.lapse):
            if timer is not None:
                timer.cancel()
