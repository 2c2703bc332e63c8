"""Identity: who asks. A guest by the secret of its browser, or an account by its session."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from cornerwise.server.base.security import (
    COOKIE,
    SECRET,
    YEAR,
    guest_secret,
    hashed,
    new_guest,
)
from cornerwise.server.people.people import Account

SESSION = "session"
"""The cookie of a session."""
BROWSER = "browser"
"""The cookie by which an account knows a browser again; it opens nothing."""


class Identification:
    """Stands before the app and finds out once for each request who is signed in."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            secret = session_secret(HTTPConnection(scope))
            if secret is not None:
                people = scope["app"].state.life.people
                scope.setdefault("state", {})["account"] = await people.signed_in(secret)
        await self._app(scope, receive, send)


def session_secret(connection: HTTPConnection) -> str | None:
    """The secret of a session, if the browser has one."""
    cookie = connection.cookies.get(SESSION, "")
    return cookie if SECRET.fullmatch(cookie) else None


def account_of(connection: HTTPConnection) -> Account | None:
    """The account that asks, if somebody is signed in."""
    return getattr(connection.state, "account", None)


def account_name(connection: HTTPConnection) -> str:
    """The name of the account that asks; empty for a guest."""
    account = account_of(connection)
    return account.name if account is not None else ""


def guest_of(connection: HTTPConnection) -> str:
    """Who asks, as one string: an account's id, or a guest's hash; a new guest's if need be."""
    account = account_of(connection)
    if account is not None:
        return account.id
    if not hasattr(connection.state, "guest"):
        connection.state.guest = guest_secret(connection) or new_guest()
    return hashed(connection.state.guest)


def known(connection: HTTPConnection, response: Response) -> Response:
    """Let the browser keep its guest's secret."""
    secret = getattr(connection.state, "guest", None)
    if secret is not None and guest_secret(connection) is None:
        keep(connection, response, COOKIE, secret)
    return response


def keep(connection: HTTPConnection, response: Response, cookie: str, secret: str) -> None:
    """Let the browser keep a secret, which no script can read."""
    response.set_cookie(
        cookie,
        secret,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme == "https",
    )
