"""Resumption: games go on that should go on by themselves, and that nobody has in memory.

This finds those that went on before a start, those that were lost by a failure, and those of a
process that is gone. Clocks need no more than a line of the store; only computers need the game.
"""

from __future__ import annotations

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games.ground import Ground
from cornerwise.server.games.rooms import Rooms
from cornerwise.server.games.timeouts import Timeouts
from cornerwise.server.storage.leases import THINK

HORIZON = 60_000
"""Clocks that may run out within so many milliseconds are watched, those of games in memory
always."""


class Resumption:
    """Lets games go on."""

    def __init__(self, ground: Ground, rooms: Rooms, timeouts: Timeouts) -> None:
        self._store, self._keeper, self._peers = ground.store, ground.keeper, ground.peers
        self._leases, self._places = ground.leases, ground.settings.waiting
        self._rooms, self._timeouts = rooms, timeouts

    async def resume(self) -> None:
        for alarm in await self._store.alarms(self._keeper.now() + HORIZON):
            self._timeouts.expect(alarm)
        free = self._places - self._rooms.thinking
        for game in await self._store.waking(self._peers.alive):
            if free <= 0:
                break
            if game not in self._rooms and await self._leases.take(game, THINK):
                free -= 1
                try:
                    await self._rooms.room(game)
                except Refusal:  # it is set aside
                    await self._leases.give_up(game, THINK)
