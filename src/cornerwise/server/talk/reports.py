"""Reports: what people tell the moderators about others, with what was said around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from cornerwise.server.base.clocks import DAY
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.storage.database import Change, Database
from cornerwise.server.talk.transcript import ChatLine
from cornerwise.texts import marked
from cornerwise.visible import named

A_DAY = 20
"""So many reports somebody can make a day."""
CONTEXT = 10
"""So many lines before and after are kept with a report."""
NOTE = 400
REASONS = {
    "insult": marked("Insults or threats"),
    "spam": marked("Advertising or the same again and again"),
    "name": marked("An offending name or profile"),
    "cheating": marked("Unfair play"),
    "other": marked("Something else"),
}
"""Why somebody can be reported."""


class Complaint(Struct, forbid_unknown_fields=True):
    """Why somebody is reported, and what else moderators should know."""

    reason: Annotated[str, Meta(pattern=f"^({'|'.join(REASONS)})$")]
    note: Annotated[str, Meta(max_length=NOTE)] = ""


class ContextLine(Struct):
    """A line that was said around what is reported."""

    at: int
    name: str
    room: str
    phrase: str
    text: str
    accused: bool
    """Whether the reported person said it."""


class Report(NamedTuple):
    """A report as it is kept: see `schema.reports`."""

    id: int
    at: int
    reporter: str
    accused: str
    name: str
    game: str
    reason: str
    note: str
    context: bytes
    state: str

    @property
    def lines(self) -> list[ContextLine]:
        return msgspec.json.decode(self.context, type=list[ContextLine])


def context(lines: Sequence[ChatLine], accused: str) -> list[ContextLine]:
    """What was said, as it is kept with a report: no ids, and all that the accused wrote."""
    return [
        ContextLine(line.at, line.name, line.room, line.phrase, line.body, line.author == accused)
        for line in lines
    ]


class Reports:
    """Keeps reports."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, report: Report) -> None:
        """Keep a report; the same once more, while it is open, changes nothing."""
        since = report.at - DAY
        made = await self._database.ask(_MADE, reporter=report.reporter, since=since)
        if made[0][0] >= A_DAY:
            raise Refusal("too_many", f"you can make {A_DAY} reports a day", retry_after=3600)
        if report.accused == report.reporter:
            raise Refusal("bad_request", "you cannot report yourself")
        values = {**report._asdict(), "note": named(report.note, NOTE)}
        del values["id"]
        await self._database.change(Change(_ADD, values))

    async def open(self, most: int) -> list[Report]:
        """Reports that wait for a moderator, the oldest first."""
        return [Report(*row) for row in await self._database.ask(_OPEN, most=most)]

    async def one(self, report: int) -> Report | None:
        rows = await self._database.ask(f"{_REPORT} WHERE id = :id", id=report)
        return Report(*rows[0]) if rows else None

    async def waiting(self) -> int:
        return int((await self._database.ask(_WAITING))[0][0])

    async def upheld(self, accused: str) -> int:
        """How many reports on somebody led to something."""
        return int((await self._database.ask(_UPHELD, accused=accused))[0][0])


_COLUMNS = "id, at, reporter, accused, name, game, reason, note, context, state"
_REPORT = f"SELECT {_COLUMNS} FROM reports"
_OPEN = f"{_REPORT} WHERE state = 'open' ORDER BY id LIMIT :most"
_WAITING = "SELECT COUNT(*) FROM reports WHERE state = 'open'"
_MADE = "SELECT COUNT(*) FROM reports WHERE reporter = :reporter AND at > :since"
_UPHELD = """
    SELECT COUNT(*) FROM reports
    WHERE accused = :accused AND state <> 'open' AND state <> 'dismiss'
"""
_ADD = """
    INSERT INTO reports (at, reporter, accused, name, game, reason, note, context, state)
    SELECT CAST(:at AS BIGINT), CAST(:reporter AS TEXT), CAST(:accused AS TEXT),
           CAST(:name AS TEXT), CAST(:game AS TEXT), CAST(:reason AS TEXT), CAST(:note AS TEXT),
           :context, CAST(:state AS TEXT)
    WHERE NOT EXISTS (
        SELECT 1 FROM reports WHERE reporter = CAST(:reporter AS TEXT)
        AND accused = CAST(:accused AS TEXT) AND game = CAST(:game AS TEXT)
        AND reason = CAST(:reason AS TEXT) AND state = 'open'
    )
"""
