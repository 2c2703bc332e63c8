"""Peers: the processes that share a store, and which of them run.

Every process notes in the store that it runs. Who has not done so for `PAUSE` milliseconds is taken
to be gone: its leases are free for others, and its guests are away.
"""

from __future__ import annotations

from cornerwise.server.base.clocks import PAUSE, Timekeeper
from cornerwise.server.base.security import new_id
from cornerwise.server.storage.store import Store


class Peers:
    """This process among those that use the same store.

    others  the runs of other processes, each with its last beat
    """

    def __init__(self, store: Store, keeper: Timekeeper) -> None:
        self._store, self._keeper = store, keeper
        self._id, self._number = new_id(), keeper.number
        self._beaten = 0
        self.others: dict[str, int] = {}

    @property
    def run(self) -> str:
        """The name of this run. A process that was stopped for long begins another one."""
        return f"{self._id}.{self._keeper.number}"

    @property
    def alive(self) -> int:
        """Who has beaten since then runs."""
        return self._keeper.now() - PAUSE

    @property
    def counted(self) -> bool:
        """Whether the others take this process to be running."""
        return self._beaten > self.alive

    async def beat(self) -> set[str]:
        """Note that this process runs; tells which others have ended since the last time."""
        now, run = self._keeper.now(), self.run
        await self._store.beat(run, self._keeper.start, now)
        self._beaten = now
        if not self._store.shared:
            return set()
        if self._number != self._keeper.number:  # the others ran on while we did not
            self._keeper.learn(await self._store.runs())
            self._number = self._keeper.number
        found = await self._store.running(self.alive)
        found.pop(run, None)
        gone = set(self.others) - set(found)
        self.others = found
        return gone

    async def depart(self) -> None:
        """This process ends."""
        if self._store.shared:
            await self._store.depart(self.run, self._keeper.now())
