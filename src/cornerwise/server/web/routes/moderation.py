"""Blocking and reporting, and the moderators' queue."""

from __future__ import annotations

import re
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import address_of
from cornerwise.server.people.identity import guest_of, known
from cornerwise.server.talk.moderation import Verdict
from cornerwise.server.talk.reports import CONTEXT, Complaint, Report, context
from cornerwise.server.talk.transcript import ChatLine
from cornerwise.server.web.routes.asking import (
    body_of,
    house_of,
    in_json,
    life_of,
    owner_of,
    room_of,
)


def _number(request: Request, name: str) -> int:
    text = request.path_params[name]
    if not re.fullmatch("[0-9]{1,9}", text):
        raise Refusal("not_found", "there is nothing at this address")
    return int(text)


async def _line(request: Request) -> tuple[str, ChatLine]:
    """A line of a chat that who asks has heard, and the id of its game."""
    room, number = await room_of(request), _number(request, "line")
    heard = await house_of(request).talk.heard(room, guest_of(request))
    found = [
        line
        for line in await house_of(request).talk.transcript.around(room.contest.id, number, 1)
        if line.id == number and line.id in {shown.id for shown in heard.lines}
    ]
    if not found:
        raise Refusal("not_found", "there is no such line in the chat")
    return room.contest.id, found[0]


async def block_author(request: Request) -> Response:
    """Hear no more of who said something."""
    _, line = await _line(request)
    ties, now = house_of(request).talk.ties, life_of(request).keeper.now()
    await ties.tie(guest_of(request), "block", line.author, now, line.name)
    return known(request, in_json(b"{}"))


async def report_line(request: Request) -> Response:
    """Report who said something, with what was said around it."""
    complaint = m.read_body(Complaint, await body_of(request))
    request.app.state.reports.check(address_of(request))
    game, line = await _line(request)
    around = await house_of(request).talk.transcript.around(game, line.id, CONTEXT)
    same_room = [one for one in around if one.room == line.room]
    await report(request, complaint, line.author, line.name, game=game, lines=same_room)
    return known(request, in_json(b"{}", 201))


async def report(
    request: Request,
    complaint: Complaint,
    accused: str,
    name: str,
    *,
    game: str = "",
    lines: Sequence[ChatLine] = (),
) -> None:
    """Let moderators know of somebody."""
    kept = m.encode(context(lines, accused))
    await life_of(request).moderation.reports.add(
        Report(
            id=0,
            at=life_of(request).keeper.now(),
            reporter=guest_of(request),
            accused=accused,
            name=name,
            game=game,
            reason=complaint.reason,
            note=complaint.note,
            context=kept,
            state="open",
        )
    )


async def queue(request: Request) -> Response:
    return in_json(m.encode(await life_of(request).moderation.queue()))


async def decide(request: Request) -> Response:
    actor = owner_of(request)
    verdict = m.read_body(Verdict, await body_of(request))
    moderation = life_of(request).moderation
    await moderation.decide(actor, _number(request, "report"), verdict)
    return in_json(m.encode(await moderation.queue()))


async def lift(request: Request) -> Response:
    actor, moderation = owner_of(request), life_of(request).moderation
    await moderation.lift(actor, _number(request, "entry"))
    return in_json(m.encode(await moderation.queue()))


ROUTES: list[BaseRoute] = [
    Route("/api/games/{game}/chat/{line}/block", block_author, methods=["POST"]),
    Route("/api/games/{game}/chat/{line}/report", report_line, methods=["POST"]),
    Route("/api/moderation", queue),
    Route("/api/moderation/reports/{report}", decide, methods=["POST"]),
    Route("/api/moderation/log/{entry}/lift", lift, methods=["POST"]),
]
