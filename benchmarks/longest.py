"""The longest game that can be: `python benchmarks/longest.py`.

Makes, for each variant, a game with as many events as the settings allow. Its player gets stuck
early and takes back again and again, so that each time the others must play on; then it is played
to its end. Tells how long reading it takes, and for how long at most nobody else had a turn.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from pathlib import Path

from cornerwise.server.base import messages as m
from cornerwise.server.base.settings import GAMES, Settings
from cornerwise.server.games.archive import Archive
from cornerwise.server.games.contest import Contest
from cornerwise.server.games.lists import line_of
from cornerwise.server.storage.sqlite import SqliteStore
from cornerwise.variants import VARIANTS

BACK = 60
"""Moves taken back at a time."""


def longest(name: str, most: int) -> tuple[Contest, list[m.AnyEvent]]:
    chance = random.Random(5)
    seats = [
        m.SeatStart(name=seat.name, kind="person", holder="h") for seat in VARIANTS[name].seats
    ]
    created = m.Created(seq=0, at=0, variant=name, options={}, seats=seats)
    contest = Contest(name, created)
    events: list[m.AnyEvent] = [created]
    while not contest.ended or contest.seq < most:
        event: m.AnyEvent
        if contest.ended:
            to = max(0, len(contest.moves) - BACK)
            event = m.Undone(seq=contest.seq + 1, at=0, seat="blue", to=to)
        else:
            placement = chance.choice(contest.game.legal_moves.numbers)
            event = contest.moved(placement, 0, lambda since, until: until - since)
        contest.apply(event)
        events.append(event)
    return contest, events


async def read(archive: Archive, game: str) -> tuple[float, float]:
    """Seconds that reading takes, and the longest that another task waited for its turn.

    In processor time of the event loop's thread: what else the machine does has no part in it.
    """
    waits, reading = [0.0], True

    async def other() -> None:
        while reading:
            began = time.thread_time()
            await asyncio.sleep(0)
            waits.append(time.thread_time() - began)

    beside = asyncio.create_task(other())
    began = time.thread_time()
    await archive.contest(game)
    took, reading = time.thread_time() - began, False
    await beside
    return took, max(waits)


async def measure(data: Path) -> None:
    store = SqliteStore(data / GAMES)
    for name in VARIANTS:
        contest, events = longest(name, Settings().events)
        line = line_of(contest)
        await asyncio.gather(*(store.append(name, e.seq, m.encode(e), line) for e in events))
        found = [await read(Archive(store), name) for _ in range(5)]
        took, held = (min(column) * 1000 for column in zip(*found, strict=True))
        print(f"{name:14} {len(events):5} events: {took:5.0f} ms, longest slice {held:4.1f} ms")
    await store.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder)))
