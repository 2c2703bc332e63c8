"""Logs: one line for each thing worth knowing, as text or JSON, and nothing secret in any.

Every request has an id: in its answer (`X-Request-Id`) and in every line that it causes. The log
never gets keys and cookies. It gets only the beginning of a game's id, since whoever has all of it
can watch the game.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cornerwise.server.base.metrics import Metrics

_request: ContextVar[str] = ContextVar("request", default="")
_ID = re.compile(r"(?<=/)([A-Za-z0-9_-]{6})[A-Za-z0-9_-]{6,}")
access = logging.getLogger("cornerwise.access")


def begin(form: str) -> None:
    """Write logs to standard error, as `text` or `json`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("cornerwise").setLevel(logging.INFO)


class Lines(logging.Formatter):
    """For people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        request = _request.get()
        return super().format(record) + (f" [{request}]" if request else "")


class JsonLines(logging.Formatter):
    """For machines: one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := _request.get():
            line["request"] = request
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class Journal:
    """Gives every request its id, counts its answer, and notes it if that is wished for."""

    def __init__(self, app: ASGIApp, metrics: Metrics, noted: bool) -> None:
        self._app, self._metrics, self._noted = app, metrics, noted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request = secrets.token_hex(6)
        _request.set(request)
        began, status = time.perf_counter(), 0

        async def marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = request
                self._metrics.requests.labels(str(status)).inc()
            elif message["type"] == "websocket.close":
                status = message.get("code", 1000)
            await send(message)

        try:
            await self._app(scope, receive, marked)
        finally:
            if self._noted:
                self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        fields = {
            "method": scope.get("method", "SOCKET"),
            "path": shortened(scope["path"]),
            "status": status,
            "ms": round(seconds * 1000, 1),
        }
        access.info("%(method)s %(path)s %(status)d %(ms).1f ms", fields, extra={"fields": fields})


def shortened(path: str) -> str:
    """A path with the ids in it cut short, and nothing that could make a line of its own.

    >>> shortened("/api/games/dQw4w9WgXcQ_abcd/actions")
    '/api/games/dQw4w9…/actions'
    """
    plain = path if path.isprintable() else ascii(path)[1:-1]
    return _ID.sub(r"\1…", plain)[:200]
