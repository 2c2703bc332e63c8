"""The database as tables: questions and changes about everything that is not a game's events.

The SQL here is what SQLite and PostgreSQL both read, with values by name (`:name`), so that what
uses it is written once. A change that must not happen in part is a list of `Change`s: either all
of them happen, or none. One that must find its row says so (`needed`) and ends with RETURNING; who
comes second in a race then finds none, and nothing happens.

Write `ON CONFLICT … DO NOTHING RETURNING 1` where something must be unique, and 0 and 1 for no and
yes. Where a value alone does not tell its type, cast it: `CAST(:after AS TEXT) IS NULL`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

Row = tuple[Any, ...]
Values = Mapping[str, object]


class Change(NamedTuple):
    """One statement of a change, with its values.

    needed  unless it returns a row, nothing of the change happens
    """

    text: str
    values: Values = MappingProxyType({})
    needed: bool = False


class Database(Protocol):
    """Tables to read and to change. What cannot be done now raises StoreError."""

    async def ask(self, text: str, **values: object) -> list[Row]:
        """The rows that a question finds."""

    async def change(self, *changes: Change) -> list[list[Row]] | None:
        """Make changes in their order, all or none: what each returned; None if one was refused."""


@lru_cache(1024)
def numbered(text: str) -> tuple[str, tuple[str, ...]]:
    """A text with its values by number, as PostgreSQL wants them, and their names in that order.

    >>> numbered("SELECT 1 WHERE a = :a AND b > :b AND c <> :a::text")
    ('SELECT 1 WHERE a = $1 AND b > $2 AND c <> $1::text', ('a', 'b'))
    """
    names: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        return f"${names.setdefault(found[1], len(names) + 1)}"

    return re.sub(r"(?<!:):([a-z_]+)", number, text), tuple(names)
