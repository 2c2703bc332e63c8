"""What every engine pool must do. A new adapter is added to `pools`."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest

from cornerwise import VARIANTS, Game, Move
from cornerwise.computer import Player
from cornerwise.server.engines import Busy, EnginePool, Interrupted, ThreadPool

Players = Callable[[int], Player]
pools: dict[str, Callable[[Players | None], EnginePool]] = {
    "threads": lambda players: ThreadPool(workers=1, waiting=2, seconds=0.2, players=players)
}


class Scripted:
    """A player that does as it is told, then makes its first legal move."""

    def __init__(self, think: Callable[[], object]) -> None:
        self._think = think

    def choose(self, game: Game) -> Move:
        self._think()
        return game.legal_moves[0]


class Endless(Scripted):
    """A player that thinks until it is stopped."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        super().__init__(lambda: self._stopped.wait(20))

    def stop(self) -> None:
        self._stopped.set()


@pytest.mark.parametrize("kind", pools)
@pytest.mark.parametrize("name", VARIANTS)
def test_it_chooses_legal_moves_and_leaves_the_game_as_it_is(kind: str, name: str) -> None:
    async def test() -> None:
        pool, game = pools[kind](None), Game(name)
        for level in (1, 1, 2):
            before = game.copy()
            number = await pool.choose(game, level)
            assert game == before
            game.play(number)
        await pool.close()

    asyncio.run(test())


@pytest.mark.parametrize("kind", pools)
def test_beyond_its_bounds_it_is_busy(kind: str) -> None:
    async def test() -> None:
        free, game, levels = threading.Event(), Game("duo"), list[int]()

        def players(level: int) -> Player:
            levels.append(level)
            return Scripted(lambda: free.wait(10))

        pool = pools[kind](players)
        waiting = [asyncio.create_task(pool.choose(game, n)) for n in (1, 2, 3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.choose(game, 4)
        free.set()
        assert await asyncio.gather(*waiting) == [game.legal_moves[0].number] * 3
        await pool.choose(game, 5)
        assert levels == [1, 2, 3, 5]
        await pool.close()

    asyncio.run(test())


@pytest.mark.parametrize("kind", pools)
def test_the_event_loop_goes_on_meanwhile(kind: str) -> None:
    async def test() -> None:
        free = threading.Event()
        pool = pools[kind](lambda _: Scripted(lambda: free.wait(10)))
        thinking = asyncio.create_task(pool.choose(Game("duo"), 1))
        for _ in range(10):
            await asyncio.sleep(0.005)
        assert not thinking.done()
        free.set()
        await thinking
        await pool.close()

    asyncio.run(test())


@pytest.mark.parametrize("kind", pools)
def test_a_search_ends_when_its_time_is_over(kind: str) -> None:
    async def test() -> None:
        pool = pools[kind](lambda _: Endless())
        began = time.monotonic()
        await pool.choose(Game("duo"), 9)
        assert time.monotonic() - began < 10
        await pool.close()

    asyncio.run(test())


def test_closing_waits_for_no_search() -> None:
    async def test() -> None:
        pool = ThreadPool(workers=1, waiting=2, seconds=60, players=lambda _: Endless())
        thinking = [asyncio.create_task(pool.choose(Game("duo"), 9)) for _ in range(3)]
        await asyncio.sleep(0.1)
        began = time.monotonic()
        await pool.close()
        assert time.monotonic() - began < 10
        await asyncio.gather(*thinking, return_exceptions=True)

    asyncio.run(test())


# --- fair shares --------------------------------------------------------------------------


def test_every_owner_has_its_turn() -> None:
    async def test() -> None:
        free, order, game = threading.Event(), list[str](), Game("duo")
        pool = ThreadPool(workers=1, waiting=20)

        def search(name: str) -> None:
            free.wait(10)
            order.append(name)

        async def run(owner: str, number: int) -> None:
            await pool.run(lambda: search(f"{owner}{number}"), owner)

        many = [asyncio.create_task(run("eve", n)) for n in range(9)]
        await asyncio.sleep(0)
        few = [asyncio.create_task(run("ana", n)) for n in range(2)]
        await asyncio.sleep(0)
        assert pool.busy == 11
        free.set()
        await asyncio.gather(*many, *few)
        assert order.index("ana0") <= 1
        assert order.index("ana1") <= 3
        assert pool.busy == 0
        assert await pool.choose(game, 1) in game.legal_moves.numbers
        await pool.close()

    asyncio.run(test())


def test_short_searches_wait_for_no_long_one() -> None:
    async def test() -> None:
        free = threading.Event()
        pool = ThreadPool(
            workers=1,
            waiting=9,
            quick=1,
            players=lambda level: Scripted(lambda: level < 9 or free.wait(30)),
        )
        game = Game("duo")
        long = [asyncio.create_task(pool.choose(game, 9, "eve")) for _ in range(5)]
        await asyncio.sleep(0)
        async with asyncio.timeout(20):
            for level in range(1, 9):
                await pool.choose(game, level, "eve")
        assert not any(search.done() for search in long)
        free.set()
        await asyncio.gather(*long)
        await pool.close()

    asyncio.run(test())


def test_no_owner_takes_all_places() -> None:
    async def test() -> None:
        free = threading.Event()
        pool = ThreadPool(workers=1, waiting=9, each=3)
        running = [asyncio.create_task(pool.run(lambda: free.wait(10), "eve")) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.run(lambda: None, "eve")
        ana = asyncio.create_task(pool.run(lambda: "found", "ana"))
        running[2].cancel()  # who gives up while waiting leaves its place to others
        free.set()
        assert await ana == "found"
        await asyncio.gather(*running, return_exceptions=True)
        assert await pool.run(lambda: "again", "eve") == "again"
        assert pool.busy == 0
        await pool.close()

    asyncio.run(test())


def test_a_search_that_fails_leaves_its_thread_to_the_next() -> None:
    async def test() -> None:
        pool = ThreadPool(workers=1, waiting=2)

        def fail() -> None:
            raise SystemExit

        for _ in range(3):
            with pytest.raises(RuntimeError):
                await pool.run(fail)
        assert await pool.run(lambda: 1) == 1
        await pool.close()

    asyncio.run(test())


# --- searches that can wait ---------------------------------------------------------------


class Spare:
    """A search that goes on until it is let go or has to give way."""

    def __init__(self) -> None:
        self.begun, self._end = threading.Event(), threading.Event()
        self._stopped = False

    def __call__(self) -> str:
        self.begun.set()
        assert self._end.wait(20)
        if self._stopped:
            raise Interrupted
        return "found"

    def let_go(self) -> None:
        self._end.set()

    def stop(self) -> None:
        self._stopped = True
        self._end.set()


def test_a_spare_search_begins_only_when_no_other_waits() -> None:
    async def test() -> None:
        pool, order = ThreadPool(workers=1, waiting=9), list[str]()
        free = threading.Event()

        def search(name: str) -> None:
            order.append(name)
            free.wait(10)

        asked = [
            asyncio.create_task(
                pool.run(partial(search, name), "ana", spare=name.startswith("spare"))
            )
            for name in ("first", "spare 1", "second", "spare 2", "third")
        ]
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*asked)
        assert order == ["first", "second", "third", "spare 1", "spare 2"]
        await pool.close()

    asyncio.run(test())


def test_a_spare_search_gives_way_to_a_players() -> None:
    async def test() -> None:
        pool, spare = ThreadPool(workers=1, waiting=2), Spare()
        asked = asyncio.create_task(pool.run(spare, "ana", spare=True))
        await asyncio.to_thread(spare.begun.wait, 10)
        assert await pool.run(lambda: "played", "bo") == "played"
        with pytest.raises(Interrupted):
            await asked
        # Where a thread is free, it need not.
        wide, spare = ThreadPool(workers=2, waiting=2), Spare()
        asked = asyncio.create_task(wide.run(spare, "ana", spare=True))
        await asyncio.to_thread(spare.begun.wait, 10)
        assert await wide.run(lambda: "played", "bo") == "played"
        assert await wide.run(lambda: "a hint", "bo", 0.1) == "a hint"
        spare.let_go()
        assert await asked == "found"
        await pool.close()
        await wide.close()

    asyncio.run(test())


def test_spare_searches_take_no_place_of_others_and_have_bounds_of_their_own() -> None:
    async def test() -> None:
        pool, spare = ThreadPool(workers=1, waiting=1, each=1), Spare()
        asked = asyncio.create_task(pool.run(spare, "ana", spare=True))
        await asyncio.to_thread(spare.begun.wait, 10)
        with pytest.raises(Busy):
            await pool.run(lambda: "more", "ana", spare=True)
        assert await pool.run(lambda: "played", "ana") == "played"
        await asyncio.gather(asked, return_exceptions=True)
        # Closing ends those that run.
        spare = Spare()
        asked = asyncio.create_task(pool.run(spare, "ana", spare=True))
        await asyncio.to_thread(spare.begun.wait, 10)
        await pool.close()
        assert isinstance((await asyncio.gather(asked, return_exceptions=True))[0], Interrupted)

    asyncio.run(test())
