"""Programs of others that a cluster needs: where they are, and what to install."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
from pathlib import Path

from cornerwise.errors import CornerwiseError

PACKAGES = {
    "initdb": "postgresql",
    "postgres": "postgresql",
    "pg_isready": "postgresql",
    "psql": "postgresql",
    "nats-server": "nats-server",
    "nginx": "nginx-light",
}
"""Each program with Debian's package that brings it."""


class MissingProgram(CornerwiseError):
    """A program is not installed; the message says what to install."""


def find(name: str) -> str | None:
    """Where a program is. PostgreSQL's own are found although they are not in PATH."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = os.pathsep.join([*map(str, places), os.environ.get("PATH", ""), "/usr/sbin"])
    return shutil.which(name, path=path)


def need(*names: str) -> None:
    """Raise `MissingProgram` unless all of these programs are there."""
    missing = [name for name in names if find(name) is None]
    if missing:
        packages = " ".join(dict.fromkeys(PACKAGES.get(name, name) for name in missing))
        raise MissingProgram(
            f"{', '.join(missing)} cannot be found: install {packages} "
            f"(on Debian: apt-get install {packages})"
        )


def program(name: str) -> str:
    """Where a program is that must be there."""
    need(name)
    found = find(name)
    assert found is not None
    return found


def free_port() -> int:
    """A port of this machine at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def listens(port: int) -> bool:
    """Whether somebody on this machine listens at a port."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False
