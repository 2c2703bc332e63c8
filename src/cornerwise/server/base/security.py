"""Who is asking, how often, and from where: the defences that do not depend on the game."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import hmac
import logging
import re
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any, TypeVar

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cornerwise.server.base.addresses import counted
from cornerwise.server.base.hosts import Hosts
from cornerwise.server.base.logs import shortened
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.settings import Rate, Settings

_log = logging.getLogger(__name__)
T = TypeVar("T")

COOKIE = "guest"
BODY_LIMIT = 64 * 1024
MESSAGE_LIMIT = 8 * 1024
YEAR = 365 * 24 * 60 * 60

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


# --- names and keys -----------------------------------------------------------------------


def new_id() -> str:
    """A game's id: 96 random bits."""
    return secrets.token_urlsafe(12)


def new_guest() -> str:
    """A guest's secret: 144 random bits."""
    return secrets.token_urlsafe(18)


def hashed(secret: str) -> str:
    """What we keep of a guest's secret: who reads the database cannot act as the guest."""
    return hashlib.sha256(secret.encode()).hexdigest()


def holder_of(guest: str) -> str:
    """The name under which a (hashed) guest holds seats."""
    return guest[:24]


def signed(secret: bytes, *parts: str) -> str:
    """A key that only the server can make: 144 bits."""
    digest = hmac.digest(secret, "\0".join(parts).encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:18]).decode()


def same(key: str, other: str) -> bool:
    """Compare keys in a time that tells nothing."""
    return hmac.compare_digest(key.encode(), other.encode())


_BEARER = re.compile(r"Bearer ([A-Za-z0-9_-]{22,64})")
SECRET = re.compile(r"[A-Za-z0-9_-]{22,64}")


def guest_secret(connection: HTTPConnection) -> str | None:
    """The guest's secret from its header or cookie."""
    bearer = _BEARER.fullmatch(connection.headers.get("authorization", ""))
    if bearer:
        return bearer[1]
    cookie = connection.cookies.get(COOKIE, "")
    return cookie if SECRET.fullmatch(cookie) else None


def origin_allowed(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and host == headers.get("host", "")


def address_of(connection: HTTPConnection) -> str:
    """Under what the limits count who asks."""
    return counted(connection.client.host if connection.client else "")


# --- how often ----------------------------------------------------------------------------


class Bucket:
    """Lets through `rate.per_second` on average and `rate.burst` at once."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate, self._left, self._at = rate, rate.burst, time.monotonic()

    def wait(self) -> float:
        """Take one: 0 if it was there, else in how many seconds one will be."""
        now = time.monotonic()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
        self._at = now
        if self._left < 1:
            return (1 - self._left) / self._rate.per_second
        self._left -= 1
        return 0

    def charge(self, count: float) -> None:
        """Something was spent elsewhere; there are no debts."""
        self._left = max(0.0, self._left - count)

    def empty(self, seconds: float) -> None:
        """Have nothing for so long."""
        self._left, self._at = 1 - seconds * self._rate.per_second, time.monotonic()


class Limiter:
    """A bucket for each address; the ones unused longest are forgotten."""

    def __init__(self, rate: Rate, size: int = 10_000) -> None:
        self._rate, self._size = rate, size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._spent: Counter[str] | None = None

    def _bucket(self, address: str) -> Bucket:
        bucket = self._buckets.pop(address, None) or Bucket(self._rate)
        self._buckets[address] = bucket
        if len(self._buckets) > self._size:
            self._buckets.popitem(last=False)
        return bucket

    def _wait(self, address: str) -> float:
        wait = self._bucket(address).wait()
        if self._spent is not None and not wait:
            self._spent[address] += 1
        return wait

    def spent(self) -> dict[str, int]:
        """What each address has spent here since this was last asked; nothing the first time."""
        spent, self._spent = self._spent, Counter()
        return dict(spent or {})

    def charge(self, address: str, count: float) -> None:
        """An address has spent something in another process."""
        self._bucket(address).charge(count)

    def allows(self, address: str) -> bool:
        return not self._wait(address)

    def punish(self, address: str, seconds: float) -> None:
        """Let nothing of an address through for a while."""
        self._bucket(address).empty(seconds)

    def check(self, address: str) -> None:
        wait = self._wait(address)
        if wait:
            raise Refusal("too_many", "too many requests from here", retry_after=int(wait) + 1)


class Doorkeeper:
    """Counts what each address has open at once."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    @contextlib.contextmanager
    def inside(self, address: str) -> Iterator[None]:
        """As long as something is open."""
        if self._open[address] >= self._limit:
            raise Refusal("busy", "too much at once from here", retry_after=1)
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class Turnstile:
    """Lets a few requests of each address go on at once; its others wait for their turn.

    The event loop serves all that is ready before it looks again. If many requests of one address
    were ready together, everybody else would wait for all of them.
    """

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._gates: dict[str, asyncio.Semaphore] = {}
        self._here: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def inside(self, address: str) -> AsyncIterator[None]:
        gate = self._gates.setdefault(address, asyncio.Semaphore(self._at_once))
        self._here[address] += 1
        try:
            async with gate:
                yield
        finally:
            self._here[address] -= 1
            if not self._here[address]:
                del self._here[address], self._gates[address]


class Workshop:
    """A few places for work in threads, at most one of them for each address."""

    def __init__(self, places: int) -> None:
        self._places, self._turnstile = asyncio.Semaphore(places), Turnstile(1)

    async def do(self, address: str, work: Callable[..., T], *given: Any) -> T:
        """What some work finds. A thread cannot be stopped: if nobody waits for it any more, it
        keeps its place until it ends."""
        async with self._inside(address):
            done = asyncio.ensure_future(asyncio.to_thread(work, *given))
            try:
                return await asyncio.shield(done)
            finally:
                await asyncio.wait([done])

    @contextlib.asynccontextmanager
    async def _inside(self, address: str) -> AsyncIterator[None]:
        async with self._turnstile.inside(address), self._places:
            yield


# --- every request ------------------------------------------------------------------------


class Guard:
    """Stands before the app: security headers, host, request rate, handshakes, origin."""

    def __init__(
        self, app: ASGIApp, settings: Settings, requests: Limiter, handshakes: Limiter
    ) -> None:
        self._app = app
        self._requests, self._handshakes = requests, handshakes
        self._hosts = Hosts(settings.hosts)
        self._turnstile = Turnstile(settings.requests_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["scheme"] in ("https", "wss"):
                    headers["Strict-Transport-Security"] = f"max-age={YEAR}"
            await send(message)

        try:
            self._check(HTTPConnection(scope))
        except Refusal as refusal:
            await refusal_response(refusal)(scope, receive, guarded)
            return
        turn = self._turnstile.inside(address_of(HTTPConnection(scope)))
        try:
            async with turn if scope["type"] == "http" else contextlib.nullcontext():
                await self._app(scope, receive, guarded)
        except Exception:
            if begun or scope["type"] == "websocket":
                raise
            _log.exception("%s %s failed", scope["method"], shortened(scope["path"]))
            fault = Refusal("fault", "something went wrong here: it has been noted")
            await refusal_response(fault)(scope, receive, guarded)

    def _check(self, connection: HTTPConnection) -> None:
        if not self._hosts.admit(connection.headers):
            raise Refusal("bad_host", "this server does not go by this name: see --allow-host")
        if connection.scope["type"] == "websocket":
            self._handshakes.check(address_of(connection))  # its origin is answered with a code
            return
        self._requests.check(address_of(connection))
        reads = connection.scope["method"] in ("GET", "HEAD")
        if not reads and not origin_allowed(connection.headers):
            raise Refusal("forbidden", "this request comes from another site")


def refusal_response(refusal: Refusal) -> JSONResponse:
    """A refusal as an HTTP answer."""
    headers = {}
    if "retry_after" in refusal.details:
        headers["Retry-After"] = str(refusal.details["retry_after"])
    if refusal.code == "too_large":
        headers["Connection"] = "close"  # what is still to come of the body is not taken
    return JSONResponse({"error": refusal.body()}, refusal.status, headers)


async def read_limited(receive: Receive) -> bytes:
    """The body of a request, refused as soon as it is too large."""
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise Refusal("bad_request", "the request ended too early")
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > BODY_LIMIT:
            raise Refusal("too_large", "the body is larger than 64 KiB")
    return body
