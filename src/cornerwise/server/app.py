"""The addresses of the server, as a Starlette application."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from cornerwise.server import (
    catalogue,
    document,
    exports,
    figures,
    i18n,
    inspection,
    lessons,
    lists,
    openapi,
    puzzles,
)
from cornerwise.server import messages as m
from cornerwise.server.addresses import Forwarding
from cornerwise.server.assets import Workshop
from cornerwise.server.bus import LocalBus
from cornerwise.server.easel import Easel, Picture
from cornerwise.server.engines import Busy, ThreadPool
from cornerwise.server.life import Life
from cornerwise.server.logs import Journal
from cornerwise.server.metrics import Metrics
from cornerwise.server.network import Network
from cornerwise.server.problems import Problem, cannot_store
from cornerwise.server.room import Room
from cornerwise.server.rooms import Ports, Rooms
from cornerwise.server.security import (
    COOKIE,
    YEAR,
    Doorkeeper,
    Guard,
    Limiter,
    address_of,
    guest_secret,
    hashed,
    new_guest,
    problem_response,
    read_limited,
)
from cornerwise.server.settings import GAMES, Settings
from cornerwise.server.sockets import Doors, serve_socket
from cornerwise.server.sqlite import SqliteStore
from cornerwise.server.store import StoreError
from cornerwise.variants import EDITIONS

if TYPE_CHECKING:
    from cornerwise.puzzles import Puzzle

PAGES = (
    "/", "/new", "/games", "/import", "/rules", "/rules/{edition}", "/game/{game}", "/puzzles",
    "/puzzles/{puzzle}", "/settings", "/learn", "/learn/{grid}",
)  # fmt: skip
"""The addresses of the web page; it finds its way by itself from there."""
MOST_LISTED = 200
"""How many games one page of a list has at most."""
FAMILIES = {edition.title.lower() for edition in EDITIONS.values()}
"""The games that have rules of their own to read."""


WORKSHOP = Workshop(i18n.STATIC)
FOR_EVER = f"public, max-age={YEAR}, immutable"


def embedded(settings: Settings) -> Ports:
    """Everything in this process, games in one file."""
    return Ports(
        SqliteStore(settings.data / GAMES),
        LocalBus(),
        ThreadPool(
            settings.workers,
            settings.waiting,
            quick=settings.quick,
            each=settings.waiting_each,
        ),
    )


def make_app(
    settings: Settings | None = None, ports: Callable[[Settings], Ports] = embedded
) -> Starlette:
    """The server as an ASGI application."""
    settings, metrics = settings or Settings(), Metrics()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        life = Life(settings, ports(settings), metrics)
        await life.begin()
        app.state.life, app.state.rooms = life, life.rooms
        try:
            yield
        finally:
            await app.state.easel.close()
            await life.end()

    handshakes = Limiter(settings.handshakes)
    app = Starlette(
        routes=_routes(),
        lifespan=lifespan,
        middleware=[
            Middleware(Journal, metrics=metrics, noted=settings.access_log),
            Middleware(Forwarding, proxies=settings.proxies),
            Middleware(Guard, settings=settings, handshakes=handshakes),
            Middleware(GZipMiddleware),
        ],
        exception_handlers={
            Problem: _refuse,
            StoreError: _unstored,
            404: _missing,
            405: _unknown_method,
        },
    )
    app.state.settings = settings
    app.state.network = Network(settings.allow_lan)
    app.state.new_games = Limiter(settings.games)
    app.state.searches = Limiter(settings.searches)
    app.state.pictures = Limiter(settings.pictures)
    app.state.sitters = Doorkeeper(settings.pictures_each)
    app.state.easel = Easel(settings.pictures_waiting, kept=settings.pictures_kept)
    app.state.handshakes = handshakes
    app.state.doors = Doors(
        Doorkeeper(settings.sockets),
        Doorkeeper(settings.hints),
        Limiter(settings.messages_per_address),
    )
    app.state.drawing = asyncio.Semaphore(2)
    return app


def _routes() -> list[BaseRoute]:
    return [
        *(Route(path, page) for path in PAGES),
        *inspection.ROUTES,
        Route("/api/start", first),
        Route("/api/messages", texts),
        Route("/api/network", network),
        Route("/api/network", open_network, methods=["POST"]),
        Route("/api/editions/{file}", edition),
        Route("/api/games", my_games),
        Route("/api/games", new_game, methods=["POST"]),
        Route("/api/games/{game}", show_game),
        Route("/api/games/{game}", put_away, methods=["DELETE"]),
        Route("/api/games/{game}/continue", play_on, methods=["POST"]),
        Route("/api/games/{game}/restore", restore, methods=["POST"]),
        Route("/api/games/{game}/abandon", abandon, methods=["POST"]),
        Route("/api/games/{game}/join", join, methods=["POST"]),
        Route("/api/games/{game}/claim", claim, methods=["POST"]),
        Route("/api/games/{game}/rekey", rekey, methods=["POST"]),
        Route("/api/games/{game}/actions", act, methods=["POST"]),
        Route("/api/games/{game}/invite.svg", invite_code),
        Route("/api/games/{game}/seat.svg", seat_code),
        WebSocketRoute("/api/games/{game}/socket", socket),
        Route("/api/import", import_game, methods=["POST"]),
        Route("/api/puzzles", puzzle_list),
        Route("/api/puzzles/daily", puzzle_of_the_day),
        Route("/api/puzzles/{puzzle}", puzzle_shown),
        Route("/api/puzzles/{puzzle}/state", puzzle_state, methods=["POST"]),
        Route("/api/puzzles/{puzzle}/why", puzzle_why, methods=["POST"]),
        Route("/api/puzzles/{puzzle}/solvable", puzzle_solvable, methods=["POST"]),
        Route("/api/puzzles/{puzzle}/hint", puzzle_hint, methods=["POST"]),
        Route("/api/lessons/{grid}", lesson),
        Route("/api/rules/{edition}", rules),
        Route("/openapi.json", described),
        Route("/docs", docs),
        Route("/assets/{digest}/{name}", asset),
        Mount("/static", _Files(directory=i18n.STATIC, check_dir=False)),
    ]


# --- who asks -----------------------------------------------------------------------------


def _guest(request: Request) -> str:
    """The guest that asks, hashed; a new one if it has no name yet."""
    if not hasattr(request.state, "guest"):
        request.state.guest = guest_secret(request) or new_guest()
    return hashed(request.state.guest)


def _known(request: Request, response: Response) -> Response:
    """Let the browser keep its guest's name."""
    secret = getattr(request.state, "guest", None)
    if secret is not None and guest_secret(request) is None:
        response.set_cookie(
            COOKIE,
            secret,
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return response


def _json(body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer that nobody keeps, unless it says so: it may have keys in it."""
    kept = {"Cache-Control": "no-store", **(headers or {})}
    return Response(body, status, kept, media_type="application/json")


async def _refuse(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Problem)
    return problem_response(problem)


async def _unstored(request: Request, error: Exception) -> Response:
    return problem_response(cannot_store())


async def _missing(request: Request, error: Exception) -> Response:
    """A page for people, a code for programs."""
    reader = "text/html" in request.headers.get("accept", "")
    if reader and not request.url.path.startswith(("/api/", "/assets/", "/static/")):
        return await _page(request, 404)
    return problem_response(Problem("not_found", "there is nothing at this address"))


async def _unknown_method(request: Request, error: Exception) -> Response:
    answer = problem_response(Problem("bad_method", "this cannot be done with this address"))
    if isinstance(error, HTTPException):
        answer.headers.update(error.headers or {})  # which methods can
    return answer


# --- the page -----------------------------------------------------------------------------


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
            await _room(request)
        if "puzzle" in named:
            puzzles.named(named["puzzle"])
        if "grid" in named:
            lessons.named(named["grid"])
    except Problem as problem:
        return await _page(request, problem.status)
    if named.get("edition", "classic") not in FAMILIES:
        return await _page(request, 404)
    return await _page(request)


async def _page(request: Request, status: int = 200) -> Response:
    start = await _start(request)
    made = WORKSHOP.assets
    about = puzzles.shared(request.path_params["puzzle"]) if _is_puzzle(request, status) else None
    body = document.written(made, request.url.path, start, str(request.base_url), about)
    headers = {"Cache-Control": "no-cache, private", "Vary": "Accept-Language, Cookie"}
    return _known(request, Response(body, status, headers=headers, media_type="text/html"))


def _is_puzzle(request: Request, status: int) -> bool:
    return status == 200 and "puzzle" in request.path_params


async def asset(request: Request) -> Response:
    """A joined script or style: its address changes with its content, so it is kept for ever."""
    made = WORKSHOP.assets
    name = request.path_params["name"]
    if request.path_params["digest"] != made.digest or name not in made.files:
        raise Problem("not_found", "there is nothing at this address")
    found, compressed = made.files[name]
    headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(compressed, headers=headers, media_type=found.media_type)
    return Response(found.body, headers=headers, media_type=found.media_type)


async def _start(request: Request) -> dict[str, Any]:
    language = _language(request)
    languages = [{"code": code, "name": name} for code, name in i18n.LANGUAGES.items()]
    _guest(request)
    await request.app.state.life.prepared
    return catalogue.start(request.app.state.settings, language, languages)


def _language(request: Request) -> str:
    """The language that the reader has chosen, else the best of those the browser asks for."""
    chosen = request.cookies.get("language", "")
    known = chosen in i18n.LANGUAGES
    return chosen if known else i18n.negotiate(request.headers.get("accept-language", ""))


async def first(request: Request) -> Response:
    return _known(request, _json(m.encode(await _start(request))))


async def network(request: Request) -> Response:
    """Where others find this server."""
    known: Network = request.app.state.network
    may_open = known.may_open(request.client.host if request.client else "")
    body = {"address": known.address, "may_open": may_open}
    return _json(m.encode(body), headers={"Cache-Control": "no-store"})


async def open_network(request: Request) -> Response:
    await request.app.state.network.open(request.client.host if request.client else "")
    return await network(request)


async def texts(request: Request) -> Response:
    language = request.query_params.get("lang", "")
    if language not in i18n.LANGUAGES:
        language = _language(request)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    if request.query_params.get("digest") == i18n.digest(language):
        headers = {"Cache-Control": FOR_EVER}
    return _json(i18n.catalogue(language), headers=headers)


async def edition(request: Request) -> Response:
    name, _, digest = request.path_params["file"].removesuffix(".json").partition(".")
    if name not in EDITIONS or digest != catalogue.digest(name):
        raise Problem("not_found", "there is no such edition")
    return _json(catalogue.geometry(name), headers={"Cache-Control": FOR_EVER})


# --- games --------------------------------------------------------------------------------


def _rooms(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


async def _room(request: Request) -> Room:
    room = await _rooms(request).room(request.path_params["game"])
    _rooms(request).look(room, _guest(request), address_of(request))
    return room


async def _body(request: Request) -> bytes:
    return await read_limited(request.receive)


async def my_games(request: Request) -> Response:
    """A page of the list; the place after which it begins was named by the page before."""
    limit = _number(request, "limit", 1, MOST_LISTED) or MOST_LISTED
    over = _number(request, "over", 0, 1)
    after = lists.read_cursor(request.query_params.get("after", ""))
    found = await _rooms(request).games_of(
        _guest(request), limit + 1, after, None if over is None else bool(over)
    )
    answer = lists.page(found, limit)
    return _known(request, _json(m.encode(answer)))


async def new_game(request: Request) -> Response:
    wanted = m.read_body(m.NewGame, await _body(request))
    request.app.state.new_games.check(address_of(request))
    room = await _rooms(request).create(wanted, _guest(request), address_of(request))
    return _shown(request, room, 201)


def _shown(request: Request, room: Room, status: int = 200) -> Response:
    snapshot = _rooms(request).snapshot(room, _guest(request))
    return _known(request, _json(snapshot, status))


async def show_game(request: Request) -> Response:
    """A game as JSON, or as a file if its id has an ending."""
    game, _, kind = request.path_params["game"].partition(".")
    room = await _rooms(request).room(game)
    _rooms(request).look(room, _guest(request), address_of(request))
    if kind:
        return await _file(request, room, kind)
    since = _number(request, "since", -1, 1 << 40)
    if since is not None:
        _rooms(request).seen(room, _guest(request))
    if since is None:
        return _shown(request, room)
    return _json(await _rooms(request).since(room, _guest(request), since))


async def _file(request: Request, room: Room, kind: str) -> Response:
    if kind not in exports.TYPES:
        raise Problem("not_found", f"a game can be had as {', '.join(exports.TYPES)}")
    ply = _number(request, "ply", 0, 1000)
    size = _number(request, "size", 100, 2000) or 1000
    drawing: asyncio.Semaphore = request.app.state.drawing
    if kind in exports.PICTURES:
        body = await _drawn(request, exports.pictured(room.match, kind, ply, size))
    else:
        async with drawing:
            body = await asyncio.to_thread(exports.exported, room.match, kind, ply)
    shown = kind in exports.PICTURES and "download" not in request.query_params
    name = f"{room.match.variant.name}-{room.match.id}.{kind}"
    where = "inline" if shown else "attachment"
    headers = {"Content-Disposition": f'{where}; filename="{name}"'}
    return Response(body, headers=headers, media_type=exports.TYPES[kind])


async def _drawn(request: Request, wanted: Picture) -> bytes:
    """A picture: few at a time for one address, unless it was drawn before."""
    state, address = request.app.state, address_of(request)
    known: bytes | None = state.easel.known(wanted)
    if known is not None:
        return known
    state.pictures.check(address)
    with state.sitters.inside(address):
        drawn: bytes = await state.easel.draw(wanted)
    return drawn


def _number(request: Request, name: str, least: int, most: int) -> int | None:
    """A whole number from the query, if it is given."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not re.fullmatch("-?[0-9]{1,15}", text) or not least <= int(text) <= most:
        raise Problem("bad_request", f"{name} must be a whole number from {least} to {most}")
    return int(text)


async def put_away(request: Request) -> Response:
    """Out of this guest's list; the game stays for the others."""
    await _rooms(request).put_away(await _room(request), _guest(request))
    return _json(b"{}")


async def restore(request: Request) -> Response:
    await _rooms(request).put_away(await _room(request), _guest(request), hidden=False)
    return _json(b"{}")


async def abandon(request: Request) -> Response:
    await _rooms(request).abandon(await _room(request), _guest(request))
    return _json(b"{}")


async def import_game(request: Request) -> Response:
    body = await _body(request)
    request.app.state.new_games.check(address_of(request))
    from cornerwise.server.imports import imported  # reads files: not needed for a start

    moves = _number(request, "moves", 0, 1000)
    async with request.app.state.drawing:
        game, players = await asyncio.to_thread(imported, body, moves)
    return _shown(request, await _rooms(request).keep(game, players, _guest(request)), 201)


async def play_on(request: Request) -> Response:
    """A game that goes on from a position of this one."""
    room, body = await _room(request), m.read_body(m.PlayOn, await _body(request))
    request.app.state.new_games.check(address_of(request))
    return _shown(request, await _rooms(request).play_on(room, body, _guest(request)), 201)


async def invite_code(request: Request) -> Response:
    room = await _room(request)
    if not room.actor(_guest(request)).host:
        raise Problem("forbidden", "only who made the game may invite")
    return _code(request, room, f"join={_rooms(request).keys.invitation(room)}")


async def seat_code(request: Request) -> Response:
    room, rooms = await _room(request), _rooms(request)
    you = rooms.you(room, _guest(request))
    if you.key is None:
        raise Problem("forbidden", "you do not play in this game")
    return _code(request, room, f"seat={you.key}")


HOME_NAMES = ("localhost", "127.0.0.1", "::1")


def _code(request: Request, room: Room, fragment: str) -> Response:
    home = str(request.base_url).rstrip("/")
    if request.url.hostname in HOME_NAMES:  # a name that means another machine to others
        home = request.app.state.network.address or home
    link = f"{home}/game/{room.match.id}#{fragment}"
    headers = {"Cache-Control": "no-store"}
    return Response(exports.qr_code(link), headers=headers, media_type="image/svg+xml")


# --- puzzles ------------------------------------------------------------------------------

FRESH = {"Cache-Control": "no-cache"}


async def puzzle_list(request: Request) -> Response:
    return _json(puzzles.listed(), headers=FRESH)


async def puzzle_of_the_day(request: Request) -> Response:
    return _json(puzzles.of_the_day(request.query_params.get("date", "")), headers=FRESH)


async def puzzle_shown(request: Request) -> Response:
    """A puzzle as JSON, or as a picture if its name ends in .png."""
    name, dot, kind = request.path_params["puzzle"].partition(".")
    if not dot:
        return _json(await asyncio.to_thread(puzzles.shown, name), headers=FRESH)
    if kind != "png":
        raise Problem("not_found", "a puzzle can be had as png")
    puzzles.named(name)
    async with request.app.state.drawing:
        picture = await asyncio.to_thread(puzzles.drawn, name)
    return Response(picture, headers=FRESH, media_type="image/png")


async def puzzle_state(request: Request) -> Response:
    puzzle = puzzles.named(request.path_params["puzzle"])
    laying = m.read_body(m.Laying, await _body(request))
    async with request.app.state.drawing:
        state = await asyncio.to_thread(puzzles.state, puzzle, laying.placed)
    return _json(m.encode(state))


async def puzzle_why(request: Request) -> Response:
    puzzle = puzzles.named(request.path_params["puzzle"])
    asked = m.read_body(m.Wonder, await _body(request))
    async with request.app.state.drawing:
        reason = await asyncio.to_thread(
            puzzles.why, puzzle, asked.placed, asked.colour, asked.placement
        )
    return _json(m.encode({"reason": reason}))


async def puzzle_solvable(request: Request) -> Response:
    return await _searched(request, puzzles.solvable)


async def puzzle_hint(request: Request) -> Response:
    return await _searched(request, puzzles.hinted)


async def _searched(
    request: Request, search: Callable[[Puzzle, m.Placed], dict[str, Any]]
) -> Response:
    """The answer of a search, bounded in number here and in time by itself."""
    puzzle = puzzles.named(request.path_params["puzzle"])
    laying = m.read_body(m.Laying, await _body(request))
    request.app.state.searches.check(address_of(request))
    solvers: ThreadPool = request.app.state.life.solvers
    try:
        found = await solvers.run(
            partial(search, puzzle, laying.placed), address_of(request), puzzles.SECONDS
        )
        return _json(m.encode(found))
    except Busy:
        raise Problem("busy", "all places for searches are taken", retry_after=1) from None


# --- lessons and rules --------------------------------------------------------------------


async def lesson(request: Request) -> Response:
    name = request.path_params["grid"]
    return _json(await asyncio.to_thread(lessons.shown, name), headers=FRESH)


async def rules(request: Request) -> Response:
    name = request.path_params["edition"]
    return _json(await asyncio.to_thread(figures.shown, name), headers=FRESH)


# --- the description ----------------------------------------------------------------------


async def described(request: Request) -> Response:
    return _json(m.encode(openapi.document()))


async def docs(request: Request) -> Response:
    return Response(openapi.page(), media_type="text/html")


# --- playing ------------------------------------------------------------------------------


async def join(request: Request) -> Response:
    room, body = await _room(request), m.read_body(m.Join, await _body(request))
    await _rooms(request).join(room, body, _guest(request))
    return _shown(request, room)


async def rekey(request: Request) -> Response:
    room = await _room(request)
    await _rooms(request).rekey(room, _guest(request))
    return _shown(request, room)


async def claim(request: Request) -> Response:
    room, body = await _room(request), m.read_body(m.Claim, await _body(request))
    await _rooms(request).claim(room, body, _guest(request))
    return _shown(request, room)


async def act(request: Request) -> Response:
    room, action = await _room(request), m.read_action(await _body(request))
    answers: list[bytes] = []
    hints: Doorkeeper = request.app.state.doors.hints
    hint = isinstance(action, m.Hint)
    _rooms(request).seen(room, _guest(request))
    with hints.inside(address_of(request)) if hint else contextlib.nullcontext():
        await _rooms(request).act(room, _guest(request), action, answers.append)
    return _known(request, _json(answers[0]))


async def socket(websocket: WebSocket) -> None:
    state = websocket.app.state
    await serve_socket(websocket, state.rooms, state.settings, state.doors)
