"""The bus of many processes: hints over NATS.

NATS carries hints only. While it is away nothing is lost: every process looks into the store now
and then (`Chronicle.compare`), and goes on hearing when NATS is back. Hints about a game have a
subject of their own, so that a process hears only of the games that it follows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from cornerwise.server.storage.bus import Hearer, Listener, LocalBus
from cornerwise.server.storage.nats_wire import Wire

NEWS, GAME, TOLD = "cornerwise.news", "cornerwise.game.", "cornerwise.told"
"""The subjects: of what every process hears, of a game before its id, of what is about no game."""


class NatsBus:
    """Tells the listeners of this process at once, and those of others over NATS."""

    def __init__(self, url: str) -> None:
        self._local = LocalBus()
        self._wire = Wire(url, self._subscribe, echo=False)
        self._followed: dict[str, Subscription | None] = {}  # None: not yet heard
        self._muting = set[asyncio.Task[None]]()

    async def publish(self, game: str, seq: int | None, but: Listener | None = None) -> None:
        await self._local.publish(game, seq, but)
        if game.startswith("@"):
            await self._wire.say(NEWS, game.encode())
        else:
            await self._wire.say(GAME + game, b"" if seq is None else b"%d" % seq)

    async def follow(self, game: str) -> None:
        if game in self._followed:
            return
        self._followed[game] = None
        made = await self._wire.hear(GAME + game, self._heard)
        if made is not None and self._followed.get(game, made) is None:
            self._followed[game] = made
        elif made is not None:  # it was left meanwhile
            await self._wire.mute(made)

    def leave(self, game: str) -> None:
        made = self._followed.pop(game, None)
        if made is not None:  # the broker is told a moment later
            muting = asyncio.create_task(self._wire.mute(made))
            self._muting.add(muting)
            muting.add_done_callback(self._muting.discard)

    def listen(self, listener: Listener) -> Callable[[], None]:
        self._wire.begin()
        return self._local.listen(listener)

    async def tell(self, message: bytes) -> None:
        await self._local.tell(message)
        await self._wire.say(TOLD, message)

    def hear(self, listener: Hearer) -> None:
        self._wire.begin()
        self._local.hear(listener)

    async def ready(self) -> None:
        """Wait until other processes are heard."""
        await self._wire.ready()

    async def close(self) -> None:
        await self._local.close()
        await asyncio.gather(*self._muting)
        await self._wire.close()

    async def _subscribe(self, client: Client) -> None:
        await client.subscribe(NEWS, cb=self._stirred)
        await client.subscribe(TOLD, cb=self._told)
        while waiting := [game for game, made in self._followed.items() if made is None]:
            for game in waiting:
                self._followed[game] = await client.subscribe(GAME + game, cb=self._heard)

    async def _told(self, message: Msg) -> None:
        await self._local.tell(message.data)

    async def _stirred(self, message: Msg) -> None:
        await self._local.publish(message.data.decode("ascii", "replace"), None)

    async def _heard(self, message: Msg) -> None:
        game, seq = message.subject.removeprefix(GAME), message.data
        if game in self._followed and (not seq or seq.isdigit()):
            await self._local.publish(game, int(seq) if seq else None)
