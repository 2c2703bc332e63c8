"""Seeks: those who look for a game, as rows of the store.

A row counts while the process runs whose socket the person holds, so nothing has to be renewed.
Who loses the socket keeps the place in the line for a moment, but meets nobody meanwhile.

A seek is used once, whatever the number of processes: to be used is to be given a game, which only
a seek without one can be.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import msgspec

from cornerwise.server.base import messages as m
from cornerwise.server.base.security import new_id
from cornerwise.server.games.lobby_views import Wish
from cornerwise.server.games.pairing import Seek, Terms
from cornerwise.server.storage.database import Change, Database

GRACE = 5_000
"""Milliseconds for which a seek outlives its socket: a line that was lost may come back."""
TOLD = 60_000
"""Milliseconds for which it is kept what came of a seek."""


class KeptWish(msgspec.Struct, dict=True):
    """What the store keeps of a wish."""

    wish: Wish
    ratings: dict[str, float]
    unsure: list[str] = []
    """The variants in which the rating is marked with "?"."""

    @cached_property
    def terms(self) -> frozenset[Terms]:
        """All that will do."""
        return self.wish.terms()


class Waiting(NamedTuple):
    """Somebody who waits."""

    person: str
    id: str
    account: str
    kept: KeptWish
    since: int
    filled: int | None

    @property
    def name(self) -> str:
        return self.account or self.kept.wish.name

    @property
    def rated_in(self) -> str | None:
        """The variant whose rating is shown: the first that has one."""
        return next((one for one in self.kept.wish.variants if one in self.kept.ratings), None)

    @property
    def seek(self) -> Seek:
        kept = self.kept
        return Seek(self.person, kept.terms, kept.ratings, self.since, self.filled)


class Seeks:
    """Those who look for a game, in all processes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept: dict[bytes, KeptWish] = {}

    async def put(
        self, person: str, account: str, kept: KeptWish, run: str, now: int
    ) -> str | None:
        """Look from now on; who wishes the same as before keeps the place in the line.

        None if a game has been found for an earlier seek, of which the person does not know yet.
        """
        values = {"person": person, "run": run, "body": m.encode(kept), "now": now}
        held = await self._database.change(Change(_HOLD, values))
        if held is not None and held[0]:
            return str(held[0][0][0])
        more = {"id": new_id(), "account": account}
        made = await self._database.change(Change(_PUT, values | more, needed=True))
        return more["id"] if made is not None else None

    async def leave(self, person: str) -> None:
        """Look no longer."""
        query = "DELETE FROM seeks WHERE person = :person AND game IS NULL"
        await self._database.change(Change(query, {"person": person}))

    async def lose(self, person: str, run: str, now: int) -> None:
        """The socket is lost."""
        values = {"person": person, "run": run, "until": now + GRACE}
        await self._database.change(Change(_LOSE, values))

    async def fill(self, person: str, now: int) -> bool:
        """Agree to computers; False if the person does not wait."""
        made = await self._database.change(
            Change(_FILL, {"person": person, "now": now}, needed=True)
        )
        return made is not None

    async def waiting(self, alive: int) -> list[Waiting]:
        """Who waits, the longest first; who is not there just now is not to be paired."""
        rows = await self._database.ask(_WAITING, alive=alive)
        before = self._kept  # most of them were read a moment ago
        self._kept = {
            body: before.get(body) or msgspec.json.decode(body, type=KeptWish)
            for _, _, _, body, _, _ in rows
        }
        return [
            Waiting(person, id, account, self._kept[body], since, filled)
            for person, id, account, body, since, filled in rows
        ]

    async def outcome(self, person: str) -> str | None:
        """The game that was found for a person who has not been told."""
        query = "SELECT game FROM seeks WHERE person = :person AND game IS NOT NULL"
        rows = await self._database.ask(query, person=person)
        return str(rows[0][0]) if rows else None

    async def settle(self, person: str, game: str) -> None:
        """The person knows."""
        query = "DELETE FROM seeks WHERE person = :person AND game = :game"
        await self._database.change(Change(query, {"person": person, "game": game}))

    async def sweep(self, alive: int, now: int) -> None:
        """Forget what nobody waits for any more."""
        await self._database.change(Change(_SWEEP, {"alive": alive, "now": now}))


def used(waiting: Waiting, game: str, now: int) -> Change:
    """Give a seek its game. Whoever comes second is refused."""
    values = {"person": waiting.person, "id": waiting.id, "game": game, "until": now + TOLD}
    return Change(_USE, values, needed=True)


def dropped(person: str) -> Change:
    """Whoever begins a game in another way looks for none."""
    return Change("DELETE FROM seeks WHERE person = :person AND game IS NULL", {"person": person})


_HOLD = """
    UPDATE seeks SET run = :run, until = NULL
    WHERE person = :person AND body = :body AND game IS NULL AND (until IS NULL OR until > :now)
    RETURNING id
"""
_PUT = """
    INSERT INTO seeks (person, id, name, body, since, run)
    VALUES (:person, :id, :account, :body, :now, :run)
    ON CONFLICT (person) DO UPDATE SET
        id = excluded.id, name = excluded.name, body = excluded.body,
        since = excluded.since, run = excluded.run, filled = NULL, until = NULL, game = NULL
    WHERE seeks.game IS NULL OR seeks.until < :now
    RETURNING 1
"""
_LOSE = """
    UPDATE seeks SET until = :until WHERE person = :person AND run = :run AND game IS NULL
"""
_FILL = """
    UPDATE seeks SET filled = coalesce(filled, :now) WHERE person = :person AND game IS NULL
    RETURNING 1
"""
_WAITING = """
    SELECT person, seeks.id, name, body, since, filled FROM seeks
    JOIN runs ON runs.id = seeks.run AND runs.last > :alive
    WHERE game IS NULL AND until IS NULL ORDER BY since, person
"""
_USE = """
    UPDATE seeks SET game = :game, until = :until
    WHERE person = :person AND id = :id AND game IS NULL RETURNING 1
"""
_SWEEP = """
    DELETE FROM seeks WHERE until < :now
        OR (game IS NULL AND run NOT IN (SELECT id FROM runs WHERE last > :alive))
"""
