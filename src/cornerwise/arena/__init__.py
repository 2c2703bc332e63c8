"""Matches between players of any kind, and what their results say (docs/arena.md).

family → players, openings → match → results → tournament → report
statistics                 ────────────────────┘
"""

from cornerwise.arena.match import GameResult, Match, Part, Round, play_round
from cornerwise.arena.players import Entrant, parse_player
from cornerwise.arena.statistics import Estimate, Sprt, elo, elo_of, mean_of, score_of
from cornerwise.arena.tournament import Tournament

__all__ = [
    "Entrant",
    "Estimate",
    "GameResult",
    "Match",
    "Part",
    "Round",
    "Sprt",
    "Tournament",
    "elo",
    "elo_of",
    "mean_of",
    "parse_player",
    "play_round",
    "score_of",
]
