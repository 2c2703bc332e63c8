"""Play the engine against a locally built pentobi-gtp at equal CPU time, in colour-swapped pairs.

Both sides' CPU time is measured; with `--times` ours has more of it, to see what time is worth.
Before each move ours may use what Pentobi has used on average for its moves with about the same
number, in this and in earlier games of the run, and more if it has saved time: like Pentobi it
thinks no longer once no other move can come out best. Games begin with the random openings of the
arena. With four players the seats alternate, and the margin is that of the mean scores. A long
match can be played in parts, each from another `--first` pair on.

Run: python benchmarks/pentobi.py path/to/pentobi-gtp duo --level 5 --pairs 20
"""

from __future__ import annotations

import argparse
import math
import subprocess
import time
from collections import defaultdict
from pathlib import Path
from typing import IO

from cornerwise import Game, _kernel, kernel, variant
from cornerwise.arena.openings import default_plies, random_opening
from cornerwise.engine.knowledge import knowledge_of
from cornerwise.engine.player import CHECKING, SOLVING, is_decided, position_of, solver_of

NAMES = {
    "duo": "Blokus Duo",
    "classic": "Blokus",
    "classic_2": "Blokus Two-Player",
    "trigon": "Blokus Trigon",
    "trigon_2": "Blokus Trigon Two-Player",
    "trigon_teams": "Blokus Trigon Two-Player",  # with starts as free as Pentobi's
}
ALONE = "--threads 1 --nobook --noresign"
FIRST = 0.05
"""Seconds for a move before anything is known of Pentobi's."""
LEAST = 0.002
"""Seconds that a move always has: the clock of short searches is no finer."""
MOST = 2.0
"""A move may have at most so many times its usual time, of what was saved."""
ENDLESS = 1 << 60
NODES = 1_000_000


class Pentobi:
    """A pentobi-gtp in which a game is played. It may say of its searches what it found."""

    def __init__(
        self, command: str, name: str, level: int, seed: int, says: IO[str] | None = None
    ) -> None:
        self._process = subprocess.Popen(
            [
                command,
                *f"--level {level} --seed {seed} {ALONE}".split(),
                *([] if says else ["--quiet"]),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=says or subprocess.DEVNULL,
            text=True,
        )
        self.ask(f"set_game {NAMES[name]}")

    def ask(self, command: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        lines = []
        while line := self._process.stdout.readline().strip():
            lines.append(line)
        if not lines or not lines[0].startswith("="):
            raise RuntimeError(f"{command}: {lines}")
        return lines[0][1:].strip()

    def seconds(self) -> float:
        """The CPU time used so far, by all threads."""
        threads = Path(f"/proc/{self._process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()


class Match:
    def __init__(self, command: str, name: str, level: int, times: float) -> None:
        self.command, self.name, self.level, self.times = command, name, level, times
        self.used: dict[int, list[float]] = defaultdict(list)  # Pentobi's, by move number
        self.ours = self.theirs = 0.0
        self.simulations = 0

    def opening(self, seed: str) -> list[str]:
        chosen = variant(self.name)
        return [str(move) for move in random_opening(chosen, default_plies(chosen), seed).history]

    def play(self, opening: list[str], first: bool, seed: int) -> Game:
        game, other = Game(self.name), Pentobi(self.command, self.name, self.level, seed)
        sides = kernel.sides(game.variant)
        for move in opening:
            other.ask(f"play {colour_of(game)} {move}")
            game.play(move)
        while not game.is_over:
            side = [sides.index(s.team) for s in game.variant.seats if s.name == game.seat_to_play]
            if side[0] % 2 == (0 if first else 1):
                move = self.think(game, seed)
                other.ask(f"play {colour_of(game)} {move}")
            else:
                begin = other.seconds()
                move = other.ask(f"genmove {colour_of(game)}")
                spent = other.seconds() - begin
                self.used[len(game.turns)].append(spent)
                self.theirs += spent
            game.play(move)
        other.close()
        return game

    def means(self, game: Game, first: bool) -> tuple[float, float]:
        """Our mean score of a side, and theirs."""
        sides = kernel.sides(game.variant)
        of_side = {sides.index(s.team): game.scores[s.name] for s in game.variant.seats}
        points = [of_side[side] for side in range(len(sides))]
        mine, theirs = points[not first :: 2], points[first::2]
        return sum(mine) / len(mine), sum(theirs) / len(theirs)

    def think(self, game: Game, seed: int) -> str:
        near = [t for n in (-1, 0, 1) for t in self.used.get(len(game.turns) + n, ())]
        budget = max(LEAST, self.times * sum(near) / len(near)) if near else FIRST
        if self.ours > 0 < self.theirs:  # make up for what was too much or saved
            budget *= min(MOST, (self.times * self.theirs / self.ours) ** 4)
        begin = time.process_time()
        position = position_of(game)
        solver = solver_of(position)
        solved = None if solver is None else solver.best(NODES, SOLVING * budget)
        move = -1 if solved is None else solved[0]
        if solved is None or not solved[-1]:
            known = knowledge_of(game.variant.edition.name, game.variant.team_count)
            settings = _kernel.SearchSettings()
            settings.seed, settings.memory = seed, 512 << 20
            search = _kernel.Search(position, known.priors, known.value, settings)
            start = time.process_time()
            end = begin + budget - (0 if solved is None else CHECKING * budget)
            while (now := time.process_time()) < end:
                if is_decided(search, ENDLESS, (now - start) / (end - start)):
                    break
                search.run(ENDLESS, min(0.02, budget / 8), 1)
            self.simulations += search.simulations
            found = search.verdicts()[0][0]
            if (
                solver is None
                or solved is None
                or search.is_settled
                or solver.ensures(found, solved[3], NODES, CHECKING * budget)
            ):
                move = found
        self.ours += time.process_time() - begin
        return str(game.move(move))


def colour_of(game: Game) -> str:
    """Pentobi's name of the colour on turn."""
    assert game.to_play is not None
    if len(game.variant.colours) == 2:
        return {"blue": "b", "yellow": "w"}[game.to_play]
    return str(game.to_play)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("variant", choices=NAMES)
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, metavar="PAIR", help="counted from 0")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--times", type=float, default=1.0, help="ours has so often their time")
    given = parser.parse_args()
    match = Match(given.command, given.variant, given.level, given.times)
    scores, margins = [], []
    for pair in range(given.first, given.first + given.pairs):
        seed = 1000 * given.seed + pair
        opening = match.opening(f"{given.seed}:{pair}")
        score = margin = 0.0
        for first in (True, False):
            game = match.play(opening, first, seed)
            mine, theirs = match.means(game, first)
            score += (1 + (mine > theirs) - (mine < theirs)) / 4
            margin += (mine - theirs) / 2
        scores.append(score)
        margins.append(margin)
        mean = sum(scores) / len(scores)
        spread = math.sqrt(sum((s - mean) ** 2 for s in scores) / max(1, len(scores) - 1))
        error = 1.96 * spread / math.sqrt(len(scores))
        print(
            f"{given.variant} level {given.level}: {2 * len(scores)} games, score {mean:.1%} "
            f"± {error:.1%}, margin {sum(margins) / len(margins):+.1f}, "
            f"CPU ours {match.ours:.0f} s, theirs {match.theirs:.0f} s, "
            f"{match.simulations / max(match.ours, 0.01):.0f} simulations/s",
            flush=True,
        )


if __name__ == "__main__":
    main()
