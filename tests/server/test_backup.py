"""Copies of all games: under load, brought back, and saved from a damaged file."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cornerwise.cli import app
from tests.patience import PATIENCE
from tests.server.site import Person, Socket, settings, site, until


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return result.exit_code, result.output


def opened(person: Person, game: str) -> Socket:
    table = person.socket(game)
    table.kind("snapshot")
    return table


def test_a_copy_under_load_has_every_move_acknowledged_before(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    with site(settings(data)) as running:
        person = running.person()
        guest = person.guest
        games = [person.new("duo", "me", "here")["game"]["id"] for _ in range(4)]
        known: dict[str, int] = dict.fromkeys(games, 0)
        stop = threading.Event()

        def play() -> None:
            tables = {game: opened(person, game) for game in games}
            while not stop.is_set():
                for game, table in tables.items():
                    if table.state["status"] == "playing":
                        assert table.play(0)["type"] == "ok"
                        known[game] += 1

        player = threading.Thread(target=play)
        player.start()
        promised: list[dict[str, int]] = []
        for n in range(3):
            until(lambda: min(known.values()) > 2 * n)  # noqa: B023
            promised.append(dict(known))
            assert run("backup", copy, "--data", data, "--force")[0] == 0
        after = dict(known)
        stop.set()
        player.join()
        code, output = run("restore", copy, "--data", data, "--force")
        assert code == 2
        assert "in use by another Cornerwise" in output
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    other = tmp_path / "other"
    assert run("restore", copy, "--data", other) == (0, f"brought back 4 games to {other}\n")
    with site(settings(other)) as running:
        person = running.person(guest)
        for game in games:
            found = len(person.show(game)["moves"])
            assert promised[-1][game] <= found <= after[game] + 1
            assert person.show(game)["you"]["seats"]


def test_nothing_is_replaced_unasked(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    code, output = run("backup", copy, "--data", data)
    assert (code, "there are no games" in output, copy.exists()) == (2, True, False)
    with site(settings(data)) as running:
        running.person().new("duo", "me", "here")
    assert run("backup", copy, "--data", data) == (0, f"copied 1 games to {copy}\n")
    before = copy.read_bytes()
    assert run("backup", copy, "--data", data)[0] == 2
    assert run("restore", copy, "--data", data)[0] == 2
    code, output = run("restore", copy, "--data", data, "--force")
    assert code == 0
    assert "the games that were there are in" in output
    assert len([path for path in data.glob("games.sqlite.2*") if "-wal" not in path.name]) >= 1
    copy.write_bytes(b"this is no database" * 300)
    assert run("restore", copy, "--data", tmp_path / "new")[0] == 2
    copy.write_bytes(before[: len(before) // 2])
    assert run("restore", copy, "--data", tmp_path / "new")[0] == 2
    assert not (tmp_path / "new" / "games.sqlite").exists()
    with closing(sqlite3.connect(tmp_path / "strange")) as db:
        db.execute("CREATE TABLE something (x)")
    code, output = run("restore", tmp_path / "strange", "--data", tmp_path / "new")
    assert (code, "not the games" in output) == (2, True)


def test_the_folder_is_closed_and_used_by_one_server(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with site(settings(data)):
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in data.iterdir()}
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
        assert set(modes.values()) == {0o600}
        assert {"games.sqlite", "games.sqlite-wal", "games.sqlite.lock"} <= set(modes)
        second = [sys.executable, "-m", "cornerwise", "serve", "--port", "0", "--no-open"]
        done = subprocess.run(
            [*second, "--data", data],
            check=False,
            capture_output=True,
            text=True,
            timeout=PATIENCE,  # a second server that is not refused would serve for ever
        )
        assert done.returncode == 2
        assert f"in use by another Cornerwise (process {os.getpid()})" in done.stderr
    data.chmod(0o755)
    (data / "games.sqlite").chmod(0o644)
    with site(settings(data)):
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
        assert stat.S_IMODE((data / "games.sqlite").stat().st_mode) == 0o600


def test_an_overwritten_page_is_noticed_and_the_rest_is_saved(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    with site(settings(data)) as running:
        person = running.person()
        guest = person.guest
        games = [person.new("duo", "me", "here")["game"]["id"] for _ in range(60)]
    file = data / "games.sqlite"
    overwrite(file, "events")
    with site(settings(data)) as running:
        until(lambda: running.metric("cornerwise_store_damages"))
        person = running.person(guest)
        assert person.http.get("/ready").json()["store"] == "damaged"
        assert "the stored games are damaged" in caplog.text
        assert "cornerwise restore" in caplog.text
        answers = {game: person.http.get(f"/api/games/{game}") for game in games}
        bad = [game for game, answer in answers.items() if answer.status_code != 200]
        assert 0 < len(bad) < 60
        for game in bad:
            assert answers[game].json()["error"]["code"] == "unreadable"
        whole = next(game for game in games if game not in bad)
        assert opened(person, whole).play()["type"] == "ok"
        assert run("backup", copy, "--data", data)[0] == 2
        assert not copy.exists()
    code, output = run("backup", copy, "--data", data, "--salvage")
    assert (code, output.startswith(f"saved {60 - len(bad)} games")) == (0, True), output
    assert run("restore", copy, "--data", data, "--force")[0] == 0
    with site(settings(data)) as running:
        person = running.person(guest)
        assert len(person.http.get("/api/games").json()["games"]) == 60 - len(bad)
        assert len(person.show(whole)["moves"]) == 1
        assert person.show(whole)["you"]["seats"]
        assert person.http.get("/ready").json()["store"] == "ok"


def overwrite(file: Path, table: str) -> None:
    """Write nonsense over one leaf of a table."""
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = db.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)
        ).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as pages:
        pages.seek((root - 1) * size)
        page = pages.read(size)
        assert page[0] in (2, 5), "the table has more than one page"
        pages.seek((int.from_bytes(page[8:12], "big") - 1) * size)  # its rightmost child
        pages.write(b"nonsense" * (size // 8))


def test_a_game_is_saved_up_to_its_damaged_event(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    with site(settings(data)) as running:
        person = running.person()
        person.sign_up("Ana")
        game = person.new("duo", "me", "here")["game"]["id"]
        table = opened(person, game)
        for _ in range(6):
            table.play()
        person.new("duo", "me", "here")
    with closing(sqlite3.connect(data / "games.sqlite")) as db:
        db.execute("UPDATE events SET body = x'00' WHERE game = ? AND seq = 4", (game,))
        db.commit()
    code, output = run("backup", copy, "--data", data, "--salvage")
    assert (code, output.partition(" in ")[0]) == (0, "saved 1 games")
    assert "; 1 more up to where they are damaged; 0 could not be read" in output
    with closing(sqlite3.connect(copy)) as db:
        found = db.execute("SELECT last FROM games WHERE id = ?", (game,)).fetchall()
        accounts = db.execute("SELECT name FROM accounts").fetchall()
        sessions = db.execute("SELECT count(*) FROM sessions").fetchall()
    assert (found, accounts, sessions) == ([(3,)], [("Ana",)], [(1,)])
