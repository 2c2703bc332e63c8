"""Every role at every address and with every message: each cell of the table of rights.

The addresses come from the routes and the messages from their union, so a new one without a row
fails here. A cell is refused if the answer says that this role may not do this. Whatever else is
wrong with a request (it is mostly not even JSON) is found only after that.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from typing import Any, get_args

import httpx
import pytest
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from cornerwise.server import messages as m
from cornerwise.server import rights
from cornerwise.server.accounts import Role
from cornerwise.server.app import ROUTES
from cornerwise.server.office import opened
from cornerwise.server.rights import ADDRESSES, HOST, IN_GAME, MESSAGES, OPERATE, right_of
from cornerwise.server.settings import Settings
from tests.server.site import Json, Person, Site, settings, site, summed

ON_SERVER = ("stranger", "guest", "user", "moderator", "admin")
IN_GAMES = ("player", "opponent", "spectator", "user", "moderator", "admin")
REFUSED = {"sign_in", "forbidden", "not_your_turn"}
CHANGING = {
    ("DELETE", "/api/session"),
    ("DELETE", "/api/account"),
    ("POST", "/api/account/disable"),
}
"""After these one is another."""


def listed() -> list[tuple[str, str, rights.Right]]:
    """Every address with its method and right."""
    found = []
    for route in ROUTES:
        if isinstance(route, Route):
            (method,) = (route.methods or set()) - {"HEAD"}
            found.append((method, route.path, right_of(route)))
    return found


class Cast:
    """People in all roles, and games in which they meet."""

    def __init__(self, running: Site, given: Settings) -> None:
        self._site, self._given = running, given
        self._names = (f"Actor-{number}x" for number in itertools.count(2))
        self.target = self.signed("user")[0]
        self._known: dict[str, Person] = {}
        self._stranger = running.person()
        self._table = self.new_game()

    def signed(self, role: Role) -> tuple[str, Person]:
        """Somebody new with an account of a role."""
        name, person = next(self._names), self._site.person()
        person.sign_up(name)
        if role != "user":
            asyncio.run(self._promote(name, role))
        return name, person

    async def _promote(self, name: str, role: Role) -> None:
        async with opened(self._given) as office:
            await office.accounts.set_role((await office.find(name)).id, role)

    def known(self, role: str) -> httpx.Client:
        """The same person each time, except that a stranger stays one."""
        if role == "stranger":
            self._stranger.http.cookies.clear()
            return self._stranger.http
        if role not in self._known:
            self._known[role] = self._new(role)
        return self._known[role].http

    def _new(self, role: str) -> Person:
        if role in ("guest", "spectator"):
            return self._site.person()
        return self.signed(role)[1]  # type: ignore[arg-type]

    def changed(self, role: str) -> None:
        """Who had this role has it no more."""
        self._known.pop(role, None)

    def game(self) -> tuple[Json, dict[str, httpx.Client]]:
        """A game in which its host is on turn, and who is who in it."""
        made, ana, bo = self._table
        watching = {role: self.known(role) for role in IN_GAMES[2:]}
        return made, {"player": ana.http, "opponent": bo.http, **watching}

    def new_game(self) -> tuple[Json, Person, Person]:
        """Another one: something was done in the last."""
        ana, bo = self._site.person(), self._site.person()
        made = ana.new("duo", "me", "open", tips=True)
        bo.join(made)
        self._table = made, ana, bo
        return self._table

    def path(self, path: str, game: str) -> str:
        return path.replace("{game}", game).replace("{name}", self.target).replace("{", "n-")


@pytest.fixture(scope="module")
def cast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cast]:
    given = settings(tmp_path_factory.mktemp("games"))
    with site(given) as running:
        yield Cast(running, given)


def standing(role: str) -> set[str]:
    """Who somebody is in a game of `Cast.game`."""
    return {"player": {"player", "host"}, "opponent": {"opponent"}}.get(role, {"spectator"})


def code_of(answer: httpx.Response) -> str:
    if answer.status_code < 400 or answer.headers["content-type"].startswith("text/html"):
        return "done"  # a page, if only to say that nothing is there
    return str(answer.json()["error"]["code"])


def sent(client: httpx.Client, method: str, path: str) -> str:
    """The code with which a request is answered that is not even JSON."""
    body = b"{" if method in ("POST", "PATCH") else None
    return code_of(client.request(method, path, content=body))


@pytest.mark.parametrize(("method", "path", "right"), listed())
def test_every_address(cast: Cast, method: str, path: str, right: rights.Right) -> None:
    in_game = right in IN_GAME
    for role in IN_GAMES if in_game else ON_SERVER:
        made, people = cast.game()
        client = people[role] if in_game else cast.known(role)
        code = sent(client, method, cast.path(path, made["game"]["id"]))
        if right is OPERATE:  # it is asked from this machine, whoever asks
            assert code == ("done" if method == "GET" else "forbidden"), role
            continue
        allowed = bool((standing(role) if in_game else {role}) & right.roles)
        assert (code in REFUSED) == (not allowed), (role, code)
        if allowed and in_game:
            cast.new_game()
        if allowed and (method, path) in CHANGING:
            cast.changed(role)


FIT: dict[str, Any] = {
    "seq": 2, "placement": 0, "yes": True, "seat": "blue", "text": "e8", "since": 0,
}  # fmt: skip


@pytest.mark.parametrize("kind", get_args(m.AnyAction))
def test_every_message(cast: Cast, kind: type[m.Action]) -> None:
    right = MESSAGES[kind]
    for role in IN_GAMES:
        made, people = cast.game()
        game = made["game"]["id"]
        before = people["player"].get(f"/api/games/{game}").json()
        placement = summed(before["state"]["legal"][before["state"]["to_play"]])[0]
        fit = {**FIT, "seq": before["state"]["seq"] + 1, "placement": placement}
        if kind is m.TakeOver:
            fit["seat"] = {"player": "yellow"}.get(role, "blue")
        if kind in (m.Resign, m.TakeBack):
            fit["seat"] = {"opponent": "yellow"}.get(role, "blue")
        wanted = {name: fit[name] for name in kind.__struct_fields__ if name in fit}
        action = {"type": kind.__struct_config__.tag, **wanted}
        code = code_of(people[role].post(f"/api/games/{game}/actions", json=action))
        allowed = bool(standing(role) & right.roles)
        assert (code in REFUSED) == (not allowed), (role, code)
        if allowed:
            cast.new_game()


def test_every_row_is_about_something() -> None:
    routes: list[BaseRoute] = [route for route in ROUTES if not isinstance(route, Mount)]
    there = {(method, path) for method, path, _ in listed()}
    there |= {("SOCKET", route.path) for route in routes if isinstance(route, WebSocketRoute)}
    assert set(ADDRESSES) <= there
    assert set(MESSAGES) == set(get_args(m.AnyAction))
    assert HOST in IN_GAME


def test_moderators_have_no_say_over_each_other(cast: Cast) -> None:
    one, moderator = cast.signed("moderator")
    other, second = cast.signed("moderator")
    boss, admin = cast.signed("admin")
    user, _ = cast.signed("user")
    ban = {"days": 1, "reason": "rude"}

    def by(person: Person, name: str) -> str:
        return code_of(person.http.post(f"/api/people/{name}/ban", json=ban))

    assert by(moderator, user) == "done"
    assert by(moderator, other) == by(moderator, one) == by(second, boss) == "forbidden"
    assert by(admin, boss) == "forbidden"
    assert by(moderator, "nobody-x") == "not_found"
    assert by(admin, one) == "done"
    assert moderator.account is None
    assert code_of(admin.http.delete(f"/api/people/{one}/ban")) == "done"
    assert moderator.sign_in(one).status_code == 200


def test_a_route_without_a_row_is_not_served() -> None:
    async def nothing(request: object) -> None: ...

    with pytest.raises(AssertionError, match="no row"):
        rights.guarded([Route("/api/new-thing", nothing, methods=["POST"])])
