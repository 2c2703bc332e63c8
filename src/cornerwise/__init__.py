"""Cornerwise: the Blokus family of board games, as a library."""

from cornerwise.engine import Analysis, Candidate, Engine
from cornerwise.errors import (
    CornerwiseError,
    EngineError,
    IllegalMove,
    NotationError,
    PictureError,
    PuzzleError,
    RecordError,
    SetupError,
    SgfError,
    VariantError,
)
from cornerwise.game import Game, LegalMoves, Setup, Turn
from cornerwise.notation import Move
from cornerwise.pieces import Piece
from cornerwise.position import Position, Reason
from cornerwise.records import GameNode, GameTree, parse_sgf, read_sgf, write_sgf
from cornerwise.variants import COLOURS, VARIANTS, Colour, Seat, Variant, variant

__version__ = "0.1.0"

__all__ = [
    "COLOURS",
    "VARIANTS",
    "Analysis",
    "Candidate",
    "Colour",
    "CornerwiseError",
    "Engine",
    "EngineError",
    "Game",
    "GameNode",
    "GameTree",
    "IllegalMove",
    "LegalMoves",
    "Move",
    "NotationError",
    "PictureError",
    "Piece",
    "Position",
    "PuzzleError",
    "Reason",
    "RecordError",
    "Seat",
    "Setup",
    "SetupError",
    "SgfError",
    "Turn",
    "Variant",
    "VariantError",
    "parse_sgf",
    "read_sgf",
    "variant",
    "write_sgf",
]
