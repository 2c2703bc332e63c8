"""The transcript: what was said at games, as the store keeps it."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from cornerwise.server.storage.database import Change, Database, Row
from cornerwise.server.talk.floods import Spoken

Place = Literal["players", "spectators"]


class ChatLine(NamedTuple):
    """Something said at a game.

    author  who said it, as one string: a guest or an account
    name    what the author was called then; empty for a guest without a name
    seat    where the author sat; empty for spectators
    phrase  the id of a canned phrase, or empty
    body    what was written, or empty
    hidden  whether only the author sees it
    """

    id: int
    at: int
    room: Place
    author: str
    name: str
    seat: str
    phrase: str
    body: str
    hidden: bool


LATELY = 2000
"""So many lines at all games are said lately: many more than between two heartbeats."""


class Transcript:
    """Keeps what was said."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, game: str, line: ChatLine) -> int:
        """Keep a line; tells its id, which grows."""
        values = {**line._asdict(), "game": game, "hidden": int(line.hidden)}
        del values["id"]
        made = await self._database.change(Change(_ADD, values))
        assert made is not None
        return int(made[0][0][0])

    async def newest(self, game: str, most: int) -> list[ChatLine]:
        """The newest lines at a game, so many of players and of spectators, the oldest first."""
        found: list[ChatLine] = []
        for room in get_args(Place):
            rows = await self._database.ask(_NEWEST, game=game, room=room, most=most)
            found += map(_line, rows)
        return sorted(found, key=lambda line: line.id)

    async def lately(self) -> dict[str, int]:
        """Where something was said lately: the id of the newest line at each of those games."""
        rows = await self._database.ask(_LATELY, most=LATELY)
        return {str(game): int(id) for game, id in rows}

    async def around(self, game: str, line: int, most: int) -> list[ChatLine]:
        """A line with those just before and after it."""
        rows = await self._database.ask(_BEFORE, game=game, id=line, most=most)
        later = await self._database.ask(_AFTER, game=game, id=line, most=most)
        return [_line(row) for row in [*reversed(rows), *later]]

    async def said_by(self, author: str, since: int) -> list[Spoken]:
        """What somebody said lately, wherever."""
        rows = await self._database.ask(_SAID_BY, author=author, since=since)
        return [Spoken(*row) for row in rows]

    async def count(self, game: str, room: Place) -> int:
        rows = await self._database.ask(_COUNT, game=game, room=room)
        return int(rows[0][0])

    async def forget(self, before: int) -> None:
        """Drop what is older."""
        await self._database.change(Change("DELETE FROM chat WHERE at < :at", {"at": before}))


def _line(row: Row) -> ChatLine:
    line = ChatLine(*row)
    return line._replace(hidden=bool(line.hidden))


_COLUMNS = "id, at, room, author, name, seat, phrase, body, hidden"
_ADD = """
    INSERT INTO chat (game, at, room, author, name, seat, phrase, body, hidden)
    VALUES (:game, :at, :room, :author, :name, :seat, :phrase, :body, :hidden) RETURNING id
"""
_NEWEST = f"""
    SELECT {_COLUMNS} FROM chat WHERE game = :game AND room = :room ORDER BY id DESC LIMIT :most
"""
_LATELY = """
    SELECT game, MAX(id) FROM (SELECT game, id FROM chat ORDER BY id DESC LIMIT :most) AS newest
    GROUP BY game
"""
_BEFORE = f"""
    SELECT {_COLUMNS} FROM chat WHERE game = :game AND id <= :id ORDER BY id DESC LIMIT :most
"""
_AFTER = f"SELECT {_COLUMNS} FROM chat WHERE game = :game AND id > :id ORDER BY id LIMIT :most"
_SAID_BY = "SELECT at, body FROM chat WHERE author = :author AND at > :since ORDER BY id"
_COUNT = "SELECT COUNT(*) FROM chat WHERE game = :game AND room = :room"
