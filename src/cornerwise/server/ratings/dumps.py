"""Dumps of a server's rated games."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

from cornerwise.errors import CornerwiseError
from cornerwise.ratings import Entry
from cornerwise.server.games import exports
from cornerwise.server.games.archive import Archive
from cornerwise.server.ratings.ratings import Ratings
from cornerwise.server.storage.store import Store


def span(month: str) -> tuple[int, int]:
    """When a month such as 2026-11 begins and ends, in milliseconds."""
    try:
        begin = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
        end = begin.replace(year=begin.year + begin.month // 12, month=begin.month % 12 + 1)
    except ValueError:
        raise CornerwiseError(f"{month!r} is not a month: write it as 2026-11") from None
    return int(begin.timestamp() * 1000), int(end.timestamp() * 1000)


async def entries(store: Store, licence: str, month: str) -> AsyncIterator[Entry]:
    """The rated games that ended in a month, pool by pool in their order."""
    if not licence:
        raise CornerwiseError(
            "this server gives no games away: set dump_licence, as to CC0-1.0, if it shall"
        )
    since, until = span(month)
    ratings, archive = Ratings(store), Archive(store)
    for pool in await ratings.pools():
        async for batch in ratings.archive(pool):
            for number, result in batch:
                if since <= result.at < until:
                    names = {who: await _name(store, who) for who in result.people}
                    contest = await archive.contest(result.game)
                    record = exports.exported(contest, "blksgf").decode()
                    yield Entry(pool, number, result, names, record, licence)


async def _name(store: Store, who: str) -> str:
    rows = await store.ask("SELECT name FROM accounts WHERE id = :who", who=who)
    return rows[0][0] if rows else ""
