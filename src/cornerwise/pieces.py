"""Pieces: every free polyform of a grid up to a size (R1), with its orientations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from cornerwise.geometry import SQUARES, TRIANGLES, Grid, Point

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


# The names, in the order of `free_polyforms`, size by size: a letter of that look and the size.
_NAMES = {
    SQUARES: (
        ("I1",),
        ("I2",),
        ("I3", "V3"),
        ("I4", "L4", "T4", "O4", "Z4"),
        ("I5", "L5", "Y5", "P5", "U5", "V5", "T5", "N5", "F5", "W5", "Z5", "X5"),
    ),
    TRIANGLES: (
        ("I1",),
        ("I2",),
        ("I3",),
        ("C4", "A4", "I4"),
        ("L5", "P5", "I5", "C5"),
        ("S6", "F6", "M6", "X6", "W6", "J6", "E6", "T6", "I6", "U6", "V6", "O6"),
    ),
}


@cache
def piece_set(grid: Grid) -> tuple[Piece, ...]:
    """The pieces that each colour has on this grid, smallest first (R1)."""
    pieces = []
    for size, names in enumerate(_NAMES[grid], start=1):
        for name, shape in zip(names, free_polyforms(grid, size), strict=True):
            shapes = orientations(grid, shape)
            number = {shape: index for index, shape in enumerate(shapes)}
            turned = tuple(number[grid.turned(s)] for s in shapes)
            flipped = tuple(number[grid.flipped(s)] for s in shapes)
            pieces.append(Piece(name, size, shapes, turned, flipped))
    return tuple(pieces)
