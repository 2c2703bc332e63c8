"""Workers anywhere: `cornerwise engine` thinks for servers, dies, stops, and comes back."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cornerwise import Game, random_game
from cornerwise.computer import Player, SimpleComputer
from cornerwise.server.engines.engines import ThreadPool
from cornerwise.server.engines.jobs import Attempt
from cornerwise.server.thinking import nats_engines
from cornerwise.server.thinking import worker as working
from cornerwise.server.thinking.nats_engines import NatsPool
from cornerwise.server.thinking.searches import Choose, JudgeEnd, Tip
from cornerwise.server.thinking.worker import Worker
from tests.server import services
from tests.server.site import settings, site, until
from tests.server.test_engines import doing, happens, patient, run
from tests.server.test_puzzles import EASY

__all__ = ["patient"]  # a fixture of all tests here, too

GAME = random_game("duo", seed=1, plies=6)  # beyond the opening book
LONG = Choose(game=GAME, level=9, seconds=1.0)


class Engine:
    """`cornerwise engine` in a process of its own."""

    def __init__(self, bus: str, *options: str) -> None:
        command = [sys.executable, "-m", "cornerwise", "engine", "--bus", bus, *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()

    def send(self, what: signal.Signals) -> None:
        self.process.send_signal(what)


@contextmanager
def engines(bus: str, count: int = 1, *options: str) -> Iterator[list[Engine]]:
    made = [Engine(bus, "--threads", "1", *options) for _ in range(count)]
    try:
        yield made
    finally:
        for engine in made:
            engine.process.kill()
            engine.process.wait()
            assert engine.process.stdout is not None
            engine.process.stdout.close()


class Here:
    """Counts the moves that are chosen in threads of this process."""

    def __init__(self) -> None:
        self.chosen = 0

    def __call__(self, level: int) -> Player:
        self.chosen += 1
        return SimpleComputer()


def pool_of(bus: str, here: Here) -> NatsPool:
    return NatsPool(bus, ThreadPool(1, 20, here))


async def taken(pool: NatsPool) -> None:
    """Wait until workers have taken all that they were asked."""
    await asyncio.sleep(0)
    while pool._executors["heavy"].asking:
        await asyncio.sleep(0.01)


def test_a_worker_in_another_process_thinks() -> None:
    bus, here = services.nats().url, Here()

    async def test() -> None:
        pool = pool_of(bus, here)
        await pool._wire.ready()
        for level in (1, 5):
            assert await pool.run(Choose(game=GAME, level=level)) in GAME.legal_moves.numbers
        tip = await pool.run(Tip(game=GAME, name="a game"))
        assert tip.best in GAME.legal_moves
        await pool.close()

    with engines(bus) as [engine]:
        assert re.search(r"ready at 127.0.0.1:\d+: 1 heavy, 1 light, 1 advice", engine.said)
        run(test)
    assert not here.chosen


def test_without_a_worker_the_threads_of_the_server_think_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with services.own_nats() as nats:
        here = Here()

        async def test() -> None:
            pool = pool_of(nats.url, here)
            await pool._wire.ready()
            began = time.monotonic()
            for _ in range(5):
                assert await pool.run(LONG) in GAME.legal_moves.numbers
            assert time.monotonic() - began < nats_engines.TAKEN  # it waits for no answer
            monkeypatch.setattr(nats_engines, "TAKEN", 0.2)
            nats.kill()
            assert await pool.run(LONG) in GAME.legal_moves.numbers
            nats.start()
            await pool.close()

        run(test)
        assert here.chosen == 6


def test_a_worker_that_dies_or_stands_still_costs_a_repetition(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nats_engines, "TAKEN", 0.5)
    monkeypatch.setattr(nats_engines, "SILENCE", 1.5)
    with services.own_nats() as nats, engines(nats.url, 3, "--queue", "heavy") as made:
        here = Here()
        killed, stopped, _ = made

        async def test() -> None:
            pool = pool_of(nats.url, here)
            await pool._wire.ready()
            for engine, how, alive in ((killed, signal.SIGKILL, 3), (stopped, signal.SIGSTOP, 2)):
                asked = [asyncio.create_task(pool.run(LONG)) for _ in range(alive)]
                await taken(pool)
                engine.send(how)
                for found in await asyncio.gather(*asked):
                    assert found in GAME.legal_moves.numbers
            # One lives, one stands still: what it is asked is done elsewhere.
            for _ in range(2):
                assert await pool.run(LONG) in GAME.legal_moves.numbers
            await pool.close()

        run(test)


def test_a_worker_that_is_told_to_end_finishes_what_players_wait_for() -> None:
    bus, here = services.nats().url, Here()
    with engines(bus) as [engine]:

        async def test() -> None:
            pool = pool_of(bus, here)
            await pool._wire.ready()
            asked = asyncio.create_task(pool.run(LONG))
            await taken(pool)
            engine.send(signal.SIGTERM)
            assert await asked in GAME.legal_moves.numbers
            there = here.chosen == 0
            assert there
            assert await asyncio.to_thread(engine.process.wait, 30) == 0
            assert await pool.run(LONG) in GAME.legal_moves.numbers
            assert here.chosen == 1
            await pool.close()

        run(test)


def test_a_worker_that_ends_gives_back_what_can_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = services.nats().url

    async def test() -> None:
        pool, worker = pool_of(bus, Here()), Worker(bus, 1)
        await pool._wire.ready()
        await worker.begin()
        begun, times = threading.Event(), list[int]()

        def search(attempt: Attempt) -> str:
            times.append(1)
            begun.set()
            while len(times) == 1:
                attempt.check()
                time.sleep(0.005)
            return "found"

        asked = asyncio.create_task(pool.run(doing(search, can_wait=True)))
        await happens(begun)
        await worker.end()
        assert await asked == "found"
        await pool.close()

    run(test)


def test_a_worker_stops_when_the_server_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "PULSE", 0.05)
    bus = services.nats().url

    async def test() -> None:
        pool, worker = pool_of(bus, Here()), Worker(bus, 1)
        await pool._wire.ready()
        await worker.begin()
        begun, ended = threading.Event(), threading.Event()

        def search(attempt: Attempt) -> None:
            begun.set()
            while not attempt.stopped:
                time.sleep(0.005)
            ended.set()

        asked = asyncio.create_task(pool.run(doing(search)))
        await happens(begun)
        await pool._wire._leave()  # as if it were killed
        await happens(ended)
        asked.cancel()
        await worker.end()
        await pool.close()

    run(test)


def test_what_a_worker_does_not_understand_is_done_by_the_server() -> None:
    bus, here = services.nats().url, Here()
    with engines(bus):

        async def test() -> None:
            pool = pool_of(bus, here)
            await pool._wire.ready()
            assert await pool.run(doing(lambda _: "here")) == "here"  # a job of these tests only
            await pool.close()

        run(test)


def test_one_search_is_remembered_where_it_was_made() -> None:
    """The jobs of a review take one search a position, also elsewhere."""
    bus = services.nats().url

    async def test() -> None:
        pool, workers = pool_of(bus, Here()), [Worker(bus, 1) for _ in range(4)]
        await pool._wire.ready()
        for worker in workers:
            await worker.begin()
        end = JudgeEnd(game=GAME, name="review x", simulations=50, seconds=5.0)
        found = [await pool.run(end) for _ in range(6)]
        assert found == [found[0]] * 6
        knowing = [worker for worker in workers if worker.pool._memory.of("review x")]
        assert len(knowing) == 1
        assert list(knowing[0].pool._memory.of("review x")) == [GAME.key]
        await knowing[0].end()  # then another one does it, and finds the same
        assert await pool.run(end) == found[0]
        await pool.close()
        for worker in workers:
            if worker not in knowing:
                await worker.end()

    run(test)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["engine", "--bus", "amqp://x"], "--bus: only nats://… and tls://… are known"),
        (["engine"], "Missing option '--bus'"),
        (["engine", "--bus", "nats://x", "--queue", "all"], "'heavy', 'light', 'both'"),
        (["move-to", "mysql://x"], "move-to: only postgresql://… is known"),
    ],
)
def test_a_command_that_cannot_be_done_is_refused_in_a_sentence(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CORNERWISE_BUS", raising=False)
    command = [sys.executable, "-m", "cornerwise", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_worker_of_light_searches_leaves_the_others_to_the_server() -> None:
    with services.own_nats() as nats, engines(nats.url, 1, "--queue", "light") as [engine]:
        assert ": 1 light" in engine.said
        here = Here()

        async def test() -> None:
            pool = pool_of(nats.url, here)
            await pool._wire.ready()
            await pool.run(LONG)
            await pool.run(Choose(game=GAME, level=1))
            assert here.chosen == 1
            await pool.close()

        run(test)


def test_a_server_lets_a_worker_think_for_its_games(tmp_path: Path) -> None:
    """Moves, tips and the solver, with one process and its file, and a worker beside it."""
    bus = services.nats().url
    with engines(bus), site(settings(tmp_path, engine_bus=bus)) as server:
        ana = server.person()
        name = ana.new("duo", "me", "computer", first="blue")["game"]["id"]
        table = ana.socket(name)
        table.kind("snapshot")
        table.play()
        until(lambda: len(ana.show(name)["moves"]) == 2)
        tip = table.ask(type="hint")["placement"]
        assert (
            tip
            in Game(
                "duo", moves=[move[1] for move in table.moves], first="blue"
            ).legal_moves.numbers
        )
        answer = ana.http.post(f"/api/puzzles/{EASY}/hint", json={"placed": []})
        assert answer.json()["verdict"] == "yes"
