"""Games as values: playing, taking back, copying, storing."""

import contextlib
import json
import pickle
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cornerwise
from cornerwise import (
    COLOURS,
    VARIANTS,
    CornerwiseError,
    Game,
    IllegalMove,
    Move,
    NotationError,
    RecordError,
    Setup,
    SetupError,
    render,
    variant,
)
from cornerwise.variants import Colour

ANY_GAME = [
    *((name, {}) for name in VARIANTS),
    ("trigon", {"touch": "vertices", "scoring": "basic"}),
    ("classic_3", {"spare": "red", "starts": "free", "first": "yellow"}),
]


def random_game(name: str, moves: int, seed: int, **options: str) -> Game:
    rng, game = random.Random(seed), Game(variant(name, **options))
    while not game.is_over and len(game.history) < moves:
        game.play(rng.choice(game.legal_moves))
    return game


def test_the_contract() -> None:
    game = cornerwise.Game("duo")
    assert (game.to_play, game.seat_to_play, game.is_over) == ("blue", "blue", False)
    assert len(game.legal_moves) == 828
    assert game.legal_moves
    assert "e8,d9,e9,f9,e10" in game.legal_moves
    assert repr(game.legal_moves) == "<LegalMoves of blue: 828 (j5 e10 j4,j5 ...)>"
    move = game.play("E10, d9,E8,f9,e9")
    assert str(move) == "e8,d9,e9,f9,e10"
    assert game.history == (move,)
    assert game.undo() == move
    assert game == Game("duo")
    assert game.play(move.number) == game.history[0] == move
    assert {piece.name for piece in game.pieces_left("yellow")} - {
        piece.name for piece in game.pieces_left("blue")
    } == {"X5"}
    assert game.scores == {"blue": -84, "yellow": -89} == game.colour_scores
    assert game.winners == ()
    assert game.owner("e9") == "blue"
    assert game.owner("a1") is None
    assert repr(game) == "<Game duo: 1 move, yellow to play>"


def test_values_show_themselves_in_one_short_line() -> None:
    game = Game("duo", moves=["e8,d9,e9,f9,e10", "j5,j6"], scoring="basic")
    played = game.variant
    shown = {
        "<Game duo scoring=basic: 2 moves, blue to play>": game,
        "<Position duo scoring=basic: 7 cells covered>": game.position,
        "<Piece X5>": game.history[0].piece,
        "<Board duo: 196 squares>": played.board,
        "<Edition duo>": played.edition,
        "<Recipe duo>": played.recipe,
        "<Tables of duo: 13729 placements>": game.tables,
    }
    assert [repr(value) for value in shown.values()] == list(shown)
    assert "classic, classic_2" in repr(VARIANTS)


def test_modules_of_the_library_need_no_import_of_their_own() -> None:
    code = "import cornerwise; print(cornerwise.gtp.Client.__name__, 'puzzles' in dir(cornerwise))"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert ran.stdout == "Client True\n"
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = cornerwise.chess


def test_a_game_draws_itself_as_svg_and_png() -> None:
    game = Game("duo", moves=["e10"])
    assert game.svg(size=200) == render.svg(game, size=200)
    assert game.png(size=200) == render.png(game, size=200)


@pytest.mark.parametrize(("name", "options"), ANY_GAME)
def test_undo_restores_exactly(name: str, options: dict[str, str]) -> None:
    game = Game(variant(name, **options))
    rng = random.Random(1)
    trail = []
    while not game.is_over:
        trail.append((game.position, game.to_play, game.seat_to_play, game.legal_moves))
        game.play(rng.choice(game.legal_moves))
    while trail:
        game.undo()
        assert (game.position, game.to_play, game.seat_to_play, game.legal_moves) == trail.pop()
    with pytest.raises(IllegalMove, match="no move to take back"):
        game.undo()


@pytest.mark.parametrize(("name", "options"), ANY_GAME)
def test_json_and_pickle_give_the_game_back(name: str, options: dict[str, str]) -> None:
    for moves in (0, 5, 200):
        game = random_game(name, moves, seed=moves, **options)
        for again in (Game.from_json(game.to_json()), pickle.loads(pickle.dumps(game))):
            assert again == game
            assert again.position == game.position
            assert again.to_play == game.to_play


def test_a_copy_goes_its_own_way() -> None:
    game = random_game("classic", 10, seed=2)
    other = game.copy()
    assert other == game
    other.play(other.legal_moves[0])
    assert other != game
    assert len(game.history) == 10


def test_equality_hash_and_order() -> None:
    duo, classic = Game("duo"), Game("classic")
    assert duo.move("a1,b1") == duo.move("B1,A1")
    assert hash(duo.move("a1,b1")) == hash(duo.move("B1,A1"))
    assert duo.move("a1") != classic.move("a1")
    assert duo.move("a1") != "a1"
    assert sorted([duo.move("a1,b1"), duo.move("b1"), duo.move("a1")])[0] == duo.move("a1")
    assert pickle.loads(pickle.dumps(duo.move("a1,b1"))) == duo.move("a1,b1")
    with pytest.raises(TypeError, match="unhashable"):
        hash(duo)
    assert duo != "duo"
    assert hash(duo.position) == hash(Game("duo").position)
    assert repr(duo.move("a1,b1")) == "<Move a1,b1 (I2)>"
    assert (
        repr(random_game("duo", 99, seed=1).legal_moves) == "<LegalMoves: none, the game is over>"
    )


def test_legal_moves_are_a_sequence() -> None:
    moves = Game("duo").legal_moves
    listed = list(moves)
    assert listed == [moves[i] for i in range(len(moves))] == list(moves[:])
    assert moves[-1] in moves
    assert [m.number for m in listed] == list(moves.numbers)
    assert {m.piece.name for m in moves.of_piece("X5")} == {"X5"}
    assert sum(len(moves.of_piece(piece)) for piece in Game("duo").variant.pieces) == len(moves)
    assert "zz" not in moves
    assert 10**9 not in moves
    assert None not in moves
    with pytest.raises(NotationError, match="Q9 is not a piece of this game: they are I1, I2"):
        moves.of_piece("Q9")


def test_legal_moves_keep_after_the_game_went_on() -> None:
    game = Game("duo")
    before = game.legal_moves
    game.play(before[5])
    assert len(before) == 828
    assert before != game.legal_moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this one is empty"),
        ("a1,", "'' is not a cell"),
        ("a1;b1", "'a1;b1' is not a cell"),
        ("a1,a1", "a1 stands twice"),
        ("a1,b2", "no piece has the shape"),
        ("a1,b1,c1,d1,e1,f1", "at most 5 cells"),
        ("a1," * 100000, "at most 5 cells"),
        ("o1", "its columns are a to n, its rows 1 to 14"),
        (-1, "there is no placement -1: they are 0 to 13728"),
        (13729, "there is no placement 13729"),
        (True, "not bool"),
        (None, "not NoneType"),
        (Game("classic").move("a1"), "a move of another board"),
    ],
)
def test_what_is_no_move_is_refused_in_words(text: object, message: str) -> None:
    game = Game("duo")
    with pytest.raises(NotationError, match=message):
        game.play(text)  # type: ignore[arg-type]
    assert message in str(game.why_illegal(text))  # type: ignore[arg-type]
    assert game == Game("duo")


@given(st.text(max_size=30))
def test_no_text_breaks_the_notation(text: str) -> None:
    game = Game("duo")
    try:
        move = game.move(text)
    except NotationError:
        assert text not in game.legal_moves
    else:
        assert isinstance(move, Move)


@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 10**6), st.randoms(use_true_random=False))
@settings(max_examples=50, deadline=None)
def test_a_move_is_read_back_in_any_order_and_case(
    name: str, number: int, rng: random.Random
) -> None:
    game = Game(name)
    move = game.move(number % len(game.tables))
    cells = str(move).split(",")
    rng.shuffle(cells)
    assert game.move(" , ".join(rng.choice([cell, cell.upper()]) for cell in cells)) == move


# --- setup ---------------------------------------------------------------------------------


def test_a_setup_is_a_position_to_start_from() -> None:
    played = random_game("classic", 12, seed=4)
    setup = Setup(tuple((turn.colour, turn.move) for turn in played.turns), played.to_play)
    game = Game("classic", setup=setup)
    assert game.to_play == played.to_play
    assert game.legal_moves == played.legal_moves
    assert game.history == ()
    move = game.legal_moves[3]
    game.play(move)
    assert Game.from_json(game.to_json()) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.undo() == move


def test_the_shared_colour_goes_on_in_rotation_after_a_setup() -> None:
    played = random_game("classic_3", 7, seed=4)
    setup = Setup(tuple((turn.colour, turn.move) for turn in played.turns), played.to_play)
    game = Game("classic_3", setup=setup)
    assert (game.to_play, game.seat_to_play) == ("green", "yellow")
    assert game.seat_to_play == played.seat_to_play


def test_a_setup_that_cannot_lie_there_is_refused() -> None:
    duo = Game("duo")
    blue, yellow = COLOURS[:2]
    with pytest.raises(
        SetupError, match=r"a1,b1 cannot be set up: a1 is already covered by blue \(R4\)"
    ):
        Game("duo", setup=Setup(((blue, duo.move("a1")), (yellow, duo.move("a1,b1")))))
    with pytest.raises(SetupError, match="blue has already placed its I1"):
        Game("duo", setup=Setup(((blue, duo.move("a1")), (blue, duo.move("c3")))))
    with pytest.raises(CornerwiseError, match="is not a colour of duo"):
        Game("duo", setup=Setup((), Colour.RED))


def test_a_setup_may_be_written_as_text() -> None:
    written = Setup((("blue", "j5, j6"), ("yellow", "e10")), "yellow")  # type: ignore[arg-type]
    duo = Game("duo")
    meant = Setup(((COLOURS[0], duo.move("j5,j6")), (COLOURS[1], duo.move("e10"))), COLOURS[1])
    game = Game("duo", setup=written)
    assert game == Game("duo", setup=meant)
    assert game.svg().startswith("<svg")
    assert written.fault(game.variant) is None
    with pytest.raises(SetupError, match="'pink' is not a colour: choose one of blue, yellow"):
        Setup((("pink", "e10"),))  # type: ignore[arg-type]


def test_a_game_goes_back_to_how_it_was_after_so_many_moves() -> None:
    game = Game("classic", moves=["a20", "t20", "t1"], retired=[(1, "green"), (3, "blue")])
    past = game.after(2)
    assert (past.history, past.retired) == (game.history[:2], ("green",))
    assert (len(game.history), game.retired) == (3, ("green", "blue"))
    assert game.after(0).history == ()
    for moves in (-1, 4):
        with pytest.raises(IllegalMove, match=f"there is no move {moves}: 3 moves made"):
            game.after(moves)


def test_what_is_no_move_is_refused_in_records_too() -> None:
    with pytest.raises(NotationError, match="not NoneType"):
        Game("duo", moves=[None, "e10"])  # type: ignore[list-item]
    with pytest.raises(RecordError, match="a move is a Move, a text such as"):
        Game.from_json('{"variant": "duo", "moves": [null, "e10"]}')


def test_a_colour_without_a_move_is_not_on_turn_in_a_setup() -> None:
    game = Game("duo")
    # Yellow stands on both start fields, so blue has nowhere to begin.
    setup = Setup(((COLOURS[1], game.move("e10")), (COLOURS[1], game.move("j5,j6"))), COLOURS[0])
    assert Game("duo", setup=setup).to_play == "yellow"


# --- records -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100000, "not JSON"),
        ("[]", "a game is an object with"),
        ("null", "a game is an object with"),
        ('{"variant": "duo"}', "this one has no 'moves'"),
        ('{"variant": "duo", "moves": 5}', "moves are a list of moves, not int"),
        ('{"variant": "chess", "moves": []}', "'chess' is not a variant"),
        ('{"variant": "duo", "moves": ["a1"]}', "must cover the start field"),
        ('{"variant": "duo", "moves": [[]]}', "not list"),
        ('{"variant": "duo", "options": 3, "moves": []}', "a game is an object with"),
        ('{"variant": "duo", "options": {"x": "y"}, "moves": []}', "there is no option 'x'"),
        ('{"variant": "duo", "setup": [], "moves": []}', "a game is an object with"),
        (
            '{"variant": "duo", "setup": {"placements": [["red", "a1"]]}, "moves": []}',
            "not a colour",
        ),
        (
            '{"variant": "duo", "setup": {"placements": [1]}, "moves": []}',
            "a game is an object with",
        ),
        ('{"variant": ["duo"], "moves": []}', "is not a variant"),
    ],
)
def test_a_bad_record_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Game.from_json(text)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"retired": 5}, "retired has pairs .*, not 5"),
        ({"retired": ["blue"]}, "retired has pairs"),
        ({"retired": [("x", "blue")]}, "retired has pairs"),
        ({"retired": {"blue": 1}}, "retired has pairs"),
        ({"retired": [(0, [])]}, "is not a seat of duo"),
        ({"moves": 5}, "moves are a list of moves, not int"),
        ({"setup": 5}, "setup is a Setup, not int"),
    ],
)
def test_what_makes_no_game_is_refused_in_words(given: Any, message: str) -> None:
    with pytest.raises(CornerwiseError, match=message):
        Game("duo", **given)


def test_what_is_no_number_of_moves_is_refused() -> None:
    with pytest.raises(CornerwiseError, match="cannot have 'x' moves"):
        cornerwise.random_game("duo", plies="x")  # type: ignore[arg-type]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(["variant", "moves", "options", "setup", "placements", "to_play"]),
                inner,
                max_size=4,
            )
        ),
    )
)
@settings(max_examples=200)
def test_no_json_breaks_the_reader(record: object) -> None:  # fmt: skip
    with contextlib.suppress(RecordError):
        Game.from_json(json.dumps(record))


def test_the_json_is_documented() -> None:
    record = json.loads(random_game("trigon", 2, 1, touch="vertices").to_json())
    assert record["variant"] == "trigon"
    assert record["options"] == {"touch": "vertices"}
    assert len(record["moves"]) == 2
    assert set(record) == {"variant", "options", "moves"}
