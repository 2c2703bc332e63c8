"""The roster: what the accounts behind ids are called."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from cornerwise.server.base import messages as m
from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.people import names
from cornerwise.server.storage.database import Database
from cornerwise.visible import named

FRESH = 10_000
"""For so many milliseconds a name is believed without asking the store again."""
KEPT = 20_000


class Roster:
    """Knows the names of accounts by their ids."""

    def __init__(self, database: Database, keeper: Timekeeper) -> None:
        self._database, self._keeper = database, keeper
        self._known: OrderedDict[str, tuple[str, int]] = OrderedDict()

    async def of(self, person: str) -> str:
        """The name of an account; empty for a guest."""
        now = self._keeper.now()
        known = self._known.get(person)
        if known is None or known[1] < now:
            rows = await self._database.ask(_NAME, person=person)
            known = self._known[person] = str(rows[0][0]) if rows else "", now + FRESH
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return known[0]

    async def guest_name(self, name: str) -> str:
        """A guest's name among strangers; none if it looks like an account's or our own."""
        shown = named(name, m.NAME)
        if not shown:
            return ""
        folded = await asyncio.to_thread(names.folding, shown.replace(" ", ""))
        taken = names.is_reserved(folded) or await self._database.ask(_TAKEN, folded=folded)
        return "" if taken else shown


_TAKEN = "SELECT 1 FROM accounts WHERE folded = :folded"
_NAME = "SELECT name FROM accounts WHERE id = :person AND state = 'active'"
