"""Leases: which work in which game this process does, so that no other does it as well.

A lease is held until it is given up or the process is gone. To lose one costs time, never truth:
of two processes that do the same work the store takes only one event.
"""

from __future__ import annotations

from cornerwise.server.storage.peers import Peers
from cornerwise.server.storage.store import Lease, Store

THINK, RING, TELL, REVIEW, PAIR = "think", "ring", "tell", "review", "pair"
"""The kinds of work: think for the computers of a game, end a turn whose time is up, tell listeners
that a game is over, review it, pair those who look for a game."""
STAND_BY = 3.0
"""Seconds after which a lease that another process holds is asked for again."""


class Leases:
    """Takes leases and gives them up. Who has the store alone holds them all, at no cost."""

    def __init__(self, store: Store, peers: Peers) -> None:
        self._store, self._peers = store, peers
        self._held: set[Lease] = set()

    async def take(self, game: str, purpose: str) -> bool:
        """Whether this process may do some work; what it holds already costs nothing."""
        if not self._store.shared:
            return True
        lease = Lease(game, purpose, self._peers.run)
        if lease in self._held and self._peers.counted:
            return True
        self._held.discard(lease)
        if await self._store.take(lease, self._peers.alive):
            self._held.add(lease)
        return lease in self._held

    async def give_up(self, game: str, *purposes: str) -> bool:
        """Let others do it; whether there was anything to give up."""
        mine = [held for held in self._held if held.game == game and held.purpose in purposes]
        self._held.difference_update(mine)
        if mine:
            await self._store.give_up(mine)
        return bool(mine)
