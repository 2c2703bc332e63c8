"""Where to look: the part of the board in which a move lies, without the move itself."""

from __future__ import annotations

from cornerwise.geometry import Board, bits, mask_of
from cornerwise.notation import Move
from cornerwise.position import Position
from cornerwise.tables import union

MARGIN = 1
"""The part reaches so many steps beyond the move."""


def area_of(move: Move, position: Position) -> tuple[int, ...]:
    """The free cells round the middle of a move: all that are as near as its ends, and some more.

    >>> from cornerwise import Game
    >>> game = Game("duo")
    >>> [len(area_of(game.move(move), game.position)) for move in ("e10", "e8,e9,e10,e11,e12")]
    [9, 49]
    """
    board = position.tables.board
    reached = min((_ball(board, move, cell) for cell in move.cells), key=int.bit_count)
    for _ in range(MARGIN):
        reached = _grown(board, reached)
    return tuple(bits(reached & ~position.occupied))


def _ball(board: Board, move: Move, middle: int) -> int:
    """The cells as near to one as the farthest cell of the move."""
    cells, reached = mask_of(move.cells), 1 << middle
    while cells & ~reached:
        reached = _grown(board, reached)
    return reached


def _grown(board: Board, cells: int) -> int:
    return cells | union(board.edges, bits(cells)) | union(board.vertices, bits(cells))
