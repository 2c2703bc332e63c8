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
    Lesson,
    Mark,
    MoveReview,
    Reason,
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
    "Lesson",
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

_LATER = {"VectorGame": "cornerwise.vector", "symmetry_tables": "cornerwise.vector"}
"""What few programs need is imported when it is first asked for."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
