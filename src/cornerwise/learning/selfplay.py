"""Games of the engine against itself, with what it thought of every move."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cornerwise.engine import Analysis, Engine
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.variants import VARIANTS

ERRANT = 1 / 16
"""How often a move is any of the largest pieces: the value must know poor positions too."""
TRUSTS = (0.4, 1.0, 1.0, 2.0, 100.0)
"""How much each side may trust its playouts; chance decides. A search by the value steers towards
the value's errors. Only games against sides that judge differently show them."""
VARIED = 4
"""How many placements of each colour are drawn by chance, with the visits as weights. So games
differ, and yet reach positions of good players. Later placements are the best found."""


@dataclass(frozen=True)
class SelfPlay:
    """How games are played; the number of a game does the rest.

    variants  are taken in turn
    weights   a file of weights for the engine, or None for its own
    """

    variants: tuple[str, ...]
    simulations: int
    seed: int
    weights: Path | None = None

    def play(self, number: int) -> dict[str, Any]:
        """A game as a row of a ledger.

        `moves` are placement numbers; `visits` has for each of them the pairs of move and visits
        that the search found, or nothing where the position was solved. `expected` has each seat's
        share of the win by that search.
        """
        chance = random.Random(f"{self.seed}:{number}")
        game = Game(self.variants[number % len(self.variants)])
        trusts = {seat.team: chance.choice(TRUSTS) for seat in game.variant.seats}
        teams = {seat.name: seat.team for seat in game.variant.seats}
        visits: list[list[list[int]]] = []
        expected: list[list[float]] = []
        while not game.is_over:
            trust = trusts[teams[game.seat_to_play or ""]]
            last = self._analysed(game, chance.getrandbits(32), trust)
            # Where everything is known, visits tell how it was found out, not what is good.
            searched = () if last.exact else last.candidates
            found = [[c.move.number, c.visits] for c in searched if c.visits]
            visits.append(found)
            expected.append([round(float(share), 4) for share in last.results.values()])
            varied = len(game.turns) < VARIED * len(game.variant.colours) and found
            if chance.random() < ERRANT:
                game.play(_anyhow(game, chance))
            else:
                game.play(_drawn(found, chance) if varied else last.move)
        return {
            "game": number,
            "variant": game.variant.name,
            "moves": [move.number for move in game.history],
            "visits": visits,
            "expected": expected,
        }

    def _analysed(self, game: Game, seed: int, trust: float) -> Analysis:
        engine = Engine(simulations=self.simulations, seed=seed, weights=self.weights, trust=trust)
        *_, last = engine.analyse(game)
        return last


def _drawn(found: list[list[int]], chance: random.Random) -> int:
    return chance.choices([move for move, _ in found], [visits for _, visits in found])[0]


def _anyhow(game: Game, chance: random.Random) -> Move:
    largest = max(move.piece.size for move in game.legal_moves)
    return chance.choice([move for move in game.legal_moves if move.piece.size == largest])


def variants_of(edition: str, sides: int | None = None) -> tuple[str, ...]:
    """The variants in which an edition, or one of its family, is played against others.

    Only those with so many sides, if that is said.
    """
    return tuple(
        name
        for name, known in VARIANTS.items()
        if known.edition.family == edition
        and known.team_count > 1
        and sides in (None, known.team_count)
    )
