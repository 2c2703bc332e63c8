"""Late positions, which the kernel keeps in a second way, say the same as the first."""

import math
import random
from collections.abc import Callable, Iterator
from copy import copy
from functools import partial

import pytest

from cornerwise import VARIANTS, Variant, _kernel, kernel, variant
from cornerwise.engine.knowledge import Knowledge, knowledge_of
from cornerwise.geometry import bits
from cornerwise.tables import tables_of

GAMES = [
    variant("duo"),
    variant("duo", scoring="basic"),
    variant("classic"),
    variant("classic", starts="free"),
    variant("classic_2"),
    variant("classic_3"),
    variant("classic_3", scoring="basic"),
    variant("trigon"),
    variant("trigon_3"),
    variant("trigon_teams"),
    variant("trigon_solo"),
]


def start(of: Variant) -> _kernel.Position:
    return _kernel.Position(kernel.rules(of))


def late_form(position: _kernel.Position) -> _kernel.LatePosition:
    late = _kernel.LatePosition.of(position)
    assert late is not None
    return late


def known(of: Variant) -> Knowledge:
    return knowledge_of(of.edition.name, of.team_count)


def moves(position: _kernel.Situation) -> list[int]:
    """Those of the colour on turn."""
    return list(bits(int.from_bytes(position.legal(position.turn), "little")))


def largest_moves(of: Variant, position: _kernel.Situation) -> list[int]:
    """Those of the colour on turn that place the most cells."""
    cells, found = tables_of(of.edition).cells, moves(position)
    most = max(len(cells[move]) for move in found)
    return [move for move in found if len(cells[move]) == most]


def play_until_late(position: _kernel.Position, dice: random.Random) -> None:
    while _kernel.LatePosition.of(position) is None:
        position.play(dice.choice(moves(position)))


def state(of: Variant, position: _kernel.Situation) -> tuple[object, ...]:
    """What tells positions apart at a glance."""
    legal = tuple(position.legal(colour) for colour in range(len(of.colours)))
    return position.turn, tuple(position.points()), legal, repr(position.outlook())


def told(of: Variant, position: _kernel.Situation) -> dict[str, object]:
    """All that a position says of itself."""
    colours = range(len(of.colours))
    return {
        "turn": position.turn,
        "side": position.side,
        "moves": [position.legal(colour) for colour in colours],
        "counts": [position.count(colour) for colour in colours],
        "points": position.points(),
        "outlook": position.outlook(),
        "priors": dict(position.priors(known(of).priors)),
        "forecast": position.forecast(known(of).value),
    }


def follow(
    of: Variant,
    position: _kernel.Position,
    dice: random.Random,
    choice: Callable[[_kernel.Situation], list[int]] = moves,
) -> Iterator[_kernel.LatePosition]:
    """Play to the end and compare on the way. Yields each late form that was compared.

    Every few moves another one begins: so it is seen both how they are made and how they go on.
    """
    late: list[_kernel.LatePosition] = []
    for made in range(1000):
        fresh = _kernel.LatePosition.of(position)
        if fresh is not None and (not late or made % 7 == 0):
            late.append(fresh)
        said = told(of, position)
        for form in late:
            for what, answer in told(of, form).items():
                assert answer == said[what], f"{what} after {made} moves"
            yield form
        if position.turn < 0:
            return
        move = dice.choice(choice(position))
        position.play(move)
        for form in late:
            form.play(move)


@pytest.mark.parametrize("of", GAMES, ids=str)
def test_both_ways_say_the_same_to_the_end(of: Variant) -> None:
    for seed in range(4):
        dice, position = random.Random(f"{of} {seed}"), start(of)
        # By chance, or as playouts do: then the pieces that are left are small.
        choice = partial(largest_moves, of) if seed % 2 else moves
        forms = list(follow(of, position, dice, choice))
        assert len(forms) > 30  # the late form has been followed for a good while
        assert len(set(map(id, forms))) > 2
        assert forms[-1].turn == position.turn == -1


@pytest.mark.parametrize("of", [variant("classic"), variant("trigon_3")], ids=str)
@pytest.mark.parametrize("early", [True, False])
def test_a_retired_colour(of: Variant, early: bool) -> None:
    dice, position = random.Random(f"{of}"), start(of)
    if not early:
        play_until_late(position, dice)
    position.retire(colour=1)
    forms = list(follow(of, position, dice))
    assert len(forms) > 30
    assert not any(forms[0].legal(1))
    assert forms[0].count(1) == 0
    assert forms[0].points()[1] < 0


def test_a_colour_that_can_never_begin() -> None:
    of = variant("classic")
    dice, position = random.Random(3), start(of)
    single = tables_of(of.edition).number([of.edition.fields[1]])
    assert single is not None
    position.lay(0, single)
    assert position.count(1) == 0
    forms = list(follow(of, position, dice))
    assert len(forms) > 30
    assert forms[-1].points()[1] == -89


@pytest.mark.parametrize("name", VARIANTS)
def test_the_start_of_a_game_is_not_late(name: str) -> None:
    assert _kernel.LatePosition.of(start(variant(name))) is None


def test_it_is_not_late_before_all_have_begun() -> None:
    of = variant("duo")
    dice, position, cells = random.Random(4), start(of), tables_of(of.edition).cells
    while position.turn == 0:  # blue alone fills the board and leaves yellow its start field
        free = [move for move in moves(position) if of.edition.fields[1] not in cells[move]]
        position.play(dice.choice(free))
        position.give_turn(0)
    assert position.turn == 1
    assert _kernel.LatePosition.of(position) is None
    position.play(moves(position)[0])
    assert _kernel.LatePosition.of(position) is not None


@pytest.mark.parametrize(
    "of",
    [
        variant("trigon", touch="vertices"),
        variant("trigon_3", touch="vertices"),
        variant("classic_solo"),  # where the single cell must come last
    ],
    ids=str,
)
def test_some_rules_ask_for_more_than_the_late_form_keeps(of: Variant) -> None:
    dice, position = random.Random(5), start(of)
    while position.turn >= 0:
        assert _kernel.LatePosition.of(position) is None
        position.play(dice.choice(moves(position)))
    assert _kernel.LatePosition.of(position) is None


@pytest.mark.parametrize("of", [variant("duo"), variant("classic_3"), variant("trigon")], ids=str)
def test_priors_and_forecasts_are_those_that_the_search_goes_by(of: Variant) -> None:
    dice, position = random.Random(6), start(of)
    for _ in range(2):  # early and late
        priors = position.priors(known(of).priors)
        search = _kernel.Search(
            position, known(of).priors, known(of).value, _kernel.SearchSettings()
        )
        searched = {move: prior for move, _, prior, *_ in search.verdicts()}
        assert dict(priors) == searched
        assert sorted(searched) == moves(position)
        assert [prior for _, prior in priors] == sorted(searched.values(), reverse=True)
        assert math.fsum(searched.values()) == pytest.approx(1, abs=1e-5)
        assert len(set(searched.values())) > 10
        # After no moves of one playout the forecast is the same as now.
        forecast = position.forecast(known(of).value)
        assert [forecast] == position.expected(known(of).value, [0], 1, seed=0)
        play_until_late(position, dice)
    assert late_form(position).priors(known(of).priors) == position.priors(known(of).priors)
    position.play_out(1000, seed=0)
    assert position.priors(known(of).priors) == []
    assert position.forecast(known(of).value) == position.side_points()


@pytest.mark.parametrize("of", GAMES, ids=str)
def test_a_playout_is_a_game_of_the_largest_pieces(of: Variant) -> None:
    dice, position = random.Random(str(of)), start(of)
    play_until_late(position, dice)
    position.play_out(8, seed=1)
    late = late_form(position)
    played = copy(late)
    played.play_out(10_000, seed=2)
    assert played.turn == -1
    # The same playout again, each time a move longer: some move of the largest must lead there.
    # Of several it is not known which was made, so each is followed.
    ways, made = [position], 0
    while ways[0].turn >= 0:
        made += 1
        form = copy(late)
        form.play_out(made, seed=2)
        after = [_after(way, move) for way in ways for move in largest_moves(of, way)]
        ways = [way for way in after if state(of, way) == state(of, form)]
        assert ways, f"move {made}"
    assert made > 5
    assert state(of, ways[0]) == state(of, played)


def _after(position: _kernel.Position, move: int) -> _kernel.Position:
    after = copy(position)
    after.play(move)
    return after


@pytest.mark.parametrize("of", [variant("duo"), variant("classic_2"), variant("trigon")], ids=str)
def test_playouts_choose_from_the_same_moves_in_both_ways(of: Variant) -> None:
    compared = narrowed = 0
    for seed in range(3):
        dice, position = random.Random(seed), start(of)
        play_until_late(position, dice)
        while position.turn >= 0:
            largest = largest_moves(of, position)
            if 1 < len(largest) <= 20:  # so few that every one of them is made with some seed
                any_move, replies = _made(of, position, 0), _made(of, position, 1)
                late = late_form(position)
                assert (_made(of, late, 0), _made(of, late, 1)) == (any_move, replies)
                compared += 1
                narrowed += len(replies) < len(any_move)
            position.play(dice.choice(largest))
    assert compared > 10
    assert narrowed > 0  # some of the moves were replies, and others not


def _made(
    of: Variant, position: _kernel.Position | _kernel.LatePosition, reply: float
) -> set[tuple[object, ...]]:
    """Where one move of playouts with many seeds leads."""
    found = set()
    for seed in range(250):
        played = copy(position)
        played.play_out(1, seed, reply)
        found.add(state(of, played))
    return found


def test_a_playout_of_no_moves_or_of_a_finished_game_changes_nothing() -> None:
    of = variant("duo")
    position = start(of)
    play_until_late(position, random.Random(8))
    late = late_form(position)
    late.play_out(0, seed=1)
    late.play_out(-5, seed=1)
    assert told(of, late) == told(of, position)
    late.play_out(1000, seed=1)
    before = told(of, late)
    late.play_out(1000, seed=1)
    assert told(of, late) == before


def test_the_late_form_outlives_what_it_was_made_of() -> None:
    of = variant("duo")
    position = start(of)
    play_until_late(position, random.Random(9))
    late, before = late_form(position), told(of, position)
    position.play(moves(position)[0])
    assert told(of, position) != before
    del position
    assert told(of, late) == before


@pytest.mark.parametrize("wrong", [-1, 13_729, 10**9])
def test_a_placement_or_colour_out_of_range(wrong: int) -> None:
    of = variant("duo")
    position = start(of)
    play_until_late(position, random.Random(10))
    late = late_form(position)
    for call in (late.play, late.legal, late.count):
        with pytest.raises(IndexError):
            call(wrong)
    assert told(of, late) == told(of, position)


def test_an_illegal_move_changes_nothing() -> None:
    of = variant("duo")
    position = start(of)
    play_until_late(position, random.Random(11))
    late = late_form(position)
    mine, theirs = (set(bits(int.from_bytes(late.legal(c), "little"))) for c in (0, 1))
    if late.turn == 1:
        mine, theirs = theirs, mine
    for illegal in (min(theirs - mine), min(set(range(13_729)) - mine - theirs)):
        with pytest.raises(ValueError, match="not legal"):
            late.play(illegal)
        assert told(of, late) == told(of, position)
    late.play_out(1000, seed=1)
    with pytest.raises(ValueError, match="not legal"):
        late.play(min(mine))


@pytest.mark.parametrize("late", [False, True])
def test_weights_that_make_no_sense(late: bool) -> None:
    of = variant("duo")
    position: _kernel.Position | _kernel.LatePosition = start(of)
    if late:
        assert isinstance(position, _kernel.Position)
        play_until_late(position, random.Random(12))
        position = late_form(position)
    priors, value = known(of).priors, known(of).value
    for wrong in ([], priors[1:], [*priors, 0.0], [math.nan, *priors[1:]], [1e6, *priors[1:]]):
        with pytest.raises(ValueError, match="weight"):
            position.priors(wrong)
    with pytest.raises(ValueError, match="without weights there is no forecast"):
        position.forecast([])
    for wrong in (value[1:], [*value, 0.0], [math.nan, *value[1:]]):
        with pytest.raises(ValueError, match="weight"):
            position.forecast(wrong)
