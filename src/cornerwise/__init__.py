"""Cornerwise: the Blokus family of board games, as a library."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cornerwise.engine import Analysis, Candidate, Engine
from cornerwise.errors import (
    CornerwiseError,
    EngineError,
    IllegalMove,
    NotationError,
    PictureError,
    PlayerError,
    PlayerFault,
    PuzzleError,
    RecordError,
    ReviewError,
    SetupError,
    SgfError,
    VariantError,
)
from cornerwise.game import Game, Turn
from cornerwise.moves import LegalMoves
from cornerwise.notation import Move
from cornerwise.outcome import Outcome, Termination
from cornerwise.pieces import Piece
from cornerwise.position import Illegality, Position
from cornerwise.random_games import random_game
from cornerwise.records import GameNode, GameTree, parse_sgf, read_sgf, write_sgf
from cornerwise.setup import Setup
from cornerwise.symmetry import Symmetry
from cornerwise.tutor import (
    Explanation,
    Mark,
    MoveReview,
    Reason,
    Retry,
    Review,
    Reviewer,
    explain,
    reasons,
    review,
)
from cornerwise.variants import (
    COLOURS,
    VARIANTS,
    Colour,
    Edition,
    Recipe,
    Scoring,
    Seat,
    StartRule,
    Variant,
    register,
    unregister,
    variant,
)

if TYPE_CHECKING:
    from cornerwise import arena as arena
    from cornerwise import files as files
    from cornerwise import gtp as gtp
    from cornerwise import problems as problems
    from cornerwise import puzzles as puzzles
    from cornerwise import render as render
    from cornerwise import tutor as tutor
    from cornerwise.vector import VectorGame, symmetry_tables

__version__ = "0.2.0"

__all__ = [
    "COLOURS",
    "VARIANTS",
    "Analysis",
    "Candidate",
    "Colour",
    "CornerwiseError",
    "Edition",
    "Engine",
    "EngineError",
    "Explanation",
    "Game",
    "GameNode",
    "GameTree",
    "IllegalMove",
    "Illegality",
    "LegalMoves",
    "Mark",
    "Move",
    "MoveReview",
    "NotationError",
    "Outcome",
    "PictureError",
    "Piece",
    "PlayerError",
    "PlayerFault",
    "Position",
    "PuzzleError",
    "Reason",
    "Recipe",
    "RecordError",
    "Retry",
    "Review",
    "ReviewError",
    "Reviewer",
    "Scoring",
    "Seat",
    "Setup",
    "SetupError",
    "SgfError",
    "StartRule",
    "Symmetry",
    "Termination",
    "Turn",
    "Variant",
    "VariantError",
    "VectorGame",
    "explain",
    "parse_sgf",
    "random_game",
    "read_sgf",
    "reasons",
    "register",
    "review",
    "symmetry_tables",
    "unregister",
    "variant",
    "write_sgf",
]

_MODULES = ("arena", "files", "gtp", "problems", "puzzles", "render", "tutor")
"""Modules that need no import of their own: `cornerwise.gtp.Client` is enough."""


def __getattr__(name: str) -> Any:
    """What few programs need is imported when it is first asked for."""
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name in __all__:
        return getattr(import_module(f"{__name__}.vector"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})
