"""The symmetries of a board: turns and mirrorings as what becomes of every cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from cornerwise.geometry import Board, Grid, Point


@cache
def symmetries(board: Board) -> tuple[tuple[int, ...], ...]:
    """The turns and mirrorings that map a board to itself: for each, every cell's image.

    The turns come first, by rising angle, beginning with none at all.
    """
    grid = board.grid
    found: dict[tuple[int, ...], None] = {}
    for mirrored in (False, True):
        corners = [grid.corners(place) for place in board.places]
        if mirrored:
            corners = [tuple((-x, y) for x, y in cell) for cell in corners]
        for _ in range(grid.turns):
            if image := _image(board, corners):
                found.setdefault(image)
            corners = [tuple(_turned(grid, point) for point in cell) for cell in corners]
    return tuple(found)


def turn_of(board: Board, order: int) -> tuple[int, ...] | None:
    """The image of every cell under a turn by a full circle over `order`, if it fits."""
    grid = board.grid
    if grid.turns % order:
        return None
    corners = [grid.corners(place) for place in board.places]
    for _ in range(grid.turns // order):
        corners = [tuple(_turned(grid, point) for point in cell) for cell in corners]
    return _image(board, corners)


def _turned(grid: Grid, point: Point) -> Point:
    (a, b, c, d), (x, y) = grid.turn, point
    return (a * x + b * y) // grid.divisor, (c * x + d * y) // grid.divisor


def _image(board: Board, corners: Sequence[tuple[Point, ...]]) -> tuple[int, ...] | None:
    """Which cells these corners belong to once the board's outline is where it was."""
    known = _by_corners(board)
    left, top = _least(point for cell in corners for point in cell)
    home_x, home_y = _least(board.lattice)
    image = [
        known.get(frozenset((x - left + home_x, y - top + home_y) for x, y in cell))
        for cell in corners
    ]
    cells = [cell for cell in image if cell is not None]
    return tuple(cells) if len(cells) == len(board) else None


@cache
def _by_corners(board: Board) -> dict[frozenset[Point], int]:
    return {frozenset(board.grid.corners(place)): cell for place, cell in board.numbers.items()}


def _least(points: Iterable[Point]) -> Point:
    found = list(points)
    return min(x for x, _ in found), min(y for _, y in found)
