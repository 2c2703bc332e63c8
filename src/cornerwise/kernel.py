"""The C++ kernel seen from Python: what it is handed and what it answers.

The kernel names no variant. An edition becomes tables of cells and placements. A variant becomes a
handful of numbers. From then on both sides speak of placement numbers only (docs/kernel.md).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from cornerwise import _kernel
from cornerwise.errors import VariantError
from cornerwise.geometry import bits
from cornerwise.position import Position
from cornerwise.tables import Tables, tables_of
from cornerwise.variants import Colour, Edition, Variant


def legal(position: Position, colour: Colour) -> int:
    """The same as `position.legal(colour)`, many times faster."""
    return _moves(position, colour, position.wanted(colour), position.placeable(colour))


def fitting(position: Position, colour: Colour) -> int:
    """The placements of pieces held that need nothing but a touch to be legal: some day, perhaps.

    They lie on free cells that are not closed to the colour. Their number can only fall.
    """
    everywhere = (1 << len(position.variant.board)) - 1
    return _moves(position, colour, everywhere, position.hand(colour).left)


def _moves(position: Position, colour: Colour, wanted: int, pieces: int) -> int:
    """The placements of these pieces that cover a wanted cell and break no rule of contact."""
    hand = position.hand(colour)
    closed = position.closed(colour)
    found = _tables(position.variant.edition, position.variant.touch).moves(
        _bytes(closed),
        _bytes(wanted & ~closed),
        pieces,
        _bytes(hand.points),
        _bytes(hand.straights),
    )
    return int.from_bytes(found, "little")


def differences(mask: int) -> list[int]:
    """The members of a bitset, ascending, each as its difference to the one before.

    >>> differences(1 << 3 | 1 << 4 | 1 << 9), differences(1), differences(0)
    ([3, 1, 5], [0], [])
    """
    return _kernel.differences(_bytes(mask))


def rules(of: Variant) -> _kernel.Rules:
    """A variant as the kernel wants it: made once a process."""
    return _rules(of)


def sides(of: Variant) -> tuple[int, ...]:
    """The teams that compete, in playing order: the kernel's sides 0, 1 … are these."""
    return tuple(dict.fromkeys(seat.team for seat in of.seats))


def complete(of: Variant) -> int:
    """The least points of one who played every colour and placed everything: others have less."""
    return len(of.colours) * of.scoring.worth(of.scoring.bonus)


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
        "counts": tables.edition.counts,
        "pieces": list(tables.piece),
        "cells": tables.cells,
        "lattice": board.lattice if contacts else (),
        "points": tables.points if contacts else (),
        "straights": tables.straights if contacts else (),
    }


@cache
def _tables(edition: Edition, touch: str) -> _kernel.Tables:
    source = table_source(tables_of(edition), contacts=touch == "vertices")
    try:
        return _kernel.Tables(**source)
    except ValueError as error:  # it is larger than the kernel can take
        raise VariantError(f"{edition.name} cannot be played: {error}") from None


@cache
def _rules(of: Variant) -> _kernel.Rules:
    start = of.start_rule
    own = dict(start.own)
    side = {team: number for number, team in enumerate(sides(of))}
    seats = [of.seat_of(colour) for colour in of.colours]

    def apart(colour: Colour, other: Colour) -> int:
        distances = start.partners if of.are_partners(colour, other) else start.others
        return sum(1 << distance for distance in distances)

    return _kernel.Rules(
        _tables(of.edition, of.touch),
        fields=of.edition.fields,
        own=[own.get(colour, -1) for colour in of.colours],
        apart=[[apart(colour, other) for other in of.colours] for colour in of.colours],
        sides=[-1 if seat is None else side[seat.team] for seat in seats],
        rotation=[side[seat.team] for seat in of.seats],
        singles_last=of.singles_last,
        # The kernel counts in cells, and more is always better.
        bonus=of.scoring.worth(of.scoring.bonus),
        single_bonus=of.scoring.worth(of.scoring.single_bonus),
    )
