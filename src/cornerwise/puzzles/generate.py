"""Making patterns: choose pieces for a figure until the solver finds what is wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import median
from time import monotonic

from cornerwise.errors import PuzzleError
from cornerwise.geometry import Board
from cornerwise.pieces import piece_set
from cornerwise.puzzles.count import count
from cornerwise.puzzles.exact import Exact
from cornerwise.puzzles.puzzle import Contact, Laid, Puzzle
from cornerwise.variants import COLOURS, Colour

Pieces = tuple[tuple[Colour, tuple[str, ...]], ...]
TABLE = 40
"""Up to so many solutions are kept with a pattern: questions about it then need no search."""
_STEPS = (10, 50, 200, 1000)
_FIND, _COUNT = 20_000, 200_000
"""Steps to spend on one choice of pieces: to find a solution, to find all."""
_LONG = 3600.0


def generate(
    board: Board,
    *,
    name: str = "pattern",
    title: str = "",
    colours: int = 1,
    unique: bool = False,
    seed: int = 0,
    attempts: int = 1000,
    seconds: float = 60.0,
    stop: Callable[[], bool] | None = None,
) -> Puzzle:
    """A pattern for a region: pieces of some colours that fill it, and its grade.

    Pieces of one colour meet only at vertices, unless there is only one colour. The answer
    depends on the seed alone, unless time runs out.
    """
    if not 1 <= colours <= len(COLOURS):
        raise PuzzleError(f"a pattern has 1 to {len(COLOURS)} colours, not {colours}")
    random = Random(seed)
    contact = Contact(own="free" if colours == 1 else "vertices")
    end = monotonic() + seconds
    for _ in range(attempts):
        if monotonic() >= end or (stop and stop()):
            break
        pieces = _choice(board, colours, random)
        puzzle = Puzzle(name, title or name, board, pieces, contact)
        found = Exact(puzzle, seed=random.randrange(1, 2**32))
        found.run(_LONG, steps=_FIND)
        if not found.found:
            continue
        counted = count(puzzle, steps=_COUNT)
        if unique and not (counted.exact and counted.different == 1):
            continue
        complete = counted.exact and counted.different <= TABLE
        solutions = counted.solutions if complete else found.solutions[:1]
        return replace(
            puzzle,
            level=grade(puzzle),
            complete=complete,
            solutions=tuple(sorted(written(solution) for solution in solutions)),
        )
    raise PuzzleError(f"no pattern was found for {name} with this seed in the time given")


def grade(puzzle: Puzzle) -> int:
    """The level, 1 to 5: how many steps the solver takes to the first solution.

    The median of nine searches in random order, so that no lucky one decides.
    """
    steps = []
    for seed in range(1, 10):
        search = Exact(puzzle, seed=seed)
        search.run(_LONG, steps=_FIND)
        steps.append(search.steps)
    middle = median(steps)
    return 1 + sum(middle > limit for limit in _STEPS)


def written(solution: tuple[Laid, ...]) -> tuple[tuple[str, str], ...]:
    order = {colour: at for at, colour in enumerate(COLOURS)}
    laid = sorted(solution, key=lambda piece: (order[piece.colour], piece.move.cells))
    return tuple((str(piece.colour), str(piece.move)) for piece in laid)


def _choice(board: Board, colours: int, random: Random) -> Pieces:
    """Random pieces, no single cells, that have as many cells together as the region."""
    known = [piece for piece in piece_set(board.grid) if piece.size > 1]
    pool = [(colour, piece) for colour in COLOURS[:colours] for piece in known]
    if sum(piece.size for _, piece in pool) < len(board):
        raise PuzzleError(f"{colours} colours have too few pieces for {len(board)} cells")
    for _ in range(10_000):
        # Big pieces come first more often than not: they make the better puzzles.
        pool.sort(key=lambda entry: random.random() / entry[1].size)
        left, chosen = len(board), []
        for colour, piece in pool:
            if piece.size <= left:
                left -= piece.size
                chosen.append((colour, piece))
        used = {colour for colour, _ in chosen}
        if not left and len(used) == colours:
            return tuple(
                (colour, tuple(piece.name for piece in known if (colour, piece) in chosen))
                for colour in COLOURS[:colours]
            )
    raise PuzzleError(f"no choice of pieces of {colours} colours has {len(board)} cells")
