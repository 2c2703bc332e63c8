"""Thinkers: the computers that play in games, and when they need not."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from functools import partial

from cornerwise.server import messages as m
from cornerwise.server.clocks import Timekeeper
from cornerwise.server.engines import Busy, EnginePool
from cornerwise.server.match import Chair
from cornerwise.server.presence import Presence
from cornerwise.server.problems import Problem
from cornerwise.server.room import Room
from cornerwise.server.supervision import Supervisor

Append = Callable[[Room, m.AnyEvent], Awaitable[None]]
"""Lets an event happen in a room that is locked."""


class Thinkers:
    """Lets computers think and move.

    linger  seconds that they play on by themselves where nobody looks
    """

    def __init__(
        self,
        engines: EnginePool,
        keeper: Timekeeper,
        presence: Presence,
        work: Supervisor,
        append: Append,
        *,
        linger: float,
    ) -> None:
        self._engines, self._keeper, self._presence = engines, keeper, presence
        self._work, self._append, self._linger = work, append, linger

    def wake(self, room: Room) -> None:
        """Let a computer think, if it is on turn and does not think already."""
        if self._to_think(room) is not None and room.thinking is None:
            room.thinking = self._work.keep("thinking", partial(self._think, room))
            room.thinking.add_done_callback(lambda task: self._thought(room, task))

    async def _think(self, room: Room) -> None:
        """Play for computers as long as they are on turn."""
        while (chair := self._to_think(room)) is not None:
            if room.thinker != chair.name:
                room.thinker = chair.name
                self._presence.changed(room)
            await self._move(room, chair.level or 1)

    def _thought(self, room: Room, task: asyncio.Task[None]) -> None:
        room.thinking = room.thinker = None
        if not task.cancelled():
            self._presence.changed(room)
            self.wake(room)  # something may have happened since it last looked

    async def _move(self, room: Room, level: int) -> None:
        seq = room.match.seq
        if room.chosen is None or room.chosen[0] != seq:
            try:
                room.chosen = seq, await self._engines.choose(room.match.game, level, room.owner)
            except Busy:
                await asyncio.sleep(0.1 + random.random() * 0.4)
                return
        async with room.lock:
            if room.match.seq != seq:
                return  # something happened meanwhile: think again
            now = self._keeper.now()
            with contextlib.suppress(Problem):
                await self._append(
                    room, room.match.moved(room.chosen[1], now, self._keeper.elapsed)
                )

    def _to_think(self, room: Room) -> Chair | None:
        """The computer that must move now, if it need not wait for somebody to look."""
        return None if self._paused(room) else room.match.computer_on_turn

    def _paused(self, room: Room) -> bool:
        """Whether the computers wait until somebody looks, since nobody waits for them."""
        if room.connections or not room.match.waits_for_eyes:
            return False
        if room.match.deserted:
            return True
        return asyncio.get_running_loop().time() - room.looked >= self._linger
