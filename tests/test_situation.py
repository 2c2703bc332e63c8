"""Situations as values: keys, position strings, symmetries, outcomes, arrays."""

import pickle
import random
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornerwise import (
    COLOURS,
    VARIANTS,
    CornerwiseError,
    Game,
    NotationError,
    RecordError,
    Setup,
    SetupError,
    Termination,
    Variant,
    parse_sgf,
    random_game,
)
from cornerwise.engine.player import position_of
from cornerwise.kernel import legal
from cornerwise.puzzles import as_game, puzzle
from tests.agreement import every_variant

EVERY = every_variant()


@st.composite
def games(draw: st.DrawFn, variants: list[Variant] = EVERY) -> Game:
    """Games by chance, of every variant and option, from which seats may have left."""
    of = draw(st.sampled_from(variants))
    plies = draw(st.integers(0, 90))
    rng = random.Random(draw(st.integers(0, 10**6)))
    leaving = draw(st.lists(st.integers(0, max(plies, 1)), max_size=2)) if plies else []
    game = Game(of)
    while not game.is_over and len(game.history) < plies:
        for _ in range(leaving.count(len(game.history))):
            there = [seat.name for seat in of.seats if seat.name not in game.retired]
            if not game.is_over:
                game.retire(rng.choice(there))
        if not game.is_over:
            game.play(rng.choice(game.legal_moves))
    return game


def played_in_another_order(game: Game, rng: random.Random) -> Game:
    """The same pieces, each colour's in another order as far as the rules allow it."""
    other = Game(game.variant)
    rest = list(game.turns)
    rng.shuffle(rest)
    while rest:
        for turn in rest:
            if turn.colour == other.to_play and turn.move in other.legal_moves:
                other.play(turn.move)
                rest.remove(turn)
                break
        else:
            return game  # this order leads nowhere: any other is as good
    return other


# --- keys ----------------------------------------------------------------------------------


@given(games(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_order_of_moves_makes_no_difference(game: Game, rng: random.Random) -> None:
    if game.retired:
        return
    other = played_in_another_order(game, rng)
    if len(other.history) == len(game.history) and other.to_play == game.to_play:
        same = other.scores == game.scores  # a single cell that came last counts (R7)
        assert (other.key == game.key) == same
        assert (other.position == game.position) == same
        assert not same or hash(other.position) == hash(game.position)
        assert not same or other.position_string == game.position_string
        if position_of(other).key == position_of(game).key:
            assert same  # the kernel agrees


def test_orders_of_four_moves_have_one_key() -> None:
    blue = ("e8,d9,e9,f9,e10", "f7", "g10,h10,i10")
    keys = set()
    for second, third in permutations(blue[1:]):
        game = Game("duo")
        for move in (blue[0], "j5", second, "i3,i4", third):
            game.play(move)
        keys.add(game.key)
    assert len(keys) == 1


@given(games())
@settings(max_examples=40, deadline=None)
def test_a_key_tells_situations_apart(game: Game) -> None:
    before = game.copy()
    if game.is_over:
        return
    moves = game.legal_moves
    keys = set()
    for move in moves[:3]:
        game.play(move)
        keys.add(game.key)
        assert game.undo() == move
    assert len(keys) == len(moves[:3])
    assert before.key == game.key not in keys
    there = [seat.name for seat in game.variant.seats if seat.name not in game.retired]
    game.retire(there[0])
    assert game.key != before.key


def test_the_key_knows_options_turn_and_rotation() -> None:
    laid = tuple((turn.colour, turn.move) for turn in random_game("duo", seed=3, plies=4).turns)
    blue, yellow = (Game("duo", setup=Setup(laid, colour)) for colour in COLOURS[:2])
    assert blue.position == yellow.position
    assert len({blue.key, yellow.key, Game("duo").key, Game("duo", scoring="basic").key}) == 4
    three = random_game("classic_3", seed=3, plies=8)
    laid = tuple((turn.colour, turn.move) for turn in three.turns)
    seats = [
        Game("classic_3", setup=Setup(laid, three.to_play, s.name)) for s in three.variant.seats
    ]
    assert len({game.key for game in seats}) == 3
    assert len({game.seat_for(COLOURS[3]) for game in seats}) == 3


# --- position strings ----------------------------------------------------------------------


@given(games())
@settings(max_examples=100, deadline=None)
def test_a_position_string_gives_the_situation_back(game: Game) -> None:
    text = game.position_string
    again = Game.from_position_string(text)
    assert again.position_string == text
    assert again.key == game.key
    assert again.position == game.position
    assert again.legal_moves == game.legal_moves
    assert again.moves_after_end == game.moves_after_end
    assert again.seat_to_play == game.seat_to_play
    assert set(again.retired) == set(game.retired)
    assert again.outcome == game.outcome
    kernel, known = position_of(again), position_of(game)
    assert (kernel.turn, kernel.side, kernel.points()) == (known.turn, known.side, known.points())
    for other in (
        Game.from_json(again.to_json()),
        pickle.loads(pickle.dumps(again)),
        parse_sgf(again.to_sgf())[0].game(),
    ):
        assert other == again
        assert other.key == again.key
    if not game.is_over:  # and both go on alike
        move = game.legal_moves[len(game.legal_moves) // 2]
        game.play(move)
        again.play(move)
        assert again.key == game.key


@given(games(), games())
@settings(max_examples=30, deadline=None)
def test_pieces_that_lie_anywhere_can_be_written_too(game: Game, other: Game) -> None:
    """Setups need not be reachable: here the pieces of one game lie in the other's order."""
    laid = tuple((turn.colour, turn.move) for turn in game.turns)[::-1]
    setup = Setup(laid, game.variant.colours[len(other.history) % len(game.variant.colours)])
    strange = Game(game.variant, setup=setup)
    again = Game.from_position_string(strange.position_string)
    assert (again.key, again.position) == (strange.key, strange.position)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a line of five fields: variant, placements"),
        ("duo -/- blue -", "a line of five fields"),
        ("duo -/- blue - - -", "a line of five fields"),
        ("x" * 5000, "a line of five fields"),
        ("chess -/- blue - -", "'chess' is not a variant"),
        ("duo,first -/- blue - -", "'first' is not an option: write it as name=value"),
        ("duo,first=lot -/- blue - -", "first must be a colour"),
        ("duo,spare=red -/- blue - -", "cannot be chosen for duo"),
        ("duo -/-/- blue - -", "duo has 2 colours, the placements are of 3"),
        ("duo 1,2/- blue - -", "'1,2' is not a list of placement numbers"),
        ("duo 99999/- blue - -", "there is no placement 99999"),
        ("duo 130/130 blue - -", "already covered by blue"),
        ("duo 130.131/- blue - -", "already placed its I1"),
        ("duo -/- red - -", "'red' is not a colour of duo"),
        ("duo -/- yellow - -", ""),
        ("duo -/- - - -", "it says that the game is over, but blue is on turn"),
        ("duo -/- blue blue -", "it says that blue is on turn, but the game is over"),
        ("duo -/- blue red -", "'red' is not one seat of duo that left"),
        ("classic -/-/-/- red blue,blue -", "'blue' is not one seat"),
        ("duo -/- blue - blue", "no colour is shared"),
        ("classic_3 -/-/-/- blue - green", "'green' is not a seat of classic_3"),
        ("classic_3 -/-/-/- yellow blue blue", "blue has left and takes no more turns"),
    ],
)
def test_a_bad_position_string_is_refused_in_words(text: str, words: str) -> None:
    if not words:
        assert Game.from_position_string(text).to_play == "yellow"
        return
    with pytest.raises(RecordError, match="this position cannot be read: ") as caught:
        Game.from_position_string(text)
    assert words in str(caught.value)


@given(st.text(alphabet="duoclasic_3 -/.,=1230blueyw+", max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        game = Game.from_position_string(text)
    except RecordError:
        return
    assert game.key


def test_a_sharer_that_cannot_be_is_refused() -> None:
    with pytest.raises(SetupError, match="no colour is shared"):
        Game("duo", setup=Setup(sharer="blue"))
    with pytest.raises(SetupError, match="is not a seat"):
        Game("classic_3", setup=Setup(sharer="green"))


# --- symmetry ------------------------------------------------------------------------------


@given(games())
@settings(max_examples=60, deadline=None)
def test_symmetric_games_have_one_canonical_key(game: Game) -> None:
    keys, rng = set(), random.Random(game.key)
    for symmetry in rng.sample(game.symmetries, min(4, len(game.symmetries))):
        like = game.transformed(symmetry)
        assert like.position == game.position.transformed(symmetry)
        assert like.scores == game.scores
        assert {move.transformed(symmetry) for move in game.legal_moves} == set(like.legal_moves)
        assert like.transformed(symmetry.inverse) == game
        keys.add(like.canonical().key)
        if not game.is_over:  # play commutes with symmetry
            move = game.legal_moves[-1]
            like.play(move.transformed(symmetry))
            after = game.copy()
            after.play(move)
            assert after.transformed(symmetry) == like
    assert keys == {game.canonical().key}
    assert game.canonical().canonical() == game.canonical()


def test_symmetries_are_those_of_the_rules() -> None:
    assert len(Game("classic", starts="free").symmetries) == 8
    assert len(Game("classic").symmetries) == 1
    first, *others = Game("trigon_2").symmetries
    assert first.is_identity
    assert not any(other.is_identity for other in others)
    assert repr(first) == "<Symmetry of 486 cells: identity>"
    for symmetry in Game("duo").symmetries:
        assert [symmetry.inverse[symmetry[cell]] for cell in range(196)] == list(range(196))


# --- outcomes, random games ----------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_has_an_outcome(name: str) -> None:
    assert Game(name).outcome is None
    game = random_game(name, seed=5)
    assert game.outcome is not None
    assert game.outcome.termination == Termination.BLOCKED
    assert game.outcome.winners == game.winners
    assert game.outcome.scores == game.scores
    assert game.outcome.winner == (game.winners[0] if len(game.winners) == 1 else None)
    assert hash(game.outcome) == hash(random_game(name, seed=5).outcome)
    other = random_game(name, seed=5, plies=5)
    other.retire(other.variant.seats[0].name)
    if other.variant.team_count <= 2:
        assert other.outcome is not None
        assert other.outcome.termination == Termination.RETIRED


def test_all_pieces_placed_are_an_outcome_of_their_own() -> None:
    the_42 = puzzle("the-42")
    game = as_game(the_42, the_42.laid(the_42.solutions[0]))
    assert game.outcome is not None
    assert game.outcome.termination == Termination.COMPLETE
    assert game.outcome.winners


def test_a_random_game_repeats_itself_for_a_seed() -> None:
    assert random_game("trigon", seed=4) == random_game("trigon", seed=4)
    assert random_game("trigon", seed=4) != random_game("trigon", seed=5)
    assert len(random_game("duo", seed="x", plies=6, scoring="basic").history) == 6
    assert random_game("duo", plies=0) == Game("duo")
    assert random_game("duo", seed=1, first="lot").variant.first in ("blue", "yellow")
    with pytest.raises(CornerwiseError, match="cannot have -1 moves"):
        random_game("duo", plies=-1)


# --- arrays --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["duo", "classic_3", "trigon", "trigon_3"])
def test_the_board_as_an_array(name: str) -> None:
    game = random_game(name, seed=2, plies=20)
    board, array = game.variant.board, game.position.to_numpy()
    assert array.shape == (board.height, board.width)
    assert (array >= 0).sum() == len(board)
    for cell, (x, y) in enumerate(board.places):
        owner = game.position.owner(cell)
        assert array[y, x - board.shift] == (0 if owner is None else COLOURS.index(owner) + 1)
        assert game.position.owner(np.int64(cell)) == owner == game.owner(board.cell_names[cell])


def test_legal_moves_as_a_mask() -> None:
    game = random_game("trigon", seed=2, plies=20)
    mask = game.legal_moves.mask()
    assert mask.dtype == bool
    assert mask.shape == (len(game.tables),)
    assert tuple(np.flatnonzero(mask)) == game.legal_moves.numbers
    assert game.to_play
    assert game.legal_moves.placements == game.position.legal(game.to_play)
    assert legal(game.position, game.to_play) == game.legal_moves.placements
    assert not random_game("duo", seed=1).legal_moves.mask().any()


def test_numbers_of_numpy_are_moves() -> None:
    rng = np.random.default_rng(1)
    game, other = Game("duo"), Game("duo")
    for kind in (np.int64, np.int32, np.uint16, np.intp):
        number = kind(rng.choice(game.legal_moves.numbers))
        assert number in game.legal_moves
        assert game.why_illegal(number) is None
        assert game.play(number) == other.play(int(number))
    assert Game.from_json(game.to_json()) == game == other
    assert Game("duo", moves=[np.int64(m.number) for m in game.history]) == game
    with pytest.raises(NotationError, match="there is no placement -1"):
        game.play(np.int64(-1))
    for wrong in (np.bool_(True), np.float64(3.0), np.array([1, 2]), 3.0):
        with pytest.raises(NotationError, match="a move is a Move, a text"):
            game.play(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("cell", ["z99", -1, 196, 1.5, None])
def test_what_is_no_cell_is_refused(cell: object) -> None:
    with pytest.raises(NotationError):
        Game("duo").position.owner(cell)  # type: ignore[arg-type]
