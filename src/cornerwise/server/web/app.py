"""The server as a Starlette application: its state, its addresses, how it refuses."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response

from cornerwise.server.base.addresses import Forwarding
from cornerwise.server.base.logs import Journal
from cornerwise.server.base.metrics import Metrics
from cornerwise.server.base.network import Network
from cornerwise.server.base.refusals import Refusal, cannot_store
from cornerwise.server.base.security import Doorkeeper, Guard, Limiter, Workshop, refusal_response
from cornerwise.server.base.settings import Settings
from cornerwise.server.games.easel import Easel
from cornerwise.server.games.rights import guarded
from cornerwise.server.people.identity import Identification
from cornerwise.server.storage.budgets import EVERY, Budgets
from cornerwise.server.storage.store import StoreError
from cornerwise.server.thinking.adapters import chosen
from cornerwise.server.thinking.ports import Ports
from cornerwise.server.web import inspection
from cornerwise.server.web.life import Life
from cornerwise.server.web.routes import (
    accounts,
    analysis,
    entrance,
    files,
    games,
    lobby,
    moderation,
    pages,
    people,
    problems,
    puzzles,
    ratings,
    reviews,
    talk,
)
from cornerwise.server.web.sockets import Doors

ROUTES = [
    *inspection.ROUTES,
    *files.ROUTES,
    *games.ROUTES,
    *talk.ROUTES,
    *moderation.ROUTES,
    *people.ROUTES,
    *lobby.ROUTES,
    *reviews.ROUTES,
    *problems.ROUTES,
    *puzzles.ROUTES,
    *analysis.ROUTES,
    *entrance.ROUTES,
    *accounts.ROUTES,
    *ratings.ROUTES,
    *pages.ROUTES,
]


def make_app(
    settings: Settings | None = None, ports: Callable[[Settings], Ports] = chosen
) -> Starlette:
    """The server as an ASGI application."""
    settings, metrics = settings or Settings(), Metrics()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        opened = ports(settings)
        life = Life(settings, opened, metrics)
        await life.begin()
        app.state.life = life
        _share_limits(app, opened)
        try:
            yield
        finally:
            await app.state.easel.close()
            await life.end()

    limiters = {
        "requests": Limiter(settings.requests),
        "handshakes": Limiter(settings.handshakes),
        "messages": Limiter(settings.messages_per_address),
        "seeks": Limiter(settings.seeks),
        "new_games": Limiter(settings.games),
        "searches": Limiter(settings.searches),
        "new_reviews": Limiter(settings.reviews),
        "reports": Limiter(settings.reports),
        "tries": Limiter(settings.tries),
        "studies": Limiter(settings.studies),
        "mails": Limiter(settings.mails),
        "exports": Limiter(settings.exports),
        "pictures": Limiter(settings.pictures),
    }
    app = Starlette(
        routes=guarded(ROUTES),
        lifespan=lifespan,
        middleware=[
            Middleware(Journal, metrics=metrics, noted=settings.access_log),
            Middleware(Forwarding, proxies=settings.proxies),
            Middleware(
                Guard,
                settings=settings,
                requests=limiters["requests"],
                handshakes=limiters["handshakes"],
            ),
            Middleware(Identification),
            Middleware(GZipMiddleware),
        ],
        exception_handlers={
            Refusal: _refuse,
            StoreError: _unstored,
            404: pages.missing,
            405: _unknown_method,
        },
    )
    for name, limiter in limiters.items():
        setattr(app.state, name, limiter)
    app.state.limiters = limiters
    app.state.settings = settings
    app.state.network = Network(settings.allow_lan)
    app.state.sitters = Doorkeeper(settings.pictures_each)
    app.state.easel = Easel(
        settings.pictures_waiting, settings.picture_seconds, settings.pictures_kept
    )
    app.state.workshop = Workshop(2)
    app.state.doors = Doors(
        Doorkeeper(settings.sockets),
        Doorkeeper(settings.hints),
        limiters["messages"],
        limiters["seeks"],
        app.state.workshop,
    )
    return app


def _share_limits(app: Starlette, ports: Ports) -> None:
    """Let all limits of the application count for all processes that share its store."""
    if ports.store.shared:
        limiters = app.state.limiters | app.state.life.entrance.limiters
        app.state.life.work.repeat("budgets", Budgets(limiters, ports.bus).tell, EVERY)


async def _refuse(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refusal)
    return refusal_response(refusal)


async def _unstored(request: Request, error: Exception) -> Response:
    return refusal_response(cannot_store())


async def _unknown_method(request: Request, error: Exception) -> Response:
    answer = refusal_response(Refusal("bad_method", "this cannot be done with this address"))
    if isinstance(error, HTTPException):
        answer.headers.update(error.headers or {})  # which methods can
    return answer
