"""The clerk: does what somebody asks in a game, over a socket or HTTP, and answers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import msgspec

from cornerwise.errors import CornerwiseError
from cornerwise.server import messages as m
from cornerwise.server import openings
from cornerwise.server.engines import Busy, EnginePool
from cornerwise.server.match import Actor
from cornerwise.server.metrics import Metrics
from cornerwise.server.problems import Problem
from cornerwise.server.room import Room
from cornerwise.server.rooms import Rooms
from cornerwise.server.store import Conflict, Holding


class Clerk:
    """Answers requests."""

    def __init__(self, rooms: Rooms, engines: EnginePool, metrics: Metrics | None = None) -> None:
        self.rooms, self._engines = rooms, engines
        self._keeper, self._settings = rooms.keeper, rooms.settings
        self._metrics = metrics or Metrics()

    async def act(
        self, room: Room, guest: str, action: m.AnyAction, reply: Callable[[bytes], None]
    ) -> None:
        """Do what is asked and give `reply` the answer, before anybody else hears of it."""
        actor = room.actor(guest)
        known = msgspec.UNSET if action.id is None else action.id
        match action:
            case m.Ping():
                reply(m.encode(m.Pong(id=known, seq=room.match.seq, now=self._keeper.now())))
            case m.Sync():
                reply(await self.rooms.since(room, guest, action.since))
            case m.Why():
                reason = room.match.why(action.placement, action.colour)
                reply(m.encode(m.WhyReply(id=known, reason=reason)))
            case m.Find():
                reply(m.encode(m.FindReply(id=known, placement=_found(room, action.text))))
            case m.Hint():
                seq, placement = room.match.seq, await self._hint(room, actor)
                reply(m.encode(m.HintReply(id=known, placement=placement, seq=seq)))
            case m.Rematch():
                game, seq = await self._rematch(room, actor, action)
                reply(m.encode(m.Ok(id=known, seq=seq, game=game)))
            case _:
                await self._step(room, actor, action, reply)

    async def _step(
        self, room: Room, actor: Actor, step: m.AnyStep, reply: Callable[[bytes], None]
    ) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        known = msgspec.UNSET if step.id is None else step.id
        answer = m.encode(m.Ok(id=known, seq=step.seq))
        async with room.lock:
            judge = self.rooms.judge(room, actor)
            if judge.repeats(step):
                reply(answer)
                return
            event = judge.decide(step)
            if isinstance(event, m.TakenOver):
                self._check_absent(room, event.seat)
            await self.rooms.append(room, event, acknowledge=lambda: reply(answer))
        self._metrics.acknowledged.observe(loop.time() - began)

    def _check_absent(self, room: Room, seat: str) -> None:
        now = self._keeper.now()
        gone = now - room.left.get(seat, now)
        if seat in room.present(now) or gone < self._settings.away:
            raise Problem("not_now", "this player has not been gone long enough")

    async def _hint(self, room: Room, actor: Actor) -> int:
        match = room.match
        if not match.alone:
            raise Problem("no_hints", "hints are given only where no other person plays")
        if match.seat is None:
            raise Problem("not_playing", "nobody is on turn")
        if match.seat not in actor.seats:
            raise Problem("not_your_turn", f"it is {match.seat}'s turn")
        try:
            return await self._engines.choose(match.game, self._settings.hint_level, room.owner)
        except Busy:
            raise Problem("busy", "all places for searches are taken", retry_after=1) from None

    async def _rematch(self, room: Room, actor: Actor, step: m.Rematch) -> tuple[str, int]:
        """Make the next game, once: its id follows from this one's."""
        if not actor.seats:
            raise Problem("forbidden", "only players may ask for another game")
        async with room.lock:
            match = room.match
            if match.rematch is not None:
                return match.rematch, match.seq
            if match.status != "over" or match.created.record is not None:
                raise Problem("not_now", "the game is not over")
            if step.seq != match.seq + 1:
                raise Problem("stale", "something else happened meanwhile", last=match.seq)
            game = self.rooms.keys.rematch(room)
            now = self._keeper.now()
            holders = {chair.holder for chair in match.chairs.values()}
            holdings = [
                Holding(guest, holder)
                for guest, acts in room.acts.items()
                for holder in acts
                if holder in holders
            ]
            created = openings.rematch(match, actor, now)
            with contextlib.suppress(Conflict):  # made already, but the answer was lost
                await self.rooms.open(game, created, holdings)
            await self.rooms.append(room, m.Rematched(seq=match.seq + 1, at=now, game=game))
            return game, room.match.seq


def _found(room: Room, text: str) -> int:
    try:
        return room.match.game.move(text).number
    except CornerwiseError as error:
        raise Problem("bad_request", str(error)) from None
