"""Ratings on a server: the archive of results, and what follows from it, kept at hand.

A result has a number in its pool, and is written together with all that it changes. Who writes
second under a number finds it taken, reads again what is there, and tries the next one. So however
many processes rate, every game counts once, in the order of the archive. The tables of ratings and
changes are a cache: `rebuild` makes them again to the bit.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from cornerwise.ratings import COMPUTERS, Ranking, Rater, Rating, Result, parameters, pool_of
from cornerwise.ratings import Change as RatingChange
from cornerwise.ratings.ranking import Key
from cornerwise.server.games import rated
from cornerwise.server.games.contest import Contest
from cornerwise.server.storage.database import Change, Database
from cornerwise.server.storage.store import StoreError

TRIES = 100
"""How often a number may be taken by others before we give up for now."""
BATCH = 500
"""Results that are read, or rated and written, at once when all is made anew."""

log = logging.getLogger("cornerwise.ratings")


class Step(NamedTuple):
    """What one game changed for somebody, as it is kept."""

    list: str
    number: int
    account: str
    game: str
    at: int
    before: Rating
    after: Rating


class Ratings:
    """Rates games that are over, and knows what came of it."""

    def __init__(self, database: Database, rater: Rater | None = None) -> None:
        self._database = database
        self.rater = rater or Rater(parameters())

    async def note(self, contest: Contest) -> None:
        """Rate a game that is over, if it is rated and was not yet."""
        if not contest.rated or (pool := pool_of(contest.variant)) is None:
            return
        accounts = await self.accounts(contest)
        if set(rated.holders(contest)) != set(accounts):
            log.warning("game %s… is not rated: a seat has no account", contest.id[:6])
            return
        await self.add(pool.name, rated.result_of(contest, accounts))

    async def accounts(self, contest: Contest) -> dict[str, str]:
        """The accounts that play in a contest, by their holders."""
        found = {}
        for holder in rated.holders(contest):
            for (account,) in await self._database.ask(_HOLDER, holder=holder):
                found[holder] = account
        return found

    async def add(self, pool: str, result: Result) -> None:
        """Put a result into the archive, once, and rate it."""
        for _ in range(TRIES):
            if await self._database.ask(_KNOWN, game=result.game):
                return
            [(newest,)] = await self._database.ask(_NEWEST, pool=pool)
            ranking = Ranking(self.rater)
            for name, _ in ranking.lists(result):
                for who in result.people:
                    rating = await self.of(who, name)
                    if rating is not None:
                        ranking.ratings[name, who] = rating
            number = newest + 1
            row = {
                "pool": pool, "number": number, "game": result.game, "at": result.at,
                "body": result.to_json().encode(),
            }  # fmt: skip
            changes = _kept(number, result, ranking.add(result))
            if await self._database.change(Change(_RESULT, row, needed=True), *changes) is not None:
                return
        raise StoreError(f"game {result.game[:6]}… cannot be rated now: too many others are")

    async def of(self, account: str, pool: str) -> Rating | None:
        """The rating of an account in a pool, or in a pool's list of games against computers."""
        rows = await self._database.ask(_RATING, account=account, list=pool)
        return Rating(*rows[0]) if rows else None

    async def all_of(self, account: str) -> dict[str, Rating]:
        """The ratings of an account in every list in which it has one."""
        rows = await self._database.ask(_RATINGS, account=account)
        return {name: Rating(*rating) for name, *rating in rows}

    async def history(self, account: str, pool: str, since: int = 0) -> list[Step]:
        """What games changed for an account, the oldest first."""
        rows = await self._database.ask(_HISTORY, account=account, list=pool, since=since)
        return [_step(row) for row in rows]

    async def changes(self, game: str) -> list[Step] | None:
        """What a game changed, for whom; None as long as it was not rated."""
        if not await self._database.ask(_KNOWN, game=game):
            return None
        return [_step(row) for row in await self._database.ask(_CHANGES, game=game)]

    # --- all anew ----------------------------------------------------------------------------

    async def pools(self) -> list[str]:
        """The pools in which anything was rated."""
        query = "SELECT DISTINCT pool FROM results ORDER BY pool"
        return [pool for (pool,) in await self._database.ask(query)]

    async def archive(self, pool: str, after: int = 0) -> AsyncIterator[list[tuple[int, Result]]]:
        """The results of a pool in their order, with their numbers, some at a time."""
        while rows := await self._database.ask(_ARCHIVE, pool=pool, after=after, most=BATCH):
            yield [(number, Result.from_json(bytes(body))) for number, body in rows]
            after = rows[-1][0]

    async def compared(self, pool: str) -> dict[Key, tuple[Rating | None, Rating | None]]:
        """The ratings of a pool as they are kept, and as they would be made again."""
        before, ranking = await self._stored(pool), Ranking(self.rater)
        async for batch in self.archive(pool):
            for _, result in batch:
                ranking.add(result)
        keys = sorted(before.keys() | ranking.ratings.keys())
        return {key: (before.get(key), ranking.ratings.get(key)) for key in keys}

    async def rebuild(self, pool: str) -> tuple[int, int]:
        """Make what is kept of a pool again: how many ratings there are, how many differed.

        What was rated meanwhile, by a server that runs, is rated here as well before it counts.
        """
        ranking, newest = Ranking(self.rater), 0
        lists = {"pool": pool, "computers": pool + COMPUTERS}
        while True:
            async for batch in self.archive(pool, newest):
                between = lists | {"after": newest, "to": batch[-1][0]}
                steps = [Change(_FORGET_STEPS, between)]
                for number, result in batch:
                    steps += _kept(number, result, ranking.add(result))[1::2]
                await self._database.change(*steps)
                newest = batch[-1][0]
            before = await self._stored(pool)
            rows = [Change(_RATE, _row(key, rating)) for key, rating in ranking.ratings.items()]
            whole = Change(_WHOLE, {"pool": pool, "number": newest}, needed=True)
            if await self._database.change(whole, Change(_FORGET, lists), *rows) is not None:
                keys = before.keys() | ranking.ratings.keys()
                return len(ranking.ratings), sum(
                    before.get(k) != ranking.ratings.get(k) for k in keys
                )

    async def _stored(self, pool: str) -> dict[Key, Rating]:
        rows = await self._database.ask(_STORED, pool=pool, computers=pool + COMPUTERS)
        return {(name, account): Rating(*rating) for name, account, *rating in rows}


def _row(key: Key, rating: Rating) -> dict[str, object]:
    return {"list": key[0], "account": key[1], **rating._asdict()}


def _kept(number: int, result: Result, changes: list[RatingChange]) -> list[Change]:
    """The rows that keep what a result changed: for each change the rating, then the step."""
    rows = []
    for name, who, before, after in changes:
        values = _row((name, who), after)
        step = values | {
            "number": number, "game": result.game,
            "mu_before": before.mu, "sigma_before": before.sigma,
        }  # fmt: skip
        rows += [Change(_RATE, values), Change(_STEP, step)]
    return rows


def _step(row: tuple[Any, ...]) -> Step:
    name, number, account, game, at, mu_before, sigma_before, mu, sigma, games = row
    before, after = Rating(mu_before, sigma_before, games - 1), Rating(mu, sigma, games, at)
    return Step(name, number, account, game, at, before, after)


_COLUMNS = "list, number, account, game, at, mu_before, sigma_before, mu, sigma, games"
_HOLDER = "SELECT id FROM accounts WHERE holder = :holder"
_KNOWN = "SELECT 1 FROM results WHERE game = :game"
_NEWEST = "SELECT COALESCE(MAX(number), 0) FROM results WHERE pool = :pool"
_RATING = "SELECT mu, sigma, games, at FROM ratings WHERE list = :list AND account = :account"
_RATINGS = "SELECT list, mu, sigma, games, at FROM ratings WHERE account = :account ORDER BY list"
_HISTORY = f"""
    SELECT {_COLUMNS} FROM rating_changes
    WHERE account = :account AND list = :list AND at >= :since ORDER BY number
"""
_CHANGES = f"SELECT {_COLUMNS} FROM rating_changes WHERE game = :game ORDER BY list, account"
_STORED = """
    SELECT list, account, mu, sigma, games, at FROM ratings WHERE list IN (:pool, :computers)
"""
_FORGET = "DELETE FROM ratings WHERE list IN (:pool, :computers)"
_FORGET_STEPS = """
    DELETE FROM rating_changes
    WHERE list IN (:pool, :computers) AND number > :after AND number <= :to
"""
_WHOLE = """
    UPDATE results SET number = number WHERE pool = :pool AND number = :number
    AND NOT EXISTS (SELECT 1 FROM results AS later
                    WHERE later.pool = :pool AND later.number > :number)
    RETURNING 1
"""
_ARCHIVE = """
    SELECT number, body FROM results WHERE pool = :pool AND number > :after
    ORDER BY number LIMIT :most
"""
_RESULT = """
    INSERT INTO results (pool, number, game, at, body)
    VALUES (:pool, :number, :game, :at, :body)
    ON CONFLICT DO NOTHING RETURNING 1
"""
_RATE = """
    INSERT INTO ratings (list, account, mu, sigma, games, at)
    VALUES (:list, :account, :mu, :sigma, :games, :at)
    ON CONFLICT (list, account) DO UPDATE SET
        mu = excluded.mu, sigma = excluded.sigma, games = excluded.games, at = excluded.at
"""
_STEP = f"""
    INSERT INTO rating_changes ({_COLUMNS})
    VALUES (:list, :number, :account, :game, :at, :mu_before, :sigma_before, :mu, :sigma, :games)
"""
