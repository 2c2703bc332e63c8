"""Texts for people, in English and marked for translation.

The library shows the English text. The page looks it up in the reader's language: a message is its
own English text, as everywhere on the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


def marked(message: str) -> str:
    """The text itself. The mark lets `python -m cornerwise.server.page.i18n` find it."""
    return message


def counted(one: str, many: str) -> tuple[str, str]:
    """The two English forms of a text whose form depends on a number, found in the same way."""
    return one, many


def amount(count: int, word: str) -> str:
    """So many of something, in English.

    >>> amount(1, "move"), amount(2, "move")
    ('1 move', '2 moves')
    """
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def grouped(names: Sequence[str]) -> tuple[str, ...]:
    """Names for a sentence, each once: those that come several times with their number.

    >>> grouped(["I1", "I5", "I5"])
    ('I1', '2×I5')
    """
    counts = Counter(names)
    return tuple(name if many == 1 else f"{many}×{name}" for name, many in counts.items())


Value = str | int | float | tuple[str, ...]
"""What is filled into a text: a name, a number, or several names."""


@dataclass(frozen=True)
class Message:
    """A text with what is to be filled in, as data: a page may say it in any language.

    one     the text, or its singular
    many    its plural; empty where the form depends on no number
    n       the number that the form depends on, which may stand in the text as {n}
    values  what else stands in the text: numbers, shown with one decimal if they have any, and
            names, which a page may translate. "colour" and "other" are colours, "seat" those of a
            seat
    """

    one: str
    many: str = ""
    n: int | None = None
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """In English."""
        return ENGLISH.say(self)


class Speech:
    """Says messages in a language: this one in English. Another says other forms and names.

    language  its code, as "de"
    """

    language = "en"

    def say(self, message: Message) -> str:
        """The sentence with everything filled in. {colour} is a colour, {seat} are some of them."""
        said = {name: self._said(name, value) for name, value in message.values.items()}
        return self.form(message).format(n=message.n, **said)

    def form(self, message: Message) -> str:
        """The text, in its singular or plural."""
        return message.one if message.n in (None, 1) or not message.many else message.many

    def colours(self, colours: Sequence[str]) -> str:
        """Colours as the subject of a sentence: "Blue and red"."""
        return self.listed(colours).capitalize()

    def listed(self, names: Sequence[str]) -> str:
        """Several names."""
        *others, last = names
        return f"{', '.join(others)} and {last}" if others else last

    def number(self, number: float) -> str:
        """With one decimal."""
        return f"{number:.1f}"

    def _said(self, name: str, value: Value) -> str:
        if name in COLOURS:
            return self.colours(value if isinstance(value, tuple) else (str(value),))
        if isinstance(value, tuple):
            return self.listed(value)
        return self.number(value) if isinstance(value, float) else str(value)


COLOURS = frozenset({"colour", "other", "seat"})
"""The values of messages that name colours."""
ENGLISH = Speech()
