"""Text from elsewhere, without what cannot be seen: control, bidirectional, zero-width characters.

A name that turns the line around, a comment that moves the cursor of a terminal: what a person
reads shall be what is there.
"""

from __future__ import annotations

import re
import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that show nothing, though their kind says letter, mark or sign."""


def is_hidden(character: str) -> bool:
    """Whether a reader would not see a character, or see others in another order.

    >>> [is_hidden(c) for c in "a é\\u202e\\u200b\\x1b\\ufe0f"]
    [False, False, False, True, True, True, True]
    """
    is_selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return character in _BLANK or is_selector or unicodedata.category(character) in _HIDDEN


def shown(text: str) -> str:
    """A text of one line that a terminal may be sent: the hidden characters written out.

    >>> shown("Ana\\x1b[2J\\u202e")
    'Ana\\\\x1b[2J\\\\u202e'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(ascii(c)[1:-1] if is_hidden(c) else c for c in text)


def named(text: str, most: int) -> str:
    """A name that somebody chose: hidden characters left out, one space between words.

    >>> named("  A\\u200bna\\t von\\x00  der Au\\u202e ", 24)
    'Ana von der Au'
    """
    seen = "".join(c for c in text if c.isspace() or not is_hidden(c))
    composed = unicodedata.normalize("NFC", re.sub(r"\s+", " ", seen))
    return composed.strip()[:most].strip()
