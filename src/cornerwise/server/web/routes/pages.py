"""The web page and what it is made of: documents, scripts, texts, boards, lessons."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from cornerwise.server.base import messages as m
from cornerwise.server.base.network import Network
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import refusal_response
from cornerwise.server.games.rights import MODERATE, roles_of
from cornerwise.server.page import catalogue, document, figures, i18n, lessons
from cornerwise.server.page.assets import PAGE, Assets
from cornerwise.server.people.identity import account_of, guest_of, known
from cornerwise.server.puzzles import problemset, puzzles
from cornerwise.server.web import openapi
from cornerwise.server.web.routes.asking import (
    FOR_EVER,
    FRESH,
    in_json,
    language_of,
    life_of,
    room_of,
    shared,
)
from cornerwise.variants import EDITIONS

PAGES = (
    "/", "/new", "/lobby", "/games", "/import", "/rules", "/rules/{edition}", "/game/{game}",
    "/puzzles", "/puzzles/{puzzle}", "/problem/{problem}", "/analysis", "/analysis/{study}",
    "/settings", "/learn", "/learn/{grid}", "/ranking", "/ranking/{pool}",
    "/sign-in", "/sign-up", "/recover", "/account",
    "/review/{game}", "/review/{game}/learn", "/@/{name}", "/moderation",
)  # fmt: skip
"""The addresses of the web page; it finds its way by itself from there."""


class _Files(StaticFiles):
    """Files that browsers keep but ask for again: an edit shows on reload."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


async def page(request: Request) -> Response:
    """A page; the status tells also those who do not read it whether it has anything to show."""
    named = request.path_params
    try:
        if "game" in named:
            await room_of(request)
        if "puzzle" in named:
            puzzles.named(named["puzzle"])
        if "problem" in named:
            await asyncio.to_thread(problemset.named, named["problem"])
        if "study" in named:
            await shared(request)
        if "name" in named:
            await life_of(request).profiles.known(named["name"])
        if "grid" in named:
            lessons.named(named["grid"])
    except Refusal as refusal:
        return await _page(request, refusal.status)
    if "edition" in named and named["edition"] not in catalogue.families():
        return await _page(request, 404)
    return await _page(request)


async def _page(request: Request, status: int = 200) -> Response:
    start = await _start(request)
    about = _shared(request) if status == 200 else None
    # Files are looked at and, the first time, joined, and catalogues read: nobody waits for that.
    body = await asyncio.to_thread(
        lambda: document.written(PAGE.assets, request.url.path, start, str(request.base_url), about)
    )
    headers = {"Cache-Control": "no-cache, private", "Vary": "Accept-Language, Cookie"}
    return known(request, Response(body, status, headers=headers, media_type="text/html"))


async def _assets() -> Assets:
    """The assets; their sources are looked at in a thread, so that nobody waits for that."""
    known = PAGE.known
    return known if known is not None else await asyncio.to_thread(lambda: PAGE.assets)


def _shared(request: Request) -> tuple[str, str] | None:
    """The title and the picture of a link, where there is something to see before one is there."""
    match request.path_params:
        case {"puzzle": name}:
            return puzzles.shared(name)
        case {"problem": name}:
            return problemset.shared(name)
    return None


async def asset(request: Request) -> Response:
    """A joined script or style: its address changes with its content, so it is kept for ever."""
    made = await _assets()
    name = request.path_params["name"]
    if request.path_params["digest"] != made.digest or name not in made.files:
        raise Refusal("not_found", "there is nothing at this address")
    found, compressed = made.files[name]
    headers = FOR_EVER | {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(compressed, headers=headers, media_type=found.media_type)
    return Response(found.body, headers=headers, media_type=found.media_type)


async def _start(request: Request) -> dict[str, Any]:
    language = language_of(request)
    languages = [{"code": code, "name": name} for code, name in i18n.LANGUAGES.items()]
    guest_of(request)
    life, account = life_of(request), account_of(request)
    await life.prepared
    moderates = roles_of(request) & MODERATE.roles
    waiting = await life.moderation.reports.waiting() if moderates else 0
    return catalogue.start(request.app.state.settings, language, languages, account, waiting)


async def first(request: Request) -> Response:
    return known(request, in_json(m.encode(await _start(request))))


async def network(request: Request) -> Response:
    """Where others find this server."""
    known: Network = request.app.state.network
    may_open = known.may_open(request.client.host if request.client else "")
    body = {"address": known.address, "may_open": may_open}
    return in_json(m.encode(body), headers={"Cache-Control": "no-store"})


async def open_network(request: Request) -> Response:
    await request.app.state.network.open(request.client.host if request.client else "")
    return await network(request)


async def texts(request: Request) -> Response:
    language = request.query_params.get("lang", "")
    if language not in i18n.LANGUAGES:
        language = language_of(request)
    named = request.query_params.get("part", "")
    part = next((one for one in i18n.PARTS if one == named), None)
    if part is None:
        raise Refusal("bad_request", "part is early or rest, or left out for all texts")
    body, digest = await asyncio.to_thread(
        lambda: (i18n.catalogue(language, part), i18n.digest(language, part))
    )
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    if request.query_params.get("digest") == digest:
        headers = FOR_EVER
    return in_json(body, headers=headers)


async def edition(request: Request) -> Response:
    name, _, digest = request.path_params["file"].removesuffix(".json").partition(".")
    if name not in EDITIONS or digest != catalogue.digest(name):
        raise Refusal("not_found", "there is no such edition")
    return in_json(catalogue.geometry(name), headers=FOR_EVER)


async def lesson(request: Request) -> Response:
    name = request.path_params["grid"]
    return in_json(await asyncio.to_thread(lessons.shown, name), headers=FRESH)


async def rules(request: Request) -> Response:
    name = request.path_params["edition"]
    return in_json(await asyncio.to_thread(figures.shown, name), headers=FRESH)


async def described(request: Request) -> Response:
    return in_json(m.encode(openapi.document()))


async def docs(request: Request) -> Response:
    return Response(openapi.page(), media_type="text/html")


async def missing(request: Request, error: Exception) -> Response:
    """A page for people, a code for programs."""
    reader = "text/html" in request.headers.get("accept", "")
    if reader and not request.url.path.startswith(("/api/", "/assets/", "/static/")):
        return await _page(request, 404)
    return refusal_response(Refusal("not_found", "there is nothing at this address"))


ROUTES: list[BaseRoute] = [
    *(Route(path, page) for path in PAGES),
    Route("/api/start", first),
    Route("/api/messages", texts),
    Route("/api/network", network),
    Route("/api/network", open_network, methods=["POST"]),
    Route("/api/editions/{file}", edition),
    Route("/api/lessons/{grid}", lesson),
    Route("/api/rules/{edition}", rules),
    Route("/openapi.json", described),
    Route("/docs", docs),
    Route("/assets/{digest}/{name}", asset),
    Mount("/static", _Files(directory=i18n.STATIC, check_dir=False)),
]
