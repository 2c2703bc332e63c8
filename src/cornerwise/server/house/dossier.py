"""The dossier: everything that the server has of a person, as files in one zip.

It is made while it is sent, so that it needs no more memory for ten thousand games than for one.
"""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games import exports
from cornerwise.server.games.archive import Archive
from cornerwise.server.people.accounts import Kept
from cornerwise.server.people.belongings import BELONGINGS
from cornerwise.server.storage.store import Store, StoreError

README = """Everything that this Cornerwise server has of {name}.

account.json       what is known of the account; of the password only that there is one
games/             every game as a .blksgf file, which `cornerwise show` and many programs read
the other files    one for each table in which something is {name}'s; times in milliseconds
"""


async def dossier(store: Store, kept: Kept) -> AsyncIterator[bytes]:
    """The bytes of the zip, as they are made."""
    sink = _Sink()
    archive = Archive(store)
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as packed:
        async for name, body in _files(store, archive, kept):
            await asyncio.to_thread(packed.writestr, name, body)
            yield sink.taken()
    yield sink.taken()


async def _files(store: Store, archive: Archive, kept: Kept) -> AsyncIterator[tuple[str, bytes]]:
    yield "README.txt", README.format(name=kept.name).encode()
    hidden = {"id", "holder", "folded", "password"}
    about = {name: value for name, value in kept._asdict().items() if name not in hidden}
    yield "account.json", _json({**about, "password": kept.password is not None})
    for table, column, shown, _, _ in BELONGINGS:
        if not shown:
            continue  # it tells of others, or what nobody is to notice
        query = f"SELECT {', '.join(shown)} FROM {table} WHERE {column} = :owner"
        rows = await store.ask(query, owner=kept.id)
        if rows:
            named = [dict(zip(shown, map(_readable, row), strict=True)) for row in rows]
            yield f"{table}.json", _json(named)
    query = "SELECT DISTINCT game FROM holdings WHERE guest = :owner ORDER BY game"
    for (game,) in await store.ask(query, owner=kept.id):
        try:
            contest = await archive.contest(game)
            body = await asyncio.to_thread(exports.exported, contest, "blksgf")
        except (Refusal, StoreError):
            yield f"games/{game}.damaged", b"What was stored of this game cannot be read.\n"
        else:
            yield f"games/{game}.blksgf", body


def _readable(value: Any) -> Any:
    """A value as it can stand in JSON; bodies are JSON themselves."""
    if not isinstance(value, bytes | memoryview):
        return value
    try:
        return msgspec.json.decode(bytes(value))
    except msgspec.DecodeError:
        return bytes(value).hex()


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2)


class _Sink(io.RawIOBase):
    """Takes what is written, once; nobody can go back in it."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, part: Any) -> int:
        self._parts.append(bytes(part))
        return len(part)

    def taken(self) -> bytes:
        taken, self._parts = b"".join(self._parts), []
        return taken
