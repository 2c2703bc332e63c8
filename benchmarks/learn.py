"""Learn the weights of the priors from the engine's own searches.

Self-play games give positions; in each, the search's visits say how good every move turned out to
be. The weights are fitted so that the priors foretell the visits (softmax regression), and the next
round of games is played with them.

Run: python benchmarks/learn.py duo --rounds 3 --games 60 --simulations 1000
"""

import argparse
import json
import random
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from cornerwise import Variant, _kernel, kernel, variant
from cornerwise.engine.knowledge import FEATURES, flattened

WEIGHTS = Path(__file__).parent.parent / "src/cornerwise/engine/weights"
VARIANTS = {"duo": ("duo",), "classic": ("classic", "classic_2"), "trigon": ("trigon", "trigon_2")}
PHASES = (3, 7, 12, 99)
"""Pieces placed when a phase ends: as in the kernel."""

Sample = tuple[int, list[int], list[list[int]], list[float]]
"""Phase, and for each move: piece, features, share of the visits."""


def played(of: Variant, weights: tuple[float, ...], simulations: int, seed: int) -> list[Sample]:
    """A game of the engine against itself, with what it thought of every move."""
    dice = random.Random(seed)
    position = _kernel.Position(kernel.rules(of))
    placed = [0] * len(of.colours)
    samples: list[Sample] = []
    while position.turn >= 0:
        settings = _kernel.Settings()
        settings.seed = dice.getrandbits(63)
        settings.memory = 64 << 20
        settings.exploration = 2.0  # wider than in play: priors must also learn what they overlook
        search = _kernel.Search(position, weights, settings)
        search.run(simulations, 1e9, 1)
        visits = {verdict[0]: verdict[1] for verdict in search.verdicts()}
        rows = position.features()
        if len(rows) > 1:
            phase = next(n for n, end in enumerate(PHASES) if placed[position.turn] < end)
            share = [visits[move] / simulations for move, _, _ in rows]
            samples.append((phase, [row[1] for row in rows], [row[2] for row in rows], share))
        # Varied openings, then the best: positions like those of real games.
        early = placed[position.turn] < 4
        move = (
            dice.choices(list(visits), list(visits.values()))[0]
            if early
            else max(visits, key=lambda m: visits[m])
        )
        placed[position.turn] += 1
        position.play(move)
    return samples


def fitted(samples: list[Sample], pieces: int, steps: int = 400) -> list[float]:
    """The weights of one phase: those of the pieces, then those of the features."""
    width = pieces + len(FEATURES)
    rows = sum(len(sample[1]) for sample in samples)
    seen, target = np.zeros((rows, width), np.float32), np.zeros(rows, np.float32)
    starts, at = [], 0
    for _, piece, features, share in samples:
        count = len(piece)
        seen[np.arange(at, at + count), piece] = 1
        seen[at : at + count, pieces:] = features
        target[at : at + count] = share
        starts.append(at)
        at += count
    begin = np.array(starts)
    sizes = np.diff([*starts, rows])
    scale = seen.std(axis=0) + np.float32(1e-3)
    seen /= scale
    weights, first, second = (np.zeros(width, np.float32) for _ in range(3))
    for step in range(1, steps + 1):  # Adam
        logits = seen @ weights
        logits -= np.repeat(np.maximum.reduceat(logits, begin), sizes)
        chance = np.exp(logits)
        chance /= np.repeat(np.add.reduceat(chance, begin), sizes)
        gradient = seen.T @ (chance - target) / len(samples) + 1e-3 * weights
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        weights -= 0.05 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    loss = -np.add.reduceat(target * np.log(chance + 1e-9), begin).mean()
    print(f"  {len(samples)} positions, {rows} moves, cross-entropy {loss:.3f}")
    return [round(float(weight), 4) for weight in weights / scale]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("edition", choices=VARIANTS)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    file = WEIGHTS / f"{given.edition}.json"
    names = [piece.name for piece in variant(given.edition).pieces]
    samples: list[Sample] = []
    for number in range(given.rounds):
        begin = time.perf_counter()
        weights = flattened(given.edition, json.loads(file.read_text())["phases"])
        variants = [variant(name) for name in VARIANTS[given.edition]]
        count = range(given.games)
        with ProcessPoolExecutor(given.jobs) as workers:
            games = workers.map(
                played,
                [variants[game % len(variants)] for game in count],
                [weights] * len(count),
                [given.simulations] * len(count),
                [1000 * number + game for game in count],
            )
        samples = [sample for game in games for sample in game]
        print(f"round {number + 1}: {len(samples)} positions, {time.perf_counter() - begin:.0f} s")
        phases: list[dict[str, Any]] = []
        for phase in range(len(PHASES)):
            of_phase = [sample for sample in samples if sample[0] == phase]
            found = fitted(of_phase, len(names))
            phases.append(
                {
                    "pieces": dict(zip(names, found, strict=False)),
                    "features": dict(zip(FEATURES, found[len(names) :], strict=True)),
                }
            )
        made = {
            "edition": given.edition,
            "made_by": f"benchmarks/learn.py {given.edition} --rounds {given.rounds} "
            f"--games {given.games} --simulations {given.simulations}",
            "round": number + 1,
            "date": f"{datetime.now(UTC):%Y-%m-%d}",
            "phases": phases,
        }
        file.write_text(json.dumps(made, indent=1) + "\n")


if __name__ == "__main__":
    main()
