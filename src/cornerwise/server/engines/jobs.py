"""Jobs: searches as values. Each has a name, can be sent elsewhere, and knows what it may cost.

A pool carries jobs out, in threads of this process or in workers elsewhere (docs/many.md). While it
does, an `Attempt` tells the job when to end, and the `Memory` of the place has what was searched
there before.
"""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from cornerwise.computer import Player
from cornerwise.engine import Analysis, Engine

T = TypeVar("T")
J = TypeVar("J", bound="type[Job[Any]]")
PLAYER_MEMORY = 64 << 20
"""Bytes that the search for a move may take."""
NAMES = 32
"""Of so many games the newest searches are remembered. One takes up to half a megabyte. What was
forgotten is searched again, with the same outcome."""


class Busy(Exception):
    """All places for searches are taken, or all that one owner may have."""


class Interrupted(Exception):
    """A search gave way to others, or its place ends: it may be asked for again at once."""


@runtime_checkable
class Stoppable(Protocol):
    """Whatever can be ended early, from any thread: it then comes to an end at once."""

    def stop(self) -> None: ...


# --- where jobs are carried out -----------------------------------------------------------


class Memory:
    """What was searched lately, by the name of what it was searched for."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, OrderedDict[str, Analysis]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, name: str) -> OrderedDict[str, Analysis]:
        """What was searched under this name, each position by its key; to be added to."""
        with self._lock:
            known = self._kept.pop(name, None)
            self._kept[name] = known = OrderedDict() if known is None else known
            while len(self._kept) > NAMES:
                self._kept.popitem(last=False)
            return known


def player(level: int) -> Player:
    """The computer player of a level."""
    return Engine(level=level, memory=PLAYER_MEMORY)


class Attempt:
    """One carrying out of a job, which can be told to end from any thread.

    stopped  whether it was
    """

    def __init__(self, memory: Memory, players: Callable[[int], Player] = player) -> None:
        self.memory, self.players = memory, players
        self.stopped = False
        self._under_way: list[Stoppable] = []
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def ending(self, search: object, seconds: float | None = None) -> Iterator[None]:
        """Within this, a search that can be stopped is: with the attempt, or after so long.

        Raises Interrupted if the attempt was told to end already.
        """
        if not isinstance(search, Stoppable):
            yield
            return
        with self._lock:
            self.check()
            self._under_way.append(search)
        alarm = None if seconds is None else threading.Timer(seconds, search.stop)
        if alarm is not None:
            alarm.daemon = True
            alarm.start()
        try:
            yield
        finally:
            if alarm is not None:
                alarm.cancel()
            with self._lock:
                self._under_way.remove(search)

    def check(self) -> None:
        """Raises Interrupted if it was told to end."""
        if self.stopped:
            raise Interrupted

    def stop(self) -> None:
        self.stopped = True
        with self._lock:
            for search in self._under_way:
                search.stop()


# --- what is carried out ------------------------------------------------------------------


class Job(Struct, Generic[T], frozen=True, kw_only=True):
    """A search that bounds itself in time.

    Its fields are all that it needs. The annotations of `run` say what it finds, so that an answer
    from elsewhere can be read.
    """

    @property
    def cost(self) -> float:
        """How many seconds it may take, roughly."""
        return 1.0

    @property
    def spare(self) -> bool:
        """Whether it begins only when no other waits, and gives way when one comes."""
        return False

    @property
    def advice(self) -> bool:
        """Whether it is for somebody who looks at the board until it is there."""
        return False

    def run(self, attempt: Attempt) -> T:
        """What it finds."""
        raise NotImplementedError


class Course(Job[T], Generic[T], frozen=True):
    """A search that tells what it has found again and again, and may be left at any time.

    Its cost is that of one step.
    """

    def steps(self, attempt: Attempt) -> Iterator[T]:
        raise NotImplementedError


JOBS: dict[str, type[Job[Any]]] = {}
"""The jobs that can be sent elsewhere, by their names."""


def job(kind: J) -> J:
    """Makes a job known by the name of its class."""
    JOBS[kind.__name__] = kind
    return kind
