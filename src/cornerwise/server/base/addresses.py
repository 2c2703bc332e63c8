"""Addresses: which of them count as one, and whose word about others is believed."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from functools import lru_cache

from starlette.types import ASGIApp, Receive, Scope, Send

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def parsed(text: str) -> _Address | None:
    """An address from its text, if it is one; IPv4 within IPv6 is IPv4."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@lru_cache(maxsize=10_000)
def counted(host: str) -> str:
    """Under what an address is counted: of IPv6 its /64, which one household has to itself.

    >>> counted("192.0.2.7"), counted("::ffff:192.0.2.7"), counted("2001:db8::1:2"), counted("?")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64', 'unknown')
    """
    address = parsed(host)
    if address is None:
        return "unknown"
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False))


class Proxies:
    """The networks in which our own proxies are; nobody else is believed to speak for others."""

    def __init__(self, networks: Sequence[str]) -> None:
        self._networks: list[_Network] = [ipaddress.ip_network(name) for name in networks]

    def trust(self, host: str) -> bool:
        address = parsed(host)
        return address is not None and any(address in network for network in self._networks)

    def client(self, forwarded: str) -> str | None:
        """For whom a proxy asks: the last address in its list that is not a proxy's own.

        >>> Proxies(["127.0.0.1/32", "10.0.0.0/8"]).client("6.6.6.6, 192.0.2.7, 10.0.0.1")
        '192.0.2.7'
        >>> Proxies(["127.0.0.1/32"]).client("192.0.2.7, <script>") is None
        True
        """
        for part in reversed(forwarded.split(",")):
            address = parsed(_without_port(part.strip()))
            if address is None:
                return None
            if not self.trust(str(address)):
                return str(address)
        return None


def _without_port(text: str) -> str:
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


class Forwarding:
    """Stands before everything else: puts who asks in the place of the proxy that passes it on."""

    def __init__(self, app: ASGIApp, proxies: Sequence[str]) -> None:
        self._app, self._proxies = app, Proxies(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if client and self._proxies.trust(client[0]):
            self._believe(scope)
        await self._app(scope, receive, send)

    def _believe(self, scope: Scope) -> None:
        headers = [(name, value.decode("latin-1")) for name, value in scope["headers"]]
        forwarded = ",".join(value for name, value in headers if name == b"x-forwarded-for")
        address = self._proxies.client(forwarded)
        if address is not None:
            scope["client"] = (address, 0)
        if (b"x-forwarded-proto", "https") in headers:
            scope["scheme"] = "wss" if scope["type"] == "websocket" else "https"
