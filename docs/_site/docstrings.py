"""Docstrings as reStructuredText.

Our docstrings are plain text that reads well in a terminal: `code` in backticks, fields in two
columns, now and then a diagram. The reference shows the first as code, the second as a list of
definitions, and everything else that is indented as it stands.
"""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

FIELD = re.compile(r"(\S+(?: \S+)*?)  +(\S.*)")
"""A line in two columns: names, two spaces or more, what they mean."""
CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", rewrite)
    return {"parallel_read_safe": True}


def rewrite(*args: Any) -> None:
    """Change the lines of a docstring, which are the last of what Sphinx hands over."""
    lines: list[str] = args[-1]
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()  # what Python itself says of the fields of a named tuple
    parts = re.split(r"\n\s*\n", "\n".join(lines).strip())
    lines[:] = [*"\n\n".join(map(marked_up, parts)).splitlines(), ""]


def marked_up(paragraph: str) -> str:
    """A paragraph of a docstring.

    >>> print(marked_up("side, depth  how long it is,\\n             in `Cell`s"))
    ``side, depth``
        how long it is,
        in ``Cell``\\ s
    """
    lines = paragraph.split("\n")
    if lines[0].startswith(">>> "):
        return paragraph
    if FIELD.fullmatch(lines[0]):
        return "\n".join(map(_defined, lines))
    if any(line.startswith(" ") for line in lines):
        return "::\n\n" + "\n".join(f"    {line}" for line in lines)
    return inline(paragraph)


def _defined(line: str) -> str:
    if line.startswith(" "):
        return f"    {inline(line.strip())}"
    if found := FIELD.fullmatch(line):
        return f"``{found[1]}``\n    {inline(found[2])}"
    return f"``{line}``"


def inline(text: str) -> str:
    """Code in backticks is code, and nothing else is markup."""
    parts = CODE.split(text)
    parts[::2] = [re.sub(r"([\\*|]|_\b)", r"\\\1", part) for part in parts[::2]]
    parts[1::2] = [f"``{part}``\\ " for part in parts[1::2]]
    return re.sub(r"\\ (?!\w)", "", "".join(parts))
