"""Messages of the library in the languages of the page, for commands that write texts."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import c2py

from cornerwise.server.page.i18n import read
from cornerwise.texts import ENGLISH, Message, Speech


def speech(language: str) -> Speech:
    """Who says messages in a language of the page.

    >>> from cornerwise.texts import Message
    >>> speech("de").say(Message("{colour} has no other move.", values={"colour": "red"}))
    'Rot hat keinen anderen Zug.'
    """
    return ENGLISH if language == ENGLISH.language else _Translated(language)


class _Translated(Speech):
    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = read(language)
        self._plural = c2py(self._catalogue.plural_expr)

    def form(self, message: Message) -> str:
        found = self._catalogue.get(message.one)
        if found is None or not all(found.string if message.many else [found.string]):
            return super().form(message)  # of a variant that brings no translation
        if not message.many:
            return str(found.string)
        return str(found.string[self._plural(message.n or 0)])

    def colours(self, colours: Sequence[str]) -> str:
        first, *others = colours
        words = [self.form(Message(first.capitalize()))]
        return self.listed([*words, *(self.form(Message(other)) for other in others)])

    def listed(self, names: Sequence[str]) -> str:
        from babel.lists import format_list

        return format_list(list(names), locale=self.language)

    def number(self, number: float) -> str:
        from babel.numbers import format_decimal

        return str(format_decimal(number, format="0.0", locale=self.language))
