"""Counting solutions, and telling those apart that differ in more than colour and symmetry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import perm
from time import monotonic

from cornerwise.puzzles.exact import Exact
from cornerwise.puzzles.puzzle import Given, Laid, Puzzle
from cornerwise.symmetry import Symmetry, symmetries

Arrangement = tuple[tuple[tuple[int, ...], int, str], ...]
"""The cells, colour and piece of everything laid, by cells: colours numbered as they appear."""

LIMIT = 50_000
"""Counting stops at so many solutions."""


@dataclass(frozen=True)
class Count:
    """How many solutions there are.

    coloured   in all
    renamed    up to exchanging colours that have the same pieces
    different  up to that and to turning and mirroring the region
    exact      whether these are all; otherwise there are at least so many
    solutions  one of each that is different
    """

    coloured: int
    renamed: int
    different: int
    exact: bool
    steps: int
    solutions: tuple[tuple[Laid, ...], ...]


Report = Callable[[int, int], bool]
"""Called a few times a second with the steps made and the solutions found: True stops."""


def count(
    puzzle: Puzzle,
    placed: Given = (),
    *,
    seconds: float = 3600.0,
    steps: int = 2**60,
    report: Report | None = None,
) -> Count:
    """Count the solutions that contain the pieces placed, within some time or steps."""
    laid = puzzle.laid(placed)
    search = Exact(puzzle, laid, reduced=True)
    end = monotonic() + seconds
    while not search.finished and search.found < LIMIT and search.steps < steps:
        search.run(0.1, LIMIT - search.found, steps - search.steps)
        if monotonic() > end or (report and report(search.steps, search.found)):
            break
    images = [] if laid else symmetries(puzzle.board)[1:]
    different: dict[Arrangement, tuple[Laid, ...]] = {}
    renamed: set[Arrangement] = set()
    for solution in search.solutions:
        alike = {arrangement(puzzle, solution), *_images(puzzle, solution, images)}
        different.setdefault(min(alike), solution)
        renamed |= alike
    coloured = sum(_renamings(puzzle, laid, found) for found in renamed)
    return Count(
        coloured, len(renamed), len(different), search.finished, search.steps,
        tuple(different.values()),
    )  # fmt: skip


def arrangement(
    puzzle: Puzzle, solution: Iterable[Laid], image: Symmetry | None = None
) -> Arrangement:
    """A solution, or its image, as a value in which colours that are alike have no names."""
    rows = sorted(
        (
            tuple(sorted(image[c] for c in move.cells)) if image else move.cells,
            puzzle.colours.index(colour),
            move.piece.name,
        )
        for colour, move in solution
    )
    names: dict[int, int] = {}
    used = dict.fromkeys(puzzle.kinds, 0)
    for _, colour, _ in rows:
        if colour not in names:
            kind = puzzle.kinds[colour]
            names[colour] = kind * len(puzzle.kinds) + used[kind]
            used[kind] += 1
    return tuple((cells, names[colour], piece) for cells, colour, piece in rows)


def _images(
    puzzle: Puzzle, solution: tuple[Laid, ...], images: Iterable[Symmetry]
) -> Iterator[Arrangement]:
    return (arrangement(puzzle, solution, image) for image in images)


def _renamings(puzzle: Puzzle, laid: tuple[Laid, ...], found: Arrangement) -> int:
    """In how many ways colours can be given to a solution, those of pieces laid being fixed."""
    fixed = {puzzle.colours.index(piece.colour) for piece in laid}
    ways = 1
    for kind in set(puzzle.kinds):
        members = [at for at, k in enumerate(puzzle.kinds) if k == kind]
        held = len(fixed & set(members))
        used = len({colour for _, colour, _ in found if colour // len(puzzle.kinds) == kind})
        ways *= perm(len(members) - held, used - held)
    return ways
