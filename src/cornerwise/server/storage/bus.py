"""The bus: how processes tell each other that a game has news.

A message is only a hint ("game X has reached seq n"). The store has the truth, so a lost hint costs
a moment and nothing else. A hint without a seq says that something besides the events has changed:
who may act as whom, or who is there. `Bus` is the port; `LocalBus` serves a single process.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, int | None], None]
"""Called with a game and its newest seq, if that is new. It must not block."""
Hearer = Callable[[bytes], None]
"""Called with a message that is about no game. It must not block."""


class Bus(Protocol):
    """How processes tell each other that a game has news."""

    async def publish(self, game: str, seq: int | None, but: Listener | None = None) -> None:
        """Tell every listener of this process but one, and of others that follow the game.

        What begins with `@` is no game, and every process is told.
        """

    async def follow(self, game: str) -> None:
        """Hear what other processes tell of a game: from now on, or once they can be heard."""

    def leave(self, game: str) -> None:
        """Follow a game no longer, from now on."""

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call the listener for every hint from now on; the result ends that."""

    async def tell(self, message: bytes) -> None:
        """Tell every process, this one included, something that is about no game."""

    def hear(self, listener: Hearer) -> None:
        """Call the listener with every such message from now on."""

    async def close(self) -> None: ...


class LocalBus:
    """The bus of a single process: calls its listeners."""

    def __init__(self) -> None:
        self._listeners: dict[int, Listener] = {}
        self._hearers: list[Hearer] = []
        self._next = 0

    async def publish(self, game: str, seq: int | None, but: Listener | None = None) -> None:
        for listener in list(self._listeners.values()):
            if listener != but:
                listener(game, seq)

    async def follow(self, game: str) -> None:
        """Nobody else tells anything."""

    def leave(self, game: str) -> None:
        pass

    def listen(self, listener: Listener) -> Callable[[], None]:
        key, self._next = self._next, self._next + 1
        self._listeners[key] = listener
        return lambda: self._listeners.pop(key, None) and None

    async def tell(self, message: bytes) -> None:
        for hearer in self._hearers:
            hearer(message)

    def hear(self, listener: Hearer) -> None:
        self._hearers.append(listener)

    async def close(self) -> None:
        self._listeners.clear()
        self._hearers.clear()
