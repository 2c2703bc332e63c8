"""One game on the server as the sum of its events. Pure: no clock is read, nothing is sent.

`apply` lets an event happen. Every process that applies the same events sees the same contest.
Which events may happen is for `judge` to say; what clients see of it, for `views`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from copy import copy
from dataclasses import dataclass, field

from cornerwise.errors import CornerwiseError
from cornerwise.game import Game
from cornerwise.server.base import messages as m
from cornerwise.server.base.clocks import Clock
from cornerwise.server.base.refusals import Refusal
from cornerwise.variants import Colour, Variant, variant

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
    account: str = ""
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
class Contest:
    """A game with its chairs, clock and pending wishes.

    moves    those that count: colour, placement, seat, milliseconds thought
    retired  the seats that left, with the number of moves made before
    out      why each seat left, also one for which the computer plays on: resigned or time
    gone     after how many moves each of them left
    wishes   how often each seat has asked to take back a move since the last one
    take_backs, takeovers
             how often moves were taken back, or that was wished; seats given to the computer
    end      the seq of the event by which the position became what it is: of a game that is over,
             the one that ended it
    begun    how many of the moves were made before the contest, elsewhere
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
    out: dict[str, str] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)
    undo: UndoRequest | None = None
    wishes: dict[str, int] = field(default_factory=dict)
    take_backs: int = 0
    takeovers: int = 0
    rematch: str | None = None
    ended: str | None = None
    end: int = 0
    begun: int = 0
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
        given = self.created.record or self.created.start
        if given is not None:
            self._game = Game.from_json(given)
            self.moves = [(t.colour, t.move.number, t.seat, 0) for t in self._game.turns]
            self.retired = list(self._game.retirements)
        self.begun = len(self.moves)
        if self.created.record is not None:
            self.ended = "imported"

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
        start = self.created.start
        setup = Game.from_json(start).setup if start is not None else None
        return Game(self.variant, setup=setup, moves=numbers, retired=self.retired)

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

    @property
    def tips(self) -> bool:
        """Whether players may ask for tips: where nobody else is at a disadvantage.

        Nobody plays elsewhere, or all have agreed by taking their seats. This is the one place that
        decides it: in a rated game nobody may.
        """
        return not self.rated and (self.alone or self.created.tips)

    @property
    def rated(self) -> bool:
        """Whether it counts for the ratings of those who play."""
        return self.created.rated

    @property
    def private(self) -> bool:
        """Whether it concerns nobody but one person what is done with it."""
        return self.alone and not self.rated

    def substitute(self, seat: str, level: int) -> int | None:
        """The level at which the computer plays on for a seat that leaves; None if it does not.

        In a rated game of several sides the others go on as if it had stayed, as long as two sides
        and a person are left.
        """
        staying = [c for c in self.chairs.values() if c.name != seat and c.name not in self.out]
        persons = any(chair.kind == "person" for chair in staying)
        sides = {chair.team for chair in staying}
        several = self.variant.team_count > 2 and len(sides) > 1
        return level if self.rated and several and persons else None

    @property
    def waits_for_eyes(self) -> bool:
        """Whether computers need not go on while nobody looks.

        Nobody else waits for them, and no person's clock will run when they have moved.
        """
        persons = [c for c in self.chairs.values() if c.kind in ("person", "open")]
        if all(self.has_left(chair.name) for chair in persons):
            return True
        return self.alone and self.clock is None

    @property
    def settled(self) -> bool:
        """Whether nothing can be taken back any more."""
        record = self.created.record is not None
        return self.rated or record or bool(self.rematch) or bool(self.ended and not self.alone)

    def last_move_of(self, seats: Collection[str]) -> int | None:
        """The place among the moves of the newest one that these seats made."""
        # Who left the game among others has no more say in it.
        out = () if self.alone else self.game.retired
        mine = [at for at, move in enumerate(self.moves) if move[2] in seats and move[2] not in out]
        return mine[-1] if mine and mine[-1] >= self.begun else None

    def has_left(self, seat: str) -> bool:
        """Whether a seat has left the game for good, here or before it came here."""
        return seat in self.out or seat in self.game.retired

    @property
    def winners(self) -> list[str]:
        """The seats that won. Of a rated game of several sides that is nobody who left it."""
        stayed = [seat for seat in self.chairs if seat not in self.out]
        if not (self.rated and self.ended and self.out and stayed and self.variant.team_count > 2):
            return list(self.game.winners)
        scores = self.game.scores
        best = self.variant.scoring.best(scores[seat] for seat in stayed)
        return [seat for seat in stayed if scores[seat] == best]

    @property
    def deserted(self) -> bool:
        """Whether every person has left the game for good, and only computers could go on."""
        persons = [chair.name for chair in self.chairs.values() if chair.kind == "person"]
        return bool(persons) and all(map(self.has_left, persons))

    def seats_of(self, holders: Collection[str]) -> list[str]:
        return [chair.name for chair in self.chairs.values() if chair.holder in holders]

    def since(self, seq: int) -> list[m.AnyEvent] | None:
        """The events after a seq, None if they are not all at hand any more."""
        if not self.recent[0].seq - 1 <= seq <= self.seq:
            return None
        return [event for event in self.recent if event.seq > seq]

    def legal(self, colour: Colour) -> int:
        """What a colour may place were it on turn, worked out once a position."""
        if colour not in self._legal:
            game = self.game
            on_turn = colour == game.to_play
            legal = game.legal_moves if on_turn else game.legal_moves_of(colour)
            self._legal[colour] = legal.placements
        return self._legal[colour]

    def why(self, placement: int, colour: str = "") -> m.ReasonView | None:
        """Why a placement is not allowed, for the colour on turn or another one."""
        game = self.game
        try:
            number = game.move(placement).number
            of = self.variant.colour(colour) if colour else game.to_play
        except CornerwiseError as error:
            raise Refusal("bad_request", str(error)) from None
        if self.ended or of is None:
            return m.ReasonView("over", "R5", (), "the game is over")
        if self.legal(of) >> number & 1:
            return None
        reason = game.position.why_illegal(of, number)
        if reason is None:  # legal by the position, but the seat has retired
            return m.ReasonView("over", "R5", (), "this colour has left the game")
        return m.ReasonView(reason.code, reason.rule, reason.cells, reason.message)

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

    def asked_by(self, seat: str) -> list[str]:
        """The seats whose consent a seat needs: those of other persons who still play."""
        retired = self.game.retired
        own = self.chairs[seat].holder
        return [
            chair.name
            for chair in self.chairs.values()
            if chair.kind == "person" and chair.holder != own
            if not chair.taken_over and chair.name not in retired
        ]

    # --- what happens ------------------------------------------------------------------------

    def after(self, event: m.AnyEvent) -> Contest:
        """The contest after an event, which leaves this one as it is."""
        other = copy(self)
        other._game = self.game.copy()
        other.chairs = {name: copy(chair) for name, chair in self.chairs.items()}
        other.clock = self.clock and self.clock.copy()
        other.moves, other.retired = self.moves.copy(), self.retired.copy()
        other.out, other.gone = self.out.copy(), self.gone.copy()
        other.undo, other.recent = copy(self.undo), self.recent.copy()
        other._legal, other.wishes = self._legal.copy(), self.wishes.copy()
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
            self.end = event.seq

    def _happen(self, event: m.AnyEvent) -> None:  # noqa: PLR0912  # one case for each event
        match event:
            case m.Moved():
                self.game.play(event.placement, recorded=True)
                self.moves.append((event.colour, event.placement, event.seat, event.ms))
                if self.clock is not None:
                    self.clock.spend(event.seat, event.ms)
                self.undo = None
                self.wishes.clear()
                self._moved_on("played")
            case m.Undone():
                self._take_back(event)
            case m.UndoAsked():
                self.take_backs += 1
                self.wishes[event.seat] = self.wishes.get(event.seat, 0) + 1
                self.undo = UndoRequest(event.seat, event.to, self.asked_by(event.seat))
            case m.UndoAgreed():
                assert self.undo is not None
                holder, asked = self.chairs[event.seat].holder, self.undo.waiting
                self.undo.waiting = [s for s in asked if self.chairs[s].holder != holder]
            case m.UndoRefused():
                self.undo = None
            case m.Resigned() | m.TimedOut():
                self._leave(event)
            case m.Joined():
                chair = self.chairs[event.seat]
                chair.kind, chair.joined, chair.holder = "person", True, event.holder
                chair.player = event.player or chair.player
                chair.account = event.account
            case m.Left():
                chair = self.chairs[event.seat]
                chair.kind, chair.joined, chair.holder, chair.player = "open", False, "", ""
                chair.account = ""
            case m.Filled():
                chair = self.chairs[event.seat]
                chair.kind, chair.level, chair.joined = "computer", event.level, True
                if self.clock is not None:
                    self.clock.leave(event.seat)
            case m.TakenOver():
                chair = self.chairs[event.seat]
                chair.taken_over, chair.level = True, event.level
                self.takeovers += 1
                self.undo = None
            case m.TakenBack():
                chair = self.chairs[event.seat]
                chair.taken_over, chair.level = False, None
            case m.Rematched():
                self.rematch = event.game

    def _leave(self, event: m.Resigned | m.TimedOut) -> None:
        chair = self.chairs[event.seat]
        self.out[event.seat] = "resigned" if isinstance(event, m.Resigned) else "time"
        self.gone[event.seat] = len(self.moves)
        self.undo = None
        if event.level is not None:
            chair.taken_over, chair.level = True, event.level
            if self.clock is not None:
                self.clock.leave(event.seat)
            return
        # Nobody waits for computers that play on for others: with the last one they leave, too.
        rest = self.chairs if self.rated else ()
        for seat in [event.seat, *(seat for seat in rest if seat != event.seat)]:
            if not self.game.is_over:
                self.game.retire(seat, recorded=True)
                self.retired.append((len(self.moves), seat))
        self._moved_on(self.out[event.seat])

    def _take_back(self, event: m.Undone) -> None:
        left = self.game.retired
        while len(self.moves) > event.to:
            self.game.undo()
            self.moves.pop()
        for seat in left if event.stay else ():
            if seat not in self.game.retired and not self.game.is_over:
                self.game.retire(seat)
        self.retired = list(self.game.retirements)
        gone = {seat for _, seat in self.retired}
        self.out = {seat: why for seat, why in self.out.items() if seat in gone}
        self.gone = {seat: after for seat, after in self.gone.items() if seat in gone}
        self.undo = None
        self.take_backs += 1
        self.wishes.clear()
        self._moved_on("played")

    def _moved_on(self, why: str) -> None:
        """The position has changed."""
        self._legal = {}
        self.ended = why if self.game.is_over else None


def _start(seat: m.SeatStart) -> tuple[str, str, int | None, str, bool, str]:
    return seat.kind, seat.player, seat.level, seat.holder, seat.joined, seat.account
