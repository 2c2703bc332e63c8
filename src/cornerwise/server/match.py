"""One game on the server as the sum of its events. Pure: no clock is read, nothing is sent.

`decide` turns what somebody wants into the event that would happen, or refuses; `apply` lets an
event happen. Every process that applies the same events sees the same match.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from copy import copy
from dataclasses import dataclass, field

import msgspec

from cornerwise.errors import CornerwiseError
from cornerwise.game import Game
from cornerwise.geometry import bits
from cornerwise.server import messages as m
from cornerwise.server.clocks import Clock
from cornerwise.server.problems import Problem
from cornerwise.tables import union
from cornerwise.variants import SCORINGS, Colour, Variant, variant

Elapsed = Callable[[int, int], int]
"""How many milliseconds between two times count on clocks."""

RECENT = 16  # events kept for late repeats and short gaps


@dataclass(slots=True)
class Chair:
    """A seat and who sits there."""

    name: str
    colours: tuple[Colour, ...]
    team: int
    kind: str
    player: str
    level: int | None
    holder: str
    joined: bool
    taken_over: bool = False

    @property
    def by_computer(self) -> bool:
        return self.kind == "computer" or self.taken_over


@dataclass(slots=True)
class UndoRequest:
    """Somebody would like to take back moves; these seats have not agreed yet."""

    seat: str
    to: int
    waiting: list[str]


@dataclass
class Actor:
    """Who asks: the seats it may play, whether it is the host, as which holders it acts."""

    seats: Collection[str] = ()
    host: bool = False
    holders: Collection[str] = ()


@dataclass
class Match:
    """A game with its chairs, clock and pending wishes.

    moves    those that count: colour, placement, seat, milliseconds thought
    retired  the seats that left, with the number of moves made before
    turn_at  when the turn began
    recent   the newest events
    """

    id: str
    created: m.Created
    variant: Variant = field(init=False)
    chairs: dict[str, Chair] = field(init=False)
    clock: Clock | None = None
    seq: int = 0
    moves: list[tuple[str, int, str, int]] = field(default_factory=list)
    retired: list[tuple[int, str]] = field(default_factory=list)
    undo: UndoRequest | None = None
    rematch: str | None = None
    ended: str | None = None
    turn_at: int = 0
    updated: int = 0
    recent: deque[m.AnyEvent] = field(default_factory=lambda: deque(maxlen=RECENT))
    _game: Game | None = None
    _legal: dict[Colour, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.variant = variant(self.created.variant, **self.created.options)
        starts = {seat.name: seat for seat in self.created.seats}
        self.chairs = {
            seat.name: Chair(seat.name, seat.colours, seat.team, *_start(starts[seat.name]))
            for seat in self.variant.seats
        }
        persons = [chair.name for chair in self.chairs.values() if chair.kind in ("person", "open")]
        if self.created.clock.kind != "none":
            self.clock = Clock(self.created.clock, persons)
        self.turn_at = self.updated = self.created.at
        self.recent.append(self.created)
        if self.created.record is not None:
            self.ended = "imported"
            self.moves = [(t.colour, t.move.number, t.seat, 0) for t in self.game.turns]
            self.retired = list(self.game.retirements)

    # --- what is the case --------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game with all its positions, which `rest` drops and this brings back."""
        if self._game is None:
            self._game = self._restored()
        return self._game

    def _restored(self) -> Game:
        if self.created.record is not None:
            return Game.from_json(self.created.record)
        numbers = (placement for _, placement, _, _ in self.moves)
        return Game(self.variant, moves=numbers, retired=self.retired)

    def rest(self) -> None:
        """Give back the memory that only a game in progress needs."""
        self._game = None
        self._legal.clear()

    @property
    def status(self) -> str:
        if self.ended:
            return "over"
        joined = all(chair.joined for chair in self.chairs.values())
        return "playing" if joined else "waiting"

    @property
    def seat(self) -> str | None:
        """The seat that must move now."""
        return self.game.seat_to_play if self.status == "playing" else None

    @property
    def computer_on_turn(self) -> Chair | None:
        """The chair on turn, if a computer plays it."""
        seat = self.seat
        return self.chairs[seat] if seat is not None and self.chairs[seat].by_computer else None

    @property
    def running(self) -> str | None:
        """The seat whose clock runs."""
        seat = self.seat
        return seat if self.clock is not None and seat in self.clock.left else None

    def time_left(self, now: int, elapsed: Elapsed) -> int | None:
        """What the running clock shows, negative when it ran out."""
        if self.clock is None or self.running is None:
            return None
        return self.clock.left[self.running] - elapsed(self.turn_at, now)

    @property
    def holders(self) -> set[str]:
        """The different persons at the table."""
        return {chair.holder for chair in self.chairs.values() if chair.kind == "person"}

    @property
    def alone(self) -> bool:
        """Whether no two persons play against each other at different screens."""
        open_seats = any(chair.kind == "open" for chair in self.chairs.values())
        return len(self.holders) <= 1 and not open_seats

    def seats_of(self, holders: Collection[str]) -> list[str]:
        return [chair.name for chair in self.chairs.values() if chair.holder in holders]

    def legal(self, colour: Colour) -> int:
        """What a colour may place were it on turn, worked out once a position."""
        if colour not in self._legal:
            game = self.game
            on_turn = colour == game.to_play
            legal = game.legal_moves if on_turn else game.legal_moves_of(colour)
            self._legal[colour] = legal.placements
        return self._legal[colour]

    # --- what may happen ---------------------------------------------------------------------

    def decide(self, step: m.AnyStep, actor: Actor, now: int, elapsed: Elapsed) -> m.AnyEvent:
        """The event that a step would be; raises Problem if it may not happen."""
        if step.seq != self.seq + 1:
            raise Problem("stale", "something else happened meanwhile", last=self.seq)
        here = {"seq": step.seq, "at": now}
        match step:
            case m.Play():
                return self._decide_move(step, actor, now, elapsed)
            case m.Resign():
                return m.Resigned(seat=self._own_seat(step.seat, actor), **here)
            case m.Undo():
                return self._decide_undo(step, actor, now)
            case m.Answer():
                return self._decide_answer(step, actor, now)
            case m.TakeBack():
                self._must_hold(step.seat, actor)
                if not self.chairs[step.seat].taken_over:
                    raise Problem("not_now", "you play this seat yourself")
                return m.TakenBack(seat=step.seat, **here)
            case m.TakeOver():
                self._check_take_over(step, actor)
                return m.TakenOver(seat=step.seat, level=step.level, **here)
            case m.Fill():
                if not actor.host:
                    raise Problem("forbidden", "only who made the game may do this")
                if self._chair(step.seat).kind != "open":
                    raise Problem("not_now", "this seat is taken")
                return m.Filled(seat=step.seat, level=step.level, **here)
            case m.Rematch():
                raise AssertionError("a rematch needs another game: see rooms")

    def repeats(self, step: m.AnyStep, actor: Actor) -> m.AnyEvent | None:
        """The event that this step already is: a repeated request gets the same answer."""
        for event in self.recent:
            if event.seq == step.seq and _is_same(event, step, actor):
                return event
        return None

    def _decide_move(self, step: m.Play, actor: Actor, now: int, elapsed: Elapsed) -> m.Moved:
        self._must_be_playing()
        seat, colour = self.game.seat_to_play, self.game.to_play
        assert seat is not None
        assert colour is not None
        if seat not in actor.seats or self.chairs[seat].taken_over:
            raise Problem("not_your_turn", f"it is {seat}'s turn")
        left = self.time_left(now, elapsed)
        if left is not None and left <= 0:
            raise Problem("not_now", "your time is up")
        self.check_legal(step.placement)
        return self.moved(step.placement, now, elapsed)

    def moved(self, placement: int, now: int, elapsed: Elapsed) -> m.Moved:
        """The event of a legal placement by whoever is on turn."""
        seat, colour = self.game.seat_to_play, self.game.to_play
        assert seat is not None
        assert colour is not None
        return m.Moved(
            seq=self.seq + 1,
            at=now,
            seat=seat,
            colour=colour,
            placement=placement,
            ms=elapsed(self.turn_at, now),
        )

    def check_legal(self, placement: int) -> None:
        reason = self.why(placement)
        if reason is not None:
            raise Problem("illegal", reason.message, reason=msgspec.to_builtins(reason))

    def why(self, placement: int, colour: str = "") -> m.ReasonView | None:
        """Why a placement is not allowed, for the colour on turn or another one."""
        game = self.game
        try:
            number = game.move(placement).number
            of = self.variant.colour(colour) if colour else game.to_play
        except CornerwiseError as error:
            raise Problem("bad_request", str(error)) from None
        if self.ended or of is None:
            return m.ReasonView("over", "R5", (), "the game is over")
        if self.legal(of) >> number & 1:
            return None
        reason = game.position.why_illegal(of, number)
        if reason is None:  # legal by the position, but the seat has retired
            return m.ReasonView("over", "R5", (), "this colour has left the game")
        return m.ReasonView(reason.code, reason.rule, reason.cells, reason.message)

    def _decide_undo(self, step: m.Undo, actor: Actor, now: int) -> m.Undone | m.UndoAsked:
        if not actor.seats:
            raise Problem("forbidden", "you do not play in this game")
        if self.rematch or self.created.record or (self.ended and not self.alone):
            raise Problem("not_now", "nothing can be taken back any more")
        mine = [n for n, move in enumerate(self.moves) if move[2] in actor.seats]
        if not mine:
            raise Problem("not_now", "you have made no move that could be taken back")
        to, seat = mine[-1], self.moves[mine[-1]][2]
        if self._asked(seat):
            return m.UndoAsked(seq=step.seq, at=now, seat=seat, to=to)
        return m.Undone(seq=step.seq, at=now, seat=seat, to=to)

    def _asked(self, seat: str) -> list[str]:
        """The seats whose consent a seat needs: those of other persons who play."""
        own = self.chairs[seat].holder
        return [
            chair.name
            for chair in self.chairs.values()
            if chair.kind == "person" and chair.holder != own and not chair.taken_over
        ]

    def _decide_answer(
        self, step: m.Answer, actor: Actor, now: int
    ) -> m.Undone | m.UndoAgreed | m.UndoRefused:
        if self.undo is None:
            raise Problem("not_now", "nobody asks to take back a move")
        mine = [seat for seat in self.undo.waiting if seat in actor.seats]
        if not mine:
            raise Problem("forbidden", "you were not asked")
        here = {"seq": step.seq, "at": now}
        if not step.yes:
            return m.UndoRefused(seat=mine[0], **here)
        if set(self.undo.waiting) <= set(actor.seats):
            return m.Undone(seat=self.undo.seat, to=self.undo.to, **here)
        return m.UndoAgreed(seat=mine[0], **here)

    def _check_take_over(self, step: m.TakeOver, actor: Actor) -> None:
        """Presence is checked by the room, which knows it."""
        self._must_be_playing()
        if not actor.seats:
            raise Problem("forbidden", "only players may do this")
        if self.clock is not None:
            raise Problem("not_now", "here the clock decides")
        chair = self._chair(step.seat)
        if chair.kind != "person" or chair.taken_over or step.seat in actor.seats:
            raise Problem("not_now", "this seat is not another person's")

    def _must_be_playing(self) -> None:
        if self.status != "playing":
            waits = self.status == "waiting"
            raise Problem("not_playing", "the game has not begun" if waits else "the game is over")

    def _own_seat(self, seat: str, actor: Actor) -> str:
        self._must_be_playing()
        mine = [name for name in actor.seats if name not in self.game.retired]
        if not seat and len(mine) == 1:
            return mine[0]
        if not seat and self.seat in mine:
            return str(self.seat)
        self._must_hold(seat, actor)
        if seat not in mine:
            raise Problem("not_now", "this seat has left the game already")
        return seat

    def _must_hold(self, seat: str, actor: Actor) -> None:
        self._chair(seat)
        if seat not in actor.seats:
            raise Problem("forbidden", "this is not your seat")

    def _chair(self, seat: str) -> Chair:
        if seat not in self.chairs:
            known = ", ".join(self.chairs)
            raise Problem("bad_request", f"{seat!r} is not a seat here: they are {known}")
        return self.chairs[seat]

    # --- what happens ------------------------------------------------------------------------

    def after(self, event: m.AnyEvent) -> Match:
        """The match after an event, which leaves this one as it is."""
        other = copy(self)
        other._game = self.game.copy()
        other.chairs = {name: copy(chair) for name, chair in self.chairs.items()}
        other.clock = self.clock and self.clock.copy()
        other.moves, other.retired = self.moves.copy(), self.retired.copy()
        other.undo, other.recent = copy(self.undo), self.recent.copy()
        other._legal = self._legal.copy()
        other.apply(event)
        return other

    def apply(self, event: m.AnyEvent) -> None:
        """Let an event happen. Events come in order, each once."""
        assert event.seq == self.seq + 1, (event.seq, self.seq)
        before = (self.status, len(self.moves), self.seat)
        self._happen(event)
        self.seq, self.updated = event.seq, event.at
        self.recent.append(event)
        if before != (self.status, len(self.moves), self.seat):
            self.turn_at = event.at

    def _happen(self, event: m.AnyEvent) -> None:  # noqa: PLR0912  # one case for each event
        match event:
            case m.Moved():
                legal = self._shrunk(event)
                self.game.play(event.placement)
                self.moves.append((event.colour, event.placement, event.seat, event.ms))
                if self.clock is not None:
                    self.clock.spend(event.seat, event.ms)
                self.undo = None
                self._moved_on("played", legal)
            case m.Undone():
                while len(self.game.history) > event.to:
                    self.game.undo()
                del self.moves[event.to :]
                self.retired = list(self.game.retirements)
                self.undo = None
                self._moved_on("played")
            case m.UndoAsked():
                self.undo = UndoRequest(event.seat, event.to, self._asked(event.seat))
            case m.UndoAgreed():
                assert self.undo is not None
                holder, asked = self.chairs[event.seat].holder, self.undo.waiting
                self.undo.waiting = [s for s in asked if self.chairs[s].holder != holder]
            case m.UndoRefused():
                self.undo = None
            case m.Resigned() | m.TimedOut():
                self.game.retire(event.seat)
                self.retired.append((len(self.moves), event.seat))
                self.undo = None
                self._moved_on("resigned" if isinstance(event, m.Resigned) else "time")
            case m.Joined():
                chair = self.chairs[event.seat]
                chair.kind, chair.joined, chair.holder = "person", True, event.holder
                chair.player = event.player or chair.player
            case m.Filled():
                chair = self.chairs[event.seat]
                chair.kind, chair.level, chair.joined = "computer", event.level, True
                if self.clock is not None:
                    self.clock.leave(event.seat)
            case m.TakenOver():
                chair = self.chairs[event.seat]
                chair.taken_over, chair.level = True, event.level
                self.undo = None
            case m.TakenBack():
                chair = self.chairs[event.seat]
                chair.taken_over, chair.level = False, None
            case m.Rematched():
                self.rematch = event.game

    def _moved_on(self, why: str, legal: dict[Colour, int] | None = None) -> None:
        """The position has changed; what is known of what may be placed now is `legal`."""
        self._legal = legal or {}
        self.ended = why if self.game.is_over else None

    def _shrunk(self, event: m.Moved) -> dict[Colour, int]:
        """What the other colours may place after a move: what they could before, off its cells.

        So nothing need be worked out anew for them, save that a first placement of one colour
        may close start fields to those that have not begun.
        """
        tables, position = self.game.tables, self.game.position
        taken = union(tables.covering, tables.cells[event.placement])
        return {
            colour: legal & ~taken
            for colour, legal in self._legal.items()
            if colour != event.colour and position.hand(colour).cells
        }

    # --- what is shown -----------------------------------------------------------------------

    def state(self, now: int, elapsed: Elapsed) -> m.State:
        """Everything that follows from the events, for everybody."""
        game, position = self.game, self.game.position
        playing = self.status == "playing"
        colours = self.variant.colours
        shared = self.variant.shared
        return m.State(
            seq=self.seq,
            status=self.status,
            to_play=game.to_play if playing else None,
            seat=self.seat,
            shared_next=game.seat_for(shared) if shared and playing else None,
            seats=[self._seat_view(chair) for chair in self.chairs.values()],
            left={c: list(bits(position.hand(c).left)) for c in colours},
            finished=[c for c in colours if not self.legal(c)],
            scores={
                scoring: m.Points(
                    {c: position.points(c, scoring) for c in colours},
                    game.scores_under(scoring),
                )
                for scoring in SCORINGS
            },
            ended=self.ended,
            winners=list(game.winners),
            clock=self._clock_view(now, elapsed),
            undo=self._undo_view(),
            free_undo=self.alone,
            hints=self.alone,
            rematch=self.rematch,
        )

    def _seat_view(self, chair: Chair) -> m.SeatView:
        return m.SeatView(
            name=chair.name,
            colours=tuple(chair.colours),
            team=chair.team,
            kind=chair.kind,
            player=chair.player,
            level=chair.level,
            joined=chair.joined,
            taken_over=chair.taken_over,
            retired=chair.name in self.game.retired,
        )

    def _undo_view(self) -> m.UndoView | None:
        if self.undo is None:
            return None
        return m.UndoView(self.undo.seat, self.undo.to, self.undo.waiting)

    def _clock_view(self, now: int, elapsed: Elapsed) -> m.ClockView | None:
        if self.clock is None:
            return None
        left, running = dict(self.clock.left), self.running
        if running is not None:
            left[running] = max(0, left[running] - elapsed(self.turn_at, now))
        return m.ClockView(left, running, now)

    def personal(self, seats: Collection[str]) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
        """What the colours of these seats may place, and their open corners."""
        if self.ended:
            return {}, {}
        position = self.game.position
        mine = {colour for seat in seats for colour in self.chairs[seat].colours}
        if seats and self.variant.shared:
            mine.add(self.variant.shared)
        legal, corners = {}, {}
        for colour in self.variant.colours:
            if colour in mine:
                legal[str(colour)] = differences(self.legal(colour))
                closed = position.occupied | position.hand(colour).edges
                corners[str(colour)] = list(bits(position.wanted(colour) & ~closed))
        return legal, corners

    @property
    def view(self) -> m.GameView:
        """What never changes."""
        of, created = self.variant, self.created
        setup = self.game.setup if created.record is not None else None
        return m.GameView(
            id=self.id,
            variant=of.name,
            options=dict(of.options),
            edition=of.edition.name,
            drawn=created.drawn,
            colours=list(of.colours),
            scoring=of.scoring,
            touch=of.touch,
            shared=of.shared,
            spare=of.spare,
            clock=_clock_shown(created.clock),
            created=created.at,
            imported=created.record is not None,
            rematch_of=created.rematch_of,
            setup=[(colour, move.number) for colour, move in setup.placements] if setup else [],
        )

    def summary(self) -> m.StoredSummary:
        """A line for lists."""
        line = m.Summary(
            id=self.id,
            variant=self.variant.name,
            edition=self.variant.edition.name,
            status=self.status,
            seats=[
                m.SeatSummary(chair.name, chair.kind, chair.player, chair.level)
                for chair in self.chairs.values()
            ],
            moves=len(self.moves),
            seat=self.seat,
            created=self.created.at,
            updated=self.updated,
            winners=list(self.game.winners),
        )
        return m.StoredSummary(line, [chair.holder for chair in self.chairs.values()])


def differences(mask: int) -> list[int]:
    """The members of a bitset, ascending, each as its difference to the one before.

    >>> differences(1 << 3 | 1 << 4 | 1 << 9), differences(1), differences(0)
    ([3, 1, 5], [0], [])
    """
    # The stretches of zeros between the ones, found without a step for each member in Python.
    first, *gaps = map(len, bin(mask)[:1:-1].split("1"))
    return [first, *[gap + 1 for gap in gaps[:-1]]] if gaps else []


def _start(seat: m.SeatStart) -> tuple[str, str, int | None, str, bool]:
    return seat.kind, seat.player, seat.level, seat.holder, seat.joined


def _clock_shown(choice: m.ClockChoice) -> dict[str, object]:
    shown: dict[str, object] = {"kind": choice.kind}
    if choice.kind == "live":
        shown |= {"minutes": choice.minutes, "increment": choice.increment}
    elif choice.kind == "days":
        shown["days"] = choice.days
    return shown


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
            return bool(actor.seats) and (event.seat, event.level) == (step.seat, step.level)
        case m.TakenBack(), m.TakeBack():
            return event.seat == step.seat and step.seat in actor.seats
        case m.Filled(), m.Fill():
            return actor.host and (event.seat, event.level) == (step.seat, step.level)
        case m.Rematched(), m.Rematch():
            return bool(actor.seats)
    return False
