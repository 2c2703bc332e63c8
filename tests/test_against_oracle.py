"""Legal moves of random positions, compared with a second way of computing them."""

import random

import pytest

from cornerwise import VARIANTS, Game, variant
from tests.oracle import Table, edition

CHOICES = [
    *((name, {}) for name in VARIANTS),
    *((name, {"touch": "vertices"}) for name in VARIANTS if name.startswith("trigon")),
    *((name, {"starts": "free"}) for name in VARIANTS if name.startswith("classic")),
    ("classic_3", {"spare": "red", "first": "yellow"}),
    ("trigon_3", {"spare": "blue", "first": "red"}),
    ("duo", {"first": "yellow"}),
    ("trigon_2", {"first": "green"}),
    ("classic_teams", {"starts": "free", "first": "red"}),
]


@pytest.mark.parametrize(
    ("name", "count"), [("duo", 13729), ("classic", 30433), ("trigon", 32131), ("trigon8", 24859)]
)
def test_every_connected_set_of_cells_is_a_placement(name: str, count: int) -> None:
    board = edition(name)
    assert len(board.placements) == count
    assert len(board.shapes) == (21 if board.largest == 5 else 22)


def test_the_placements_of_junior_are_those_of_its_twelve_shapes() -> None:
    board, ours = edition("junior"), Game("junior").tables
    assert len(board.placements) == 7217
    names = ours.board.cell_names
    assert set(board.placements) == {frozenset(names[c] for c in cells) for cells in ours.cells}


@pytest.mark.parametrize(
    ("name", "options"), CHOICES, ids=lambda value: str(value) if value else ""
)
def test_legal_moves_equal_those_of_the_oracle(name: str, options: dict[str, str]) -> None:
    rng = random.Random(f"{name}{options}")
    compared = 0
    while compared < 100:
        game = Game(variant(name, **options))
        table = Table(name, game.variant.touch, game.variant.starts)
        while not game.is_over:
            early = len(game.history) < 9
            for colour in game.variant.colours if early or rng.random() < 0.15 else ():
                theirs = table.legal(colour)
                assert {frozenset(m.cell_names) for m in game.legal_moves_of(colour)} == theirs
                compared += 1
            move = game.play(rng.choice(game.legal_moves))
            table.laid.append((game.turns[-1].colour.value, frozenset(move.cell_names)))
