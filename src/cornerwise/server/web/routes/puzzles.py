"""Puzzles: the collection, and what follows from the pieces laid."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import address_of
from cornerwise.server.engines.jobs import Busy, Interrupted
from cornerwise.server.puzzles import puzzles
from cornerwise.server.thinking.searches import Solve
from cornerwise.server.web.routes.asking import (
    FRESH,
    body_of,
    in_json,
    in_json_or_drawn,
    life_of,
    worked_out,
)


async def puzzle_list(request: Request) -> Response:
    return in_json(puzzles.listed(), headers=FRESH)


async def puzzle_of_the_day(request: Request) -> Response:
    day = request.query_params.get("date", "")
    return in_json(await asyncio.to_thread(puzzles.of_the_day, day), headers=FRESH)


async def puzzle_shown(request: Request) -> Response:
    """A puzzle as JSON, or as a picture if its name ends in .png."""
    name = request.path_params["puzzle"]
    return await in_json_or_drawn(request, name, puzzles.shown, puzzles.svg)


async def puzzle_state(request: Request) -> Response:
    puzzle = puzzles.named(request.path_params["puzzle"])
    laying = m.read_body(puzzles.Laying, await body_of(request))
    state = await worked_out(request, puzzles.state, puzzle, laying.placed)
    return in_json(m.encode(state))


async def puzzle_why(request: Request) -> Response:
    puzzle = puzzles.named(request.path_params["puzzle"])
    asked = m.read_body(puzzles.Wonder, await body_of(request))
    reason = await worked_out(
        request, puzzles.why, puzzle, asked.placed, asked.colour, asked.placement
    )
    return in_json(m.encode({"reason": reason}))


async def puzzle_solvable(request: Request) -> Response:
    return await _searched(request, hint=False)


async def puzzle_hint(request: Request) -> Response:
    return await _searched(request, hint=True)


async def _searched(request: Request, *, hint: bool) -> Response:
    """The answer of a search, bounded in number here and in time by itself."""
    name = request.path_params["puzzle"]
    puzzles.named(name)
    laying = m.read_body(puzzles.Laying, await body_of(request))
    request.app.state.searches.check(address_of(request))
    try:
        wanted = Solve(puzzle=name, placed=laying.placed, hint=hint)
        found = await life_of(request).solvers.run(wanted, address_of(request))
        return in_json(m.encode(found))
    except (Busy, Interrupted):
        raise Refusal("busy", "all places for searches are taken", retry_after=1) from None


ROUTES: list[BaseRoute] = [
    Route("/api/puzzles", puzzle_list),
    Route("/api/puzzles/daily", puzzle_of_the_day),
    Route("/api/puzzles/{puzzle}", puzzle_shown),
    Route("/api/puzzles/{puzzle}/state", puzzle_state, methods=["POST"]),
    Route("/api/puzzles/{puzzle}/why", puzzle_why, methods=["POST"]),
    Route("/api/puzzles/{puzzle}/solvable", puzzle_solvable, methods=["POST"]),
    Route("/api/puzzles/{puzzle}/hint", puzzle_hint, methods=["POST"]),
]
