"""Pieces: every free polyform of a grid up to a size (R1), with its orientations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from cornerwise.geometry import Grid, Point

Shape = tuple[Point, ...]
"""Cells of a grid, moved home and sorted: one orientation of a piece."""


@dataclass(frozen=True)
class Piece:
    """One shape of a colour's set.

    orientations  its different rotations and reflections
    turned        for each orientation, the one after a turn clockwise
    flipped       for each orientation, its mirror image
    """

    name: str
    size: int
    orientations: tuple[Shape, ...]
    turned: tuple[int, ...]
    flipped: tuple[int, ...]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Piece {self.name}>"


def listed(pieces: Iterable[Piece]) -> str:
    """The names of pieces, each once, with how many of it there are if there are several.

    >>> from cornerwise.geometry import SQUARES
    >>> bar, *others = piece_set(SQUARES)[1:4]
    >>> listed([bar, bar, *others])
    'I2×2 I3 V3'
    """
    counts = Counter(piece.name for piece in pieces)
    return " ".join(f"{name}×{many}" if many > 1 else name for name, many in counts.items())


def orientations(grid: Grid, cells: Iterable[Point]) -> tuple[Shape, ...]:
    """The different rotations of a shape, then those of its mirror image."""
    shape = grid.moved_home(cells)
    found: dict[Shape, None] = {}
    for side in (shape, grid.flipped(shape)):
        turned = side
        for _ in range(grid.turns):
            found.setdefault(turned)
            turned = grid.turned(turned)
    return tuple(found)


def free_polyforms(grid: Grid, size: int) -> tuple[Shape, ...]:
    """One shape for each free polyform of a size, in a fixed order.

    >>> from cornerwise.geometry import SQUARES, TRIANGLES
    >>> [len(free_polyforms(SQUARES, size)) for size in (1, 2, 3, 4, 5)]
    [1, 1, 2, 5, 12]
    >>> [len(free_polyforms(TRIANGLES, size)) for size in (1, 2, 3, 4, 5, 6)]
    [1, 1, 1, 3, 4, 12]
    """
    if size == 1:
        return (min(orientations(grid, [(0, 0)])),)
    grown = set()
    for smaller in free_polyforms(grid, size - 1):
        border = {near for cell in smaller for near in grid.neighbours(cell)} - set(smaller)
        grown |= {min(orientations(grid, (*smaller, cell))) for cell in border}
    return tuple(sorted(grown))


@cache
def piece_set(grid: Grid) -> tuple[Piece, ...]:
    """The pieces that each colour has on this grid, smallest first (R1)."""
    pieces = []
    for size, names in enumerate(grid.pieces, start=1):
        for name, shape in zip(names, free_polyforms(grid, size), strict=True):
            shapes = orientations(grid, shape)
            number = {shape: index for index, shape in enumerate(shapes)}
            turned = tuple(number[grid.turned(s)] for s in shapes)
            flipped = tuple(number[grid.flipped(s)] for s in shapes)
            pieces.append(Piece(name, size, shapes, turned, flipped))
    return tuple(pieces)
