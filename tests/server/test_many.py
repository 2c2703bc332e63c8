"""Many processes as one: servers on one PostgreSQL database that hear each other over NATS."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from cornerwise.errors import CornerwiseError
from cornerwise.server.adapters import chosen
from cornerwise.server.postgres import PostgresStore, opened
from cornerwise.server.settings import Settings
from cornerwise.server.store import StoreError
from tests.server import services
from tests.server.site import Person, Site, Socket, settings, site, until


@contextmanager
def servers(
    folder: Path, count: int, *, database: str = "", bus: str = "", **more: Any
) -> Iterator[list[Site]]:
    """Several servers that share everything."""
    urls = {"store": database or services.postgres().database(), "bus": bus or services.nats().url}
    with ExitStack() as stack:
        yield [
            stack.enter_context(site(settings(folder / str(n), **urls, **more)))
            for n in range(count)
        ]


def table(person: Person, game: str) -> Socket:
    """A socket that has been told how the game stands."""
    opened = person.socket(game)
    opened.kind("snapshot")
    opened.settle(lambda: opened.state["status"] == "playing")
    return opened


def test_people_on_two_servers_play_one_game(tmp_path: Path) -> None:
    with servers(tmp_path, 2) as (first, second):
        ana, bo = first.person(), second.person()
        game = ana.new("duo", "me", "open", first="blue")
        name = game["game"]["id"]
        bo.join(game)
        here, there = table(ana, name), table(bo, name)
        for number in range(6):
            (there if number % 2 else here).play()
            for socket in (here, there):
                socket.settle(lambda at=number, socket=socket: len(socket.moves) > at)  # type: ignore[misc]
        assert here.moves == there.moves
        # Somebody's second tab is on another server, and the same seat is played from there.
        again = table(second.person(ana.guest), name)
        again.settle(lambda: again.moves == here.moves)


def test_a_computer_answers_whoever_thinks_for_it(tmp_path: Path) -> None:
    with servers(tmp_path, 2) as (first, second):
        ana = first.person()
        name = ana.new("duo", "me", "computer", first="blue")["game"]["id"]
        there = table(second.person(ana.guest), name)
        there.play()
        there.settle(lambda: len(there.moves) == 2)
        here = table(ana, name)
        here.settle(lambda: here.moves == there.moves)


def test_without_the_broker_news_come_a_little_later(tmp_path: Path) -> None:
    with services.own_nats() as nats, servers(tmp_path, 2, bus=nats.url, heartbeat=1) as sites:
        first, second = sites
        ana, bo = first.person(), second.person()
        game = ana.new("duo", "me", "open", first="blue")
        bo.join(game)
        here, there = table(ana, game["game"]["id"]), table(bo, game["game"]["id"])
        nats.kill()
        here.play()
        there.settle(lambda: len(there.moves) == 1)


def test_a_database_that_is_away_is_told_and_comes_back(tmp_path: Path) -> None:
    own = services.Postgres()
    try:
        with servers(tmp_path, 1, database=own.database()) as (only,):
            ana = only.person()
            name = ana.new("duo", "me", "here", first="blue")["game"]["id"]
            here = table(ana, name)
            here.play()
            own.kill()
            refused = here.ask(type="play", seq=2, placement=here.legal()[0])
            assert refused["code"] == "storage"
            own.begin()

            def stored() -> bool:
                answer = here.ask(type="play", seq=2, placement=here.legal()[0])
                return bool(answer["type"] == "ok")

            until(stored)
            assert len(ana.show(name)["moves"]) == 2
    finally:
        own.close()


def test_servers_that_start_together_make_the_tables_once() -> None:
    url = services.postgres().empty()

    async def test() -> None:
        await asyncio.gather(*(asyncio.to_thread(opened, url) for _ in range(4)))

    asyncio.run(test())
    with pytest.raises(StoreError, match="cannot be opened"):
        opened(url.replace("/games", "/nowhere"))


def test_a_database_of_a_newer_version_is_left_alone() -> None:
    url = services.postgres().database()

    async def age() -> None:
        store = PostgresStore(url)
        await store._rows("UPDATE alembic_version SET version_num = '9999'")
        await store.close()

    asyncio.run(age())
    with pytest.raises(StoreError, match="newer"):
        opened(url)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"store": "mysql://x"}, "only postgresql://… is known"),
        ({"store": "postgresql://x"}, "bus: processes that share a database need one"),
        ({"bus": "amqp://x"}, "only nats://… and tls://… are known"),
    ],
)
def test_an_adapter_that_is_not_known_is_named(
    tmp_path: Path, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(CornerwiseError, match=message):
        chosen(Settings(data=tmp_path, **given))
