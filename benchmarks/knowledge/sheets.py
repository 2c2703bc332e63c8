"""Data files: what was found, with the command that finds it again and what that costs."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cornerwise

DATA = Path(__file__).parents[2] / "docs" / "knowledge" / "data"


class Sheet(NamedTuple):
    """A data file.

    command   makes it again
    version   of Cornerwise
    seconds   of one processor that the command took
    rows      what was found
    """

    command: str
    version: str
    seconds: float
    rows: list[dict[str, Any]]


def write(
    name: str, command: str, seconds: float, rows: Sequence[dict[str, Any]], folder: Path = DATA
) -> None:
    """Keep a sheet, a row a line."""
    head = {"command": command, "version": cornerwise.__version__, "seconds": round(seconds, 1)}
    lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
    text = json.dumps(head, indent=1).removesuffix("\n}") + f',\n "rows": [\n{lines}\n ]\n}}\n'
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(text, encoding="utf-8")


def read(name: str) -> Sheet:
    """The sheet of this name."""
    return Sheet(**json.loads((DATA / f"{name}.json").read_text(encoding="utf-8")))


class Stopwatch:
    """Processor time since it was made."""

    def __init__(self) -> None:
        self._began = time.process_time()

    @property
    def seconds(self) -> float:
        return time.process_time() - self._began
