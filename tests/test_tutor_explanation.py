"""Why this move and not that: hint and judge agree, hardly searched moves are judged fairly."""

import random

import pytest

from cornerwise import (
    VARIANTS,
    Engine,
    EngineError,
    Game,
    IllegalMove,
    Reason,
    explain,
    random_game,
    variant,
)
from cornerwise.tutor.reason import VERTEX_WORDS, WORDS
from tests.tutor_checker import TooLong, margin_after


@pytest.mark.parametrize("name", VARIANTS)
def test_a_followed_hint_is_no_mistake(name: str) -> None:
    """The judge finds no fault with what the engine chose or recommended, early and late."""
    length = len(random_game(name, seed=5).history)
    for share in (0.1, 0.5, 0.9):
        game = random_game(name, seed=5, plies=int(share * length))
        engine = Engine(simulations=60, seed=7)
        hint = engine.explain(game)
        assert hint.is_best
        assert (hint.loss, hint.points) == (0, 0)
        judged = engine.explain(game, hint.best)
        assert judged == hint
        assert engine.explain(game, engine.choose(game)).loss == 0


def test_analysis_that_was_shown_is_the_one_that_judges() -> None:
    game = random_game("duo", seed=2, plies=12)
    *_, shown = Engine(simulations=40, seed=1).analyse(game)
    judge = Engine(simulations=90, seed=2)
    assert judge.explain(game, shown.move, analysis=shown).loss == 0
    assert judge.explain(game, analysis=shown).line == shown.line


def test_a_hardly_searched_move_is_judged_by_a_search_of_its_own() -> None:
    """The worst move by far gets no visits to speak of, yet a verdict, a line and reasons."""
    game = Game("duo", moves=["e8,d9,e9,f9,e10"])
    found = explain(game, "j5", engine=Engine(simulations=300, seed=1))
    assert min(found.loss, found.points) > 0
    assert not found.exact
    assert found.reply[0] == found.move
    assert len(found.reply) > 1
    assert "smaller" in [reason.name for reason in found.against]
    assert found.text.startswith("Better: ")


def test_reasons_differ_between_the_moves() -> None:
    """What is said for the better move does not hold for the worse one, and the other way round."""
    dice = random.Random(3)
    for seed in range(6):
        game = random_game("duo", seed=seed, plies=dice.randrange(4, 20))
        if game.is_over:
            continue
        found = explain(game, dice.choice(game.legal_moves), engine=Engine(simulations=50, seed=1))
        for reason in found.reasons:
            assert reason.good
        for reason in found.against:
            assert not reason.good
        assert not {(r.name, r.colour, r.n) for r in found.reasons} & {
            (r.name, r.colour, r.n) for r in found.against
        }


def test_decided_endings_are_proved() -> None:
    """What is said to be certain, the plain rules say, too, when everything is tried."""
    proofs = 0
    for seed in range(60):
        game = random_game("duo", seed=seed)
        for _ in range(5):
            game.undo()
        engine = Engine(simulations=100, seed=1)
        other = engine.explain(game, random.Random(seed).choice(game.legal_moves))
        hint = engine.explain(game)
        said = [(hint.best, (*hint.reasons, *hint.against))]
        said += [(other.best, other.reasons), (other.move, other.against)]
        for made, reasons in said:
            for reason in reasons:
                if reason.name in ("wins", "draws", "loses"):
                    signed = {"wins": reason.n, "draws": 0, "loses": -reason.n}[reason.name]
                    try:
                        assert margin_after(game, made, 3_000) == signed, game.position_string
                    except TooLong:
                        continue
                    proofs += 1
    assert proofs >= 20


def test_an_explanation_needs_a_move_to_explain() -> None:
    over = random_game("duo", seed=1)
    with pytest.raises(EngineError, match="the game is over"):
        explain(over)
    with pytest.raises(IllegalMove, match=r"a1 is not legal: .*start field"):
        explain(Game("duo"), "a1")
    *_, other = Engine(simulations=10, seed=1).analyse(Game("duo"))
    with pytest.raises(EngineError, match="another position"):
        explain(random_game("duo", seed=1, plies=9), analysis=other)


def test_where_nothing_can_be_shown_the_reason_lies_deeper() -> None:
    game = random_game("duo", seed=2, plies=12)
    found = explain(game, game.legal_moves[0], engine=Engine(simulations=50, seed=1))
    silent = type(found)(**{**vars(found), "reasons": (), "against": (), "points": 2.34})
    assert silent.text == "2.3 points better; the reason lies deeper: see the line."
    assert silent.messages[0].values["points"] == 2.3


def test_what_speaks_against_a_move_is_not_said_of_the_better_one() -> None:
    game = Game("duo", moves=["e8,d9,e9,f9,e10"])
    found = explain(game, "j5", engine=Engine(simulations=300, seed=1))
    said = [message.text for message in found.messages]
    lead = said.index("Against I1 j5:")
    assert said[0].startswith(f"Better: {found.best.piece} ")
    assert said[1:lead] == [reason.text for reason in found.reasons[:2]]
    assert said[lead + 1 :] == [reason.text for reason in found.against[:2]]
    praise_alone = type(found)(**{**vars(found), "against": ()})
    assert "Against" not in praise_alone.text


def test_nothing_is_called_better_by_nothing() -> None:
    game = Game("duo", moves=["e8,d9,e9,f9,e10"])
    found = explain(game, "j5", engine=Engine(simulations=300, seed=1))
    equal = type(found)(**{**vars(found), "loss": 0.004, "points": 0.04})
    assert equal.text == "This is as good as the best move."
    for loss, points in ((0.006, 0.0), (0.0, 0.06)):
        assert "Better: " in type(found)(**{**vars(found), "loss": loss, "points": points}).text


@pytest.mark.parametrize("name", VARIANTS)
def test_the_first_tip_of_a_game_has_a_reason(name: str) -> None:
    """Of the mirror images of the best move all the same is true: they are no comparison."""
    found = explain(Game(name), engine=Engine(simulations=60, seed=1))
    assert found.reasons
    cells = [(reason.colour, reason.cells) for reason in found.said if reason.cells]
    assert len(set(cells)) == len(cells)  # the same corners are spoken of once


def test_like_pieces_are_counted() -> None:
    """In Junior a colour has two of each piece."""
    colour = variant("junior").colours[0]
    safe = Reason("safe", colour, True, pieces=("I1", "I2", "I2"))
    assert safe.text == "Blue has room of its own for I1 and 2×I2."
    many = Reason("safe", colour, True, pieces=("I1", "I2", "I2", "I3", "V3"))
    assert many.text == "Blue has room of its own for 5 pieces, such as 2×I2, I3 and V3."


def test_every_reason_has_words_for_a_page() -> None:
    """A page gets the text as it is in the catalogues, and what to fill in."""
    colour = variant("trigon").colours[1]
    for name in WORDS:
        for vertex in (False, True):
            numbers = (("n", 3), ("before", 9))
            reason = Reason(name, colour, True, (), ("I3", "V3"), numbers, vertex)
            assert "{" not in reason.text
            said = VERTEX_WORDS.get(name, WORDS[name]) if vertex else WORDS[name]
            assert (reason.message.one, reason.message.many) == (
                (said, "") if isinstance(said, str) else said
            )
    told = Reason("closes", colour, True, (4,), (), (("n", 1),), True)
    assert told.text == "Yellow loses 1 open vertex."
    assert told.message.n == 1
    assert told.message.values == {"colour": "yellow"}
    cut = Reason("cuts", colour, True, (4,), (), (("n", 5), ("before", 40), ("after", 33)))
    assert cut.text == "Yellow is cut off for good from 5 of 40 spaces."
