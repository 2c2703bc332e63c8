"""Standings: who is where in a list of ratings.

People are ranked by what their strength almost surely exceeds. A list is read as a whole, kept in
order, and read again when something was rated since. So a place is found without counting anew.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from cornerwise.ratings import Rating
from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.storage.database import Database, Row

FRESH = 2_000
"""For so many milliseconds a list is believed to be as it was read."""


class Standing(NamedTuple):
    """Somebody in a list."""

    account: str
    name: str
    country: str
    rating: Rating


@dataclass(frozen=True)
class Standings:
    """A list in its order, the best first."""

    rows: Sequence[Standing]

    @cached_property
    def _lowers(self) -> list[float]:
        return [-row.rating.lower for row in self.rows]

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {row.account: n for n, row in enumerate(self.rows)}

    def place(self, row: Standing) -> int:
        """The place of somebody, from 1 on; equals share one."""
        return 1 + bisect_left(self._lowers, -row.rating.lower)

    def within(self, country: str) -> Standings:
        """Those of one country, among themselves."""
        return Standings([row for row in self.rows if row.country == country])

    def index(self, account: str) -> int | None:
        """Where somebody stands in the rows."""
        return self._indices.get(account)

    def find(self, text: str) -> int | None:
        """Where the row is that a place or the beginning of a name means."""
        if text.isdecimal():
            number = int(text)
            return number - 1 if 0 < number <= len(self.rows) else None
        wanted = text.casefold()
        for fits in (str.__eq__, str.startswith, str.__contains__):
            for n, row in enumerate(self.rows):
                if fits(row.name.casefold(), wanted):
                    return n
        return None

    @cached_property
    def countries(self) -> list[str]:
        """Where people in the list are from."""
        return sorted({row.country for row in self.rows if row.country})


@dataclass
class _Kept:
    standings: Standings
    newest: int
    at: int
    here: dict[str, Standings] = field(default_factory=dict)


class StandingsCache:
    """Keeps the standings of every list at hand."""

    def __init__(self, database: Database, keeper: Timekeeper) -> None:
        self._database, self._now = database, keeper.now
        self._kept: dict[str, _Kept] = {}
        self._reading: dict[str, asyncio.Lock] = {}

    async def standings(self, name: str, country: str = "") -> Standings:
        """The standings of a list, or of those in it who are from a country."""
        kept = self._kept.get(name)
        if kept is None or kept.at + FRESH < self._now():
            async with self._reading.setdefault(name, asyncio.Lock()):
                kept = self._kept.get(name)
                if kept is None or kept.at + FRESH < self._now():
                    kept = self._kept[name] = await self._looked(name, kept)
        if not country:
            return kept.standings
        if country not in kept.here:
            kept.here[country] = kept.standings.within(country)
        return kept.here[country]

    async def _looked(self, name: str, kept: _Kept | None) -> _Kept:
        """The list as it is: read again if it has changed, or names may have."""
        now = self._now()
        [(newest,)] = await self._database.ask(_NEWEST, list=name)
        if kept is not None and kept.newest == newest and kept.at + 30 * FRESH > now:
            return kept
        rows = await self._database.ask(_ROWS, list=name)
        return _Kept(await asyncio.to_thread(_ordered, rows), newest, now)


def _ordered(rows: Sequence[Row]) -> Standings:
    found = [
        Standing(account, name, country, Rating(*rating))
        for account, name, country, *rating in rows
    ]
    return Standings(sorted(found, key=lambda row: (-row.rating.lower, row.account)))


_NEWEST = "SELECT COALESCE(MAX(number), 0) FROM rating_changes WHERE list = :list"
_ROWS = """
    SELECT account, name, country, mu, sigma, games, at FROM ratings
    JOIN accounts ON accounts.id = account
    WHERE list = :list AND state = 'active'
"""
