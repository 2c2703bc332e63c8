"""The engine through its public interface."""

import random
import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

import cornerwise
from cornerwise import (
    VARIANTS,
    CornerwiseError,
    Engine,
    EngineError,
    Game,
    Move,
    Setup,
    _kernel,
    render,
    variant,
)
from cornerwise.engine import LEVELS, level_of
from cornerwise.engine.player import position_of
from cornerwise.variants import EDITIONS


def advanced(game: Game, moves: int, seed: int = 1) -> Game:
    """The game after some random moves."""
    dice = random.Random(seed)
    for _ in range(moves):
        if not game.is_over:
            game.play(dice.choice(game.legal_moves.numbers))
    return game


def nearly_over(name: str, left: int, seed: int = 1) -> Game:
    """A game of random moves when at most so many remain, and more than one."""
    for attempt in range(100):
        game, dice = Game(name), random.Random(100 * seed + attempt)
        while sum(len(game.legal_moves_of(colour)) for colour in game.variant.colours) > left:
            game.play(dice.choice(game.legal_moves.numbers))
        if len(game.legal_moves) > 1:
            return game
    raise AssertionError("no such game")


@pytest.mark.parametrize("name", VARIANTS)
def test_plays_whole_games_of_every_variant(name: str) -> None:
    game, engine = Game(name), Engine(simulations=8, seed=1)
    while not game.is_over:
        before = len(game.turns)
        move = engine.choose(game)
        assert len(game.turns) == before
        game.play(move)  # raises if the move is illegal
    assert len(game.turns) > 20


@pytest.mark.parametrize("options", [{"touch": "vertices"}, {"scoring": "basic"}])
def test_plays_with_options(options: dict[str, str]) -> None:
    game, engine = Game(variant("trigon_2", **options)), Engine(simulations=8, seed=1)
    while not game.is_over:
        game.play(engine.choose(game))


def test_beats_chance() -> None:
    dice, won = random.Random(1), 0
    for number in range(6):
        game, engine = Game("duo"), Engine(simulations=100, seed=number)
        seat = "blue" if number % 2 else "yellow"
        while not game.is_over:
            mine = game.seat_to_play == seat
            game.play(engine.choose(game) if mine else dice.choice(game.legal_moves.numbers))
        won += seat in game.winners
    assert won >= 5


SIGNATURES = {
    ("duo", 4): 3_916,
    ("classic", 8): 4_482,
    ("trigon", 8): 5_115,
    ("trigon_3", 8): 4_310,
    ("duo", 22): 728,
    ("classic_3", 44): 2_709,
    ("trigon_2", 52): 2_190,
}
"""The nodes that a search makes after so many moves: they change exactly when the kernel's
behaviour does. Of the last three positions it keeps what can still come about."""


@pytest.mark.parametrize(("name", "moves"), SIGNATURES)
def test_signature(name: str, moves: int) -> None:
    phases = len(_kernel.PHASE_ENDS) + 1
    count = phases * (_kernel.MAX_PIECES + len(_kernel.FEATURES))
    weights = [(7 * number % 11 - 5) / 80 for number in range(count)]
    seen = 1 + 2 * _kernel.MAX_PIECES + len(_kernel.PROSPECTS) + _kernel.MAX_COLOURS
    value = [(5 * number % 7 - 3) / 90 for number in range(3 * _kernel.STAGES * seen)]
    value += [4.0] * _kernel.STAGES + [0.4] * _kernel.STAGES  # spreads, trusts
    value += [(stage % 4) / 3 for stage in range(_kernel.STAGES)]  # replies
    value += [7.0 * (stage % 3 + 1) for stage in range(_kernel.STAGES)]  # horizons
    settings = _kernel.SearchSettings()
    settings.seed = 7
    position = position_of(advanced(Game(name), moves))
    assert (_kernel.LatePosition.of(position) is not None) == (moves > 8)
    search = _kernel.Search(position, weights, value, settings)
    search.run(1000, 60, 1)
    assert search.nodes == SIGNATURES[name, moves]


def plain_weights() -> list[float]:
    """Of priors that tell no move from another."""
    phases = len(_kernel.PHASE_ENDS) + 1
    return [0.0] * (phases * (_kernel.MAX_PIECES + len(_kernel.FEATURES)))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_long_search_tries_every_reply(threads: int) -> None:
    position = position_of(advanced(Game("duo"), 18))
    moves, replies = position.perft(1), position.perft(2)
    assert replies > 20 * moves  # a position has fewer children at first
    settings = _kernel.SearchSettings()
    settings.exploration = 100.0  # all are tried alike, whatever comes of it
    settings.expand_at = 200  # so that replies are not replied to
    search = _kernel.Search(position, plain_weights(), [], settings)
    search.run(40 * replies, 60, threads)
    assert moves + replies <= search.nodes < 3 * (moves + replies)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["duo", "classic_3"])
def test_a_search_knows_how_games_end(name: str, threads: int) -> None:
    """A move that ends the game is worth what the game then gives, however often it is tried."""
    game, dice = Game(name), random.Random(8)
    while not game.is_over:
        last = game.copy()
        game.play(dice.choice(game.legal_moves.numbers))
    search = _kernel.Search(position_of(last), plain_weights(), [], _kernel.SearchSettings())
    search.run(500, 60, threads)
    ends = 0
    for move, visits, *_, points in search.verdicts():
        after = last.copy()
        after.play(move)
        if visits > 0 and after.is_over:
            assert list(points) == pytest.approx([after.scores[s.name] for s in last.variant.seats])
            ends += visits
    assert ends > 1


def settled(position: _kernel.Position, threads: int = 1) -> _kernel.Search:
    """A search that has gone on until there was nothing more to find."""
    search = _kernel.Search(position, plain_weights(), [], _kernel.SearchSettings())
    search.run(1 << 60, 60, threads)
    assert search.is_settled
    return search


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["duo", "classic_2", "trigon_teams"])
@pytest.mark.parametrize("left", [11, 18, 25])
def test_a_search_that_goes_on_to_the_end_agrees_with_the_solver(
    name: str, left: int, threads: int
) -> None:
    position = position_of(nearly_over(name, left=left, seed=left))
    search = settled(position, threads)
    solved = {move: points for move, points, *_ in _kernel.Solver(position).solve(10**8, 60)}
    found = {verdict[0]: verdict[-1] for verdict in search.verdicts()}
    assert {move: points[0] - points[1] for move, points in solved.items()} == {
        move: points[0] - points[1] for move, points in found.items()
    }
    best = search.verdicts()[0][0]
    margins = [points[position.side] - points[1 - position.side] for points in solved.values()]
    assert found[best][position.side] - found[best][1 - position.side] == max(margins)


def ends(game: Game) -> set[tuple[int, ...]]:
    """How a game can end, in points of the sides, if each plays for what is worth most to itself.

    There is more than one way where something is worth the same to the side that chooses.
    """
    if game.is_over:
        return {tuple(position_of(game).side_points())}
    side = position_of(game).side
    options = []
    for move in game.legal_moves.numbers:
        after = game.copy()
        after.play(move)
        options.append(ends(after))
    least = max(min(worth(end, side) for end in option) for option in options)
    return {end for option in options for end in option if worth(end, side) >= least}


def worth(points: tuple[int, ...], side: int) -> float:
    """The share of the win, one part in as many as there are sides, and the margin squashed."""
    if len(points) == 1:
        return points[0]
    best, others = max(points), sum(points) - points[side]
    share = (points[side] == best) / points.count(best)
    ahead = (points[side] - others / (len(points) - 1)) / 12
    win = 1 / len(points)
    return round(win * share + (1 - win) * (1 + ahead / (1 + abs(ahead))) / 2, 5)


@pytest.mark.parametrize("name", ["duo", "classic", "classic_3", "trigon_3", "trigon_solo"])
@pytest.mark.parametrize("seed", range(3))
def test_a_search_that_goes_on_to_the_end_agrees_with_the_plain_rules(name: str, seed: int) -> None:
    game = nearly_over(name, left=7, seed=seed)
    for move, *_, points in settled(position_of(game)).verdicts():
        after = game.copy()
        after.play(move)
        assert tuple(points) in ends(after)


def test_a_simulation_looks_at_all_that_is_left_where_it_is_little() -> None:
    early, late = advanced(Game("duo"), 12), nearly_over("duo", left=25)
    search = _kernel.Search(position_of(early), plain_weights(), [], _kernel.SearchSettings())
    search.run(1000, 60, 1)
    assert search.games == search.simulations == 1000
    search = settled(position_of(late))
    assert search.games > 3 * search.simulations


@pytest.mark.parametrize(("name", "left"), [("duo", 25), ("classic_3", 18), ("trigon_teams", 25)])
def test_a_search_spends_no_simulations_on_what_is_certain(name: str, left: int) -> None:
    """When they come to nothing else they go on to what is open: few more than there are nodes."""
    search = settled(position_of(nearly_over(name, left=left)))
    assert search.nodes > 1000
    assert search.simulations < 3 * search.nodes


@pytest.mark.parametrize("threads", [1, 2])
def test_a_plain_search_follows_one_game_a_simulation_and_comes_to_the_same(threads: int) -> None:
    position = position_of(nearly_over("duo", left=25))
    settings = _kernel.SearchSettings()
    settings.prove = False
    search = _kernel.Search(position, plain_weights(), [], settings)
    search.run(100_000, 60, threads)
    assert search.games == search.simulations == 100_000
    assert not search.is_settled
    best = search.verdicts()[0][0]
    margins = {
        move: points[position.side] - points[1 - position.side]
        for move, *_, points in settled(position).verdicts()
    }
    assert margins[best] == max(margins.values())


def test_an_engine_that_proves_nothing_says_so() -> None:
    game = nearly_over("duo", left=9)
    *_, proved = Engine(simulations=1000, seed=1).analyse(game)
    *_, plain = Engine(simulations=1000, seed=1, prove=False).analyse(game)
    assert proved.exact
    assert not plain.exact
    assert plain.simulations == 1000
    assert plain.move in game.legal_moves


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("name", "left"), [("duo", 30), ("duo", 13), ("classic", 13)])
def test_every_simulation_counts_for_one_move(name: str, left: int, threads: int) -> None:
    """Whether threads enter their visits one by one or several at a time."""
    position = position_of(nearly_over(name, left=left))
    search = _kernel.Search(position, plain_weights(), [], _kernel.SearchSettings())
    for made in (1000, 20_000):
        search.run(made, 60, threads)
        if not search.is_settled:
            assert search.simulations == made
        verdicts = search.verdicts()
        assert sum(verdict[1] for verdict in verdicts) == search.simulations
        assert all(0 <= verdict[3] <= 1 for verdict in verdicts)
        assert all(sum(shares) == pytest.approx(1) for _, n, *_, shares, _ in verdicts if n)


@pytest.mark.parametrize("name", ["duo", "classic", "classic_3", "trigon_3", "trigon_solo"])
def test_the_line_of_a_settled_search_ends_as_it_says(name: str) -> None:
    game = nearly_over(name, left=9)
    search = settled(position_of(game))
    line, (best, *_, points) = search.line(), search.verdicts()[0]
    assert line[0] == best
    for move in line:
        game.play(move)
    assert game.is_over
    assert list(points) == position_of(game).side_points()
    made = search.simulations
    search.run(1 << 60, 1, 1)  # there is nothing more to find
    assert search.simulations == made


def test_a_high_level_plays_well_where_it_soon_knows_everything() -> None:
    """Then the visits say little: they were made to find that out."""
    well, played = 0, 0
    for seed in range(10):
        game = nearly_over("duo", left=14, seed=seed)
        side = position_of(game).side
        found = _kernel.Solver(position_of(game)).solve(10**8, 60)
        margins = {move: points[side] - points[1 - side] for move, points, *_ in found}
        if min(margins.values()) == max(margins.values()):
            continue
        for chance in range(10):
            move = Engine(level=8, seed=chance).choose(game)
            well += margins[move.number] == max(margins.values())
            played += 1
    assert played >= 30
    assert well >= 0.95 * played


def test_a_search_of_a_game_that_is_over_is_refused() -> None:
    game, dice = Game("duo"), random.Random(3)
    while not game.is_over:
        game.play(dice.choice(game.legal_moves.numbers))
    with pytest.raises(ValueError, match="the game is over"):
        _kernel.Search(position_of(game), plain_weights(), [], _kernel.SearchSettings())


def test_one_thread_and_a_seed_decide_everything() -> None:
    game = advanced(Game("classic"), 12)
    analyses = [list(Engine(simulations=300, seed=s).analyse(game))[-1] for s in (5, 5, 6)]
    visits = [[(c.move, c.visits, c.value) for c in a.candidates] for a in analyses]
    assert visits[0] == visits[1] != visits[2]


def test_several_threads_share_the_work() -> None:
    game = advanced(Game("trigon"), 12)
    *_, last = Engine(simulations=500, threads=4, seed=1).analyse(game)
    assert last.simulations == 500
    assert sum(candidate.visits for candidate in last.candidates) == 500
    assert last.move in game.legal_moves


def test_analysis_grows_and_says_what_to_expect() -> None:
    game = advanced(Game("classic_2"), 10)
    found = list(Engine(seed=1).analyse(game, seconds=0.5, every=0.1))
    assert len(found) >= 3
    counts = [analysis.simulations for analysis in found]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]
    last = found[-1]
    assert last.seat == game.seat_to_play
    assert set(last.results) == set(last.scores) == {seat.name for seat in game.variant.seats}
    assert sum(last.results.values()) == pytest.approx(1, abs=0.01)
    assert len(last.candidates) == len(game.legal_moves)
    assert [c.visits for c in last.candidates] == sorted(
        (c.visits for c in last.candidates), reverse=True
    )
    assert sum(c.prior for c in last.candidates) == pytest.approx(1, abs=0.01)
    assert not last.exact
    assert str(last.move) in str(last)
    for move in last.line:
        game.play(move)
    assert last.line[0] == last.move


def test_leaving_the_loop_ends_the_search() -> None:
    analyses = Engine(seconds=60).analyse(Game("duo"), every=0.01)
    assert next(analyses).simulations > 0
    begin = time.perf_counter()
    analyses.close()  # type: ignore[attr-defined]
    assert time.perf_counter() - begin < 10


@pytest.mark.parametrize("is_late", [False, True])
def test_stop_from_another_thread(is_late: bool) -> None:
    """Late it is the solver that is stopped: then no search begins."""
    engine = Engine(seconds=60, seed=1)
    game = nearly_over("trigon_teams", left=150) if is_late else Game("classic")
    threading.Timer(0.2, engine.stop).start()
    begin = time.perf_counter()
    assert engine.choose(game) in game.legal_moves
    assert time.perf_counter() - begin < 20


def test_seconds_are_kept() -> None:
    begin = time.perf_counter()
    Engine(seconds=0.3, seed=1).choose(Game("trigon"))
    assert time.perf_counter() - begin < 10


@pytest.mark.parametrize("limit", [{"simulations": 20_000}, {"seconds": 0.5}])
def test_chooses_as_soon_as_no_other_move_can_come_out_best(limit: dict[str, float]) -> None:
    game, early = Game("duo"), 0
    for number in range(18):
        if number >= 10:
            engine = Engine(seed=1, **limit)  # type: ignore[arg-type]
            move = engine.choose(game)
            made = engine.analysis
            assert made is not None
            if made.simulations < 0.9 * limit.get("simulations", float("inf")) and (
                made.seconds < 0.9 * limit.get("seconds", float("inf"))
            ):
                early += 1
                if "simulations" in limit:
                    *_, whole = Engine(seed=1).analyse(game, simulations=20_000)
                    assert whole.simulations == 20_000 or whole.exact
                    assert whole.move == move
        game.play(Engine(simulations=300, seed=1).choose(game))
    assert early


def test_memory_is_bounded_and_enough() -> None:
    *_, last = Engine(simulations=3000, seed=1, memory=1 << 20).analyse(Game("trigon"))
    assert last.simulations == 3000


# --- positions of all sorts --------------------------------------------------------------


def test_analyses_a_setup() -> None:
    start = Game("duo")
    laid = Setup(((variant("duo").colour("yellow"), start.move("a1,b1,c1")),), to_play=None)
    game = Game("duo", setup=laid)
    assert Engine(simulations=50, seed=1).choose(game) in game.legal_moves


def test_a_colour_that_is_shut_out_is_passed_over() -> None:
    game = nearly_over("classic", left=30, seed=2)
    assert game.finished
    *_, last = Engine(simulations=50, seed=1).analyse(game)
    assert isinstance(last.move, Move)


def test_who_has_left_is_out_of_the_search() -> None:
    game = Game("classic")
    for _ in range(4):
        game.play(game.legal_moves[-1])
    game.retire("yellow")
    assert [position_of(game).count(colour) > 0 for colour in range(4)] == [True, False, True, True]
    *_, analysis = Engine(simulations=400, seed=1).analyse(game)
    for move in analysis.line:
        assert game.to_play != "yellow"
        game.play(move)  # legal in turn, or this raises
    assert len(analysis.line) > 1


def test_basic_scoring_counts_cells_left() -> None:
    *_, last = Engine(simulations=50, seed=1).analyse(Game("classic", scoring="basic"))
    assert all(points >= 0 for points in last.scores.values())


def test_a_finished_game_has_no_move_to_choose() -> None:
    game = advanced(Game("duo"), 100)
    with pytest.raises(EngineError, match="over"):
        Engine(simulations=1).choose(game)


# --- settings ----------------------------------------------------------------------------


def test_levels_think_longer_and_longer() -> None:
    for lower, higher in pairwise(LEVELS):
        for edition in EDITIONS.values():
            assert lower.simulations(edition) < higher.simulations(edition)
            assert lower.temperature(edition) >= higher.temperature(edition)
    assert {level_of(9).temperature(edition) for edition in EDITIONS.values()} == {0}


def test_the_lowest_level_also_makes_moves_that_it_never_tried() -> None:
    engines = [Engine(1, seed=seed) for seed in range(30)]
    chosen = [engine.choose(Game("duo")) for engine in engines]
    found = [engine.analysis for engine in engines]
    tried = [{c.move for c in a.candidates if c.visits} for a in found if a is not None]
    assert len(tried) == len(chosen)
    untried = [move not in moves for move, moves in zip(chosen, tried, strict=True)]
    assert 0 < sum(untried) < len(untried)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_low_levels_vary_their_play(number: int) -> None:
    game = Game("duo")
    moves = {Engine(number, seed=seed).choose(game) for seed in range(6)}
    assert len(moves) > 1


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"level": 0}, "level"),
        ({"level": 10}, "level"),
        ({"level": 3, "seconds": 1}, "not several"),
        ({"seconds": 0}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"simulations": 0}, "simulations"),
        ({"simulations": 5, "threads": 0}, "threads"),
        ({"simulations": 5, "memory": 1000}, "memory"),
        ({"level": True}, "level"),
        ({"level": "5"}, "there is no level '5'"),
        ({"seconds": "1"}, "seconds must be a number from 0.001 to 1,000,000,000, not '1'"),
        ({"simulations": 2.5}, "simulations must be a whole number from 1, not 2.5"),
        ({"simulations": "5"}, "simulations must be a whole number"),
        ({"simulations": 5, "threads": 1.5}, "threads must be a whole number from 1 to 256"),
        ({"simulations": 5, "seed": "x"}, "seed must be a whole number, not 'x'"),
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(EngineError, match=message):
        Engine(**settings)


@pytest.mark.parametrize("every", ["x", None, -1])
def test_looks_have_a_time_between_them(every: Any) -> None:
    with pytest.raises(EngineError, match="every must be a number from 0"):
        Engine(simulations=9).analyse(Game("duo"), every=every)


@pytest.mark.parametrize(
    "taker",
    [
        Engine(simulations=9).choose,
        Engine(3).choose,
        Engine(simulations=9).analyse,
        Engine(simulations=9).explain,
        cornerwise.explain,
        cornerwise.review,
        partial(cornerwise.reasons, move="a1"),
        render.svg,
        render.text,
    ],
)
def test_what_is_no_game_is_refused_in_a_word(taker: Callable[[Any], object]) -> None:
    with pytest.raises(CornerwiseError, match=r"^this needs a Game, not NoneType$"):
        taker(None)


def test_says_how_it_thinks() -> None:
    assert repr(Engine(3, seed=1)) == "Engine(level=3, threads=1, seed=1)"
    assert repr(Engine(seconds=2, seed=1)) == "Engine(seconds=2, threads=1, seed=1)"
    assert repr(Engine(simulations=9, seed=1)) == "Engine(simulations=9, threads=1, seed=1)"
