"""Texts for people, in English and marked for translation.

The library shows the English text. The page looks it up in the reader's language: a message is its
own English text, as everywhere on the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


def marked(message: str) -> str:
    """The text itself. The mark lets `python -m cornerwise.server.i18n` find it."""
    return message


def counted(one: str, many: str) -> tuple[str, str]:
    """The two English forms of a text whose form depends on a number, found in the same way."""
    return one, many


Value = str | int | float | tuple[str, ...]
"""What is filled into a text: a name, a number, or several names."""


@dataclass(frozen=True)
class Message:
    """A text with what is to be filled in, as data: a page may say it in any language.

    one     the text, or its singular
    many    its plural; empty where the form depends on no number
    n       the number that the form depends on, which may stand in the text as {n}
    values  what else stands in the text: numbers, shown with one decimal if they have any, and
            names, which a page may translate
    """

    one: str
    many: str = ""
    n: int | None = None
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """In English."""
        form = self.one if self.n in (None, 1) or not self.many else self.many
        said = {name: _said(value) for name, value in self.values.items()}
        return form.format(n=self.n, **said)


def _said(value: Value) -> str:
    if isinstance(value, tuple):
        *others, last = value
        return f"{', '.join(others)} and {last}" if others else last
    return f"{value:.1f}" if isinstance(value, float) else str(value)
