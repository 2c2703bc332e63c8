"""What every engine pool must do. A new adapter is added to `pools`."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

import pytest

from cornerwise import VARIANTS, Game
from cornerwise.server.engines import Busy, EnginePool, ThreadPool

Think = Callable[[Game, int], int]
pools: dict[str, Callable[[Think | None], EnginePool]] = {
    "threads": lambda think: ThreadPool(workers=1, waiting=2, think=think)
}


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
        free, game = threading.Event(), Game("duo")

        def think(game: Game, level: int) -> int:
            free.wait(10)
            return level

        pool = pools[kind](think)
        waiting = [asyncio.create_task(pool.choose(game, n)) for n in (1, 2, 3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.choose(game, 4)
        free.set()
        assert await asyncio.gather(*waiting) == [1, 2, 3]
        assert await pool.choose(game, 5) == 5
        await pool.close()

    asyncio.run(test())


@pytest.mark.parametrize("kind", pools)
def test_the_event_loop_goes_on_meanwhile(kind: str) -> None:
    async def test() -> None:
        def think(game: Game, level: int) -> int:
            time.sleep(0.3)
            return level

        pool = pools[kind](think)
        thinking = asyncio.create_task(pool.choose(Game("duo"), 1))
        steps = 0
        while not thinking.done():
            await asyncio.sleep(0.005)
            steps += 1
        assert steps > 10
        await pool.close()

    asyncio.run(test())
