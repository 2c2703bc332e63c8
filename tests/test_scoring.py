"""A scoring is a value: what it counts, which way is better, and nothing else knows."""

from collections.abc import Iterator

import pytest

from cornerwise import Engine, Game, Recipe, Scoring, VariantError, register, unregister, variant
from cornerwise.rulebooks import DUO
from cornerwise.scoring import ADVANCED, BASIC
from tests.agreement import compare

DOUBLE = Scoring("double", cell=-2, bonus=20, single_bonus=12)
GOLF = Scoring("golf", cell=3, bonus=-30)


@pytest.fixture
def doubled() -> Iterator[None]:
    register(Recipe("duo_double", "Duo, doubled", DUO, seats=(("blue",), ("yellow",)),  # type: ignore[arg-type]
                    scorings=(DOUBLE, GOLF)))  # fmt: skip
    yield
    unregister("duo_double")


def test_the_books_scorings() -> None:
    assert [BASIC.points(left, single_last=False) for left in (0, 1, 24)] == [0, 1, 24]
    assert [ADVANCED.points(left, single_last=False) for left in (0, 1, 24)] == [15, -1, -24]
    assert ADVANCED.points(0, single_last=True) == 20
    assert (BASIC.best([3, 8]), ADVANCED.best([3, 8])) == (3, 8)
    assert (BASIC.worth(7), ADVANCED.worth(-7), ADVANCED.counted(-7), BASIC.counted(-7)) == (
        -7, -7, -7, 7,
    )  # fmt: skip


@pytest.mark.usefixtures("doubled")
def test_a_new_scoring_is_one_value() -> None:
    for name in ("double", "golf"):
        of = variant("duo_double", scoring=name)
        assert of.choices["scoring"] == ("double", "golf")
        assert compare(of, seed=1, share=0.2) > 0  # kernel and plain rules agree on points and end
    game = Game("duo_double", scoring="golf")
    assert game.scores == {"blue": 267, "yellow": 267}
    assert game.scores_under("double") == {"blue": -178, "yellow": -178}
    found = Game.from_json(game.to_json())
    assert found.variant.scoring is GOLF
    last = Engine(simulations=20, seed=1).choose(game)
    assert last in game.legal_moves


@pytest.mark.usefixtures("doubled")
def test_the_engine_tells_points_of_the_games_own_scoring() -> None:
    engine = Engine(simulations=60, seed=1)
    scores = []
    for name in ("double", "golf"):
        *_, found = engine.analyse(Game("duo_double", scoring=name))
        scores.append(found.candidates[0].scores["blue"])
    assert scores[0] < 0 < scores[1]


@pytest.mark.parametrize(
    ("fields", "words"),
    [({"cell": 0}, "must count"), ({"cell": -2, "bonus": 15}, "15 does not go with -2"),
     ({"cell": 1, "bonus": 15}, "15 does not go with 1")],
)  # fmt: skip
def test_a_scoring_that_makes_no_sense_is_refused(fields: dict[str, int], words: str) -> None:
    with pytest.raises(VariantError, match=words):
        Scoring("odd", **fields)  # type: ignore[arg-type]
    with pytest.raises(VariantError, match="choose advanced or basic"):
        Game("duo").scores_under("odd")
