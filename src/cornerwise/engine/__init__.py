"""The computer opponent: a search over the kernel with learned knowledge (docs/engine.md)."""

from cornerwise.engine.analysis import Analysis, Candidate
from cornerwise.engine.levels import LEVELS, Level, level_of
from cornerwise.engine.player import Engine

__all__ = ["LEVELS", "Analysis", "Candidate", "Engine", "Level", "level_of"]
