"""Lots at a table: who gets which colours (R2). Who begins is drawn by `variant(first="lot")`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from cornerwise.variants import Variant

Who = TypeVar("Who")


def seated(of: Variant, players: Sequence[Who], dice: random.Random) -> dict[str, Who]:
    """Players, given in the order of the seats, on seats that are drawn; partners stay partners.

    >>> from cornerwise import variant
    >>> seated(variant("classic_3"), ["Ann", "Bob", "Cid"], random.Random(1))
    {'blue': 'Bob', 'yellow': 'Cid', 'red': 'Ann'}
    """
    teams: dict[int, list[Who]] = {}
    for seat, player in zip(of.seats, players, strict=True):
        teams.setdefault(seat.team, []).append(player)
    drawn = list(teams.values())
    dice.shuffle(drawn)
    for members in drawn:
        dice.shuffle(members)
    places = dict(zip(teams, drawn, strict=True))
    return {seat.name: places[seat.team].pop(0) for seat in of.seats}
