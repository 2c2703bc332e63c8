"""What a review was made with, so that one knows whether it is still what we would say."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from cornerwise.engine import Engine
from cornerwise.random_games import random_game
from cornerwise.variants import Variant

JUDGING = 1
"""Raised when moves are judged in another way."""

SAMPLE, PLIES = 200, 9
"""The search that tells one engine from another: simulations, and moves before it."""


@dataclass(frozen=True)
class Origin:
    """What a review was made with.

    fingerprint  equal for engines that find the same, whatever machine or version they are of
    simulations  how many each position got; 0 where the time decided
    seed         where chance started
    """

    fingerprint: str
    simulations: int
    seed: int

    @classmethod
    def of(cls, engine: Engine, variant: Variant) -> Origin:
        """The origin of what an engine finds in games of a variant.

        A short search shows how the engine behaves: its weights and its kernel are in the outcome.
        """
        game = random_game(variant, seed=1, plies=PLIES)
        *_, sample = engine.analyse(game, simulations=SAMPLE)
        found = [(c.move.number, c.visits, round(c.value, 6)) for c in sample.candidates]
        simulations = engine.simulations or 0
        if engine.level is not None:
            simulations = engine.level.simulations(variant.edition)
        settings = (JUDGING, str(variant), simulations, engine.seconds, engine.seed)
        digest = blake2b(repr((settings, found)).encode(), digest_size=8).hexdigest()
        return cls(digest, simulations, engine.seed)
