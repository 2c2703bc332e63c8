"""The legal moves of a position as a sequence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from cornerwise.arrays import numpy
from cornerwise.errors import NotationError
from cornerwise.geometry import bits
from cornerwise.notation import Move, parse_move
from cornerwise.pieces import Piece
from cornerwise.tables import Tables
from cornerwise.variants import Colour

if TYPE_CHECKING:
    from numpy.typing import NDArray


class LegalMoves(Sequence[Move]):
    """The moves of the colour on turn: counted and searched without being listed."""

    def __init__(self, tables: Tables, placements: int, colour: Colour | None) -> None:
        self.placements = placements
        """The same as a bitset of placement numbers."""
        self._tables, self._colour = tables, colour

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The placement numbers, ascending."""
        return tuple(bits(self.placements))

    def mask(self) -> NDArray[Any]:
        """The same as a numpy array of truth values, one for each placement of the edition."""
        np = numpy()
        length = len(self._tables)
        packed = self.placements.to_bytes((length + 7) // 8, "little")
        found = np.unpackbits(np.frombuffer(packed, np.uint8), count=length, bitorder="little")
        return found.astype(bool)  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return self.placements.bit_count()

    def __bool__(self) -> bool:
        return self.placements != 0

    def __contains__(self, move: object) -> bool:
        try:
            number = parse_move(self._tables, move).number  # type: ignore[arg-type]
        except NotationError:
            return False
        return bool(self.placements >> number & 1)

    def __iter__(self) -> Iterator[Move]:
        return (Move(self._tables, number) for number in bits(self.placements))

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(index, slice):
            return tuple(Move(self._tables, number) for number in self.numbers[index])
        return Move(self._tables, self.numbers[index])

    def of_piece(self, piece: Piece | str) -> LegalMoves:
        """The moves among these that place one piece."""
        for number, known in enumerate(self._tables.pieces):
            if piece in (known, known.name):
                mine = self.placements & self._tables.of_piece[number]
                return LegalMoves(self._tables, mine, self._colour)
        names = ", ".join(known.name for known in self._tables.pieces)
        raise NotationError(f"{piece!s} is not a piece of this game: they are {names}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalMoves):
            return NotImplemented
        return self._tables is other._tables and self.placements == other.placements

    def __hash__(self) -> int:
        return hash((self._tables.edition.name, self.placements))

    def __repr__(self) -> str:
        if self._colour is None:
            return "<LegalMoves: none, the game is over>"
        first = " ".join(map(str, self[:3]))
        more = " ..." if len(self) > 3 else ""
        return f"<LegalMoves of {self._colour}: {len(self)} ({first}{more})>"
