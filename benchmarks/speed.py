"""How fast the rules are. Run: make bench, or python benchmarks/speed.py"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from cornerwise import VARIANTS, Colour, Game, Variant, kernel, variant
from cornerwise.position import Position

MID_GAME = 24


def middle(chosen: Variant, seed: int) -> Game:
    """A random position in the middle of a game."""
    rng, game = random.Random(seed), Game(chosen)
    for _ in range(MID_GAME if len(game.variant.colours) > 2 else MID_GAME // 2):
        game.play(rng.choice(game.legal_moves))
    return game


def legal_ms(ask: Callable[[Position, Colour], int], position: Position) -> float:
    """The median time to find all legal moves of each colour."""
    times = []
    for colour in position.variant.colours:
        begin = time.perf_counter()
        ask(position, colour)
        times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times)


def main() -> None:
    print("all legal moves of one colour in mid-game, median of 20 positions")
    print(f"  {'':24} {'plain rules':>14} {'kernel':>14}")
    for chosen in (*VARIANTS.values(), variant("trigon", touch="vertices")):
        positions = [middle(chosen, seed).position for seed in range(20)]
        plain, quick = (
            statistics.median(legal_ms(ask, position) for position in positions)
            for ask in (Position.legal, kernel.legal)
        )
        print(f"  {chosen!s:24} {plain:11.3f} ms {quick:11.3f} ms")

    print("importing the package, then creating a game, in a new process: processor time of 7 runs")
    for name in ("", "duo", "classic", "trigon"):
        then = f"cornerwise.Game({name!r}).legal_moves" if name else ""
        runs = [new_process_s(f"import cornerwise; {then}".rstrip("; ")) for _ in range(7)]
        median, slowest = statistics.median(runs), max(runs)
        print(f"  {name or 'only the import':24} {median:7.3f} s    slowest {slowest:7.3f} s")


def new_process_s(code: str) -> float:
    """The processor time that code takes in a process of its own."""
    timed = f"import time; t = time.process_time(); {code}; print(time.process_time() - t)"
    command = [sys.executable, "-c", timed]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


if __name__ == "__main__":
    main()
