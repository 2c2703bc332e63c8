"""The stores, each opened as often as a test likes: their contracts are run on all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from cornerwise.server.storage.postgres import PostgresStore
from cornerwise.server.storage.sqlite import SqliteStore
from cornerwise.server.storage.store import Store
from tests.server import services
from tests.server.memory import MemoryStore

Opener = Callable[[], Store]
"""Opens a store; called again, it opens the same one."""


def on_disk(path: Path) -> Opener:
    return lambda: SqliteStore(path / "games.db")


def in_memory(path: Path) -> Opener:
    store = MemoryStore()
    return lambda: store


def in_database(path: Path) -> Opener:
    url = services.postgres().database()
    return lambda: PostgresStore(url)


STORES: dict[str, Callable[[Path], Opener]] = {
    "sqlite": on_disk,
    "memory": in_memory,
    "postgres": in_database,
}

Run = Callable[[Callable[[Store], Awaitable[None]]], None]
"""Runs a test with a store."""


def runner(opener: Opener) -> Run:
    async def go(test: Callable[[Store], Awaitable[None]]) -> None:
        store = opener()
        try:
            await test(store)
        finally:
            await store.close()

    return lambda test: asyncio.run(go(test))
