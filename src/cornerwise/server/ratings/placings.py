"""Placings: how the games of each person ended, kept apart so that nobody has to read all games.

Every game that ends here is noted; games that ended before are read in the background when the
server starts. Guests have placings, too: they come along into an account.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from cornerwise.server.games.contest import Chair, Contest
from cornerwise.server.games.ground import Ground
from cornerwise.server.storage.database import Change
from cornerwise.server.storage.store import Unreadable

OWNER, EVERYBODY, PLAYERS = 0, 1, 2
"""Who finds a game on somebody's page: only its owner, everybody, or whoever played in it, too."""
BATCH = 50
"""Older games that are looked for at a time."""


class SeatTally(NamedTuple):
    """How often somebody had a seat of a variant, and won."""

    variant: str
    seat: str
    games: int
    won: float


class Placings:
    """Notes who won, and counts."""

    def __init__(self, ground: Ground) -> None:
        self._store, self._archive = ground.store, ground.archive

    async def note(self, contest: Contest) -> None:
        """Note a game that is over; if it ends once more, what was noted before is replaced."""
        rows = [Change("DELETE FROM placings WHERE game = :game", {"game": contest.id})]
        holders = Counter(chair.holder for chair in contest.chairs.values())
        for chair in contest.chairs.values() if _counts(contest) else ():
            if holders[chair.holder] == 1:  # who sits on both sides has won nothing
                rows.append(_row(contest, chair))
        await self._store.change(*rows, _read(contest.id))

    async def catch_up(self) -> None:
        """Note the games that ended before this was known to be of interest."""
        after = ""
        while found := await self._store.ask(_MISSING, after=after, most=BATCH):
            for (game,) in found:
                after = game
                try:
                    await self.note(await self._archive.contest(game))
                except Unreadable:
                    await self._store.change(_read(game))

    async def tallies(self, person: str) -> list[SeatTally]:
        """How somebody has done, by variant and seat; the most played first."""
        return [SeatTally(*row) for row in await self._store.ask(_TALLIES, person=person)]

    async def count(self, person: str) -> int:
        return int((await self._store.ask(_COUNT, person=person))[0][0])

    async def between(self, person: str, other: str) -> tuple[int, int]:
        """How often each of two has won where the other lost."""
        rows = await self._store.ask(_BETWEEN, person=person, other=other)
        return int(rows[0][0] or 0), int(rows[0][1] or 0)

    async def recent(self, person: str, most: int, reader: str) -> list[bytes]:
        """Summaries of the newest games, as far as a reader may find them here."""
        rows = await self._store.ask(_RECENT, person=person, most=most, reader=reader)
        return [bytes(row[0]) for row in rows]


def _counts(contest: Contest) -> bool:
    """Whether a game says something of its players: it was begun here, and played by sides."""
    return contest.created.record is None and not contest.begun and len(contest.chairs) > 1


def _row(contest: Contest, chair: Chair) -> Change:
    """The rows of whoever has a seat now: a guest may become an account at this very moment."""
    winners = contest.winners
    teams = {one.team for one in contest.chairs.values() if one.name in winners}
    values = {
        "game": contest.id, "holder": chair.holder, "seat": chair.name,
        "variant": contest.variant.name, "won": 1 / len(teams) if chair.team in teams else 0.0,
        "shown": _shown(contest, chair), "at": contest.updated,
    }  # fmt: skip
    return Change(_NOTE, values)


def _shown(contest: Contest, chair: Chair) -> int:
    """Who finds a game: what was made with a link only stays with those who have the link."""
    if not chair.account:
        return OWNER
    return EVERYBODY if contest.created.listed or contest.alone else PLAYERS


def _read(game: str) -> Change:
    """The row that says that a game was read."""
    return Change(_READ, {"game": game})


_NOTE = """
    INSERT INTO placings (game, person, seat, variant, won, shown, at)
    SELECT game, guest, CAST(:seat AS TEXT), CAST(:variant AS TEXT), CAST(:won AS REAL),
           CAST(:shown AS INTEGER), CAST(:at AS BIGINT)
    FROM holdings WHERE game = :game AND holder = :holder AND NOT EXISTS (
        SELECT 1 FROM holdings others WHERE others.game = holdings.game
        AND others.guest = holdings.guest AND others.holder <> holdings.holder
    ) ON CONFLICT DO NOTHING
"""
_READ = """
    INSERT INTO placings (game, person, seat, variant, won, shown, at)
    VALUES (:game, '', '', '', 0, 0, 0) ON CONFLICT DO NOTHING
"""
_MISSING = """
    SELECT id FROM games WHERE over = 1 AND id > :after AND NOT EXISTS (
        SELECT 1 FROM placings WHERE placings.game = games.id AND placings.person = ''
    ) ORDER BY id LIMIT :most
"""
_TALLIES = """
    SELECT variant, seat, COUNT(*), SUM(won) FROM placings WHERE person = :person
    GROUP BY variant, seat ORDER BY COUNT(*) DESC, variant, seat
"""
_COUNT = "SELECT COUNT(*) FROM placings WHERE person = :person"
_BETWEEN = """
    SELECT SUM(CASE WHEN mine.won > theirs.won THEN 1 ELSE 0 END),
           SUM(CASE WHEN theirs.won > mine.won THEN 1 ELSE 0 END)
    FROM placings mine JOIN placings theirs ON theirs.game = mine.game
    WHERE mine.person = :person AND theirs.person = :other
"""
_RECENT = f"""
    SELECT summary FROM placings JOIN games ON games.id = placings.game
    WHERE person = :person AND (
        shown = {EVERYBODY} OR person = :reader OR (shown = {PLAYERS} AND EXISTS (
            SELECT 1 FROM holdings WHERE holdings.game = placings.game AND guest = :reader
        ))
    ) ORDER BY at DESC, placings.game LIMIT :most
"""
