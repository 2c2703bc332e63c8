"""A queue that gives every owner its share, whoever puts how much into it."""

from __future__ import annotations

import heapq
from collections import defaultdict
from itertools import count
from typing import Generic, TypeVar

T = TypeVar("T")
OWNERS = 1000
"""So many are remembered. Then those are forgotten who have nothing waiting and had least."""


class FairQueue(Generic[T]):
    """Work that waits, of many owners: next is the cheapest of whoever has had least so far.

    An owner who comes anew begins where the others are: having been away earns nothing.

    >>> queue = FairQueue()
    >>> for n in range(3):
    ...     queue.put("eve", 9.0, f"eve {n}")
    >>> queue.put("ana", 1.0, "ana 0")
    >>> [queue.take()[1] for _ in range(len(queue))]
    ['eve 0', 'ana 0', 'eve 1', 'eve 2']
    """

    def __init__(self) -> None:
        self._waiting: dict[str, list[tuple[float, int, T]]] = {}
        self._had: defaultdict[str, float] = defaultdict(float)
        self._reached = 0.0
        self._numbers = count()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def put(self, owner: str, cost: float, item: T) -> None:
        """Let an item wait that is thought to cost so much."""
        if owner not in self._waiting:
            self._had[owner] = max(self._had[owner], self._reached)
        heapq.heappush(self._waiting.setdefault(owner, []), (cost, next(self._numbers), item))
        self._length += 1

    def take(self) -> tuple[str, T]:
        """The next item and its owner, who is charged what it is thought to cost."""
        owner = min(self._waiting, key=lambda name: self._had[name])
        cost, _, item = heapq.heappop(self._waiting[owner])
        if not self._waiting[owner]:
            del self._waiting[owner]
        self._length -= 1
        self._reached = max(self._reached, self._had[owner])
        self.charge(owner, cost)
        return owner, item

    def charge(self, owner: str, cost: float) -> None:
        """Something cost an owner more than was thought, or less."""
        self._had[owner] += cost
        if len(self._had) > OWNERS:
            idle = [name for name in self._had if name not in self._waiting]
            idle.sort(key=lambda name: self._had[name])
            for name in idle[: OWNERS // 2]:
                del self._had[name]
