"""The clerk: does what somebody asks in a game, over a socket or HTTP, and answers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import msgspec

from cornerwise.entry import readings
from cornerwise.errors import CornerwiseError
from cornerwise.server.base import messages as m
from cornerwise.server.base.metrics import Metrics
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.engines.engines import EnginePool
from cornerwise.server.engines.jobs import Busy, Interrupted
from cornerwise.server.games import beginnings
from cornerwise.server.games.contest import Actor
from cornerwise.server.games.room import Room
from cornerwise.server.house.house import House
from cornerwise.server.lobby.challenges import Challenges, Proposal
from cornerwise.server.lobby.matches import LOBBY
from cornerwise.server.storage.store import Conflict, Holding
from cornerwise.server.tutor.advice import Advisor, HintReply, WeighReply, hint_reply, weigh_reply


class Clerk:
    """Answers requests."""

    def __init__(self, house: House, engines: EnginePool, metrics: Metrics | None = None) -> None:
        self.house, self._advisor = house, Advisor(engines)
        self._keeper, self._settings = house.keeper, house.settings
        self._metrics = metrics or Metrics()
        self._challenges = Challenges(house.store)

    async def act(
        self, room: Room, guest: str, action: m.AnyAction, reply: Callable[[bytes], None]
    ) -> None:
        """Do what is asked and give `reply` the answer, before anybody else hears of it."""
        actor = room.actor(guest)
        known = msgspec.UNSET if action.id is None else action.id
        match action:
            case m.Ping():
                reply(m.encode(m.Pong(id=known, seq=room.contest.seq, now=self._keeper.now())))
            case m.Sync():
                reply(await self.house.reception.since(room, guest, action.since))
            case m.Why():
                reason = room.contest.why(action.placement, action.colour)
                reply(m.encode(m.WhyReply(id=known, reason=reason)))
            case m.Find():
                found = _found(room, action.text)
                reply(m.encode(m.FindReply(id=known, placement=found[0], placements=found)))
            case m.Say():
                await self.house.talk.say(room, guest, action)
                reply(m.encode(m.Ok(id=known, seq=room.contest.seq)))
            case m.Hint() | m.Weigh():
                reply(m.encode(await self._advise(room, actor, action, known)))
            case m.Rematch():
                game, seq = await asyncio.shield(self._rematch(room, guest, action))
                reply(m.encode(m.Ok(id=known, seq=seq, game=game)))
            case _:
                # It is finished though the client goes meanwhile: what is stored must be told.
                await asyncio.shield(self._step(room, actor, action, reply))

    async def _step(
        self, room: Room, actor: Actor, step: m.AnyStep, reply: Callable[[bytes], None]
    ) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        known = msgspec.UNSET if step.id is None else step.id
        answer = m.encode(m.Ok(id=known, seq=step.seq))
        async with room.lock:
            await self.house.chronicle.reach(room, step.seq - 1)
            judge = self.house.judge(room, actor)
            if judge.repeats(step):
                reply(answer)
                return
            event = judge.decide(step)
            if isinstance(event, m.TakenOver):
                await self._check_absent(room, event.seat)
            await self.house.chronicle.append(room, event, acknowledge=lambda: reply(answer))
        self._metrics.acknowledged.observe(loop.time() - began)

    async def _check_absent(self, room: Room, seat: str) -> None:
        """Who is connected to any process is there."""
        await self.house.presence.refresh(room)
        now = self._keeper.now()
        if seat in room.present(now) or room.away(seat, now) < self._settings.away:
            raise Refusal("not_now", "this player has not been gone long enough")

    async def _advise(
        self, room: Room, actor: Actor, asked: m.Advised, known: m.RequestId | msgspec.UnsetType
    ) -> HintReply | WeighReply:
        judge, contest = self.house.judge(room, actor), room.contest
        judge.check_advice(asked)
        name, game, here = contest.id, contest.game, {"id": known, "seq": contest.seq}
        position = game.position  # as it is now
        try:
            if isinstance(asked, m.Hint):
                tip = await self._advisor.explanation(name, game, room.owner)
                return hint_reply(tip, position, **here)
            weighed = await self._advisor.weighed(name, game, room.owner, asked.placement)
            return weigh_reply(weighed, **here)
        except (Busy, Interrupted):
            raise Refusal("busy", "all places for searches are taken", retry_after=1) from None

    async def _rematch(self, room: Room, guest: str, step: m.Rematch) -> tuple[str, int]:
        """Make the next game, once: its id follows from this one's."""
        actor = room.actor(guest)
        self.house.judge(room, actor).check_right(step)
        async with room.lock:
            contest = room.contest
            if contest.rematch is not None:
                return contest.rematch, contest.seq
            await self._check_rematch(room, guest)
            if contest.status != "over" or contest.created.record is not None:
                raise Refusal("not_now", "the game is not over")
            if step.seq != contest.seq + 1:
                raise Refusal("stale", "the game has moved on meanwhile", last=contest.seq)
            game = self.house.keys.rematch(room)
            now = self._keeper.now()
            holders = {chair.holder for chair in contest.chairs.values()}
            holdings = [
                Holding(guest, holder)
                for guest, acts in room.acts.items()
                for holder in acts
                if holder in holders
            ]
            created = beginnings.rematch(contest, actor, now)
            with contextlib.suppress(Conflict):  # made already, but the answer was lost
                await self.house.rooms.open(game, created, holdings)
            event = m.Rematched(seq=contest.seq + 1, at=now, game=game)
            await self.house.chronicle.append(room, event)
            seq = room.contest.seq
        await self._remind(room, actor, game)
        return game, seq

    async def _check_rematch(self, room: Room, guest: str) -> None:
        """A rematch is a new game with the same people: what holds for others holds for it."""
        at_table = {chair.holder for chair in room.contest.chairs.values()}
        others = [other for other, acts in room.acts.items() if at_table & acts]
        await self.house.talk.ties.check_apart(guest, others)
        if room.contest.rated:
            await self.house.conduct.check(guest)

    async def _remind(self, room: Room, actor: Actor, game: str) -> None:
        """Let those who have left the page know in the lobby that a rematch waits for them."""
        contest, now = room.contest, self._keeper.now()
        asker = next(chair for chair in contest.chairs.values() if chair.holder in actor.holders)
        person = next(guest for guest, acts in room.acts.items() if asker.holder in acts)
        proposal = Proposal(
            name=asker.player,
            account=asker.account,
            rival="",
            variant=contest.variant.name,
            clock=contest.created.clock,
            rated=contest.rated,
            rematch=True,
        )
        others = contest.holders - set(actor.holders)
        for guest, acts in room.acts.items():
            theirs = [chair for chair in contest.chairs.values() if chair.holder in others & acts]
            if theirs:
                asked = msgspec.structs.replace(proposal, rival=theirs[0].player)
                await self._challenges.remind(person, guest, asked, game, now)
        if others:
            await self.house.ground.bus.publish(LOBBY, None)


def _found(room: Room, text: str) -> list[int]:
    """The placements that a typed move can mean: the legal ones, or all if none of them is."""
    game = room.contest.game
    try:
        meant = readings(game.tables, text)
    except CornerwiseError as error:
        raise Refusal("bad_request", str(error)) from None
    legal = ([move.number for move in moves if move in game.legal_moves] for moves in meant)
    return next(filter(None, legal), None) or [move.number for move in meant[0]]
