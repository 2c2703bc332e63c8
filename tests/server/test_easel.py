"""Pictures are drawn beside the server, in bounded number, though their process may die."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable

import psutil
import pytest

from cornerwise import Game
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.settings import Rate
from cornerwise.server.games.easel import Easel, Picture
from tests.patience import PATIENCE
from tests.server.site import Site, until

Special = Callable[..., Site]
RECORD = Game("duo").to_json()


def drawers() -> list[psutil.Process]:
    """The processes that draw for this one."""
    children = psutil.Process().children()
    return [child for child in children if "cornerwise.server.games.easel" in child.cmdline()]


def test_a_drawing_process_that_dies_is_replaced() -> None:
    async def test() -> None:
        easel = Easel(seconds=PATIENCE)
        assert not drawers()  # until it is needed
        for size in (100, 101, 102):
            assert (await easel.draw(Picture(RECORD, "png", size))).startswith(b"\x89PNG")
            (process,) = drawers()
            os.kill(process.pid, signal.SIGKILL)
        await easel.close()
        assert not drawers()

    asyncio.run(test())


def test_drawing_that_takes_too_long_is_given_up() -> None:
    async def test() -> None:
        easel = Easel(seconds=0.001)
        with pytest.raises(Refusal):
            await easel.draw(Picture(RECORD, "png", 100))
        await easel.close()

    asyncio.run(test())


def test_pictures_wait_in_bounded_number_and_are_kept_in_bounded_space() -> None:
    async def test() -> None:
        easel = Easel(waiting=1, seconds=PATIENCE, kept=0)
        wanted = [Picture(RECORD, "svg", size) for size in (100, 101, 102)]
        drawing = [asyncio.create_task(easel.draw(picture)) for picture in wanted]
        found = await asyncio.gather(*drawing, return_exceptions=True)
        assert [isinstance(one, bytes) for one in found] == [True, True, False]
        assert isinstance(found[2], Refusal)
        assert easel.known(wanted[0]) is None
        await easel.close()
        easel = Easel(seconds=PATIENCE)
        drawn = await easel.draw(wanted[0])
        assert easel.known(wanted[0]) == drawn
        await easel.close()

    asyncio.run(test())


def test_an_address_has_few_pictures_drawn_and_holds_up_nobody(special: Special) -> None:
    running = special(pictures=Rate(0.001, 4))
    ana, eve = running.person(), running.person()
    game = ana.new("trigon", "me", "here", "here", "here")["game"]["id"]
    table = ana.socket(game)
    table.kind("snapshot")
    answers: list[int] = []

    def draw() -> None:
        for size in range(1900, 1906):
            answers.append(eve.http.get(f"/api/games/{game}.png?size={size}").status_code)

    drawing = threading.Thread(target=draw)
    drawing.start()
    until(drawers)
    assert table.ask(type="ping")["type"] == "pong"
    drawing.join()
    assert answers == [200] * 4 + [429] * 2
    assert eve.http.get(f"/api/games/{game}.png?size=1900").status_code == 200  # it is kept
    assert running.person().http.get("/").status_code == 200


def test_pictures_of_problems_and_puzzles_are_drawn_there_too(special: Special) -> None:
    eve = special(pictures=Rate(0.001, 2)).person()
    paths = [f"/api/{name}.png" for name in ("problems/duo-1", "puzzles/cat", "problems/duo-2")]
    answers = [eve.http.get(path) for path in paths]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert all(answer.content.startswith(b"\x89PNG") for answer in answers[:2])
    assert len(drawers()) == 1


def test_an_address_has_few_pictures_drawn_at_once(
    special: Special, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, answers = threading.Event(), list[int]()
    monkeypatch.setattr(Easel, "_drawn", lambda *_: b"drawn" if free.wait(PATIENCE) else b"")
    eve = special(pictures_each=2).person()
    game = eve.new("duo", "me", "here")["game"]["id"]

    def draw(size: int) -> None:
        answers.append(eve.http.get(f"/api/games/{game}.png?size={size}").status_code)

    drawing = [threading.Thread(target=draw, args=(size,)) for size in (500, 501, 502)]
    for thread in drawing:
        thread.start()
    until(lambda: answers == [429])
    free.set()
    for thread in drawing:
        thread.join()
    assert sorted(answers) == [200, 200, 429]


def test_whoever_waits_for_a_killed_drawing_gets_it_and_nobody_else_notices(
    special: Special,
) -> None:
    running = special()
    ana, eve = running.person(), running.person()
    game = ana.new("trigon", "me", "here", "here", "here")["game"]["id"]
    table = ana.socket(game)
    table.kind("snapshot")
    answers: list[tuple[int, bytes]] = []

    def draw() -> None:
        for size in range(1900, 1904):
            answer = eve.http.get(f"/api/games/{game}.png?size={size}")
            answers.append((answer.status_code, answer.content[:4]))

    drawing = threading.Thread(target=draw)
    drawing.start()
    for drawn in range(3):  # while the first is drawn, the second, the third
        until(lambda: len(answers) >= drawn and drawers())  # noqa: B023
        (process,) = drawers()
        process.kill()
        process.wait()
        assert table.play()["type"] == "ok"
        until(lambda: len(answers) > drawn)  # noqa: B023
    drawing.join()
    assert answers == [(200, b"\x89PNG")] * 4
    assert running.metric("cornerwise_dead_tasks") == 0
