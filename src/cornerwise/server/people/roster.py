"""The roster: what the accounts behind ids are called."""

from __future__ import annotations

from collections import OrderedDict

from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.storage.database import Database

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


_NAME = "SELECT name FROM accounts WHERE id = :person AND state = 'active'"
