"""What one move changes, as statements that are counted on the board (docs/tutor.md).

Thresholds only decide when a statement is worth saying.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, cached_property

from cornerwise import kernel
from cornerwise.geometry import Board, bits, mask_of
from cornerwise.notation import Move
from cornerwise.position import Position
from cornerwise.symmetry import Symmetry, turn_of
from cornerwise.tables import union
from cornerwise.tutor.packing import cells_of, packed
from cornerwise.tutor.prospects import Prospects
from cornerwise.tutor.reason import Reason
from cornerwise.tutor.standing import Standing
from cornerwise.tutor.terrain import parts, steps_to_centre
from cornerwise.variants import Colour

FEW_SPOTS = 3
"""A piece with so many places left is scarce of them."""
FEW_PIECES = 3
"""So many names are worth listing, and so many pieces are few to hold."""
MANY_CELLS = 4
"""An area of fewer cells is not worth a word."""
LOOKS = 120
"""Positions that a search for room may look at."""


class Effects:
    """What one move changes."""

    def __init__(self, scene: Standing, move: Move) -> None:
        self.scene, self.move, self.colour = scene, move, scene.colour
        self.cells = mask_of(move.cells)
        self.piece = scene.position.tables.piece[move.number]
        self.position: Position = scene.position.place(scene.colour, move.number)
        self.before = scene.before
        self.after = {
            c: Prospects(self.position, c, playing=c in scene.playing) for c in scene.before
        }
        self.variant = scene.game.variant
        self.board: Board = self.variant.board
        self.hand = self.position.hand(self.colour)

    def found(self) -> Iterator[Reason]:
        if len(self.scene.game.legal_moves) == 1:
            yield self._reason("only", self.colour, True)
        if self.colour in self.before:  # else it is shared, and its own prospects count for nobody
            yield from self._size()
            yield from self._own_corners()
            yield from self._own_reach()
            yield from self._own_room()
            yield from self._all_pieces()
        for colour in (*self.scene.friends, *self.scene.opponents):
            yield from self._loss_of(colour)
        yield from self._mirror()

    def _reason(
        self,
        name: str,
        colour: Colour,
        good: bool,
        *,
        cells: int = 0,
        pieces: tuple[int, ...] = (),
        n: int | None = None,
        **others: int,
    ) -> Reason:
        return Reason(
            name,
            colour,
            good,
            tuple(bits(cells)),
            tuple(self.variant.pieces[piece].name for piece in pieces),
            () if n is None else (("n", n), *others.items()),
            self.scene.vertex,
        )

    # --- the piece -----------------------------------------------------------------------

    def _size(self) -> Iterator[Reason]:
        tables, pieces = self.position.tables, self.variant.pieces
        before = self.before[self.colour]
        size = pieces[self.piece].size
        able = [n for n in range(len(pieces)) if before.legal & tables.of_piece[n]]
        sizes = {pieces[n].size for n in able}
        if size == max(sizes) > min(sizes):
            yield self._reason("large", self.colour, True)
        more = before.legal
        for cell in self.move.cells:
            more &= tables.covering[cell]
        more &= ~(1 << self.move.number)
        if more:
            other = more.bit_length() - 1  # the largest: placements are numbered by size
            extra = mask_of(tables.cells[other]) & ~self.cells
            piece = tables.piece[other]
            yield self._reason("smaller", self.colour, False, cells=extra, pieces=(piece,))
        places = before.spots[self.piece]
        if places <= FEW_SPOTS:
            yield self._reason("scarce", self.colour, True, pieces=(self.piece,), n=places)

    @property
    def _aim(self) -> bool:
        """Whether placing everything is worth more than its cells: a bonus, or the whole point."""
        return bool(self.variant.scoring.bonus) or len(self.variant.seats) == 1

    def _all_pieces(self) -> Iterator[Reason]:
        """What it means for placing everything, and for the bonus if there is one (R7, C7)."""
        held = self.hand.pieces
        if not held:
            yield self._reason("complete", self.colour, True)
            return
        after = self.after[self.colour]
        if not self._aim or not after.may_complete:
            return
        single = next((n for n, piece in enumerate(self.variant.pieces) if piece.size == 1), None)
        if self.variant.scoring.single_bonus and single is not None:
            if self.piece == single and not self.hand.left >> single & 1:
                yield self._reason("single_spent", self.colour, False, pieces=(single,))
            elif self.hand.left >> single & 1 and len(held) <= FEW_PIECES:
                yield self._reason("single_kept", self.colour, True, pieces=(single,))
        if len(held) <= 2 * FEW_PIECES:
            made = packed(self.position, self.colour, after.places, looks=LOOKS, goal=after.held)
            if len(made) == len(held):
                drawn = cells_of(self.position, made)
                yield self._reason("bonus", self.colour, True, cells=drawn, n=len(held))

    # --- corners and reach ---------------------------------------------------------------

    def _own_corners(self) -> Iterator[Reason]:
        before, after = self.before[self.colour], self.after[self.colour]
        opened = after.corners & ~before.corners
        if opened:
            n = opened.bit_count()
            yield self._reason("opens", self.colour, True, cells=opened, n=n)
        covered_next = 0
        for opponent in self.scene.opponents:
            covered_next |= self.after[opponent].reach
        sheltered = after.corners & ~covered_next
        if self.scene.opponents and sheltered:
            n = sheltered.bit_count()
            yield self._reason("sheltered", self.colour, True, cells=sheltered, n=n)
        for opponent in self.scene.opponents:
            yield from self._threat(opponent, opened)

    def _threat(self, opponent: Colour, opened: int) -> Iterator[Reason]:
        """What an opponent's next piece can do to the corners that this move opens."""
        tables, theirs = self.position.tables, self.after[opponent].legal
        there = theirs & union(tables.covering, bits(opened))
        most = 0
        for placement in bits(there):
            covered = mask_of(tables.cells[placement]) & opened
            if covered.bit_count() > most.bit_count():
                most = covered
        if most.bit_count() > 1:
            yield self._reason("threat", opponent, False, cells=opened, n=most.bit_count())
        able = tuple(n for n, of in enumerate(tables.of_piece) if there & of)
        if 0 < len(able) <= FEW_PIECES:
            yield self._reason("fits", opponent, True, cells=opened, pieces=able)
        elif theirs and not able and self._would_cover(opponent, opened):
            yield self._reason("unfit", opponent, True, cells=opened)

    def _would_cover(self, colour: Colour, cells: int) -> bool:
        """Whether a colour could cover one of the cells next if it still held all its pieces."""
        at, hand = self.variant.colours.index(colour), self.position.hand(colour)
        full = replace(hand, left=(1 << len(self.variant.pieces)) - 1)
        hands = (*self.position.hands[:at], full, *self.position.hands[at + 1 :])
        legal = kernel.legal(replace(self.position, hands=hands), colour)
        return bool(legal & union(self.position.tables.covering, bits(cells)))

    def _own_reach(self) -> Iterator[Reason]:
        before, after = self.before[self.colour], self.after[self.colour]
        if not before.position.hand(self.colour).cells:
            return  # nothing is new that begins
        new = after.reach & ~before.reach
        if new:
            yield self._reason("reaches", self.colour, True, cells=new, n=new.bit_count())
        steps = steps_to_centre(self.board)
        old = min(steps[cell] for cell in bits(before.position.hand(self.colour).cells))
        now = min(steps[cell] for cell in self.move.cells)
        if now < old:
            yield self._reason("nears", self.colour, True, cells=self.cells, n=old - now)
        free = ~self.position.occupied
        for part in parts(self.board, new & free, free):
            if not part & before.reach and part.bit_count() >= MANY_CELLS:
                yield self._reason("enters", self.colour, True, cells=part, n=part.bit_count())

    # --- room ----------------------------------------------------------------------------

    def _own_room(self) -> Iterator[Reason]:
        others = [c for c in self.scene.playing if c != self.colour]
        if not others:
            return
        alone = self._alone(self.position, self.after)
        if not alone:
            return
        gained = alone & ~self._alone_before
        if gained.bit_count() >= MANY_CELLS:
            n = gained.bit_count()
            yield self._reason("claims", self.colour, True, cells=gained, n=n)
        tables, after = self.position.tables, self.after[self.colour]
        within = after.places & ~union(tables.covering, bits(after.area & ~alone))
        made = packed(self.position, self.colour, within, looks=LOOKS, goal=after.held)
        if made:
            pieces = tuple(sorted(tables.piece[placement] for placement in made))
            drawn = cells_of(self.position, made)
            n = drawn.bit_count()
            yield self._reason("safe", self.colour, True, cells=drawn, pieces=pieces, n=n)

    @cached_property
    def _alone_before(self) -> int:
        return self._alone(self.scene.position, self.before)

    def _alone(self, position: Position, prospects: dict[Colour, Prospects]) -> int:
        """The cells that this colour could ever cover, and no other that plays."""
        alone = prospects[self.colour].area
        for colour in self.scene.playing:
            if colour != self.colour and alone:
                other = prospects.get(colour) or Prospects(position, colour)
                alone &= ~other.area
        return alone

    # --- what others, and the colour itself, lose ----------------------------------------

    def _loss_of(self, colour: Colour) -> Iterator[Reason]:
        before, after = self.before[colour], self.after[colour]
        good = colour in self.scene.opponents
        own = colour == self.colour
        if before.legal and not after.legal and self.position.hand(colour).left:
            yield self._reason("finishes", colour, good)
        closed = before.corners & ~after.corners & ~(self.cells if own else 0)
        if closed:
            yield self._reason("closes", colour, good, cells=closed, n=closed.bit_count())
        if not own:
            lost = before.reach & ~after.reach
            if lost.bit_count() >= MANY_CELLS:
                yield self._reason("hampers", colour, good, cells=lost, n=lost.bit_count())
            beside = before.corners & after.corners & union(self.board.edges, self.move.cells)
            if good and beside:
                yield self._reason("kisses", colour, False, cells=beside, n=beside.bit_count())
        yield from self._lost_room(colour, good)
        yield from self._lost_places(colour, good)

    def _lost_room(self, colour: Colour, good: bool) -> Iterator[Reason]:
        before, after = self.before[colour], self.after[colour]
        # A piece closes the cells along its sides to its own colour: nothing to speak of.
        beside = union(self.board.edges, self.move.cells) if colour == self.colour else 0
        cut = before.area & ~after.area & ~self.cells & ~beside
        was, now = before.area.bit_count(), after.area.bit_count()
        if cut.bit_count() >= MANY_CELLS:
            n = cut.bit_count()
            yield self._reason("cuts", colour, good, cells=cut, n=n, before=was, after=now)
        if was >= before.held and 0 < now < after.held:
            yield self._reason("confines", colour, good, cells=after.area, n=now)
        if self._aim and before.may_complete and not after.may_complete:
            yield self._reason("no_bonus", colour, good)

    def _lost_places(self, colour: Colour, good: bool) -> Iterator[Reason]:
        before, after = self.before[colour], self.after[colour]
        held = sorted(set(self.position.hand(colour).pieces))
        spots = {n: (before.spots[n], after.spots[n]) for n in held}
        gone = tuple(n for n, (was, now) in spots.items() if was and not now)
        if gone:
            yield self._reason("denies", colour, good, pieces=gone)
        few = [(now, -n) for n, (was, now) in spots.items() if 0 < now <= FEW_SPOTS < was]
        if few:
            now, piece = min(few)
            yield self._reason("tightens", colour, good, pieces=(-piece,), n=now)

    # --- mirror play ---------------------------------------------------------------------

    def _mirror(self) -> Iterator[Reason]:
        turn = _half_turn(self.board)
        if turn is None or len(self.variant.colours) != 2 or len(self.scene.opponents) != 1:
            return
        (opponent,) = self.scene.opponents
        mine, theirs = self.hand.cells, self.position.hand(opponent).cells
        if theirs and _mirrored(mine, theirs, turn):
            yield self._reason("mirrors", self.colour, True, cells=self.cells)
        was = self.scene.position.hand(self.colour).cells
        if was and _mirrored(was, theirs, turn):
            image = self.move.transformed(turn)
            if not self.after[opponent].legal >> image.number & 1:
                yield self._reason("unmirrors", self.colour, True, cells=self.cells)


@cache
def _half_turn(board: Board) -> Symmetry | None:
    return turn_of(board, 2)


def _mirrored(one: int, other: int, turn: Symmetry) -> bool:
    return turn.of_cells(one) == other
