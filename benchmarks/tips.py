"""How long a tip takes while a computer thinks.

A server with one thread for long searches thinks about moves of level 9, one after the other. Again
and again it is asked for a tip on another game. This is done once with a thread for advice, as
servers have it, and once without one.

Run: taskset -c 0 python -m benchmarks.tips [--variant duo] [--tips 5]
"""

from __future__ import annotations

import argparse
import asyncio
import time

from cornerwise import Game, random_game
from cornerwise.server.engines.engines import ThreadPool
from cornerwise.server.thinking.searches import Choose, Tip

PAUSE = 0.3
"""Seconds between tips."""


async def thinking(pool: ThreadPool, game: Game) -> None:
    while True:
        await pool.run(Choose(game=game, level=9), "computer")


async def took(of: str, tips: int, advisers: int, *, busy: bool) -> list[float]:
    """How many seconds tips take, one after the other."""
    pool, found = ThreadPool(workers=1, quick=1, advisers=advisers), []
    other = random_game(of, seed=1, plies=6)  # beyond the opening book
    beside = asyncio.create_task(thinking(pool, other)) if busy else None
    for number in range(tips):
        await asyncio.sleep(PAUSE)
        game = random_game(of, seed=2 + number, plies=8)
        began = time.monotonic()
        await pool.run(Tip(game=game, name=f"{number}"), "player")
        found.append(time.monotonic() - began)
    if beside is not None:
        beside.cancel()
    await pool.close()
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--variant", default="duo")
    options.add_argument("--tips", type=int, default=5)
    asked = options.parse_args()
    for words, advisers, busy in (
        ("alone", 1, False),
        ("beside level 9", 1, True),
        ("beside level 9, without a thread for advice", 0, True),
    ):
        found = asyncio.run(took(asked.variant, asked.tips, advisers, busy=busy))
        mean = sum(found) / len(found)
        print(f"{asked.variant}, {words}: {mean:.2f} s, at most {max(found):.2f} s", flush=True)


if __name__ == "__main__":
    main()
