"""The door: what comes in over the network is bounded here, before anything is made of it.

Two protocols stand in for uvicorn's own. They count bytes, header lines, frames and connections as
they arrive, so that a flood costs its sender a connection and everybody else nothing.
"""

from __future__ import annotations

import asyncio
import codecs
import logging
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from cornerwise.server.base.addresses import Proxies, counted
from cornerwise.server.base.security import HEADERS, Bucket, Limiter
from cornerwise.server.base.settings import Settings

TOO_OFTEN, NO_TEXT = 4029, 1007
_UTF8 = codecs.getincrementaldecoder("utf-8")
SLICE = 1024
"""Bytes that are parsed before they are judged: a flood is noticed that soon."""
RESERVE = 64
"""File handles that connections leave for the store, the engines and the log."""

MANY = 1 << 16
PENALTY = 10
"""Seconds without a new socket for an address that flooded one."""

_log = logging.getLogger(__name__)


class Door:
    """Counts the connections of each address, and those that have asked for nothing yet."""

    def __init__(self, settings: Settings, handshakes: Limiter) -> None:
        self.settings = settings
        self._handshakes = handshakes
        self._knocks = Limiter(settings.knocks)
        self._proxies = Proxies(settings.proxies)
        self._most = min(settings.connections, _handles() - RESERVE)
        self._all = 0
        self._open: Counter[str] = Counter()
        self._silent: Counter[str] = Counter()
        self._warned = 0.0

    def enter(self, host: str) -> bool:
        """Count a new connection, unless there are too many: then it must go."""
        address = counted(host)
        if self._all >= self._most:
            self._warn("all %d connections are taken: new ones are turned away", self._most)
            return False
        if not self._proxies.trust(host) and (
            not self._knocks.allows(address)
            or self._open[address] >= self.settings.connections_per_address
            or self._silent[address] >= self.settings.silent_per_address
        ):
            self._warn("%s has too many connections: new ones are turned away", address)
            return False
        self._all += 1
        self._open[address] += 1
        self._silent[address] += 1
        return True

    def heard(self, host: str) -> None:
        """A connection has sent the head of its first request."""
        _less(self._silent, counted(host))

    def leave(self, host: str) -> None:
        self._all -= 1
        _less(self._open, counted(host))

    def flooded(self, host: str) -> None:
        """A socket was flooded: whoever did it opens no other one for a while."""
        self._handshakes.punish(counted(host), PENALTY)

    def _warn(self, text: str, *values: object) -> None:
        """Log a refusal, but not each of a flood."""
        now = time.monotonic()
        if now - self._warned > 10:
            self._warned = now
            _log.warning(text, *values)


def _less(counter: Counter[str], address: str) -> None:
    counter[address] -= 1
    if not counter[address]:
        del counter[address]


def _handles() -> int:
    """How many files this process may have open: as many as the system lets it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MANY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = MANY if hard == resource.RLIM_INFINITY else min(hard, MANY)
    if soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return max(soft, allowed)


def protocols(door: Door) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols for HTTP and WebSocket of one server, which share a door."""
    at_door = {"door": door}
    return type("Http", (_Http,), at_door), type("WebSocket", (_WebSocket,), at_door)


def _host(transport: asyncio.BaseTransport) -> str:
    name = transport.get_extra_info("peername")
    return name[0] if isinstance(name, tuple) else ""


def _slices(data: bytes) -> Iterator[bytes]:
    return (data[start : start + SLICE] for start in range(0, len(data), SLICE))


class _Http(HttpToolsProtocol):
    """HTTP with a bounded head that must come in time, as must its body."""

    door: Door

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._inside = self._silent = False
        self._in_head, self._head = True, 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._inside = self._silent = self.door.enter(_host(transport))
        if self._inside:
            self._give(self.door.settings.head_seconds)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._give(None)
        self._leave_silence()
        if self._inside:
            self.door.leave(_host(self.transport))
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for part in _slices(data):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # it is refused, or a WebSocket now
            self._head += len(part)
            super().data_received(part)
            if self._in_head and not self.transport.is_closing() and self._head_too_large():
                self._refuse(431, "too_large", "the head of this request is too large")

    def _head_too_large(self) -> bool:
        lines = len(self.headers or ())
        settings = self.door.settings
        return self._head > settings.head_bytes or lines > settings.head_lines

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._give(self.door.settings.head_seconds)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._leave_silence()
        self._give(self.door.settings.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_head, self._head = True, 0
        self._give(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._give(None)
        super().handle_websocket_upgrade()
        # The parser knows this protocol and this one the parser: sockets by the thousand would
        # leave both behind until all objects are looked through for garbage, which is rare.
        del self.parser

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "bad_request", "this is not a valid HTTP request")

    def _refuse(self, status: int, code: str, message: str) -> None:
        """Answer by hand, where no application is asked any more, and hang up."""
        body = msgspec.json.encode({"error": {"code": code, "message": message}})
        named = {**HEADERS, "Content-Type": "application/json", "Connection": "close"}
        lines = [f"{name}: {value}\r\n" for name, value in named.items()]
        head = "".join([*lines, f"Content-Length: {len(body)}\r\n\r\n"]).encode()
        self.transport.write(STATUS_LINE[status] + head + body)
        self.transport.close()

    def _give(self, seconds: float | None) -> None:
        """Let so much time pass before the connection is closed, or all the time there is."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        if not self.transport.is_closing():
            self._refuse(408, "too_slow", "the request did not come in time")

    def _leave_silence(self) -> None:
        if self._silent:
            self._silent = False
            self.door.heard(_host(self.transport))


class _WebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose frames are counted, whatever they carry."""

    door: Door

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._frames = Bucket(self.door.settings.frames)
        self._flooded = False
        self._text: codecs.IncrementalDecoder | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(_host(self.transport))
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        for part in _slices(data):
            if self.transport.is_closing():
                return
            super().data_received(part)
            if self._flooded:
                self._hang_up()
                return

    def handle_cont(self, event: Frame) -> None:
        self._count()
        if self._is_text(event):
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        self._count()
        self._text = _UTF8()
        if self._is_text(event):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        self._count()
        self._text = None
        super().handle_bytes(event)

    def handle_ping(self) -> None:
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._count()
        super().handle_pong(event)

    def _is_text(self, event: Frame) -> bool:
        """Whether a frame of text is UTF-8. One that is not ends the socket with a reason; uvicorn
        would log a traceback, too."""
        try:
            if self._text is not None:
                self._text.decode(event.data, final=event.fin)
        except UnicodeDecodeError:
            if not self.close_sent:
                self.conn.send_close(NO_TEXT, "text must be UTF-8")
                self.handle_parser_exception()
            return False
        return True

    def _count(self) -> None:
        self._flooded = self._flooded or bool(self._frames.wait())

    def _hang_up(self) -> None:
        client = self.scope["client"]  # a proxy's word on it has been taken by now
        self.door.flooded(client[0] if client else "")
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_OFTEN, "reason": ""})
        if not self.close_sent:
            self.conn.send_close(TOO_OFTEN)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.close()
