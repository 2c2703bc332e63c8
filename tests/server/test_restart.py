"""What survives: `kill -9` in the middle of play, restarts, clocks that stand still meanwhile."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cornerwise import Game
from cornerwise.server.base.settings import GAMES
from tests.server.site import Person, Site, Socket, settings, site, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")


class House:
    """A server in a process of its own, which can be killed and started again."""

    def __init__(self, data: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self._data = data
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Site:
        command = [sys.executable, "-m", "cornerwise", "serve", "--no-open"]
        options = ["--port", str(self.port), "--data", str(self._data)]
        self._process = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL)
        until(self._answers, 60)
        return Site(self.port)

    def _answers(self) -> bool:
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{self.port}/api/start").status_code == 200
        return False

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.kill()


def opened(person: Person, game: str) -> Socket:
    found = person.socket(game)
    found.kind("snapshot")
    return found


def test_no_acknowledged_move_is_lost_by_kill_9(house: House) -> None:
    chance = random.Random(2)
    running = house.start()
    person = running.person()
    games = [person.new("duo", "me", "here")["game"]["id"] for _ in range(2)]
    against = person.new("duo", "me", "computer", first="yellow")["game"]["id"]
    acknowledged: dict[str, list[int]] = {game: [] for game in games}
    for _ in range(2):
        tables = {game: opened(person, game) for game in games}
        for _ in range(chance.randrange(2, 7)):
            game = chance.choice(games)
            number = chance.choice(tables[game].legal())
            if tables[game].step(type="play", placement=number)["type"] == "ok":
                acknowledged[game].append(number)
        # One more that is under way when the server dies: it may have happened or not.
        table = tables[games[0]]
        table.connection.send(
            f'{{"type": "play", "seq": {table.state["seq"] + 1}, "placement": {table.legal()[0]}}}'
        )
        house.kill()
        house.start()
        for game in games:
            shown = person.show(game)
            numbers = [move[1] for move in shown["moves"]]
            assert numbers[: len(acknowledged[game])] == acknowledged[game]
            assert len(numbers) <= len(acknowledged[game]) + 1
            acknowledged[game] = numbers
            assert Game("duo", moves=numbers).to_play == shown["state"]["to_play"]
    until(lambda: person.show(against)["state"]["seat"] == "blue")  # the computer goes on too
    person.close()


def test_a_computers_turn_goes_on_after_a_restart_without_anybody_looking(tmp_path: Path) -> None:
    with site(settings(tmp_path)) as running:
        person, other = running.person(), running.person()
        guest, level = person.guest, {"kind": "computer", "level": 9}
        seats = {"blue": {"kind": "me"}, "yellow": level, "red": {"kind": "open"}, "green": level}
        body = {"variant": "classic", "seats": seats, "first": "blue"}
        made = person.http.post("/api/games", json=body).json()
        game = made["game"]["id"]
        other.join(made)
        number = Game("classic").legal_moves.numbers[0]
        assert person.act(game, type="play", seq=2, placement=number).status_code == 200
    with site(settings(tmp_path)) as running:
        person = running.person(guest)
        until(lambda: moves_in(person, game) == 2)


def moves_in(person: Person, game: str) -> int:
    """How many moves the list of games tells of: nobody looks at the game itself."""
    (line,) = (g for g in person.http.get("/api/games").json()["games"] if g["id"] == game)
    return int(line["moves"])


def test_runs_of_long_ago_are_forgotten(tmp_path: Path) -> None:
    with site(settings(tmp_path)):
        pass
    with contextlib.closing(sqlite3.connect(tmp_path / GAMES)) as db:
        db.execute("INSERT INTO runs VALUES ('old', 1000, 2000)")
        db.commit()
        with site(settings(tmp_path)):
            until(lambda: not db.execute("SELECT 1 FROM runs WHERE id = 'old'").fetchall())


def test_clocks_stand_still_while_the_server_is_down(tmp_path: Path) -> None:
    minute, ran = 60_000, 0.0

    def left(person: Person, game: str) -> int:
        return int(person.show(game)["state"]["clock"]["left"]["blue"])

    began = time.monotonic()
    with site(settings(tmp_path)) as running:
        person = running.person()
        guest = person.guest
        game = person.new("duo", "me", "here", clock={"kind": "live", "minutes": 1})["game"]["id"]
        until(lambda: left(person, game) < minute - 300)
    ran += time.monotonic() - began
    time.sleep(3)
    began = time.monotonic()
    with site(settings(tmp_path)) as running:
        person = running.person(guest)
        found = left(person, game)
        ran += time.monotonic() - began
        assert minute - 1000 * ran <= found < minute - 300
        until(lambda: left(person, game) < found - 300)  # and then they go on


def test_a_stopped_process_goes_on_where_it_was(house: House) -> None:
    person = house.start().person()
    table = opened(person, person.new("duo", "me", "here")["game"]["id"])
    table.play()
    os.kill(house.pid, signal.SIGSTOP)
    table.connection.send('{"type": "ping", "id": "late"}')
    with pytest.raises(TimeoutError):
        table.until(lambda message: message.get("id") == "late", 0.5)
    os.kill(house.pid, signal.SIGCONT)
    table.until(lambda message: message.get("id") == "late")
    assert table.play()["type"] == "ok"
    person.close()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs prlimit")
def test_a_disk_that_takes_nothing_is_told_and_survived(house: House) -> None:
    person = house.start().person()
    table = opened(person, person.new("duo", "me", "here")["game"]["id"])
    _, hard = resource.prlimit(house.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (1, hard))  # no file may grow: EFBIG
    answer = table.step(type="play", placement=table.legal()[0])
    assert (answer["type"], answer["code"]) == ("error", "storage")
    assert person.act("nosuchgame", type="ping").status_code == 404  # reading works
    resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (hard, hard))
    assert table.play()["type"] == "ok"
    until(lambda: person.http.get("/ready").status_code == 200)
    person.close()
