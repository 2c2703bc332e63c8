"""A match as the sum of its events."""

from __future__ import annotations

import random

import pytest

from cornerwise import VARIANTS
from cornerwise.geometry import bits
from cornerwise.server import messages as m
from cornerwise.server.match import Match, differences


def at_once(since: int, until: int) -> int:
    return until - since


def made(name: str) -> Match:
    seats = [
        m.SeatStart(name=seat.name, kind="person", holder="h") for seat in VARIANTS[name].seats
    ]
    return Match("game", m.Created(seq=0, at=0, variant=name, options={}, seats=seats))


@pytest.mark.parametrize("name", VARIANTS)
def test_what_may_be_placed_is_kept_up_to_date_through_a_game(name: str) -> None:
    chance, match = random.Random(5), made(name)
    while not match.ended:
        placement = chance.choice(match.game.legal_moves.numbers)
        match = match.after(match.moved(placement, match.seq, at_once))
        for colour in match.variant.colours:
            assert match.legal(colour) == match.game.position.legal(colour)
        if match.seq > 12 and chance.random() < 0.8:
            match = match.after(m.Undone(seq=match.seq + 1, at=0, seat="", to=len(match.moves) - 1))
            break
    restored = made(name)
    for move in match.moves:
        restored = restored.after(restored.moved(move[1], restored.seq, at_once))
    assert [restored.legal(c) for c in restored.variant.colours] == [
        match.legal(c) for c in match.variant.colours
    ]
