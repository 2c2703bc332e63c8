"""Challenges: one person asks another for a game, who accepts, declines with a reason, or neither.

A challenge counts while the process runs whose socket the challenger holds, and a moment longer,
so nobody accepts one whose maker has gone. A rematch is different: its game is made already, and
waits for whoever is not there.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from cornerwise.server.base import messages as m
from cornerwise.server.base.clocks import DAY
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import new_id
from cornerwise.server.games.lobby_views import EXPIRED
from cornerwise.server.people import names
from cornerwise.server.storage.database import Change, Database

MOST = 5
"""Challenges of one person that may be open at once."""
LASTS = 180_000
"""Milliseconds until a challenge expires that nobody answers."""
GRACE = 20_000
"""The same once the challenger's line is lost."""
TOLD = 60_000
"""Milliseconds for which an answer, or that there was none, is kept for the challenger."""
REMATCH = 14 * DAY
"""Milliseconds for which a rematch is shown to whoever it waits for."""


class Proposal(msgspec.Struct):
    """What is proposed, by whom to whom, by the names they are shown under."""

    name: str
    account: str
    rival: str
    variant: str
    clock: m.ClockChoice
    rated: bool = False
    listed: bool = True
    rating: float | None = None
    rematch: bool = False


class Challenge(NamedTuple):
    id: str
    person: str
    rival: str
    proposal: Proposal
    made: int
    until: int
    answer: str = ""
    game: str | None = None

    @property
    def open(self) -> bool:
        """Whether an answer is awaited."""
        return not self.answer and self.game is None


class Challenges:
    """The challenges that stand, in all processes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rival(self, name: str) -> tuple[str, str]:
        """The id and the name of the account that is challenged by its name."""
        rows = await self._database.ask(_RIVAL, folded=names.folding(name))
        if not rows:
            raise Refusal("not_found", "nobody here has this name")
        return rows[0][0], rows[0][1]

    async def make(self, person: str, rival: str, proposal: Proposal, run: str, now: int) -> str:
        """Challenge somebody, instead of an earlier time: the challenge's id."""
        others = await self._database.ask(_OTHERS, person=person, rival=rival, now=now)
        if others[0][0] >= MOST:
            raise Refusal("enough", f"{MOST} challenges wait for an answer already")
        made = Challenge(new_id(), person, rival, proposal, now, now + LASTS)
        values = {"person": person, "rival": rival}
        await self._put(made, run, Change(_FORGET, values))
        return made.id

    async def remind(
        self, person: str, rival: str, proposal: Proposal, game: str, now: int
    ) -> None:
        """Let somebody know of a rematch that waits, whether or not who asked for it stays."""
        await self._put(
            Challenge(new_id(), person, rival, proposal, now, now + REMATCH, game=game), ""
        )

    async def _put(self, made: Challenge, run: str, *also: Change) -> None:
        values = made._asdict() | {"body": m.encode(made.proposal), "run": run}
        del values["proposal"], values["answer"]
        await self._database.change(*also, Change(_MAKE, values))

    async def standing(self, alive: int, now: int) -> list[Challenge]:
        """Those that count, the oldest first; for a moment also those that nobody answered."""
        rows = await self._database.ask(_STANDING, alive=alive, now=now, told=now - TOLD)
        found = [
            Challenge(id, person, rival, msgspec.json.decode(body, type=Proposal), *more)
            for id, person, rival, body, *more in rows
        ]
        return [one if one.until > now else one._replace(answer=EXPIRED) for one in found]

    async def find(self, challenge: str, rival: str, alive: int, now: int) -> Challenge:
        """A challenge to somebody that can still be answered."""
        standing = await self.standing(alive, now)
        found = next((one for one in standing if (one.id, one.rival) == (challenge, rival)), None)
        if found is None or found.answer:
            raise Refusal("not_now", "this challenge is no longer open")
        return found

    async def decline(self, challenge: str, rival: str, reason: str, now: int) -> None:
        values = {
            "id": challenge, "rival": rival, "reason": reason, "now": now, "until": now + TOLD,
        }  # fmt: skip
        if await self._database.change(Change(_DECLINE, values, needed=True)) is None:
            raise Refusal("not_now", "this challenge is no longer open")

    async def withdraw(self, challenge: str, person: str) -> None:
        """The challenger no longer wants it, or knows what came of it."""
        query = "DELETE FROM challenges WHERE id = :id AND person = :person"
        await self._database.change(Change(query, {"id": challenge, "person": person}))

    async def settle(self, rival: str, game: str) -> None:
        """A rematch no longer waits for somebody."""
        query = "DELETE FROM challenges WHERE rival = :rival AND game = :game"
        await self._database.change(Change(query, {"rival": rival, "game": game}))

    async def lose(self, person: str, run: str, now: int) -> None:
        """The challenger's socket is lost."""
        values = {"person": person, "run": run, "until": now + GRACE}
        await self._database.change(Change(_LOSE, values))

    async def sweep(self, now: int) -> None:
        await self._database.change(
            Change("DELETE FROM challenges WHERE until < :told", {"told": now - TOLD})
        )


def accepted(challenge: Challenge, game: str, now: int) -> Change:
    """Give a challenge its game. Whoever comes second is refused."""
    values = {"id": challenge.id, "game": game, "now": now, "until": now + TOLD}
    return Change(_ACCEPT, values, needed=True)


_RIVAL = """
    SELECT id, name FROM accounts WHERE folded = :folded AND state = 'active'
"""
_OTHERS = """
    SELECT count(*) FROM challenges WHERE person = :person AND rival <> :rival
    AND until > :now AND answer = '' AND game IS NULL
"""
_FORGET = "DELETE FROM challenges WHERE person = :person AND rival = :rival AND game IS NULL"
_MAKE = """
    INSERT INTO challenges (id, person, rival, body, made, run, until, answer, game)
    VALUES (:id, :person, :rival, :body, :made, :run, :until, '', :game)
"""
_STANDING = """
    SELECT challenges.id, person, rival, body, made, until, answer, game FROM challenges
    WHERE (until > :now OR (until > :told AND game IS NULL AND answer = ''))
        AND (game IS NOT NULL OR answer <> ''
        OR EXISTS (SELECT 1 FROM runs WHERE runs.id = challenges.run AND runs.last > :alive))
    ORDER BY made, challenges.id
"""
_DECLINE = """
    UPDATE challenges SET answer = :reason, until = :until
    WHERE id = :id AND rival = :rival AND answer = '' AND until > :now RETURNING 1
"""
_LOSE = """
    UPDATE challenges SET until = :until
    WHERE person = :person AND run = :run AND game IS NULL AND until > :until
"""
_ACCEPT = """
    UPDATE challenges SET game = :game, until = :until
    WHERE id = :id AND answer = '' AND game IS NULL AND until > :now RETURNING 1
"""
