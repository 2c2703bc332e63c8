"""How fast legal moves are found, by the plain rules and by the kernel, in positions of one game.

Run: python benchmarks/rules.py
"""

import random
import time
from collections.abc import Callable

from cornerwise import Colour, Game, Position, kernel

REPEATS = 200


def milliseconds(ask: Callable[[Position, Colour], int], game: Game) -> float:
    assert game.to_play is not None
    begin = time.perf_counter()
    for _ in range(REPEATS):
        ask(game.position, game.to_play)
    return (time.perf_counter() - begin) / REPEATS * 1000


def main() -> None:
    print(f"{'position':22} {'moves':>6} {'plain ms':>9} {'kernel ms':>10}")
    for name in ("duo", "classic", "trigon"):
        game, dice = Game(name), random.Random(1)
        while not game.is_over:
            if len(game.turns) % 10 == 0:
                plain, fast = milliseconds(Position.legal, game), milliseconds(kernel.legal, game)
                place = f"{name}, move {len(game.turns)}"
                print(f"{place:22} {len(game.legal_moves):6} {plain:9.3f} {fast:10.3f}")
            game.play(dice.choice(game.legal_moves.numbers))


if __name__ == "__main__":
    main()
