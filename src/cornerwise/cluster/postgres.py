"""PostgreSQL as a service: a folder with databases, made at the first start."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

from cornerwise.cluster.programs import free_port, program
from cornerwise.cluster.service import Service, ServiceError

USER = "games"


class Postgres(Service):
    """The databases in a folder. Only who knows the password in the folder may look into them."""

    def __init__(
        self, folder: Path, *, log: Path | None = None, options: Sequence[str] = ()
    ) -> None:
        self.folder, self._data, port = folder, folder / "data", free_port()
        user = _user()
        self._prepare(user)
        self._password = (folder / "password").read_text()
        given = ["-p", str(port), "-h", "127.0.0.1", "-k", "", *options]
        command = [program("postgres"), "-D", str(self._data), *given]
        # SIGINT: let nobody in, end the sessions, write everything down.
        super().__init__("postgresql", command, port, log=log, user=user, end=signal.SIGINT)

    def _prepare(self, user: str | None) -> None:
        if (self._data / "PG_VERSION").exists():
            return
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        secret = self.folder / "password"
        secret.touch(0o600)
        secret.write_text(secrets.token_urlsafe(24))
        if user is not None:
            for path in (self.folder, secret):
                shutil.chown(path, user, user)
            _check_way(self.folder, user)
        command = [program("initdb"), "-D", str(self._data), "-U", USER, "-E", "UTF8", "-N"]
        command += ["--locale=C", "-A", "scram-sha-256", f"--pwfile={secret}"]
        made = _done(command, user, self.folder)
        if made.returncode != 0:
            shutil.rmtree(self._data, ignore_errors=True)
            raise ServiceError(f"no database can be made in {self.folder}: {made.stderr.strip()}")

    def ready(self) -> bool:
        command = [program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(command, check=False).returncode == 0

    def ask(self, query: str) -> str:
        """What the database answers to a query, one row a line."""
        command = [program("psql"), "-h", "127.0.0.1", "-p", str(self.port), "-U", USER]
        given = {**os.environ, "PGPASSWORD": self._password}
        command += ["-d", "postgres", "-v", "ON_ERROR_STOP=1", "-Atc", query]
        done = subprocess.run(command, check=False, capture_output=True, text=True, env=given)
        if done.returncode != 0:
            raise ServiceError(f"the database refuses: {done.stderr.strip()}")
        return done.stdout

    def create(self, name: str, template: str = "template1") -> str:
        """Make a database, if there is none of this name; its URL."""
        if not self.ask(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
            self.ask(f"CREATE DATABASE {name} TEMPLATE {template}")
        return f"postgresql://{USER}:{self._password}@127.0.0.1:{self.port}/{name}"


def _user() -> str | None:
    """Who runs it: PostgreSQL never runs as root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        message = "PostgreSQL does not run as root, and there is no user postgres: use another user"
        raise ServiceError(message) from None


def _check_way(folder: Path, user: str) -> None:
    if _done(["test", "-w", str(folder)], user, Path("/")).returncode != 0:
        raise ServiceError(
            f"PostgreSQL does not run as root, and its user {user} cannot enter {folder}: "
            "choose another folder, or use another user than root"
        )


def _done(
    command: Sequence[str], user: str | None, where: Path
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        cwd=where,
        user=user,
        group=user,
        extra_groups=[] if user else None,
    )
