"""The analysis board: what follows from a line of play, trees of variations, playing on."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from cornerwise.server.base import lines
from cornerwise.server.base import messages as m
from cornerwise.server.base.security import address_of, new_id
from cornerwise.server.house import fairplay
from cornerwise.server.people.identity import guest_of, known
from cornerwise.server.storage.store import KeptStudy
from cornerwise.server.tutor import studies
from cornerwise.server.web.analysissocket import serve_analysis
from cornerwise.server.web.routes.asking import (
    body_of,
    desk_of,
    house_of,
    in_json,
    looked_at,
    shared,
    shown,
    worked_out,
)


async def line_state(request: Request) -> Response:
    line = m.read_body(lines.FreeLine, await body_of(request))
    return in_json(m.encode(await worked_out(request, lines.state, line)))


async def line_why(request: Request) -> Response:
    line = m.read_body(lines.WhyLine, await body_of(request))
    return in_json(m.encode(await worked_out(request, lines.why, line)))


async def study_read(request: Request) -> Response:
    """A file, or a position as text, as a study."""
    body = await body_of(request)
    return in_json(m.encode(await worked_out(request, studies.read, body)))


async def study_written(request: Request) -> Response:
    """A study as a .blksgf file."""
    study = m.read_body(studies.Study, await body_of(request))
    text = await worked_out(request, studies.write, study)
    headers = {"Content-Disposition": f'attachment; filename="{study.variant}.blksgf"'}
    return Response(text, headers=headers, media_type="application/x-blokus-sgf")


async def study_of_game(request: Request) -> Response:
    """A game of this server as a study, unless that would be unfair."""
    room = await looked_at(request, request.path_params["game"])
    fairplay.check_contest(room.contest)
    study = await worked_out(request, studies.of_contest, room.contest)
    return known(request, in_json(m.encode(study)))


async def study_kept(request: Request) -> Response:
    """Keep a study for whoever has its link."""
    study = m.read_body(studies.Study, await body_of(request))
    request.app.state.studies.check(address_of(request))
    body = m.encode(await worked_out(request, studies.checked, study))
    house = house_of(request)
    kept = KeptStudy(new_id(), guest_of(request), house.keeper.now(), body)
    await house.store.keep_study(kept)
    return known(request, in_json(m.encode(studies.SharedStudy(kept.id)), 201))


async def study_shared(request: Request) -> Response:
    return in_json(await shared(request))


async def openings(request: Request) -> Response:
    """What was played in a position."""
    line = m.read_body(lines.Line, await body_of(request))
    game = await worked_out(request, lines.game_of, line)
    return in_json(m.encode(await house_of(request).openings.look_up(game)))


async def play_on(request: Request) -> Response:
    """A game from the end of a line."""
    wanted = m.read_body(lines.PlayLine, await body_of(request))
    request.app.state.new_games.check(address_of(request))
    game = await worked_out(request, lines.playable, wanted)
    await fairplay.check_position(house_of(request), guest_of(request), game)
    room = await desk_of(request).begin(game, wanted, guest_of(request), address_of(request))
    return shown(request, room, 201)


async def socket(websocket: WebSocket) -> None:
    state = websocket.app.state
    await serve_analysis(websocket, state.life, state.settings, state.doors)


ROUTES: list[BaseRoute] = [
    Route("/api/analysis/state", line_state, methods=["POST"]),
    Route("/api/analysis/why", line_why, methods=["POST"]),
    Route("/api/analysis/read", study_read, methods=["POST"]),
    Route("/api/analysis/write", study_written, methods=["POST"]),
    Route("/api/analysis/play", play_on, methods=["POST"]),
    Route("/api/analysis/openings", openings, methods=["POST"]),
    Route("/api/analysis/studies", study_kept, methods=["POST"]),
    Route("/api/analysis/studies/{study}", study_shared),
    Route("/api/analysis/games/{game}", study_of_game),
    WebSocketRoute("/api/analysis/socket", socket),
]
