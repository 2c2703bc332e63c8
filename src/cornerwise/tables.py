"""The numbered placements of an edition: what the rules, the kernel and the wire speak of.

All distinct placements are numbered by piece (in the order of the piece set), then by their cells
in ascending order. Sets of placements are Python integers used as bitsets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache, reduce
from operator import or_

from cornerwise.geometry import Board, Point
from cornerwise.pieces import Piece, Shape
from cornerwise.variants import Edition


class Tables:
    """Every placement of an edition.

    cells        the cells of each placement, ascending
    piece        the piece of each placement, as its number in the piece set
    orientation  which of the piece's orientations it shows
    moved        how far that orientation was moved in the grid to lie there
    covering     for each cell, the placements that cover it
    of_piece     for each piece, its placements
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.board: Board = edition.board
        self.pieces: tuple[Piece, ...] = edition.pieces
        found = [
            (number, cells, orientation, moved)
            for number, piece in enumerate(self.pieces)
            for orientation, shape in enumerate(piece.orientations)
            for cells, moved in _positions(self.board, shape)
        ]
        found.sort()
        self.piece = bytes(row[0] for row in found)
        self.cells = tuple(row[1] for row in found)
        self.orientation = bytes(row[2] for row in found)
        self.moved = tuple(row[3] for row in found)
        self.covering = _bitsets(self.cells, len(self.board), len(found))
        self.of_piece = _bitsets([(p,) for p in self.piece], len(self.pieces), len(found))

    def __repr__(self) -> str:
        return f"<Tables of {self.edition.name}: {len(self.piece)} placements>"

    def __len__(self) -> int:
        return len(self.cells)

    def number(self, cells: Iterable[int]) -> int | None:
        """The placement that covers exactly these cells, or None if no piece has that shape."""
        wanted = set(cells)
        same = self._of_size.get(len(wanted), 0)
        for cell in wanted:
            same &= self.covering[cell]
        return same.bit_length() - 1 if same else None

    @cached_property
    def _of_size(self) -> dict[int, int]:
        """The placements of each size: among them, covering all the same cells means equality."""
        sizes = {piece.size for piece in self.pieces}
        return {
            size: union(self.of_piece, (n for n, p in enumerate(self.pieces) if p.size == size))
            for size in sizes
        }

    @cached_property
    def points(self) -> tuple[tuple[int, ...], ...]:
        """The lattice points of each placement."""
        return self._moved_points(self.board.grid.points_of)

    @cached_property
    def straights(self) -> tuple[tuple[int, ...], ...]:
        """The lattice points at which each placement's outline runs straight (T4)."""
        return self._moved_points(self.board.grid.straights_of)

    @cached_property
    def with_point(self) -> tuple[int, ...]:
        """For each lattice point, the placements that have it."""
        return _bitsets(self.points, len(self.board.lattice), len(self))

    @cached_property
    def straight_at(self) -> tuple[int, ...]:
        """For each lattice point, the placements whose outline runs straight there."""
        return _bitsets(self.straights, len(self.board.lattice), len(self))

    def _moved_points(self, of: Callable[[Shape], Iterable[Point]]) -> tuple[tuple[int, ...], ...]:
        """What `of` says of an orientation, moved to where each placement lies."""
        at = {point: number for number, point in enumerate(self.board.lattice)}
        home = [[tuple(of(shape)) for shape in piece.orientations] for piece in self.pieces]
        rows = zip(self.piece, self.orientation, self.moved, strict=True)
        return tuple(tuple(at[x + dx, y + dy] for x, y in home[p][o]) for p, o, (dx, dy) in rows)


def union(sets: Sequence[int], members: Iterable[int]) -> int:
    """The union of the sets with these numbers."""
    return reduce(or_, (sets[member] for member in members), 0)


def _positions(board: Board, shape: Shape) -> list[tuple[tuple[int, ...], Point]]:
    """The cells of a shape wherever it fits on the board, and how far it was moved."""
    kinds, right, bottom = len(board.grid.tiles), max(x for x, _ in shape), max(y for _, y in shape)
    # Places as single numbers, in rows so wide that nothing wraps round; moving is then adding.
    wide = board.shift + board.width + 2 * right
    number = {y * wide + x: cell for cell, (x, y) in enumerate(board.places)}
    # In this order the cells' numbers ascend, here and wherever the shape is moved.
    offsets = [y * wide + x for x, y in sorted(shape, key=lambda cell: (-cell[1], cell[0]))]
    found = []
    for dy in range(board.height - bottom):
        for dx in range(board.shift - right, board.shift + board.width):
            if (dx + dy) % kinds == 0:  # else it would turn triangles upside down
                move = dy * wide + dx
                try:
                    cells = [number[move + offset] for offset in offsets]
                except KeyError:
                    continue
                found.append((tuple(cells), (dx, dy)))
    return found


def _bitsets(members: Sequence[Sequence[int]], sets: int, size: int) -> tuple[int, ...]:
    """Turn "the sets that each item is in" into "the items that are in each set"."""
    rows = [bytearray(size // 8 + 1) for _ in range(sets)]
    for item, of in enumerate(members):
        at, bit = item >> 3, 1 << (item & 7)
        for row in of:
            rows[row][at] |= bit
    return tuple(int.from_bytes(row, "little") for row in rows)


@lru_cache(maxsize=512)
def tables_of(edition: Edition) -> Tables:
    """The tables of an edition, made once a process in a fraction of a second.

    A puzzle's region is an edition too; those that were not asked for lately are let go.
    """
    return Tables(edition)
