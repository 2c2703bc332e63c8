"""Games as files and pictures, files as games, links as codes."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import address_of
from cornerwise.server.games import exports
from cornerwise.server.games.room import Room
from cornerwise.server.people.identity import guest_of
from cornerwise.server.web.routes.asking import (
    body_of,
    desk_of,
    drawn,
    house_of,
    number_in,
    room_of,
    shown,
    worked_out,
)

HOME_NAMES = ("localhost", "127.0.0.1", "::1")


async def file_of(request: Request, room: Room, kind: str) -> Response:
    if kind not in exports.TYPES:
        raise Refusal("not_found", f"a game can be had as {', '.join(exports.TYPES)}")
    ply = number_in(request, "ply", 0, 1000)
    size = number_in(request, "size", 100, 2000) or 1000
    if kind in exports.PICTURES:
        body = await drawn(request, exports.pictured(room.contest, kind, ply, size))
    else:
        body = await worked_out(request, exports.exported, room.contest, kind, ply)
    inline = kind in exports.PICTURES and "download" not in request.query_params
    name = f"{room.contest.variant.name}-{room.contest.id}.{kind}"
    where = "inline" if inline else "attachment"
    headers = {"Content-Disposition": f'{where}; filename="{name}"'}
    return Response(body, headers=headers, media_type=exports.TYPES[kind])


async def import_game(request: Request) -> Response:
    body = await body_of(request)
    request.app.state.new_games.check(address_of(request))
    from cornerwise.server.games.imports import imported  # reads files: not needed for a start

    moves = number_in(request, "moves", 0, 1000)
    game, players = await worked_out(request, imported, body, moves)
    return shown(request, await desk_of(request).keep(game, players, guest_of(request)), 201)


async def invite_code(request: Request) -> Response:
    room = await room_of(request)
    if not room.actor(guest_of(request)).host:
        raise Refusal("forbidden", "only the person who made the game may invite others")
    return await _code(request, room, f"join={house_of(request).keys.invitation(room)}")


async def seat_code(request: Request) -> Response:
    room = await room_of(request)
    you = house_of(request).shown.you(room, guest_of(request))
    if you.key is None:
        raise Refusal("forbidden", "you do not play in this game")
    return await _code(request, room, f"seat={you.key}")


async def _code(request: Request, room: Room, fragment: str) -> Response:
    home = str(request.base_url).rstrip("/")
    if request.url.hostname in HOME_NAMES:  # a name that means another machine to others
        home = request.app.state.network.address or home
    link = f"{home}/game/{room.contest.id}#{fragment}"
    headers = {"Cache-Control": "no-store"}
    code = await worked_out(request, exports.qr_code, link)
    return Response(code, headers=headers, media_type="image/svg+xml")


ROUTES: list[BaseRoute] = [
    Route("/api/games/{game}/invite.svg", invite_code),
    Route("/api/games/{game}/seat.svg", seat_code),
    Route("/api/import", import_game, methods=["POST"]),
]
