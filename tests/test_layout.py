"""Pieces on a puzzle's board: legal placements, reasons and the solver's options are one rule."""

import pickle
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornerwise import IllegalMove, PuzzleError
from cornerwise.geometry import bits
from cornerwise.puzzles import Contact, Layout, Puzzle, collection, puzzle
from cornerwise.puzzles.exact import options
from cornerwise.puzzles.puzzle import EQUAL, OWN

SMALL = [known for known in collection().values() if not known.game and len(known.board) <= 60]
GAMES = ["the-84", "the-88", "the-42", "the-48"]


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Some pieces of a pattern, laid by chance under any rules of contact."""
    known = draw(st.sampled_from(SMALL))
    contact = Contact(draw(st.sampled_from(OWN)), "free", draw(st.sampled_from(EQUAL)))
    of = replace(known, contact=contact, complete=False)
    return scattered(of, draw(st.integers(0, 6)), random.Random(draw(st.integers(0, 10**6))))


def scattered(of: Puzzle, count: int, dice: random.Random) -> Layout:
    layout = of.layout()
    for _ in range(count):
        ways = [(c, n) for c in of.colours for n in bits(layout.legal(c))]
        if not ways:
            break
        layout = of.layout([*layout.laid, dice.choice(ways)])
    return layout


@given(layouts())
@settings(max_examples=50, deadline=None)
def test_what_is_legal_has_no_reason_against_it(layout: Layout) -> None:
    of = layout.puzzle
    assert not layout.problems
    dice = random.Random(len(layout.laid))
    for colour in of.colours:
        legal = layout.legal(colour)
        for number in dice.sample(range(len(of.tables)), min(150, len(of.tables))):
            reason = layout.why_illegal(colour, number)
            assert bool(legal >> number & 1) == (reason is None), (colour, number, reason)
            after = of.check([*layout.laid, (colour, number)])
            assert (reason is None) == (not after.problems)
            assert reason is None or reason == after.problems[0]
    free = {(colour, n) for colour in of.colours for n in bits(layout.legal(colour))}
    ways = {(way.colour, way.move.number) for _, way in options(of, layout.laid)}
    assert ways == free | {(laid.colour, laid.move.number) for laid in layout.laid}


@pytest.mark.parametrize("name", GAMES)
def test_where_a_game_is_played_its_rules_hold(name: str) -> None:
    layout = scattered(puzzle(name), 9, random.Random(1))
    of, game = layout.puzzle, layout.game
    assert game is not None
    assert layout.to_play == game.to_play
    for colour in of.colours:
        assert layout.legal(colour) == (
            game.legal_moves.placements if colour == game.to_play else 0
        )
        for number in random.Random(2).sample(range(len(of.tables)), 300):
            legal = bool(layout.legal(colour) >> number & 1)
            assert legal == (layout.why_illegal(colour, number) is None)
    other = next(colour for colour in of.colours if colour != game.to_play)
    reason = layout.why_illegal(other, 0)
    assert reason is not None
    assert (reason.rule, reason.code) == ("R2", "turn")
    turned = of.layout(layout.laid[::-1])
    assert turned.cells_left == layout.cells_left  # what lies there needs no order
    with pytest.raises(IllegalMove, match=r"turn|not legal"):
        turned.require_order()


def test_a_solution_is_solved_and_what_is_stuck_is_told() -> None:
    of = puzzle("rectangle-4x5")
    solved = of.layout(of.solutions[0])
    assert solved.is_solved
    assert not solved.is_stuck
    assert not any(solved.left.values())
    assert not any(solved.legal(colour) for colour in of.colours)
    rest = of.layout(of.solutions[0][:-1])
    assert not rest.is_solved
    assert not rest.is_stuck
    colour, move = rest.puzzle.laid(of.solutions[0][-1:])[0]
    assert rest.legal(colour) >> move.number & 1
    assert rest.why_illegal(colour, np.int64(move.number)) is None


def test_bad_questions_are_refused() -> None:
    layout = puzzle("rectangle-4x5").layout()
    with pytest.raises(PuzzleError, match="'pink' is not a colour of rectangle-4x5"):
        layout.legal("pink")
    with pytest.raises(ValueError, match="no placement 100000"):
        layout.why_illegal(layout.puzzle.colours[0], 100000)


@pytest.mark.parametrize("name", ["rectangle-4x5", "star", "cat", "the-42"])
def test_puzzles_and_their_moves_pickle(name: str) -> None:
    of = puzzle(name)
    laid = of.laid(of.solutions[0])
    again = pickle.loads(pickle.dumps((of, laid)))
    assert again == (of, laid)
    assert [str(piece) for piece in again[1]] == [str(piece) for piece in laid]
    assert again[0].check(again[1]).solved
    assert hash(again[1][0]) == hash(laid[0])
    assert len(pickle.dumps(laid[0].move)) < 2500  # no tables in pickles
