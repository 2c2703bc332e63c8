"""Seats that leave a game before its end."""

import pickle

import pytest

from cornerwise import (
    VARIANTS,
    Colour,
    Game,
    IllegalMove,
    RecordError,
    VariantError,
    parse_sgf,
)
from cornerwise.engine.player import position_of


def opened(name: str, moves: int) -> Game:
    game = Game(name)
    for _ in range(moves):
        game.play(game.legal_moves[-1])
    return game


@pytest.mark.parametrize("name", [n for n, v in VARIANTS.items() if v.team_count == 2])
def test_in_a_two_sided_game_the_other_side_wins(name: str) -> None:
    game = opened(name, 3)
    first = game.variant.seats[0]
    game.retire(first.name)
    assert game.is_over
    assert game.to_play is None
    assert game.seat_to_play is None
    assert game.winners == tuple(s.name for s in game.variant.seats if s.team != first.team)
    assert not game.legal_moves
    assert set(game.finished) == set(game.variant.colours)


def test_among_several_the_others_play_on() -> None:
    game = opened("classic", 4)
    game.retire("blue")
    assert game.to_play == "yellow"
    assert game.finished == ("blue",)
    assert not game.legal_moves_of("blue")
    for colour in ("yellow", "red", "green", "yellow"):
        assert game.to_play == colour
        game.play(game.legal_moves[-1])
    assert game.scores["blue"] == game.position.points(game.variant.first) < 0


def test_it_may_leave_out_of_turn_and_all_may_leave() -> None:
    game = opened("classic", 1)
    game.retire("red")
    assert game.to_play == "yellow"
    for seat in ("yellow", "green", "blue"):
        assert not game.is_over
        game.retire(seat)
    assert game.is_over
    assert game.winners == ("blue",)  # the only one who has placed a piece
    assert game.retired == ("red", "yellow", "green", "blue")


def test_the_shared_colour_is_played_by_those_who_stay() -> None:
    game = opened("classic_3", 3)
    assert (game.to_play, game.seat_to_play) == ("green", "blue")
    game.retire("blue")
    assert (game.to_play, game.seat_to_play) == ("green", "yellow")


@pytest.mark.parametrize("leaves", ["blue", "yellow", "red"])
@pytest.mark.parametrize("after", [2, 3, 4, 6, 7, 9, 11])
def test_the_rotation_of_the_shared_colour_goes_on_evenly(leaves: str, after: int) -> None:
    game = opened("classic_3", after)
    game.retire(leaves)
    for _ in range(24):
        kernels = position_of(game)
        sides = [seat.name for seat in game.variant.seats]
        assert sides[kernels.side] == game.seat_to_play
        game.play(game.legal_moves[-1])
    turns = [(n, turn.seat) for n, turn in enumerate(game.turns) if turn.colour == "green"]
    before = [seat for n, seat in turns if n < after]
    assert before == ["blue", "yellow", "red"][: len(before)]
    # The first after it is whoever was next and stayed; from then on the two take turns.
    rest = [seat for n, seat in turns if n >= after]
    due = [*["blue", "yellow", "red"][len(before) :], "blue", "yellow", "red"]
    expected = [seat for seat in due if seat != leaves][:2] * 6
    assert rest == expected[: len(rest)]
    assert len(rest) >= 6
    # It stays so when moves are taken back, in copies and in records.
    for _ in range(5):
        game.undo()
    again = Game.from_json(game.to_json())
    assert again.turns == game.turns
    assert again.seat_for(Colour.GREEN) == game.seat_for(Colour.GREEN)
    assert parse_sgf(game.to_sgf())[0].game().turns == game.turns


def test_alone_at_the_table_nobody_wins() -> None:
    game = opened("classic_solo", 2)
    game.retire(game.variant.seats[0].name)
    assert game.is_over
    assert game.winners == ()


def test_undo_takes_it_back_with_the_move_before() -> None:
    game = opened("classic", 3)
    game.retire("green")
    game.play(game.legal_moves[0])
    game.undo()
    assert list(game.retired) == ["green"]
    game.undo()
    assert not game.retired


def test_it_is_recorded() -> None:
    game = opened("classic", 3)
    game.retire("green")
    game.play(game.legal_moves[0])
    game.retire("red")
    assert game.retirements == ((3, "green"), (4, "red"))
    for again in (Game.from_json(game.to_json()), pickle.loads(pickle.dumps(game)), game.copy()):
        assert again == game
        assert again.retirements == game.retirements
        assert again.to_play == game.to_play
    other = opened("classic", 3)
    other.play(other.legal_moves[0])
    assert other != game


def test_errors_change_nothing() -> None:
    game = opened("classic", 2)
    game.retire("blue")
    with pytest.raises(IllegalMove, match="already"):
        game.retire("blue")
    with pytest.raises(VariantError, match="not a seat"):
        game.retire("pink")
    assert game.retired == ("blue",)
    duo = opened("duo", 2)
    duo.retire("yellow")
    with pytest.raises(IllegalMove, match="over"):
        duo.retire("blue")
    with pytest.raises(RecordError):
        Game.from_json('{"variant": "duo", "moves": [], "retired": [[3, "blue"]]}')
    with pytest.raises(RecordError):
        Game.from_json('{"variant": "duo", "moves": [], "retired": ["blue"]}')
