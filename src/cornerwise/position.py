"""The rules, plainly: what lies on the board and what each colour may place.

A `Position` is a value: playing gives a new one. Rules are named as in docs/rules.md (R3, T4 …).
Everything is said in bitsets of cells, of lattice points and of numbered placements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, repeat
from operator import mul
from typing import TYPE_CHECKING, Any, SupportsIndex

from cornerwise.arrays import numpy
from cornerwise.errors import NotationError
from cornerwise.geometry import bits, mask_of
from cornerwise.notation import whole_number
from cornerwise.symmetry import Symmetry
from cornerwise.tables import Tables, tables_of, union
from cornerwise.variants import COLOURS, Colour, Scoring, Variant

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Hand:
    """What one colour has laid and what it still holds.

    cells      covered by the colour
    edges      cells that share an edge with them, and so are closed to the colour (R3)
    vertices   cells that touch them at a vertex: a placement must cover one (R3)
    points     lattice points of the colour's placements, and
    straights  those where the outline of a placement runs straight; only kept where T4 is in force
    left       the pieces still held, as a bitset of their numbers, and
    counts     how many of each piece are held
    last       the number of the piece placed last, -1 before the first
    start      which start field the first placement covered, -1 if none
    """

    left: int
    counts: tuple[int, ...]
    cells: int = 0
    edges: int = 0
    vertices: int = 0
    points: int = 0
    straights: int = 0
    last: int = -1
    start: int = -1

    @classmethod
    def of(cls, counts: Sequence[int]) -> Hand:
        """So many of each piece, and nothing laid yet."""
        return cls(mask_of(n for n, count in enumerate(counts) if count), tuple(counts))

    @property
    def pieces(self) -> tuple[int, ...]:
        """The pieces still held by their numbers, smallest first; one held twice comes twice."""
        return tuple(chain.from_iterable(map(repeat, range(len(self.counts)), self.counts)))


@dataclass(frozen=True, slots=True)
class Illegality:
    """Why a placement is not allowed: the rule, a short code, words, the cells at fault."""

    rule: str
    code: str
    message: str
    cells: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"


@dataclass(frozen=True, eq=False)
class Position:
    """What lies on the board: one hand for each colour of the variant, in playing order.

    Positions are equal when every colour covers the same cells and holds the same pieces, and
    nothing else that matters for the rest of the game differs (`situation`). The order of the
    moves does not matter. A position knows no turn: `Game.key` does.
    """

    variant: Variant
    hands: tuple[Hand, ...]

    @classmethod
    def start(cls, variant: Variant) -> Position:
        """The empty board, every colour with all its pieces."""
        return cls(variant, (Hand.of(variant.counts),) * len(variant.colours))

    def __repr__(self) -> str:
        covered = self.occupied.bit_count()
        return f"<Position {self.variant}: {covered} cells covered>"

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

    def owner(self, cell: str | SupportsIndex) -> Colour | None:
        """The colour that covers a cell, given by name or number; None if it is free."""
        at = self.variant.board.cell(cell) if isinstance(cell, str) else whole_number(cell)
        if at is None or not 0 <= at < len(self.variant.board):
            last = len(self.variant.board) - 1
            raise NotationError(f"{cell!r} is not a cell: they are 0 to {last}, or named as in e8")
        for colour, hand in zip(self.variant.colours, self.hands, strict=True):
            if hand.cells >> at & 1:
                return colour
        return None

    def to_numpy(self) -> NDArray[Any]:
        """The board as a numpy array of its rows from the top.

        0 is a free cell, 1 to 4 are blue, yellow, red and green, and -1 is no cell of the board.
        """
        np, board = numpy(), self.variant.board
        found = np.full((board.height, board.width), -1, dtype=np.int8)
        rows = np.array([y for _, y in board.places])
        columns = np.array([x - board.shift for x, _ in board.places])
        found[rows, columns] = 0
        for colour, hand in zip(self.variant.colours, self.hands, strict=True):
            covered = list(bits(hand.cells))
            found[rows[covered], columns[covered]] = COLOURS.index(colour) + 1
        return found  # type: ignore[no-any-return]

    # --- equality ------------------------------------------------------------------------

    @cached_property
    def situation(self) -> tuple[Hand, ...]:
        """The hands without what makes no difference any more.

        Which piece came last counts once all are placed, and only if it was a single cell (R7).
        Where a colour began counts as long as another has to keep a distance (C4, T6, T7).
        """
        unbegun = [colour for colour, hand in enumerate(self.hands) if not hand.cells]
        rule = self.variant.start_rule

        def kept(colour: int, hand: Hand) -> Hand:
            single = not hand.left and hand.last >= 0 and self.variant.pieces[hand.last].size == 1
            awaited = rule.has_distances and any(other != colour for other in unbegun)
            return replace(
                hand, last=hand.last if single else -1, start=hand.start if awaited else -1
            )

        return tuple(kept(colour, hand) for colour, hand in enumerate(self.hands))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.variant == other.variant and self.situation == other.situation

    def __hash__(self) -> int:
        return hash((self.variant.name, self.variant.options, self.situation))

    def transformed(self, symmetry: Symmetry) -> Position:
        """The same position where a symmetry of the variant takes it."""
        return replace(self, hands=tuple(self._moved(hand, symmetry) for hand in self.hands))

    @cached_property
    def canonical_symmetry(self) -> Symmetry:
        """The symmetry that gives all positions that are alike the same form."""

        def cells(symmetry: Symmetry) -> list[list[int]]:
            return [sorted(symmetry[cell] for cell in bits(hand.cells)) for hand in self.hands]

        seen = [(cells(symmetry), symmetry) for symmetry in self.variant.symmetries]
        least = min(row for row, _ in seen)
        first, *others = (symmetry for row, symmetry in seen if row == least)
        # They differ in nothing but where a colour began, or in how its pieces make up its cells.
        return min((first, *others), key=self._details) if others else first

    def _details(self, symmetry: Symmetry) -> list[tuple[int, int]]:
        moved = self.transformed(symmetry)
        return [(hand.straights, hand.start) for hand in moved.situation]

    def _moved(self, hand: Hand, symmetry: Symmetry) -> Hand:
        fields = self.variant.edition.fields
        return replace(
            hand,
            cells=symmetry.of_cells(hand.cells),
            edges=symmetry.of_cells(hand.edges),
            vertices=symmetry.of_cells(hand.vertices),
            points=symmetry.of_points(hand.points),
            straights=symmetry.of_points(hand.straights),
            start=-1 if hand.start < 0 else fields.index(symmetry[fields[hand.start]]),
        )

    # --- what may be placed --------------------------------------------------------------

    def legal(self, colour: Colour) -> int:
        """The placements that a colour may make, were it on turn."""
        hand, tables = self.hand(colour), self.tables
        moves = union(tables.covering, bits(self.anchors(colour)))
        if moves:
            moves &= union(tables.of_piece, bits(self.placeable(colour)))
            moves &= ~union(tables.covering, bits(self.closed(colour)))
            if self.variant.touch == "vertices":  # T4
                moves &= ~union(tables.straight_at, bits(hand.points))
                moves &= ~union(tables.with_point, bits(hand.straights))
        return moves

    def wanted(self, colour: Colour) -> int:
        """The cells of which a placement must cover one: open start fields, later vertices (R3)."""
        hand = self.hand(colour)
        return hand.vertices if hand.cells else self.open_starts(colour)

    def closed(self, colour: Colour) -> int:
        """The cells that a colour may not cover: taken ones (R4), and those along its own (R3)."""
        return self.occupied | self.hand(colour).edges

    def anchors(self, colour: Colour) -> int:
        """The cells from which a colour can go on: its open corners, or open start fields."""
        return self.wanted(colour) & ~self.closed(colour)

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
        rule = self.variant.start_rule
        allowed = rule.partners if self.variant.are_partners(colour, other) else rule.others
        if other == colour or self.hand(other).start < 0 or not allowed:
            return True
        return self._steps(field, other) in allowed

    def _steps(self, field: int, other: Colour) -> int:
        """The distance of a field along the ring from where another colour has begun."""
        ring = len(self.variant.edition.fields)
        steps = (field - self.hand(other).start) % ring
        return min(steps, ring - steps)

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
            left=hand.left if hand.counts[piece] > 1 else hand.left & ~(1 << piece),
            counts=_one_less(hand.counts, piece),
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

    def why_illegal(self, colour: Colour, placement: int) -> Illegality | None:
        """The first rule that a placement would break, or None if it is legal."""
        hand, tables, board = self.hand(colour), self.tables, self.variant.board
        cells, piece = mask_of(tables.cells[placement]), tables.piece[placement]
        if used := self.why_used(colour, piece):
            return used
        if taken := cells & self.occupied:
            cell = next(bits(taken))
            where, who = board.cell_names[cell], self.owner(cell)
            return Illegality(
                "R4", "taken", f"{where} is already covered by {who}", tuple(bits(taken))
            )
        if not self.placeable(colour) >> piece & 1:
            return Illegality("C7", "single", f"{colour} must place its single cell last")
        if not hand.cells and not cells & self.open_starts(colour):
            return self._why_not_start(colour, cells)
        if shared := cells & hand.edges:
            where = board.cell_names[next(bits(shared))]
            return Illegality(
                "R3",
                "edge",
                f"{where} shares an edge with {colour}'s own piece",
                tuple(bits(shared)),
            )
        if hand.cells and not cells & hand.vertices:
            return Illegality("R3", "apart", f"it touches none of {colour}'s pieces at a vertex")
        if self.variant.touch == "vertices":
            points, straights = tables.points[placement], tables.straights[placement]
            if mask_of(straights) & hand.points or mask_of(points) & hand.straights:
                return Illegality(
                    "T4", "side", f"a vertex meets the side of another piece of {colour}"
                )
        return None

    def why_used(self, colour: Colour, piece: int) -> Illegality | None:
        """Why a colour has no piece of this number any more, or None if it has."""
        if self.hand(colour).left >> piece & 1:
            return None
        name, several = self.variant.pieces[piece].name, self.variant.counts[piece]
        all_of_them = f"all {several} of its {name}" if several > 1 else f"its {name}"
        return Illegality("R1", "used", f"{colour} has already placed {all_of_them}")

    def _why_not_start(self, colour: Colour, cells: int) -> Illegality:
        names, rule = self.variant.board.cell_names, self.variant.start_rule
        open_fields = self.open_starts(colour)
        if not open_fields:
            return Illegality("R3", "start", f"no start field is left for {colour}")
        wanted = " or ".join(names[cell] for cell in bits(open_fields))
        message = f"{colour}'s first piece must cover the start field {wanted}"
        for field, cell in enumerate(self.variant.edition.fields):
            if not rule.own and cells >> cell & 1:
                # A free start field, but not at an allowed distance from another colour's start.
                code, why = self._why_not_field(colour, field)
                return Illegality(rule.rule, code, message + why, (cell, *bits(open_fields)))
        return Illegality("R3", "own" if rule.own else "start", message, tuple(bits(open_fields)))

    def _why_not_field(self, colour: Colour, field: int) -> tuple[str, str]:
        """Why a colour may not begin on a start field, as a code and as the end of a sentence."""
        of, rule, other = self.variant, self.variant.start_rule, self._too_near(colour, field)
        partners, steps = of.are_partners(colour, other), self._steps(field, other)
        where = of.board.cell_names[of.edition.fields[field]]
        if of.partners_opposite and partners:
            # Two colours of one seat, or those of two seats of a team.
            code = "opposite" if of.seat_of(colour) == of.seat_of(other) else "diagonal"
            return code, f", opposite {other}'s start"
        if of.partners_opposite and steps in rule.partners:
            waiting = [c for c in self._partners(other) if self.hand(c).start < 0]
            kept = f"{where} lies opposite {other}'s start and is kept for {' or '.join(waiting)}"
            return "kept", f": {kept}"
        if of.starts_alternate and not partners:
            return "spacing", f": between two starts one start field must stay free, so not {where}"
        allowed = " or ".join(map(str, sorted(rule.partners if partners else rule.others)))
        return "distance", f": {where} lies {steps} fields from {other}'s start, not {allowed}"

    def _too_near(self, colour: Colour, field: int) -> Colour:
        """The colour whose start rules this field out, a partner rather than another."""
        found = [c for c in self.variant.colours if not self._far_enough(colour, field, c)]
        return min(found, key=lambda other: not self.variant.are_partners(colour, other))

    def _partners(self, colour: Colour) -> list[Colour]:
        of = self.variant
        return [c for c in of.colours if c != colour and of.are_partners(c, colour)]

    # --- scoring -------------------------------------------------------------------------

    def points(self, colour: Colour, scoring: Scoring | str = "") -> int:
        """A colour's points under the variant's scoring or another one (R6, R7)."""
        by = self.variant.scoring_named(scoring or self.variant.scoring)
        cells, single_last = self._unplaced[self.variant.colours.index(colour)]
        return by.points(cells, single_last=single_last)

    @cached_property
    def _unplaced(self) -> tuple[tuple[int, bool], ...]:
        """For each colour the cells of its pieces left, and whether it has laid a single last."""
        sizes = self.variant.edition.sizes
        return tuple(
            (sum(map(mul, sizes, hand.counts)), hand.last >= 0 and sizes[hand.last] == 1)
            for hand in self.hands
        )


def _one_less(counts: tuple[int, ...], piece: int) -> tuple[int, ...]:
    """The counts of a hand after one of these pieces was placed."""
    return (*counts[:piece], counts[piece] - 1, *counts[piece + 1 :])
