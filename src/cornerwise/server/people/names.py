"""Names of accounts: what may be one, and when two look alike.

A name is letters and digits of one script, so that it can be read, typed and linked to. Names are
compared by how they look: capital I, small l and 1 are one, and so are Latin, Greek and Cyrillic a.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from cornerwise.server.base.refusals import Refusal
from cornerwise.visible import named

SHORTEST, LONGEST = 2, 20
_BETWEEN = frozenset("-_")
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
RESERVED = frozenset(
    """
    admin administrator moderator mod operator owner staff team support help root system server
    cornerwise official computer bot engine level guest anonymous deleted nobody everybody player
    opponent spectator stranger user account me you null none undefined
    blue yellow red green modra zluta cervena zelena blau gelb rot gruen grun niebieski zolty
    czerwony zielony azul amarelo vermelho verde pocitac komputer computador uroven stufe poziom
    nivel spravce verwaltung gast host
    """.split()  # noqa: SIM905 (a list of words reads better so)
)
"""Words that would pass for the server's own, with any digits and dashes around them."""


def checked(text: str) -> tuple[str, str]:
    """A name as it is shown and as it is compared; Refusal says what is wrong with it.

    >>> checked(" Ana-Li ")
    ('Ana-Li', 'anall')
    """
    name = named(unicodedata.normalize("NFKC", text), 200)
    if not SHORTEST <= len(name) <= LONGEST:
        raise _bad("length", f"a name has {SHORTEST} to {LONGEST} characters")
    if not all(_readable(c) or c in _BETWEEN for c in name):
        raise _bad("characters", "a name has letters, digits, - and _, and no blanks")
    ends = name[0], name[-1]
    if not any(c.isalpha() for c in name) or _BETWEEN & set(ends):
        raise _bad("characters", "a name has a letter, and begins and ends with a letter or digit")
    if len(_scripts(name)) > 1:
        raise _bad("scripts", "a name is written in the letters of one script")
    if _scripts(name) != {"LATIN"} and all(_looks(c).isascii() for c in name):
        raise _bad("scripts", "every letter of this name looks like a Latin one: use those")
    folded = folding(name)
    if is_reserved(folded):
        raise _bad("reserved", "this name is not given to anybody")
    return name, folded


def folding(text: str) -> str:
    """A name as it is compared: names that a reader could take for each other agree.

    >>> folding("Ana") == folding("ANA") == folding("Ána")
    True
    >>> folding("Bill1") == folding("BiIIl"), folding("Bill") == folding("Bull")
    (True, False)
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text[:200]).casefold())
    bare = "".join(c for c in plain if unicodedata.category(c) != "Mn" and c not in _BETWEEN)
    seen = "".join(map(_looks, bare)).translate(_ALIKE)
    return seen.replace("rn", "m").replace("vv", "w")[:64]


def is_reserved(folded: str) -> bool:
    """Whether a folded name would pass for the server's own."""
    return _plain(folded) in _reserved()


def _bad(why: str, message: str) -> Refusal:
    return Refusal("bad_name", message, why=why)


def _readable(character: str) -> bool:
    return unicodedata.category(character)[0] in "LMN"


def _scripts(name: str) -> set[str]:
    """The scripts of the letters, by the first word of their names in Unicode."""
    letters = (c for c in name if c.isalpha())
    return {unicodedata.name(c, "?").split(" ")[0] for c in letters}


@lru_cache(4096)
def _looks(character: str) -> str:
    """The plainest letter that looks like this one."""
    if character.isascii():
        return character
    from confusable_homoglyphs.confusables import confusables_data  # large: only once it is needed

    upper = character.upper()
    for one in (character, upper if len(upper) == 1 else character):
        alike = [found["c"] for found in confusables_data.get(one, ())]
        plain = [text for text in alike if text.isascii() and text.isalnum()]
        if plain:
            return str(plain[0]).casefold()
    return character


def _plain(folded: str) -> str:
    """Without digits at the end and at the beginning; those that look like letters included."""
    return folded.strip("23456789")


@lru_cache(1)
def _reserved() -> frozenset[str]:
    """The reserved words as they are compared, also with numbers that look like letters."""
    words = {folding(word) for word in RESERVED}
    return frozenset(words | {word + end for word in words for end in ("l", "o", "ll", "lo", "oo")})
