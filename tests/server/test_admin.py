"""`cornerwise admin` beside a running server, on both databases."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cornerwise.cli import app
from cornerwise.server.base.settings import Settings
from tests.server import services
from tests.server.site import Person, Site, settings, site, until

SECRET = "a long secret"
Admin = Callable[..., str]


def invoke(*arguments: str, text: str = "") -> Result:
    return CliRunner().invoke(app, ["admin", *arguments], input=text)


@contextmanager
def administered(given: Settings, *where: str) -> Iterator[tuple[Site, Admin]]:
    """A running server, and its admin's command line."""

    def admin(*arguments: str, text: str = "") -> str:
        result = invoke(*where, *arguments, text=text)
        assert result.exit_code == 0, result.output
        return result.stdout.strip()

    with site(given) as running:
        yield running, admin


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Site, Admin]]:
    if request.param == "sqlite":
        with administered(settings(tmp_path), "--data", str(tmp_path)) as found:
            yield found
        return
    store, bus = services.postgres().database(), services.nats().url
    with administered(settings(tmp_path, store=store, bus=bus), "--store", store) as found:
        yield found


def refused(answer: Any) -> str:
    return str(answer.json()["error"]["code"])


def test_accounts_are_looked_after_while_the_server_runs(
    house: tuple[Site, Admin], tmp_path: Path
) -> None:
    running, admin = house
    assert admin("list") == ""
    ana = running.person()
    ana.sign_up("Ana-Admin-2")
    game = ana.new("duo", "me", "open")["game"]["id"]
    table = ana.socket(game)
    table.kind("snapshot")
    assert "Ana-Admin-2" in admin("list")
    admin("role", "ana-admin-2", "moderator")
    until(lambda: ana.http.get("/api/start").json()["account"]["role"] == "moderator")

    admin("ban", "Ana-Admin-2", "--days", "2", "--reason", "Left too many games.")
    until(lambda: ana.account is None)  # the server hears of it by itself
    until(lambda: table.connection.close_code == 4001 or _read(table))
    answer = ana.sign_in("Ana-Admin-2")
    assert (refused(answer), answer.json()["error"]["reason"]) == ("banned", "Left too many games.")
    assert refused(ana.sign_in("Ana-Admin-2", "wrong secret")) == "bad_sign_in"
    assert "Left too many games." in admin("show", "Ana-Admin-2")
    admin("pardon", "Ana-Admin-2")
    assert ana.sign_in("Ana-Admin-2").status_code == 200

    link = admin("reset", "Ana-Admin-2")
    body = {"token": link.partition("#token=")[2], "password": "another secret"}
    assert ana.http.post("/api/recovery", json=body).status_code == 200
    assert refused(ana.http.post("/api/recovery", json=body)) == "bad_code"

    admin("export", "Ana-Admin-2", str(tmp_path / "ana.zip"))
    with zipfile.ZipFile(tmp_path / "ana.zip") as packed:
        assert f"games/{game}.blksgf" in packed.namelist()
    admin("erase", "Ana-Admin-2", text="y\n")
    until(lambda: "Ana-Admin-2" not in str(ana.show(game)))
    until(lambda: admin("list") == "")
    answer = ana.http.post("/api/account", json={"name": "Ana-Admin-2", "password": SECRET})
    assert refused(answer) == "name_taken"


def _read(table: Any) -> bool:
    """Read what comes, until the line is closed."""
    try:
        table.receive(0.05)
    except (TimeoutError, OSError):
        return False
    except Exception:
        return bool(table.connection.close_code == 4001)
    return False


def test_an_invitation_is_good_for_so_many(tmp_path: Path) -> None:
    given = settings(tmp_path, sign_up="invitation", address="https://play.example.org")
    config = tmp_path / "settings.toml"
    config.write_text('address = "https://play.example.org"\n')
    where = ("--data", str(tmp_path), "--config", str(config))
    with administered(given, *where) as (running, admin):
        link = admin("invite", "--uses", "2", "--note", "for the club")
        start, _, secret = link.partition("#invitation=")
        assert start == "https://play.example.org/sign-up"
        assert "for the club" in admin("invitations")

        def sign_up(name: str, invitation: str) -> str:
            body = {"name": name, "password": SECRET, "invitation": invitation}
            answer = running.person().http.post("/api/account", json=body)
            return "done" if answer.status_code == 201 else refused(answer)

        assert sign_up("First-One", "") == "bad_invitation"
        assert sign_up("First-One", "wrong") == "bad_invitation"
        assert sign_up("First-One", secret) == "done"
        assert sign_up("First-One", secret) == "name_taken"  # which uses nothing up
        assert sign_up("Second-One", secret) == "done"
        assert sign_up("Third-One", secret) == "bad_invitation"
        other = admin("invite").partition("#invitation=")[2]
        admin("invitations", "--withdraw")
        assert sign_up("Third-One", other) == "bad_invitation"


def test_what_is_wrong_is_said_in_a_line(tmp_path: Path) -> None:
    with administered(settings(tmp_path / "here"), "--data", str(tmp_path / "here")):
        result = invoke("--data", str(tmp_path / "here"), "show", "Nobody")
        assert result.exit_code == 2
        assert "there is no account Nobody" in result.stderr
        result = invoke("--data", str(tmp_path / "here"), "role", "Nobody", "king")
        assert result.exit_code == 2
    result = invoke("--data", str(tmp_path / "elsewhere"), "list")
    assert result.exit_code == 2
    assert "start the server" in result.stderr


def test_people_do_not_wait_for_the_admin(tmp_path: Path) -> None:
    with administered(settings(tmp_path), "--data", str(tmp_path)) as (running, admin):
        ana: Person = running.person()
        ana.sign_up("Patient")
        made = ana.new("duo", "me", "here")
        table = ana.socket(made["game"]["id"])
        table.kind("snapshot")
        for _ in range(5):
            admin("list")
            assert table.play()["type"] == "ok"
