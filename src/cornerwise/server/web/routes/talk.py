"""Talk at games: the phrases, and what was said."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.people.identity import guest_of, known
from cornerwise.server.talk.phrases import PHRASES
from cornerwise.server.web.routes.asking import FRESH, house_of, in_json, room_of


async def phrases(request: Request) -> Response:
    """What can be said in every language, in English, by its ids."""
    return in_json(m.encode(PHRASES), headers=FRESH)


async def chat(request: Request) -> Response:
    """What was said at a game, as far as who asks may hear it."""
    if request.app.state.settings.chat == "off":
        raise Refusal("no_chat", "there is no chat on this server")
    heard = await house_of(request).talk.heard(await room_of(request), guest_of(request))
    return known(request, in_json(m.encode(heard)))


ROUTES: list[BaseRoute] = [
    Route("/api/phrases", phrases),
    Route("/api/games/{game}/chat", chat),
]
