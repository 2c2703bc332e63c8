"""What the tutor says, as structures for the page: texts to be said in any language, and reasons.

The page looks a text up in its catalogue and fills in the values (`static/js/sayings.js`).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from cornerwise.server.base.messages import ColourName
from cornerwise.texts import Message
from cornerwise.tutor import Reason


class Saying(Struct):
    """A text with what is to be filled in. Colours and pieces are given by their names."""

    one: str
    many: str
    """The plural; empty where the form depends on no number."""
    n: int | None
    values: dict[str, str | int | float | list[str]]


class TutorReason(Struct):
    """A statement about a move that can be counted on the board."""

    name: str
    colour: ColourName
    """Whom it speaks of."""
    good: bool
    """Whether it speaks for the move or against it."""
    cells: tuple[int, ...]
    """What to draw."""
    saying: Saying


def saying(message: Message) -> Saying:
    """A text of the library as the page takes it."""
    values = {n: list(v) if isinstance(v, tuple) else v for n, v in message.values.items()}
    return Saying(message.one, message.many, message.n, values)


def tutor_reasons(reasons: Iterable[Reason]) -> list[TutorReason]:
    return [
        TutorReason(r.name, r.colour.value, r.good, r.cells, saying(r.message)) for r in reasons
    ]
