"""Timeouts: the turns of players whose clock has run out end, once among all processes."""

from __future__ import annotations

import contextlib
from functools import partial

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games.alarms import Alarms
from cornerwise.server.games.chronicle import Chronicle
from cornerwise.server.games.ground import Ground
from cornerwise.server.games.room import Room
from cornerwise.server.games.rooms import Rooms
from cornerwise.server.storage.leases import RING, STAND_BY
from cornerwise.server.storage.store import Alarm


class Timeouts:
    """Watches the running clocks of games, in memory or not."""

    def __init__(self, ground: Ground, rooms: Rooms, chronicle: Chronicle) -> None:
        self._keeper, self._leases, self._work = ground.keeper, ground.leases, ground.work
        self._rooms, self._chronicle = rooms, chronicle
        self._level = ground.settings.takeover_level
        self._alarms = Alarms(self._ring)

    def watch(self, room: Room) -> None:
        """See to it that the clock of whoever is on turn can run out."""
        left = room.contest.time_left(self._keeper.now(), self._keeper.elapsed)
        self._alarms.set(room.contest.id, left)

    def expect(self, alarm: Alarm) -> None:
        """The same for a game that is not in memory."""
        if alarm.game not in self._rooms and alarm.game not in self._alarms:
            ran = self._keeper.elapsed(alarm.turn_at, self._keeper.now())
            self._alarms.set(alarm.game, alarm.deadline - alarm.turn_at - ran)

    def close(self) -> None:
        self._alarms.close()

    def _ring(self, game: str) -> None:
        self._work.keep("clock", partial(self._time_out, game))

    async def _time_out(self, game: str) -> None:
        if not await self._leases.take(game, RING):
            # Another process does it. If that one is gone, this alarm rings again; for a game that
            # is not in memory it is set again when games are resumed.
            if game in self._rooms:
                self._alarms.set(game, round(STAND_BY * 1000))
            return
        with contextlib.suppress(Refusal):  # set aside, or another process was faster
            await self._end_turn(await self._rooms.room(game))
        await self._leases.give_up(game, RING)

    async def _end_turn(self, room: Room) -> None:
        async with room.lock:
            left = room.contest.time_left(self._keeper.now(), self._keeper.elapsed)
            if left is None:
                return
            if left > 0:
                self.watch(room)
                return
            seat = room.contest.running
            assert seat is not None
            event = m.TimedOut(
                seq=room.contest.seq + 1,
                at=self._keeper.now(),
                seat=seat,
                level=room.contest.substitute(seat, self._level),
            )
            await self._chronicle.append(room, event)
