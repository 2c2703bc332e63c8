"""A situation of a game as one line of text, and back (docs/formats.md).

Spaces separate five fields: the variant with its options, the placements of each colour, the colour
on turn, the seats that left, and the seat that takes the shared colour's next turn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from cornerwise.errors import CornerwiseError, RecordError
from cornerwise.notation import Move, parse_move
from cornerwise.position import Hand
from cornerwise.setup import Setup
from cornerwise.tables import Tables, tables_of
from cornerwise.turns import State
from cornerwise.variants import Colour, Variant, recorded

LONGEST = 4000
"""Characters: more than any position of any variant needs."""

_NONE = "-"
_FIELDS = "variant, placements, colour on turn, seats that left, seat that plays a shared colour"


class Situation(NamedTuple):
    """What a text says: how a game begins and who has left it."""

    variant: Variant
    setup: Setup
    retired: tuple[str, ...]

    @property
    def leaving(self) -> tuple[tuple[int, str], ...]:
        """Who has left, before any further move."""
        return tuple((0, seat) for seat in self.retired)


def written(state: State, placements: Sequence[tuple[Colour, Move]]) -> str:
    """The text of a state in which these placements lie.

    The numbers of a colour ascend, so that equal positions have equal texts. Only a first and a
    last placement keep their places if that matters (`Position.situation`).
    """
    of = state.variant
    hands = []
    for colour, hand in zip(of.colours, state.position.situation, strict=True):
        mine = sorted(move.number for owner, move in placements if owner == colour)
        hands.append(".".join(map(str, _ordered(of, hand, mine))) or _NONE)
    fields = (
        ",".join([of.name, *(f"{name}={value}" for name, value in of.options)]),
        "/".join(hands),
        state.to_play or _NONE,
        ",".join(seat.name for seat in of.seats if seat.name in state.retired) or _NONE,
        of.seats[state.sharer].name if of.shared is not None else _NONE,
    )
    return " ".join(fields)


def _ordered(of: Variant, hand: Hand, numbers: list[int]) -> list[int]:
    """Placement numbers, ascending but for a first or a last one that must be it."""
    tables = tables_of(of.edition)
    if numbers and of.start_rule.has_distances:
        fields = of.edition.fields

        def start(number: int) -> int:
            covered = (at for at, cell in enumerate(fields) if cell in tables.cells[number])
            return next(covered, -1)

        first = next((n for n in numbers if start(n) == hand.start), numbers[0])
        numbers = [first, *(n for n in numbers if n != first)]
    if hand.last >= 0:
        last = next(n for n in reversed(numbers) if tables.piece[n] == hand.last)
        numbers = [*(n for n in numbers if n != last), last]
    return numbers


def read(text: str) -> Situation:
    """What a text says; an error says what is wrong with it."""
    try:
        return _read(text)
    except CornerwiseError as error:
        raise RecordError(f"this position cannot be read: {error}") from None


def _read(text: str) -> Situation:
    words = text.split() if isinstance(text, str) and len(text) <= LONGEST else []
    if len(words) != 5:
        raise RecordError(f"it is a line of five fields: {_FIELDS}")
    name, *chosen = words[0].split(",")
    of = recorded(name, dict(_option(pair) for pair in chosen))
    hands = words[1].split("/")
    if len(hands) != len(of.colours):
        raise RecordError(f"{of} has {len(of.colours)} colours, the placements are of {len(hands)}")
    tables = tables_of(of.edition)
    placements = tuple(
        (colour, move)
        for colour, numbers in zip(of.colours, hands, strict=True)
        for move in _moves(tables, numbers)
    )
    seats = {seat.name for seat in of.seats}
    left = () if words[3] == _NONE else tuple(words[3].split(","))
    for seat in left:
        if seat not in seats or left.count(seat) > 1:
            raise RecordError(f"{seat!r} is not one seat of {of} that left")
    setup = Setup(
        placements,
        None if words[2] == _NONE else of.colour(words[2]),
        None if words[4] == _NONE else words[4],
    )
    if setup.sharer in left and len(left) < len(seats):
        raise RecordError(f"{setup.sharer} has left and takes no more turns")
    return Situation(of, setup, left)


def _option(pair: str) -> tuple[str, str]:
    name, equals, value = pair.partition("=")
    if not equals:
        raise RecordError(f"{pair!r} is not an option: write it as name=value")
    return name, value


def _moves(tables: Tables, numbers: str) -> list[Move]:
    if numbers == _NONE:
        return []
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})*", numbers):
        raise RecordError(f"{numbers[:40]!r} is not a list of placement numbers such as 12.345")
    return [parse_move(tables, int(number)) for number in numbers.split(".")]
