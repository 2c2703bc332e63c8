"""Simulations a second, with one thread and with two, along a game of each edition.

Run: python benchmarks/simulations.py
"""

import time

from cornerwise import Engine, Game, _kernel
from cornerwise.engine.knowledge import knowledge_of
from cornerwise.engine.player import position_of

SECONDS = 1.0


def speed(game: Game, threads: int) -> float:
    """Simulations a second if every thread has a core to itself."""
    settings = _kernel.Settings()
    settings.seed, settings.memory = 1, 1 << 30
    known = knowledge_of(game.variant.edition.name)
    search = _kernel.Search(position_of(game), known.priors, known.value, settings)
    begin = time.process_time()  # of all threads, so that a busy machine does not matter
    search.run(1 << 60, SECONDS, threads)
    return threads * search.simulations / (time.process_time() - begin)


def main() -> None:
    print(f"{'position':22} {'1 thread':>10} {'2 threads':>10}")
    for name, step in (("duo", 8), ("classic", 16), ("trigon", 16)):
        game, engine = Game(name), Engine(simulations=100, seed=1)
        for stage in range(4):
            for _ in range(step if stage else 0):
                if not game.is_over:
                    game.play(engine.choose(game))
            if not game.is_over:
                place = f"{name}, move {len(game.turns)}"
                print(f"{place:22} {speed(game, 1):10.0f} {speed(game, 2):10.0f}")


if __name__ == "__main__":
    main()
