"""How long the server takes for a review, and whether anybody who plays notices.

A server on one thread for long searches reviews a game of level 4 of each edition. Meanwhile it is
asked again and again for moves of level 9, and how long these take is compared with what they
take when nothing else goes on.

Run: python -m benchmarks.reviews [--variants duo classic trigon] [--moves 5]
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from cornerwise import Engine, Game, random_game
from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.base.settings import Settings
from cornerwise.server.engines.engines import ThreadPool
from cornerwise.server.games import beginnings
from cornerwise.server.games.contest import Contest
from cornerwise.server.house.house import House
from cornerwise.server.storage.bus import LocalBus
from cornerwise.server.storage.sqlite import SqliteStore
from cornerwise.server.thinking.ports import Ports
from cornerwise.server.thinking.searches import Choose


def played(name: str) -> Game:
    """A game of level 4 against itself, the same every time."""
    engine, game = Engine(level=4, seed=1), Game(name)
    while not game.is_over:
        game.play(engine.choose(game))
    return game


async def thought(pool: ThreadPool, moves: int) -> list[float]:
    """How many seconds moves of level 9 take, one after the other."""
    took, game = [], random_game("duo", seed=1, plies=6)  # beyond the opening book
    for _ in range(moves):
        began = time.monotonic()
        number = await pool.run(Choose(game=game, level=9), "player")
        game.play(number)
        took.append(time.monotonic() - began)
    return took


async def made(house: House, contest: Contest) -> float:
    """Seconds until a review is whole."""
    began = time.monotonic()
    await house.reviews.ask(contest, "reader")
    while (await house.reviews.found(contest, len(contest.moves))).end is None:
        await asyncio.sleep(0.05)
    return time.monotonic() - began


async def measured(name: str, moves: int, folder: Path) -> None:
    pool = ThreadPool(workers=1, waiting=10, quick=1)
    settings = Settings(data=folder)
    house = House(
        Ports(SqliteStore(folder / "games.sqlite"), LocalBus(), pool),
        Timekeeper(),
        b"s" * 32,
        settings,
    )
    contests: list[Contest] = []
    for _ in range(2):
        created = beginnings.record(played(name), {}, "", house.keeper.now())
        contests.append((await house.rooms.open(f"{name}{len(contests)}", created, ())).contest)
    began = time.process_time()
    alone = await made(house, contests[0])
    spent = time.process_time() - began
    print(
        f"{name}: {len(contests[0].moves)} moves in {alone:.1f} s, {spent:.1f} s of processor time"
    )
    quiet = statistics.median(await thought(pool, moves))
    await house.reviews.ask(contests[1], "reader")
    beside = statistics.median(await thought(pool, moves))
    found = await house.reviews.found(contests[1])
    print(f"  a move of level 9: {quiet:.2f} s alone, {beside:.2f} s beside a review", end="")
    print(f" (which had judged {len(found.moves)} moves then)")
    await house.close()
    await pool.close()
    await house.store.close()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--variants", nargs="*", default=["duo", "classic", "trigon"])
    options.add_argument("--moves", type=int, default=5)
    asked = options.parse_args()
    for name in asked.variants:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measured(name, asked.moves, Path(folder)))


if __name__ == "__main__":
    main()
