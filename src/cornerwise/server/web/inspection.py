"""The server seen from outside: does it live, can it serve, what does it do."""

from __future__ import annotations

import ipaddress
import secrets

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cornerwise.server.base import messages as m
from cornerwise.server.base.metrics import TYPE
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.web.life import Life

FRESH = {"Cache-Control": "no-store"}


def _life(request: Request) -> Life:
    life: Life = request.app.state.life
    return life


async def health(request: Request) -> Response:
    """The process lives and answers: if not, start it anew."""
    return Response(b'{"status":"ok"}', headers=FRESH, media_type="application/json")


async def ready(request: Request) -> Response:
    """Whether players can be sent here: not while nothing can be stored."""
    life = _life(request)
    able = life.condition.writable and not life.work.dead
    body = {
        "status": "ready" if able else "failing",
        "store": life.condition.word,
        "dead_tasks": life.work.dead,
        "set_aside": len(life.house.rooms.aside),
    }
    return Response(m.encode(body), 200 if able else 503, FRESH, media_type="application/json")


async def metrics(request: Request) -> Response:
    """Figures for Prometheus; only for this machine, or for who has the token."""
    token = request.app.state.settings.metrics_token
    shown = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token:
        allowed = secrets.compare_digest(shown.encode(), token.encode())
    else:
        allowed = (
            _is_here(request.client.host if request.client else "")
            and "x-forwarded-for" not in request.headers
        )
    if not allowed:
        raise Refusal("forbidden", "metrics are for this machine, or with a token")
    return Response(_life(request).metrics.text(), headers={**FRESH, "Content-Type": TYPE})


def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


ROUTES = [Route("/health", health), Route("/ready", ready), Route("/metrics", metrics)]
