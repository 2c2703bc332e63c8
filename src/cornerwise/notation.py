"""Moves and their notation: cells joined by commas, by row from the bottom, then by column."""

from __future__ import annotations

import operator
from functools import total_ordering
from typing import SupportsIndex

from cornerwise.errors import NotationError
from cornerwise.pieces import Piece
from cornerwise.symmetry import Symmetry
from cornerwise.tables import Tables, tables_of
from cornerwise.variants import Edition


@total_ordering
class Move:
    """A numbered placement of an edition. The colour that plays it is whoever is on turn.

    Moves are equal when they are the same placement of the same edition, and sort by number.
    """

    __slots__ = ("_tables", "number")

    def __init__(self, tables: Tables, number: int) -> None:
        self._tables = tables
        self.number = number

    @property
    def piece(self) -> Piece:
        """The piece placed."""
        return self._tables.pieces[self._tables.piece[self.number]]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells covered, as numbers of the board, ascending."""
        return self._tables.cells[self.number]

    @property
    def cell_names(self) -> tuple[str, ...]:
        """The cells covered, by name, in the order of the notation."""
        names = self._tables.board.cell_names
        return tuple(names[cell] for cell in self.cells)

    def transformed(self, symmetry: Symmetry) -> Move:
        """The same piece where a symmetry of the board takes it."""
        number = self._tables.number(symmetry[cell] for cell in self.cells)
        assert number is not None  # turned and mirrored a piece stays what it is
        return Move(self._tables, number)

    def __str__(self) -> str:
        return ",".join(self.cell_names)

    def __repr__(self) -> str:
        return f"<Move {self} ({self.piece.name})>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.number == other.number and self.is_of(other._tables)

    def is_of(self, tables: Tables) -> bool:
        """Whether this is a placement of these tables."""
        return self._tables is tables or self._tables.edition == tables.edition

    def __lt__(self, other: Move) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (self._edition, self.number) < (other._edition, other.number)

    def __hash__(self) -> int:
        return hash((self._edition, self.number))

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self._tables.edition, self.number)

    @property
    def _edition(self) -> str:
        return self._tables.edition.name


def _restored(edition: Edition, number: int) -> Move:
    return Move(tables_of(edition), number)


AnyMove = Move | str | SupportsIndex
"""A move as callers give it: itself, its text, or its number, which numpy may have made."""


def parse_move(tables: Tables, given: AnyMove) -> Move:
    """The move meant by a move, its text (any cell order, spaces and letter case) or its number."""
    if isinstance(given, Move):
        if not given.is_of(tables):
            raise NotationError(f"{given} is a move of another board ({given._edition})")
        return given
    if isinstance(given, str):
        return Move(tables, _number(tables, given))
    number = whole_number(given)
    if number is None:
        raise NotationError(
            f"a move is a Move, a text such as 'a1,b1' or a number, not {type(given).__name__}"
        )
    if not 0 <= number < len(tables):
        raise NotationError(f"there is no placement {number}: they are 0 to {len(tables) - 1}")
    return Move(tables, number)


def whole_number(given: object) -> int | None:
    """A whole number of any kind, numpy's too, as an int; None for truth values and all else."""
    # numpy's truth values were whole numbers, too, before numpy 2.
    if isinstance(given, bool) or str(getattr(given, "dtype", "")) == "bool":
        return None
    try:
        return operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        return None


def _number(tables: Tables, text: str) -> int:
    largest = max(piece.size for piece in tables.pieces)
    names = text.split(",", largest)
    if len(names) > largest:
        raise NotationError(f"a move has at most {largest} cells: no piece is larger")
    if not text.strip():
        raise NotationError(
            "a move is its cells joined by commas, such as a1,b1: this one is empty"
        )
    cells = [tables.board.cell(name) for name in names]
    if len(set(cells)) < len(cells):
        twice = next(cell for cell in cells if cells.count(cell) > 1)
        raise NotationError(f"{tables.board.cell_names[twice]} stands twice in {text.strip()}")
    number = tables.number(cells)
    if number is None:
        raise NotationError(
            f"no piece has the shape of {text.strip()}: its cells do not hang together"
        )
    return number
