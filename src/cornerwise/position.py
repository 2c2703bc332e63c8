"""The rules, plainly: what lies on the board and what each colour may place.

A `Position` is a value: playing gives a new one. Rules are named as in docs/rules.md (R3, T4 …).
Everything is said in bitsets of cells, of lattice points and of numbered placements.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cornerwise.geometry import bits, mask_of
from cornerwise.tables import Tables, tables_of, union
from cornerwise.variants import Colour, Variant


@dataclass(frozen=True, slots=True)
class Hand:
    """What one colour has laid and what it still holds.

    cells      covered by the colour
    edges      cells that share an edge with them, and so are closed to the colour (R3)
    vertices   cells that touch them at a vertex: a placement must cover one (R3)
    points     lattice points of the colour's placements, and
    straights  those where the outline of a placement runs straight; only kept where T4 is in force
    left       the pieces still held, as a bitset of their numbers
    last       the number of the piece placed last, -1 before the first
    start      which start field the first placement covered, -1 if none
    """

    left: int
    cells: int = 0
    edges: int = 0
    vertices: int = 0
    points: int = 0
    straights: int = 0
    last: int = -1
    start: int = -1


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a placement is not allowed: the rule, a short code, words, the cells at fault."""

    rule: str
    code: str
    message: str
    cells: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"


@dataclass(frozen=True)
class Position:
    """What lies on the board: one hand for each colour of the variant, in playing order."""

    variant: Variant
    hands: tuple[Hand, ...]

    @classmethod
    def start(cls, variant: Variant) -> Position:
        """The empty board, every colour with all its pieces."""
        every = (1 << len(variant.pieces)) - 1
        return cls(variant, tuple(Hand(left=every) for _ in variant.colours))

    @property
    def tables(self) -> Tables:
        return tables_of(self.variant.edition)

    @property
    def occupied(self) -> int:
        """The covered cells."""
        covered = 0
        for hand in self.hands:
            covered |= hand.cells
        return covered

    def hand(self, colour: Colour) -> Hand:
        return self.hands[self.variant.colours.index(colour)]

    def owner(self, cell: int) -> Colour | None:
        """The colour that covers a cell."""
        for colour, hand in zip(self.variant.colours, self.hands, strict=True):
            if hand.cells >> cell & 1:
                return colour
        return None

    # --- what may be placed --------------------------------------------------------------

    def legal(self, colour: Colour) -> int:
        """The placements that a colour may make, were it on turn."""
        hand, tables = self.hand(colour), self.tables
        forbidden = self.occupied | hand.edges  # R4, R3
        wanted = self.wanted(colour) & ~forbidden
        moves = union(tables.covering, bits(wanted))
        if moves:
            moves &= union(tables.of_piece, bits(self.placeable(colour)))
            moves &= ~union(tables.covering, bits(forbidden))
            if self.variant.touch == "vertices":  # T4
                moves &= ~union(tables.straight_at, bits(hand.points))
                moves &= ~union(tables.with_point, bits(hand.straights))
        return moves

    def wanted(self, colour: Colour) -> int:
        """The cells of which a placement must cover one: open start fields, later vertices (R3)."""
        hand = self.hand(colour)
        return hand.vertices if hand.cells else self.open_starts(colour)

    def placeable(self, colour: Colour) -> int:
        """The pieces that a colour holds and may place now: singles may have to wait (C7)."""
        left = self.hand(colour).left
        singles = mask_of(n for n, piece in enumerate(self.variant.pieces) if piece.size == 1)
        return left & ~singles if self.variant.singles_last and left & ~singles else left

    def open_starts(self, colour: Colour) -> int:
        """The start fields that a colour's first placement may cover (C2, C4, D2, T2, T6, T7)."""
        rule, fields = self.variant.start_rule, self.variant.edition.fields
        own = dict(rule.own)
        occupied = self.occupied
        return mask_of(
            cell
            for field, cell in enumerate(fields)
            if not occupied >> cell & 1
            and own.get(colour, field) == field
            and all(self._far_enough(colour, field, other) for other in self.variant.colours)
        )

    def _far_enough(self, colour: Colour, field: int, other: Colour) -> bool:
        """Whether the distance along the ring of start fields to another colour's start will do."""
        rule, ring = self.variant.start_rule, len(self.variant.edition.fields)
        allowed = rule.partners if self.variant.are_partners(colour, other) else rule.others
        start = self.hand(other).start
        if other == colour or start < 0 or not allowed:
            return True
        steps = (field - start) % ring
        return min(steps, ring - steps) in allowed

    # --- placing -------------------------------------------------------------------------

    def place(self, colour: Colour, placement: int) -> Position:
        """The position after a placement, which is not checked."""
        at = self.variant.colours.index(colour)
        hand, tables, board = self.hands[at], self.tables, self.variant.board
        cells = tables.cells[placement]
        piece = tables.piece[placement]
        start = hand.start
        if not hand.cells:
            covered = (n for n, cell in enumerate(self.variant.edition.fields) if cell in cells)
            start = next(covered, -1)
        after = replace(
            hand,
            left=hand.left & ~(1 << piece),
            cells=hand.cells | mask_of(cells),
            edges=hand.edges | union(board.edges, cells),
            vertices=hand.vertices | union(board.vertices, cells),
            last=piece,
            start=start,
        )
        if self.variant.touch == "vertices":
            after = replace(
                after,
                points=hand.points | mask_of(tables.points[placement]),
                straights=hand.straights | mask_of(tables.straights[placement]),
            )
        return replace(self, hands=(*self.hands[:at], after, *self.hands[at + 1 :]))

    # --- why not -------------------------------------------------------------------------

    def why_illegal(self, colour: Colour, placement: int) -> Reason | None:
        """The first rule that a placement would break, or None if it is legal."""
        hand, tables, board = self.hand(colour), self.tables, self.variant.board
        cells, piece = mask_of(tables.cells[placement]), tables.piece[placement]
        name = self.variant.pieces[piece].name
        if not hand.left >> piece & 1:
            return Reason("R1", "used", f"{colour} has already placed its {name}")
        if taken := cells & self.occupied:
            cell = next(bits(taken))
            where, who = board.cell_names[cell], self.owner(cell)
            return Reason("R4", "taken", f"{where} is already covered by {who}", tuple(bits(taken)))
        if not self.placeable(colour) >> piece & 1:
            return Reason("C7", "single", f"{colour} must place its single cell last")
        if not hand.cells and not cells & self.open_starts(colour):
            return self._why_not_start(colour, cells)
        if shared := cells & hand.edges:
            where = board.cell_names[next(bits(shared))]
            return Reason(
                "R3",
                "edge",
                f"{where} shares an edge with {colour}'s own piece",
                tuple(bits(shared)),
            )
        if hand.cells and not cells & hand.vertices:
            return Reason("R3", "apart", f"it touches none of {colour}'s pieces at a vertex")
        if self.variant.touch == "vertices":
            points, straights = tables.points[placement], tables.straights[placement]
            if mask_of(straights) & hand.points or mask_of(points) & hand.straights:
                return Reason("T4", "side", f"a vertex meets the side of another piece of {colour}")
        return None

    def _why_not_start(self, colour: Colour, cells: int) -> Reason:
        names, rule = self.variant.board.cell_names, self.variant.start_rule
        open_fields = self.open_starts(colour)
        if not open_fields:
            return Reason("R3", "start", f"no start field is left for {colour}")
        wanted = " or ".join(names[cell] for cell in bits(open_fields))
        message = f"{colour}'s first piece must cover the start field {wanted}"
        for field, cell in enumerate(self.variant.edition.fields):
            if rule.own or not cells >> cell & 1:
                continue
            # A free start field, but one that must stay free because of where another colour began.
            other = self._too_near(colour, field)
            if rule.partners and self.variant.are_partners(colour, other):
                code = "diagonal" if rule.rule == "C4" else "opposite"
                message += f", {'diagonally ' * (rule.rule == 'C4')}opposite {other}'s start"
            elif rule.partners:
                code = "kept"
                message += f": {names[cell]} lies opposite {other}'s start and is kept for "
                message += " or ".join(c for c in self._partners(other) if self.hand(c).start < 0)
            else:
                code = "spacing"
                message += (
                    f": between two starts one start field must stay free, so not {names[cell]}"
                )
            return Reason(rule.rule, code, message, (cell, *bits(open_fields)))
        return Reason("R3", "start", message, tuple(bits(open_fields)))

    def _too_near(self, colour: Colour, field: int) -> Colour:
        """The colour whose start rules this field out, a partner rather than another."""
        found = [c for c in self.variant.colours if not self._far_enough(colour, field, c)]
        return min(found, key=lambda other: not self.variant.are_partners(colour, other))

    def _partners(self, colour: Colour) -> list[Colour]:
        of = self.variant
        return [c for c in of.colours if c != colour and of.are_partners(c, colour)]

    # --- scoring -------------------------------------------------------------------------

    def points(self, colour: Colour, scoring: str = "") -> int:
        """A colour's points under the variant's scoring or another one."""
        return SCORE[scoring or self.variant.scoring](self.variant, self.hand(colour))


def _cells_left(variant: Variant, hand: Hand) -> int:
    """R6: the cells of the unplaced pieces; fewest wins."""
    return sum(variant.pieces[number].size for number in bits(hand.left))


def _advanced(variant: Variant, hand: Hand) -> int:
    """R7: -1 a cell left; +15 for all placed, +20 if the single cell came last; highest wins."""
    if hand.left:
        return -_cells_left(variant, hand)
    return 20 if hand.last >= 0 and variant.pieces[hand.last].size == 1 else 15


SCORE = {"basic": _cells_left, "advanced": _advanced}
BEST = {"basic": min, "advanced": max}
"""Which of several results wins under a scoring."""
