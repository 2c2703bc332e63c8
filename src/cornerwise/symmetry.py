"""The symmetries of a board: turns and mirrorings as what becomes of every cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from cornerwise.geometry import Board, Grid, Point, bits, mask_of


@dataclass(frozen=True, repr=False)
class Symmetry:
    """A turn or mirroring that maps a board to itself; `symmetry[cell]` is what a cell becomes.

    cells   the image of every cell
    points  the image of every lattice point
    """

    cells: tuple[int, ...]
    points: tuple[int, ...]

    def __getitem__(self, cell: int) -> int:
        return self.cells[cell]

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def is_identity(self) -> bool:
        """Whether everything stays where it is."""
        return self.cells == tuple(range(len(self.cells)))

    @cached_property
    def inverse(self) -> Symmetry:
        """The symmetry that takes everything back."""
        return Symmetry(_inverse(self.cells), _inverse(self.points))

    def of_cells(self, mask: int) -> int:
        """The image of a set of cells."""
        return mask_of(self.cells[cell] for cell in bits(mask))

    def of_points(self, mask: int) -> int:
        """The image of a set of lattice points."""
        return mask_of(self.points[point] for point in bits(mask))

    def __repr__(self) -> str:
        return f"<Symmetry of {len(self)} cells{': identity' * self.is_identity}>"


@cache
def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """The turns and mirrorings that map a board to itself: for each, every cell's image.

    The turns come first, by rising angle, beginning with none at all.
    """
    grid = board.grid
    found: dict[Symmetry, None] = {}
    for mirrored in (False, True):
        corners = [grid.corners(place) for place in board.places]
        if mirrored:
            corners = [tuple((-x, y) for x, y in cell) for cell in corners]
        for _ in range(grid.turns):
            if image := _image(board, corners):
                found.setdefault(image)
            corners = [tuple(_turned(grid, point) for point in cell) for cell in corners]
    return tuple(found)


def turn_of(board: Board, order: int) -> Symmetry | None:
    """The turn of a board by a full circle over `order`, if it fits."""
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


def _image(board: Board, corners: Sequence[tuple[Point, ...]]) -> Symmetry | None:
    """Which cells these corners belong to once the board's outline is where it was."""
    known = _by_corners(board)
    left, top = _least(point for cell in corners for point in cell)
    home_x, home_y = _least(board.lattice)
    moved = [tuple((x - left + home_x, y - top + home_y) for x, y in cell) for cell in corners]
    image = [known.get(frozenset(cell)) for cell in moved]
    cells = [cell for cell in image if cell is not None]
    if len(cells) < len(board):
        return None
    number = {point: at for at, point in enumerate(board.lattice)}
    points = {
        point: number[now]
        for own, there in zip(board.corners, moved, strict=True)
        for point, now in zip(own, there, strict=True)
    }
    return Symmetry(tuple(cells), tuple(points[at] for at in range(len(board.lattice))))


@cache
def _by_corners(board: Board) -> dict[frozenset[Point], int]:
    return {frozenset(board.grid.corners(place)): cell for place, cell in board.numbers.items()}


def _least(points: Iterable[Point]) -> Point:
    found = list(points)
    return min(x for x, _ in found), min(y for _, y in found)


def _inverse(image: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(range(len(image)), key=image.__getitem__))
