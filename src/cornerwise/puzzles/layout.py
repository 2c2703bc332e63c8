"""Pieces on a puzzle's board: what may lie where, and why not. No other module says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from cornerwise.errors import IllegalMove, PuzzleError
from cornerwise.game import Game
from cornerwise.geometry import bits, mask_of
from cornerwise.notation import AnyMove, Move, parse_move
from cornerwise.position import Illegality
from cornerwise.tables import union
from cornerwise.variants import Colour

if TYPE_CHECKING:
    from cornerwise.puzzles.puzzle import Laid, Puzzle


@dataclass(frozen=True)
class Layout:
    """What lies on the board of a puzzle. Make one with `Puzzle.layout`.

    laid  the pieces; where a puzzle is laid by the rules of a game, in the order of play
    """

    puzzle: Puzzle
    laid: tuple[Laid, ...]

    # --- what may come next --------------------------------------------------------------

    def legal(self, colour: str) -> int:
        """The placements that a colour may make next, as a bitset of their numbers."""
        colour = self.puzzle.colour(colour)
        if self.game is None:
            return self.room(colour)
        return self.game.legal_moves.placements if colour == self.game.to_play else 0

    def why_illegal(self, colour: str, move: AnyMove) -> Illegality | None:
        """The first rule that a placement would break, or None if it may be made."""
        colour, move = self.puzzle.colour(colour), parse_move(self.puzzle.tables, move)
        if self.game is None:
            return next(self._clashes(self.laid, colour, move), None)
        if self.game.to_play not in (colour, None):
            return Illegality("R2", "turn", f"it is {self.game.to_play}'s turn, not {colour}'s")
        if self.game.to_play is None:
            return self.game.illegality(move)
        return self.game.position.why_illegal(colour, move.number)

    def room(self, colour: Colour) -> int:
        """The placements of a colour that clash with nothing that lies here, whatever the turn."""
        puzzle, tables, board = self.puzzle, self.puzzle.tables, self.puzzle.board
        closed = self.covered
        if puzzle.contact.own == "vertices":
            closed |= union(board.edges, bits(self._cells_of(colour)))
        moves = union(tables.of_piece, {puzzle.shapes[name] for name in self.left[colour]})
        moves &= ~union(tables.covering, bits(closed))
        if puzzle.contact.equal != "free":
            for _, move in self.laid:
                same = tables.of_piece[puzzle.shapes[move.piece.name]]
                moves &= ~(same & union(tables.covering, bits(self._kept_clear(move))))
        return moves

    @cached_property
    def game(self) -> Game | None:
        """The game that lays these pieces in this order, where the rules of a game hold."""
        if not self.puzzle.game:
            return None
        game = Game(self.puzzle.game)
        for colour, move in self.laid:
            if colour != game.to_play:
                raise IllegalMove(f"it is {game.to_play or 'nobody'}'s turn, not {colour}'s")
            game.play(move)
        return game

    def require_order(self) -> None:
        """Raise `IllegalMove` if the rules of a game do not let the pieces be laid so."""
        _ = self.game  # which is played through when first asked for

    @property
    def to_play(self) -> Colour | None:
        """The colour on turn, where there are turns."""
        return None if self.game is None else self.game.to_play

    @property
    def is_stuck(self) -> bool:
        """Whether it is not solved and nothing can be laid any more."""
        return not self.is_solved and not any(map(self.legal, self.puzzle.colours))

    # --- what there is -------------------------------------------------------------------

    @cached_property
    def covered(self) -> int:
        """The cells that are covered."""
        return mask_of(cell for _, move in self.laid for cell in move.cells)

    @property
    def cells_left(self) -> int:
        """How many cells are not covered."""
        return len(self.puzzle.board) - self.covered.bit_count()

    @cached_property
    def left(self) -> dict[Colour, tuple[str, ...]]:
        """The pieces of each colour that are not laid yet, by name."""
        found = {colour: list(names) for colour, names in self.puzzle.pieces}
        for colour, move in self.laid:
            if move.piece.name in found[colour]:
                found[colour].remove(move.piece.name)
        return {colour: tuple(names) for colour, names in found.items()}

    @property
    def equal_pairs(self) -> int:
        """How many pairs of equal shapes are in contact: the books' rectangle wants none (C8)."""
        board = self.puzzle.board
        return sum(
            bool(
                (union(board.edges, one.cells) | union(board.vertices, one.cells)) & cells_of(other)
            )
            for (_, one), (_, other) in combinations(self.laid, 2)
            if one.piece == other.piece
        )

    # --- what is wrong -------------------------------------------------------------------

    @cached_property
    def problems(self) -> tuple[Illegality, ...]:
        """The rules that are broken."""
        return tuple(
            reason
            for at, (colour, move) in enumerate(self.laid)
            for reason in self._clashes(self.laid[:at], colour, move)
        )

    @property
    def is_solved(self) -> bool:
        """Whether this is a solution."""
        done = not any(self.left.values()) if self.puzzle.uses_all else not self.cells_left
        return done and not self.problems and self._hangs_together() and self._is_playable()

    def _clashes(self, before: Sequence[Laid], colour: Colour, move: Move) -> Iterator[Illegality]:
        """What is wrong with one more piece, given those that lay there before."""
        name, cells = move.piece.name, cells_of(move)
        owned = dict(self.puzzle.pieces)[colour].count(name)
        if not owned:
            yield Illegality("T9", "piece", f"{colour} has no {name} here", move.cells)
        elif sum(laid == colour and other.piece == move.piece for laid, other in before) >= owned:
            yield Illegality("R1", "used", f"{colour} has no {name} left", move.cells)
        beside = union(self.puzzle.board.edges, move.cells)
        for other in before:
            theirs = cells_of(other.move)
            if overlap := theirs & cells:
                yield self._fault("R4", "taken", "{} is already covered", overlap)
                continue
            touching = theirs & beside
            if touching and other.colour == colour and self.puzzle.contact.own == "vertices":
                words = f"{{}} shares an edge with another piece of {colour}"
                yield self._fault("R3", "edge", words, touching)
            if other.move.piece == move.piece and (shared := theirs & self._kept_clear(move)):
                yield self._fault("C8", "equal", f"two {name} are in contact", shared)

    def _fault(self, rule: str, code: str, words: str, cells: int) -> Illegality:
        first = self.puzzle.board.cell_names[next(bits(cells))]
        return Illegality(rule, code, words.format(first), tuple(bits(cells)))

    def _kept_clear(self, move: Move) -> int:
        """The cells round a piece that an equal shape may not cover."""
        board, equal = self.puzzle.board, self.puzzle.contact.equal
        if equal == "free":
            return 0
        near = union(board.edges, move.cells)
        return near | union(board.vertices, move.cells) if equal == "apart" else near

    def _cells_of(self, colour: Colour) -> int:
        return mask_of(cell for owner, move in self.laid if owner == colour for cell in move.cells)

    def _hangs_together(self) -> bool:
        """Whether the pieces of each colour touch at vertices as they must."""
        touch, board = self.puzzle.contact.touch, self.puzzle.board
        if touch == "free":
            return True
        for colour in self.puzzle.colours:
            mine = [cells_of(move) for owner, move in self.laid if owner == colour]
            near = [union(board.vertices, bits(cells)) & ~cells for cells in mine]
            if touch == "each":
                if not all(any(n & cells for cells in mine) for n in near):
                    return False
            elif mine and _reached(mine, near) < len(mine):
                return False
        return True

    def _is_playable(self) -> bool:
        """Whether the pieces could be laid by the rules of the game, in some order."""
        from cornerwise.puzzles.order import as_game

        if not self.puzzle.game:
            return True
        try:
            as_game(self.puzzle, self.laid)
        except PuzzleError:
            return False
        return True


def cells_of(move: Move) -> int:
    """The cells of a piece as a set."""
    return mask_of(move.cells)


def _reached(mine: Sequence[int], near: Sequence[int]) -> int:
    """How many of these pieces hang together with the first at vertices."""
    found, waiting = {0}, [0]
    while waiting:
        at = waiting.pop()
        more = [n for n, cells in enumerate(mine) if n not in found and cells & near[at]]
        found.update(more)
        waiting.extend(more)
    return len(found)
