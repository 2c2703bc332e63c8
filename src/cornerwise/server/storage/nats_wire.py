"""A connection to NATS that is made when there is a server, and comes back by itself."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from nats.aio.client import NO_RESPONDERS_STATUS, Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError

PATIENCE = 1
"""Seconds between attempts to reach the server again."""
CONFIRMED = 1
"""Seconds in which the server has to confirm that something is heard."""

Heard = Callable[[Msg], Awaitable[None]]

log = logging.getLogger("cornerwise.bus")


class Wire:
    """Says and hears messages by their subjects. While the server is away nothing is said.

    listen  subscribes to what shall be heard, once there is a connection
    echo    whether it hears what it says itself
    """

    def __init__(
        self, url: str, listen: Callable[[Client], Awaitable[object]], echo: bool = True
    ) -> None:
        self._url, self._listen, self._echo = url, listen, echo
        self._client = Client()
        self._connecting: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        """Whether others can be heard and hear."""
        listening = self._connecting is not None and self._connecting.done()
        return listening and self._client.is_connected

    async def say(self, subject: str, message: bytes, reply: str = "") -> bool:
        """Whether it was said; whether it was heard is not known."""
        self.begin()
        if self.connected:
            with contextlib.suppress(NatsError, OSError):
                await self._client.publish(subject, message, reply)
                return True
        return False

    async def hear(self, subject: str, heard: Heard) -> Subscription | None:
        """Hear a subject, too: from now on, or from when the server is back.

        Nothing if there has been no connection yet: then `listen` sees to it.
        """
        if self._connecting is None or not self._connecting.done():
            return None
        with contextlib.suppress(NatsError, OSError):
            made = await self._client.subscribe(subject, cb=heard)
            if self._client.is_connected:
                with contextlib.suppress(NatsError, OSError, TimeoutError):
                    await self._client.flush(CONFIRMED)
            return made
        return None

    async def mute(self, heard: Subscription) -> None:
        """Hear no more of a subject."""
        with contextlib.suppress(NatsError, OSError):
            await heard.unsubscribe()

    def begin(self) -> None:
        """Reach the server, in the background."""
        if self._connecting is None:
            self._connecting = asyncio.get_running_loop().create_task(self._connect())

    async def ready(self) -> None:
        """Wait until what others say is heard."""
        self.begin()
        if self._connecting is not None:
            await asyncio.shield(self._connecting)
        with contextlib.suppress(NatsError, OSError, TimeoutError):  # it comes back by itself
            await self._client.flush()

    async def close(self) -> None:
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        if self._client.is_connected:
            with contextlib.suppress(NatsError, OSError, TimeoutError):
                await self._client.flush(1)  # what was said last is on its way
        await self._leave()

    async def _leave(self) -> None:
        # One that was never quite connected cannot be closed, and says so by errors of its own.
        with contextlib.suppress(NatsError, OSError, AssertionError, AttributeError):
            await self._client.close()
        transport = self._client._transport  # the client forgets to close one that has failed
        if transport:
            transport.close()  # type: ignore[no-untyped-call]

    async def _connect(self) -> None:
        """Reach the server, however long that takes. From then on the client comes back itself."""
        while not self._client.is_connected:
            try:
                await self._client.connect(
                    self._url,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=PATIENCE,
                    no_echo=not self._echo,
                    error_cb=_noted,
                )
                await self._listen(self._client)
            except (NatsError, OSError, TimeoutError) as error:
                await _noted(error)
                await self._leave()
                self._client = Client()
                await asyncio.sleep(PATIENCE)


def unheard(message: Msg) -> bool:
    """Whether this is the broker's word that nobody listens where we have asked."""
    return message.headers is not None and message.headers.get("Status") == NO_RESPONDERS_STATUS


async def _noted(error: Exception) -> None:
    log.warning("the bus is away: %s", error or type(error).__name__)
