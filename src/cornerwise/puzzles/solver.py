"""Answers: can this be solved, and how? "no" is said only when it is proved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from time import monotonic
from typing import NamedTuple

from cornerwise.errors import PuzzleError
from cornerwise.puzzles.count import Arrangement, arrangement
from cornerwise.puzzles.ejection import Ejection
from cornerwise.puzzles.exact import MAX_OPTIONS, Exact, options
from cornerwise.puzzles.order import as_game
from cornerwise.puzzles.puzzle import Given, Laid, Puzzle
from cornerwise.symmetry import symmetries
from cornerwise.variants import Colour

SLICE = 0.05
"""How many seconds a search runs between two looks at the clock."""

_PROOF_TURN, _EJECTION_TURN = 1000, 3000
"""Steps that the two searches for the rest of a game take in turn: one may prove it impossible,
the other finds solutions. Turns are counted in steps, so the answer does not depend on speed."""
_ENDLESS = 2**60


@dataclass(frozen=True)
class Answer:
    """What is known about a puzzle, or about a position of it.

    verdict   "yes", "no" (proved) or "unknown"
    solution  all pieces of a solution, with "yes"
    best      the most that could be laid, otherwise
    """

    verdict: str
    solution: tuple[Laid, ...] = ()
    best: tuple[Laid, ...] = ()
    steps: int = 0
    seconds: float = 0.0


class Solver:
    """A search that can be run in slices and asked for its answer at any time."""

    def __init__(
        self, puzzle: Puzzle, placed: Given = (), *, seed: int = 0, symmetric: bool = False
    ) -> None:
        self.puzzle = puzzle
        self.laid = puzzle.laid(placed)
        self._seconds = 0.0
        self._turn = _PROOF_TURN
        """Steps that are left of the proof's turn; below 0, those made of the other's turn."""
        self._verdict, self._solution = "unknown", tuple[Laid, ...]()
        self._exact: Exact | None = None
        self._ejection: Ejection | None = None
        if puzzle.check(self.laid).problems:
            self._verdict = "no"
        elif puzzle.complete and not symmetric:
            self._solution = _from_table(puzzle, self.laid)
            self._verdict = "yes" if self._solution else "no"
        elif puzzle.game:
            self._ejection = Ejection(puzzle, self.laid, seed=seed, symmetric=symmetric)
            self._exact = self._proof()
        elif symmetric:
            raise PuzzleError(
                f"symmetric solutions are sought for games such as the-84: not {puzzle}"
            )
        else:
            self._exact = Exact(puzzle, self.laid, seed=seed)

    def _proof(self) -> Exact | None:
        """A search that may prove the rest of a game impossible, if it is small enough."""
        begun = {piece.colour for piece in self.laid}
        if len(begun) < len(self.puzzle.colours):
            return None
        small = len(options(self.puzzle, self.laid)) <= MAX_OPTIONS
        return Exact(self.puzzle, self.laid) if small else None

    def run(self, seconds: float = SLICE) -> bool:
        """Search on for a while. True when the answer is "yes" or "no"."""
        began = monotonic()
        end = began + seconds
        while self._verdict == "unknown" and (left := end - monotonic()) > 0:
            self._search_on(left)
        self._seconds += monotonic() - began
        return self._verdict != "unknown"

    def _search_on(self, seconds: float) -> None:
        """Go on with the search whose turn it is, to the end of its turn at most."""
        exact, ejection = self._exact, self._ejection
        if exact and ejection:
            begun = exact.steps + ejection.steps
            if self._turn > 0:
                self._run_exact(exact, seconds, self._turn)
            else:
                self._run_ejection(ejection, seconds, _EJECTION_TURN + self._turn)
            self._turn -= exact.steps + ejection.steps - begun
            if self._turn <= -_EJECTION_TURN:
                self._turn = _PROOF_TURN
        elif exact:
            self._run_exact(exact, seconds)
        elif ejection:
            self._run_ejection(ejection, seconds)

    def _run_ejection(self, ejection: Ejection, seconds: float, steps: int = _ENDLESS) -> None:
        if ejection.run(seconds, steps):
            self._verdict, self._solution = "yes", ejection.best

    def _run_exact(self, exact: Exact, seconds: float, steps: int = _ENDLESS) -> None:
        exact.run(seconds, steps=steps)
        if exact.finished and not exact.found:
            self._verdict = "no"
        elif exact.found and self.puzzle.check(exact.solutions[0]).solved:
            self._verdict, self._solution = "yes", exact.solutions[0]
        elif exact.finished or exact.found:
            self._exact = None  # it fits, but not by all rules of the game: no proof either way

    @property
    def steps(self) -> int:
        return sum(search.steps for search in (self._exact, self._ejection) if search)

    @property
    def best(self) -> tuple[Laid, ...]:
        """The most that could be laid so far."""
        if self._solution:
            return self._solution
        search = self._ejection or self._exact
        return (search.best if search else ()) or self.laid

    @property
    def answer(self) -> Answer:
        best = () if self._solution else self.best
        return Answer(self._verdict, self._solution, best, self.steps, self._seconds)


def solve(
    puzzle: Puzzle,
    placed: Given = (),
    *,
    seconds: float = 60.0,
    seed: int = 0,
    symmetric: bool = False,
    stop: Callable[[], bool] | None = None,
) -> Answer:
    """Solve a puzzle, or say whether a position of it can still be solved, within some seconds.

    >>> from cornerwise.puzzles import puzzle
    >>> answer = solve(puzzle("rectangle-chain"))
    >>> answer.verdict, len(answer.solution)
    ('yes', 20)
    """
    solver = Solver(puzzle, placed, seed=seed, symmetric=symmetric)
    end = monotonic() + seconds
    while not solver.run(max(0.0, min(SLICE, end - monotonic()))):
        if monotonic() >= end or (stop is not None and stop()):
            break
    return solver.answer


class Hint(NamedTuple):
    """A piece that leads on, if one is known, and the answer it comes from."""

    laid: Laid | None
    answer: Answer


def hint(
    puzzle: Puzzle,
    placed: Given = (),
    *,
    seconds: float = 5.0,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> Hint:
    """One right piece to lay next: in a game one that may be laid now, else the lowest."""
    laid = puzzle.laid(placed)
    if known := _known(puzzle, laid):
        answer = Answer("yes", known)
    else:
        answer = solve(puzzle, laid, seconds=seconds, seed=seed, stop=stop)
    rest = [piece for piece in answer.solution if piece not in laid]
    if not rest:
        return Hint(None, answer)
    if puzzle.game:
        turns = (Laid(t.colour, t.move) for t in as_game(puzzle, answer.solution, laid).turns)
        return Hint(next(turn for turn in turns if turn not in laid), answer)
    return Hint(min(rest, key=lambda piece: piece.move.cells), answer)


def _known(puzzle: Puzzle, laid: Sequence[Laid]) -> tuple[Laid, ...]:
    """A solution that comes with the puzzle and contains these pieces as they lie."""
    known = (puzzle.laid(solution) for solution in puzzle.solutions)
    return next((solution for solution in known if set(laid) <= set(solution)), ())


# --- the table of all solutions ----------------------------------------------------------


def _from_table(puzzle: Puzzle, laid: Sequence[Laid]) -> tuple[Laid, ...]:
    """The first of all solutions that contains these pieces, coloured as they are."""
    for solution in all_solutions(puzzle):
        colours = _colouring(puzzle, solution, laid)
        if colours is not None:
            return puzzle.laid((colours[c], _text(puzzle, cells)) for cells, c, _ in solution)
    return ()


def _colouring(
    puzzle: Puzzle, solution: Arrangement, laid: Sequence[Laid]
) -> dict[int, Colour] | None:
    """Which colour each numbered colour of a solution is, if these pieces belong to it."""
    known = {cells: colour for cells, colour, _ in solution}
    found: dict[int, Colour] = {}
    for colour, move in laid:
        number = known.get(move.cells)
        if number is None or found.setdefault(number, colour) != colour:
            return None
    if len(set(found.values())) < len(found):
        return None
    size = len(puzzle.kinds)
    for number in sorted(set(known.values()) - set(found)):
        free = (
            colour
            for colour, kind in zip(puzzle.colours, puzzle.kinds, strict=True)
            if kind == number // size and colour not in found.values()
        )
        found[number] = next(free)
    return found


def _text(puzzle: Puzzle, cells: Sequence[int]) -> str:
    return ",".join(puzzle.board.cell_names[cell] for cell in cells)


@cache
def all_solutions(puzzle: Puzzle) -> tuple[Arrangement, ...]:
    """Every solution of a puzzle whose solutions are all known, up to names of like colours."""
    images = symmetries(puzzle.board)
    known = [puzzle.laid(solution) for solution in puzzle.solutions]
    return tuple(sorted({arrangement(puzzle, laid, image) for laid in known for image in images}))
