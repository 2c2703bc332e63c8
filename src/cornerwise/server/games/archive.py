"""The archive: games as they are stored, read in slices so that nobody waits for a long one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games import lists
from cornerwise.server.games.contest import Contest
from cornerwise.server.storage.store import Entry, Place, Store, StoreError, Unreadable

SLICE = 8
"""Events of a game that are applied before others have their turn."""


class Archive:
    """Reads games, and what of them is needed, from the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def contest(self, game: str) -> Contest:
        """A game as the sum of its events. Raises Unreadable if they do not make one."""
        bodies = await self._store.events(game) if len(game) <= 32 else []
        if not bodies:
            raise Refusal("not_found", "there is no such game")
        created = _decoded(bodies[:1])[0]
        try:
            assert isinstance(created, m.Created)
            contest = Contest(game, created)
            for first in range(1, len(bodies), SLICE):
                for event in _decoded(bodies[first : first + SLICE]):
                    contest.apply(event)
                await asyncio.sleep(0)  # a long game is not read at everybody's cost
        except Unreadable:
            raise
        except Exception as error:  # whatever is wrong, it is wrong with this game alone
            raise Unreadable(f"the events do not make a game: {error!r}") from error
        return contest

    async def after(self, contest: Contest, seq: int, limit: int = -1) -> list[m.AnyEvent]:
        """The events of a contest after a seq, so many or all."""
        return _decoded(await self._store.events(contest.id, seq, limit))

    async def games_of(
        self, guest: str, limit: int, after: Place | None = None, over: bool | None = None
    ) -> list[Entry]:
        """A guest's list of games, from a place on."""
        entries = await self._store.games_of(guest, limit, after, over)
        return [await self._renewed(entry) for entry in entries]

    async def _renewed(self, entry: Entry) -> Entry:
        """A line that was stored before lines had a board, worked out anew."""
        if b'"board":' in entry.summary:
            return entry
        try:
            contest = await self.contest(entry.place.game)
        except (Refusal, StoreError, msgspec.MsgspecError):
            return entry  # it stays as it is
        return entry._replace(summary=m.encode(lists.summary(contest)))


def _decoded(bodies: Sequence[bytes]) -> list[m.AnyEvent]:
    try:
        return [m.read_event(body) for body in bodies]
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Unreadable(f"an event is damaged: {error}") from error
