"""Work that can be stopped and gone on with, as a file of JSON lines.

The first line says what the work is, each further one is a piece of it that is done.
A line counts when it is whole. Whatever a crash cut off at the end is dropped and done again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cornerwise.errors import CornerwiseError


class LedgerError(CornerwiseError):
    """A file that holds other work than what is asked for, or none."""


class Ledger:
    """Rows of finished work.

    rows  what was kept before, in the order in which it was finished
    """

    def __init__(self, path: Path, head: Mapping[str, Any]) -> None:
        self.path = path
        self.rows: list[dict[str, Any]] = []
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = _whole_lines(path) if path.exists() else []
        if whole:
            known, *self.rows = (_parsed(path, line) for line in whole)
            if known != json.loads(json.dumps(head)):
                words = ", ".join(f"{key} {value}" for key, value in known.items())
                raise LedgerError(f"{path} holds other work ({words}): choose another directory")
        path.write_text("".join(whole), encoding="utf-8")
        if not whole:
            self._write(head)

    def add(self, row: Mapping[str, Any]) -> None:
        """Keep a row."""
        self._write(row)
        self.rows.append(dict(row))

    def _write(self, row: Mapping[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def _whole_lines(path: Path) -> list[str]:
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise LedgerError(f"{path} is not a file of JSON lines") from None
    return [line for line in text.splitlines(keepends=True) if line.endswith("\n")]


def _parsed(path: Path, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise LedgerError(f"{path} is not a file of JSON lines: {error}") from None
    if not isinstance(row, dict):
        raise LedgerError(f"{path} has a line that is no JSON object")
    return row
