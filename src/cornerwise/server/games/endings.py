"""Endings: the one place where it is known that a game is over.

Whoever wants to do something then (rate the players, review the game) calls `listen` before the
server starts. The store keeps an ending, written in the same transaction as the event that ended
the game, until every listener is done with it. So each ending is usually told once. If a listener
fails, or the process ends meanwhile, it is told again, here or by another process. So listeners
must accept the same ending twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from cornerwise.server.games.contest import Contest
from cornerwise.server.games.ground import Ground
from cornerwise.server.storage.leases import TELL
from cornerwise.server.storage.store import Ending, Unreadable

Listener = Callable[[Contest], Awaitable[None]]
"""Is told of a contest that is over. It must not change it."""


class Endings:
    """Tells listeners of games that are over."""

    def __init__(self, ground: Ground) -> None:
        self._store, self._archive, self._peers = ground.store, ground.archive, ground.peers
        self._leases, self._work = ground.leases, ground.work
        self._listeners: list[Listener] = []
        self._telling: set[Ending] = set()

    def listen(self, listener: Listener) -> None:
        """Call the listener for every game that ends.

        A game imported as a record does not end here. One that is taken back after its end, as
        who plays alone may do, can end again.
        """
        self._listeners.append(listener)

    def happened(self, contest: Contest) -> None:
        """An event of this process has just ended a game."""
        self._begin(Ending(contest.id, contest.seq), contest)

    async def tell_rest(self) -> None:
        """Tell what a process that is gone has left untold."""
        for ending in await self._store.endings(self._peers.alive):
            self._begin(ending)

    def _begin(self, ending: Ending, contest: Contest | None = None) -> None:
        if ending not in self._telling:
            self._telling.add(ending)
            told = self._work.keep("endings", partial(self._tell, ending, contest))
            told.add_done_callback(lambda _: self._telling.discard(ending))

    async def _tell(self, ending: Ending, contest: Contest | None) -> None:
        if not await self._leases.take(ending.game, TELL):
            return
        try:
            if contest is None:
                contest = await self._archive.contest(ending.game)
        except Unreadable:
            return  # it stays noted, and is told when it can be read again
        if contest.status == "over":
            for listener in self._listeners:
                await listener(contest)
        await self._store.settle(ending)
        await self._leases.give_up(ending.game, TELL)
