"""Trio, the edition of docs/new-edition.md, as a reader of that page would add it.

The page's own code is written to two files, and the variable that the page names says where.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cornerwise import VARIANTS, unregister
from cornerwise.plugins import VARIABLE

PAGE = Path(__file__).parents[1] / "docs" / "new-edition.md"
NAME = "trio"


def written(folder: Path) -> Path:
    """What the page says, as files of a folder: the Python file, and a catalogue beside it."""
    [source] = _blocks("python")
    [catalogue] = _blocks("po")
    (folder / NAME).mkdir()
    (folder / NAME / "de.po").write_text(catalogue, encoding="utf-8")
    file = folder / f"{NAME}.py"
    file.write_text(source, encoding="utf-8")
    return file


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.M)


@contextmanager
def added(folder: Path) -> Iterator[None]:
    """Everything knows it, also processes that are started meanwhile. Afterwards nothing does."""
    os.environ[VARIABLE] = str(written(folder))
    try:
        assert NAME in VARIANTS
        yield
    finally:
        del os.environ[VARIABLE]
        unregister(NAME)
