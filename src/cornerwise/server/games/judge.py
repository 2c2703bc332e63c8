"""What somebody may do in a contest: turns a wish into the event that it would be, or refuses."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.settings import Settings
from cornerwise.server.games import rights
from cornerwise.server.games.contest import Actor, Chair, Contest, Elapsed


@dataclass(frozen=True)
class Judge:
    """Decides what one actor may do in a contest at a time."""

    contest: Contest
    actor: Actor
    now: int
    elapsed: Elapsed
    settings: Settings

    def decide(self, step: m.AnyStep) -> m.AnyEvent:
        """The event that a step would be; raises Refusal if it may not happen."""
        if step.seq != self.contest.seq + 1:
            raise Refusal("stale", "the game has moved on meanwhile", last=self.contest.seq)
        self.check_right(step)
        here = {"seq": step.seq, "at": self.now}
        match step:
            case m.Play():
                return self._decide_move(step)
            case m.Resign():
                return self._resigned(self._own_seat(step.seat))
            case m.Undo():
                return self._decide_undo(step)
            case m.Answer():
                return self._decide_answer(step)
            case m.TakeBack():
                self._check_take_back(step.seat)
                return m.TakenBack(seat=step.seat, **here)
            case m.TakeOver():
                self._check_take_over(step)
                return m.TakenOver(seat=step.seat, level=self.settings.takeover_level, **here)
            case m.Fill():
                if self._chair(step.seat).kind != "open":
                    raise Refusal("not_now", "this seat is taken")
                return m.Filled(seat=step.seat, level=step.level, **here)
            case m.Rematch():
                raise AssertionError("a rematch needs another game: see clerk")

    def check_right(self, action: m.AnyAction) -> None:
        """Whether the actor's role in the game lets them ask for this at all."""
        rights.check_message(rights.GAME, action, rights.roles_in(self.contest, self.actor))

    def giving_up(self) -> m.Resigned | m.Left | None:
        """The next event by which the actor leaves the game for good; None once it has."""
        here = {"seq": self.contest.seq + 1, "at": self.now}
        for seat in self.actor.seats:
            if self.contest.status == "waiting":
                return m.Left(seat=seat, **here)
            if self.contest.status == "playing" and not self.contest.has_left(seat):
                return self._resigned(seat)
        return None

    def _resigned(self, seat: str) -> m.Resigned:
        level = self.contest.substitute(seat, self.settings.takeover_level)
        return m.Resigned(seq=self.contest.seq + 1, at=self.now, seat=seat, level=level)

    def repeats(self, step: m.AnyStep) -> m.AnyEvent | None:
        """The event that this step already is: a repeated request gets the same answer."""
        for event in self.contest.recent:
            if event.seq == step.seq and _is_same(event, step, self.actor):
                return event
        return None

    def check_advice(self, asked: m.Advised) -> None:
        """Advice is given to whoever is on turn, where nobody else is at a disadvantage."""
        if not self.contest.tips:
            message = "tips are given only where no other person plays, or all have agreed to them"
            raise Refusal("no_hints", message)
        self.check_right(asked)
        self._must_be_on_turn()
        if isinstance(asked, m.Weigh):
            self._check_legal(asked.placement)

    def _decide_move(self, step: m.Play) -> m.Moved:
        self._must_be_on_turn()
        left = self.contest.time_left(self.now, self.elapsed)
        if left is not None and left <= 0:
            raise Refusal("not_now", "your time is up")
        self._check_legal(step.placement)
        return self.contest.moved(step.placement, self.now, self.elapsed)

    def _check_legal(self, placement: int) -> None:
        reason = self.contest.why(placement)
        if reason is not None:
            raise Refusal("illegal", reason.message, reason=msgspec.to_builtins(reason))

    def _decide_undo(self, step: m.Undo) -> m.Undone | m.UndoAsked:
        if self.contest.rated:
            raise Refusal("not_now", "in a rated game nothing is taken back")
        if self.contest.settled:
            raise Refusal("not_now", "nothing can be taken back any more")
        contest = self.contest
        to = contest.last_move_of(self.actor.seats)
        if to is None:
            raise Refusal("not_now", "you have made no move that could be taken back")
        seat = contest.moves[to][2]
        self.check_length()
        self._check_often(contest.take_backs, self.settings.take_backs)
        if contest.asked_by(seat):
            self._check_wish(seat)
            return m.UndoAsked(seq=step.seq, at=self.now, seat=seat, to=to)
        return m.Undone(seq=step.seq, at=self.now, seat=seat, to=to, stay=not contest.alone)

    def _check_wish(self, seat: str) -> None:
        """Nobody is to be asked again and again."""
        if self.contest.undo is not None:
            raise Refusal("not_now", "such a wish is waiting for an answer")
        if self.contest.wishes.get(seat, 0) >= self.settings.wishes:
            raise Refusal("not_now", "this was refused: ask again after another move")

    def check_length(self) -> None:
        """No game grows without end.

        Only what could be done again and again is refused in a game with so many events. All else
        brings its end nearer, so that it can always be played to it.
        """
        most = self.settings.events
        if self.contest.seq >= most:
            raise Refusal("enough", f"this game has had {most} events: finish it", most=most)

    def _check_often(self, times: int, most: int) -> None:
        if times >= most:
            raise Refusal("enough", f"in one game this can be done {most} times", most=most)

    def _decide_answer(self, step: m.Answer) -> m.Undone | m.UndoAgreed | m.UndoRefused:
        if self.contest.undo is None:
            raise Refusal("not_now", "nobody has asked to take back a move")
        mine = [seat for seat in self.contest.undo.waiting if seat in self.actor.seats]
        if not mine:
            raise Refusal("forbidden", "you were not asked to agree")
        here = {"seq": step.seq, "at": self.now}
        if not step.yes:
            return m.UndoRefused(seat=mine[0], **here)
        if set(self.contest.undo.waiting) <= set(self.actor.seats):
            undo = self.contest.undo
            return m.Undone(seat=undo.seat, to=undo.to, stay=True, **here)
        return m.UndoAgreed(seat=mine[0], **here)

    def _check_take_back(self, seat: str) -> None:
        self._must_hold(seat)
        if seat in self.contest.out:
            raise Refusal("not_now", "you left this rated game and cannot come back")
        if not self.contest.chairs[seat].taken_over:
            raise Refusal("not_now", "you play this seat yourself")

    def _check_take_over(self, step: m.TakeOver) -> None:
        """Presence is checked by the room, which knows it."""
        self._must_be_playing()
        if self.contest.clock is not None:
            raise Refusal("not_now", "here the clock decides")
        chair = self._chair(step.seat)
        if chair.kind != "person" or chair.taken_over or step.seat in self.actor.seats:
            raise Refusal("not_now", "this seat is not another person's")
        if self.contest.has_left(step.seat):
            raise Refusal("not_now", "this seat has left the game already")
        self.check_length()
        self._check_often(self.contest.takeovers, self.settings.takeovers)

    def _must_be_playing(self) -> None:
        if self.contest.status != "playing":
            waits = self.contest.status == "waiting"
            raise Refusal("not_playing", "the game has not begun" if waits else "the game is over")

    def _must_be_on_turn(self) -> None:
        self._must_be_playing()
        seat = self.contest.seat
        assert seat is not None
        if seat not in self.actor.seats or self.contest.chairs[seat].taken_over:
            raise Refusal("not_your_turn", f"it is {seat}'s turn")

    def _own_seat(self, seat: str) -> str:
        self._must_be_playing()
        mine = [name for name in self.actor.seats if not self.contest.has_left(name)]
        if not seat and len(mine) == 1:
            return mine[0]
        if not seat and self.contest.seat in mine:
            return str(self.contest.seat)
        self._must_hold(seat)
        if seat not in mine:
            raise Refusal("not_now", "this seat has left the game already")
        return seat

    def _must_hold(self, seat: str) -> None:
        self._chair(seat)
        if seat not in self.actor.seats:
            raise Refusal("forbidden", "this is not your seat")

    def _chair(self, seat: str) -> Chair:
        if seat not in self.contest.chairs:
            known = ", ".join(self.contest.chairs)
            raise Refusal("bad_request", f"{seat!r} is not a seat here: they are {known}")
        return self.contest.chairs[seat]


def _is_same(event: m.AnyEvent, step: m.AnyStep, actor: Actor) -> bool:
    """Whether an event is what this step asked for, by this actor."""
    match event, step:
        case m.Moved(), m.Play():
            return event.placement == step.placement and event.seat in actor.seats
        case m.Resigned(), m.Resign():
            return event.seat in actor.seats and step.seat in ("", event.seat)
        case ((m.Undone() | m.UndoAsked()), m.Undo()):
            return event.seat in actor.seats
        case ((m.UndoAgreed() | m.UndoRefused()), m.Answer()):
            return event.seat in actor.seats and isinstance(event, m.UndoAgreed) == step.yes
        case m.Undone(), m.Answer():
            return step.yes and bool(actor.seats)
        case m.TakenOver(), m.TakeOver():
            return bool(actor.seats) and event.seat == step.seat
        case m.TakenBack(), m.TakeBack():
            return event.seat == step.seat and step.seat in actor.seats
        case m.Filled(), m.Fill():
            return actor.host and (event.seat, event.level) == (step.seat, step.level)
        case m.Rematched(), m.Rematch():
            return bool(actor.seats)
    return False
