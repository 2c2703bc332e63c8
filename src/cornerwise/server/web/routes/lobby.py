"""The lobby: its socket, and what everybody sees of it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from cornerwise.server.web.lobbysocket import serve_lobby
from cornerwise.server.web.routes.asking import in_json, life_of


async def show(request: Request) -> Response:
    return in_json(await life_of(request).lobby.view())


async def socket(websocket: WebSocket) -> None:
    state = websocket.app.state
    await serve_lobby(websocket, state.life, state.settings, state.doors)


ROUTES: list[BaseRoute] = [
    Route("/api/lobby", show),
    WebSocketRoute("/api/lobby/socket", socket),
]
