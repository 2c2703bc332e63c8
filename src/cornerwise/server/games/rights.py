"""Rights: who may do what. One table for every address and every message.

Whoever asks has a role on the server (stranger, guest, user, moderator, admin) and one in the game
they ask about (player, opponent, spectator; and host). A right names the roles that have it. What
has no row in the tables is not served at all: the server does not start with it.

Tokens with scopes will be one more way to have a role: `roles_of` is the place for them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from cornerwise.server.base import analysis_wishes as w
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import guest_secret
from cornerwise.server.games import lobby_views as v
from cornerwise.server.games.contest import Actor, Contest
from cornerwise.server.people.identity import account_of

Role = Literal[
    "stranger", "guest", "user", "moderator", "admin",
    "player", "opponent", "spectator", "host",
]  # fmt: skip
Roles = frozenset[Role]


@dataclass(frozen=True)
class Right:
    """What some roles may do, and how others are refused."""

    name: str
    roles: Roles
    code: str = "forbidden"
    message: str = "you may not do this"

    def check(self, roles: Roles) -> None:
        """Refuse who has none of the roles."""
        if not roles & self.roles:
            raise Refusal(self.code, self.message)


def _right(name: str, roles: str, code: str = "forbidden", message: str = "") -> Right:
    return Right(name, frozenset(roles.split()), code, message)  # type: ignore[arg-type]


ALL = _right("all", "stranger guest user moderator admin")
OWNER = _right("own an account", "user moderator admin", "sign_in", "sign in to do this")
MODERATE = _right("moderate", "moderator admin", message="only moderators may do this")
OPERATE = _right("operate", "", message="only who runs the server may do this")
"""Those who run the server: no role has this right. The handler looks from where they ask."""

WATCH = _right("watch", "player opponent spectator")
SEATED = _right("play here", "player opponent", message="you do not play in this game")
TURN = _right("be on turn", "player", "not_your_turn", "it is not your turn")
HOST = _right("have made the game", "host", message="only the person who made the game may do this")
IN_GAME = (WATCH, SEATED, TURN, HOST)
"""Rights that depend on the game: who knows the game checks them."""

GAME, LOBBY, ANALYSIS = "/api/games/{game}/socket", "/api/lobby/socket", "/api/analysis/socket"
MESSAGES: dict[str, dict[type[m.Action], Right]] = {
    GAME: {
        m.Play: TURN,
        m.Hint: TURN,
        m.Weigh: TURN,
        m.Resign: SEATED,
        m.Undo: SEATED,
        m.Answer: SEATED,
        m.TakeOver: SEATED,
        m.TakeBack: SEATED,
        m.Rematch: SEATED,
        m.Fill: HOST,
        m.Why: WATCH,
        m.Find: WATCH,
        m.Say: WATCH,
        m.Sync: WATCH,
        m.Ping: WATCH,
    },
    LOBBY: {
        v.Look: ALL,
        v.Stop: ALL,
        v.Agree: ALL,
        v.Meet: ALL,
        v.Challenge: ALL,
        v.Accept: ALL,
        v.Decline: ALL,
        v.Withdraw: ALL,
        m.Ping: ALL,
    },
    ANALYSIS: {
        w.Analyse: ALL,
        w.Explain: ALL,
        w.Stop: ALL,
        m.Ping: ALL,
    },
}
"""Who may send what on which socket; what is sent on that of a game, also to its `actions`."""

_TABLE: dict[Right, str] = {
    ALL: """
        GET /api/start /api/messages /api/network /api/editions/{file} /api/lessons/{grid}
        GET /api/rules/{edition} /openapi.json /docs /assets/{digest}/{name}
        GET /api/puzzles /api/puzzles/daily /api/puzzles/{puzzle} /api/problems
        GET /api/problems/{problem} /api/analysis/studies/{study} /api/analysis/games/{game}
        POST /api/puzzles/{puzzle}/state /api/puzzles/{puzzle}/why /api/puzzles/{puzzle}/solvable
        POST /api/puzzles/{puzzle}/hint /api/problems/{problem}/try /api/problems/{problem}/why
        POST /api/problems/{problem}/hint
        POST /api/analysis/state /api/analysis/why /api/analysis/read /api/analysis/write
        POST /api/analysis/play /api/analysis/openings /api/analysis/studies /api/import
        SOCKET /api/analysis/socket /api/games/{game}/socket /api/lobby/socket
        GET /api/lobby /api/games /api/games/{game} /api/games/{game}/review
        GET /api/phrases /api/games/{game}/chat /api/people/{name} /api/blocks
        POST /api/games/{game}/chat/{line}/block /api/games/{game}/chat/{line}/report
        POST /api/people/{name}/block /api/people/{name}/report
        DELETE /api/people/{name}/block /api/blocks/{block}
        GET /api/games/{game}/review/{number}
        POST /api/games /api/games/{game}/continue /api/games/{game}/join /api/games/{game}/claim
        POST /api/games/{game}/actions /api/games/{game}/review/{number}/why
        POST /api/games/{game}/review/{number}/answer /api/games/{game}/review
        GET /api/ranking /api/ranking/{pool} /api/people/{name}/ratings /api/games/{game}/ratings
        GET /api/entrance
        POST /api/account /api/session /api/recovery /api/recovery/mail
        POST /api/account/email/confirmed /api/passkeys/new /api/passkeys/known
        DELETE /api/session
    """,
    OWNER: """
        GET /api/account /api/account/export
        PATCH /api/account
        POST /api/account/password /api/account/codes /api/account/email /api/account/passkeys
        POST /api/account/disable
        DELETE /api/account /api/account/email /api/account/passkeys/{passkey}
        DELETE /api/account/sessions /api/account/sessions/{session}
        GET /api/following
        POST /api/people/{name}/follow /api/feats
        DELETE /api/people/{name}/follow
    """,
    MODERATE: """
        POST /api/people/{name}/ban
        DELETE /api/people/{name}/ban
        GET /api/moderation
        POST /api/moderation/reports/{report} /api/moderation/log/{entry}/lift
    """,
    OPERATE: """
        GET /metrics
        POST /api/network
    """,
    SEATED: """
        GET /api/games/{game}/seat.svg
        POST /api/games/{game}/restore /api/games/{game}/abandon /api/games/{game}/rekey
        DELETE /api/games/{game}
    """,
    HOST: "GET /api/games/{game}/invite.svg",
}


def _rows() -> dict[tuple[str, str], Right]:
    rows: dict[tuple[str, str], Right] = {}
    for right, text in _TABLE.items():
        for line in text.strip().splitlines():
            method, *paths = line.split()
            rows |= {(method, path): right for path in paths}
    return rows


ADDRESSES = _rows()
"""Who may ask for what: by method and path."""


def roles_of(connection: HTTPConnection) -> Roles:
    """The role of who asks, on this server."""
    account = account_of(connection)
    if account is not None:
        return frozenset({_ROLES.get(account.role, "user")})
    return frozenset({"guest" if guest_secret(connection) else "stranger"})


_ROLES: dict[str, Role] = {"user": "user", "moderator": "moderator", "admin": "admin"}


def roles_in(contest: Contest, actor: Actor) -> Roles:
    """The roles of an actor in a game. Who waits for another's turn is an opponent."""
    roles: set[Role] = {"host"} if actor.host else set()
    on_turn = contest.seat if contest.status == "playing" else None
    if not actor.seats:
        roles.add("spectator")
    else:
        roles.add("player" if on_turn is None or on_turn in actor.seats else "opponent")
    return frozenset(roles)


def check_message(socket: str, message: m.Action, roles: Roles) -> None:
    """Refuse a message that none of the roles may send on a socket."""
    MESSAGES[socket][type(message)].check(roles)


# --- asking for each request ----------------------------------------------------------------

Handler = Callable[[Request], Awaitable[Response]]


def guarded(routes: Iterable[BaseRoute]) -> list[BaseRoute]:
    """The routes, each of which asks the table first. One that has no row is a mistake of ours."""
    return [_guarded(route) for route in routes]


def _guarded(route: BaseRoute) -> BaseRoute:
    if not isinstance(route, Route):
        assert isinstance(route, Mount) or right_of(route)
        if isinstance(route, WebSocketRoute) and route.path not in MESSAGES:
            raise AssertionError(f"{route.path} has no messages in the table of rights")
        return route
    right = right_of(route)
    if right is ALL or right is OPERATE or right in IN_GAME:
        return route
    handler: Handler = route.endpoint

    async def asked(request: Request) -> Response:
        right.check(roles_of(request))
        return await handler(request)

    methods = sorted((route.methods or set()) - {"HEAD"})
    return Route(route.path, asked, methods=methods)


def right_of(route: BaseRoute) -> Right:
    """The right that a route needs. Pages are for all: what they show is asked for again."""
    method = "SOCKET"
    if not isinstance(route, WebSocketRoute):
        assert isinstance(route, Route)
        (method,) = (route.methods or set()) - {"HEAD"}
    assert isinstance(route, Route | WebSocketRoute)
    if (method, route.path) in ADDRESSES:
        return ADDRESSES[method, route.path]
    if method == "GET" and not route.path.startswith("/api/"):
        return ALL
    raise AssertionError(f"{method} {route.path} has no row in the table of rights")
