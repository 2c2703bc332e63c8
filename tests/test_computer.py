"""The simple computer: legal everywhere, repeatable, sensible."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornerwise import VARIANTS, Colour, Game, IllegalMove, Setup, variant
from cornerwise.computer import SimpleComputer

GAMES: list[tuple[str, dict[str, str]]] = [
    *((name, {}) for name in VARIANTS),
    ("classic", {"starts": "free", "first": "red"}),
    ("classic_3", {"spare": "blue", "starts": "free"}),
    ("classic_teams", {"starts": "free"}),
    ("duo", {"scoring": "basic", "first": "yellow"}),
    ("trigon_2", {"touch": "vertices"}),
    ("trigon_3", {"touch": "vertices", "spare": "red"}),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_plays_every_variant_to_its_end(name: str, options: dict[str, str]) -> None:
    game, computer = Game(variant(name, **options)), SimpleComputer(seed=7)
    while not game.is_over:
        game.play(computer.choose(game))  # raises on an illegal move
    held = sum(game.variant.counts)
    placed = sum(held - len(game.pieces_left(c)) for c in game.variant.colours)
    assert placed == len(game.history) > 10 * len(game.variant.colours)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 20), st.integers())
def test_chooses_legally_in_any_position_and_leaves_it_alone(
    name: str, moves: int, seed: int
) -> None:
    game, chance = Game(name), random.Random(seed)
    for _ in range(moves):
        if not game.is_over:
            game.play(chance.choice(game.legal_moves))
    before = game.copy()
    if not game.is_over:
        assert SimpleComputer(seed).choose(game) in game.legal_moves
    assert game == before


def test_same_seed_and_game_give_the_same_move_whatever_was_asked_before() -> None:
    game, one, other = Game("trigon_3"), SimpleComputer(seed=3), SimpleComputer(seed=3)
    one.choose(Game("duo"))
    for _ in range(6):
        assert one.choose(game) == one.choose(game) == other.choose(game)
        game.play(one.choose(game))


def test_different_seeds_play_different_games() -> None:
    first = {str(SimpleComputer(seed).choose(Game("duo"))) for seed in range(20)}
    assert len(first) > 3


def test_without_a_seed_it_takes_one_at_random() -> None:
    assert len({SimpleComputer().seed for _ in range(5)}) > 1


def test_places_a_largest_piece_first() -> None:
    for name in VARIANTS:
        move = SimpleComputer(seed=1).choose(Game(name))
        assert move.piece.size == max(piece.size for piece in VARIANTS[name].pieces)


@pytest.mark.parametrize("name", ["duo", "classic_2", "trigon_2"])
def test_beats_a_random_player(name: str) -> None:
    margin = 0
    for seed in range(4):
        game, chance, computer = Game(name), random.Random(seed), SimpleComputer(seed)
        mine = game.variant.seats[seed % 2].name
        while not game.is_over:
            of_mine = game.seat_to_play == mine
            game.play(computer.choose(game) if of_mine else chance.choice(game.legal_moves))
        margin += game.scores[mine] - sum(s for seat, s in game.scores.items() if seat != mine)
    assert margin > 0


def test_the_shared_colour_hinders_instead_of_growing() -> None:
    """C6: its score is ignored, so whoever places it closes the others' openings."""
    start = Game("classic_3")
    laid = [("yellow", "t20"), ("green", "a1"), ("green", "o20,p20,q20"), ("green", "a20,b20")]
    setup = Setup(tuple((Colour(colour), start.move(move)) for colour, move in laid), Colour.GREEN)
    game = Game("classic_3", setup=setup)
    assert (game.to_play, game.seat_to_play) == ("green", "blue")
    assert "s19" in SimpleComputer(seed=1).choose(game).cell_names  # yellow's only opening


def test_a_finished_game_has_no_move_to_choose() -> None:
    game, computer = Game("duo"), SimpleComputer(seed=1)
    while not game.is_over:
        game.play(computer.choose(game))
    with pytest.raises(IllegalMove, match="over"):
        computer.choose(game)
