"""A puzzle as a value: a region, the pieces for it, how they may meet, and what is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from cornerwise.errors import CornerwiseError, PuzzleError
from cornerwise.geometry import Board, bits, mask_of
from cornerwise.notation import Move, parse_move
from cornerwise.pieces import piece_set
from cornerwise.position import Reason
from cornerwise.tables import Tables, tables_of, union
from cornerwise.variants import Colour, Edition, Variant, variant


class Laid(NamedTuple):
    """A piece of a colour on the board."""

    colour: Colour
    move: Move

    def __str__(self) -> str:
        return f"{self.colour} {self.move}"


Given = Iterable[Laid | tuple[str, str]]
"""Pieces on the board as callers give them: laid, or colour and cells such as "a1,b1"."""

OWN = ("vertices", "free")
TOUCH = ("free", "each", "chain")
EQUAL = ("free", "edges", "apart")
GOALS = ("fill", "place")


@dataclass(frozen=True)
class Contact:
    """How pieces may and must meet.

    own    pieces of one colour meet at "vertices" only, or are "free" to share edges
    touch  "each" piece touches another of its colour at a vertex, all of a colour form one
           "chain" of such contacts, or they are "free"
    equal  equal shapes share no "edges", stay "apart" even at vertices, or are "free"
    """

    own: str = "vertices"
    touch: str = "free"
    equal: str = "free"

    def __post_init__(self) -> None:
        for name, known in (("own", OWN), ("touch", TOUCH), ("equal", EQUAL)):
            if getattr(self, name) not in known:
                raise PuzzleError(
                    f"contact {name} {getattr(self, name)!r} is not known: "
                    f"choose one of {', '.join(known)}"
                )


@dataclass(frozen=True)
class Check:
    """What is to be said of pieces on the board.

    problems    rules that are broken, in words
    solved      whether this is a solution
    cells_left  how many cells are not covered
    pieces      the pieces of each colour that are not laid yet
    """

    problems: tuple[Reason, ...]
    solved: bool
    cells_left: int
    pieces: Mapping[Colour, tuple[str, ...]]


@dataclass(frozen=True)
class Puzzle:
    """A puzzle. Make one from a record (`from_record`) or take one of the collection.

    name       its id, of small letters, digits and hyphens
    board      the region
    pieces     each colour's pieces, by name
    goal       "fill": cover every cell; "place": lay every piece. With pieces that just fill the
               region the two are the same
    game       the variant by whose rules, start fields and turn order the pieces are laid, or ""
    level      from 1, easy, to 5, hard; 0 if not graded
    solutions  known solutions: colour and cells of every piece
    complete   whether these are all there are, up to symmetry and exchange of like colours
    note       what is known about it, in words
    """

    name: str
    title: str
    board: Board = field(repr=False)
    pieces: tuple[tuple[Colour, tuple[str, ...]], ...] = field(repr=False)
    contact: Contact = Contact()
    goal: str = "fill"
    game: str = ""
    level: int = 0
    solutions: tuple[tuple[tuple[str, str], ...], ...] = field(default=(), repr=False)
    complete: bool = False
    note: str = field(default="", repr=False)

    @property
    def colours(self) -> tuple[Colour, ...]:
        return tuple(colour for colour, _ in self.pieces)

    @property
    def is_pattern(self) -> bool:
        """Whether this is a figure to be filled (T9)."""
        return not self.game and self.goal == "fill"

    @property
    def is_unique(self) -> bool:
        """Whether there is one solution, up to symmetry and exchange of like colours."""
        return self.complete and len(self.solutions) == 1

    @property
    def piece_count(self) -> int:
        return sum(len(names) for _, names in self.pieces)

    @cached_property
    def variant(self) -> Variant | None:
        return variant(self.game) if self.game else None

    @cached_property
    def tables(self) -> Tables:
        """The numbered placements of the region."""
        if self.variant is not None:
            return tables_of(self.variant.edition)
        return _tables(self.board)

    @cached_property
    def shapes(self) -> dict[str, int]:
        """The number of each piece in the grid's piece set."""
        return {piece.name: number for number, piece in enumerate(piece_set(self.board.grid))}

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """Colours with the same pieces can be exchanged: each colour's first such colour."""
        sets = [names for _, names in self.pieces]
        # Where colours have start fields or turns of their own, no two are alike.
        return tuple(at if self.game else sets.index(names) for at, names in enumerate(sets))

    @cached_property
    def uses_all(self) -> bool:
        """Whether a solution lays every piece."""
        area = sum(self.size(name) for _, names in self.pieces for name in names)
        return self.goal == "place" or area == len(self.board)

    def size(self, piece: str) -> int:
        return piece_set(self.board.grid)[self.shapes[piece]].size

    def is_last(self, piece: str) -> bool:
        """Whether a colour may lay this piece only after all others (C7)."""
        return bool(self.variant and self.variant.singles_last) and self.size(piece) == 1

    # --- pieces on the board -------------------------------------------------------------

    def laid(self, given: Given) -> tuple[Laid, ...]:
        """Pieces as values; raises if one does not belong to this puzzle."""
        found = []
        for colour, move in given:
            if colour not in self.colours:
                known = ", ".join(self.colours)
                raise PuzzleError(f"{colour!r} is not a colour of {self.name}: it has {known}")
            try:
                found.append(Laid(Colour(colour), parse_move(self.tables, move)))
            except CornerwiseError as error:
                raise PuzzleError(f"{self.name}: {error}") from None
        return tuple(found)

    def check(self, given: Given) -> Check:
        """What is wrong with pieces on the board, what is left, and whether all is done."""
        laid = self.laid(given)
        problems = tuple(self._problems(laid))
        covered = mask_of(cell for piece in laid for cell in piece.move.cells)
        left = dict(self.pieces)
        for colour, move in laid:
            left[colour] = tuple(name for name in left[colour] if name != move.piece.name)
        cells_left = len(self.board) - covered.bit_count()
        done = not any(left.values()) if self.uses_all else not cells_left
        solved = done and not problems and self._hangs_together(laid) and self._playable(laid)
        return Check(problems, solved, cells_left, left)

    def _problems(self, laid: Sequence[Laid]) -> Iterable[Reason]:
        own = dict(self.pieces)
        for at, (colour, move) in enumerate(laid):
            name, cells = move.piece.name, mask_of(move.cells)
            if name not in own[colour]:
                yield Reason("T9", "piece", f"{colour} has no {name} here", move.cells)
            beside = union(self.board.edges, move.cells)
            near = beside | union(self.board.vertices, move.cells)
            for other in laid[:at]:
                theirs = mask_of(other.move.cells)
                yield from self._clash(move, other, colour, theirs & cells, theirs & beside)
                if other.move.piece == move.piece and self.contact.equal != "free":
                    shared = theirs & (near if self.contact.equal == "apart" else beside)
                    if shared and not theirs & cells:
                        what = f"two {name} are in contact"
                        yield Reason("C8", "equal", what, tuple(bits(shared)))

    def _clash(
        self, move: Move, other: Laid, colour: Colour, overlap: int, beside: int
    ) -> Iterable[Reason]:
        name = move.piece.name
        if other.colour == colour and other.move.piece == move.piece:
            yield Reason("R1", "used", f"{colour} has only one {name}", move.cells)
        if overlap:
            where = self.board.cell_names[next(bits(overlap))]
            yield Reason("R4", "taken", f"{where} is covered twice", tuple(bits(overlap)))
        elif beside and other.colour == colour and self.contact.own == "vertices":
            where = self.board.cell_names[next(bits(beside))]
            what = f"{where} shares an edge with another piece of {colour}"
            yield Reason("R3", "edge", what, tuple(bits(beside)))

    def _hangs_together(self, laid: Sequence[Laid]) -> bool:
        if self.contact.touch == "free":
            return True
        for colour in self.colours:
            mine = [mask_of(move.cells) for c, move in laid if c == colour]
            near = [union(self.board.vertices, bits(cells)) & ~cells for cells in mine]
            if self.contact.touch == "each":
                if not all(any(n & cells for cells in mine) for n in near):
                    return False
            elif mine and _reached(mine, near) < len(mine):
                return False
        return True

    def _playable(self, laid: Sequence[Laid]) -> bool:
        from cornerwise.puzzles.order import as_game

        if not self.game:
            return True
        try:
            as_game(self, laid)
        except PuzzleError:
            return False
        return True

    def __str__(self) -> str:
        return self.name


@lru_cache(maxsize=512)
def _tables(board: Board) -> Tables:
    """One table for each region: moves can be compared between puzzles that share it."""
    return Tables(Edition(board.name, board.name, board, (), ""))


def _reached(mine: Sequence[int], near: Sequence[int]) -> int:
    """How many of these pieces hang together with the first at vertices."""
    found, waiting = {0}, [0]
    while waiting:
        at = waiting.pop()
        more = [n for n, cells in enumerate(mine) if n not in found and cells & near[at]]
        found.update(more)
        waiting.extend(more)
    return len(found)
