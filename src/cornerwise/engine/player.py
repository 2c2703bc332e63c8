"""The engine: chooses moves and explains them."""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, SupportsFloat

from cornerwise import _kernel, kernel
from cornerwise.engine.analysis import Analysis, Candidate
from cornerwise.engine.book import FROM_LEVEL, book_in, book_of
from cornerwise.engine.knowledge import knowledge_of
from cornerwise.engine.levels import Level, level_of
from cornerwise.errors import EngineError
from cornerwise.game import Game, a_game
from cornerwise.notation import AnyMove, Move, whole_number

if TYPE_CHECKING:
    from cornerwise.tutor import Explanation

SLICE = 0.05
"""Seconds between looks at the clock and at Ctrl-C. They must not change what a search finds."""

CHECKPOINTS = 32
"""How often a search with a number of simulations is asked whether its best move can still change.
It is asked at fixed counts, so that the answer depends on nothing but the search."""

FEW_MOVES = 150
"""Legal moves of all colours together up to which it is worth trying to solve a position."""

SOLVING, CHECKING = 1 / 3, 1 / 6
"""The solver's shares of the time: to solve a position, and to check the search's move against a
proved win."""

SOLVER_NODE = 256
"""Bytes for each position that a solver looks at, doubled: a search may follow."""

_ENDLESS = 1 << 62


class Engine:
    """A computer player for every variant: it thinks for a level, a time or so many simulations.

    threads   how many threads search one position together
    seed      where chance starts. With one thread, and a level or simulations, the same seed and
              the same game always give the same move, however fast or busy the machine is
    memory    bytes that a search may take
    weights   a file of weights instead of the engine's own, as `cornerwise train` makes them, or a
              folder of such files
    trust     how much playouts count beside the value, as a multiple of what was learned: 0 for the
              value alone, a large number for playouts alone
    prove     whether to prove endings and play them exactly; False gives a plain tree search to
              compare with, in which every simulation follows one game
    book      whether to use the opening book, or the file of another one (docs/book.md); by default
              levels 6 to 9 do, and searches with `seconds` or `simulations` do not

    >>> engine = Engine(simulations=50, seed=1)
    >>> game = Game("duo")
    >>> engine.choose(game) in game.legal_moves
    True
    """

    def __init__(
        self,
        level: int | Level | None = None,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        threads: int = 1,
        seed: int | None = None,
        memory: int = 256 << 20,
        weights: str | Path | None = None,
        trust: float = 1.0,
        prove: bool = True,
        book: bool | str | Path | None = None,
    ) -> None:
        if (level, seconds, simulations).count(None) < 2:
            raise EngineError("give a level, seconds or simulations, not several of them")
        if seconds is None and simulations is None:
            given = 5 if level is None else level
            self.level: Level | None = given if isinstance(given, Level) else level_of(given)
        else:
            self.level = None
        self.seconds, self.simulations = _seconds(seconds), _simulations(simulations)
        self.threads = _whole("threads", threads, 1, 256)
        self.memory = _whole("memory", memory, 1 << 20, 1 << 40)
        self.trust, self.prove = _number("trust", trust, 0, 100), prove
        self.weights = None if weights is None else Path(weights)
        if book is None:
            book = self.level is not None and self.level.number >= FROM_LEVEL
        self.book = book if isinstance(book, bool) else Path(book)
        if isinstance(self.book, Path):
            book_in(self.book)  # raises if it is none
        self.seed = random.randrange(1 << 32) if seed is None else _whole("seed", seed)
        self.analysis: Analysis | None = None
        """What the last search of `choose` found; None where there was nothing to search."""
        self._thoughts: set[_Thought] = set()
        self._lock = Lock()

    def choose(self, game: Game) -> Move:
        """A move for the colour on turn; the game is left as it is."""
        # A level with a temperature draws among moves by their visits, so it needs all of them.
        analyses = self.analyse(game, decided=self._temperature(a_game(game)) == 0)
        self.analysis = None
        if len(game.legal_moves) == 1:
            return game.legal_moves[0]
        if known := self._from_book(game):
            return known
        *_, self.analysis = analyses
        return self._picked(self.analysis, game)

    def analyse(
        self,
        game: Game,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        every: float = 0.25,
        decided: bool = False,
    ) -> Iterator[Analysis]:
        """Search and yield what is known so far, about `every` so many seconds and at the end.

        The limits are the engine's unless others are given here. Leave the loop, or call `stop`
        from any thread, to end the search. `decided` ends it once no other move can come out best.
        """
        if a_game(game).is_over:
            raise EngineError("the game is over: there is no move to choose")
        every = _number("every", every, 0, 1_000_000_000)
        seconds, simulations = _seconds(seconds), _simulations(simulations)
        if seconds is None and simulations is None:
            seconds, simulations = self._limits(game)
        return self._analyses(game, _Thought(seconds, simulations or _ENDLESS, every, decided))

    def explain(
        self, game: Game, move: AnyMove | None = None, *, analysis: Analysis | None = None
    ) -> Explanation:
        """Why a move is worse than the best one, or what speaks for the best (docs/tutor.md)."""
        from cornerwise.tutor import explain

        return explain(game, move, engine=self, analysis=analysis)

    def stop(self) -> None:
        """End every search of this engine that is under way, from any thread."""
        with self._lock:
            for thought in self._thoughts:
                thought.stop()

    def __repr__(self) -> str:
        if self.level is not None:
            how = f"level={self.level.number}"
        elif self.seconds is not None:
            how = f"seconds={self.seconds}"
        else:
            how = f"simulations={self.simulations}"
        return f"Engine({how}, threads={self.threads}, seed={self.seed})"

    def _limits(self, game: Game) -> tuple[float | None, int | None]:
        if self.level is not None:
            return None, self.level.simulations(game.variant.edition)
        return self.seconds, self.simulations

    def _analyses(self, game: Game, thought: _Thought) -> Iterator[Analysis]:
        with self._lock:
            self._thoughts.add(thought)
        try:
            yield from self._found(game, thought)
        finally:
            with self._lock:
                self._thoughts.discard(thought)

    def _found(self, game: Game, thought: _Thought) -> Iterator[Analysis]:
        """What the solver proves, if it proves all, or else what the search finds."""
        thought.begun = time.perf_counter()
        position = position_of(game)
        exactly = self.prove and self._temperature(game) == 0
        solver = solver_of(position) if exactly else None
        solved = None if solver is None else self._solved(game, solver, thought)
        if solved is not None and solved.exact:
            yield solved
            return
        if solver is None or solved is None:
            del solver  # its memory is free
            yield (yield from self._searched(game, position, thought, self.memory))
            return
        last = yield from self._searched(game, position, thought, self.memory // 2, CHECKING)
        if not last.exact:
            # The search's move usually wins by more. If it is not proved to win, play what is.
            thought.turn_to(solver)
            share = solved.results[solved.seat]
            if not solver.ensures(last.move.number, share, *self._limits_of(thought, CHECKING)):
                last = solved
        yield last

    def _searched(
        self,
        game: Game,
        position: _kernel.Position,
        thought: _Thought,
        memory: int,
        spare: float = 0.0,
    ) -> Generator[Analysis, None, Analysis]:
        """Yields what a search knows by the way, and returns what it knew in the end.

        spare  the share of the time that is left for what comes after the search
        """
        simulations = thought.simulations
        until = float("inf")
        if thought.seconds is not None:
            until = thought.begun + (1 - spare) * thought.seconds
        settings = _kernel.SearchSettings()
        settings.seed = self.seed % (1 << 64)
        settings.memory = memory
        settings.trust, settings.prove = self.trust, self.prove
        variant = game.variant
        known = knowledge_of(variant.edition.name, variant.team_count, self.weights)
        search = _kernel.Search(position, known.priors, known.value, settings)
        thought.turn_to(search)
        shown = now = start = time.perf_counter()
        ended = False
        while not ended and search.simulations < simulations and now < until:
            goal = simulations if thought.seconds else _checkpoint(search.simulations, simulations)
            search.run(goal, min(SLICE, until - now), self.threads)
            now = time.perf_counter()
            ended = search.is_stopped or search.is_settled
            if thought.decided and (thought.seconds or search.simulations == goal):
                share = (now - start) / (until - start)  # of the time, 0 if there is no end to it
                ended = ended or is_decided(search, simulations, share)
            if not ended and now - shown >= thought.every:
                shown = now
                yield _analysis(game, search, now - thought.begun)
        return _analysis(game, search, time.perf_counter() - thought.begun)

    def _solved(self, game: Game, solver: _kernel.Solver, thought: _Thought) -> Analysis | None:
        """The proved outcome of every move, if it is found in good time.

        To choose a move the best is enough, even if it is only proved to win.
        """
        begun = time.perf_counter()
        limits = self._limits_of(thought, SOLVING)
        thought.turn_to(solver)
        if thought.decided:
            solutions = [best] if (best := solver.best(*limits)) else []
        else:
            solutions = solver.solve(*limits)
        return _proved(game, solutions, time.perf_counter() - begun) if solutions else None

    def _limits_of(self, thought: _Thought, share: float) -> tuple[int, float]:
        """The solver's, nodes and seconds, for a share of the time."""
        nodes = min(self.memory // SOLVER_NODE, 10 * thought.simulations, 1_000_000)
        return nodes, 1e9 if thought.seconds is None else share * thought.seconds

    def _from_book(self, game: Game) -> Move | None:
        if not self.book:
            return None
        book = book_in(self.book) if isinstance(self.book, Path) else book_of(game.variant.name)
        dice = random.Random(f"{self.seed}:{len(game.turns)}:book")
        return None if book is None else book.choose(game, dice)

    def _temperature(self, game: Game) -> float:
        return 0.0 if self.level is None else self.level.temperature(game.variant.edition)

    def _picked(self, analysis: Analysis, game: Game) -> Move:
        """The best move, or with a temperature one that looked nearly as good."""
        temperature = self._temperature(game)
        if temperature == 0:
            return analysis.move
        visits = [c.visits + c.prior for c in analysis.candidates]
        if analysis.exact:  # it ended early: all further visits would have been for the best move
            visits[0] += max(0, (self._limits(game)[1] or 0) - analysis.simulations)
        chances = [count ** (1 / temperature) for count in visits]
        dice = random.Random(f"{self.seed}:{len(game.turns)}")
        return dice.choices(analysis.candidates, chances)[0].move


class _Thought:
    """Thinking about a position, first by the solver, then by a search, until it is stopped.

    decided  end it once no other move can come out best
    begun    when it was begun
    """

    def __init__(
        self, seconds: float | None, simulations: int, every: float, decided: bool
    ) -> None:
        self.seconds, self.simulations = seconds, simulations
        self.every, self.decided = every, decided
        self.begun = 0.0
        self._part: _kernel.Search | _kernel.Solver | None = None
        self._stopped = False
        self._lock = Lock()

    def turn_to(self, part: _kernel.Search | _kernel.Solver) -> None:
        """Go on with this part, which ends at once if all of it was stopped before."""
        with self._lock:
            self._part = part
            if self._stopped:
                part.stop()

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._part is not None:
                self._part.stop()


def position_of(game: Game) -> _kernel.Position:
    """The kernel's position of a game: all laid out, who left is out, the same colour on turn."""
    position = _kernel.Position(kernel.rules(game.variant))
    colours = game.variant.colours
    for colour, move in game.placements:
        position.lay(colours.index(colour), game.move(move).number)
    seats = {seat.name: seat.colours for seat in game.variant.seats}
    for name in game.retired:
        for colour in seats[name]:
            position.retire(colours.index(colour))
    if game.variant.shared is not None:  # who is next depends on when the others left (C6)
        position.give_share(list(seats).index(game.seat_for(game.variant.shared)))
    if game.to_play is not None:
        position.give_turn(colours.index(game.to_play))
    return position


def solver_of(position: _kernel.Position) -> _kernel.Solver | None:
    """A solver, if so few moves remain that it is worth trying."""
    remaining = sum(position.count(colour) for colour in range(len(position.points())))
    return _kernel.Solver(position) if remaining <= FEW_MOVES else None


def _seconds(given: float | None) -> float | None:
    return None if given is None else _number("seconds", given, 0.001, 1_000_000_000)


def _simulations(given: int | None) -> int | None:
    return None if given is None else _whole("simulations", given, 1)


def _number(name: str, given: float, low: float, high: float) -> float:
    if not isinstance(given, SupportsFloat) or not low <= float(given) <= high:
        raise EngineError(f"{name} must be a number from {low:,} to {high:,}, not {given!r}")
    return given


def _whole(name: str, given: int, low: int | None = None, high: int = _ENDLESS) -> int:
    """A whole number of any kind, numpy's too. Without a lower bound there is none at all."""
    number = whole_number(given)
    if number is None or (low is not None and not low <= number <= high):
        until = f" to {high:,}" if high < _ENDLESS else ""
        within = "" if low is None else f" from {low:,}{until}"
        raise EngineError(f"{name} must be a whole number{within}, not {given!r}")
    return number


def is_decided(search: _kernel.Search, simulations: int, share: float) -> bool:
    """Whether the best move stays the best however the rest of the search goes.

    The rest is what is missing of `simulations`, or what fits into the time left. `share` is the
    part of the time that has passed.
    """
    done = search.simulations
    rest = min(simulations - done, done / share - done if share > 0 else float("inf"))
    return search.is_settled or (rest < done and search.lead > rest)


def _checkpoint(done: int, simulations: int) -> int:
    """The next count of simulations at which a search looks whether it is decided."""
    step = max(1, simulations // CHECKPOINTS)
    return min(simulations, (done // step + 1) * step)


class _Seats:
    """What the kernel says of sides, translated to the seats of a game."""

    def __init__(self, game: Game) -> None:
        sides = kernel.sides(game.variant)
        self._side = {seat.name: sides.index(seat.team) for seat in game.variant.seats}
        self._counted = game.variant.scoring.counted  # the kernel's points are worths in cells

    def results(self, shares: Sequence[float]) -> dict[str, float]:
        return {seat: shares[side] for seat, side in self._side.items()}

    def divided(self, seat: str, share: float) -> list[float]:
        """The shares of two sides, if this seat's is known."""
        return [share if side == self._side[seat] else 1 - share for side in range(2)]

    def scores(self, points: Sequence[float]) -> dict[str, float]:
        return {seat: self._counted(points[side]) for seat, side in self._side.items()}


def _moves(game: Game, numbers: Sequence[int]) -> tuple[Move, ...]:
    return tuple(Move(game.tables, number) for number in numbers)


def _analysis(game: Game, search: _kernel.Search, seconds: float) -> Analysis:
    seats = _Seats(game)
    candidates = tuple(
        Candidate(
            Move(game.tables, move),
            visits,
            prior,
            value,
            seats.results(shares),
            seats.scores(points),
        )
        for move, visits, prior, value, shares, points in search.verdicts()
    )
    line, made = _moves(game, search.line()), search.simulations
    return Analysis(game.seat_to_play or "", candidates, line, made, seconds, search.is_settled)


def _proved(game: Game, solutions: Sequence[_kernel.Solution], seconds: float) -> Analysis:
    seat, seats = game.seat_to_play or "", _Seats(game)
    candidates = []
    for move, points, _, share, exact in solutions:
        results = seats.results(
            _shares(points, kernel.complete(game.variant)) if exact else seats.divided(seat, share)
        )
        scores = seats.scores(points)
        candidates.append(
            Candidate(Move(game.tables, move), 0, 0.0, results[seat], results, scores)
        )
    _, _, line, _, exact = solutions[0]
    return Analysis(seat, tuple(candidates), _moves(game, line), 0, seconds, exact)


def _shares(points: Sequence[int], complete: int) -> list[float]:
    """Each side's share of the win; alone at the table, whether everything is placed."""
    if len(points) == 1:
        return [float(points[0] >= complete)]
    best = max(points)
    return [(value == best) / points.count(best) for value in points]
