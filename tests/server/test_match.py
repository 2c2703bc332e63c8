"""A match as the sum of its events."""

from __future__ import annotations

import random

import pytest

from cornerwise import VARIANTS
from cornerwise.server import messages as m
from cornerwise.server.match import Match


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
            assert match.legal(colour) == match.game.legal_moves_of(colour).placements
        if chance.random() < 0.1:
            last = len(match.moves) - 1
            match = match.after(m.Undone(seq=match.seq + 1, at=0, seat="", to=last))


def test_a_match_that_rested_is_the_same() -> None:
    chance, match = random.Random(6), made("classic")
    for _ in range(12):
        placement = chance.choice(match.game.legal_moves.numbers)
        match = match.after(match.moved(placement, match.seq, at_once))
    match = match.after(m.Resigned(seq=13, at=13, seat="red"))
    before, legal = match.game.copy(), [match.legal(c) for c in match.variant.colours]
    match.rest()
    assert match.game == before
    assert [match.legal(c) for c in match.variant.colours] == legal


def test_what_comes_after_leaves_what_was_before() -> None:
    match = made("duo")
    placement = match.game.legal_moves.numbers[0]
    later = match.after(match.moved(placement, 5, at_once)).after(
        m.UndoAsked(seq=2, at=6, seat="blue", to=0)
    )
    assert (match.seq, match.moves, len(match.game.history)) == (0, [], 0)
    assert (later.seq, len(later.moves), later.turn_at) == (2, 1, 5)
