"""Rooms: the games in memory.

A room keeps a contest in memory while somebody looks at it. No process owns a game: the store
decides whose event comes next, and a room that hears of news reads them from there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games.contest import Contest
from cornerwise.server.games.ground import Ground
from cornerwise.server.games.inception import listed
from cornerwise.server.games.lists import line_of
from cornerwise.server.games.room import Room
from cornerwise.server.storage.store import Holding, Unreadable

log = logging.getLogger("cornerwise.rooms")


class Rooms:
    """All games that this process has in memory.

    aside  games that cannot be read, with the reason
    wake   is called with every room that comes into memory
    renew  brings a room up to date that is behind
    """

    def __init__(
        self,
        ground: Ground,
        wake: Callable[[Room], None],
        renew: Callable[[Room], Awaitable[None]],
    ) -> None:
        self._store, self._archive, self._keeper = ground.store, ground.archive, ground.keeper
        self._bus, self._wake, self._renew = ground.bus, wake, renew
        self.aside: dict[str, str] = {}
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}

    def __contains__(self, game: str) -> bool:
        """Whether a game is in memory as it is now."""
        return game in self._rooms and not self._rooms[game].behind

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def connected(self) -> int:
        """How many sockets are open to games."""
        return sum(len(room.connections) for room in self._rooms.values())

    @property
    def thinking(self) -> int:
        """In how many games a computer is thinking or waits for its turn to think."""
        return sum(room.thinking is not None for room in self._rooms.values())

    def get(self, game: str) -> Room | None:
        """The room of a game, if it is in memory."""
        return self._rooms.get(game)

    async def room(self, game: str) -> Room:
        """The room of a game, read from the store if need be."""
        room = self._rooms.get(game)
        if room is None:
            if game not in self._loading:
                self._loading[game] = asyncio.ensure_future(self._load(game))
                self._loading[game].add_done_callback(partial(self._loaded, game))
            room = await asyncio.shield(self._loading[game])
        if room.behind:
            await self._renew(room)
        room.used = asyncio.get_running_loop().time()
        return room

    def _loaded(self, game: str, loading: asyncio.Future[Room]) -> None:
        del self._loading[game]
        if not loading.cancelled():
            loading.exception()  # told to those who wait, if there is anybody

    async def _load(self, game: str) -> Room:
        """Follow the game, then read it: what happens in between is heard of."""
        await self._bus.follow(game)
        try:
            return await self._read(game)
        except BaseException:
            self._bus.leave(game)
            raise

    async def _read(self, game: str) -> Room:
        try:
            contest = await self._archive.contest(game)
        except Unreadable as error:
            self._set_aside(game, error)
            raise Refusal("unreadable", "what was stored of this game is damaged") from None
        holdings = await self._store.holdings(game)
        generations = await self._store.generations(game)
        self.aside.pop(game, None)
        return self._enter(contest, holdings, generations)

    def _enter(
        self,
        contest: Contest,
        holdings: Iterable[Holding],
        generations: dict[str, int] | None = None,
    ) -> Room:
        """Keep a contest in memory, and let it go on."""
        room = Room(contest, {}, opened=self._keeper.now(), generations=generations or {})
        for guest, holder in holdings:
            room.let(guest, holder)
        room.used = asyncio.get_running_loop().time()
        self._rooms[contest.id] = room
        self._wake(room)
        return room

    def _set_aside(self, game: str, error: Exception) -> None:
        """Note a game that cannot be read; others go on, and it does if it can be read again."""
        if game not in self.aside:
            log.error("game %s… cannot be read and is set aside: %s", game[:6], error)
        self.aside[game] = str(error)

    async def open(self, game: str, created: m.Created, holdings: Sequence[Holding]) -> Room:
        """A game that has just been made."""
        contest = Contest(game, created)
        await self._bus.follow(game)
        await self._store.append(game, 0, m.encode(created), line_of(contest), holdings)
        if created.listed:
            await self._store.change(listed(contest))
        return self._enter(contest, holdings)

    def forget(self, room: Room) -> None:
        """Keep a room no longer."""
        self._rooms.pop(room.contest.id, None)
