"""Dumps: rated games as lines of JSON that anybody may have, under the licence that each names.

A line holds the result, under names of the dump's own instead of accounts, the names that people
had, and the whole game as .blksgf text. Dumps of all months together give the ratings again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from cornerwise.ratings.result import Result, ResultError, Side


@dataclass(frozen=True)
class Entry:
    """A rated game.

    number   of the result in its pool: ratings follow from results in this order
    names    what the persons are called
    record   the game as .blksgf text, which `cornerwise.GameTree` reads
    licence  under which it is given away, by its SPDX name
    """

    pool: str
    number: int
    result: Result
    names: Mapping[str, str]
    record: str
    licence: str

    @property
    def line(self) -> str:
        """The entry as a line; persons are written under other names than the server's."""
        sides = tuple(
            Side(tuple(replace(m, who=_masked(m.who)) for m in side.members), side.points)
            for side in self.result.sides
        )
        record = {
            "licence": self.licence,
            "pool": self.pool,
            "number": self.number,
            "names": {_masked(who): name for who, name in self.names.items()},
            "result": json.loads(replace(self.result, sides=sides).to_json()),
            "record": self.record,
        }
        return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def read_dump(path: Path) -> Iterator[Entry]:
    """The games of a dump."""
    try:
        with path.open(encoding="utf-8") as file:
            for line in file:
                record = json.loads(line)
                yield Entry(
                    record["pool"],
                    record["number"],
                    Result.from_json(json.dumps(record["result"])),
                    record["names"],
                    record["record"],
                    record["licence"],
                )
    except (ValueError, TypeError, KeyError) as error:
        raise ResultError(f"{path} is not a dump of rated games: {error}") from None


def _masked(who: str) -> str:
    """A person under another name, always the same."""
    return hashlib.sha256(who.encode()).hexdigest()[:16] if who else ""
