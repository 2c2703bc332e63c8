"""Simulations a second along a game of each edition: ours with one thread and two, and Pentobi's.

Pentobi is a locally built pentobi-gtp, if one is given. It is asked in the same positions, in turn
with ours, and says how many simulations it made. What is counted is games that were followed: a
simulation follows one, but late, where little is left of it, one of ours looks at all of that
(docs/engine.md); how many games that makes on average is the column `each`. Time is CPU time, so
that a busy machine matters little, and of several runs the one in the middle counts. Where a search
of ours has seen all that can still happen it ends, and it is told after what time.

Run: python benchmarks/simulations.py [duo classic trigon] [--pentobi path/to/pentobi-gtp]
"""

import argparse
import re
import statistics
import subprocess
import tempfile
import time

import psutil

from cornerwise import Engine, Game, Move, _kernel
from cornerwise.engine.knowledge import knowledge_of
from cornerwise.engine.player import position_of

SECONDS = 1.0
RUNS = 7
GAMES = {
    "duo": ("Blokus Duo", (0, 8, 16, 20, 24)),
    "classic": ("Blokus", (0, 16, 32, 48)),
    "trigon": ("Blokus Trigon", (0, 16, 32, 48)),
}
"""For each edition Pentobi's name of the game, and after how many moves to ask."""
LEVELS = {"duo": 7, "classic": 6, "trigon": 6}
"""Levels at which Pentobi thinks for about a second."""


def ours(game: Game, threads: int) -> tuple[float, float, float | None]:
    """Games a second if every thread has a core to itself, how many each simulation followed, and
    after how many seconds there was nothing more to find, if so.
    """
    settings = _kernel.Settings()
    settings.seed, settings.memory = 1, 1 << 30
    known = knowledge_of(game.variant.edition.name, game.variant.team_count)
    search = _kernel.Search(position_of(game), known.priors, known.value, settings)
    begin = time.process_time()  # of all threads
    search.run(1 << 60, SECONDS, threads)
    seconds = (time.process_time() - begin) / threads
    each = search.games / search.simulations
    return search.games / seconds, each, seconds if search.is_settled else None


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
    parser.add_argument("editions", nargs="*", metavar="EDITION", help="all if none is given")
    parser.add_argument("--pentobi", help="the path of a pentobi-gtp")
    given = parser.parse_args()
    command = given.pentobi
    if unknown := set(given.editions) - set(GAMES):
        parser.error(f"no edition is called {unknown.pop()}: choose from {', '.join(GAMES)}")
    heads = ["1 thread", "each", "2 threads", "ratio", *(["Pentobi", "ratio"] if command else [])]
    print(f"{'position':22} " + " ".join(f"{head:>10}" for head in heads))
    for name in given.editions or GAMES:
        game, engine = Game(name), Engine(simulations=100, seed=1)
        for moves in GAMES[name][1]:
            while len(game.turns) < moves and not game.is_over:
                game.play(_start(game) or engine.choose(game))
            if game.is_over:
                continue
            print(f"{f'{name}, move {len(game.turns)}':22} {_row(game, command)}", flush=True)


def _row(game: Game, command: str | None) -> str:
    runs: list[list[float]] = [[], [], []]
    ends: list[list[float]] = [[], []]
    for _ in range(RUNS):
        for threads in (2, 1):
            speed, each, end = ours(game, threads)
            runs[threads - 1].append(speed)
            if end is not None:
                ends[threads - 1].append(end)
        if command:
            runs[2].append(pentobis(command, game))
    one, two = (statistics.median(run) for run in runs[:2])
    row = f"{one:10.0f} {each:10.1f} {two:10.0f} {two / one:10.2f}"
    if command:
        theirs = statistics.median(runs[2])
        row += f" {theirs:10.0f} {one / theirs:10.2f}"
    for threads, seconds in enumerate(ends, 1):
        if seconds:
            row += f"  settled with {threads} after {statistics.median(seconds):.3f} s"
    return row


def _start(game: Game) -> Move | None:
    """The first move in Duo: Pentobi gives each colour its own start field."""
    if game.variant.edition.name != "duo" or game.turns:
        return None
    return game.move("e8,d9,e9,f9,e10")


if __name__ == "__main__":
    main()
