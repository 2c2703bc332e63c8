"""Lanes: whose search is next, what it is charged, and what searches take from all else."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from cornerwise.engine import Engine
from cornerwise.server.engines import engines, lanes
from cornerwise.server.engines.fairness import OWNERS, FairQueue
from cornerwise.server.engines.jobs import PLAYER_MEMORY, Attempt, Busy, Memory, player
from cornerwise.server.engines.lanes import Lane, Search, Threads
from tests.patience import PATIENCE


def search(work: Callable[[], Any], owner: str, cost: float = 1) -> Search:
    return Search(work, Attempt(Memory(), player), owner, cost)


# --- whose turn it is ---------------------------------------------------------------------


def test_to_have_been_away_earns_nothing() -> None:
    queue: FairQueue[str] = FairQueue()
    for _ in range(9):
        queue.put("eve", 1, "before")
        queue.take()
    for _ in range(9):
        queue.put("eve", 1, "now")
        queue.put("ana", 1, "now")
    first = [queue.take()[0] for _ in range(6)]
    assert first.count("eve") >= 2


def test_owners_who_come_but_once_are_forgotten() -> None:
    queue: FairQueue[str] = FairQueue()
    for n in range(3 * OWNERS):
        queue.put(f"guest {n}", 1, "once")
        queue.take()
    assert len(queue._had) <= OWNERS


def test_short_searches_of_one_owner_come_first() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put("eve", 9, "long")
    queue.put("eve", 1, "short")
    assert [queue.take()[1], queue.take()[1]] == ["short", "long"]


def test_a_search_is_charged_what_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(lanes, "time", SimpleNamespace(monotonic=lambda: now))

    def long() -> None:
        nonlocal now
        now += 100

    async def test() -> None:
        threads, free, order = Threads(1, 0), threading.Event(), list[str]()
        lane = Lane(threads, 9, None)
        await lane.run(search(long, "eve", 0.1))  # it was thought to be short
        gate = asyncio.create_task(lane.run(search(lambda: free.wait(PATIENCE), "cy")))
        await asyncio.sleep(0)
        asked = [
            asyncio.create_task(lane.run(search(partial(order.append, owner), owner)))
            for owner in ("eve", "ana", "ana", "ana")
        ]
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(gate, *asked)
        assert order == ["ana", "ana", "ana", "eve"]
        await threads.close()

    asyncio.run(test())


def test_places_are_bounded_whoever_asks() -> None:
    async def test() -> None:
        threads, free = Threads(1, 0), threading.Event()
        lane = Lane(threads, 3, 2)
        asked = [
            asyncio.create_task(lane.run(search(lambda: free.wait(PATIENCE), owner)))
            for owner in ("eve", "ana", "bo")
        ]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await lane.run(search(lambda: None, "cy"))
        free.set()
        await asyncio.gather(*asked)
        await threads.close()

    asyncio.run(test())


# --- what searches take -------------------------------------------------------------------


def test_players_have_bounded_memory() -> None:
    found = player(9)
    assert isinstance(found, Engine)
    assert found.memory == PLAYER_MEMORY


def test_the_machine_keeps_a_thread_for_all_else(monkeypatch: pytest.MonkeyPatch) -> None:
    for usable, spare in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, n=usable: range(n), raising=False)
        assert engines.spare_threads() == spare


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
def test_searches_have_a_lower_priority() -> None:
    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    async def test() -> None:
        threads = Threads(1, niceness=15)
        assert await Lane(threads, 1, None).run(search(niceness, "ana")) >= 15
        await threads.close()

    asyncio.run(test())
