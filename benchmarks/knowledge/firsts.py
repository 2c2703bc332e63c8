"""First moves compared: the best of each piece is played, and what follows is searched.

The searches begin from several seeds, so that it is seen how much of a value is chance. In Duo a
level also plays games from each move.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import fmean, stdev
from typing import Any

import numpy as np

from cornerwise import Engine, Game, Move

from .watching import estimate

NAMES = ("duo", "classic", "trigon")
PLAYED = "duo"
"""The variant whose first moves are played out, too: its games are short."""
SIMULATIONS, SEEDS, PIECES, LEVEL, GAMES = 20_000, 5, 12, 4, 100
STUDENT = 2.776
"""So many standard errors hold the true mean of five values 19 times in 20."""


def candidates(name: str, simulations: int) -> list[Move]:
    """The first move that a search likes best of each piece: those of the likeliest pieces."""
    *_, found = Engine(simulations=simulations, seed=0, book=False).analyse(Game(name))
    best: dict[str, Move] = {}
    for candidate in sorted(found.candidates, key=lambda one: (-one.visits, -one.prior)):
        best.setdefault(candidate.move.piece.name, candidate.move)
    return list(best.values())[:PIECES]


def spread(values: Sequence[float]) -> list[float]:
    """The mean, and how far its interval of 95 % reaches: of as many values as there are seeds."""
    reach = STUDENT * stdev(values) / math.sqrt(len(values))
    return [round(fmean(values), 4), round(reach, 4)]


def searched(name: str, move: Move, simulations: int) -> dict[str, Any]:
    """What searches from several seeds expect for the first seat after its move."""
    game = Game(name, moves=[move])
    first = game.turns[0].seat
    shares, margins, replies = [], [], []
    for seed in range(1, SEEDS + 1):
        *_, after = Engine(simulations=simulations, seed=seed, book=False).analyse(game)
        others = [score for seat, score in after.scores.items() if seat != first]
        shares.append(after.results[str(first)])
        margins.append(after.scores[str(first)] - fmean(others))
        replies.append(str(after.move))
    reply = max(dict.fromkeys(replies), key=replies.count)
    return {
        "share": spread(shares),
        "margin": spread(margins),
        "reply": reply,
        "agreed": replies.count(reply),
    }


def played(name: str, move: Move, games: int) -> dict[str, Any]:
    """How the first seat fares when a level plays on for all seats."""
    shares, margins = [], []
    for number in range(games):
        engine, game = Engine(level=LEVEL, seed=number, book=False), Game(name, moves=[move])
        first = game.turns[0].seat
        while not game.is_over:
            game.play(engine.choose(game))
        assert game.outcome is not None
        won = game.outcome.winners
        shares.append((first in won) / len(won))
        scores = dict(game.outcome.scores)
        mine = scores.pop(str(first))
        margins.append(mine - fmean(scores.values()))
    return {
        "games": games,
        "won": estimate(np.array(shares)),
        "ahead": estimate(np.array(margins)),
    }


def rows(
    names: Sequence[str] = NAMES, simulations: int = SIMULATIONS, games: int = GAMES
) -> Iterator[dict[str, Any]]:
    """The first moves of each variant, the best first."""
    for name in names:
        found = []
        for move in candidates(name, simulations):
            found.append(
                {
                    "variant": name,
                    "move": str(move),
                    "piece": move.piece.name,
                    "simulations": simulations,
                    **searched(name, move, simulations),
                    **(played(name, move, games) if name == PLAYED else {}),
                }
            )
        yield from sorted(found, key=lambda row: -row["share"][0])
