"""Simulations a second along a game of each edition: ours with one thread and two, and Pentobi's.

The games are those of `benchmarks/games`, which the engine played with itself by 100 simulations a
move; other files may be given instead.

Pentobi is a locally built pentobi-gtp, if one is given. It is asked in the same positions, in turn
with ours, and says how many simulations it made. What is counted is games that were followed: a
simulation follows one, but late, where little is left of it, one of ours looks at all of that
(docs/engine.md); how many games that makes on average is the column `each`. Time is CPU time, so
that a busy machine matters little, and of several runs the one in the middle counts. Two cores that
share caches, or a host with others, are less than twice one: `apart` is what two searches come to
that have nothing to do with each other. Where a search of ours has seen all that can still happen
it ends, and it is told after what time.

Run: python benchmarks/simulations.py [GAME.blksgf ...] [--pentobi path/to/pentobi-gtp]
"""

import argparse
import re
import statistics
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import psutil

from cornerwise import Game, _kernel
from cornerwise.engine.knowledge import knowledge_of
from cornerwise.engine.player import position_of
from cornerwise.errors import CornerwiseError
from cornerwise.files import opened, read_trees

SECONDS = 1.0
RUNS = 7
GAMES = {
    "duo": ("Blokus Duo", (0, 8, 16, 20, 24)),
    "classic": ("Blokus", (0, 16, 32, 48)),
    "trigon": ("Blokus Trigon", (0, 16, 32, 48)),
}
"""For each edition Pentobi's name of the game, and after how many moves to ask."""
OWN = [Path(__file__).parent / "games" / f"{edition}.blksgf" for edition in GAMES]
LEVELS = {"duo": 7, "classic": 6, "trigon": 6}
"""Levels at which Pentobi thinks for about a second."""


class Ours(NamedTuple):
    """What searches came to."""

    speed: float
    """Games a second if every thread has a core to itself."""
    each: float
    """How many games a simulation followed."""
    end: float | None
    """After how many seconds there was nothing more to find, if so."""


def ours(game: Game, threads: int, searches: int = 1) -> Ours:
    """Search with so many threads, or several searches apart from each other at the same time."""
    settings = _kernel.Settings()
    settings.seed, settings.memory = 1, 1 << 30
    known = knowledge_of(game.variant.edition.name, game.variant.team_count)
    position = position_of(game)
    made = [_kernel.Search(position, known.priors, known.value, settings) for _ in range(searches)]
    with ThreadPoolExecutor(searches) as pool:
        begin = time.process_time()  # of all threads
        list(pool.map(lambda search: search.run(1 << 60, SECONDS, threads), made))
        seconds = (time.process_time() - begin) / (threads * searches)
    games = sum(search.games for search in made)
    each = games / sum(search.simulations for search in made)
    return Ours(games / seconds, each, seconds if made[0].is_settled else None)


def pentobis(command: str, game: Game) -> float:
    """Pentobi's simulations a second in the same position."""
    edition = game.variant.edition.name
    lines = [f"set_game {GAMES[edition][0]}"]
    for turn in game.turns:
        colour = {"blue": "b", "yellow": "w"}[turn.colour] if edition == "duo" else turn.colour
        lines.append(f"play {colour} {turn.move}")
    mover = str(game.to_play)
    colour = {"blue": "b", "yellow": "w"}[mover] if edition == "duo" else mover
    options = ["--level", str(LEVELS[edition]), "--threads", "1", "--nobook", "--noresign"]
    with tempfile.TemporaryFile("w+") as told:
        process = subprocess.Popen(
            [command, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=told,
            text=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            for line in lines:
                _ask(process, line)
            before = _cpu(process.pid)
            _ask(process, f"reg_genmove {colour}")
            spent = _cpu(process.pid) - before
        finally:
            process.kill()
            process.wait()
        told.seek(0)
        made = re.findall(r"\bSim (\d+)", told.read())
    return int(made[-1]) / spent if made and spent else 0.0


def _ask(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer.startswith("="):
        raise SystemExit(f"{line}: {answer}")
    while process.stdout.readline().strip():
        pass


def _cpu(pid: int) -> float:
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", type=Path, metavar="GAME", default=OWN)
    parser.add_argument("--pentobi", help="the path of a pentobi-gtp")
    given = parser.parse_args()
    command = given.pentobi
    heads = ["1 thread", "each", "2 threads", "ratio", "apart"]
    heads += ["Pentobi", "ratio"] if command else []
    print(f"{'position':22} " + " ".join(f"{head:>10}" for head in heads))
    for path in given.games:
        try:
            tree = read_trees(path)[0]
            whole = opened(tree).game
        except (CornerwiseError, OSError) as error:
            parser.error(str(error))
        edition = whole.variant.edition.name
        if edition not in GAMES:
            parser.error(f"{path} is a game of {edition}: give one of {', '.join(GAMES)}")
        for moves in GAMES[edition][1]:
            if moves < len(whole.turns):
                row = _row(opened(tree, moves).game, command)
                print(f"{f'{path.stem}, move {moves}':22} {row}", flush=True)


def _row(game: Game, command: str | None) -> str:
    one, two, apart, theirs = [], [], [], []
    for _ in range(RUNS):
        ours(game, 1)  # for nothing: what follows on another program finds cold caches
        one.append(ours(game, 1))
        two.append(ours(game, 2))
        apart.append(ours(game, 1, searches=2))
        if command:
            theirs.append(pentobis(command, game))
    alone, both, beside = (statistics.median(r.speed for r in runs) for runs in (one, two, apart))
    row = f"{alone:10.0f} {one[0].each:10.1f} {both:10.0f} {both / alone:10.2f}"
    row += f" {beside / alone:10.2f}"
    if command:
        their = statistics.median(theirs)
        row += f" {their:10.0f} {alone / their:10.2f}"
    for threads, runs in enumerate((one, two), 1):
        if ends := [run.end for run in runs if run.end is not None]:
            row += f"  settled with {threads} after {statistics.median(ends):.4f} s"
    return row


if __name__ == "__main__":
    main()
