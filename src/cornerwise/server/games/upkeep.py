"""Upkeep: what is done with the rooms again and again, whatever happens in them."""

from __future__ import annotations

import asyncio

from cornerwise.server.base import messages as m
from cornerwise.server.games.chronicle import Chronicle
from cornerwise.server.games.ground import Ground
from cornerwise.server.games.presence import Presence
from cornerwise.server.games.rooms import Rooms
from cornerwise.server.games.thinkers import Thinkers


class Upkeep:
    """Sweeps, and lets those who watch know that the line holds."""

    def __init__(
        self,
        ground: Ground,
        rooms: Rooms,
        chronicle: Chronicle,
        presence: Presence,
        thinkers: Thinkers,
    ) -> None:
        self._keeper, self._idle, self._bus = ground.keeper, ground.settings.idle, ground.bus
        self._rooms, self._chronicle = rooms, chronicle
        self._presence, self._thinkers = presence, thinkers

    async def heartbeat(self) -> None:
        """Tell everybody the newest seq; who has missed something asks for it."""
        await self._chronicle.compare()
        for room in self._rooms:
            if room.connections:
                room.tell(m.encode(m.Heartbeat(room.contest.seq, self._keeper.now())))
                await asyncio.sleep(0)  # moves go before: thousands of sockets take their time

    async def sweep(self) -> None:
        """Forget games that nobody looks at; let quiet ones give back memory."""
        loop = asyncio.get_running_loop()
        for room in self._rooms:
            if loop.time() - room.used < self._idle or room.thinking is not None:
                continue
            room.contest.rest()
            if not room.connections and not room.lock.locked():
                self._rooms.forget(room)
                self._presence.forget(room)
                self._bus.leave(room.contest.id)
                await self._thinkers.let_go(room)
