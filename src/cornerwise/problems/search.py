"""Find problems in games of the engine with itself."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from cornerwise.engine import Engine, Level
from cornerwise.engine.player import position_of
from cornerwise.errors import ProblemError
from cornerwise.game import Game
from cornerwise.problems.grading import GRADES, grade_of, misses_of
from cornerwise.problems.problem import is_problem, result_of
from cornerwise.problems.proofs import NODES, Proof, proofs
from cornerwise.variants import VARIANTS, variant

PLAYERS = (4, 5, 6, 7)
"""Every move of a game is made by one of these levels, by chance: the games differ, and yet their
positions are such as people reach."""
CHOICE = 8
"""The least legal moves of a problem: there must be something to choose from."""
CLOSE = 30
"""The largest margin of a problem: nobody likes to search for the best move of a lost game."""
REACH = 400
"""Legal moves of all colours together above which the solver need not be asked."""


@dataclass(frozen=True)
class ProblemSearch:
    """Looks for problems of a variant in games that a seed and a number give.

    hardest  the hardest level to look for
    """

    variant: str
    seed: int
    hardest: int = GRADES

    def __post_init__(self) -> None:
        sides = variant(self.variant).team_count
        if sides != 2:
            known = ", ".join(name for name, one in VARIANTS.items() if one.team_count == 2)
            raise ProblemError(
                f"{self.variant} has {sides} {'side' if sides == 1 else 'sides'}: only with two "
                f"can a best move be proved. Choose one of {known}"
            )

    def play(self, number: int) -> Game:
        """The game of a number."""
        chance = random.Random(f"{self.seed}:{number}")
        game = Game(self.variant)
        while not game.is_over:
            level = Level(chance.choice(PLAYERS), game.variant.edition.graders)
            engine = Engine(level, seed=chance.getrandbits(32))
            game.play(engine.choose(game))
        return game

    def find(self, number: int) -> dict[str, Any]:
        """The problem of a game, as a row of a ledger; of several the one with most at stake."""
        game = self.play(number)
        found: list[tuple[tuple[bool, int], dict[str, Any]]] = []
        while game.history:
            game.undo()
            known = _proved(game)
            if not known:
                break  # earlier positions are harder still
            if not _is_worthy(known):
                continue
            best, second = known[:2]
            position = game.position_string
            misses = misses_of(Game.from_position_string(position), best.move)
            if grade_of(misses) > self.hardest:
                continue
            stake = result_of(best.margin) != result_of(second.margin), sum(misses)
            row = {
                "position": position,
                "line": best.line,
                "margin": best.margin,
                "runner_up": second.margin,
                "misses": misses,
                "source": (self.seed, number, len(game.history) + 1),
            }
            found.append((stake, row))
        best_row = max(found, key=lambda one: one[0], default=(None, None))[1]
        return {"game": number, "problem": best_row}


def _proved(game: Game) -> tuple[Proof, ...]:
    position = position_of(game)
    remaining = sum(position.count(colour) for colour in range(len(game.variant.colours)))
    return proofs(game, NODES) if remaining <= REACH else ()


def _is_worthy(known: tuple[Proof, ...]) -> bool:
    return len(known) >= CHOICE and abs(known[0].margin) <= CLOSE and is_problem(known)
