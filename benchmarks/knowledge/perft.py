"""Perft by batches: the kernel plays all children of a position at once.

`cornerwise perft` counts the same with one game. The tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from cornerwise import VectorGame, variant
from cornerwise.vector import STAY

from . import sheets

WIDTH = 2560
"""Room for all legal moves: Trigon has 2,478 at the start."""
VERTICES = {"touch": "vertices"}
CHOSEN: tuple[tuple[str, dict[str, str], int], ...] = (
    ("duo", {}, 3),
    ("junior", {}, 3),
    ("classic", {}, 5),
    ("classic", {"starts": "free"}, 4),
    ("classic_2", {}, 4),
    ("classic_3", {}, 4),
    ("classic_teams", {}, 4),
    ("classic_solo", {}, 4),
    ("trigon", {}, 3),
    ("trigon", VERTICES, 2),
    ("trigon_2", {}, 2),
    ("trigon_2", VERTICES, 2),
    ("trigon_3", {}, 2),
    ("trigon_3", VERTICES, 2),
    ("trigon_teams", {}, 2),
    ("trigon_solo", {}, 2),
)
"""Variants with options, and how deep each is counted."""


def batch_perft(name: str, depth: int, **options: str) -> int:
    """How many lines of exactly so many moves there are from the empty board.

    The first places of the batch hold the line under way, a place for each depth. All children of
    its end lie in the places after them.
    """
    line = max(depth - 1, 1)
    of = variant(name, **options)
    first = VectorGame(of)
    widest = int(first.arrays("counts")["counts"][0])
    # Colours begin elsewhere, so later positions may have a few more moves than the first.
    room = min(max(64, 2 * widest), 1024)
    games = VectorGame(of, line + room)
    seen = games.arrays("counts", "actions", width=WIDTH)
    counts, actions = seen["counts"], seen["actions"]
    stay = np.full(line + room, STAY, np.int32)

    def below(at: int) -> int:
        moves = actions[at, : counts[at]].copy()
        assert len(moves) < WIDTH
        if at == depth - 2:
            return sum(children(at, moves))
        total = 0
        for move in moves:
            games.copy(at, at + 1)
            chosen = stay.copy()
            chosen[at + 1] = move
            games.step(chosen)
            total += below(at + 1)
        return total

    def children(at: int, moves: Any) -> Iterator[int]:
        for start in range(0, len(moves), room):
            some = moves[start : start + room]
            places = np.arange(line, line + len(some))
            games.copy(np.full(len(some), at), places)
            chosen = stay.copy()
            chosen[places] = some
            games.step(chosen)
            yield int(counts[places].sum())

    return int(counts[0]) if depth == 1 else below(0)


def rows() -> Iterator[dict[str, Any]]:
    """The counts of every variant, depth by depth."""
    for name, options, deepest in CHOSEN:
        clock = sheets.Stopwatch()
        counts = [batch_perft(name, depth, **options) for depth in range(1, deepest + 1)]
        words = [name, *(f"{key}={value}" for key, value in options.items())]
        yield {"variant": " ".join(words), "counts": counts, "seconds": round(clock.seconds, 1)}
