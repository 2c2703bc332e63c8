"""What every engine pool must do. A new adapter is added to `pools`."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Any

import pytest

from cornerwise import VARIANTS, Game, Move
from cornerwise.computer import Player
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.engines.engines import EnginePool, ThreadPool
from cornerwise.server.engines.jobs import Attempt, Busy, Course, Interrupted, Job, Memory, job
from cornerwise.server.thinking import nats_engines
from cornerwise.server.thinking.nats_engines import NatsPool
from cornerwise.server.thinking.searches import Choose
from cornerwise.server.thinking.worker import Worker
from tests.patience import PATIENCE
from tests.server import services

Pools = Callable[..., contextlib.AbstractAsyncContextManager[EnginePool]]
SCRIPTS: dict[str, Callable[[Attempt], Any]] = {}
"""What jobs of these tests do, by their names: a worker of the same process knows them, too."""


@job
class Scripted(Job[Any], frozen=True, kw_only=True):
    """A job that does as it is told."""

    name: str
    seconds: float = 1.0
    can_wait: bool = False
    is_advice: bool = False

    @property
    def advice(self) -> bool:
        return self.is_advice

    @property
    def cost(self) -> float:
        return self.seconds

    @property
    def spare(self) -> bool:
        return self.can_wait

    def run(self, attempt: Attempt) -> Any:
        return SCRIPTS[self.name](attempt)


@job
class Counting(Course[int], frozen=True, kw_only=True):
    """A course that counts until it is left; every step is told by name."""

    name: str
    most: int

    def steps(self, attempt: Attempt) -> Iterator[int]:
        for n in range(1, self.most + 1):
            if attempt.stopped:
                return
            SCRIPTS[self.name](attempt)
            yield n
        SCRIPTS[f"{self.name} ended"](attempt)


def doing(script: Callable[[Attempt], Any], name: str = "", **how: Any) -> Scripted:
    name = name or f"script {len(SCRIPTS)}"
    SCRIPTS[name] = script
    return Scripted(name=name, **how)


@contextlib.asynccontextmanager
async def threads(**how: Any) -> AsyncIterator[EnginePool]:
    pool = ThreadPool(**{"workers": 1, "waiting": 20, **how})
    yield pool
    await pool.close()


@contextlib.asynccontextmanager
async def workers(count: int = 1, url: str = "", **how: Any) -> AsyncIterator[NatsPool]:
    """A pool whose jobs are done by workers, each with one thread of each kind."""
    url = url or services.nats().url
    pool = NatsPool(url, ThreadPool(**{"workers": 1, "waiting": 20, **how}))
    made = [Worker(url, 1) for _ in range(count)]
    await asyncio.gather(*(worker.begin() for worker in made))
    await pool._wire.ready()
    try:
        yield pool
    finally:
        await pool.close()
        await asyncio.gather(*(worker.end() for worker in made))


pools: dict[str, Pools] = {"threads": threads, "workers": workers}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, no worker that lives is taken to be gone."""
    monkeypatch.setattr(nats_engines, "TAKEN", 30.0)
    monkeypatch.setattr(nats_engines, "SILENCE", 30.0)


@pytest.fixture(params=pools)
def opened(request: pytest.FixtureRequest) -> Pools:
    if request.param == "workers":
        services.nats()  # not while the loop runs
    return pools[request.param]


def run(test: Callable[[], Any]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(PATIENCE):
            await test()

    asyncio.run(limited())


async def happens(event: threading.Event) -> None:
    assert await asyncio.to_thread(event.wait, 20)


def _same(found: int, _: Attempt) -> int:
    return found


class Endless:
    """A player that thinks until it is stopped."""

    def __init__(self) -> None:
        self._stopped = threading.Event()

    def choose(self, game: Game) -> Move:
        self._stopped.wait(PATIENCE)
        return game.legal_moves[0]

    def stop(self) -> None:
        self._stopped.set()


# --- what it does -------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_it_chooses_legal_moves_and_leaves_the_game_as_it_is(opened: Pools, name: str) -> None:
    async def test() -> None:
        async with opened() as pool:
            game = Game(name)
            for level in (1, 1, 2):
                before = game.copy()
                number = await pool.run(Choose(game=game, level=level))
                assert game == before
                game.play(number)

    run(test)


def test_the_event_loop_goes_on_meanwhile(opened: Pools) -> None:
    async def test() -> None:
        free = threading.Event()
        async with opened() as pool:
            asked = asyncio.create_task(pool.run(doing(lambda _: free.wait(PATIENCE))))
            for _ in range(10):
                await asyncio.sleep(0.005)
            assert not asked.done()
            free.set()
            assert await asked is True

    run(test)


def test_a_search_ends_when_its_time_is_over() -> None:
    def players(level: int) -> Player:
        return Endless()

    async def test() -> None:
        async with threads(players=players) as pool:
            began = time.monotonic()
            await pool.run(Choose(game=Game("duo"), level=9, seconds=0.2))
            assert time.monotonic() - began < 10

    run(test)


def test_a_search_that_was_told_to_end_does_not_begin() -> None:
    attempt = Attempt(Memory(), lambda _: Endless())
    attempt.stop()
    with pytest.raises(Interrupted):
        Choose(game=Game("duo"), level=1).run(attempt)


def test_what_is_refused_is_refused_the_same_way_everywhere(opened: Pools) -> None:
    def refuse(_: Attempt) -> None:
        raise Refusal("illegal", "so not", cells=[1, 2])

    async def test() -> None:
        async with opened() as pool:
            with pytest.raises(Refusal) as refused:
                await pool.run(doing(refuse))
            assert refused.value.body() == {"code": "illegal", "message": "so not", "cells": [1, 2]}

    run(test)


def test_a_search_that_fails_leaves_its_place_to_the_next(opened: Pools) -> None:
    def fail(_: Attempt) -> None:
        raise SystemExit

    async def test() -> None:
        async with opened() as pool:
            for _ in range(3):
                with pytest.raises(RuntimeError):
                    await pool.run(doing(fail))
            assert await pool.run(doing(lambda _: 1)) == 1

    run(test)


def test_closing_waits_for_no_search() -> None:
    def players(level: int) -> Player:
        return Endless()

    async def test() -> None:
        pool = ThreadPool(workers=1, waiting=2, players=players)
        wanted = Choose(game=Game("duo"), level=9, seconds=60)
        thinking = [asyncio.create_task(pool.run(wanted)) for _ in range(3)]
        await asyncio.sleep(0.1)
        began = time.monotonic()
        await pool.close()
        assert time.monotonic() - began < 10
        await asyncio.gather(*thinking, return_exceptions=True)

    run(test)


def test_a_course_tells_what_it_has_and_ends_when_nobody_follows(opened: Pools) -> None:
    async def test() -> None:
        async with opened() as pool:
            ended = threading.Event()
            SCRIPTS["count"] = lambda _: None
            SCRIPTS["count ended"] = lambda _: ended.set()
            seen = [n async for n in pool.follow(Counting(name="count", most=5))]
            assert seen[-1] == 5
            assert seen == sorted(set(seen))  # of those that came together the newest
            await happens(ended)

            stopped = threading.Event()
            SCRIPTS["count"] = lambda attempt: stopped.set() if attempt.stopped else None
            SCRIPTS["slow"] = lambda attempt: time.sleep(0.01)
            SCRIPTS["slow ended"] = lambda _: None
            course = pool.follow(Counting(name="slow", most=100_000), "ana")
            assert await anext(course) >= 1
            await course.aclose()
            # Its place is free again for somebody else.
            assert await pool.run(doing(lambda _: "next"), "bo") == "next"

    run(test)


def test_who_no_longer_waits_ends_the_search(opened: Pools) -> None:
    async def test() -> None:
        async with opened() as pool:
            begun, ended = threading.Event(), threading.Event()

            def search(attempt: Attempt) -> None:
                begun.set()
                while not attempt.stopped:
                    time.sleep(0.005)
                ended.set()

            asked = asyncio.create_task(pool.run(doing(search)))
            await happens(begun)
            asked.cancel()
            await happens(ended)
            assert await pool.run(doing(lambda _: "next")) == "next"

    run(test)


# --- fair shares --------------------------------------------------------------------------


def test_beyond_its_bounds_it_is_busy(opened: Pools) -> None:
    async def test() -> None:
        free = threading.Event()
        async with opened(waiting=2) as pool:
            places = 3 if isinstance(pool, ThreadPool) else 10  # those that are asked for at once
            wanted = doing(lambda _: free.wait(PATIENCE))
            waiting = [asyncio.create_task(pool.run(wanted)) for _ in range(places)]
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                await pool.run(wanted)
            free.set()
            assert await asyncio.gather(*waiting) == [True] * places
            assert await pool.run(wanted) is True

    run(test)


def test_every_owner_has_its_turn(opened: Pools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats_engines, "ASKING", 1)

    async def test() -> None:
        free, order = threading.Event(), list[str]()

        def search(name: str) -> Callable[[Attempt], None]:
            def note(_: Attempt) -> None:
                free.wait(PATIENCE)
                order.append(name)

            return note

        async with opened() as pool:

            async def ask(owner: str, number: int) -> None:
                name = f"{owner}{number}"
                await pool.run(doing(search(name), name), owner)

            many = [asyncio.create_task(ask("eve", n)) for n in range(9)]
            await asyncio.sleep(0)
            few = [asyncio.create_task(ask("ana", n)) for n in range(2)]
            await asyncio.sleep(0)
            assert pool.busy == 11  # type: ignore[attr-defined]
            free.set()
            await asyncio.gather(*many, *few)
            # A worker has one at hand besides the one that it is asked for next.
            late = 0 if isinstance(pool, ThreadPool) else 1
            assert order.index("ana0") <= 1 + late
            assert order.index("ana1") <= 3 + late
            assert pool.busy == 0  # type: ignore[attr-defined]

    run(test)


def test_short_searches_wait_for_no_long_one(opened: Pools) -> None:
    async def test() -> None:
        free = threading.Event()
        async with opened(quick=1) as pool:
            long = [
                asyncio.create_task(pool.run(doing(lambda _: free.wait(PATIENCE)), "eve"))
                for _ in range(5)
            ]
            await asyncio.sleep(0)
            async with asyncio.timeout(PATIENCE):
                for n in range(8):
                    assert await pool.run(doing(partial(_same, n), seconds=0.1), "eve") == n
            assert not any(search.done() for search in long)
            free.set()
            await asyncio.gather(*long)

    run(test)


def test_advice_waits_for_nothing_long(opened: Pools) -> None:
    """Nor do short searches wait for it."""

    async def test() -> None:
        free = threading.Event()

        def holding() -> Scripted:
            return doing(lambda _: free.wait(PATIENCE))

        async with opened(quick=1, advisers=1) as pool:
            long = [asyncio.create_task(pool.run(holding(), "eve")) for _ in range(5)]
            await asyncio.sleep(0)
            async with asyncio.timeout(PATIENCE):
                for n in range(3):
                    told = doing(partial(_same, n), seconds=9, is_advice=True)
                    assert await pool.run(told, "eve") == n
                begun = threading.Event()

                def tell(_: Attempt) -> None:
                    begun.set()
                    free.wait(PATIENCE)

                telling = asyncio.create_task(pool.run(doing(tell, is_advice=True), "ana"))
                await happens(begun)
                assert await pool.run(doing(partial(_same, 7), seconds=0.1), "eve") == 7
            assert not telling.done()
            assert not any(search.done() for search in long)
            free.set()
            await asyncio.gather(telling, *long)

    run(test)


def test_no_owner_takes_all_places(opened: Pools) -> None:
    async def test() -> None:
        free = threading.Event()
        async with opened(waiting=9, each=3) as pool:
            wait = doing(lambda _: free.wait(PATIENCE))
            running = [asyncio.create_task(pool.run(wait, "eve")) for _ in range(3)]
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                await pool.run(doing(lambda _: None), "eve")
            ana = asyncio.create_task(pool.run(doing(lambda _: "found"), "ana"))
            running[2].cancel()  # who gives up while waiting leaves its place to others
            free.set()
            assert await ana == "found"
            await asyncio.gather(*running, return_exceptions=True)
            assert await pool.run(doing(lambda _: "again"), "eve") == "again"
            assert pool.busy == 0  # type: ignore[attr-defined]

    run(test)


# --- searches that can wait ---------------------------------------------------------------


class Spare:
    """A search that goes on until it is let go or has to give way."""

    def __init__(self) -> None:
        self.begun, self.let_go = threading.Event(), False
        self.wanted = doing(self._search, can_wait=True)

    def _search(self, attempt: Attempt) -> str:
        self.begun.set()
        while not self.let_go:
            attempt.check()
            time.sleep(0.005)
        return "found"


def test_a_spare_search_begins_only_when_no_other_waits() -> None:
    async def test() -> None:
        order, free = list[str](), threading.Event()

        def noting(name: str) -> Callable[[Attempt], None]:
            def note(_: Attempt) -> None:
                order.append(name)
                free.wait(PATIENCE)

            return note

        async with threads() as pool:
            asked = [
                asyncio.create_task(
                    pool.run(doing(noting(name), can_wait=name.startswith("spare")), "ana")
                )
                for name in ("first", "spare 1", "second", "spare 2", "third")
            ]
            await asyncio.sleep(0)
            free.set()
            await asyncio.gather(*asked)
            assert order == ["first", "second", "third", "spare 1", "spare 2"]

    run(test)


def test_a_spare_search_gives_way_to_a_players(opened: Pools) -> None:
    async def test() -> None:
        async with opened() as pool:
            spare = Spare()
            asked = asyncio.create_task(pool.run(spare.wanted, "ana"))
            await happens(spare.begun)
            assert await pool.run(doing(lambda _: "played"), "bo") == "played"
            with pytest.raises(Interrupted):
                await asked

    run(test)


def test_where_a_thread_is_free_a_spare_search_goes_on() -> None:
    async def test() -> None:
        async with threads(workers=2) as wide:
            spare = Spare()
            asked = asyncio.create_task(wide.run(spare.wanted, "ana"))
            await happens(spare.begun)
            assert await wide.run(doing(lambda _: "played"), "bo") == "played"
            assert await wide.run(doing(lambda _: "a hint", seconds=0.1), "bo") == "a hint"
            spare.let_go = True
            assert await asked == "found"

    run(test)


def test_spare_searches_take_no_place_of_others_and_have_bounds_of_their_own() -> None:
    async def test() -> None:
        async with threads(waiting=1, each=1) as pool:
            spare = Spare()
            asked = asyncio.create_task(pool.run(spare.wanted, "ana"))
            await happens(spare.begun)
            with pytest.raises(Busy):
                await pool.run(doing(lambda _: "more", can_wait=True), "ana")
            assert await pool.run(doing(lambda _: "played"), "ana") == "played"
            await asyncio.gather(asked, return_exceptions=True)
            # Closing ends those that run.
            spare = Spare()
            asked = asyncio.create_task(pool.run(spare.wanted, "ana"))
            await happens(spare.begun)
            await pool.close()
            ends = await asyncio.gather(asked, return_exceptions=True)
            assert isinstance(ends[0], Interrupted)

    run(test)
