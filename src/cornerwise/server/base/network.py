"""From where a server can be reached: from this machine only, or from its network too.

The default is this machine. If the operator allows it (`--allow-lan`), the person at this machine
can open the server to the network from the page. That lasts until the server ends.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Awaitable, Callable

from cornerwise.server.base.addresses import parsed
from cornerwise.server.base.refusals import Refusal

Listen = Callable[[str, int], Awaitable[None]]
"""Listens at one more address and port."""


def own_address() -> str | None:
    """This machine's address in its network; choosing a route for a datagram sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


class Network:
    """Where others find this server, and whether the page may change it.

    address  the beginning of links that others can open; None if only this machine can
    """

    def __init__(self, may_open: bool) -> None:
        self.address: str | None = None
        self._may_open = may_open
        self._port = 0
        self._listen: Listen | None = None

    def begin(self, listener: socket.socket, listen: Listen) -> None:
        """The server listens now."""
        host, self._port = listener.getsockname()[:2]
        self._listen = listen
        if ipaddress.ip_address(host).is_unspecified:
            self._found_at(own_address())
        elif not ipaddress.ip_address(host).is_loopback:
            self._found_at(host)

    def may_open(self, client: str) -> bool:
        """Whether somebody at this address may open the server to the network."""
        at_home = parsed(client)
        return (
            self._may_open
            and self.address is None
            and self._listen is not None
            and at_home is not None
            and at_home.is_loopback
        )

    async def open(self, client: str) -> None:
        if not self.may_open(client):
            raise Refusal("forbidden", "this server is not opened to the network from here")
        assert self._listen is not None
        host = own_address()
        if host is None:
            raise Refusal("not_now", "this machine is in no network")
        try:
            await self._listen(host, self._port)
        except OSError as error:
            raise Refusal("not_now", f"cannot listen at {host}: {error.strerror}") from None
        self._found_at(host)

    def _found_at(self, host: str | None) -> None:
        if host is not None:
            named = f"[{host}]" if ":" in host else host
            self.address = f"http://{named}:{self._port}"
