"""How fair random openings of different lengths are, by the engine's own searches.

A match between strong players says little if its openings decide it.

Run: python benchmarks/openings.py [--openings 24] [--simulations 4000]
"""

import argparse
from collections import deque

from cornerwise import Engine, Game, variant
from cornerwise.arena.openings import default_plies, random_opening


def chance(game: Game, simulations: int) -> float:
    """The chance to win of the seat to play."""
    (last,) = deque(Engine(simulations=simulations, seed=1).analyse(game), maxlen=1)
    return last.results[last.seat]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--openings", type=int, default=24)
    parser.add_argument("--simulations", type=int, default=4000)
    given = parser.parse_args()
    print(f"{'variant':14} moves  chance to win of the next to play, and how far from even")
    for name in ("duo", "classic_2", "trigon_teams"):
        chosen = variant(name)
        for plies in (default_plies(chosen) - 1, default_plies(chosen)):
            chances = [
                chance(random_opening(chosen, plies, str(number)), given.simulations)
                for number in range(given.openings)
            ]
            mean = sum(chances) / len(chances)
            off = sum(abs(c - 0.5) for c in chances) / len(chances)
            print(f"{name:14} {plies:5}  {mean:.0%}, {off:.0%}", flush=True)


if __name__ == "__main__":
    main()
