"""The pages of docs/knowledge: figures stand between marks and are written by this module."""

from __future__ import annotations

import re
from pathlib import Path

from .pictures import pictures
from .tables import TABLES

PLACE = Path(__file__).parents[2] / "docs" / "knowledge"
MARKED = re.compile(r"(<!-- (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(text: str) -> str:
    """A page with its figures written anew."""
    return MARKED.sub(lambda found: f"{found[1]}\n{TABLES[found['name']]()}\n\n{found[3]}", text)


def write() -> None:
    """Write the figures into the pages, and draw the pictures."""
    for path in sorted(PLACE.glob("*.md")):
        path.write_text(filled(path.read_text(encoding="utf-8")), encoding="utf-8")
    folder = PLACE / "pictures"
    folder.mkdir(exist_ok=True)
    for name, picture in pictures():
        (folder / name).write_text(picture.rstrip("\n") + "\n", encoding="utf-8")
