"""The office: where those who run a server look after accounts, also while the server runs.

It opens the store beside the server and changes only what the server does not keep in memory.
Sessions that it ends are noted in the store, and the server looks there every few seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from cornerwise.errors import CornerwiseError
from cornerwise.extras import need
from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.base.settings import GAMES, Settings
from cornerwise.server.people import names
from cornerwise.server.people.accounts import Accounts, Kept
from cornerwise.server.people.people import People
from cornerwise.server.people.tickets import Tickets
from cornerwise.server.storage.sqlite import SqliteStore
from cornerwise.server.storage.store import Store


class NoAccount(CornerwiseError):
    """A name that no account has."""


@dataclass(frozen=True)
class Office:
    """A store, and what is done with its accounts."""

    store: Store
    people: People
    accounts: Accounts
    tickets: Tickets
    address: str

    async def find(self, name: str) -> Kept:
        """The account of a name."""
        kept = await self.accounts.named(names.folding(name))
        if kept is None:
            raise NoAccount(f"there is no account {name}: `cornerwise admin list` shows them all")
        return kept

    def link(self, path: str) -> str:
        """A link into the server's page, as far as its address is known."""
        return f"{self.address.rstrip('/')}{path}"


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Office]:
    """The office of the server with these settings."""
    store = await asyncio.to_thread(_store, settings)
    try:
        keeper = Timekeeper(newest=await store.newest())
        people = People(store, keeper)
        accounts = Accounts(store, keeper, people)
        yield Office(store, people, accounts, Tickets(store, keeper), settings.address)
    finally:
        await store.close()


def _store(settings: Settings) -> Store:
    if not settings.store:
        return SqliteStore(settings.data / GAMES, beside=True)
    need("many")
    from cornerwise.server.storage.postgres import PostgresStore

    return PostgresStore(settings.store)
