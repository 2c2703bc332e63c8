"""Feats: the puzzles and problems that somebody has solved, and on which days.

A browser keeps them by itself. For who is signed in they are kept with the account, too: what
several browsers know is merged, and nothing is lost, in whatever order they come.
"""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.storage.database import Change, Database

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Day = Annotated[str, Meta(pattern=r"^20\d\d-[01]\d-[0-3]\d$")]
Name = Annotated[str, Meta(pattern=r"^[\w-]{1,64}$")]
Milliseconds = Annotated[int, Meta(ge=0, le=1 << 40)]
ATTEMPTS = 5
DAYS, PUZZLES, PROBLEMS = 4000, 4000, 8000
"""So many of each are kept at most, however many browsers bring theirs."""
T = TypeVar("T", int, tuple[int, int])
F = TypeVar("F")


class ProblemFeat(Struct, forbid_unknown_fields=True, frozen=True):
    """How somebody did with a problem; `first` says whether the first try was right."""

    first: bool | None = None
    misses: Count = 0
    hints: Count = 0
    solved: bool = False


class ProblemRating(Struct, forbid_unknown_fields=True, frozen=True):
    rating: Annotated[float, Meta(ge=0, le=5000)] = 0
    deviation: Annotated[float, Meta(ge=0, le=1000)] = 0
    tries: Count = 0
    day: Annotated[str, Meta(max_length=10)] = ""


class Feats(Struct, forbid_unknown_fields=True, frozen=True):
    """All of it.

    days      on which the puzzle of the day was solved, each with the hints it took
    puzzles   that are solved, each with the hints and milliseconds it took
    problems  that were tried
    rating    in problems
    """

    days: Annotated[dict[Day, Count], Meta(max_length=DAYS)] = {}
    puzzles: Annotated[dict[Name, tuple[Count, Milliseconds]], Meta(max_length=PUZZLES)] = {}
    problems: Annotated[dict[Name, ProblemFeat], Meta(max_length=PROBLEMS)] = {}
    rating: ProblemRating = ProblemRating()

    def joined(self, other: Feats) -> Feats:
        """What two browsers know together: of each feat the better, of each try the first."""
        days = {day: _least(self.days, other.days, day) for day in {**self.days, **other.days}}
        puzzles = {
            name: _least(self.puzzles, other.puzzles, name)
            for name in {**self.puzzles, **other.puzzles}
        }
        problems = {
            name: _both(self.problems.get(name), other.problems.get(name))
            for name in {**self.problems, **other.problems}
        }
        return Feats(
            _fewer(days, DAYS),
            _fewer(puzzles, PUZZLES),
            _fewer(problems, PROBLEMS),
            max(self.rating, other.rating, key=_experience),
        )


def _fewer(feats: dict[str, F], most: int) -> dict[str, F]:
    """At most so many, whatever the order in which they came: of days the newest."""
    if len(feats) <= most:
        return feats
    return {name: feats[name] for name in sorted(feats, reverse=True)[:most]}


def _least(mine: dict[str, T], theirs: dict[str, T], key: str) -> T:
    return min((known[key] for known in (mine, theirs) if key in known), key=_cost)


def _cost(feat: int | tuple[int, int]) -> tuple[int, ...]:
    return feat if isinstance(feat, tuple) else (feat,)


def _both(mine: ProblemFeat | None, theirs: ProblemFeat | None) -> ProblemFeat:
    if mine is None or theirs is None:
        return mine or theirs or ProblemFeat()
    firsts = [one.first for one in (mine, theirs) if one.first is not None]
    return ProblemFeat(
        all(firsts) if firsts else None,
        max(mine.misses, theirs.misses),
        max(mine.hints, theirs.hints),
        mine.solved or theirs.solved,
    )


def _experience(rating: ProblemRating) -> tuple[int, str, float, float]:
    return rating.tries, rating.day, -rating.deviation, rating.rating


class FeatsBook:
    """Keeps the feats of accounts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: str) -> Feats:
        return (await self._known(person))[1]

    async def add(self, person: str, feats: Feats) -> Feats:
        """Merge what a browser knows with what is known; tells all of it."""
        for _ in range(ATTEMPTS):  # another browser may bring its own at the same time
            version, known = await self._known(person)
            together = known.joined(feats)
            if together == known:
                return known
            body = msgspec.json.encode(together)
            values = {"person": person, "version": version, "next": version + 1, "body": body}
            change = Change(_FIRST if version == 0 else _NEXT, values, needed=True)
            if await self._database.change(change) is not None:
                return together
        raise Refusal("busy", "too many browsers are saving their puzzles right now", retry_after=1)

    async def _known(self, person: str) -> tuple[int, Feats]:
        query = "SELECT version, body FROM feats WHERE person = :person"
        rows = await self._database.ask(query, person=person)
        if not rows:
            return 0, Feats()
        return rows[0][0], msgspec.json.decode(bytes(rows[0][1]), type=Feats)


_FIRST = """
    INSERT INTO feats (person, version, body)
    SELECT CAST(:person AS TEXT), CAST(:next AS INTEGER), :body WHERE CAST(:version AS INTEGER) = 0
    ON CONFLICT DO NOTHING RETURNING 1
"""
_NEXT = """
    UPDATE feats SET version = :next, body = :body
    WHERE person = :person AND version = :version RETURNING 1
"""
