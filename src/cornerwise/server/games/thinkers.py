"""Thinkers: the computers that play in games, and when they need not.

Of all processes that have a game in memory, one thinks for its computers: the one that holds the
lease. The others stand by. They show that a computer thinks, and take over when that one is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from functools import partial

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.engines.jobs import Busy, Interrupted
from cornerwise.server.games.contest import Chair
from cornerwise.server.games.ground import Ground
from cornerwise.server.games.presence import Presence
from cornerwise.server.games.room import Room
from cornerwise.server.storage.leases import STAND_BY, THINK
from cornerwise.server.thinking.searches import Choose

Append = Callable[[Room, m.AnyEvent], Awaitable[None]]
"""Lets an event happen in a room that is locked."""


class Thinkers:
    """Lets computers think and move."""

    def __init__(self, ground: Ground, presence: Presence, append: Append) -> None:
        self._engines, self._bus, self._keeper = ground.engines, ground.bus, ground.keeper
        self._leases, self._work, self._linger = ground.leases, ground.work, ground.settings.linger
        self._presence, self._append = presence, append

    def wake(self, room: Room) -> None:
        """Let a computer think, if it is on turn and does not think already."""
        if self._to_think(room) is not None and room.thinking is None:
            room.thinking = self._work.keep("thinking", partial(self._think, room))
            room.thinking.add_done_callback(lambda task: self._thought(room, task))

    async def _think(self, room: Room) -> None:
        """Play for computers as long as they are on turn, or see that another process does."""
        while (chair := self._to_think(room)) is not None:
            if room.thinker != chair.name:
                room.thinker = chair.name
                self._presence.changed(room)
            if await self._leases.take(room.contest.id, THINK):
                await self._move(room, chair)
            else:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(STAND_BY):
                        await room.news.wait()
        if self._paused(room):
            await self.let_go(room)

    async def let_go(self, room: Room) -> None:
        """Let another process think here, which may know of somebody who looks."""
        if await self._leases.give_up(room.contest.id, THINK):
            await self._bus.publish(room.contest.id, None)

    def _thought(self, room: Room, task: asyncio.Task[None]) -> None:
        room.thinking = room.thinker = None
        if not task.cancelled():
            self._presence.changed(room)
            self.wake(room)  # something may have happened since it last looked

    async def _move(self, room: Room, chair: Chair) -> None:
        seq = room.contest.seq
        if room.contest.computer_on_turn is not chair:
            return  # something happened while the lease was asked for
        if room.chosen is None or room.chosen[0] != seq:
            try:
                wanted = Choose(game=room.contest.game.copy(), level=chair.level or 1)
                placement = await self._engines.run(wanted, room.owner)
            except (Busy, Interrupted):
                await asyncio.sleep(0.1 + random.random() * 0.4)
                return
            room.chosen = seq, placement
        async with room.lock:
            if room.contest.seq != seq:
                return  # something happened meanwhile: think again
            now = self._keeper.now()
            with contextlib.suppress(Refusal):
                await self._append(
                    room, room.contest.moved(room.chosen[1], now, self._keeper.elapsed)
                )

    def _to_think(self, room: Room) -> Chair | None:
        """The computer that must move now, if it need not wait for somebody to look."""
        return None if self._paused(room) else room.contest.computer_on_turn

    def _paused(self, room: Room) -> bool:
        """Whether the computers wait until somebody looks, since nobody waits for them."""
        if room.connections or not room.contest.waits_for_eyes:
            return False
        if room.contest.deserted:
            return True
        return asyncio.get_running_loop().time() - room.looked >= self._linger
