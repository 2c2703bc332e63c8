"""People with an account, made behind the back of a running server."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.base.settings import GAMES
from cornerwise.server.people import names
from cornerwise.server.people.people import People
from cornerwise.server.storage import statements
from cornerwise.server.storage.database import Change, Row
from tests.browser.house import House
from tests.browser.player import Player
from tests.patience import PATIENCE


class _Tables:
    """The tables of a store that is open elsewhere, too."""

    def __init__(self, file: Path) -> None:
        self._db = sqlite3.connect(file, isolation_level=None, timeout=PATIENCE)

    async def ask(self, text: str, **values: object) -> list[Row]:
        return self._db.execute(text, values).fetchall()

    async def change(self, *changes: Change) -> list[list[Row]] | None:
        self._db.execute("BEGIN IMMEDIATE")
        made = statements.change(self._db, changes)
        self._db.execute("COMMIT")
        return made


def sign_in(player: Player, house: House, name: str) -> None:
    """Give a person an account of this name, and let the browser be signed in."""
    secrets: list[str] = []

    async def made() -> None:
        people = People(_Tables(house.data / GAMES), Timekeeper())
        account = await people.sign_up(name, names.folding(name), None, "nobody")
        assert account is not None
        secrets.append(await people.sign_in(account, "a test"))

    # Playwright has an event loop in this thread already.
    work = threading.Thread(target=lambda: asyncio.run(made()))
    work.start()
    work.join()
    cookie = {"name": "session", "value": secrets[0], "url": house.address}
    player.context.add_cookies([cookie])  # type: ignore[list-item]
