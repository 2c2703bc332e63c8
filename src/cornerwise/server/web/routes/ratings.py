"""Ratings: the ranking, those of a person, and those of a game."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cornerwise.ratings import Pool, pool_of, pools
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.people.identity import account_of
from cornerwise.server.ratings.rating_views import RatingDesk
from cornerwise.server.web.routes.asking import house_of, in_json, number_in, room_of

MOST_LISTED = 100
"""How many rows one answer has at most."""
FAR = 1 << 30


async def ranking(request: Request) -> Response:
    """Some rows of a pool's list; `find` a name or a place."""
    account = account_of(request)
    answer = await _desk(request).ranking(
        await _pool(request),
        computers=bool(number_in(request, "computers", 0, 1)),
        country=_country(request),
        start=number_in(request, "start", 0, FAR) or 0,
        limit=number_in(request, "limit", 1, MOST_LISTED) or MOST_LISTED,
        find=request.query_params.get("find", "").strip()[: m.NAME],
        account=account.id if account is not None else None,
    )
    return in_json(m.encode(answer))


async def person(request: Request) -> Response:
    """The ratings of somebody, with their history."""
    desk = _desk(request)
    account = await desk.named(request.path_params["name"])
    if account is None:
        raise Refusal("not_found", "nobody here has this name")
    return in_json(m.encode(await desk.person(account)))


async def game(request: Request) -> Response:
    """The ratings of those who play a rated game, and what it changed."""
    contest = (await room_of(request)).contest
    pool = pool_of(contest.variant)
    if not contest.rated or pool is None:
        raise Refusal("not_now", "this game is not rated")
    return in_json(m.encode(await _desk(request).of_game(contest, pool)))


def _desk(request: Request) -> RatingDesk:
    return house_of(request).rating_desk


async def _pool(request: Request) -> Pool:
    """The pool that is asked for; else the one in which who asks has played most."""
    named = request.path_params.get("pool")
    if named is None:
        account = account_of(request)
        return await _desk(request).favourite(account.id if account is not None else None)
    pool = next((pool for pool in pools() if pool.name == named), None)
    if pool is None:
        known = ", ".join(pool.name for pool in pools())
        raise Refusal("not_found", f"there is no such pool: they are {known}")
    return pool


def _country(request: Request) -> str:
    country = request.query_params.get("country", "").upper()
    if country and not re.fullmatch("[A-Z]{2}", country):
        raise Refusal("bad_request", "country must be two letters, as in DE")
    return country


ROUTES: list[BaseRoute] = [
    Route("/api/ranking", ranking),
    Route("/api/ranking/{pool}", ranking),
    Route("/api/people/{name}/ratings", person),
    Route("/api/games/{game}/ratings", game),
]
