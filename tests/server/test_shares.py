"""Fair shares of thinking: games that nobody watches pause, and no address takes it all."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cornerwise import Game, Move
from cornerwise.server.engines import engines
from cornerwise.server.engines.jobs import Busy, Job
from tests.patience import PATIENCE
from tests.server.site import Person, Site, json_of, until

Special = Callable[..., Site]


class Counted:
    """Computers that move at once, except those of level 9, who wait for this, and one more."""

    free = threading.Event()
    made = 0
    stop = 10**9  # the move that waits, too

    def __init__(self, level: int) -> None:
        self.level = level

    def choose(self, game: Game) -> Move:
        if self.level == 9 or self.made == self.stop:
            self.free.wait(PATIENCE)
        type(self).made += 1
        return game.legal_moves[0]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Counted]]:
    monkeypatch.setattr(engines, "player", Counted)
    Counted.free.clear()
    Counted.made, Counted.stop = 0, 10**9
    yield Counted
    Counted.free.set()


def quiet(counted: type[Counted]) -> None:
    """Wait until no computer has moved for a while."""
    made, since = counted.made, time.monotonic()
    while time.monotonic() - since < 0.5:
        if counted.made != made:
            made, since = counted.made, time.monotonic()
        time.sleep(0.02)


@pytest.mark.usefixtures("counted")
def test_games_that_nobody_watches_pause_until_somebody_looks(
    special: Special, counted: type[Counted]
) -> None:
    running = special(linger=0)
    ana = running.person()
    counted.stop = 6
    made = ana.new("classic", *["computer"] * 4)
    game = made["game"]["id"]
    quiet(counted)
    assert counted.made <= 1
    with_eyes = ana.socket(game)
    with_eyes.until(lambda _: with_eyes.state.get("seq", 0) >= 5)
    until(lambda: counted.made == 6)  # all but the move that waits
    with_eyes.close()
    until(lambda: running.metric("cornerwise_sockets") == 0)
    counted.free.set()
    quiet(counted)
    assert counted.made <= 7  # what was being thought may still be played
    assert ana.show(game)["state"]["status"] == "playing"
    quiet(counted)
    assert counted.made <= 8
    ana.socket(game).until(lambda m: m.get("state", m).get("status") == "over")


def test_a_game_that_all_persons_left_pauses_at_once(
    special: Special, counted: type[Counted]
) -> None:
    ana = special(linger=3600).person()
    game = ana.new("classic", "me", "computer", "computer", "computer")["game"]["id"]
    assert ana.http.post(f"/api/games/{game}/abandon").status_code == 200
    quiet(counted)
    assert counted.made == 0
    ana.socket(game).until(lambda m: m.get("state", m).get("status") == "over")


def test_who_is_waited_for_does_not_pause(special: Special, counted: type[Counted]) -> None:
    running = special(linger=0)
    ana, bo = running.person(), running.person()
    kinds = ("me", "computer", "open", "computer")
    made = ana.new("classic", *kinds, clock={"kind": "days", "days": 1})
    bo.join(made)
    game = made["game"]["id"]
    first = Game("classic").legal_moves.numbers[0]
    assert ana.act(game, type="play", seq=2, placement=first).status_code == 200
    until(lambda: counted.made == 1)  # nobody is connected, but the other person is next
    until(lambda: running.person().show(game)["state"]["seat"] == "red")
    clock = ana.new("duo", "me", "computer", clock={"kind": "live", "minutes": 10})["game"]["id"]
    first = Game("duo").legal_moves.numbers[0]
    assert ana.act(clock, type="play", seq=1, placement=first).status_code == 200
    until(lambda: counted.made == 2)


def test_one_address_with_many_long_games_holds_up_nobody(
    special: Special, counted: type[Counted]
) -> None:
    running = special(workers=1, proxies=("127.0.0.1",))
    eve, ana = running.person(), running.person()
    eve.http.headers["X-Forwarded-For"] = "192.0.2.6"
    ana.http.headers["X-Forwarded-For"] = "192.0.2.7"
    long = {s: {"kind": "computer", "level": 9} for s in ("blue", "yellow")}
    for _ in range(20):
        eve.http.post("/api/games", json={"variant": "duo", "seats": long})
    assert moved(ana, 8)
    counted.free.set()


def test_all_guests_of_an_address_share_its_places(
    special: Special, counted: type[Counted], monkeypatch: pytest.MonkeyPatch
) -> None:
    refused, run = set[str](), engines.ThreadPool.run

    async def noted(self: engines.ThreadPool, job: Job[Any], owner: str = "") -> Any:
        try:
            return await run(self, job, owner)
        except Busy:
            refused.add(owner)
            raise

    monkeypatch.setattr(engines.ThreadPool, "run", noted)
    running = special(workers=1, waiting=20, waiting_each=2, proxies=("127.0.0.1",))
    long = {s: {"kind": "computer", "level": 9} for s in ("blue", "yellow")}

    def watched(address: str) -> None:
        person = running.person()
        person.http.headers["X-Forwarded-For"] = address
        person.http.post("/api/games", json={"variant": "duo", "seats": long})

    for _ in range(5):
        watched("192.0.2.6")
    until(lambda: refused == {"192.0.2.6"})
    watched("192.0.2.7")
    until(lambda: running.metric("cornerwise_games_thinking") == 6)
    until(lambda: running.metric("cornerwise_searches", pool="engines") == 3)
    assert refused == {"192.0.2.6"}
    counted.free.set()


def moved(person: Person, level: int) -> bool:
    """Whether a computer answers a move."""
    seats = {"blue": {"kind": "me"}, "yellow": {"kind": "computer", "level": level}}
    body = {"variant": "duo", "seats": seats, "first": "blue"}
    game = json_of(person.http.post("/api/games", json=body))["game"]["id"]
    table = person.socket(game)
    table.kind("snapshot")
    table.play()
    table.settle(lambda: len(table.moves) == 2, 10)
    return True


def test_puzzle_searches_are_bounded_per_address(
    special: Special, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = threading.Event()

    def slow(*_: object) -> dict[str, str]:
        free.wait(PATIENCE)
        return {"verdict": "unknown"}

    monkeypatch.setattr("cornerwise.server.puzzles.puzzles.sought", slow)
    running = special(proxies=("127.0.0.1",), unsolved_each=2)
    eve, ana = running.person(), running.person()
    eve.http.headers["X-Forwarded-For"] = "192.0.2.6"
    ana.http.headers["X-Forwarded-For"] = "192.0.2.7"
    answers: list[int] = []

    def ask(person: Person) -> None:
        answer = person.http.post("/api/puzzles/cat/solvable", json={"placed": []})
        answers.append(answer.status_code)

    asking = [threading.Thread(target=ask, args=(eve,)) for _ in range(5)]
    for thread in asking:
        thread.start()
    until(lambda: len(answers) == 3)
    assert answers == [429] * 3
    asking.append(threading.Thread(target=ask, args=(ana,)))
    asking[-1].start()
    until(lambda: running.metric("cornerwise_searches", pool="puzzles") == 3)  # ana waits, too
    free.set()
    for thread in asking:
        thread.join()
    assert sorted(answers) == [200] * 3 + [429] * 3
