"""PostgreSQL and NATS for tests: Debian's programs, started on free ports, each once a run."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.server.site import until

_numbers = count()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def program(name: str, package: str) -> str:
    """Where a program is. Only outside CI and without root a test may do without it."""
    places = [str(p) for p in Path("/usr/lib/postgresql").glob("*/bin")]
    found = shutil.which(name, path=os.pathsep.join([*sorted(places), os.environ["PATH"]]))
    if found is None and "CI" not in os.environ and os.geteuid() != 0:
        pytest.skip(f"no {name}: install Debian's package {package}")
    assert found is not None, f"no {name}: install Debian's package {package}"
    return found


class Service:
    """A program that listens at a port, and can be stopped, killed and started again."""

    def __init__(self, command: list[str], port: int, user: str | None = None) -> None:
        self.port, self._command, self._user = port, command, user
        self.start()

    def start(self) -> None:
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(self._command, user=self._user, stdout=quiet, stderr=quiet)
        until(lambda: self.process.poll() is not None or listens(self.port))
        assert self.process.poll() is None, f"{self._command[0]} does not start"

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        self.process.send_signal(how)
        self.process.wait()


class Postgres(Service):
    """A cluster of databases in a folder of its own. PostgreSQL never runs as root."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="cornerwise-postgres-"))
        user = "postgres" if os.geteuid() == 0 else None
        if user:
            shutil.chown(self._folder, user)
        data = str(self._folder / "data")
        make = [program("initdb", "postgresql"), "-D", data, "-U", "games", "-A", "trust", "-N"]
        subprocess.run(make, check=True, user=user, stdout=subprocess.DEVNULL, cwd=self._folder)
        self.template = ""
        port = free_port()
        given = ["-p", str(port), "-h", "127.0.0.1", "-k", str(self._folder)]
        given += ["-c", "shared_buffers=16MB"]
        super().__init__([program("postgres", "postgresql"), "-D", data, *given], port, user)
        self._psql = [program("psql", "postgresql"), "-h", "127.0.0.1", "-p", str(port)]
        until(lambda: self._asked("SELECT 1", check=False).returncode == 0)

    def _asked(self, query: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        command = [*self._psql, "-U", "games", "-d", "postgres", "-Atc", query]
        return subprocess.run(command, check=check, capture_output=True, text=True)

    def url(self, name: str) -> str:
        return f"postgresql://games@127.0.0.1:{self.port}/{name}"

    def empty(self) -> str:
        """The URL of a new database."""
        name = f"games{next(_numbers)}"
        self._asked(f"CREATE DATABASE {name}")
        return self.url(name)

    def database(self) -> str:
        """The URL of a new database that has our tables already."""
        from cornerwise.server.postgres import opened

        if not self.template:
            url = self.empty()
            opened(url)
            self.template = url.rpartition("/")[2]
        name = f"games{next(_numbers)}"
        self._asked(f"CREATE DATABASE {name} TEMPLATE {self.template}")
        return self.url(name)

    def close(self) -> None:
        self.kill(signal.SIGQUIT)  # at once: nothing of it is needed any more
        shutil.rmtree(self._folder, ignore_errors=True)


class Nats(Service):
    def __init__(self) -> None:
        port = free_port()
        command = [program("nats-server", "nats-server"), "-a", "127.0.0.1", "-p", str(port)]
        super().__init__(command, port)

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def close(self) -> None:
        self.kill()


@functools.cache
def postgres() -> Postgres:
    """The one that all tests of this run share."""
    return Postgres()


@functools.cache
def nats() -> Nats:
    return Nats()


def close_all() -> None:
    for service in (postgres, nats):
        if service.cache_info().currsize:
            service().close()
            service.cache_clear()


@contextlib.contextmanager
def own_nats() -> Iterator[Nats]:
    """One that a test may kill."""
    made = Nats()
    try:
        yield made
    finally:
        made.close()
