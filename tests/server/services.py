"""PostgreSQL and NATS for tests: Debian's programs, started on free ports, each once a run."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from cornerwise.cluster import nats as nats_service
from cornerwise.cluster import postgres as postgres_service
from cornerwise.cluster import programs

_numbers = count()


def program(name: str) -> str:
    """Where a program is. Only outside CI and without root a test may do without it."""
    try:
        return programs.program(name)
    except programs.MissingProgram as missing:
        if "CI" not in os.environ and os.geteuid() != 0:
            pytest.skip(str(missing))
        raise


class Postgres(postgres_service.Postgres):
    """Databases in a folder of their own, which tests can have new."""

    def __init__(self) -> None:
        program("postgres")
        folder = Path(tempfile.mkdtemp(prefix="cornerwise-postgres-"))
        super().__init__(folder, options=["-c", "shared_buffers=16MB"])
        self.template = ""
        self.begin()

    def empty(self) -> str:
        """The URL of a new database."""
        return self.create(f"games{next(_numbers)}")

    def database(self) -> str:
        """The URL of a new database that has our tables already."""
        from cornerwise.server.storage.postgres import opened

        if not self.template:
            url = self.empty()
            opened(url)
            self.template = url.rpartition("/")[2]
        return self.create(f"games{next(_numbers)}", self.template)

    def close(self) -> None:
        self.tell(signal.SIGQUIT)  # at once: nothing of it is needed any more
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Nats(nats_service.Nats):
    def __init__(self) -> None:
        program("nats-server")
        self._folder = Path(tempfile.mkdtemp(prefix="cornerwise-nats-"))
        super().__init__(self._folder)
        self.begin()

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)


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
