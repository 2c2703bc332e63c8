"""Mutes: who is not heard, and until when. The muted do not notice: they see what they say."""

from __future__ import annotations

from cornerwise.server.storage.database import Change, Database


class Mutes:
    """Knows who is muted; every mute ends by itself."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def until(self, person: str, now: int) -> int | None:
        """When a mute ends that is in force now."""
        rows = await self._database.ask(_UNTIL, person=person, now=now)
        return int(rows[0][0]) if rows else None

    def muting(self, person: str, until: int) -> tuple[Change, Change]:
        """The changes by which somebody is muted, instead of a mute that is in force."""
        return self.lifting(person), Change(_MUTE, {"person": person, "until": until})

    def lifting(self, person: str) -> Change:
        return Change("DELETE FROM mutes WHERE person = :person", {"person": person})


_UNTIL = """
    SELECT until FROM mutes WHERE person = :person AND until > :now ORDER BY until DESC LIMIT 1
"""
_MUTE = """
    INSERT INTO mutes (person, until) VALUES (:person, :until) ON CONFLICT DO NOTHING
"""
