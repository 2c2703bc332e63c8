"""Play two settings of the engine against each other, in pairs with swapped colours.

A player is written as settings joined by commas: simulations or milliseconds, weights (a file), and
any setting of the kernel's search. Each pair of games begins with the same random placements.

Run: python benchmarks/duel.py duo 100 simulations=1000 simulations=1000,reply=0
"""

import argparse
import json
import math
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from cornerwise import Variant, _kernel, kernel, variant
from cornerwise.engine.knowledge import flattened, weights_of
from cornerwise.geometry import bits


class Player:
    def __init__(self, of: Variant, text: str) -> None:
        options = dict(part.split("=") for part in text.split(",") if part)
        self.simulations = int(options.pop("simulations", 1 << 60))
        self.seconds = float(options.pop("milliseconds", 1e12)) / 1000
        self.weights = weights_of(of.edition.name)
        if file := options.pop("weights", ""):
            phases = json.loads(Path(file).read_text())["phases"]
            self.weights = flattened(of.edition.name, phases)
        self.options = {name: float(value) for name, value in options.items()}

    def move(self, position: _kernel.Position, seed: int) -> int:
        settings = _kernel.Settings()
        settings.seed = seed
        for name, value in self.options.items():
            whole = isinstance(getattr(settings, name), int)
            setattr(settings, name, int(value) if whole else value)
        search = _kernel.Search(position, self.weights, settings)
        search.run(self.simulations, self.seconds, 1)
        return int(search.verdicts()[0][0])


def opening(of: Variant, dice: random.Random) -> list[int]:
    """A random beginning: four placements in a game for two colours, else one a colour."""
    position, moves = _kernel.Position(kernel.rules(of)), []
    for _ in range(4):
        legal = list(bits(int.from_bytes(position.legal(position.turn), "little")))
        largest = max(of.pieces[row[1]].size for row in position.features())
        big = {row[0] for row in position.features() if of.pieces[row[1]].size == largest}
        moves.append(dice.choice([move for move in legal if move in big]))
        position.play(moves[-1])
    return moves


def game(of: Variant, players: list[Player], moves: list[int], seed: int) -> list[float]:
    """The points of each side, side n being played by player n modulo the players."""
    dice = random.Random(seed)
    position = _kernel.Position(kernel.rules(of))
    for move in moves:
        position.play(move)
    while position.turn >= 0:
        player = players[position.side % len(players)]
        position.play(player.move(position, dice.getrandbits(60)))
    points = [0.0] * len(kernel.sides(of))
    for colour, value in zip(of.colours, position.points(), strict=True):
        seat = of.seat_of(colour)
        if seat is not None:
            points[kernel.sides(of).index(seat.team)] += value
    return points


def pair(name: str, texts: list[str], seed: int) -> tuple[float, float]:
    """The score of the first player, 0 to 1, and its mean margin over a pair of games."""
    of = variant(name)
    players = [Player(of, text) for text in texts]
    moves = opening(of, random.Random(seed))
    score = margin = 0.0
    for swapped in (False, True):
        order = players[::-1] if swapped else players
        points = game(of, order, moves, seed)
        mine = [sum(points[swapped::2]), sum(points[not swapped :: 2])]
        score += (1 + (mine[0] > mine[1]) - (mine[0] < mine[1])) / 4
        margin += (mine[0] - mine[1]) / 2
    return score, margin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant")
    parser.add_argument("pairs", type=int)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    texts = [given.first, given.second]
    seeds = range(1000 * given.seed, 1000 * given.seed + given.pairs)
    with ProcessPoolExecutor(given.jobs) as workers:
        found = list(workers.map(partial(pair, given.variant, texts), seeds))
    scores = [score for score, _ in found]
    mean = sum(scores) / len(scores)
    spread = math.sqrt(sum((s - mean) ** 2 for s in scores) / max(1, len(scores) - 1))
    error = 1.96 * spread / math.sqrt(len(scores))
    margin = sum(margin for _, margin in found) / len(found)
    print(
        f"{given.variant}: {given.first} scores {mean:.1%} ± {error:.1%} against {given.second} "
        f"in {2 * len(scores)} games, margin {margin:+.1f}"
    )


if __name__ == "__main__":
    main()
