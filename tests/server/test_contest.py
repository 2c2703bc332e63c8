"""A contest as the sum of its events."""

from __future__ import annotations

import random

import pytest

from cornerwise import VARIANTS
from cornerwise.server.base import messages as m
from cornerwise.server.games.contest import Contest


def at_once(since: int, until: int) -> int:
    return until - since


def made(name: str) -> Contest:
    seats = [
        m.SeatStart(name=seat.name, kind="person", holder="h") for seat in VARIANTS[name].seats
    ]
    return Contest("game", m.Created(seq=0, at=0, variant=name, options={}, seats=seats))


@pytest.mark.parametrize("name", VARIANTS)
def test_what_may_be_placed_is_kept_up_to_date_through_a_game(name: str) -> None:
    chance, contest = random.Random(5), made(name)
    while not contest.ended:
        placement = chance.choice(contest.game.legal_moves.numbers)
        contest = contest.after(contest.moved(placement, contest.seq, at_once))
        for colour in contest.variant.colours:
            assert contest.legal(colour) == contest.game.legal_moves_of(colour).placements
        if chance.random() < 0.1:
            last = len(contest.moves) - 1
            contest = contest.after(m.Undone(seq=contest.seq + 1, at=0, seat="", to=last))


def test_a_match_that_rested_is_the_same() -> None:
    chance, contest = random.Random(6), made("classic")
    for _ in range(12):
        placement = chance.choice(contest.game.legal_moves.numbers)
        contest = contest.after(contest.moved(placement, contest.seq, at_once))
    contest = contest.after(m.Resigned(seq=13, at=13, seat="red"))
    before, legal = contest.game.copy(), [contest.legal(c) for c in contest.variant.colours]
    contest.rest()
    assert contest.game == before
    assert [contest.legal(c) for c in contest.variant.colours] == legal


def test_what_comes_after_leaves_what_was_before() -> None:
    contest = made("duo")
    placement = contest.game.legal_moves.numbers[0]
    later = contest.after(contest.moved(placement, 5, at_once)).after(
        m.UndoAsked(seq=2, at=6, seat="blue", to=0)
    )
    assert (contest.seq, contest.moves, len(contest.game.history)) == (0, [], 0)
    assert (later.seq, len(later.moves), later.turn_at) == (2, 1, 5)
