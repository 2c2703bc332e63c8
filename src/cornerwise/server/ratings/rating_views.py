"""What people are shown of ratings: the ranking, a person's, and those of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from statistics import fmean
from typing import Any, TypeVar

from msgspec import Struct

from cornerwise.ratings import COMPUTERS, Pool, Rating, parameters, pool_of, pools
from cornerwise.server.base.clocks import DAY, Timekeeper
from cornerwise.server.games.contest import Contest
from cornerwise.server.people import names
from cornerwise.server.ratings.ratings import Ratings, Step
from cornerwise.server.ratings.standings import Standing, Standings, StandingsCache
from cornerwise.server.storage.database import Database
from cornerwise.variants import QUICK, variant

T = TypeVar("T")
WEEK = 7 * DAY
SEASON = 90 * DAY
"""How far back the small graphs go."""
POINTS = 24
"""A small graph has so many points at most,"""
LARGE = 160
"""and a large one."""
BESIDES = 3
"""So many rows stand above one that was looked for."""


class RatingView(Struct):
    rating: int
    doubt: int
    """How far off it may be."""
    unsure: bool
    """Whether it is marked with "?"."""
    games: int


class RankingRow(RatingView):
    place: int
    name: str
    country: str
    week: int
    """What the last seven days changed."""
    graph: list[int]
    """The ratings of the last 90 days."""


class PoolView(Struct):
    name: str
    title: str
    sides: tuple[int, int]


Point = tuple[int, int, int]
"""When, the rating then, and its doubt."""


class PoolRating(RatingView):
    """Somebody's rating in a pool; `index` is where its row stands in the list."""

    pool: str
    computers: bool
    place: int
    index: int
    total: int
    week: int
    """What the last seven days changed."""
    history: list[Point]
    level: int
    """The level nearest in strength,"""
    wins: int
    """and how many of a hundred games one would end before it."""


class RankingView(Struct):
    pools: list[PoolView]
    pool: str
    computers: bool
    country: str
    countries: list[str]
    levels: list[int]
    total: int
    start: int
    """The index of the first row."""
    rows: list[RankingRow]
    found: int | None
    """The index of the row that was looked for."""
    you: PoolRating | None


class PersonRatings(Struct):
    pools: list[PoolView]
    levels: list[int]
    ratings: list[PoolRating]


class SeatRating(RatingView):
    """The rating of a person in a game: before it, and after it as soon as that is known."""

    seat: str
    after: int | None
    after_unsure: bool


class GameRatings(Struct):
    """`settled`: the game is over and was rated, or counts for nobody."""

    pool: str
    settled: bool
    annulled: bool
    seats: list[SeatRating]


class RatingDesk:
    """Answers what people ask about ratings."""

    def __init__(self, database: Database, ratings: Ratings, keeper: Timekeeper) -> None:
        self._database, self._ratings, self._keeper = database, ratings, keeper
        self._standings = StandingsCache(database, keeper)

    async def ranking(
        self,
        pool: Pool,
        *,
        computers: bool,
        country: str,
        start: int,
        limit: int,
        find: str,
        account: str | None,
    ) -> RankingView:
        """Some rows of a list, and where somebody stands in it."""
        name = pool.name + (COMPUTERS if computers else "")
        everybody = await self._standings.standings(name)
        standings = await self._standings.standings(name, country) if country else everybody
        found = standings.find(find) if find else None
        if found is not None:
            start = max(0, found - BESIDES)
        shown = standings.rows[start : start + limit] if not find or found is not None else ()
        return RankingView(
            pools=pool_views(),
            pool=pool.name,
            computers=computers,
            country=country,
            countries=everybody.countries,
            levels=levels(),
            total=len(standings.rows),
            start=start,
            rows=list(await asyncio.gather(*(self._row(name, standings, row) for row in shown))),
            found=found,
            you=await self._standing(pool, computers, account, standings) if account else None,
        )

    async def favourite(self, account: str | None) -> Pool:
        """The pool in which somebody has played most; for others that of the quickest game."""
        rated = await self._ratings.all_of(account) if account else {}
        games = {pool: rated[pool.name].games for pool in pools() if pool.name in rated}
        usual = pool_of(variant(QUICK))
        assert usual is not None
        return max(games, key=lambda pool: games[pool], default=usual)

    async def foremost(self, account: str) -> RatingView | None:
        """The rating of somebody in the pool in which they have played most."""
        rated = await self._ratings.all_of(account)
        known = [rated[pool.name] for pool in pools() if pool.name in rated]
        return self._view(max(known, key=lambda rating: rating.games)) if known else None

    async def person(self, account: str) -> PersonRatings:
        """All ratings of somebody."""
        found = []
        for pool in pools():
            for computers in (False, True):
                name = pool.name + (COMPUTERS if computers else "")
                standings = await self._standings.standings(name)
                found.append(await self._standing(pool, computers, account, standings))
        return PersonRatings(pool_views(), levels(), [rating for rating in found if rating])

    async def named(self, name: str) -> str | None:
        """The account of a name."""
        rows = await self._database.ask(_NAMED, folded=names.folding(name))
        return rows[0][0] if rows else None

    async def of_game(self, contest: Contest, pool: Pool) -> GameRatings:
        """The ratings of those who play a rated game."""
        steps = await self._ratings.changes(contest.id) if contest.status == "over" else None
        changed = {step.account: step for step in steps or () if step.list == pool.name}
        accounts, seats = await self._ratings.accounts(contest), []
        for chair in contest.chairs.values():
            account = accounts.get(chair.holder)
            if account is None:
                continue
            step = changed.get(account)
            known = step.before if step else await self._ratings.of(account, pool.name)
            before = self._view(self._ratings.rater.before(known, self._keeper.now()))
            after = self._view(step.after) if step else None
            seats.append(
                SeatRating(
                    **_fields(before),
                    seat=chair.name,
                    after=after.rating if after else None,
                    after_unsure=bool(after and after.unsure),
                )
            )
        return GameRatings(pool.name, steps is not None, steps == [], seats)

    # --- parts -------------------------------------------------------------------------------

    def _view(self, rating: Rating) -> RatingView:
        unsure = parameters().is_unsure(rating, self._keeper.now())
        return RatingView(rating.shown, rating.doubt, unsure, rating.games)

    async def _row(self, name: str, standings: Standings, row: Standing) -> RankingRow:
        now = self._keeper.now()
        steps = await self._ratings.history(row.account, name, now - SEASON)
        graph = [steps[0].before.shown, *(step.after.shown for step in steps)] if steps else []
        return RankingRow(
            **_fields(self._view(row.rating)),
            place=standings.place(row),
            name=row.name,
            country=row.country,
            week=_gained(steps, row.rating, now - WEEK),
            graph=_thinned(graph, POINTS),
        )

    async def _standing(
        self, pool: Pool, computers: bool, account: str, standings: Standings
    ) -> PoolRating | None:
        index = standings.index(account)
        if index is None:
            return None
        row = standings.rows[index]
        name = pool.name + (COMPUTERS if computers else "")
        level, wins = self._nearest(pool, row.rating)
        steps = await self._ratings.history(account, name)
        return PoolRating(
            **_fields(self._view(row.rating)),
            pool=pool.name,
            computers=computers,
            place=standings.place(row),
            index=index,
            total=len(standings.rows),
            week=_gained(steps, row.rating, self._keeper.now() - WEEK),
            history=_thinned(_points(steps), LARGE),
            level=level,
            wins=wins,
        )

    def _nearest(self, pool: Pool, rating: Rating) -> tuple[int, int]:
        """The level nearest in strength, and how often in a hundred games one ends before it."""
        given = parameters()
        level = given.level_near(rating.mu)
        other = Rating(given.levels[level - 1], 0.0)
        rater, sure = self._ratings.rater, rating._replace(sigma=0.0)
        chances = [
            chance
            for variant in pool.variants
            for chance in (
                rater.chances(variant, [[sure], [other]])[0][1],
                rater.chances(variant, [[other], [sure]])[1][0],
            )
        ]
        return level, round(100 * fmean(chances))


def pool_views() -> list[PoolView]:
    return [PoolView(pool.name, pool.title, pool.sides) for pool in pools()]


def levels() -> list[int]:
    """The ratings of the nine levels."""
    return [round(level) for level in parameters().levels]


def _gained(steps: Sequence[Step], rating: Rating, since: int) -> int:
    """What a rating has gained since a time."""
    before = next((step.before.mu for step in steps if step.at >= since), rating.mu)
    return round(rating.mu) - round(before)


def _points(steps: Sequence[Step]) -> list[Point]:
    return [(step.at, step.after.shown, step.after.doubt) for step in steps]


def _thinned(points: list[T], most: int) -> list[T]:
    """At most so many of the points, the first and the last among them."""
    if len(points) <= most:
        return points
    return [points[round(n * (len(points) - 1) / (most - 1))] for n in range(most)]


def _fields(view: RatingView) -> dict[str, Any]:
    return {name: getattr(view, name) for name in RatingView.__struct_fields__}


_NAMED = "SELECT id FROM accounts WHERE folded = :folded AND state = 'active'"
