"""A puzzle as a value: a region, the pieces for it, how they may meet, and what is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from cornerwise.errors import NotationError, PuzzleError
from cornerwise.geometry import Board
from cornerwise.notation import AnyMove, Move, parse_move
from cornerwise.pieces import Piece, piece_set
from cornerwise.position import Illegality
from cornerwise.puzzles.layout import Layout
from cornerwise.tables import Tables, tables_of
from cornerwise.variants import Colour, Edition, Variant, variant


class Laid(NamedTuple):
    """A piece of a colour on the board."""

    colour: Colour
    move: Move

    def __str__(self) -> str:
        return f"{self.colour} {self.move}"


Given = Iterable[Laid | tuple[str, AnyMove]]
"""Pieces on the board as callers give them: laid, or colour and move in any form."""

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

    problems: tuple[Illegality, ...]
    solved: bool
    cells_left: int
    pieces: Mapping[Colour, tuple[str, ...]]


@dataclass(frozen=True)
class Puzzle:
    """A puzzle. Make one from a record (`from_record`) or take one of the collection.

    name       its id, of small letters, digits and hyphens
    board      the region
    pieces     each colour's pieces, by name; one that it has twice stands twice
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
        return tables_of(Edition(self.board.name, self.board.name, self.board, (), ""))

    @cached_property
    def shapes(self) -> dict[str, int]:
        """The number of each piece in the tables."""
        return {piece.name: number for number, piece in enumerate(self._every_piece)}

    @property
    def _every_piece(self) -> tuple[Piece, ...]:
        return self.variant.pieces if self.variant else piece_set(self.board.grid)

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
        return self._every_piece[self.shapes[piece]].size

    def is_last(self, piece: str) -> bool:
        """Whether a colour may lay this piece only after all others (C7)."""
        return bool(self.variant and self.variant.singles_last) and self.size(piece) == 1

    # --- pieces on the board -------------------------------------------------------------

    def laid(self, given: Given) -> tuple[Laid, ...]:
        """Pieces as values; raises if one does not belong to this puzzle."""
        found = []
        for colour, move in given:
            try:
                found.append(Laid(self.colour(colour), parse_move(self.tables, move)))
            except NotationError as error:
                raise PuzzleError(f"{self.name}: {error}") from None
        return tuple(found)

    def colour(self, name: str) -> Colour:
        """The colour of this puzzle with this name."""
        if name in self.colours:
            return Colour(name)
        known = ", ".join(self.colours)
        raise PuzzleError(f"{name!r} is not a colour of {self.name}: it has {known}")

    def layout(self, given: Given = ()) -> Layout:
        """Pieces on the board, which can be asked what may come next, and why not.

        >>> from cornerwise.puzzles import puzzle
        >>> laid = puzzle("rectangle-4x5").layout([("blue", "a1,b1,c1,d1")])
        >>> print(laid.why_illegal("blue", "a2,b2,c2,d2,e2"))
        blue has no I5 here (T9)
        """
        return Layout(self, self.laid(given))

    def check(self, given: Given) -> Check:
        """What is wrong with pieces on the board, what is left, and whether all is done."""
        layout = self.layout(given)
        return Check(layout.problems, layout.is_solved, layout.cells_left, layout.left)

    def __str__(self) -> str:
        return self.name
