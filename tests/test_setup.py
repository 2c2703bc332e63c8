"""Positions set up by hand: whether some order of play could have laid them."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from cornerwise import VARIANTS, Game, random_game, variant
from cornerwise.errors import SetupError
from cornerwise.notation import Move
from cornerwise.setup import Setup
from cornerwise.variants import Colour
from tests.oracle import Table

OPTIONS = [
    *((name, {}) for name in VARIANTS),
    ("trigon", {"touch": "vertices"}),
    ("trigon_2", {"touch": "vertices", "first": "green"}),
    ("classic_teams", {"starts": "free", "first": "red"}),
    ("classic", {"starts": "free"}),
]


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=str)
def test_what_was_played_has_no_fault_in_any_order(name: str, options: dict[str, str]) -> None:
    dice = random.Random(name)
    for plies in (0, 3, 9, 200):
        game = random_game(variant(name, **options), seed=plies, plies=plies)
        laid = dice.sample(game.placements, len(game.placements))
        assert Setup(tuple(laid)).fault(game.variant) is None


Laid = tuple[tuple[Colour, Move], ...]


def could_be_laid(laid: Laid) -> bool:
    """The same by trying every order, with the rules of the oracle."""
    for order in permutations(laid):
        table = Table("duo")
        for colour, move in order:
            cells = frozenset(move.cell_names)
            if cells not in table.legal(colour.value):
                break
            table.laid.append((colour.value, cells))
        else:
            return True
    return False


def test_faults_are_those_of_the_oracle() -> None:
    dice = random.Random(7)
    seen = {True: 0, False: 0}
    while min(seen.values()) < 4:
        game = random_game("duo", seed=dice.randrange(1000), plies=4)
        laid = list(game.placements)
        if dice.random() < 0.7:  # one of them goes elsewhere
            colour, _ = laid.pop(dice.randrange(len(laid)))
            laid.append((colour, Move(game.tables, dice.randrange(len(game.tables)))))
        setup = Setup(tuple(laid))
        try:
            fault = setup.fault(game.variant)
        except SetupError:
            continue  # a piece twice, or one over another
        assert could_be_laid(setup.placements) == (fault is None)
        if fault is not None:
            assert (fault.colour, fault.move) in setup.placements
        seen[fault is None] += 1


def test_the_reason_is_named() -> None:
    game = Game("duo")
    blue, cross = Colour.BLUE, game.move("e8,d9,e9,f9,e10")

    def code(*moves: str) -> str | None:
        laid = ((blue, cross), *((blue, game.move(move)) for move in moves))
        fault = Setup(laid).fault(game.variant)
        return None if fault is None else fault.reason.code

    assert code() is None
    assert code("g8,g7") is None
    assert code("f8,f7") == "edge"
    assert code("a1,a2") == "apart"
    assert code("h6,h5,h4", "g8,g7") is None  # the second is what the first hangs on
