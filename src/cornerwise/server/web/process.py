"""Running the server as a process."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import Callable

import uvicorn

from cornerwise.server.base import logs
from cornerwise.server.base.network import Network
from cornerwise.server.base.security import MESSAGE_LIMIT
from cornerwise.server.base.settings import Settings
from cornerwise.server.thinking.adapters import chosen
from cornerwise.server.thinking.ports import Ports
from cornerwise.server.web.app import make_app
from cornerwise.server.web.door import Door, protocols

MOVED = 200
"""Sockets a second that are asked to move to other processes, at least,"""
LONGEST_FAREWELL = 5.0
"""and seconds after which all have been asked."""


class Server(uvicorn.Server):
    """Tells the application where it listens, can listen at one more address, and sees all out."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        network: Network = self.config.app.state.network  # type: ignore[union-attr]
        for listener in sockets or ():
            network.begin(listener, self._listen)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody come any more, ask those who are here to move to other processes, and end."""
        state = self.config.app.state  # type: ignore[union-attr]
        if state.life.processes > 1:
            for listening in (*self.servers, *(sockets or ())):
                listening.close()
            for connection in list(self.server_state.connections):
                if not isinstance(connection, self.config.ws_protocol_class or ()):
                    connection.shutdown()
            here = len(state.doors.here)
            await state.doors.see_out(min(LONGEST_FAREWELL, here / MOVED))
        await super().shutdown(sockets)

    async def _listen(self, host: str, port: int) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = prepared(socket.create_server((host, port), family=family, backlog=2048))

        def protocol() -> asyncio.Protocol:
            return self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            )

        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(protocol, sock=listener, backlog=2048))


class _Server(Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # Looking through all objects for garbage takes a tenth of a second with thousands of
        # sockets. Nobody is served meanwhile. Garbage is mostly young, so look there.
        gc.enable()
        gc.freeze()
        gc.set_threshold(1_000, 5, 100_000)
        if not self.should_exit:
            self._ready()


def configured(settings: Settings, ports: Callable[[Settings], Ports] = chosen) -> uvicorn.Config:
    """The application with everything that is set about its connections.

    The store is opened at once: if it cannot be, the caller is told rather than the log.
    """
    opened = ports(settings)
    app = make_app(settings, lambda _: opened)
    http, ws = protocols(Door(settings, app.state.handshakes))
    return uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        http=http,
        ws=ws,
        proxy_headers=False,  # addresses.Forwarding does it
        ws_max_size=MESSAGE_LIMIT,  # closes with 1009 before more is kept
        ws_per_message_deflate=False,  # messages are small; a compressor for each socket is not
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=3,
        backlog=2048,
    )


def prepared(listener: socket.socket) -> socket.socket:
    """Let the system drop connections whose other end takes nothing for half a minute."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 30_000)
    return listener


def run(listener: socket.socket, settings: Settings, ready: Callable[[], None]) -> None:
    """Serve at a socket that listens already, until the process is told to end."""
    logs.begin(settings.log_format)
    sys.setswitchinterval(0.001)  # a search in Python lets the event loop have its turn sooner
    _Server(configured(settings), ready).run(sockets=[prepared(listener)])
