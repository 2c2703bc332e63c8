"""How hard a problem is: how often the engine's lower levels miss its best move.

Each level tries with the same seeds, so that the same problem always gets the same grade.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from cornerwise.engine import Engine, Level
from cornerwise.game import Game

LEVELS = range(1, 7)
"""The levels that try."""
TRIES = 5
"""How often each of them does."""
GRADES = 5

LOWEST, STEP = 1000, 140
"""The ratings of the levels: the first has 1000, each further one 140 more. So far apart they are
in their games (`cornerwise levels`)."""
_SCALE = 400


def misses_of(game: Game, best: int) -> tuple[int, ...]:
    """How many tries of each level do not find the best move.

    A level's choice also depends on how many moves were made: count from the position on.
    """
    graders = (Level(number, game.variant.edition.graders) for number in LEVELS)
    return tuple(
        sum(Engine(level, seed=seed).choose(game).number != best for seed in range(TRIES))
        for level in graders
    )


def grade_of(misses: Sequence[int]) -> int:
    """1 to 5: each fifth of all tries that miss makes one more.

    >>> grade_of((1, 0, 0, 0, 0, 0)), grade_of((5, 5, 5, 5, 5, 5))
    (1, 5)
    """
    return min(GRADES, 1 + GRADES * sum(misses) // (TRIES * len(LEVELS)))


@cache
def rating_of(misses: tuple[int, ...]) -> int:
    """The rating at which the levels would solve as many tries as they did.

    By Elo's formula: who has the rating of a problem solves it every other time. One solved and
    one missed try of an average level are added, so that no rating is endless.

    >>> rating_of((5, 5, 5, 0, 0, 0)), rating_of((0, 0, 0, 0, 0, 0)), rating_of((5, 5, 5, 5, 5, 5))
    (1350, 627, 2073)
    """
    tries = [(float(LOWEST + STEP * at), TRIES) for at in range(len(LEVELS))]
    middle = sum(rating for rating, _ in tries) / len(tries)
    tries.append((middle, 2))
    solved = 1 + sum(TRIES - count for count in misses)
    low, high = 0.0, 4000.0
    while high - low > 0.01:
        rating = (low + high) / 2
        expected = sum(n / (1 + 10 ** ((rating - own) / _SCALE)) for own, n in tries)
        low, high = (rating, high) if expected > solved else (low, rating)
    return round(low)
