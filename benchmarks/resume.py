"""A start with many running clocks: `python benchmarks/resume.py [--games 5000]`.

Fills a folder with games of Duo whose clocks run; some of them run out a second after the start.
Starts the server on it and tells how long it takes until the server answers, until all games that
were due are over, and how much memory it takes then.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import psutil

from cornerwise.server.base import messages as m
from cornerwise.server.base.security import new_id
from cornerwise.server.base.settings import GAMES
from cornerwise.server.games.beginnings import new_game
from cornerwise.server.games.contest import Contest
from cornerwise.server.games.lists import line_of
from cornerwise.server.storage.sqlite import SqliteStore
from cornerwise.server.storage.store import Holding


async def fill(data: Path, games: int, due: int) -> None:
    """Games whose blue player thinks; the first `due` have hardly any time left."""
    store = SqliteStore(data / GAMES)
    now = time.time_ns() // 1_000_000
    await store.beat("before", now - 600_000, now)
    seats = {"blue": m.SeatChoice("me"), "yellow": m.SeatChoice("here")}
    writes = []
    for n in range(games):
        clock = m.ClockChoice("live", minutes=10 if n >= due else 5)
        wanted = m.NewGame(variant="duo", seats=seats, first="blue", clock=clock)
        began = now - (299_000 if n < due else 100_000)
        contest = Contest(new_id(), new_game(wanted, "h" * 24, began))
        body, line = m.encode(contest.created), line_of(contest)
        writes.append(store.append(contest.id, 0, body, line, [Holding("h" * 64, "h" * 24)]))
    await asyncio.gather(*writes)
    await store.close()


def over(data: Path) -> int:
    with closing(sqlite3.connect(data / GAMES)) as db:
        return int(db.execute("SELECT count(*) FROM games WHERE over = 1").fetchone()[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--due", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        asyncio.run(fill(data, options.games, options.due))
        command = [sys.executable, "-m", "cornerwise", "serve", "--no-open", "--port", "0"]
        began = time.monotonic()
        process = subprocess.Popen(
            [*command, "--data", folder], stdout=subprocess.PIPE, text=True, bufsize=1
        )
        try:
            assert process.stdout is not None
            assert re.search(r"http://\S+", process.stdout.readline())
            print(f"ready after {time.monotonic() - began:.2f} s")
            while over(data) < options.due:
                time.sleep(0.02)
            print(
                f"{options.due} clocks that ran out are told after {time.monotonic() - began:.2f} s"
            )
            memory = psutil.Process(process.pid).memory_info().rss / 1e6
            print(f"{options.games} games with running clocks: {memory:.0f} MB")
        finally:
            process.terminate()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


if __name__ == "__main__":
    main()
