"""What a coach says of a move: true sentences, that never give the better move away."""

import random

import pytest

from cornerwise import VARIANTS, Engine, Game, Reason, explain, random_game
from cornerwise.tutor import weigh
from cornerwise.tutor.nudge import area_of
from cornerwise.tutor.remark import COSTLY, HARMS
from cornerwise.tutor.searches import Searches
from tests.tutor_checker import Facts


@pytest.mark.parametrize("name", VARIANTS)
def test_what_a_feared_answer_does_is_true(name: str) -> None:
    """Counted again by the plain rules, in the position in which it would be made."""
    dice = random.Random(1)
    for seed in range(4):
        length = len(random_game(name, seed=seed).history)
        game = random_game(name, seed=seed, plies=dice.randrange(length * 3 // 4))
        searches = Searches(Engine(simulations=60, seed=0))
        move = dice.choice(game.legal_moves)
        remark = weigh(game, move, engine=searches).remark
        if remark is None or remark.answer is None:
            continue
        after = game.copy()
        after.play(move)
        assert after.to_play == remark.answerer
        lead, said = remark.messages
        assert (lead.values["other"], lead.values["answer"]) == (
            remark.answerer,
            remark.answer.piece.name,
        )
        facts = Facts(after, remark.answer).statements()
        assert any(
            (fact.colour, fact.cells) == (remark.colour, remark.cells)
            and fact.name in HARMS
            and Reason(
                *fact[:5], () if fact.n is None else (("n", fact.n),), corners_are_vertices(after)
            ).message
            == said
            for fact in facts
        )


def corners_are_vertices(game: Game) -> bool:
    return game.variant.board.grid.name == "triangles"


def test_a_warning_has_one_reason_and_never_shows_the_better_move() -> None:
    kinds = set()
    for seed in range(40):
        dice = random.Random(seed)
        game = random_game("duo", seed=seed, plies=dice.randrange(2, 20))
        if game.is_over:
            continue
        searches = Searches(Engine(simulations=60, seed=0))
        best = explain(game, engine=searches).best
        praised = weigh(game, best, engine=searches)
        assert praised.loss == 0
        assert praised.remark is None or praised.remark.good
        found = weigh(game, dice.choice(game.legal_moves), engine=searches)
        remark = found.remark
        assert (found.loss >= COSTLY) == (remark is not None and not remark.good)
        if remark is None or remark.good:
            continue
        assert 1 <= len(remark.messages) <= 2
        assert str(best) not in remark.text
        assert "{" not in remark.text
        assert remark.answer != best or remark.answerer != game.to_play
        kinds.add(remark.messages[0].one)
        if remark.answer is None and len(remark.messages) == 2:
            assert not remark.cells  # they would show the better move
    assert len(kinds) >= 3


def test_a_nudge_says_where_and_not_how() -> None:
    for name in ("duo", "classic", "trigon"):
        game = random_game(name, seed=2, plies=9)
        for move in random.Random(1).sample(list(game.legal_moves), 20):
            area = area_of(move, game.position)
            assert set(move.cells) <= set(area)
            assert len(area) > len(move.cells)
            assert not any(game.position.occupied >> cell & 1 for cell in area)
