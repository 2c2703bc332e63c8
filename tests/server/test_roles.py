"""Every role at every address and with every message: each cell of the table of rights.

The addresses come from the routes and the messages from their union, so a new one without a row
fails here. A cell is refused if the answer says that this role may not do this. Whatever else is
wrong with a request (it is mostly not even JSON) is found only after that.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable, Iterator
from typing import Any, get_args

import httpx
import pytest
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from cornerwise import Game
from cornerwise.server.base import analysis_wishes as w
from cornerwise.server.base import messages as m
from cornerwise.server.base.settings import Settings
from cornerwise.server.games import lobby_views as v
from cornerwise.server.games import rights
from cornerwise.server.games.rights import (
    ADDRESSES,
    ANALYSIS,
    GAME,
    HOST,
    IN_GAME,
    LOBBY,
    MESSAGES,
    OPERATE,
    right_of,
)
from cornerwise.server.people.accounts import Role
from cornerwise.server.people.office import opened
from cornerwise.server.web.app import ROUTES
from tests.server.site import Json, Person, Site, Socket, settings, site, summed
from tests.server.test_analysts import analysis, line_of
from tests.server.test_lobby import WISH, lobby_of

ON_SERVER = ("stranger", "guest", "user", "moderator", "admin")
IN_GAMES = ("player", "opponent", "spectator", "user", "moderator", "admin")
EVERYBODY = (*ON_SERVER, "player", "opponent", "spectator")
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

    def known(self, role: str) -> Person:
        """The same person each time, except that a stranger stays one."""
        if role == "stranger":
            self._stranger.http.cookies.clear()
            return self._stranger
        if role not in self._known:
            self._known[role] = self._new(role)
        return self._known[role]

    def _new(self, role: str) -> Person:
        if role in ("guest", "spectator"):
            return self._site.person()
        return self.signed(role)[1]  # type: ignore[arg-type]

    def changed(self, role: str) -> None:
        """Who had this role has it no more."""
        self._known.pop(role, None)

    def game(self) -> tuple[Json, dict[str, Person]]:
        """A game in which its host is on turn, and who is who in it."""
        made, ana, bo = self._table
        watching = {role: self.known(role) for role in IN_GAMES[2:]}
        return made, {"player": ana, "opponent": bo, **watching}

    def anybody(self, role: str) -> Person:
        """Somebody with a role on the server or in a game."""
        return self.known(role) if role in ON_SERVER else self.game()[1][role]

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
    # Nothing is searched: who may ask for that is told that all places are taken.
    given = settings(tmp_path_factory.mktemp("games"), waiting_each=0, analyses_each=0)
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
        code = sent(client.http, method, cast.path(path, made["game"]["id"]))
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


def over_http(person: Person, game: str, action: Json) -> str:
    return code_of(person.http.post(f"/api/games/{game}/actions", json=action))


def over_socket(person: Person, game: str, action: Json) -> str:
    opened = person.socket(game)
    try:
        opened.kind("snapshot")
        return answered(opened, action)
    finally:
        opened.close()


def answered(opened: Socket, message: Json) -> str:
    """The code of the answer to a message."""
    if message["type"] == "sync":  # is answered by the events, which have no id
        opened.connection.send(json.dumps(message))
        opened.state.clear()  # it has known them already
        return str(opened.until(lambda said: said["type"] in ("events", "error"))["type"])
    return str(opened.ask(**message).get("code", "done"))


@pytest.mark.parametrize("way", [over_http, over_socket])
@pytest.mark.parametrize("kind", get_args(m.AnyAction))
def test_every_message_at_a_game(
    cast: Cast, kind: type[m.Action], way: Callable[[Person, str, Json], str]
) -> None:
    right = MESSAGES[GAME][kind]
    for role in IN_GAMES:
        made, people = cast.game()
        game = made["game"]["id"]
        before = people["player"].show(game)
        placement = summed(before["state"]["legal"][before["state"]["to_play"]])[0]
        fit = {**FIT, "seq": before["state"]["seq"] + 1, "placement": placement}
        if kind is m.TakeOver:
            fit["seat"] = {"player": "yellow"}.get(role, "blue")
        if kind in (m.Resign, m.TakeBack):
            fit["seat"] = {"opponent": "yellow"}.get(role, "blue")
        wanted = {name: fit[name] for name in kind.__struct_fields__ if name in fit}
        code = way(people[role], game, {"type": kind.__struct_config__.tag, **wanted})
        allowed = bool(standing(role) & right.roles)
        assert (code in REFUSED) == (not allowed), (role, code)
        if allowed:
            cast.new_game()


SIGNED_IN = {"user", "moderator", "admin"}
NOBODY = {"challenge": "nobody's"}
IN_LOBBY: dict[type[m.Action], tuple[Json, str]] = {
    v.Look: ({"wish": WISH}, "done"),
    v.Stop: ({}, "done"),
    v.Agree: ({}, "not_now"),
    v.Meet: ({"seek": "nobody's"}, "not_now"),
    v.Challenge: ({"variant": "duo", "clock": {"kind": "live", "minutes": 5}}, "done"),
    v.Accept: (NOBODY, "not_now"),
    v.Decline: (NOBODY, "not_now"),
    v.Withdraw: (NOBODY, "done"),
    m.Ping: ({}, "done"),
}
AT_BOARD: dict[type[m.Action], tuple[Json, str]] = {
    w.Analyse: ({"line": line_of(Game("duo"))}, "busy"),
    w.Explain: ({"placement": 0}, "not_now"),
    w.Stop: ({}, "done"),
    m.Ping: ({}, "done"),
}
"""What each message needs, and how it is answered to whoever may send it."""


@pytest.mark.parametrize("kind", get_args(v.AnyAction))
def test_every_message_in_the_lobby(cast: Cast, kind: type[m.Action]) -> None:
    right, (fit, code) = MESSAGES[LOBBY][kind], IN_LOBBY[kind]
    rated = {v.Look: {"wish": {**WISH, "rated": True}}, v.Challenge: {**fit, "rated": True}}
    for role in EVERYBODY:
        named = {"rival": cast.target} if kind is v.Challenge else {}
        with lobby_of(cast.anybody(role)) as opened:
            message = {"type": kind.__struct_config__.tag, **named}
            expected = code if right.roles & roles(role) else "forbidden"
            assert answered(opened, {**message, **fit}) == expected, role
            if kind in rated:  # those who have an account may also ask for what counts
                expected = code if role in SIGNED_IN else "forbidden"
                assert answered(opened, {**message, **rated[kind]}) == expected, role


@pytest.mark.parametrize("kind", get_args(w.AnyWish))
def test_every_message_at_the_analysis_board(cast: Cast, kind: type[m.Action]) -> None:
    right, (fit, code) = MESSAGES[ANALYSIS][kind], AT_BOARD[kind]
    for role in EVERYBODY:
        with analysis(cast.anybody(role)) as board:
            said = board.ask(type=kind.__struct_config__.tag, **fit)
            expected = code if right.roles & roles(role) else "forbidden"
            assert said.get("code", "done") == expected, role


def roles(role: str) -> set[str]:
    """What somebody is on the server: who plays or watches is a guest in these tests."""
    return {role if role in ON_SERVER else "guest"}


def test_every_row_is_about_something() -> None:
    routes: list[BaseRoute] = [route for route in ROUTES if not isinstance(route, Mount)]
    there = {(method, path) for method, path, _ in listed()}
    sockets = {route.path for route in routes if isinstance(route, WebSocketRoute)}
    assert set(ADDRESSES) <= there | {("SOCKET", path) for path in sockets}
    assert set(MESSAGES) == sockets
    assert set(MESSAGES[GAME]) == set(get_args(m.AnyAction))
    assert set(MESSAGES[LOBBY]) == set(get_args(v.AnyAction))
    assert set(MESSAGES[ANALYSIS]) == set(get_args(w.AnyWish))
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
    with pytest.raises(AssertionError, match="no row"):
        rights.guarded([WebSocketRoute("/api/new-thing/socket", nothing)])


def test_a_socket_without_messages_is_not_served(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(socket: object) -> None: ...

    monkeypatch.setitem(ADDRESSES, ("SOCKET", "/api/new-thing/socket"), rights.ALL)
    with pytest.raises(AssertionError, match="no messages"):
        rights.guarded([WebSocketRoute("/api/new-thing/socket", nothing)])
