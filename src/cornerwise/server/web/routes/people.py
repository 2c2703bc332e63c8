"""People: their profiles, whom one follows and blocks, and puzzles that come along."""

from __future__ import annotations

from typing import Literal

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cornerwise.server.base import messages as m
from cornerwise.server.base.security import address_of
from cornerwise.server.people.identity import guest_of, known
from cornerwise.server.puzzles.feats import Feats
from cornerwise.server.talk.reports import Complaint
from cornerwise.server.web.routes.asking import body_of, in_json, life_of, owner_of
from cornerwise.server.web.routes.moderation import report


async def profile(request: Request) -> Response:
    name = request.path_params["name"]
    found = await life_of(request).profiles.of(name, guest_of(request))
    return known(request, in_json(m.encode(found)))


async def following(request: Request) -> Response:
    """Whom the account that asks follows."""
    found = await life_of(request).profiles.following(owner_of(request).id)
    return in_json(m.encode(found))


async def _tie(request: Request, kind: Literal["follow", "block"], person: str) -> Response:
    """Follow or block somebody, or no longer."""
    profiles, now = life_of(request).profiles, life_of(request).keeper.now()
    other = await profiles.known(request.path_params["name"])
    if request.method == "DELETE":
        await profiles.ties.untie(person, kind, other.id)
    else:
        await profiles.ties.tie(person, kind, other.id, now, other.name)
    shown = await profiles.of(other.name, person)
    return known(request, in_json(m.encode(shown)))


async def follow(request: Request) -> Response:
    return await _tie(request, "follow", owner_of(request).id)


async def block(request: Request) -> Response:
    """Have nothing more to do with somebody."""
    return await _tie(request, "block", guest_of(request))


async def blocks(request: Request) -> Response:
    """Whom the person that asks has blocked."""
    found = await life_of(request).profiles.blocks(guest_of(request))
    return known(request, in_json(m.encode(found)))


async def unblock(request: Request) -> Response:
    """No longer block somebody, who may have no page."""
    profiles, person = life_of(request).profiles, guest_of(request)
    await profiles.unblock(person, request.path_params["block"])
    return known(request, in_json(m.encode(await profiles.blocks(person))))


async def report_person(request: Request) -> Response:
    complaint = m.read_body(Complaint, await body_of(request))
    request.app.state.reports.check(address_of(request))
    other = await life_of(request).profiles.known(request.path_params["name"])
    await report(request, complaint, other.id, other.name)
    return known(request, in_json(b"{}", 201))


async def feats(request: Request) -> Response:
    """Puzzles that the account has solved, together with those that this browser knows of."""
    account, given = owner_of(request), m.read_body(Feats, await body_of(request))
    return in_json(m.encode(await life_of(request).profiles.feats.add(account.id, given)))


ROUTES: list[BaseRoute] = [
    Route("/api/people/{name}", profile),
    Route("/api/people/{name}/follow", follow, methods=["POST"]),
    Route("/api/people/{name}/follow", follow, methods=["DELETE"]),
    Route("/api/people/{name}/block", block, methods=["POST"]),
    Route("/api/people/{name}/block", block, methods=["DELETE"]),
    Route("/api/people/{name}/report", report_person, methods=["POST"]),
    Route("/api/following", following),
    Route("/api/blocks", blocks),
    Route("/api/blocks/{block}", unblock, methods=["DELETE"]),
    Route("/api/feats", feats, methods=["POST"]),
]
