"""The site's contents, from pages that read well on GitHub.

The links in index.md *are* the navigation: a page that is missing there fails the build. Pages
named in OUTSIDE only point to a file above docs/; the site shows that file in their place.
"""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import normpath

from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
OUTSIDE = {"contributing": "CONTRIBUTING.md", "changelog": "CHANGELOG.md"}
SECTION = re.compile(r"^## (.+)\n((?:(?!^## ).*\n)*)", re.MULTILINE)
ITEM = re.compile(r"^(?:- |\| )\[[^]]+\]\(([^)]+)\)", re.MULTILINE)
LINK = re.compile(r"\]\(([^):#\s]+)(#[^)\s]*)?\)")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", rewrite)
    return {"parallel_read_safe": True}


def rewrite(app: Sphinx, name: str, source: list[str]) -> None:
    if name == "index":
        source[0] += "".join(toctree(title, body) for title, body in SECTION.findall(source[0]))
    if name in ("reference/index", "knowledge/index"):
        source[0] += toctree("", source[0])
    if name in OUTSIDE:
        source[0] = from_docs((ROOT / OUTSIDE[name]).read_text(encoding="utf-8"))


def toctree(title: str, body: str) -> str:
    """A part of the navigation: the pages that begin an item of a list or a row of a table."""
    lines = ["```{toctree}", ":hidden:", f":caption: {title}" if title else "", ""]
    return "\n".join(["", *lines, *ITEM.findall(body), "```", ""])


def from_docs(text: str) -> str:
    """A page of the repository's root with its links as seen from docs/.

    >>> from_docs("[rules](docs/rules.md#r3), [changes](CHANGELOG.md), [licence](LICENSE)")
    '[rules](rules.md#r3), [changes](changelog.md), [licence](../LICENSE)'
    """
    pages = {path: f"{page}.md" for page, path in OUTSIDE.items()}

    def led(link: re.Match[str]) -> str:
        path = normpath(link[1])
        target = path.removeprefix("docs/") if path.startswith("docs/") else f"../{path}"
        return f"]({pages.get(path, target)}{link[2] or ''})"

    return LINK.sub(led, text)
