"""What every address needs: who asks, what for, and how that is answered."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import YEAR, Workshop, address_of, read_limited
from cornerwise.server.games.easel import Picture
from cornerwise.server.games.room import Room
from cornerwise.server.house.desk import Desk
from cornerwise.server.house.house import House
from cornerwise.server.page import i18n
from cornerwise.server.people.identity import account_of, guest_of, known
from cornerwise.server.people.people import Account
from cornerwise.server.web.life import Life

T = TypeVar("T")
FRESH = {"Cache-Control": "no-cache"}
FOR_EVER = {"Cache-Control": f"public, max-age={YEAR}, immutable"}

PROVEN = 15 * 60_000
"""For so many milliseconds after signing in nobody is asked again who they are."""

# --- who asks -----------------------------------------------------------------------------


def owner_of(request: Request) -> Account:
    """The account that asks."""
    account = account_of(request)
    if account is None:
        raise Refusal("sign_in", "sign in to do this")
    return account


def proven(request: Request) -> Account:
    """The account that asks, whose owner signed in just now: a browser left open does not do."""
    account = owner_of(request)
    if life_of(request).keeper.now() - account.since > PROVEN:
        raise Refusal("prove_again", "sign in again to do this: somebody else may sit here now")
    return account


# --- what for -----------------------------------------------------------------------------


def life_of(request: Request) -> Life:
    life: Life = request.app.state.life
    return life


def language_of(request: Request) -> str:
    """The language that the reader has chosen, else the best of those the browser asks for."""
    chosen = request.cookies.get("language", "")
    known = chosen in i18n.LANGUAGES
    return chosen if known else i18n.negotiate(request.headers.get("accept-language", ""))


def house_of(request: Request) -> House:
    return life_of(request).house


def desk_of(request: Request) -> Desk:
    return life_of(request).desk


async def room_of(request: Request) -> Room:
    """The room of the game that the address names, which somebody looks at now."""
    return await looked_at(request, request.path_params["game"])


async def looked_at(request: Request, game: str) -> Room:
    house = house_of(request)
    room = await house.rooms.room(game)
    house.reception.look(room, guest_of(request), address_of(request))
    return room


async def shared(request: Request) -> bytes:
    """The study that the address names, as JSON."""
    name = request.path_params["study"]
    can_be = re.fullmatch("[A-Za-z0-9_-]{1,32}", name)
    study = await house_of(request).store.study(name) if can_be else None
    if study is None:
        raise Refusal("not_found", "there is no such analysis")
    return study


async def body_of(request: Request) -> bytes:
    return await read_limited(request.receive)


def number_in(request: Request, name: str, least: int, most: int) -> int | None:
    """A whole number from the query, if it is given."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not re.fullmatch("-?[0-9]{1,15}", text) or not least <= int(text) <= most:
        raise Refusal("bad_request", f"{name} must be a whole number from {least} to {most}")
    return int(text)


# --- how it is answered -------------------------------------------------------------------


def in_json(body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer that nobody keeps, unless it says so: it may have keys in it."""
    kept = {"Cache-Control": "no-store", **(headers or {})}
    return Response(body, status, kept, media_type="application/json")


async def worked_out(request: Request, work: Callable[..., T], *given: Any) -> T:
    """What takes a few milliseconds in a thread."""
    shop: Workshop = request.app.state.workshop
    return await shop.do(address_of(request), work, *given)


async def drawn(request: Request, wanted: Picture) -> bytes:
    """A picture: few at a time for one address, unless it was drawn before."""
    state, address = request.app.state, address_of(request)
    known: bytes | None = state.easel.known(wanted)
    if known is not None:
        return known
    state.pictures.check(address)
    with state.sitters.inside(address):
        found: bytes = await state.easel.draw(wanted)
    return found


async def in_json_or_drawn(
    request: Request, name: str, told: Callable[[str], bytes], svg: Callable[[str], str]
) -> Response:
    """Something of a collection as JSON, or as a picture if its name ends in .png."""
    name, dot, kind = name.partition(".")
    if not dot:
        return in_json(await asyncio.to_thread(told, name), headers=FRESH)
    if kind != "png":
        raise Refusal("not_found", "this can be had as JSON, and as a picture that ends in .png")
    picture = Picture(await worked_out(request, svg, name), kind, 0)
    return Response(await drawn(request, picture), headers=FRESH, media_type="image/png")


def shown(request: Request, room: Room, status: int = 200) -> Response:
    snapshot = house_of(request).shown.snapshot(room, guest_of(request))
    return known(request, in_json(snapshot, status))
