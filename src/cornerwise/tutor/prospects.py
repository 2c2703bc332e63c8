"""What a colour can still do in a position: its next move, and all that it could ever come to.

Everything here is a set that the plain rules define (docs/tutor.md), found with the kernel.
"""

from __future__ import annotations

from functools import cached_property

from cornerwise import kernel
from cornerwise.geometry import bits
from cornerwise.position import Position
from cornerwise.tables import union
from cornerwise.variants import Colour


class Prospects:
    """What one colour can do, were it on turn, and later.

    playing  whether it still takes turns: a colour whose seat has left can do nothing
    """

    def __init__(self, position: Position, colour: Colour, *, playing: bool = True) -> None:
        self.position, self.colour, self.playing = position, colour, playing
        self._tables = position.tables
        self._hand = position.hand(colour)

    @cached_property
    def legal(self) -> int:
        """The placements that it may make."""
        return kernel.legal(self.position, self.colour) if self.playing else 0

    @cached_property
    def room(self) -> int:
        """The free cells that are not closed to it."""
        everywhere = (1 << len(self._tables.board)) - 1
        return everywhere & ~self.position.closed(self.colour)

    @cached_property
    def corners(self) -> int:
        """Its open corners that are of use: cells to go on from that a legal placement covers."""
        anchors = self.position.anchors(self.colour)
        return self.cells_of(self.legal, anchors) if self._hand.cells else 0

    @cached_property
    def reach(self) -> int:
        """The cells that its next placement can cover."""
        return self.cells_of(self.legal, self.room)

    @property
    def area(self) -> int:
        """The cells that it could ever cover, as far as these rules tell: it never grows."""
        return self._chain[0]

    @property
    def places(self) -> int:
        """The placements that it could ever make, as far as these rules tell."""
        return self._chain[1]

    @cached_property
    def _chain(self) -> tuple[int, int]:
        """Cells and placements that a chain of touches leads to, from what lies on the board."""
        covering, room = self._tables.covering, self.room
        fitting = kernel.fitting(self.position, self.colour) if self.playing else 0
        area = places = 0
        seen = front = self.position.anchors(self.colour)
        while front:
            new = union(covering, bits(front)) & fitting & ~places
            places |= new
            cells = self.cells_of(new, room & ~area)
            area |= cells
            front = union(self._tables.board.vertices, bits(cells)) & room & ~seen
            seen |= front
        return area, places

    @cached_property
    def spots(self) -> tuple[int, ...]:
        """How many places each piece has, by its number."""
        return tuple((self.places & of).bit_count() for of in self._tables.of_piece)

    @cached_property
    def held(self) -> int:
        """How many cells the pieces that it holds would cover."""
        pieces = self._tables.pieces
        return sum(pieces[piece].size for piece in self._hand.pieces)

    @property
    def may_complete(self) -> bool:
        """Whether these rules leave it a place for every piece, and room enough for all of them."""
        fits = all(self.spots[piece] for piece in self._hand.pieces)
        return fits and self.area.bit_count() >= self.held

    def cells_of(self, placements: int, among: int) -> int:
        """Those of some cells that these placements cover."""
        covering, found = self._tables.covering, 0
        if placements:
            for cell in bits(among):
                if covering[cell] & placements:
                    found |= 1 << cell
        return found
