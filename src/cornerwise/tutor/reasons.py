"""What can truly be said of a move: every statement is counted on the board, nothing is searched.

docs/tutor.md defines each kind. Thresholds only decide when a statement is worth saying.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property

from cornerwise.errors import IllegalMove
from cornerwise.game import Game
from cornerwise.geometry import Board, bits, mask_of
from cornerwise.notation import AnyMove, Move
from cornerwise.position import Position
from cornerwise.symmetry import Symmetry, turn_of
from cornerwise.tables import union
from cornerwise.tutor.packing import cells_of, packed
from cornerwise.tutor.prospects import Prospects
from cornerwise.tutor.reason import Reason
from cornerwise.tutor.weights import weight
from cornerwise.variants import Colour

FEW_SPOTS = 3
"""A piece with so many places left is scarce of them."""
FEW_PIECES = 3
"""So many names are worth listing, and so many pieces are few to hold."""
MANY_CELLS = 4
"""An area of fewer cells is not worth a word."""
LOOKS = 120
"""Positions that a search for room may look at."""


def reasons(game: Game, move: AnyMove) -> tuple[Reason, ...]:
    """Every true statement that we can make of a legal move, most notable first.

    >>> game = Game("duo", moves=["e8,d9,e9,f9,e10"])
    >>> for reason in reasons(game, "j5,j6,k6,k7,l7"): print(reason)
    Yellow opens 7 new corners.
    Yellow places one of the largest pieces that fit.
    Yellow keeps 5 open corners that no opponent can cover next.
    Blue can cover 2 of these corners next.
    """
    return Scene(game).reasons(move)


class Scene:
    """A game at one moment: of each of its moves it can be asked what speaks for and against it."""

    def __init__(self, game: Game) -> None:
        if game.to_play is None:
            raise IllegalMove("the game is over: there is no move to speak of")
        self.game, self.colour, self.position = game, game.to_play, game.position
        variant = game.variant
        left = {c for s in variant.seats if s.name in game.retired for c in s.colours}
        seat = next(s for s in variant.seats if s.name == game.seat_to_play)
        team = {c for s in variant.seats if s.team == seat.team for c in s.colours}
        self.playing = tuple(colour for colour in variant.colours if colour not in left)
        # A colour that the players share plays for nobody: it is neither friend nor opponent.
        counted = [c for c in self.playing if c != variant.shared]
        self.friends = tuple(c for c in counted if c in team)
        self.opponents = tuple(c for c in counted if c not in team)
        self.before = {c: Prospects(self.position, c, playing=c in self.playing) for c in counted}
        self.vertex = variant.board.grid.vertex == "vertex"

    def reasons(self, move: AnyMove) -> tuple[Reason, ...]:
        """Every true statement that we can make of a move, most notable first."""
        placed = self.game.move(move)
        if why := self.game.why_illegal(placed):
            raise IllegalMove(f"{placed} is not legal: {why}")
        found = _Effects(self, placed).found()
        return tuple(sorted(found, key=lambda reason: -weight(reason)))


class _Effects:
    """What one move changes."""

    def __init__(self, scene: Scene, move: Move) -> None:
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
    ) -> Reason:
        return Reason(
            name,
            colour,
            good,
            tuple(bits(cells)),
            tuple(self.variant.pieces[piece].name for piece in pieces),
            () if n is None else (("n", n),),
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
        places = before.places_of(self.piece).bit_count()
        if places <= FEW_SPOTS:
            yield self._reason("scarce", self.colour, True, pieces=(self.piece,), n=places)

    def _all_pieces(self) -> Iterator[Reason]:
        """What it means for placing everything, and for the bonus if there is one (R7, C7)."""
        held = self.hand.pieces
        if not held:
            yield self._reason("complete", self.colour, True)
            return
        aim = self.variant.scoring.bonus or len(self.variant.seats) == 1
        after = self.after[self.colour]
        if not aim or not all(after.places_of(piece) for piece in set(held)):
            return
        single = next((n for n, piece in enumerate(self.variant.pieces) if piece.size == 1), None)
        if self.variant.scoring.single_bonus and single is not None:
            if self.piece == single and not self.hand.left >> single & 1:
                yield self._reason("single_spent", self.colour, False, pieces=(single,))
            elif self.hand.left >> single & 1 and len(held) <= FEW_PIECES:
                yield self._reason("single_kept", self.colour, True, pieces=(single,))
        if len(held) <= 2 * FEW_PIECES:
            cells = sum(self.variant.pieces[piece].size for piece in held)
            made = packed(self.position, self.colour, after.places, looks=LOOKS, goal=cells)
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

    def _own_reach(self) -> Iterator[Reason]:
        before, after = self.before[self.colour], self.after[self.colour]
        if not before.position.hand(self.colour).cells:
            return  # nothing is new that begins
        new = after.reach & ~before.reach
        if new:
            yield self._reason("reaches", self.colour, True, cells=new, n=new.bit_count())
        steps = _to_centre(self.board)
        old = min(steps[cell] for cell in bits(before.position.hand(self.colour).cells))
        now = min(steps[cell] for cell in self.move.cells)
        if now < old:
            yield self._reason("nears", self.colour, True, cells=self.cells, n=old - now)
        free = ~self.position.occupied
        for part in _parts(self.board, new & free, free):
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
        tables = self.position.tables
        within = self.after[self.colour].places
        within &= ~union(tables.covering, bits(self.after[self.colour].area & ~alone))
        held = sum(self.variant.pieces[piece].size for piece in self.hand.pieces)
        made = packed(self.position, self.colour, within, looks=LOOKS, goal=held)
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
        # A piece closes the cells along its sides to its own colour: nothing to speak of.
        beside = union(self.board.edges, self.move.cells) if own else 0
        cut = before.area & ~after.area & ~self.cells & ~beside
        if cut.bit_count() >= MANY_CELLS:
            yield self._reason("cuts", colour, good, cells=cut, n=cut.bit_count())
        held = sorted(set(self.position.hand(colour).pieces))
        gone = tuple(n for n in held if before.places_of(n) and not after.places_of(n))
        if gone:
            yield self._reason("denies", colour, good, pieces=gone)
            aim = self.variant.scoring.bonus or len(self.variant.seats) == 1
            if aim and all(before.places_of(n) for n in held):
                yield self._reason("no_bonus", colour, good)

    # --- mirror play ---------------------------------------------------------------------

    def _mirror(self) -> Iterator[Reason]:
        turn = turn_of(self.board, 2)
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


def _mirrored(one: int, other: int, turn: Symmetry) -> bool:
    return turn.of_cells(one) == other


@cache
def _to_centre(board: Board) -> tuple[int, ...]:
    """How many steps each cell is from the middle of the board; cells touch or share an edge."""
    steps = [0] * len(board)
    front = seen = _middle(board)
    away = 0
    while front:
        for cell in bits(front):
            steps[cell] = away
        near = union(board.edges, bits(front)) | union(board.vertices, bits(front))
        front = near & ~seen
        seen |= front
        away += 1
    return tuple(steps)


def _middle(board: Board) -> int:
    """The cells that have a lattice point nearest to the middle of the board."""
    columns, rows = zip(*board.lattice, strict=True)
    x_sum, y_sum = min(columns) + max(columns), min(rows) + max(rows)
    away = [abs(2 * x - x_sum) + abs(2 * y - y_sum) for x, y in board.lattice]
    least = min(away)
    return mask_of(
        cell
        for cell, points in enumerate(board.corners)
        if least in (away[point] for point in points)
    )


def _parts(board: Board, seeds: int, free: int) -> Iterator[int]:
    """The parts of the free cells, connected by edges, that hold these cells."""
    while seeds:
        part = front = seeds & -seeds
        while front:
            front = union(board.edges, bits(front)) & free & ~part
            part |= front
        yield part
        seeds &= ~part
