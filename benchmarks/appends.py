"""Appends from eight writers: `python benchmarks/appends.py [--appends 1000000] [--only sqlite]`.

Eight writers append to the same games as fast as the store takes it: on PostgreSQL eight processes,
on SQLite, whose file one process has, eight in one. Most of the time a writer goes on with games of
its own, else with anybody's, as it last knew them. Whoever comes late is refused, and knows more
then. At the end every log is read. Each place in it must have been won by exactly one writer, and
everything that was won must stand in its place.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import count, repeat
from pathlib import Path

import uvloop

from cornerwise.cluster.postgres import Postgres
from cornerwise.server.base.settings import GAMES as FILE
from cornerwise.server.storage.postgres import PostgresStore, opened
from cornerwise.server.storage.sqlite import SqliteStore
from cornerwise.server.storage.store import Conflict, ListLine, Store

WRITERS, GAMES, AT_ONCE = 8, 800, 16
"""Writers, games in all, and appends of each writer at the same time."""
ELSEWHERE = 0.1
"""How often a writer appends to a game that may be another one's."""
LINE = ListLine(wakes=False, over=False, updated=1, summary=b"{}" * 100)
Won = dict[tuple[int, int], bytes]
"""What a writer has stored: game and seq, and the body."""


async def write(store: Store, writer: int, appends: int) -> tuple[Won, int]:
    """Store so many events; gives them, and how often it was refused."""
    chance, known, numbers = random.Random(writer), dict[int, int](), count()
    own = range(writer * GAMES // WRITERS, (writer + 1) * GAMES // WRITERS)
    won: Won = {}
    left, refused = appends, 0

    async def go_on() -> None:
        nonlocal left, refused
        while left > 0:
            left -= 1
            game = chance.choice(range(GAMES) if chance.random() < ELSEWHERE else own)
            while True:
                seq = known.get(game, -1) + 1
                body = b"%d %d" % (writer, next(numbers)) + bytes(60)
                try:
                    await store.append(f"game-{game}", seq, body, LINE)
                except Conflict as conflict:
                    refused += 1
                    known[game] = max(known.get(game, -1), conflict.last)
                else:
                    won[game, seq] = body
                    known[game] = max(known.get(game, -1), seq)
                    break

    await asyncio.gather(*(go_on() for _ in range(AT_ONCE)))
    return won, refused


def in_process(url: str, writer: int, appends: int) -> tuple[Won, int]:
    """A writer in a process of its own."""

    async def go() -> tuple[Won, int]:
        store = PostgresStore(url)
        try:
            return await write(store, writer, appends)
        finally:
            await store.close()

    return uvloop.run(go())


async def compared(store: Store, results: list[tuple[Won, int]]) -> dict[str, int]:
    """Read every log, and compare it with what the writers have won."""
    wins = Counter(place for won, _ in results for place in won)
    left = {(*place, body) for won, _ in results for place, body in won.items()}
    found = {"stored": 0, "forks": sum(wins.values()) - len(wins), "gaps": 0, "unknown": 0}
    for game in range(GAMES):
        name = f"game-{game}"
        log = await store.events(name)
        found["stored"] += len(log)
        found["gaps"] += (await store.reached([name])).get(name, -1) != len(log) - 1
        for seq, body in enumerate(log):
            found["unknown"] += (game, seq, body) not in left
            left.discard((game, seq, body))
    return {**found, "lost": len(left)}


async def on_sqlite(folder: Path, appends: int) -> tuple[dict[str, int], float, int]:
    store = SqliteStore(folder / FILE)
    try:
        began = time.monotonic()
        results = await asyncio.gather(*(write(store, n, appends) for n in range(WRITERS)))
        seconds = time.monotonic() - began
        return await compared(store, results), seconds, sum(refused for _, refused in results)
    finally:
        await store.close()


def on_postgres(folder: Path, appends: int) -> tuple[dict[str, int], float, int]:
    folder.chmod(0o711)
    postgres = Postgres(folder / "postgresql")
    postgres.begin()
    try:
        url = postgres.create("games")
        opened(url)
        with ProcessPoolExecutor(WRITERS) as pool:
            began = time.monotonic()
            given = (repeat(url, WRITERS), range(WRITERS), repeat(appends, WRITERS))
            results = list(pool.map(in_process, *given))
            seconds = time.monotonic() - began

        async def read() -> dict[str, int]:
            store = PostgresStore(url)
            try:
                return await compared(store, results)
            finally:
                await store.close()

        return uvloop.run(read()), seconds, sum(refused for _, refused in results)
    finally:
        postgres.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--appends", type=int, default=1_000_000)
    parser.add_argument("--only", choices=["sqlite", "postgres"])
    options = parser.parse_args()
    bad = False
    print("| store | appends | seconds | a second | refused | stored | gaps | forks | lost |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in [options.only] if options.only else ["sqlite", "postgres"]:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
            folder, each = Path(made), options.appends // WRITERS
            if name == "sqlite":
                found, seconds, refused = uvloop.run(on_sqlite(folder, each))
            else:
                found, seconds, refused = on_postgres(folder, each)
        asked = each * WRITERS
        row = [name, asked, f"{seconds:.0f}", f"{asked / seconds:.0f}", refused, found["stored"]]
        row += [found["gaps"], found["forks"], found["lost"]]
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
        bad |= found["stored"] != asked or any(found[k] for k in found if k != "stored")
    sys.exit(bad)


if __name__ == "__main__":
    main()
