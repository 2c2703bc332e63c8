"""Languages: gettext catalogues, served to the page as JSON.

English is the language of the sources: a message is its own English text, and the English catalogue
holds only plurals. `messages()` finds every message in the page. `make messages` brings the
catalogues up to date with it (see docs/server.md). Babel is imported when a catalogue is first
read: the server starts sooner without it.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from cornerwise.server.base import messages as m
from cornerwise.server.page.assets import PAGE
from cornerwise.server.page.catalogue import shown_first
from cornerwise.variants import catalogues

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LANGUAGES = {
    "en": "English",
    "cs": "Čeština",
    "de": "Deutsch",
    "pl": "Polski",
    "pt": "Português",
}
HERE = Path(__file__).parent.parent
STATIC, LOCALE = HERE / "static", HERE / "locale"

Message = str | tuple[str, str]
"""A text, or the singular and plural of one."""


# --- serving ------------------------------------------------------------------------------


def negotiate(accepted: str) -> str:
    """The best of our languages for an Accept-Language header.

    >>> negotiate("sk, cs;q=0.8, en;q=0.5"), negotiate("pt-BR"), negotiate("fi"), negotiate("")
    ('cs', 'pt', 'en', 'en')
    """
    wanted = []
    for place, part in enumerate(accepted.split(",")[:20]):
        name, _, weight = part.strip().partition(";q=")
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            continue
        wanted.append((-quality, place, name.split("-")[0].lower()))
    known = (name for quality, _, name in sorted(wanted) if name in LANGUAGES and quality)
    return next(known, "en")


Part = Literal["", "early", "rest"]
"""All messages, those of the first page and of games, or the others."""
PARTS: tuple[Part, ...] = get_args(Part)


def catalogue(language: str, part: Part = "") -> bytes:
    """The messages of a language as JSON (docs/protocol.md)."""
    return _catalogue(language, part, _Early.now())[0]


def digest(language: str, part: Part = "") -> str:
    """The part of a catalogue's address that changes with its content."""
    return _catalogue(language, part, _Early.now())[1]


def said(language: str, message: str) -> str:
    """A message in a language, for what the server itself writes.

    >>> said("de", "Sign in")
    'Anmelden'
    """
    return _known(language).get(message, message)


@cache
def _known(language: str) -> dict[str, str]:
    texts = _translations(language, list(read(language)))
    return {message: text for message, text in texts.items() if isinstance(text, str)}


@dataclass(frozen=True)
class _Early:
    """What decides which messages come first, and folders with translations of other variants.

    modules  the scripts of the first page and of games
    shown    what is told of all variants before a game begins
    """

    modules: frozenset[str]
    shown: frozenset[str]
    folders: tuple[Path, ...]

    @classmethod
    def now(cls) -> _Early:
        return cls(PAGE.assets.early, shown_first(), catalogues())

    def has(self, message: Any) -> bool:
        text = message.id if isinstance(message.id, str) else message.id[0]
        return text in self.shown or any(file in self.modules for file, _ in message.locations)


@cache
def _catalogue(language: str, part: Part, early: _Early) -> tuple[bytes, str]:
    """The page's own messages and those of variants that were registered, with their digest."""
    found = [*_added(language, early.folders), *read(language)]  # the page's own words go last
    if part:
        found = [message for message in found if early.has(message) == (part == "early")]
    body = m.encode({"language": language, "messages": _translations(language, found)})
    return body, hashlib.sha256(body).hexdigest()[:12]


def _added(language: str, folders: tuple[Path, ...]) -> list[Any]:
    return [message for folder in folders for message in _read(folder / f"{language}.po", language)]


def _translations(language: str, chosen: list[Any]) -> dict[str, str | dict[str, str]]:
    found: dict[str, str | dict[str, str]] = {}
    categories = _categories(language)
    for message in chosen:
        if message.fuzzy or not message.id:
            continue
        if isinstance(message.id, tuple):
            if all(message.string):
                forms = dict(zip(categories, message.string, strict=True))
                found[message.id[0]] = {**forms, "other": forms.get("other", message.string[-1])}
        elif message.string:
            found[str(message.id)] = str(message.string)
    return found


def read(language: str) -> Catalog:
    """The catalogue of a language, empty if it has none yet."""
    return _read(LOCALE / language / "LC_MESSAGES" / "messages.po", language)


def _read(path: Path, language: str) -> Catalog:
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    if not path.exists():
        return Catalog(language)
    with path.open("rb") as file:
        return read_po(file, language)


def _categories(language: str) -> list[str]:
    """What the plural forms of gettext, 0, 1 …, are called in CLDR, as in Intl.PluralRules."""
    from babel import Locale
    from babel.messages.catalog import Catalog

    catalog = Catalog(language)
    rule = Locale.parse(language).plural_form
    names: dict[int, str] = {}
    for number in range(1, 200):
        names.setdefault(_form(catalog.plural_expr, number), rule(number))
    return [names[form] for form in range(catalog.num_plurals)]


def _form(expression: str, number: int) -> int:
    """The plural form that gettext's C expression chooses for a number."""
    from gettext import c2py

    return int(c2py(expression)(number))


# --- finding messages ---------------------------------------------------------------------

_STRING = r"""(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.)*)`)"""
_CALL = re.compile(rf"(?<![\w.$])(tn?)\(\s*{_STRING}(?:\s*,\s*{_STRING})?")


def messages(static: Path = STATIC, package: Path | None = HERE.parent) -> dict[Message, list[str]]:
    """Every message of the page, with the files it is in: t("…"), tn("…", "…", n), data-t="…".

    The package brings texts of its own: marked("…") and counted("…", "…") in its sources.
    """
    found: dict[Message, list[str]] = {}
    finders = {".js": _in_script, ".html": _in_markup, ".py": _in_source}
    files = [(path, static) for path in (*static.rglob("*.js"), *static.rglob("*.html"))]
    files += [(path, package) for path in package.rglob("*.py")] if package else []
    for path, folder in sorted(files):
        name = path.relative_to(folder).as_posix()
        for message in finders[path.suffix](path.read_text("utf-8")):
            named = found.setdefault(message, [])
            if name not in named:
                named.append(name)
    return found


def _in_source(text: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(text)) if "marked(" in text or "counted(" in text else ():
        match node:
            case ast.Call(ast.Name("marked"), [ast.Constant(str(message))]):
                yield message
            case ast.Call(ast.Name("counted"), [ast.Constant(str(one)), ast.Constant(str(many))]):
                yield one, many


def _in_script(text: str) -> Iterator[Message]:
    for call in _CALL.finditer(text):
        first = _unquoted(call.group(2, 3, 4))
        second = _unquoted(call.group(5, 6, 7))
        if call[1] == "tn" and first is not None and second is not None:
            yield (first, second)
        elif call[1] == "t" and first is not None:
            yield first


def _unquoted(groups: tuple[str | None, ...]) -> str | None:
    text = next((group for group in groups if group is not None), None)
    return None if text is None else re.sub(r"\\(.)", _unescaped, text)


def _unescaped(found: re.Match[str]) -> str:
    return "\n" if found[1] == "n" else found[1]


class _Markup(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and (name == "data-t" or name.startswith("data-t-")):
                self.found.append(value)


def _in_markup(text: str) -> Iterator[Message]:
    parser = _Markup()
    parser.feed(text)
    yield from parser.found


# --- keeping catalogues up to date --------------------------------------------------------


def update(language: str, found: dict[Message, list[str]]) -> None:
    """Rewrite a catalogue so that it has exactly the messages of the page."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    old = read(language)
    new = Catalog(
        language,
        project="Cornerwise",
        creation_date=old.creation_date,
        revision_date=old.revision_date,
        fuzzy=False,
    )
    for message, files in found.items():
        if language == "en" and isinstance(message, str):
            continue
        before = old.get(message if isinstance(message, str) else message[0])
        kept = before.string if before is not None and before.id == message else ""
        if language == "en":
            kept = message
        new.add(message, kept, locations=[(file, 0) for file in files])
    path = LOCALE / language / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, new, width=100, sort_output=True, include_lineno=False)


def main() -> None:
    found = messages()
    for language in LANGUAGES:
        update(language, found)
    print(f"{len(found)} messages in {len(LANGUAGES)} languages")


if __name__ == "__main__":
    main()
