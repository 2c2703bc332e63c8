"""Each rule of docs/rules.md by its name. C8 and T9 are puzzles: see test_puzzles.py."""

import pickle
import random
from dataclasses import replace
from itertools import combinations

import pytest

from cornerwise import COLOURS, VARIANTS, Game, IllegalMove, Setup, parse_sgf, variant
from cornerwise.position import Hand, Position
from cornerwise.variants import Colour


def played_out(name: str, seed: int = 1, **options: str) -> Game:
    """A random game played to its end."""
    rng, game = random.Random(seed), Game(variant(name, **options))
    while not game.is_over:
        game.play(rng.choice(game.legal_moves))
    return game


def holding(name: str, left: dict[str, list[str]], last: str = "I1", **options: str) -> Position:
    """A position in which each colour holds these pieces; `last` was its last placement."""
    game = Game(variant(name, **options))
    number = {piece.name: n for n, piece in enumerate(game.variant.pieces)}
    hands = []
    for colour in game.variant.colours:
        held = [left.get(colour, []).count(piece) for piece in number]
        hands.append(replace(Hand.of(held), last=number[last]))
    return Position(game.variant, tuple(hands))


def laid_out(name: str, *placements: str, to_play: str) -> Game:
    """A game that starts from placements such as "blue e10"."""
    game = Game(name)
    pairs = [text.split() for text in placements]
    laid = tuple((Colour(colour), game.move(move)) for colour, move in pairs)
    return Game(name, setup=Setup(laid, Colour(to_play)))


def points(position: Position) -> dict[str, int]:
    return {str(colour): position.points(colour) for colour in position.variant.colours}


# --- all editions --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "sizes"), [("classic", [1, 1, 2, 5, 12]), ("trigon", [1, 1, 1, 3, 4, 12])]
)
def test_R1_one_of_each_free_polyform(name: str, sizes: list[int]) -> None:
    pieces = variant(name).pieces
    assert [sum(p.size == size for p in pieces) for size in range(1, len(sizes) + 1)] == sizes
    assert len({p.name for p in pieces}) == len(pieces)
    shapes = [shape for piece in pieces for shape in piece.orientations]
    assert len(set(shapes)) == len(shapes)  # no two pieces look alike however they are turned


def test_R1_a_piece_is_placed_once() -> None:
    game = Game("duo", moves=["e10", "j5", "f11,f12"])
    assert "has already placed its I1" in str(game.why_illegal("a1"))


def test_R2_blue_yellow_red_green_and_any_colour_may_begin() -> None:
    for first in COLOURS:
        game = Game("classic", first=first)
        seen = []
        for _ in range(8):
            seen.append(game.to_play)
            game.play(game.legal_moves[-1])
        at = COLOURS.index(first)
        assert seen == [*COLOURS[at:], *COLOURS[:at]] * 2
    assert Game("duo").to_play == Colour.BLUE
    assert Game("duo", first="yellow").to_play == Colour.YELLOW


def test_R3_first_on_a_start_field_then_vertex_without_edge() -> None:
    game = Game("classic")
    assert "must cover the start field a20 (R3)" in str(game.why_illegal("b20"))
    game = Game("duo", moves=["d10,e10", "j5,j6"])
    assert "shares an edge with blue's own piece (R3)" in str(game.why_illegal("f10"))
    assert "touches none of blue's pieces at a vertex (R3)" in str(game.why_illegal("f12"))
    assert game.why_illegal("f11") is None


def test_R4_different_colours_may_touch_but_not_overlap() -> None:
    game = Game("classic", starts="free", moves=["a20"])
    assert "a20 is already covered by blue (R4)" in str(game.why_illegal("a20,b20"))
    beside = laid_out("duo", "blue e10", "yellow e12", to_play="yellow")
    assert beside.why_illegal("d10,d11") is None  # d10 shares an edge with blue's e10


def test_R5_a_colour_with_a_move_must_make_it_and_one_without_is_skipped() -> None:
    for seed in range(5):
        game = played_out("classic", seed)
        assert set(game.finished) == set(COLOURS)
        turns = game.turns
        out: set[Colour] = set()
        replay = Game("classic")
        for turn in turns:
            out |= set(replay.finished)
            assert replay.to_play == turn.colour
            assert turn.colour not in out  # once finished, finished for good
            replay.play(turn.move)
        assert replay.is_over
        assert "the game is over" in str(replay.why_illegal(turns[0].move))


@pytest.mark.parametrize("name", VARIANTS)
def test_R5_no_move_appears_because_another_colour_moved(name: str) -> None:
    rng, game = random.Random(7), Game(name)
    while not game.is_over:
        mover = game.to_play
        others = [c for c in game.variant.colours if c != mover and game.position.hand(c).cells]
        before = {c: game.legal_moves_of(c).placements for c in others}
        game.play(rng.choice(game.legal_moves))
        for colour, had in before.items():
            assert game.legal_moves_of(colour).placements & ~had == 0


def test_R6_basic_scoring_counts_the_cells_left_and_fewest_wins() -> None:
    left = {"yellow": ["O4", "T4"], "red": ["I3"], "green": ["X5"]}
    assert points(holding("classic", left, scoring="basic")) == {
        "blue": 0, "yellow": 8, "red": 3, "green": 5,
    }  # fmt: skip
    game = played_out("classic", scoring="basic")
    assert all(game.scores[seat] == min(game.scores.values()) for seat in game.winners)


def test_R7_advanced_scoring_and_its_bonus() -> None:
    assert points(holding("duo", {"yellow": ["I3"]}, last="I1")) == {"blue": 20, "yellow": -3}
    assert points(holding("duo", {"yellow": ["I3"]}, last="X5")) == {"blue": 15, "yellow": -3}
    game = played_out("duo", seed=3)
    assert all(game.scores[seat] == max(game.scores.values()) for seat in game.winners)


def test_R7_equal_results_share_the_place() -> None:
    game = next(
        g for g in (played_out("duo", s) for s in range(200)) if len(set(g.scores.values())) == 1
    )
    assert game.winners == ("blue", "yellow")


# --- Classic -------------------------------------------------------------------------------


def test_C1_board_and_pieces() -> None:
    classic = variant("classic")
    assert len(classic.board) == 400
    assert len(classic.pieces) == 21
    assert sum(piece.size for piece in classic.pieces) == 89
    assert len(classic.colours) == 4


def test_C2_own_corners_clockwise_or_free() -> None:
    game = Game("classic")
    for corner in ("a20", "t20", "t1", "a1"):
        assert len(game.legal_moves) == 58
        assert corner in game.legal_moves
        game.play(corner)
    free = Game("classic", starts="free")
    assert len(free.legal_moves) == 4 * 58
    free.play("t1")
    assert len(free.legal_moves) == 3 * 58


def test_C3_four_players_one_colour_each() -> None:
    assert [seat.colours for seat in variant("classic").seats] == [(c,) for c in COLOURS]


def test_C4_teams_sum_their_scores_and_start_opposite() -> None:
    game = played_out("classic_teams")
    colours = game.colour_scores
    assert game.scores["blue"] == game.scores["red"] == colours[COLOURS[0]] + colours[COLOURS[2]]
    assert set(game.winners) in ({"blue", "red"}, {"yellow", "green"}, set(COLOURS))
    free = Game("classic_teams", starts="free", moves=["t20"])
    assert [m for m in ("a20", "t1", "a1") if m in free.legal_moves] == ["a20", "t1"]
    assert "kept for red (C4)" in str(free.why_illegal("a1"))
    free.play("t1")
    assert [m for m in ("a20", "a1") if m in free.legal_moves] == ["a1"]


def test_C5_two_players_with_two_colours_each() -> None:
    game = played_out("classic_2")
    colours = game.colour_scores
    assert list(game.scores) == ["blue+red", "yellow+green"]
    assert game.scores["yellow+green"] == colours[COLOURS[1]] + colours[COLOURS[3]]
    seats = [turn.seat for turn in game.turns[:4]]
    assert seats == ["blue+red", "yellow+green"] * 2


def test_C6_the_spare_colour_is_shared_in_rotation_and_does_not_count() -> None:
    game = played_out("classic_3")
    shared = [turn.seat for turn in game.turns if turn.colour == "green"]
    assert shared == (["blue", "yellow", "red"] * 7)[: len(shared)]
    assert list(game.scores) == ["blue", "yellow", "red"]
    assert game.scores == {seat: game.colour_scores[Colour(seat)] for seat in game.scores}


def test_C6_any_colour_may_be_spare_and_the_rotation_begins_with_the_first_player() -> None:
    game = Game("classic_3", spare="blue", first="red")
    assert [seat.name for seat in game.variant.seats] == ["red", "green", "yellow"]
    seats = []
    for _ in range(12):
        if game.to_play == "blue":
            seats.append(game.seat_to_play)
        game.play(game.legal_moves[-1])
    assert seats == ["red", "green", "yellow"]


def test_C6_the_rotation_moves_on_only_with_a_placement() -> None:
    game = played_out("classic_3", seed=5)
    while game.history:
        seat, colour = game.turns[-1].seat, game.turns[-1].colour
        game.undo()
        assert (game.seat_to_play, game.to_play) == (seat, colour)


def spare_plays_on() -> Game:
    """A game of three that is over although the spare colour could place more."""
    games = (played_out("classic_3", seed=seed) for seed in range(100))
    return next(game for game in games if game.moves_after_end)


def test_C6_the_game_ends_when_no_player_can_place_their_own_colour() -> None:
    game = spare_plays_on()
    of = game.variant
    assert not any(game.position.legal(colour) for colour in of.colours if colour != of.shared)
    assert game.position.legal(of.colour("green")) == game.moves_after_end.placements
    assert game.to_play is game.seat_to_play is None
    assert not game.legal_moves
    assert not game.legal_moves_of("green")
    assert set(game.finished) == set(of.colours)
    assert game.winners
    with pytest.raises(IllegalMove, match=r"over \(C6\)"):
        game.play(game.moves_after_end[0])
    # One move earlier some player could place a piece.
    game.undo()
    assert any(game.position.legal(colour) for colour in of.colours if colour != of.shared)


def test_C6_records_that_play_on_are_read_and_nothing_of_them_is_lost() -> None:
    game = spare_plays_on()
    ended, scores, winners = len(game.turns), game.scores, game.winners
    while game.moves_after_end:
        game.play(game.moves_after_end[0], recorded=True)
    assert len(game.turns) > ended
    assert (game.scores, game.winners, game.is_over) == (scores, winners, True)
    assert {turn.colour for turn in game.turns[ended:]} == {"green"}
    for again in (
        Game.from_json(game.to_json()),
        parse_sgf(game.to_sgf())[0].game(),
        parse_sgf(game.to_sgf())[0].game(lenient=True),
        pickle.loads(pickle.dumps(game)),
        game.copy(),
    ):
        assert again == game
        assert not again.setup
    # A seat may have left meanwhile, too.
    late = Game(game.variant, moves=game.history, retired=[(ended, "red")])
    assert late.retired == ("red",)
    assert late.history == game.history
    # Nobody else may go on, and not with what is illegal.
    with pytest.raises(IllegalMove):
        Game(game.variant, moves=[*game.history, game.history[0]])


def test_C7_the_single_squares_come_last() -> None:
    game = Game("classic_solo")
    assert game.variant.scoring.name == "basic"
    assert "must place its single cell last (C7)" in str(game.why_illegal("a20"))
    everything = holding("classic_solo", {"blue": ["I1"], "yellow": ["I1", "I2"]})
    assert everything.placeable(COLOURS[0]) == 1
    assert everything.placeable(COLOURS[1]) == 2
    assert game.winners == ()
    assert played_out("classic_solo").winners == ()  # a random game leaves pieces over


def test_C9_the_worked_scores_of_the_classic_books() -> None:
    left = {
        "yellow": ["O4", "T4"],
        "red": ["I3", "I4", "O4", "T4", "Z4", "X5"],
        "green": ["V3", "I4", "O4", "T4", "X5"],
    }
    german = holding("classic", left)
    assert points(german) == {"blue": 20, "yellow": -8, "red": -24, "green": -20}
    portuguese = holding("classic_teams", left | {"yellow": ["I3"]})
    assert points(portuguese) == {"blue": 20, "yellow": -3, "red": -24, "green": -20}
    # The book's -28 for yellow and green belongs to the other books' figures: -3-20 = -23.


# --- Duo -----------------------------------------------------------------------------------


def test_D1_board_start_fields_and_colours() -> None:
    duo = variant("duo")
    assert len(duo.board) == 196
    assert duo.colours == ("blue", "yellow")
    fields = [duo.board.places[cell] for cell in duo.edition.fields]
    assert sorted((x + 1, 14 - y) for x, y in fields) == [(5, 10), (10, 5)]
    assert len(duo.pieces) == 21


def test_D2_the_first_covers_either_field_the_second_the_other() -> None:
    game = Game("duo")
    assert len(game.legal_moves) == 2 * 414
    game.play("j5,j6")
    assert len(game.legal_moves) == 414
    assert "e10" in game.legal_moves
    assert "must cover the start field e10" in str(game.why_illegal("k4"))


def test_D3_the_worked_score_of_the_duo_book() -> None:
    assert points(holding("duo", {"blue": ["I3", "V3", "O4"]})) == {"blue": -10, "yellow": 20}


# --- Trigon --------------------------------------------------------------------------------


def test_T1_board_pieces_and_start_fields() -> None:
    trigon = variant("trigon")
    assert len(trigon.board) == 486
    assert len(trigon.pieces) == 22
    assert sum(piece.size for piece in trigon.pieces) == 110
    assert len(Game("trigon").legal_moves) == 6 * 413


def test_T2_a_first_placement_covers_any_free_start_field() -> None:
    game = Game("trigon", moves=["r15"])
    assert len(game.legal_moves) == 5 * 413
    assert "is already covered by blue" in str(game.why_illegal("r15"))


def test_T3_a_vertex_may_meet_a_point_inside_a_side() -> None:
    # The upper side of q15,r15,s15 is two edges long; r16 stands on its middle with one vertex.
    moves = ["q15,r15,s15", "z12", "z7", "r4"]
    assert Game("trigon", moves=moves).why_illegal("r16") is None
    strict = Game("trigon", touch="vertices", moves=moves)
    assert "a vertex meets the side of another piece of blue (T4)" in str(strict.why_illegal("r16"))


def test_T3_three_colours_can_cross_at_a_point() -> None:
    # The six triangles round one point, two opposite ones for each colour.
    blue = ("blue r15", "blue r16,r17")
    yellow = ("yellow q15", "yellow s16,t16")
    red = ("red s15", "red p16,q16")
    game = laid_out("trigon", *blue, *yellow, *red, to_play="blue")
    lattice = range(len(game.variant.board.lattice))
    assert max(crossings(game, point) for point in lattice) == 3


def crossings(game: Game, point: int) -> int:
    """How many colours have two placements that meet at a lattice point."""
    laid = [*game.setup.placements, *((turn.colour, turn.move) for turn in game.turns)]
    here = [
        colour
        for colour, move in laid
        if any(point in game.variant.board.corners[c] for c in move.cells)
    ]
    return sum(here.count(colour) > 1 for colour in game.variant.colours)


def test_T3_never_more_than_three_colours_cross() -> None:
    for seed in range(20):
        game = played_out("trigon", seed)
        assert all(crossings(game, p) <= 3 for p in range(len(game.variant.board.lattice)))


def test_T4_vertices_only() -> None:
    rng = random.Random(4)
    for name in ("trigon", "trigon_2", "trigon_3", "trigon_teams", "trigon_solo"):
        game = Game(name, touch="vertices")
        while not game.is_over:
            game.play(rng.choice(game.legal_moves))
        tables = game.tables
        for colour in game.variant.colours:
            mine = [turn.move.number for turn in game.turns if turn.colour == colour]
            for one, other in combinations(mine, 2):
                shared = set(tables.points[one]) & set(tables.points[other])
                assert not shared & set(tables.straights[one])
                assert not shared & set(tables.straights[other])


def test_T5_four_players_teams_and_the_88() -> None:
    assert len(variant("trigon").seats) == 4
    assert [seat.team for seat in variant("trigon_teams").seats] == [0, 1, 0, 1]
    game = Game("trigon_teams", moves=["r15"])
    assert "r4" in game.legal_moves  # starts are free in teams
    solo = Game("trigon_solo")
    assert "r15" in solo.legal_moves  # no condition on which pieces come last
    assert len(solo.variant.seats) == 1


def test_T6_three_players_on_the_inner_hexagon_with_alternating_starts() -> None:
    game = Game("trigon_3")
    assert len(game.variant.board) == 384
    assert game.variant.colours == ("blue", "yellow", "red")
    ring = game.variant.edition.start_fields
    assert ring == ("p14", "x11", "x6", "p3", "h6", "h11")
    game.play(ring[1])
    assert [name for name in ring if name in game.legal_moves] == [ring[3], ring[5]]
    assert "(T6)" in str(game.why_illegal(ring[4]))
    game.play(ring[5])
    assert [name for name in ring if name in game.legal_moves] == [ring[3]]
    assert variant("trigon_3", spare="blue").colours == ("yellow", "red", "green")


def why_start(game: Game, field: str) -> tuple[str, str, list[str], str]:
    """The reason against a start: rule, code, the names of its cells, the message."""
    reason = game.illegality(field)
    assert reason is not None
    names = [game.variant.board.cell_names[cell] for cell in reason.cells]
    return reason.rule, reason.code, names, reason.message


def test_C4_T6_T7_the_reason_against_a_start_names_the_right_rule() -> None:
    """With the field that was tried, which the page crosses out, and then those that are open."""
    r, names = VARIANTS["trigon_2"].edition.start_fields, VARIANTS["trigon_3"].edition.start_fields
    two = Game("trigon_2", moves=[r[0]])
    rule, code, cells, message = why_start(two, r[3])
    assert (rule, code, cells[0], set(cells[1:])) == ("T7", "kept", r[3], {*r} - {r[0], r[3]})
    assert f"{r[3]} lies opposite blue's start and is kept for red" in message
    two.play(r[1])
    assert why_start(two, r[2])[:3] == ("T7", "opposite", [r[2], r[3]])
    two.play(r[3])
    rule, code, cells, message = why_start(two, r[5])
    assert (rule, code, cells) == ("T7", "opposite", [r[5], r[4]])
    assert message.endswith("opposite yellow's start")
    # Off the start fields there is nothing to say but that one must be covered.
    assert why_start(two, "a9")[:3] == ("R3", "start", [r[4]])

    three = Game("trigon_3", moves=[names[0]])
    for field in (names[1], names[3], names[5]):
        rule, code, cells, message = why_start(three, field)
        assert (rule, code, cells[0], set(cells[1:])) == (
            "T6",
            "spacing",
            field,
            {names[2], names[4]},
        )
        assert "one start field must stay free" in message

    teams = Game("classic_teams", starts="free", moves=["a20"])
    rule, code, cells, message = why_start(teams, "t1")
    assert (rule, code, cells[0], set(cells[1:])) == ("C4", "kept", "t1", {"a1", "t20"})
    assert "kept for red" in message
    teams.play("a1")
    assert why_start(teams, "t20")[:3] == ("C4", "diagonal", ["t20", "t1"])
    # Where starts are free, or each colour's own, none of these rules is named.
    assert why_start(Game("classic"), "t20")[:3] == ("R3", "own", ["a20"])
    assert Game("trigon_teams", moves=[r[0]]).illegality(r[3]) is None


def test_T7_two_players_start_their_second_colour_opposite() -> None:
    game = Game("trigon_2")
    ring = game.variant.edition.start_fields
    game.play(ring[0])
    assert [name for name in ring if name in game.legal_moves] == [ring[i] for i in (1, 2, 4, 5)]
    game.play(ring[5])
    assert [name for name in ring if name in game.legal_moves] == [ring[3]]
    game.play(ring[3])
    assert [name for name in ring if name in game.legal_moves] == [ring[2]]


def test_T8_the_worked_score_of_the_trigon_book() -> None:
    left = {
        "yellow": ["C4", "A4", "I4"],
        "red": ["I5", "I4"],
        "green": ["C4", "A4", "I5", "X6", "O6", "I6"],
    }
    position = holding("trigon", left)
    assert points(position) == {"blue": 20, "yellow": -12, "red": -9, "green": -31}


def test_an_illegal_move_changes_nothing() -> None:
    game = Game("duo", moves=["e10", "j5"])
    before = game.copy()
    with pytest.raises(IllegalMove, match=r"a1 is not legal: .*\(R1\)"):
        game.play("a1")
    assert game == before
    assert game.position == before.position
