"""What many games have in common: who wins, how long they last, how wide they are, what stays over.

The games are an archive's (`selfplay`), or those of an agent of the kernel. Both are played in one
batch, and the same arrays are read after every move.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cornerwise import VectorGame
from cornerwise.variants import Variant
from cornerwise.vector import STAY

from . import selfplay

AGENTS = ("random", "greedy")
GAMES = 4000
"""Games of each agent in each variant."""
LEVELS = (4, 7, 8)
NORMAL = 1.96
"""So many standard errors hold the true value 19 times in 20."""

Chooser = Callable[[VectorGame, int], NDArray[Any]]
"""An action for each game, given how many moves were made."""


def estimate(values: NDArray[Any]) -> list[float]:
    """The mean, and how far its interval of 95 % reaches to either side."""
    mean = float(values.mean())
    reach = NORMAL * float(values.std(ddof=1)) / math.sqrt(len(values))
    return [round(mean, 4), round(reach, 4)]


def rate(count: int, of: int) -> list[float]:
    """A share with Wilson's interval, which holds for rare things as well: mean, low, high."""
    share, z = count / of, NORMAL
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    reach = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return [round(share, 4), round(max(0.0, middle - reach), 4), round(middle + reach, 4)]


def watched(name: str, count: int, choose: Chooser, seed: int = 0) -> dict[str, Any]:
    """Play so many games side by side, and tell what they have in common."""
    games = VectorGame(name, count, seed=seed, reward="points", relative=False)
    seen = games.arrays("counts", "colours", "pieces", "ends", "rewards", "plies")
    of, tables = games.variant, games.tables
    piece_of = np.frombuffer(tables.piece, np.uint8)
    size_of = np.array([piece.size for piece in tables.pieces])[piece_of]
    everyone, first_hand = np.arange(count), seen["pieces"][0, 0].copy()
    seated = [at for at, colour in enumerate(of.colours) if of.seat_of(colour) is not None]
    last_size = np.zeros((count, len(of.colours)), int)
    wide: list[list[float]] = []
    rounds = np.zeros((2, len(of.pieces)))
    while not seen["ends"].all():
        going = ~seen["ends"]
        wide.append([float(seen["counts"][going].sum()), int(going.sum())])
        moves, colours = choose(games, len(wide) - 1), seen["colours"].copy()
        done = everyone[going], colours[going]
        last_size[done] = size_of[moves[going]]
        laid_before = first_hand.sum() - seen["pieces"][done].sum(axis=1)
        np.add.at(rounds[0], piece_of[moves[going]], laid_before + 1)
        np.add.at(rounds[1], piece_of[moves[going]], 1)
        games.step(moves)
    hands, last_size = seen["pieces"][:, seated], last_size[:, seated]
    whole = hands.sum(axis=2) == 0
    points = side_points(of, seen["rewards"])
    best = (points == points.max(axis=1, keepdims=True)).sum(axis=1)
    plies = np.sort(seen["plies"])
    total = np.array(wide).sum(axis=0)
    return {
        "variant": name,
        "games": count,
        "shares": [estimate(share) for share in shares(points).T],
        "points": [estimate(side) for side in points.T],
        "draws": round(float((best > 1).mean()), 4),
        "length": estimate(plies),
        "lengths": [int(plies[0]), int(plies[len(plies) // 2]), int(plies[-1])],
        "branching": round(float(total[0] / total[1]), 1),
        "widest": max(round(moves / left, 1) for moves, left in wide),
        "by_ply": [round(moves / left, 1) for moves, left in wide if 2 * left >= count],
        "complete": rate(int(whole.sum()), whole.size),
        "single_last": rate(int((whole & (last_size == 1)).sum()), whole.size),
        "left": {
            piece.name: round(float(hands[:, :, n].mean() / first_hand[n]), 3)
            for n, piece in enumerate(of.pieces)
        },
        "round": {
            piece.name: round(float(rounds[0, n] / max(rounds[1, n], 1)), 1)
            for n, piece in enumerate(of.pieces)
        },
    }  # fmt: skip


def side_points(of: Variant, rewards: NDArray[Any]) -> NDArray[Any]:
    """Points by side, in the order of play: partners have the same."""
    teams = [seat.team for seat in of.seats]
    return rewards[:, [teams.index(team) for team in dict.fromkeys(teams)]]


def shares(points: NDArray[Any]) -> NDArray[Any]:
    """Each side's share of the win: those with the most points share it."""
    best = (points == points.max(axis=1, keepdims=True)).astype(float)
    return np.asarray(best / best.sum(axis=1, keepdims=True))


def agent(name: str) -> Chooser:
    """An agent of the kernel."""
    return lambda games, ply: games.choose(name)  # type: ignore[arg-type]


def archive(games: Sequence[selfplay.Played]) -> Chooser:
    """The moves that were made."""
    longest = max(len(game.moves) for game in games)
    moves = np.full((longest + 1, len(games)), STAY, np.int32)
    for n, game in enumerate(games):
        moves[: len(game.moves), n] = game.moves
    return lambda _, ply: moves[ply]


def rows(games: int = GAMES) -> Iterator[dict[str, Any]]:
    """Every variant with every player that was watched."""
    for name in selfplay.CONTESTS:
        for player in AGENTS:
            yield {"player": player, **watched(name, games, agent(player))}
    yield from mixed()
    for level in LEVELS:
        known = selfplay.read(level)
        for name in selfplay.CONTESTS:
            if kept := [game for game in known if game.variant == name]:
                found = watched(name, len(kept), archive(kept))
                yield {"player": f"level {level}", **found}


def mixed() -> Iterator[dict[str, Any]]:
    """The archive of games between all levels (benchmarks/levels.py): lots seated them.

    The arena counts points so that more are better, in every variant.
    """
    known = selfplay.rows_of(selfplay.ARCHIVES / "levels.jsonl.xz")
    for name in selfplay.CONTESTS:
        points = np.array([game["points"] for game in known if game["variant"] == name])
        best = (points == points.max(axis=1, keepdims=True)).sum(axis=1)
        yield {
            "player": "levels 1 to 9",
            "variant": name,
            "games": len(points),
            "shares": [estimate(share) for share in shares(points).T],
            "points": [estimate(side) for side in points.T],
            "draws": round(float((best > 1).mean()), 4),
        }


def played_seconds() -> float:
    """What the games of the levels cost when they were played."""
    return sum(game.seconds for level in LEVELS for game in selfplay.read(level))
