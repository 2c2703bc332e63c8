"""Games: a guest's list of them, making, showing and playing them, seats."""

from __future__ import annotations

import contextlib

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from cornerwise.server.base import messages as m
from cornerwise.server.base.security import Doorkeeper, address_of
from cornerwise.server.games import lists
from cornerwise.server.people.identity import account_name, guest_of, known
from cornerwise.server.web.routes.asking import (
    body_of,
    desk_of,
    house_of,
    in_json,
    life_of,
    looked_at,
    number_in,
    room_of,
    shown,
)
from cornerwise.server.web.routes.files import file_of
from cornerwise.server.web.sockets import serve_socket

MOST_LISTED = 200
"""How many games one page of a list has at most."""


async def my_games(request: Request) -> Response:
    """A page of the list; the place after which it begins was named by the page before."""
    limit = number_in(request, "limit", 1, MOST_LISTED) or MOST_LISTED
    over = number_in(request, "over", 0, 1)
    after = lists.read_cursor(request.query_params.get("after", ""))
    found = await house_of(request).archive.games_of(
        guest_of(request), limit + 1, after, None if over is None else bool(over)
    )
    answer = lists.page(found, limit)
    return known(request, in_json(m.encode(answer)))


async def new_game(request: Request) -> Response:
    wanted = m.read_body(m.NewGame, await body_of(request))
    request.app.state.new_games.check(address_of(request))
    if wanted.rated:
        await house_of(request).conduct.check(guest_of(request))
    room = await desk_of(request).create(
        wanted, guest_of(request), address_of(request), account_name(request)
    )
    return shown(request, room, 201)


async def show_game(request: Request) -> Response:
    """A game as JSON, or as a file if its id has an ending."""
    game, _, kind = request.path_params["game"].partition(".")
    room = await looked_at(request, game)
    if kind:
        return await file_of(request, room, kind)
    since = number_in(request, "since", -1, 1 << 40)
    if since is not None:
        house_of(request).presence.seen(room, guest_of(request))
    if since is None:
        return shown(request, room)
    return in_json(await house_of(request).reception.since(room, guest_of(request), since))


async def put_away(request: Request) -> Response:
    """Out of this guest's list; the game stays for the others."""
    await desk_of(request).put_away(await room_of(request), guest_of(request))
    return in_json(b"{}")


async def restore(request: Request) -> Response:
    await desk_of(request).put_away(await room_of(request), guest_of(request), hidden=False)
    return in_json(b"{}")


async def abandon(request: Request) -> Response:
    await desk_of(request).abandon(await room_of(request), guest_of(request))
    return in_json(b"{}")


async def play_on(request: Request) -> Response:
    """A game that goes on from a position of this one."""
    room, body = await room_of(request), m.read_body(m.PlayOn, await body_of(request))
    request.app.state.new_games.check(address_of(request))
    return shown(request, await desk_of(request).play_on(room, body, guest_of(request)), 201)


async def join(request: Request) -> Response:
    room, body = await room_of(request), m.read_body(m.Join, await body_of(request))
    if room.contest.rated:
        await house_of(request).conduct.check(guest_of(request))
    await desk_of(request).join(room, body, guest_of(request), account_name(request))
    return shown(request, room)


async def rekey(request: Request) -> Response:
    room = await room_of(request)
    await desk_of(request).rekey(room, guest_of(request))
    return shown(request, room)


async def claim(request: Request) -> Response:
    room, body = await room_of(request), m.read_body(m.Claim, await body_of(request))
    await desk_of(request).claim(room, body, guest_of(request))
    return shown(request, room)


async def act(request: Request) -> Response:
    room, action = await room_of(request), m.read_action(await body_of(request))
    answers: list[bytes] = []
    hints: Doorkeeper = request.app.state.doors.hints
    advised = isinstance(action, m.Advised)
    house_of(request).presence.seen(room, guest_of(request))
    with hints.inside(address_of(request)) if advised else contextlib.nullcontext():
        await life_of(request).clerk.act(room, guest_of(request), action, answers.append)
    return known(request, in_json(answers[0]))


async def socket(websocket: WebSocket) -> None:
    state = websocket.app.state
    await serve_socket(websocket, state.life.clerk, state.life.people, state.settings, state.doors)


ROUTES: list[BaseRoute] = [
    Route("/api/games", my_games),
    Route("/api/games", new_game, methods=["POST"]),
    Route("/api/games/{game}", show_game),
    Route("/api/games/{game}", put_away, methods=["DELETE"]),
    Route("/api/games/{game}/continue", play_on, methods=["POST"]),
    Route("/api/games/{game}/restore", restore, methods=["POST"]),
    Route("/api/games/{game}/abandon", abandon, methods=["POST"]),
    Route("/api/games/{game}/join", join, methods=["POST"]),
    Route("/api/games/{game}/claim", claim, methods=["POST"]),
    Route("/api/games/{game}/rekey", rekey, methods=["POST"]),
    Route("/api/games/{game}/actions", act, methods=["POST"]),
    WebSocketRoute("/api/games/{game}/socket", socket),
]
