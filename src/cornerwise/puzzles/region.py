"""Regions: any set of cells as a board, drawn with characters.

A region is drawn row by row from the top, one character for each cell. `#` is a square, `^` and `v`
are triangles that point up and down, `.` is no cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cornerwise.errors import PuzzleError
from cornerwise.geometry import Board, Grid, Point

MAX_CELLS = 486
"""The most cells a region may have: as many as the largest board of the games."""


def region(name: str, grid: Grid, rows: Sequence[str]) -> Board:
    """The board drawn by these rows.

    >>> from cornerwise.geometry import TRIANGLES
    >>> len(region("star", TRIANGLES, ["..^", "v^v^v", "^v^v^", "..v"]))
    12
    """
    if not isinstance(rows, Sequence) or isinstance(rows, str) or not rows:
        raise PuzzleError("a region is drawn as a list of rows, from the top")
    if not all(isinstance(row, str) for row in rows):
        raise PuzzleError("each row of a region is a text")
    signs, shift = grid.signs, None
    found: set[Point] = set()
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign in ". ":
                continue
            if sign not in signs:
                raise PuzzleError(
                    f"row {y + 1} of the region has {sign!r}: {grid.name} are drawn with "
                    f"{' and '.join(signs)}, and . is no cell"
                )
            parity = (signs.index(sign) - x - y) % len(signs)
            if shift not in (None, parity):
                raise PuzzleError(f"row {y + 1} of the region: neighbours point opposite ways")
            shift = parity
            found.add((x, y))
    if not found or len(found) > MAX_CELLS:
        raise PuzzleError(f"a region has 1 to {MAX_CELLS} cells, this one has {len(found)}")
    return board_of(name, grid, {(x + (shift or 0), y) for x, y in found})


def board_of(name: str, grid: Grid, places: Iterable[Point]) -> Board:
    """The board of these places of the grid, moved to the top left."""
    cells = set(grid.moved_home(places))
    left, bottom = min(x for x, _ in cells), max(y for _, y in cells)
    columns = [[x for x, y in cells if y == row] for row in range(bottom + 1)]
    rows = [(min(row) - left, max(row) - left) if row else (0, -1) for row in columns]
    gaps = {
        (x + left, y)
        for y, (first, last) in enumerate(rows)
        for x in range(first, last + 1)
        if (x + left, y) not in cells
    }
    return Board(name, grid, tuple(rows), left, frozenset(gaps))


def drawn(board: Board) -> list[str]:
    """The rows that draw a board."""
    signs, kinds = board.grid.signs, len(board.grid.tiles)
    lines = []
    for y in range(board.height):
        places = [(x + board.shift, y) for x in range(board.width)]
        line = (signs[sum(p) % kinds] if p in board.numbers else "." for p in places)
        lines.append("".join(line).rstrip("."))
    return lines
