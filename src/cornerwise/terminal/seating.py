"""Who sits where: a name for each seat of a variant, or the computer."""

from __future__ import annotations

import random
from collections.abc import Mapping

from cornerwise.errors import VariantError
from cornerwise.lots import seated
from cornerwise.variants import Variant

COMPUTER = "computer"
"""The name of a seat that a computer plays."""

Seating = Mapping[str, str]
"""For each seat, the name of the person who sits there, or `COMPUTER`."""


def seat_people(chosen: Variant, people: int = 1) -> dict[str, str]:
    """The first seats for people, the rest for computers.

    >>> from cornerwise import VARIANTS
    >>> seat_people(VARIANTS["classic_2"])
    {'blue+red': 'you', 'yellow+green': 'computer'}
    """
    seats = [seat.name for seat in chosen.seats]
    if not 0 <= people <= len(seats):
        raise VariantError(f"{chosen.name} has room for 0 to {len(seats)} people, not {people}")
    names = ["you"] if people == 1 else [f"player {n}" for n in range(1, people + 1)]
    return dict(zip(seats, names + [COMPUTER] * (len(seats) - people), strict=True))


def seat_by_lot(
    chosen: Variant, people: int, dice: random.Random, colour: str | None = None
) -> dict[str, str]:
    """People and computers on seats that are drawn; the first person may have a colour of choice.

    >>> from cornerwise import VARIANTS
    >>> seat_by_lot(VARIANTS["duo"], 1, random.Random(1), "yellow")
    {'blue': 'computer', 'yellow': 'you'}
    """
    names = list(seat_people(chosen, people).values())
    drawn = seated(chosen, range(len(names)), dice)
    if colour is not None:
        wanted = chosen.seat_of(chosen.colour(colour))
        if people == 0 or wanted is None:
            raise VariantError(f"nobody can be given {colour} here")
        # As long as it takes: a draw with this outcome is as fair as any other way to get there.
        while drawn[wanted.name] != 0:
            drawn = seated(chosen, range(len(names)), dice)
    return {seat: names[number] for seat, number in drawn.items()}


def seat_words(chosen: Variant, words: str) -> dict[str, str]:
    """Seats from a list such as me,computer: any other word than computer is a person's name."""
    seats = [seat.name for seat in chosen.seats]
    names = [word.strip() for word in words.split(",")]
    if len(names) != len(seats) or not all(names):
        raise VariantError(
            f"{chosen.name} has {len(seats)} seats ({', '.join(seats)}): "
            f"name who sits on each, such as {','.join(['me'] + [COMPUTER] * (len(seats) - 1))}"
        )
    return dict(zip(seats, names, strict=True))


def people_in(seating: Seating) -> int:
    """How many people sit at the table."""
    return sum(name != COMPUTER for name in seating.values())
