"""Puzzles: the value and its file format, the collection, checking, answers, games, the day."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornerwise import Game
from cornerwise.errors import PuzzleError
from cornerwise.geometry import SQUARES, TRIANGLES
from cornerwise.puzzles import (
    Contact,
    Laid,
    Puzzle,
    as_game,
    collection,
    count,
    hint,
    parse_puzzles,
    patterns,
    puzzle,
    puzzle_from,
    record_of,
    solve,
    to_json,
)
from cornerwise.puzzles.ejection import Ejection
from cornerwise.puzzles.figures import SYMMETRIES, figure, figures, random_figure
from cornerwise.puzzles.region import drawn, region
from cornerwise.puzzles.solver import all_solutions
from cornerwise.symmetry import symmetries

SMALL = {
    "id": "small",
    "grid": "squares",
    "region": ["####", "####", "####"],
    "pieces": {"blue": ["I4", "L4"], "red": ["O4"]},
}


def changed(**what: object) -> dict[str, object]:
    return {**SMALL, **what}


# --- regions -----------------------------------------------------------------------------


def test_a_region_may_have_holes_and_parts() -> None:
    board = region("ring", SQUARES, ["###", "#.#", "###", "", "#"])
    assert len(board) == 9
    assert drawn(board) == ["###", "#.#", "###", "", "#"]
    assert board.cell_names[0] == "a1"
    assert "b4" not in board.cell_names


@pytest.mark.parametrize("name", figures())
def test_drawings_come_back_as_drawn(name: str) -> None:
    board = figure(name)
    assert region(name, board.grid, drawn(board)) == board


@pytest.mark.parametrize(
    ("name", "expected"),
    [("rectangle-5x5", 8), ("rectangle-5x8", 4), ("hexagon-2", 12), ("star", 12), ("cat", 1)],
)
def test_symmetries_are_those_of_the_figure(name: str, expected: int) -> None:
    board = figure(name)
    found = symmetries(board)
    assert len(found) == expected
    for image in found:
        assert sorted(image.cells) == list(range(len(board)))
        for cell in range(len(board)):
            near = {image[c] for c in range(len(board)) if board.edges[cell] >> c & 1}
            assert near == {c for c in range(len(board)) if board.edges[image[cell]] >> c & 1}


@pytest.mark.parametrize("grid", [SQUARES, TRIANGLES])
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_random_figures_keep_their_symmetry(grid, symmetry) -> None:  # type: ignore[no-untyped-def]
    board = random_figure(grid, 30, symmetry, Random(1))
    least = {"none": 1, "half": 2, "mirror": 2, "turn": grid.turns, "full": 2 * grid.turns}
    assert len(symmetries(board)) >= least[symmetry]
    assert 30 <= len(board) < 30 + 2 * grid.turns


# --- the format --------------------------------------------------------------------------


def test_records_round_trip() -> None:
    for known in collection().values():
        assert puzzle_from(record_of(known)) == known
        assert parse_puzzles(to_json(known)) == [known]


@pytest.mark.parametrize(
    ("record", "word"),
    [
        (None, "object"),
        ([], "object"),
        (changed(id="Not An Id"), "id"),
        (changed(id=None), "id"),
        (changed(colour="blue"), "colour"),
        (changed(grid="hexes"), "grid"),
        (changed(grid=[]), "grid"),
        (changed(region=[]), "region"),
        (changed(region="####"), "region"),
        (changed(region=[1]), "row"),
        (changed(region=["##x"]), "'x'"),
        (changed(region=["..."]), "cells"),
        (changed(region=["#" * 40] * 40), "cells"),
        (changed(pieces={}), "pieces"),
        (changed(pieces={"pink": ["I4"]}), "pink"),
        (changed(pieces={"blue": []}), "blue"),
        (changed(pieces={"blue": ["Q9"]}), "Q9"),
        (changed(pieces={"blue": [["I4"]]}), "I4"),
        (changed(pieces={"blue": ["I4", "I4", "L4"]}), "twice"),
        (changed(pieces={"blue": ["I4"]}), "4 cells"),
        (changed(goal="win"), "goal"),
        (changed(goal="place", pieces={"blue": ["I5", "L5", "Y5"]}), "15 cells"),
        (changed(contact={"own": "maybe"}), "maybe"),
        (changed(contact={"other": 1}), "contact"),
        (changed(level=9), "level"),
        (changed(level=[]), "level"),
        (changed(title=3), "title"),
        (changed(game="chess"), "'grid' cannot stand beside 'game'"),
        ({"id": "x", "game": "chess"}, "chess"),
        (changed(solutions=3), "solutions"),
        (changed(solutions=[3]), "solution"),
        (changed(solutions=[{"blue": "a1"}]), "moves"),
    ],
)
def test_bad_records_are_refused_in_words(record: object, word: str) -> None:
    with pytest.raises(PuzzleError, match=word):
        puzzle_from(record)


@given(
    st.sampled_from(list(SMALL)),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=6,
    ),
)
@settings(max_examples=100, deadline=None)
def test_no_record_causes_another_error(key: str, value: object) -> None:
    with suppress(PuzzleError):
        puzzle_from(changed(**{key: value}))


def test_text_that_is_not_json() -> None:
    with pytest.raises(PuzzleError, match="not JSON"):
        parse_puzzles("{")


# --- the collection ----------------------------------------------------------------------


def test_the_collection_is_rich() -> None:
    assert {"the-84", "the-88", "the-42", "rectangle", "rectangle-chain"} <= set(collection())
    known = patterns()
    assert len(known) >= 60
    grids = Counter(pattern.board.grid.name for pattern in known)
    assert min(grids["squares"], grids["triangles"]) >= 25
    assert {pattern.level for pattern in known} == {1, 2, 3, 4, 5}
    assert sum(pattern.is_unique for pattern in known) >= 30
    assert {len(pattern.colours) for pattern in known} == {1, 2, 3, 4}


@pytest.mark.parametrize("name", [known.name for known in patterns()])
def test_T9_every_pattern_has_a_solution_that_is_one(name: str) -> None:
    pattern = puzzle(name)
    assert pattern.uses_all
    assert pattern.solutions
    for solution in pattern.solutions:
        assert pattern.check(solution).solved


@pytest.mark.parametrize("name", [p.name for p in patterns() if p.is_unique][::6])
def test_unique_patterns_are(name: str) -> None:
    found = count(replace(puzzle(name), solutions=(), complete=False))
    assert (found.different, found.exact) == (1, True)
    assert found.renamed == len(all_solutions(puzzle(name)))


def test_unknown_names() -> None:
    with pytest.raises(PuzzleError, match="nothing"):
        puzzle("nothing")
    with pytest.raises(PuzzleError, match="nothing"):
        figure("nothing")


# --- checking ----------------------------------------------------------------------------


def test_check_tells_what_is_wrong() -> None:
    small = puzzle_from(SMALL)
    fine = small.check([("blue", "a1,b1,c1,d1")])
    assert (fine.problems, fine.solved, fine.cells_left) == ((), False, 8)
    assert fine.pieces == {"blue": ("L4",), "red": ("O4",)}

    def codes(*laid: tuple[str, str]) -> list[str]:
        return [problem.code for problem in small.check(laid).problems]

    row = ("blue", "a1,b1,c1,d1")
    assert codes(row, ("red", "a1,b1,a2,b2")) == ["taken"]
    assert codes(row, ("blue", "a3,b3,c3,d3")) == ["used"]
    assert codes(row, ("blue", "a2,b2,c2,a3")) == ["edge"]
    assert codes(("blue", "a1,b1,a2,b2")) == ["piece"]
    with pytest.raises(PuzzleError, match="green"):
        small.check([("green", "a1")])
    with pytest.raises(PuzzleError, match="z9"):
        small.check([("blue", "z9")])


@pytest.mark.parametrize(("equal", "codes"), [("free", []), ("edges", []), ("apart", ["equal"])])
def test_equal_shapes(equal: str, codes: list[str]) -> None:
    rules = replace(puzzle("rectangle"), contact=Contact(equal=equal), complete=False)
    laid = [("blue", "a1,b1,a2,b2"), ("red", "c3,d3,c4,d4")]
    assert [problem.code for problem in rules.check(laid).problems] == codes
    beside = [("blue", "a1,b1,a2,b2"), ("red", "c2,d2,c3,d3")]
    expected = [] if equal == "free" else ["equal"]
    assert [problem.code for problem in rules.check(beside).problems] == expected


def test_a_full_board_without_the_wanted_contacts_is_not_solved() -> None:
    chain, each = puzzle("rectangle-chain"), puzzle("rectangle")
    master = chain.solutions[0]
    assert chain.check(master).solved
    assert each.check(master).solved
    broken = [chain.check(solution).solved for solution in each.solutions]
    assert broken.count(True) == 1


# --- the rectangle -----------------------------------------------------------------------


def test_C8_the_table_of_the_rectangle() -> None:
    each, chain = puzzle("rectangle"), puzzle("rectangle-chain")
    assert (len(each.solutions), len(all_solutions(each))) == (35, 130)
    assert len(chain.solutions) == 1
    assert all(each.check(solution).solved for solution in each.solutions)


@pytest.mark.parametrize("touch", ["each", "chain"])
@pytest.mark.parametrize("equal", ["edges", "apart"])
def test_C8_as_printed_the_rectangle_is_impossible(touch: str, equal: str) -> None:
    printed = replace(
        puzzle("rectangle"),
        contact=Contact(touch=touch, equal=equal),
        complete=False,
        solutions=(),
    )
    assert solve(printed).verdict == "no"
    assert count(printed).coloured == 0


def test_the_rectangle_is_answered_from_its_table() -> None:
    each = puzzle("rectangle")
    solution = each.laid(each.solutions[7])
    renamed = {"blue": "green", "yellow": "blue", "red": "yellow", "green": "red"}
    some = [(renamed[colour], str(move)) for colour, move in solution[::3]]
    answer = solve(each, some)
    assert answer.verdict == "yes"
    assert set(each.laid(some)) <= set(answer.solution)
    assert each.check(answer.solution).solved
    assert solve(each, [("blue", "b1,a2,b2,c2")]).verdict == "no"  # a1 is lost


# --- counting and solving ----------------------------------------------------------------


def test_counts_are_those_of_plain_enumeration() -> None:
    """Every subset of placements tried one by one, with the rules of `check`."""
    pieces = {"blue": ["I3", "V3"], "red": ["I2", "V3"], "green": ["V3"]}
    small = puzzle_from(changed(pieces=pieces, region=["#####", "#####", "####"]))
    plain = len(enumerated(small))
    found = count(small)
    assert plain > 0
    assert (found.coloured, found.exact) == (plain, True)


def test_counts_with_contacts() -> None:
    found = {}
    for touch in ("free", "each", "chain"):
        small = puzzle_from(changed(pieces={"blue": ["I1", "I2", "V3"], "red": ["I1", "I2"]},
                                    region=["###", "####", ".###"], goal="place",
                                    contact={"touch": touch}))  # fmt: skip
        found[touch] = count(small).coloured
        assert found[touch] == len(enumerated(small))
    assert found["free"] > found["each"] >= found["chain"] > 0


def enumerated(small: Puzzle) -> set[frozenset[tuple[str, str]]]:
    pieces = [(colour, name) for colour, names in small.pieces for name in names]
    tables, found = small.tables, set()

    def extend(laid: list[tuple[str, str]], covered: set[int]) -> None:
        if len(laid) == len(pieces):
            if small.check(laid).solved:
                found.add(frozenset(laid))
            return
        colour, name = pieces[len(laid)]
        for number, cells in enumerate(tables.cells):
            if tables.pieces[tables.piece[number]].name == name and not covered & set(cells):
                text = ",".join(small.board.cell_names[cell] for cell in cells)
                extend([*laid, (colour, text)], covered | set(cells))

    extend([], set())
    return found


@pytest.mark.parametrize(
    ("rows", "known"),
    [
        (["#" * 20] * 3, 2),
        (["########"] * 3 + ["###..###"] * 2 + ["########"] * 3, 65),
    ],
)
def test_known_counts_of_the_twelve_pentominoes(rows: list[str], known: int) -> None:
    names = ["I5", "L5", "Y5", "P5", "U5", "V5", "T5", "N5", "F5", "W5", "Z5", "X5"]
    twelve = puzzle_from({"id": "twelve", "grid": "squares", "region": rows,
                          "pieces": {"blue": names}, "contact": {"own": "free"}})  # fmt: skip
    found = count(twelve)
    assert (found.different, found.exact) == (known, True)
    assert found.coloured == found.renamed == known * len(symmetries(twelve.board))


def test_surplus_pieces_may_stay_out() -> None:
    small = puzzle_from(changed(pieces={"blue": ["I4", "L4"], "red": ["O4", "I3", "I4"]},
                                region=["####", "####"]))  # fmt: skip
    answer = solve(small)
    assert answer.verdict == "yes"
    assert small.check(answer.solution).solved


def test_goal_place_leaves_cells_free() -> None:
    small = puzzle_from(changed(goal="place", pieces={"blue": ["I2", "V3"]},
                                contact={"touch": "chain"}))  # fmt: skip
    answer = solve(small)
    assert answer.verdict == "yes"
    assert small.check(answer.solution).solved
    crowded = puzzle_from(changed(goal="place", pieces={"blue": ["O4", "L4", "I2"]},
                                  region=["###", "###", "###", "##"]))  # fmt: skip
    assert solve(crowded).verdict == "no"


def test_wrong_pieces_cannot_be_solved() -> None:
    small = puzzle_from(SMALL)
    assert solve(small, [("blue", "a1,b1,c1,d1"), ("red", "a1,b1,a2,b2")]).verdict == "no"


def test_searches_are_repeatable() -> None:
    the_84 = puzzle("the-84")
    first, again, other = (solve(the_84, seed=seed, symmetric=True) for seed in (5, 5, 6))
    assert first.solution == again.solution != other.solution


def test_a_search_can_be_stopped() -> None:
    answer = solve(puzzle("the-42"), seconds=0, stop=lambda: True)
    assert answer.verdict in ("unknown", "yes")
    hard = replace(puzzle("rectangle"), complete=False, solutions=())
    answer = solve(hard, seconds=0.05)
    assert answer.verdict in ("unknown", "yes")
    assert answer.solution or answer.best


# --- the solitaires ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "symmetric"),
    [
        ("the-84", True),
        ("the-84", False),
        ("the-88", True),
        ("the-88", False),
        ("the-42", True),
        ("the-48", False),
    ],
)
def test_C7_T5_the_solitaires_are_solved_by_the_rules(name: str, symmetric: bool) -> None:
    known = puzzle(name)
    answer = solve(known, seed=3, symmetric=symmetric)
    assert answer.verdict == "yes"
    game = as_game(known, answer.solution)
    replayed = Game(known.game, moves=[str(move) for move in game.history])
    assert replayed.is_over
    assert len(replayed.history) == known.piece_count
    assert all(not replayed.pieces_left(colour) for colour in known.colours)
    if name == "the-84":
        assert [move.piece.size for move in replayed.history[-4:]] == [1, 1, 1, 1]


def test_symmetric_solutions_are() -> None:
    known = puzzle("the-42")
    solution = solve(known, seed=1, symmetric=True).solution
    half = symmetries(known.board)[2]
    cells = {str(c): {x for p in solution if p.colour == c for x in p.move.cells}
             for c in known.colours}  # fmt: skip
    assert {half[cell] for cell in cells["blue"]} == cells["yellow"]


def test_a_search_that_begins_anew_keeps_its_best() -> None:
    """Tries end after 20,000 steps; what comes later only adds to what was found before."""
    known = puzzle("the-42")
    search = Ejection(known, seed=3)
    missing = search.missing
    while search.steps < 25_000 and not search.run(0.1):
        assert search.missing <= missing
        missing = search.missing
        assert not known.check(search.best).problems
        assert len(search.best) == known.piece_count - missing
    assert search.steps > 20_000


def test_a_begun_game_is_finished() -> None:
    known = puzzle("the-84")
    full = as_game(known, solve(known, seed=2).solution)
    begun = [Laid(turn.colour, turn.move) for turn in full.turns[:40]]
    answer = solve(known, begun)
    assert answer.verdict == "yes"
    assert known.check(answer.solution).solved
    given_hint = hint(known, begun)
    game = Game(known.game, moves=[move for _, move in begun])
    assert given_hint.laid is not None
    assert given_hint.laid.colour == game.to_play
    game.play(given_hint.laid.move)


def test_a_lost_game_is_proved_lost() -> None:
    known = puzzle("the-84")
    game = Game(known.game)
    while not game.is_over:  # the first legal moves: small pieces first, soon stuck
        game.play(game.legal_moves[0])
    laid = [Laid(turn.colour, turn.move) for turn in game.turns]
    assert not game.winners
    assert solve(known, laid, seconds=20).verdict == "no"


def test_requests_that_make_no_sense() -> None:
    with pytest.raises(PuzzleError, match="symmetric"):
        solve(replace(puzzle("rectangle"), complete=False), symmetric=True)
    with pytest.raises(PuzzleError, match="empty board"):
        solve(puzzle("the-42"), [("blue", "e10")], symmetric=True)
    with pytest.raises(PuzzleError, match="rules of a game"):
        as_game(puzzle("rectangle"), ())
