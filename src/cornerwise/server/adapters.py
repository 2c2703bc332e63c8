"""The adapters: which store, bus and engines a server uses, chosen by its settings."""

from __future__ import annotations

from cornerwise.errors import CornerwiseError
from cornerwise.extras import need
from cornerwise.server.bus import Bus, LocalBus
from cornerwise.server.engines import ThreadPool
from cornerwise.server.ports import Ports
from cornerwise.server.settings import GAMES, Settings
from cornerwise.server.sqlite import SqliteStore
from cornerwise.server.store import Store


class BadAdapter(CornerwiseError):
    """A URL that names no store or bus that we have."""


def chosen(settings: Settings) -> Ports:
    """The adapters that the settings name: by default everything in this process and one file."""
    return Ports(
        _store(settings),
        _bus(settings),
        ThreadPool(
            settings.workers,
            settings.waiting,
            quick=settings.quick,
            each=settings.waiting_each,
        ),
    )


def _store(settings: Settings) -> Store:
    if not settings.store:
        return SqliteStore(settings.data / GAMES)
    if not settings.store.startswith(("postgresql://", "postgres://")):
        raise BadAdapter("store: only postgresql://… is known; without it games are kept in a file")
    if not settings.bus:
        raise BadAdapter("bus: processes that share a database need one, such as nats://localhost")
    need("many")
    from cornerwise.server.postgres import opened

    return opened(settings.store)


def _bus(settings: Settings) -> Bus:
    if not settings.bus:
        return LocalBus()
    if not settings.bus.startswith(("nats://", "tls://")):
        raise BadAdapter("bus: only nats://… and tls://… are known; one process needs none")
    need("many")
    from cornerwise.server.nats_bus import NatsBus

    return NatsBus(settings.bus)
