"""The bus of many processes: hints over NATS.

NATS carries hints only. While it is away nothing is lost: every process looks into the store now
and then (`Chronicle.compare`), and goes on hearing when NATS is back.
"""

from __future__ import annotations

from collections.abc import Callable

from nats.aio.client import Client
from nats.aio.msg import Msg

from cornerwise.server.bus import Hearer, Listener, LocalBus
from cornerwise.server.nats_wire import Wire
from cornerwise.server.security import new_id

SUBJECT, TOLD = "cornerwise.news", "cornerwise.told"


class NatsBus:
    """Tells the listeners of this process at once, and those of others over NATS.

    A message is a text: who tells it, the game, and its seq or nothing.
    """

    def __init__(self, url: str) -> None:
        self._me = new_id()
        self._local = LocalBus()
        self._wire = Wire(url, self._subscribe)

    async def publish(self, game: str, seq: int | None) -> None:
        await self._local.publish(game, seq)
        text = f"{self._me} {game} {'' if seq is None else seq}"
        await self._wire.say(SUBJECT, text.encode())

    def listen(self, listener: Listener) -> Callable[[], None]:
        self._wire.begin()
        return self._local.listen(listener)

    async def tell(self, message: bytes) -> None:
        await self._local.tell(message)
        await self._wire.say(TOLD, self._me.encode() + b" " + message)

    def hear(self, listener: Hearer) -> None:
        self._wire.begin()
        self._local.hear(listener)

    async def ready(self) -> None:
        """Wait until other processes are heard."""
        await self._wire.ready()

    async def close(self) -> None:
        await self._local.close()
        await self._wire.close()

    async def _subscribe(self, client: Client) -> None:
        await client.subscribe(SUBJECT, cb=self._heard)
        await client.subscribe(TOLD, cb=self._told)

    async def _told(self, message: Msg) -> None:
        teller, _, told = message.data.partition(b" ")
        if teller != self._me.encode():
            await self._local.tell(told)

    async def _heard(self, message: Msg) -> None:
        teller, _, news = message.data.decode("ascii", "replace").partition(" ")
        game, _, seq = news.partition(" ")
        if teller != self._me and (not seq or seq.isdecimal()):
            await self._local.publish(game, int(seq) if seq else None)
