"""The C++ kernel seen from Python: what it is handed and what it answers.

The kernel names no variant. An edition becomes tables of cells and placements, a variant becomes a
handful of numbers, and from then on both sides speak of placement numbers only (docs/kernel.md).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from cornerwise import _kernel
from cornerwise.geometry import bits
from cornerwise.position import Position
from cornerwise.tables import Tables, tables_of
from cornerwise.variants import EDITIONS, Colour, Variant, variant

_BONUS = {"basic": (0, 0), "advanced": (15, 5)}
"""The points for placing everything, and those on top if the single cell came last (R6, R7)."""


def legal(position: Position, colour: Colour) -> int:
    """The same as `position.legal(colour)`, many times faster."""
    hand = position.hand(colour)
    closed = position.occupied | hand.edges
    found = _tables(position.variant.edition.name, position.variant.touch).moves(
        _bytes(closed),
        _bytes(position.wanted(colour) & ~closed),
        position.placeable(colour),
        _bytes(hand.points),
        _bytes(hand.straights),
    )
    return int.from_bytes(found, "little")


def rules(of: Variant) -> _kernel.Rules:
    """A variant as the kernel wants it: made once a process."""
    return _rules(of.name, of.options)


def sides(of: Variant) -> tuple[int, ...]:
    """The teams that compete, in playing order: the kernel's sides 0, 1 … are these."""
    return tuple(dict.fromkeys(seat.team for seat in of.seats))


def complete(of: Variant) -> int:
    """The least points of one who played every colour and placed everything: others have less."""
    return len(of.colours) * _BONUS[of.scoring][0]


def _bytes(mask: int) -> bytes:
    return mask.to_bytes((mask.bit_length() + 7) // 8, "little")


def table_source(tables: Tables, *, contacts: bool) -> dict[str, Any]:
    """What the kernel wants to know of an edition, with lattice points if T4 asks for contacts."""
    board = tables.board
    return {
        "places": board.places,
        "kinds": [(x + y) % len(board.grid.tiles) for x, y in board.places],
        "edges": [list(bits(near)) for near in board.edges],
        "vertices": [list(bits(near)) for near in board.vertices],
        "sizes": [piece.size for piece in tables.pieces],
        "pieces": list(tables.piece),
        "cells": tables.cells,
        "lattice": board.lattice if contacts else (),
        "points": tables.points if contacts else (),
        "straights": tables.straights if contacts else (),
    }


@cache
def _tables(edition: str, touch: str) -> _kernel.Tables:
    source = table_source(tables_of(EDITIONS[edition]), contacts=touch == "vertices")
    return _kernel.Tables(**source)


@cache
def _rules(name: str, options: tuple[tuple[str, str], ...]) -> _kernel.Rules:
    of = variant(name, **dict(options))
    start = of.start_rule
    own = dict(start.own)
    side = {team: number for number, team in enumerate(sides(of))}
    seats = [of.seat_of(colour) for colour in of.colours]

    def apart(colour: Colour, other: Colour) -> int:
        distances = start.partners if of.are_partners(colour, other) else start.others
        return sum(1 << distance for distance in distances)

    bonus, single_bonus = _BONUS[of.scoring]
    return _kernel.Rules(
        _tables(of.edition.name, of.touch),
        fields=of.edition.fields,
        own=[own.get(colour, -1) for colour in of.colours],
        apart=[[apart(colour, other) for other in of.colours] for colour in of.colours],
        sides=[-1 if seat is None else side[seat.team] for seat in seats],
        rotation=[side[seat.team] for seat in of.seats],
        singles_last=of.singles_last,
        bonus=bonus,
        single_bonus=single_bonus,
    )
