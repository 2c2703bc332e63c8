"""Under which names this server answers.

A page elsewhere may let its own name point at this machine (DNS rebinding): to the browser our
answers are then that page's own. Only a name can be made to point elsewhere, so addresses are
welcome, and of names only those that are known to be ours.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable

from starlette.datastructures import Headers

from cornerwise.server.base.addresses import parsed

_HOST = re.compile(r"(\[[0-9A-Fa-f:.%]+\]|[A-Za-z0-9._-]{1,253})(?::[0-9]{1,5})?")
EVERY = "*"


class Hosts:
    """The names that are ours: localhost, this machine's, and those that were set.

    >>> ours = Hosts(["play.example.org"])
    >>> [ours.allow(name) for name in ("localhost:8080", "192.168.0.7", "[::1]:80", "evil.example")]
    [True, True, True, False]
    >>> ours.allow("Play.Example.org."), Hosts(["*"]).allow("evil.example"), ours.allow("a b")
    (True, True, False)
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        machine = socket.gethostname().lower()
        first = machine.partition(".")[0]
        self._names = {"localhost", machine, first, f"{first}.local"}
        self._names |= {name.lower().rstrip(".") for name in names}

    def allow(self, host: str) -> bool:
        """Whether a `Host` header names this server."""
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].lower().rstrip(".")
        if parsed(name.strip("[]")) is not None:
            return True
        return EVERY in self._names or name in self._names or name.endswith(".localhost")

    def admit(self, headers: Headers) -> bool:
        """The same for all headers of a request: one `Host`, or none as in HTTP/1.0."""
        given = headers.getlist("host")
        return len(given) < 2 and all(map(self.allow, given))
