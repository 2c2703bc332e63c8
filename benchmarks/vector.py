"""Batches of games: how fast they are, and whether they are right.

    speed        steps per second with masks and planes written, a random agent: batches beside the
                 loop over `Game`, and beside environments of others (benchmarks/environments.py) if
                 `--beside` names the interpreter that has them. Rounds take turns, so that all see
                 the same machine. Times are processor time: another program that runs meanwhile
                 changes little
    agreement    `VectorGame` against `Game` and the plain rules (tests/vectors.py)
    conformance  every environment under the suite of its project, all variants with all options
    hostile      ten thousand bad calls to batches under the sanitizers (tests/hostile.py)

Run: python -m benchmarks.vector speed [--seconds 1] [--rounds 5] [--beside others/bin/python]
     python -m benchmarks.vector agreement [--positions 100000] [--parallel 2]
     python -m benchmarks.vector conformance [--parallel 2]
     python -m benchmarks.vector hostile
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import numpy as np

from cornerwise import Game, Variant, VectorGame
from cornerwise.commands.screen import bar
from cornerwise.workers import Workers
from tests.agreement import every_variant, games
from tests.builds import built
from tests.vectors import Disagreement, compare

NAMES = ("duo", "classic", "trigon")
GAMES, MANY = 64, 512
"""In a batch for one thread, and in those that compare one thread with two."""
GOALS = {"duo": 100_000, "classic": 40_000, "trigon": 20_000}
OTHERS = {
    "classic": ("blokus-rl", "blokus-rl-pettingzoo"),
    "trigon": ("envpool-go19", "envpool-chess"),
}
"""Environments of others, and which of ours they are run beside."""


class Speed:
    """Steps by processor time and by the clock on the wall."""

    def __init__(self, steps: int, processor: float, wall: float) -> None:
        self.processor, self.wall = steps / processor, steps / wall


def timed(step: Callable[[], int], seconds: float) -> Speed:
    """Step for so long; `step` says how many steps it made."""
    begun, wall, steps = time.process_time(), time.perf_counter(), 0
    while (processor := time.process_time() - begun) < seconds:
        for _ in range(8):
            steps += step()
    return Speed(steps, processor, time.perf_counter() - wall)


def batch_loop(name: str, count: int, threads: int = 1) -> Callable[[], int]:
    """A random agent in a batch, with masks and planes."""
    batch = VectorGame(name, count, threads=threads)
    seen = batch.arrays("mask", "planes", "rewards", "ends")
    ends, actions = seen["ends"], np.zeros(count, np.int32)

    def step() -> int:
        batch.choose("random", actions)
        batch.step(actions)
        if ends.any():
            batch.reset(ends)
        return count

    return step


def game_loop(name: str) -> Callable[[], int]:
    """A random agent with `Game`, without any array."""
    dice, state = random.Random(1), [Game(name)]

    def step() -> int:
        game = state[0]
        game.play(dice.choice(game.legal_moves.numbers))
        if game.is_over:
            state[0] = Game(name)
        return 1

    return step


def game_loop_with_arrays(name: str) -> Callable[[], int]:
    """The same with the mask and the board as arrays."""
    dice, state = random.Random(1), [Game(name)]

    def step() -> int:
        game = state[0]
        numbers = np.flatnonzero(game.legal_moves.mask())
        game.play(int(dice.choice(numbers)))
        game.position.to_numpy()
        if game.is_over:
            state[0] = Game(name)
        return 1

    return step


def speed(given: argparse.Namespace) -> None:
    print(f"{GAMES} games a batch, random agent; steps/s, the median of {given.rounds} rounds")
    for name in NAMES:
        loops = {
            "batch": batch_loop(name, GAMES),
            f"batch of {MANY}": batch_loop(name, MANY),
            f"batch of {MANY}, 2 threads": batch_loop(name, MANY, 2),
            "Game": game_loop(name),
            "Game, with arrays": game_loop_with_arrays(name),
        }
        found: dict[str, list[Speed]] = {title: [] for title in loops}
        others: dict[str, list[float]] = {
            title: [] for title in (OTHERS.get(name, ()) if given.beside else ())
        }
        for _ in range(given.rounds):
            for title, loop in loops.items():
                found[title].append(timed(loop, given.seconds))
            for title, measured in others.items():
                measured.append(foreign(given.beside, title, given.seconds))
        rates = {title: median(each.processor for each in rows) for title, rows in found.items()}
        clock = {title: median(each.wall for each in rows) for title, rows in found.items()}
        rates |= {title: median(rows) for title, rows in others.items()}
        print(f"{name} (goal {GOALS[name]:,})")
        for title, rate in rates.items():
            ratio = rates["batch"] / rate
            print(f"  {title:23} {rate:10,.0f} per second of processor; batch / this {ratio:6.2f}")
        one, two = f"batch of {MANY}", f"batch of {MANY}, 2 threads"
        by_clock, by_processor = clock[two] / clock[one], 2 * rates[two] / rates[one]
        print(f"  two threads: {by_clock:.2f} times by the clock of this machine,")
        print(f"  {by_processor:.2f} times where each has a core of its own, by processor time")


def foreign(python: str, name: str, seconds: float) -> float:
    """The steps per second of an environment of others."""
    script = Path(__file__).with_name("environments.py")
    command = [python, str(script), name, "--seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{name} cannot be run by {python}: {done.stderr.strip().splitlines()[-1:]}")
    return float(done.stdout.split()[-1])


def agreement(given: argparse.Namespace) -> None:
    compared = 0

    def wanted() -> Iterator[tuple[Variant, int, int]]:
        for of, seed in games(0):
            if compared >= given.positions:
                return
            yield of, seed, 60

    with bar("positions", given.positions) as show:
        try:
            for positions in Workers(given.parallel).done(compare, wanted()):
                compared += positions
                show(compared)
        except Disagreement as difference:
            sys.exit(str(difference))
    print(f"{compared:,} positions: VectorGame, Game and the plain rules agree on all of them")


def conforms(of: Variant) -> str:
    """Run every suite for a variant."""
    from tests import conformance

    conformance.check_pettingzoo(of)
    conformance.check_pictures(of)
    for reward in ("win", "points", "rank"):
        conformance.check_gymnasium(of, reward)
    conformance.check_openspiel(of)
    return str(of)


def conformance(given: argparse.Namespace) -> None:
    every = every_variant()
    passed = 0
    with bar("variants", len(every)) as show:
        for _ in Workers(given.parallel).done(conforms, ((of,) for of in every)):
            passed += 1
            show(passed)
    print(f"all suites pass for {passed} combinations of variant and options")


def hostile(given: argparse.Namespace) -> None:
    from tests.test_kernel import sanitized

    options = {"ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
    kernel = built("build/sanitize")
    print(sanitized("libasan.so", "tests.hostile", kernel, "batches", **options).strip())


def main() -> None:
    parser = argparse.ArgumentParser(description="Batches of games: fast, and right.")
    parser.add_argument("what", choices=("speed", "agreement", "conformance", "hostile"))
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--beside", metavar="PYTHON")
    parser.add_argument("--positions", type=int, default=100_000, metavar="N")
    parser.add_argument("--parallel", type=int, default=1, metavar="N")
    given = parser.parse_args()
    {"speed": speed, "agreement": agreement, "conformance": conformance, "hostile": hostile}[
        given.what
    ](given)


if __name__ == "__main__":
    main()
