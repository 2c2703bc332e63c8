"""Whatever the writers do, each game has one log without gaps, in every store that we have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cornerwise.server.storage.postgres import PostgresStore
from cornerwise.server.storage.sqlite import SqliteStore
from cornerwise.server.storage.store import Conflict, ListLine, Store
from tests.server import services

WRITERS, GAMES = 8, 3
LINE = ListLine(wakes=False, over=False, updated=1, summary=b"{}")
Schedule = list[list[tuple[int, int]]]
"""Rounds of appends that happen at the same time, each by a writer to a game."""


def one_file(path: Path) -> list[Store]:
    """One process has the file; its writers share the store."""
    return [SqliteStore(path / "games.db")] * WRITERS


def one_database(path: Path) -> list[Store]:
    """Every writer is like a process of its own."""
    url = services.postgres().database()
    return [PostgresStore(url) for _ in range(WRITERS)]


@pytest.fixture(params=[one_file, one_database], ids=["sqlite", "postgres"])
def writers(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[asyncio.Runner, list[Store]]]:
    make: Callable[[Path], list[Store]] = request.param
    with asyncio.Runner() as runner:
        stores = make(tmp_path)
        yield runner, stores
        for store in set(stores):
            runner.run(store.close())


def schedules() -> st.SearchStrategy[Schedule]:
    step = st.tuples(st.integers(0, WRITERS - 1), st.integers(0, GAMES - 1))
    return st.lists(st.lists(step, min_size=1, max_size=2 * WRITERS), min_size=1, max_size=8)


def test_any_interleaving_gives_one_log_without_gaps(
    writers: tuple[asyncio.Runner, list[Store]],
) -> None:
    runner, stores = writers
    numbers = count()

    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(schedules())
    def check(schedule: Schedule) -> None:
        runner.run(written(stores, schedule, next(numbers)))

    check()


async def written(stores: list[Store], schedule: Schedule, number: int) -> None:
    """Let the writers append, each to what it last knew, and compare with what is stored."""
    games = [f"game-{number}-{n}" for n in range(GAMES)]
    known = [[-1] * GAMES for _ in stores]
    won: list[dict[int, bytes]] = [{} for _ in games]
    bodies = count()

    async def append(writer: int, game: int) -> None:
        body = b"%d %d" % (writer, next(bodies))
        seq = known[writer][game] + 1
        try:
            await stores[writer].append(games[game], seq, body, LINE)
        except Conflict as conflict:
            last = conflict.last
        else:
            last = seq
            assert seq not in won[game], "two writers have the same place"
            won[game][seq] = body
        assert last >= seq
        known[writer][game] = max(known[writer][game], last)

    for together in schedule:
        await asyncio.gather(*(append(*step) for step in together))
    for game, name in enumerate(games):
        log = await stores[0].events(name)
        assert dict(enumerate(log)) == won[game]
        assert (await stores[-1].reached([name])).get(name, -1) == len(log) - 1
    tried = {game for together in schedule for _, game in together}
    assert all(won[game] for game in tried), "the first to come is never refused"
