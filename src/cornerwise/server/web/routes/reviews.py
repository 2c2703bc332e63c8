"""Reviews of games that are over, and positions of them to try again."""

from __future__ import annotations

import asyncio
import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import address_of
from cornerwise.server.games.room import Room
from cornerwise.server.people.identity import guest_of, known
from cornerwise.server.tutor import review_views
from cornerwise.server.tutor.retries import Attempt
from cornerwise.server.web.routes.asking import (
    body_of,
    house_of,
    in_json,
    number_in,
    room_of,
)

MOST = 10_000
"""More moves than any game has."""


async def show(request: Request) -> Response:
    """What there is of a review, without the first `since` moves."""
    return await _shown(request, await room_of(request))


async def ask(request: Request) -> Response:
    room, reviews = await room_of(request), house_of(request).reviews
    if not (await reviews.found(room.contest, len(room.contest.moves))).asked:
        request.app.state.new_reviews.check(address_of(request))
        await reviews.ask(room.contest, guest_of(request))
    return await _shown(request, room, 202)


async def _shown(request: Request, room: Room, status: int = 200) -> Response:
    since = number_in(request, "since", 0, MOST) or 0
    found = await house_of(request).reviews.found(room.contest, since)
    view = await asyncio.to_thread(review_views.shown, found, _seat(request, room))
    return known(request, in_json(m.encode(view), status))


def _seat(request: Request, room: Room) -> str | None:
    """Whom the review addresses: the reader's only seat, or the one of several it names."""
    seats = list(room.actor(guest_of(request)).seats)
    wanted = request.query_params.get("seat")
    if wanted is None:
        return seats[0] if len(seats) == 1 else None
    if wanted not in seats:
        raise Refusal("bad_request", "seat must be one of your own seats in this game")
    return wanted


async def position(request: Request) -> Response:
    room = await room_of(request)
    shown = await house_of(request).retries.shown(room.contest, _number(request))
    return in_json(m.encode(shown))


async def why(request: Request) -> Response:
    room, asked = await room_of(request), m.read_body(Attempt, await body_of(request))
    reason = await house_of(request).retries.why(room.contest, _number(request), asked.placement)
    return in_json(m.encode({"reason": reason}))


async def answer(request: Request) -> Response:
    room, attempt = await room_of(request), m.read_body(Attempt, await body_of(request))
    request.app.state.tries.check(address_of(request))
    found = await house_of(request).retries.judged(
        room.contest, _number(request), attempt.placement, address_of(request)
    )
    return in_json(m.encode(found))


def _number(request: Request) -> int:
    """The move that the address names."""
    text = request.path_params["number"]
    if not re.fullmatch("[1-9][0-9]{0,3}", text):
        raise Refusal("not_found", "a move is named by its number, counted from 1")
    return int(text)


ROUTES: list[BaseRoute] = [
    Route("/api/games/{game}/review", show),
    Route("/api/games/{game}/review", ask, methods=["POST"]),
    Route("/api/games/{game}/review/{number}", position),
    Route("/api/games/{game}/review/{number}/why", why, methods=["POST"]),
    Route("/api/games/{game}/review/{number}/answer", answer, methods=["POST"]),
]
