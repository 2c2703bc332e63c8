"""Listings: the games that everybody may find in the lobby, to take a seat or to watch.

A game is listed if whoever made it wants that. A game that was made with a link only never is.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from cornerwise.server.base.clocks import DAY
from cornerwise.server.games.ground import Ground
from cornerwise.server.games.lists import StoredSummary, Summary
from cornerwise.server.games.rooms import Rooms
from cornerwise.server.storage.database import Change

MOST = 200
"""Games that are looked at for the lobby, the newest ones."""
RECENT = 3
"""Finished games that are shown while nobody plays."""


class Listing(msgspec.Struct):
    """A game in the lobby: its line, and who holds its seats, whom nobody may see."""

    line: Summary
    holders: list[str]
    watching: int = 0

    @property
    def people(self) -> int:
        """How many persons play."""
        return sum(seat.kind == "person" and seat.joined for seat in self.line.seats)


class Listings:
    """Reads which games are listed, and how many watch them."""

    def __init__(self, ground: Ground, rooms: Rooms) -> None:
        self._store, self._keeper, self._peers = ground.store, ground.keeper, ground.peers
        self._rooms = rooms

    async def going(self) -> list[Listing]:
        """Listed games that are not over."""
        rows = await self._store.ask(_GOING, most=MOST)
        found = [listing for row in rows if (listing := _read(row[0])) is not None]
        watching = await self._watching()
        for listing in found:
            listing.watching = watching[listing.line.id]
        return found

    async def finished(self) -> list[Summary]:
        """Those that ended last."""
        rows = await self._store.ask(_FINISHED, most=RECENT)
        return [found.line for row in rows if (found := _read(row[0])) is not None]

    async def _watching(self) -> Counter[str]:
        """How many people watch each game: those who play in it do not count."""
        if self._store.shared:
            rows = await self._store.ask(_WATCHING, alive=self._peers.alive)
            return Counter(dict(rows))
        return Counter(
            {
                room.contest.id: len(
                    {one.guest for one in room.connections if not room.actor(one.guest).seats}
                )
                for room in self._rooms
                if room.contest.created.listed
            }
        )

    async def sweep(self) -> None:
        """Forget games that ended long ago."""
        await self._store.change(Change(_SWEEP, {"before": self._keeper.now() - DAY}))


def _read(summary: bytes) -> Listing | None:
    try:
        stored = msgspec.json.decode(summary, type=StoredSummary)
    except (msgspec.MsgspecError, ValueError):
        return None  # a damaged line hides no other
    return Listing(stored.line, stored.holders)


_GOING = """
    SELECT summary FROM listings JOIN games ON games.id = listings.game
    WHERE games.over = 0 ORDER BY listings.at DESC LIMIT :most
"""
# CROSS JOIN: SQLite would begin with the games or with who is there, and read them all.
_FINISHED = """
    SELECT summary FROM listings CROSS JOIN games
    WHERE games.id = listings.game AND games.over = 1 ORDER BY games.updated DESC LIMIT :most
"""
_WATCHING = """
    SELECT attendance.game, count(DISTINCT attendance.guest) FROM listings
    CROSS JOIN attendance JOIN runs ON runs.id = attendance.run AND runs.last > :alive
    WHERE attendance.game = listings.game AND attendance.connections > 0
    AND NOT EXISTS (SELECT 1 FROM holdings
        WHERE holdings.game = attendance.game AND holdings.guest = attendance.guest)
    GROUP BY attendance.game
"""
_SWEEP = """
    DELETE FROM listings WHERE at < :before AND EXISTS (
        SELECT 1 FROM games WHERE id = listings.game AND over = 1 AND updated < :before)
"""
