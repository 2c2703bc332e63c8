"""The fault walk: what fails, what a player sees of it, and that all goes on when it has passed."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from cornerwise.computer import Player, SimpleComputer
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.server.base.clocks import PAUSE, Timekeeper
from cornerwise.server.base.settings import Settings
from cornerwise.server.base.supervision import LONGEST_WAIT, Supervisor
from cornerwise.server.engines.engines import ThreadPool
from cornerwise.server.storage.bus import LocalBus
from cornerwise.server.storage.sqlite import SqliteStore, _Job, _Outcome
from cornerwise.server.thinking.ports import Ports
from tests.patience import PATIENCE
from tests.server.site import Person, Site, settings, site, until


class Disk(SqliteStore):
    """A store on a disk that can be made to fail, by SQLite itself."""

    fault = ""
    _applied = ""

    def connect(self) -> sqlite3.Connection:
        db = super().connect()
        if self.fault:
            db.execute(f"PRAGMA {self.fault}")
        return db

    def _transact(self, jobs: list[_Job]) -> list[_Outcome]:
        if self._applied != self.fault and self._writing is not None:
            self._writing.close()
            self._writing = None
        self._applied = self.fault
        return super()._transact(jobs)


READ_ONLY, FULL = "query_only=1", "max_page_count=1"


class Patient:
    """A computer player that thinks until it is told to move."""

    def __init__(self, moves: threading.Event) -> None:
        self._moves = moves

    def stop(self) -> None:
        self._moves.set()

    def choose(self, game: Game) -> Move:
        assert self._moves.wait(PATIENCE)
        return SimpleComputer().choose(game)


class House:
    """A server on a disk that can fail, with computers that wait for a sign."""

    def __init__(self, data: Path, players: Callable[[int], Player] | None = None) -> None:
        self.moves = threading.Event()
        self._players = players or (lambda level: Patient(self.moves))
        self._data = data

    @contextmanager
    def open(self, **changes: Any) -> Iterator[Site]:
        with site(settings(self._data, **changes), self._ports) as running:
            yield running

    def _ports(self, given: Settings) -> Ports:
        self.disk = Disk(given.data / "games.sqlite")
        return Ports(self.disk, LocalBus(), ThreadPool(players=self._players))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.moves.set()


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def new_game(person: Person) -> Any:
    body = {"variant": "duo", "seats": {"blue": {"kind": "me"}, "yellow": {"kind": "here"}}}
    return person.http.post("/api/games", json=body)


@pytest.mark.parametrize("fault", [READ_ONLY, FULL])
def test_a_disk_that_cannot_be_written_to(house: House, fault: str) -> None:
    with house.open() as running:
        person = running.person()
        game = person.new("duo", "me", "here")["game"]["id"]
        against = person.new("duo", "computer", "me")["game"]["id"]
        table = person.socket(game)
        table.kind("snapshot")
        clock = {"kind": "live", "minutes": 0.05}  # it runs out when the disk has failed
        timed = person.new("duo", "me", "here", clock=clock)["game"]["id"]

        house.disk.fault = fault
        while (refused := new_game(person)).status_code == 201:
            pass  # there is some room left in the last pages
        assert code_of(refused) == (503, "storage")
        assert refused.headers["retry-after"] == "2"
        if fault == READ_ONLY:
            answer = table.step(type="play", placement=table.legal()[0])
            assert (answer["type"], answer["code"]) == ("error", "storage")
            assert table.ask(type="ping")["type"] == "pong"  # and the line holds
            failed = "cornerwise_task_failures_total"
            house.moves.set()
            until(lambda: running.metric(failed, task="clock"))
            until(lambda: running.metric(failed, task="thinking"))
            until(lambda: person.http.get("/ready").status_code == 503)
            assert person.http.get("/health").status_code == 200
        assert person.show(game)["state"]["seq"] == 0  # what can be read is shown

        house.disk.fault = ""
        house.moves.set()
        until(lambda: new_game(person).status_code == 201)
        assert table.play()["type"] == "ok"
        until(lambda: person.show(timed)["state"]["ended"] == "time")
        until(lambda: len(person.show(against)["moves"]) == 1)
        until(lambda: person.http.get("/ready").status_code == 200)
        assert running.metric("cornerwise_dead_tasks") == 0
    assert LONGEST_WAIT * 1.25 < 5  # so that all goes on within five seconds


def test_a_store_that_cannot_be_read_is_told_and_waited_for(house: House) -> None:
    with house.open(idle=0.4) as running:
        person = running.person()
        game = person.new("duo", "me", "here")["game"]["id"]
        until(lambda: running.metric("cornerwise_games_in_memory") == 0)
        broken = threading.Event()
        whole = house.disk.events

        async def events(game: str, since: int = -1, limit: int = -1) -> list[bytes]:
            if broken.is_set():
                raise OSError("the disk is gone")
            return await whole(game, since)

        house.disk.events = events  # type: ignore[method-assign]
        broken.set()
        assert code_of(person.http.get(f"/api/games/{game}"))[0] in (500, 503)
        broken.clear()
        assert person.show(game)["state"]["seq"] == 0


def test_one_unreadable_game_stops_no_other(house: House) -> None:
    with house.open() as running:
        person = running.person()
        guest = person.guest
        clock = {"kind": "days", "days": 1}  # so that computers do not wait for somebody to look
        games = [person.new("duo", "computer", "me", clock=clock)["game"]["id"] for _ in range(3)]
        bad = min(games)  # the first to be read
    file = house.disk._path
    with closing(sqlite3.connect(file)) as db:
        (body,) = db.execute("SELECT body FROM events WHERE game = ?", (bad,)).fetchone()
        db.execute("UPDATE events SET body = x'7bff' WHERE game = ?", (bad,))
        db.commit()
    house.moves.set()
    with house.open() as running:
        person = running.person(guest)
        for game in games:
            if game != bad:
                until(lambda: lines(person)[game]["moves"] == 1)  # noqa: B023
        refused = person.http.get(f"/api/games/{bad}")
        assert code_of(refused) == (503, "unreadable")
        table = person.socket(bad)
        assert table.receive()["code"] == "unreadable"
        with pytest.raises(Exception, match="4005"):
            table.receive()
        assert running.metric("cornerwise_games_set_aside") == 1
        assert len(lines(person)) == 3
        with closing(sqlite3.connect(file)) as db:
            db.execute("UPDATE events SET body = ? WHERE game = ?", (body, bad))
            db.commit()
        until(lambda: lines(person)[bad]["moves"] == 1)  # by itself
        assert running.metric("cornerwise_games_set_aside") == 0
        assert running.metric("cornerwise_dead_tasks") == 0


def test_a_server_starts_on_a_disk_that_takes_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house.open() as running:
        person = running.person()
        guest, game = person.guest, person.new("duo", "me", "here")["game"]["id"]
    monkeypatch.setattr(Disk, "fault", READ_ONLY)
    with house.open() as running:
        person = running.person(guest)
        assert person.show(game)["you"]["seats"] == ["blue", "yellow"]  # what can be read is shown
        assert code_of(new_game(person)) == (503, "storage")
        monkeypatch.setattr(Disk, "fault", "")
        until(lambda: new_game(person).status_code == 201)


def lines(person: Person) -> dict[str, Any]:
    return {line["id"]: line for line in person.http.get("/api/games").json()["games"]}


def test_an_engine_thread_that_ends_is_replaced(tmp_path: Path) -> None:
    falls = iter([SystemExit(1), MemoryError(), RuntimeError("a mistake")])

    class Falling:
        def choose(self, game: Game) -> Move:
            for error in falls:
                raise error
            return SimpleComputer().choose(game)

    with House(tmp_path, lambda level: Falling()).open() as running:
        person = running.person()
        game = person.new("duo", "computer", "me")["game"]["id"]
        until(lambda: len(person.show(game)["moves"]) == 1)
        assert running.metric("cornerwise_dead_tasks") == 0


def test_a_clock_set_back_before_a_restart_stops_no_turn(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = {"kind": "live", "minutes": 0.02}
    with house.open() as running:
        person = running.person()
        guest = person.guest
        game = person.new("duo", "me", "here", clock=clock)["game"]["id"]
    now = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now() - 3600 * 10**9)
    with house.open() as running:
        person = running.person(guest)
        until(lambda: lines(person)[game]["status"] == "over")  # though nobody looks at it


def test_time_in_which_the_process_was_stopped_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = time.monotonic_ns()
    monkeypatch.setattr(time, "monotonic_ns", lambda: at)
    keeper = Timekeeper()
    began = keeper.now()
    for ms in (4000, PAUSE * 9, 3000):
        at += ms * 1_000_000
        now = keeper.now()
    assert now - began == 7000 + PAUSE * 9
    assert keeper.elapsed(began, now) == 7000
    assert (keeper.number, keeper.start) == (1, now - 3000)


def test_work_that_fails_is_tried_again_and_the_rest_goes_on() -> None:
    async def run() -> None:
        work, tries, other = Supervisor(), 0, 0

        async def shaky() -> None:
            nonlocal tries
            tries += 1
            if tries == 1:
                raise OSError("not now")
            if tries == 2:  # what it waits for is cancelled, but not the work itself
                given_up = asyncio.get_running_loop().create_future()
                given_up.cancel()
                await given_up

        async def steady() -> None:
            nonlocal other
            other += 1

        work.repeat("steady", steady, 0.001)
        async with asyncio.timeout(PATIENCE):
            await work.keep("shaky", shaky)
            while other < 3:
                await asyncio.sleep(0.001)
        assert work.failures == {"shaky": 2}
        assert work.running == {"steady": 1}
        assert work.dead == 0
        work._forever[0].cancel()
        await asyncio.wait(work._forever)
        assert work.dead == 1
        await work.close()

    asyncio.run(run())
