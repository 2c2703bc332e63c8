"""The bus of many processes: hints over NATS.

NATS carries hints only. While it is away nothing is lost: every process looks into the store now
and then (`Chronicle.compare`), and goes on hearing when NATS is back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from cornerwise.server.bus import Listener, LocalBus
from cornerwise.server.security import new_id

SUBJECT = "cornerwise.news"
PATIENCE = 1
"""Seconds between attempts to reach the server again."""

log = logging.getLogger("cornerwise.bus")


class NatsBus:
    """Tells the listeners of this process at once, and those of others over NATS.

    A message is a text: who tells it, the game, and its seq or nothing.
    """

    def __init__(self, url: str) -> None:
        self._url, self._me = url, new_id()
        self._local = LocalBus()
        self._client = Client()
        self._connecting: asyncio.Task[None] | None = None

    async def publish(self, game: str, seq: int | None) -> None:
        await self._local.publish(game, seq)
        self._begin()
        if self._client.is_connected:
            text = f"{self._me} {game} {'' if seq is None else seq}"
            with contextlib.suppress(NatsError, OSError):
                await self._client.publish(SUBJECT, text.encode())

    def listen(self, listener: Listener) -> Callable[[], None]:
        self._begin()
        return self._local.listen(listener)

    async def ready(self) -> None:
        """Wait until other processes are heard."""
        self._begin()
        if self._connecting is not None:
            await asyncio.shield(self._connecting)
        await self._client.flush()

    async def close(self) -> None:
        await self._local.close()
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        await self._leave()

    async def _leave(self) -> None:
        with contextlib.suppress(NatsError, OSError):
            await self._client.close()
        transport = self._client._transport  # the client forgets to close one that has failed
        if transport is not None:
            transport.close()  # type: ignore[no-untyped-call]

    def _begin(self) -> None:
        if self._connecting is None:
            self._connecting = asyncio.get_running_loop().create_task(self._connect())

    async def _connect(self) -> None:
        """Reach the server, however long that takes. From then on the client comes back itself."""
        while not self._client.is_connected:
            try:
                await self._client.connect(
                    self._url,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=PATIENCE,
                    error_cb=_noted,
                )
                await self._client.subscribe(SUBJECT, cb=self._heard)
            except (NatsError, OSError, TimeoutError) as error:
                await _noted(error)
                await self._leave()
                self._client = Client()
                await asyncio.sleep(PATIENCE)

    async def _heard(self, message: Msg) -> None:
        teller, _, news = message.data.decode("ascii", "replace").partition(" ")
        game, _, seq = news.partition(" ")
        if teller != self._me and (not seq or seq.isdecimal()):
            await self._local.publish(game, int(seq) if seq else None)


async def _noted(error: Exception) -> None:
    log.warning("the bus is away: %s", error or type(error).__name__)
