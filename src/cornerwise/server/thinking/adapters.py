"""The adapters: which store, bus and engines a server uses, chosen by its settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cornerwise.errors import CornerwiseError
from cornerwise.extras import need
from cornerwise.server.base.settings import GAMES, Settings
from cornerwise.server.engines.engines import EnginePool, ThreadPool
from cornerwise.server.storage.bus import Bus, LocalBus
from cornerwise.server.storage.sqlite import SqliteStore
from cornerwise.server.storage.store import Store
from cornerwise.server.thinking.ports import Ports


class BadAdapter(CornerwiseError):
    """A URL that names no store or bus that we have."""


def chosen(settings: Settings) -> Ports:
    """The adapters that the settings name: by default everything in this process and one file."""
    helped = _helped(settings)
    threads = ThreadPool(
        settings.workers,
        settings.waiting,
        quick=settings.quick,
        advisers=settings.advisers,
        each=settings.waiting_each,
    )
    return Ports(_store(settings), _bus(settings), helped(threads), helped)


def _store(settings: Settings) -> Store:
    if not settings.store:
        return SqliteStore(settings.data / GAMES)
    check_store("store", settings.store)
    if not settings.bus:
        raise BadAdapter("bus: processes that share a database need one, such as nats://localhost")
    need("many")
    from cornerwise.server.storage.postgres import opened

    return opened(settings.store)


def _bus(settings: Settings) -> Bus:
    if not settings.bus:
        return LocalBus()
    check_bus("bus", settings.bus)
    from cornerwise.server.storage.nats_bus import NatsBus

    return NatsBus(settings.bus)


def _helped(settings: Settings) -> Callable[[ThreadPool], EnginePool]:
    url = settings.engine_bus or settings.bus
    if not url:
        return lambda threads: threads
    check_bus("engine_bus" if settings.engine_bus else "bus", url)
    from cornerwise.server.thinking.nats_engines import NatsPool

    return partial(NatsPool, url)


def check_store(name: str, url: str) -> None:
    """Refuses what is not the URL of a PostgreSQL database."""
    if not url.startswith(("postgresql://", "postgres://")):
        raise BadAdapter(
            f"{name}: only postgresql://… is known; without it games are kept in a file"
        )


def check_bus(name: str, url: str) -> None:
    """Refuses what is not the URL of a NATS server."""
    if not url.startswith(("nats://", "tls://")):
        raise BadAdapter(f"{name}: only nats://… and tls://… are known; one process needs none")
    need("many")
