"""Moderation: the queue of reports, what moderators do about them, and the log of all they did."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from cornerwise.server.base.clocks import DAY, Timekeeper
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.people.accounts import FOR_EVER, Accounts
from cornerwise.server.people.people import Account
from cornerwise.server.people.roster import Roster
from cornerwise.server.storage.database import Change, Database
from cornerwise.server.talk.mutes import Mutes
from cornerwise.server.talk.reports import REASONS, ContextLine, Report, Reports

QUEUE = 50
"""So many reports are shown at once."""
LOG = 100

Days = Annotated[int, Meta(ge=1, le=3650)]
ENDED_BY = {"mute": "lift", "ban": "pardon"}
"""What can be ended before its time, and by what."""


class Verdict(Struct, forbid_unknown_fields=True):
    """What is done about a report; without `days` it has no end."""

    act: Annotated[str, Meta(pattern="^(dismiss|mute|ban)$")]
    days: Days | None = None


class ReportView(Struct):
    """A report as moderators see it."""

    id: int
    at: int
    reporter: str
    """Empty for a guest."""
    name: str
    """Of whom is reported; empty for a guest without a name."""
    account: bool
    """Whether who is reported has an account: only then there can be a ban."""
    game: str
    reason: str
    note: str
    lines: list[ContextLine]
    upheld: int
    """How many earlier reports on the same person led to something."""
    muted: int | None
    """Until when the person is muted already."""


class Entry(Struct):
    """Something that a moderator did."""

    id: int
    at: int
    actor: str
    act: Annotated[
        str, Meta(extra_json_schema={"enum": ["dismiss", "mute", "ban", "lift", "pardon"]})
    ]
    name: str
    until: int | None
    """When it ends; null if it has no end."""
    lasts: bool
    """Whether it is a mute or a ban that can still be ended."""


class QueueView(Struct):
    """All that moderators look at."""

    waiting: int
    reports: list[ReportView]
    log: list[Entry]


class Moderation:
    """Lets moderators decide."""

    def __init__(
        self, database: Database, keeper: Timekeeper, roster: Roster, accounts: Accounts
    ) -> None:
        self._database, self._keeper, self._roster = database, keeper, roster
        self.reports, self._mutes = Reports(database), Mutes(database)
        self._accounts = accounts

    async def queue(self) -> QueueView:
        now = self._keeper.now()
        reports = [await self._view(report, now) for report in await self.reports.open(QUEUE)]
        return QueueView(await self.reports.waiting(), reports, await self.log())

    async def _view(self, report: Report, now: int) -> ReportView:
        return ReportView(
            id=report.id,
            at=report.at,
            reporter=await self._roster.of(report.reporter),
            name=report.name,
            account=bool(await self._roster.of(report.accused)),
            game=report.game,
            reason=report.reason,
            note=report.note,
            lines=report.lines,
            upheld=await self.reports.upheld(report.accused),
            muted=await self._mutes.until(report.accused, now),
        )

    async def decide(self, actor: Account, number: int, verdict: Verdict) -> None:
        """Do something about a report. What two moderators decide at once is done once.

        Who is muted or banned is so for all that was reported: their other reports close, too.
        """
        report = await self.reports.one(number)
        if report is None:
            raise Refusal("not_found", "there is no such report")
        await self._check(actor, report.accused)
        now = self._keeper.now()
        until = FOR_EVER if verdict.days is None else now + verdict.days * DAY
        closed = Change(_CLOSE, {"id": number, "act": verdict.act}, needed=True)
        accused = report.accused, report.name
        changes = [
            closed,
            _noting(actor, verdict.act, accused, until=until, now=now, report=report.id),
        ]
        if verdict.act != "dismiss":
            changes.append(Change(_CLOSE_ALL, {"accused": report.accused, "act": verdict.act}))
        if verdict.act == "mute":
            changes += self._mutes.muting(report.accused, until)
        elif verdict.act == "ban" and not await self._roster.of(report.accused):
            raise Refusal("bad_request", "only accounts can be banned: mute a guest instead")
        if await self._database.change(*changes) is None:
            raise Refusal("not_now", "somebody has decided on this report already")
        if verdict.act == "ban":
            await self._accounts.shut_out(report.accused, verdict.days, REASONS[report.reason])

    async def lift(self, actor: Account, entry: int) -> None:
        """End a mute or a ban before its time."""
        rows = await self._database.ask(_ENTRY, id=entry)
        if not rows:
            raise Refusal("not_found", "there is no such entry in the log")
        target, name, act = rows[0]
        await self._check(actor, target)
        if not await self._lasts(act, target):
            raise Refusal("not_now", "this has ended already")
        noted = _noting(actor, ENDED_BY[act], (target, name), until=0, now=self._keeper.now())
        if act == "ban":
            await self._accounts.pardon(target, noted)
        else:
            await self._database.change(self._mutes.lifting(target), noted)

    async def _lasts(self, act: str, target: str) -> bool:
        """Whether a mute or a ban of somebody is in force."""
        if act == "ban":
            return await self._accounts.ban(target) is not None
        return await self._mutes.until(target, self._keeper.now()) is not None

    async def note(self, actor: Account, act: str, target: str, name: str, until: int = 0) -> None:
        """Note what a moderator did elsewhere."""
        await self._database.change(
            _noting(actor, act, (target, name), until=until, now=self._keeper.now())
        )

    async def log(self) -> list[Entry]:
        """What moderators did, the newest first."""
        newer = set[tuple[str, str]]()
        entries = []
        for id_, at, actor, act, target, name, until in await self._database.ask(_LOG, most=LOG):
            ends = until if 0 < until < FOR_EVER else None
            ending: str = ENDED_BY.get(act) or act
            lasts = act in ENDED_BY and (target, ending) not in newer
            newer.add((target, ending))  # an older one of the same person no longer counts
            lasts = lasts and await self._lasts(act, target)
            who = await self._roster.of(actor)
            entries.append(Entry(id_, at, who, act, name, ends, lasts))
        return entries

    async def _check(self, actor: Account, accused: str) -> None:
        """Moderators do not judge themselves, nor each other: admins do."""
        if actor.id == accused:
            raise Refusal("forbidden", "this is about yourself: another moderator decides")
        rows = await self._database.ask("SELECT role FROM accounts WHERE id = :id", id=accused)
        if rows and rows[0][0] != "user" and actor.role != "admin":
            raise Refusal("forbidden", "this is about a moderator: an admin decides")


def _noting(
    actor: Account, act: str, target: tuple[str, str], *, until: int, now: int, report: int = 0
) -> Change:
    """The change that adds a line to the log; a target has an id and a name."""
    values = {
        "at": now, "actor": actor.id, "act": act, "target": target[0], "name": target[1],
        "report": report, "until": 0 if act == "dismiss" else until,
    }  # fmt: skip
    return Change(_NOTE, values)


_CLOSE = "UPDATE reports SET state = :act WHERE id = :id AND state = 'open' RETURNING 1"
_CLOSE_ALL = "UPDATE reports SET state = :act WHERE accused = :accused AND state = 'open'"
_NOTE = """
    INSERT INTO audit (at, actor, act, target, name, report, until)
    VALUES (:at, :actor, :act, :target, :name, :report, :until)
"""
_LOG = "SELECT id, at, actor, act, target, name, until FROM audit ORDER BY id DESC LIMIT :most"
_ENTRY = "SELECT target, name, act FROM audit WHERE id = :id AND act IN ('mute', 'ban')"
