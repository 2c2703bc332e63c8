"""`cornerwise move-to`: everything is brought over, however often it is interrupted."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Float, Integer, LargeBinary, String, create_engine
from sqlalchemy.ext.asyncio import AsyncConnection

from cornerwise.server.storage import moving, schema
from cornerwise.server.storage.moving import move
from cornerwise.server.storage.postgres import PostgresStore
from cornerwise.server.storage.sqlite import SqliteStore, bring_up_to_date
from cornerwise.server.storage.store import StoreError
from tests.server import services
from tests.server.site import settings, site, until

GAMES = "games.sqlite"


def filled(folder: Path, seed: int, rows: int) -> Path:
    """A file with something in every table, whatever tables there are."""
    file = folder / GAMES
    bring_up_to_date(file)
    chance = random.Random(seed)

    def value(column: Any, n: int) -> Any:
        if column.nullable and chance.random() < 0.3:
            return None
        match column.type:
            case LargeBinary():
                return chance.randbytes(chance.randrange(1, 60))
            case Float():
                return chance.random()
            case Integer():
                return chance.randrange(1 << 30) if not column.primary_key else n
            case String():
                word = "".join(chance.choices("abcXYZ-_ÄñÅ'\" ", k=6))
                return f"{word}{n}"[: column.type.length]
        raise AssertionError(f"{column} is of a type that this test does not know")

    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as db:
        for table in schema.metadata.sorted_tables:
            made = [
                {column.name: value(column, n) for column in table.columns} for n in range(rows)
            ]
            db.execute(table.insert(), made)
    engine.dispose()
    return file


def contents(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(file)) as db:
        return {
            name: sorted(db.execute(f"SELECT * FROM {name}"), key=repr)
            for name in schema.metadata.tables
        }


def contents_there(url: str) -> dict[str, list[tuple[Any, ...]]]:
    async def read() -> dict[str, list[tuple[Any, ...]]]:
        store = PostgresStore(url)
        found = {
            name: sorted(
                (tuple(row) for row in await store._rows(f"SELECT * FROM {name}")), key=repr
            )
            for name in schema.metadata.tables
        }
        await store.close()
        return found

    return asyncio.run(read())


def moved(file: Path, url: str) -> bool:
    return asyncio.run(move(file, url))


class Interruption(BaseException):
    """The process ends."""


def test_it_can_be_interrupted_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each try ends after some more statements, in the midst of whatever it does then."""
    monkeypatch.setattr(moving, "PART", 4)
    file, url = filled(tmp_path, 1, rows=14), services.postgres().empty()
    chance, left = random.Random(1), 0
    real = AsyncConnection.execute

    async def execute(self: AsyncConnection, *given: Any, **more: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise Interruption
        return await real(self, *given, **more)

    monkeypatch.setattr(AsyncConnection, "execute", execute)
    tries = 0
    while True:
        left, tries = chance.randrange(60), tries + 1
        try:
            assert moved(file, url)
            break
        except Interruption:
            if tries == 5:  # the server runs again in between, and the file changes
                with closing(sqlite3.connect(file)) as db, db:
                    db.execute("UPDATE games SET last = last + 1")
                    db.execute("DELETE FROM holdings WHERE hidden > 9")
    assert tries > 5
    assert contents_there(url) == contents(file)
    left = 1000
    assert not moved(file, url)  # it is all there already


def test_a_killed_move_is_gone_on_with(tmp_path: Path) -> None:
    file, url = filled(tmp_path, 7, rows=900), services.postgres().empty()
    command = [sys.executable, "-m", "cornerwise", "move-to", url, "--data", str(tmp_path)]
    killed = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert killed.stdout is not None
    killed.stdout.readline()  # one table is there
    killed.kill()
    killed.wait()
    killed.stdout.close()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Everything is there" in done.stdout
    assert contents_there(url) == contents(file)


def test_games_go_on_where_they_were_moved_to(tmp_path: Path) -> None:
    with site(settings(tmp_path / "before")) as before:
        ana = before.person()
        name = ana.new("duo", "me", "here", first="blue")["game"]["id"]
        table = ana.socket(name)
        table.kind("snapshot")
        table.play()
        url = services.postgres().empty()
        with pytest.raises(StoreError, match="in use by another Cornerwise"):
            moved(tmp_path / "before" / GAMES, url)
        guest = ana.guest
    assert moved(tmp_path / "before" / GAMES, url)
    urls = {"store": url, "bus": services.nats().url}
    with site(settings(tmp_path / "after", **urls)) as after:
        ana = after.person(guest)
        table = ana.socket(name)
        table.kind("snapshot")
        table.play()
        until(lambda: len(ana.show(name)["moves"]) == 2)


def test_what_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    file = filled(tmp_path, 1, rows=2)
    with pytest.raises(StoreError, match="there are no games"):
        moved(tmp_path / "none.sqlite", services.postgres().empty())

    async def use(url: str, query: str) -> None:
        store = PostgresStore(url)
        await store._rows(query)
        await store.close()

    foreign = services.postgres().empty()
    asyncio.run(use(foreign, "CREATE TABLE invoices (id integer)"))
    with pytest.raises(StoreError, match=r"holds something else already \(invoices\)"):
        moved(file, foreign)
    used = services.postgres().database()
    asyncio.run(use(used, "INSERT INTO runs VALUES ('x', 1, 2)"))
    with pytest.raises(StoreError, match="in use by other servers"):
        moved(file, used)
    (tmp_path / "other").mkdir()
    other, url = filled(tmp_path / "other", 2, rows=2), services.postgres().empty()
    assert moved(other, url)
    with pytest.raises(StoreError, match="in use by other servers"):
        moved(file, url)
    with pytest.raises(StoreError, match="try it again"):
        moved(file, "postgresql://games@127.0.0.1:1/games")


def test_a_move_that_was_begun_for_others_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = services.postgres().empty()
    (tmp_path / "other").mkdir()
    file, other = filled(tmp_path, 1, rows=2), filled(tmp_path / "other", 2, rows=2)

    async def interrupted(self: object, table: object) -> None:
        raise Interruption

    with monkeypatch.context() as patched:
        patched.setattr(moving._Move, "_bring", interrupted)
        with pytest.raises(Interruption):
            moved(other, url)
    with pytest.raises(StoreError, match="other games are being moved"):
        moved(file, url)
    assert moved(other, url)


def test_an_empty_server_can_be_moved(tmp_path: Path) -> None:
    async def start() -> None:
        store = SqliteStore(tmp_path / GAMES)
        await store.secret("keys")
        await store.close()

    asyncio.run(start())
    url = services.postgres().database()
    assert moved(tmp_path / GAMES, url)
    assert contents_there(url)["secrets"] == contents(tmp_path / GAMES)["secrets"]
