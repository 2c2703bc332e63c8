"""What a build of the kernel does, to the last bit: legal moves, searches, endings and fillings.

Two builds that print the same behave alike: python -m tests.signature [build/…/_kernel….so]
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator

from tests.builds import load

if __name__ == "__main__" and len(sys.argv) > 1:
    load(sys.argv[1])

# Only now: these import the kernel.
from cornerwise import Engine, Game, variant
from cornerwise.engine.player import position_of
from cornerwise.puzzles import puzzle, solve

GAMES = (
    variant("duo"),
    variant("classic_3"),
    variant("trigon_2"),
    variant("trigon_3", touch="vertices"),
)


def digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def rows() -> Iterator[str]:
    """A line for each thing that was tried."""
    for of in GAMES:
        game, dice = Game(of), random.Random(7)
        engine = Engine(simulations=150, seed=7)
        while not game.is_over:
            position = position_of(game)
            colours = range(len(of.colours))
            moves = [(position.legal(colour), position.count(colour)) for colour in colours]
            row = f"{of}, move {len(game.turns)}: moves {digest(moves)}"
            if len(game.turns) % 6 == 2:
                *_, last = engine.analyse(game)
                found = [(c.move.number, c.visits, c.prior, c.value) for c in last.candidates]
                row += f", search {digest(found, last.line, last.scores, last.exact)}"
            yield row
            game.play(dice.choice(game.legal_moves.numbers))
    for name in ("bird", "rectangle-5x5"):
        answer = solve(puzzle(name))
        yield f"{name}: {answer.steps} steps, {digest(answer.solution)}"


if __name__ == "__main__":
    print("\n".join(rows()))
