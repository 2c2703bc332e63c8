"""The document of every page: markup, the data it starts with, and what to fetch along with it.

A page needs one round trip for the document and one for all the rest. The head names scripts,
styles, words and boards, so that the browser asks for them at once.
"""

from __future__ import annotations

from html import escape
from typing import Any

from cornerwise.server.base import messages as m
from cornerwise.server.page import i18n
from cornerwise.server.page.assets import Assets

HOME, GAME, LOBBY = "/", "/game/", "/lobby"
OWN_GAMES = "/api/games?limit=4"
"""What the first page asks for as well: the reader's games, which a phone shows first."""


def written(
    made: Assets, path: str, start: dict[str, Any], base: str, about: tuple[str, str] | None
) -> str:
    """The document at a path. `about` is the title and picture of what a link leads to."""
    language = start["language"]
    words, more = (_words(language, part) for part in i18n.PARTS[1:])
    others = not (path == HOME or path.startswith(GAME))
    first = [start["editions"][family["name"]] for family in start["families"]]
    first.append(OWN_GAMES)
    scripts, styles = _files(path)
    head = [
        *(f'<link rel="stylesheet" href="{made.address(name)}" />' for name in styles),
        *(f'<link rel="modulepreload" href="{made.address(name)}" />' for name in scripts),
        *(
            f'<link rel="preload" as="fetch" crossorigin href="{escape(one)}" />'
            for one in [words, *([more] if others else []), *(first if path == HOME else [])]
        ),
        *_card(base, about),
        _data("start", {**start, "messages": words, "more_messages": more}),
    ]
    page = made.page.replace('<html lang="en"', f'<html lang="{language}"', 1)
    return page.replace("  </head>", "".join(f"    {line}\n" for line in head) + "  </head>", 1)


def _files(path: str) -> tuple[list[str], list[str]]:
    """The scripts and styles of a page, besides those of every page."""
    if path == HOME:
        return [], []
    if path.startswith(GAME):
        return ["game.js"], []
    last = "lobby" if path == LOBBY else "rest"
    return ["game.js", "figures.js", f"{last}.js"], [f"{last}.css"]


def _words(language: str, part: i18n.Part) -> str:
    return f"/api/messages?lang={language}&part={part}&digest={i18n.digest(language, part)}"


def _card(base: str, about: tuple[str, str] | None) -> list[str]:
    """What other sites show of a link."""
    if about is None:
        return []
    title, picture = about
    return [
        f'<meta property="og:title" content="{escape(title)} · Cornerwise" />',
        f'<meta property="og:image" content="{escape(base + picture)}" />',
    ]


def _data(name: str, value: object) -> str:
    """Data in the document. No text in it can end the element it stands in."""
    text = m.encode(value).decode().replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'
