"""Ties: whom somebody follows, and whom somebody blocks.

Both sides are strings as in `identity`: a guest may block, and be blocked, too.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.storage.database import Change, Database

Kind = Literal["follow", "block"]
MOST = 500
"""So many persons somebody can follow, or block."""


class Tie(NamedTuple):
    """Whom somebody follows or blocks; `name` is what they were called then, if that is known."""

    other: str
    name: str
    at: int


class Ties:
    """Knows who follows and blocks whom."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tie(self, person: str, kind: Kind, other: str, now: int, name: str = "") -> None:
        """Follow or block somebody, who goes by a name.

        Who blocks somebody no longer follows them, and is no longer followed by them.
        """
        if person == other:
            raise Refusal("bad_request", f"you cannot {kind} yourself")
        if kind == "follow" and other in await self.blocked(person):
            raise Refusal("not_now", "you cannot follow this person")
        if await self._count(person, kind) >= MOST and not await self.has(person, kind, other):
            raise Refusal("enough", f"you can {kind} {MOST} persons", most=MOST)
        values = {"person": person, "kind": kind, "other": other, "now": now, "name": name}
        changes = [Change(_TIE, values)]
        if kind == "block":
            pairs = ((person, other), (other, person))
            changes += [
                Change(_UNTIE, {"person": a, "kind": "follow", "other": b}) for a, b in pairs
            ]
        await self._database.change(*changes)

    async def untie(self, person: str, kind: Kind, other: str) -> None:
        values = {"person": person, "kind": kind, "other": other}
        await self._database.change(Change(_UNTIE, values))

    async def has(self, person: str, kind: Kind, other: str) -> bool:
        values = {"person": person, "kind": kind, "other": other}
        return bool(await self._database.ask(_HAS, **values))

    async def others(self, person: str, kind: Kind) -> list[str]:
        """Whom a person follows or blocks, the newest first."""
        return [tie.other for tie in await self.of(person, kind)]

    async def of(self, person: str, kind: Kind) -> list[Tie]:
        """The same, with their names."""
        return [Tie(*row) for row in await self._database.ask(_OF, person=person, kind=kind)]

    async def blocked(self, person: str) -> set[str]:
        """Whom a person wants nothing to do with, and who wants nothing to do with the person."""
        rows = await self._database.ask(_BLOCKED, person=person)
        return {row[0] for row in rows}

    async def check_apart(self, person: str, others: Collection[str]) -> None:
        """Refuse to bring somebody together with others, if one of two has blocked the other."""
        if not await self.blocked(person) & set(others):
            return
        raise Refusal("forbidden", "you cannot play with this person")

    async def blockers(self, person: str) -> set[str]:
        """Who has blocked a person."""
        return {row[0] for row in await self._database.ask(_BLOCKERS, person=person)}

    async def followers(self, person: str) -> int:
        return int((await self._database.ask(_FOLLOWERS, person=person))[0][0])

    async def _count(self, person: str, kind: Kind) -> int:
        return int((await self._database.ask(_COUNT, person=person, kind=kind))[0][0])


_TIE = """
    INSERT INTO ties (person, kind, other, at, name) VALUES (:person, :kind, :other, :now, :name)
    ON CONFLICT DO NOTHING
"""
_UNTIE = "DELETE FROM ties WHERE person = :person AND kind = :kind AND other = :other"
_HAS = "SELECT 1 FROM ties WHERE person = :person AND kind = :kind AND other = :other"
_OF = """
    SELECT other, name, at FROM ties WHERE person = :person AND kind = :kind
    ORDER BY at DESC, other
"""
_BLOCKED = """
    SELECT other FROM ties WHERE person = :person AND kind = 'block'
    UNION SELECT person FROM ties WHERE other = :person AND kind = 'block'
"""
_BLOCKERS = "SELECT person FROM ties WHERE other = :person AND kind = 'block'"
_FOLLOWERS = "SELECT COUNT(*) FROM ties WHERE other = :person AND kind = 'follow'"
_COUNT = "SELECT COUNT(*) FROM ties WHERE person = :person AND kind = :kind"
