"""Editions: a board, its start fields and pieces, and what people and the engine know of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from cornerwise.errors import VariantError
from cornerwise.geometry import Board
from cornerwise.pieces import Piece, piece_set
from cornerwise.presentation import Presentation


@dataclass(frozen=True)
class Strength:
    """How the nine levels of the computer play an edition: a number for each of them.

    simulations   made before a move
    temperatures  of selection: 0 plays the best move found; more also plays others that looked
                  nearly as good

    The defaults are for an edition that nobody has measured. Its games are played out to the end,
    which takes longer than a forecast that was learned.
    """

    simulations: tuple[int, ...] = (25, 35, 75, 150, 300, 650, 1_300, 4_000, 15_000)
    temperatures: tuple[float, ...] = (2.25, 1.8, 1.4, 1.1, 0.95, 0.77, 0.5, 0.25, 0.0)

    def __post_init__(self) -> None:
        if len(self.simulations) != 9 or len(self.temperatures) != 9:
            raise VariantError("a strength has nine simulations and nine temperatures")


@dataclass(frozen=True)
class Edition:
    """A board and its start fields, clockwise from the top or the top left.

    minutes       how long a game takes, as "10-15"
    shapes        the names of the pieces that each colour has, in any order; of one that stands
                  twice it has two. By default one of each of the grid
    family        the name of the edition that it is shown with; by default it stands for itself
    strength      how the computer's levels play it
    graders       how the levels play it that find problems and grade them; by default as above. It
                  stays when a level is tuned, so that problems keep their grades
    weights       the edition whose weights the engine uses; by default its own, or none
    presentation  what people are shown of it
    """

    name: str
    title: str
    board: Board
    start_fields: tuple[str, ...]
    minutes: str = ""
    shapes: tuple[str, ...] = ()
    family: str = ""
    strength: Strength = field(default_factory=Strength)
    graders: Strength | None = None
    weights: str = ""
    presentation: Presentation = field(default_factory=Presentation)

    def __post_init__(self) -> None:
        object.__setattr__(self, "family", self.family or self.name)
        object.__setattr__(self, "weights", self.weights or self.name)

    @cached_property
    def fields(self) -> tuple[int, ...]:
        """The cells of the start fields."""
        return tuple(self.board.cell(name) for name in self.start_fields)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The different pieces of each colour (R1), smallest first."""
        every = piece_set(self.board.grid)
        if not self.shapes:
            return every
        names = [piece.name for piece in every]
        if unknown := set(self.shapes) - set(names):
            raise VariantError(
                f"{self.name}: {sorted(unknown)[0]} is not a piece: they are {', '.join(names)}"
            )
        return tuple(piece for piece in every if piece.name in self.shapes)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many of each of these pieces a colour has."""
        return tuple(self.shapes.count(piece.name) or 1 for piece in self.pieces)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many cells each of these pieces covers."""
        return tuple(piece.size for piece in self.pieces)

    def __repr__(self) -> str:
        return f"<Edition {self.name}>"

    def __hash__(self) -> int:
        return hash(self.name)  # tables are looked up by edition all the time: the board is large
