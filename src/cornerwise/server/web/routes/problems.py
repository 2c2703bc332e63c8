"""Problems: positions, tries and hints."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import address_of
from cornerwise.server.engines.jobs import Busy, Interrupted
from cornerwise.server.puzzles import problemset
from cornerwise.server.thinking.searches import Try
from cornerwise.server.web.routes.asking import (
    FRESH,
    body_of,
    in_json,
    in_json_or_drawn,
    life_of,
)

if TYPE_CHECKING:
    from cornerwise.problems import Problem


async def _named(request: Request) -> Problem:
    """The problem that the address names; the first time all are read."""
    return await asyncio.to_thread(problemset.named, request.path_params["problem"])


async def problem_list(request: Request) -> Response:
    game = request.query_params.get("game", "")
    return in_json(await asyncio.to_thread(problemset.listed, game), headers=FRESH)


async def problem_shown(request: Request) -> Response:
    """A problem as JSON, or as a picture if its name ends in .png."""
    name = request.path_params["problem"]
    return await in_json_or_drawn(request, name, problemset.shown, problemset.svg)


async def problem_try(request: Request) -> Response:
    """What a move comes to: read from the problem, or found by a search that is bounded."""
    problem = await _named(request)
    tried = m.read_body(problemset.Try, await body_of(request))
    answer = await asyncio.to_thread(problemset.known, problem, tried.placement)
    if answer is None:
        request.app.state.searches.check(address_of(request))
        try:
            wanted = Try(problem=problem.name, placement=tried.placement)
            answer = await life_of(request).solvers.run(wanted, address_of(request))
        except (Busy, Interrupted):
            raise Refusal("busy", "all places for searches are taken", retry_after=1) from None
    return in_json(m.encode(answer))


async def problem_why(request: Request) -> Response:
    problem = await _named(request)
    tried = m.read_body(problemset.Try, await body_of(request))
    reason = await asyncio.to_thread(problemset.why, problem, tried.placement)
    return in_json(m.encode({"reason": reason}))


async def problem_hint(request: Request) -> Response:
    problem = await _named(request)
    wanted = m.read_body(problemset.Help, await body_of(request))
    return in_json(m.encode(problemset.hinted(problem, wanted.step)))


ROUTES: list[BaseRoute] = [
    Route("/api/problems", problem_list),
    Route("/api/problems/{problem}", problem_shown),
    Route("/api/problems/{problem}/try", problem_try, methods=["POST"]),
    Route("/api/problems/{problem}/why", problem_why, methods=["POST"]),
    Route("/api/problems/{problem}/hint", problem_hint, methods=["POST"]),
]
