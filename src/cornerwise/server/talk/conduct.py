"""Conduct: notes who left others waiting when a game ends, and says who must pause until when."""

from __future__ import annotations

from msgspec import Struct

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games.contest import Contest
from cornerwise.server.games.ground import Ground
from cornerwise.server.storage.database import Change
from cornerwise.server.talk.pauses import MEMORY, Offence, left_waiting, pause, paused_until


class PauseView(Struct):
    """That somebody looks for no players and plays no rated games for a while."""

    kind: str
    """Why: `clock` let a clock run out, `left` left a game."""
    until: int
    left: int
    """How many milliseconds of it are left."""


class Conduct:
    """Knows who must pause."""

    def __init__(self, ground: Ground) -> None:
        self._store, self._archive, self._keeper = ground.store, ground.archive, ground.keeper

    async def note(self, contest: Contest) -> None:
        """Note who left others waiting in a game that is over. Twice the same game counts once."""
        if contest.alone or contest.created.clock.kind != "live" or not contest.out:
            return  # nothing to look for: most games end so
        found = left_waiting(await self._archive.after(contest, -1))
        holdings = await self._store.holdings(contest.id)
        for seat, kind in found.items():
            holder = contest.chairs[seat].holder
            for person in {guest for guest, held in holdings if held == holder}:
                await self._add(contest.id, person, Offence(kind, contest.updated, 0))

    async def _add(self, game: str, person: str, offence: Offence) -> None:
        before = [one for one in await self._offences(person) if one.at <= offence.at]
        until = offence.at + pause(offence.at, before)
        values = {**offence._asdict(), "game": game, "person": person, "until": until}
        await self._store.change(Change(_ADD, values))

    async def _offences(self, person: str) -> list[Offence]:
        since = self._keeper.now() - 2 * MEMORY
        rows = await self._store.ask(_OFFENCES, person=person, since=since)
        return [Offence(*row) for row in rows]

    async def pause(self, person: str) -> PauseView | None:
        """The pause that somebody must take now."""
        now = self._keeper.now()
        offence = paused_until(now, await self._offences(person))
        if offence is None:
            return None
        return PauseView(offence.kind, offence.until, offence.until - now)

    async def paused_until(self, person: str) -> int | None:
        """Until when somebody must not look for players, nor play rated games."""
        found = await self.pause(person)
        return found.until if found is not None else None

    async def check(self, person: str) -> None:
        """Refuse who must pause."""
        found = await self.pause(person)
        if found is not None:
            seconds = found.left // 1000 + 1
            message = f"you left others waiting: you can look for players again in {seconds} s"
            raise Refusal("paused", message, until=found.until, retry_after=seconds)


_ADD = """
    INSERT INTO offences (game, person, kind, at, until)
    VALUES (:game, :person, :kind, :at, :until) ON CONFLICT DO NOTHING
"""
_OFFENCES = """
    SELECT kind, at, until FROM offences WHERE person = :person AND at > :since ORDER BY at
"""
