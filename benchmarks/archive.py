"""A full archive against an almost empty one: `python benchmarks/archive.py [--only sqlite]`.

A server is started on a store with few finished games and accounts, and on one with many. Start,
home page, own games, ranking, lobby and profile are asked for in turns. The ratio of the medians
should be at most 1.5. The games of the archive are copies of one that was played and resigned.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import asyncpg
import httpx

from cornerwise.cluster.nats import Nats
from cornerwise.cluster.postgres import Postgres
from cornerwise.cluster.programs import free_port
from cornerwise.server.base.settings import GAMES
from cornerwise.server.storage import schema

FEW, MANY = (100, 100), (100_000, 10_000)
"""Games and accounts: both fill a page of the ranking."""
OWN = 10
"""So many games has the account that asks, however many there are."""
ASKED = {
    "home page": "/",
    "lobby, with live and finished games": "/api/lobby",
    "my games": "/api/games",
    "ranking": "/api/ranking",
    "profile": "/api/people/Ana",
}
Rows = dict[str, list[tuple[Any, ...]]]


class Place:
    """A store and how a server opens it."""

    def __init__(self, folder: Path, store: str, bus: str) -> None:
        self.folder, self.store, self._bus = folder, store, bus

    @contextlib.contextmanager
    def server(self) -> Iterator[tuple[httpx.Client, float]]:
        """A server, and how long it took until it answered."""
        port = free_port()
        command = [sys.executable, "-m", "cornerwise", "serve", "--no-open", "--port", str(port)]
        given = {"CORNERWISE_STORE": self.store, "CORNERWISE_BUS": self._bus} if self.store else {}
        began = time.perf_counter()
        process = subprocess.Popen(
            [*command, "--data", str(self.folder)],
            env={**os.environ, **given},
            stdout=subprocess.DEVNULL,
        )
        client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)
        try:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    if client.get("/ready").status_code == 200:
                        break
                time.sleep(0.01)
            yield client, time.perf_counter() - began
        finally:
            client.close()
            process.terminate()
            process.wait()

    async def read(self, query: str) -> list[tuple[Any, ...]]:
        if not self.store:
            with contextlib.closing(sqlite3.connect(self.folder / GAMES)) as db:
                return db.execute(query).fetchall()
        db = await asyncpg.connect(self.store)
        try:
            return [tuple(row) for row in await db.fetch(query)]
        finally:
            await db.close()

    async def write(self, rows: Rows) -> None:
        if self.store:
            db = await asyncpg.connect(self.store)
            for table, values in rows.items():
                await db.copy_records_to_table(table, records=values)
            await db.execute("ANALYZE")
            await db.close()
            return
        with contextlib.closing(sqlite3.connect(self.folder / GAMES)) as db:
            for table, values in rows.items():
                marks = ", ".join("?" * len(values[0]))
                db.executemany(f"INSERT INTO {table} VALUES ({marks})", values)
            db.commit()


def played(client: httpx.Client) -> str:
    """An account, and a finished game of it that everybody may find."""
    client.get("/api/start")
    client.post("/api/account", json={"name": "Ana", "password": "a long secret"})
    seats = {"blue": {"kind": "me"}, "yellow": {"kind": "computer", "level": 1}}
    body = {"variant": "duo", "seats": seats, "first": "blue"}
    game: str = client.post("/api/games", json=body).json()["game"]["id"]
    for _ in range(100):
        state = client.get(f"/api/games/{game}").json()["state"]
        if state["status"] == "over":
            break
        answer = client.post(
            f"/api/games/{game}/actions", json={"type": "resign", "seq": state["seq"] + 1}
        )
        if answer.status_code >= 400:
            time.sleep(0.1)
    assert state["status"] == "over", answer.text
    return game


async def copies(place: Place, game: str, games: int, people: int) -> Rows:
    """So many accounts, and so many copies of a game, each of somebody."""
    chance = random.Random(1)
    [account] = await place.read("SELECT * FROM accounts")
    columns = [column.name for column in schema.accounts.columns]
    found: Rows = defaultdict(list)
    ids = [f"{n:064x}" for n in range(people)]
    for n, who in enumerate(ids):
        own = dict(zip(columns, account, strict=True))
        own |= {"id": who, "holder": f"{n:032x}", "name": f"Player{n}", "folded": f"player{n}"}
        found["accounts"].append(tuple(own.values()))
        found["ratings"].append(("duo", who, chance.gauss(1500, 200), 60.0, 30, 1))
    mine = account[0]
    kept = {
        table.name: await place.read(f"SELECT * FROM {table.name} WHERE {column} = '{game}'")
        for table, column in (
            (schema.games, "id"), (schema.events, "game"), (schema.holdings, "game"),
            (schema.openings, "game"), (schema.placings, "game"),
        )
    }  # fmt: skip
    for n in range(games):
        name, who = f"game{n:012}", mine if n < OWN else chance.choice(ids)
        for table, rows in kept.items():
            for row in rows:
                copied = [_copied(value, {game: name, mine: who}) for value in row]
                if table in ("games", "holdings"):
                    updated = schema.metadata.tables[table].columns.keys().index("updated")
                    copied[updated] -= 1000 * n
                found[table].append(tuple(copied))
    for n in range(min(games, 500)):
        found["listings"].append((f"game{n:012}", 1000 * n))
    return found


def _copied(value: Any, names: dict[str, str]) -> Any:
    for old, new in names.items():
        if isinstance(value, str):
            value = new if value == old else value
        elif isinstance(value, bytes):
            value = value.replace(old.encode(), new.encode())
    return value


def measure(place: Place, size: tuple[int, int], turns: int) -> dict[str, float]:
    with place.server() as (client, _):
        game = played(client)
        cookies = dict(client.cookies)
    asyncio.run(_fill(place, game, *size))
    found: dict[str, list[float]] = defaultdict(list)
    for _ in range(3):
        with place.server() as (client, took):
            found["start"].append(took)
            client.cookies.update(cookies)
            for path in ASKED.values():
                assert client.get(path).status_code == 200, path
            time.sleep(1)  # what goes on after a start
            for _ in range(turns):
                for name, path in ASKED.items():
                    began = time.perf_counter()
                    client.get(path)
                    found[name].append(time.perf_counter() - began)
    return {name: 1000 * median(times) for name, times in found.items()}


async def _fill(place: Place, game: str, games: int, people: int) -> None:
    await place.write(await copies(place, game, games, people))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=("sqlite", "postgres"))
    parser.add_argument("--turns", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
        folder = Path(made)
        folder.chmod(0o711)
        if options.only != "postgres":
            show("SQLite", {size: Place(folder / f"s{size[0]}", "", "") for size in (FEW, MANY)},
                 options.turns)  # fmt: skip
        if options.only != "sqlite":
            postgres, nats = Postgres(folder / "postgres"), Nats(folder)
            postgres.begin()
            nats.begin()
            try:
                urls = {size: postgres.create(f"games{size[0]}") for size in (FEW, MANY)}
                places = {s: Place(folder / f"p{s[0]}", url, nats.url) for s, url in urls.items()}
                show("PostgreSQL", places, options.turns)
            finally:
                nats.kill()
                postgres.kill()


def show(name: str, places: dict[tuple[int, int], Place], turns: int) -> None:
    few, many = (measure(place, size, turns) for size, place in places.items())
    print(f"| {name}, ms | 100 games | 100,000 games | ratio |\n|---|---|---|---|")
    for what in few:
        print(f"| {what} | {few[what]:.1f} | {many[what]:.1f} | {many[what] / few[what]:.2f} |")
    print(flush=True)


if __name__ == "__main__":
    main()
