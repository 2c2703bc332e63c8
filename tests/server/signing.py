"""People with accounts, for tests: signed up and in without the pages that do so."""

from __future__ import annotations

import secrets
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from cornerwise.server.base.security import hashed, holder_of
from cornerwise.server.base.settings import GAMES
from cornerwise.server.people.names import folding
from tests.patience import PATIENCE
from tests.server.site import Person, Site


def session(data: Path, name: str, country: str = "", role: str = "user") -> str:
    """Sign somebody up and in, in the folder of a server that may run: the session's secret."""
    account, secret, now = secrets.token_hex(32), secrets.token_urlsafe(24), int(time.time() * 1000)
    with closing(sqlite3.connect(data / GAMES, timeout=PATIENCE)) as database, database:
        database.execute(
            "INSERT INTO accounts"
            " (id, holder, name, folded, made, kind, role, state, country, about)"
            " VALUES (?, ?, ?, ?, ?, 'person', ?, 'active', ?, '')",
            (account, holder_of(account), name, folding(name), now, role, country),
        )
        database.execute(
            "INSERT INTO sessions (id, account, made, seen, device) VALUES (?, ?, ?, ?, '')",
            (hashed(secret), account, now, now),
        )
    return secret


def signed_in(running: Site, data: Path, name: str, country: str = "") -> Person:
    """Somebody with an account, at a browser of their own."""
    person = running.person()
    person.http.cookies.set("session", session(data, name, country))
    return person
