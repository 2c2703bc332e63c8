"""Learning: self-play, the fit, and training that goes on where it was stopped."""

import hashlib
import json
import math
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from cornerwise import CornerwiseError, EngineError, Game, _kernel
from cornerwise.arena import Tournament
from cornerwise.arena.match import GameResult, Part, Round
from cornerwise.cli import app
from cornerwise.engine import Engine
from cornerwise.engine.knowledge import (
    FEATURES,
    TUNINGS,
    flat_priors,
    flat_value,
    knowledge_of,
    weights_of,
)
from cornerwise.engine.player import position_of
from cornerwise.learning import Generation, Training, fitting
from cornerwise.learning.fitting import fitted, loss
from cornerwise.learning.forecast import (
    HORIZONS,
    KNOTS,
    REPLIES,
    THE_END,
    USUAL,
    Example,
    Forecast,
    examples,
)
from cornerwise.learning.samples import PHASES, Samples, gathered, phase_of
from cornerwise.learning.selfplay import SelfPlay, variants_of

QUICK = SelfPlay(("duo",), simulations=30, seed=1)


def invented(truth: list[float], positions: int, moves: int = 12) -> Samples:
    """Positions with random features, visited just as weights say."""
    chance = np.random.default_rng(1)
    seen = chance.integers(-3, 4, size=(positions * moves, len(truth)), dtype=np.int16)
    sums = np.exp(seen @ np.array(truth)).reshape(positions, moves)
    shares = (sums / sums.sum(axis=1, keepdims=True)).ravel()
    return Samples(seen, shares, np.arange(0, positions * moves, moves))


# --- the fit ---------------------------------------------------------------------------------


def test_the_fit_finds_the_weights_that_made_the_visits() -> None:
    truth = [1.5, -0.7, 0.0, 0.3]
    samples = invented(truth, 300)
    assert fitted(samples) == pytest.approx(truth, abs=0.02)
    assert loss(samples, fitted(samples)) < loss(samples, np.zeros(4))


def test_the_loss_of_knowing_nothing_is_that_of_equal_chances() -> None:
    assert loss(invented([2.0, 1.0], 50), np.zeros(2)) == pytest.approx(np.log(12))


def test_the_fit_is_the_same_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    samples = invented([0.5, -0.2], 40)
    whole = fitted(samples)
    parts = list(samples.parts(100))
    assert [len(part) for part in parts] == [9, 9, 9, 9, 4]  # of twelve moves each
    assert np.array_equal(np.concatenate([part.seen for part in parts]), samples.seen)
    monkeypatch.setattr(fitting, "ROWS", 100)
    assert fitted(samples) == pytest.approx(whole, abs=1e-9)


def test_nothing_is_learnt_from_nothing() -> None:
    empty = Samples(np.zeros((0, 3), dtype=np.int16), np.zeros(0), np.zeros(0, dtype=np.intp))
    assert list(fitted(empty)) == [0, 0, 0]


# --- games and samples -----------------------------------------------------------------------


def test_a_game_of_self_play_can_be_repeated_and_replayed() -> None:
    row = QUICK.play(3)
    assert row == QUICK.play(3)
    assert row["moves"] != QUICK.play(4)["moves"]
    game = Game("duo")
    for move, visits in zip(row["moves"], row["visits"], strict=True):
        assert {found for found, _ in visits} <= set(game.legal_moves.numbers)
        assert not visits or sum(count for _, count in visits) in (29, 30)
        game.play(move)
    assert game.is_over


@pytest.mark.parametrize("edition", ["classic", "trigon"])
def test_an_edition_is_learnt_in_all_its_variants(edition: str) -> None:
    names = variants_of(edition)
    assert {Game(name).variant.team_count > 1 for name in names} == {True}
    assert edition in names
    assert not any("solo" in name for name in names)


def test_a_number_of_sides_is_learnt_for_itself() -> None:
    assert variants_of("trigon", 2) == ("trigon_2", "trigon_teams")
    assert variants_of("trigon", 4) == ("trigon",)
    assert variants_of("trigon", 5) == ()


def test_samples_hold_every_legal_move_and_all_visits() -> None:
    row = QUICK.play(0)
    samples = gathered([row], "duo", most=100, seed=0)
    assert len(samples) == PHASES
    assert sum(map(len, samples)) == sum(1 for visits in row["visits"] if len(visits) > 1)
    opening = samples[0]
    assert opening.seen.shape[1] == 21 + len(FEATURES)
    assert (opening.seen[:, :21].sum(axis=1) == 1).all()
    assert np.add.reduceat(opening.shares, opening.begins) == pytest.approx(1)
    assert len(gathered([row], "duo", most=2, seed=0)[0]) == 2


def test_phases_are_those_of_the_kernel() -> None:
    """Weights of one phase alone make some moves look better in that phase and in no other."""
    row = QUICK.play(0)
    game = Game("duo")
    seen = set()
    for move in row["moves"][:-1]:
        assert game.to_play is not None
        if len(game.legal_moves) > 1:
            phase = phase_of(21 - len(game.pieces_left(game.to_play)))
            assert [p for p in range(PHASES) if _matters(game, p)] == [phase]
            seen.add(phase)
        game.play(move)
    assert {0, 1, 2} <= seen


def _matters(game: Game, phase: int) -> bool:
    names = [piece.name for piece in game.variant.pieces]
    phases = [
        {
            "pieces": {
                name: float(at) if number == phase else 0.0 for at, name in enumerate(names)
            },
            "features": dict.fromkeys(FEATURES, float(number == phase)),
        }
        for number in range(PHASES)
    ]
    search = _kernel.Search(
        position_of(game), flat_priors("duo", phases), [], _kernel.SearchSettings()
    )
    search.run(3, 10.0, 1)
    priors = [verdict[2] for verdict in search.verdicts()]
    return max(priors) > 1.001 * min(priors)


# --- the value -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played() -> list[list[Example]]:
    """The examples of a few games, in parts of three games each."""
    rows = [QUICK.play(number) for number in range(12)]
    return [list(examples(rows[first : first + 3])) for first in range(0, 12, 3)]


def many(parts: list[list[Example]]) -> list[list[Example]]:
    """As if there were so many examples to be played out that all doubts are overcome."""
    return [4 * [replace(example, origin=("duo", ())) for example in part] for part in parts]


WAYS = (len(REPLIES), len(HORIZONS), 1)
"""The shape of playouts, but for the points of the sides."""


def test_the_value_foretells_better_than_the_points_so_far(played: list[list[Example]]) -> None:
    forecast = Forecast.fitted(played)
    tried = [example for part in played for example in part if example.origin]
    so_far = np.mean([np.abs(example.points - example.final).mean() for example in tried])
    assert forecast.error < 0.5 * so_far
    spreads = forecast.tunings[2].spreads
    assert spreads == sorted(spreads, reverse=True)


def test_the_error_is_that_in_games_not_seen(played: list[list[Example]]) -> None:
    forecast = Forecast.fitted(played)
    seen = [example for part in played for example in part if example.origin]
    assert forecast.error > np.mean(
        [np.abs(forecast.points(example) - example.final).mean() for example in seen]
    )


def test_playouts_are_trusted_the_more_the_better_they_foretell(
    played: list[list[Example]],
) -> None:
    chance = np.random.default_rng(1)
    wrong = Forecast.fitted(
        many(played), playouts=lambda example: np.tile(chance.normal(0, 40, 2), WAYS)
    )
    right = Forecast.fitted(many(played), playouts=lambda example: np.tile(example.final, WAYS))
    trusts = [forecast.tunings[2].trusts for forecast in (wrong, right)]
    for low, high in list(zip(*trusts, strict=True))[1:4]:  # where there are positions enough
        assert 0 <= low < 0.48
        assert 0.52 < high <= 1


@pytest.mark.parametrize("best", range(len(REPLIES)))
def test_playouts_reply_as_often_as_foretells_best(played: list[list[Example]], best: int) -> None:
    wrong_by = np.zeros((len(REPLIES), len(HORIZONS), 2))
    wrong_by[:, :, 0] = [[20.0 * abs(reply - best)] for reply in range(len(REPLIES))]
    tuning = Forecast.fitted(
        many(played), playouts=lambda example: example.final + wrong_by
    ).tunings[2]
    assert tuning.replies[1:4] == [REPLIES[best]] * 3
    assert min(tuning.trusts[1:4]) > 0.5


@pytest.mark.parametrize("best", range(len(HORIZONS)))
def test_playouts_end_where_they_foretell_best(played: list[list[Example]], best: int) -> None:
    wrong_by = np.zeros((len(REPLIES), len(HORIZONS), 2))
    wrong_by[:, :, 0] = [20.0 * abs(horizon - best) for horizon in range(len(HORIZONS))]
    tuning = Forecast.fitted(
        many(played), playouts=lambda example: example.final + wrong_by
    ).tunings[2]
    assert tuning.horizons[1:4] == [HORIZONS[best]] * 3


def test_of_playouts_that_foretell_alike_the_shortest_are_taken(
    played: list[list[Example]],
) -> None:
    tuning = Forecast.fitted(played, playouts=lambda example: np.tile(example.final, WAYS)).tunings[
        2
    ]
    assert tuning.horizons == [HORIZONS[0]] * len(KNOTS)


def test_playouts_go_to_the_end_if_that_is_asked_for(played: list[list[Example]]) -> None:
    assert Forecast.fitted(played, [THE_END]).tunings[2].horizons == [THE_END] * len(KNOTS)


def test_each_number_of_sides_has_its_own_tuning() -> None:
    rows = [
        SelfPlay((name,), simulations=10, seed=2).play(0) for name in ("trigon_teams", "trigon_3")
    ]
    value = Forecast.fitted([examples(rows), examples(rows)]).named("trigon")
    assert list(value["tunings"]) == ["2", "3"]
    for tuning in value["tunings"].values():
        assert {name: len(numbers) for name, numbers in tuning.items()} == dict.fromkeys(TUNINGS, 6)
    two, three, four = (flat_value("trigon", sides, value) for sides in (2, 3, 4))
    assert two != three == four  # the nearest that is known


def test_much_trust_is_playouts_alone() -> None:
    game, known = Game("duo"), knowledge_of("duo", 2)
    settings = _kernel.SearchSettings()
    settings.trust = 100
    without = known.value[: -2 * _kernel.STAGES]
    usual = (*without, *[REPLIES[USUAL]] * _kernel.STAGES, *[float(THE_END)] * _kernel.STAGES)
    found = []
    for value in (usual, ()):
        search = _kernel.Search(position_of(game), known.priors, value, settings)
        search.run(200, 60, 1)
        found.append(search.verdicts())
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["duo", "classic_2", "classic_3", "trigon"])
def test_the_kernel_foretells_what_the_fit_does(name: str) -> None:
    row = SelfPlay((name,), simulations=10, seed=2).play(0)
    edition = Game(name).variant.edition.name
    found = list(examples([row]))
    forecast = Forecast.fitted([found, found])
    value = flat_value(edition, Game(name).variant.team_count, forecast.named(edition))
    position = position_of(Game(name))
    for move, example in zip(row["moves"], found, strict=True):
        ((*points,),) = position.expected(value, [0], 1, seed=1)
        assert points == pytest.approx(list(forecast.points(example)), abs=0.05)
        position.play(move)


def test_a_playout_to_the_end_tells_how_it_ended() -> None:
    value = knowledge_of("classic", 4).value
    game = Game("classic")
    for seed in range(20):
        position = position_of(game)
        position.play_out(10, seed)
        _, at_the_end = position.expected(value, [8, THE_END], 1, seed)
        position.play_out(THE_END, seed)
        assert at_the_end == position.side_points()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"value": ()}, "without weights there is no forecast"),
        ({"value": (0.0,)}, "wrong number of weights"),
        ({"value": (*knowledge_of("duo", 2).value[:-1], -1.0)}, "a horizon cannot be negative"),
        ({"horizons": [8, 4]}, "horizons must rise from 0"),
        ({"horizons": [-1]}, "horizons must rise from 0"),
        ({"playouts": 0}, "there must be 1 to 1000 playouts"),
    ],
)
def test_what_cannot_be_expected_is_refused(change: dict[str, Any], message: str) -> None:
    asked = {"value": knowledge_of("duo", 2).value, "horizons": [8], "playouts": 1, "seed": 1}
    with pytest.raises(ValueError, match=message):
        position_of(Game("duo")).expected(**{**asked, **change})


# --- training --------------------------------------------------------------------------------


def test_a_temperature_makes_priors_differ_less(tmp_path: Path) -> None:
    record = json.loads(weights_of("duo").read_text(encoding="utf-8"))
    game = Game("duo")

    def priors(temperature: float) -> dict[str, float]:
        file = tmp_path / f"{temperature}.json"
        file.write_text(json.dumps({**record, "temperature": temperature}))
        *_, last = Engine(simulations=1, weights=file).analyse(game)
        return {str(c.move): c.prior for c in last.candidates}

    usual, flat = priors(1.0), priors(2.0)
    roots = {move: math.sqrt(prior) for move, prior in usual.items()}
    total = sum(roots.values())
    assert flat == pytest.approx({move: root / total for move, root in roots.items()}, rel=1e-3)
    with pytest.raises(EngineError, match="temperature must be above 0"):
        priors(0.0)


def test_a_number_of_sides_may_have_weights_of_its_own() -> None:
    assert weights_of("trigon", 2).name == "trigon-2.json"
    assert weights_of("trigon", 3) == weights_of("trigon", 4) == weights_of("trigon")
    assert weights_of("trigon8", 3) == weights_of("trigon")
    assert weights_of("duo", 2) == weights_of("duo")
    assert knowledge_of("trigon", 2).priors != knowledge_of("trigon", 4).priors
    assert knowledge_of("classic", 2).priors != knowledge_of("classic", 4).priors
    assert knowledge_of("classic", 3).priors == knowledge_of("classic", 4).priors


def test_training_for_two_sides_plays_and_starts_from_their_games(tmp_path: Path) -> None:
    training = Training("trigon", tmp_path, games=4, simulations=10, positions=5, sides=2)
    assert training.command.endswith(" --sides 2")
    generation = training.generation(1)
    generation.play()
    assert {row["variant"] for row in generation.ledger().rows} == {"trigon_2", "trigon_teams"}
    record = generation.fit()
    assert list(record["value"]["tunings"]) == ["2"]
    assert record["from"] == hashlib.sha256(weights_of("trigon", 2).read_bytes()).hexdigest()[:12]
    game = Game("trigon_2")
    assert Engine(simulations=5, weights=generation.weights).choose(game) in game.legal_moves


def test_training_for_a_number_of_sides_that_nobody_plays_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CornerwiseError, match="duo is not played by 3 sides: choose 2"):
        Training("duo", tmp_path, sides=3)


def test_training_makes_weights_that_the_engine_takes(tmp_path: Path) -> None:
    training = Training("duo", tmp_path, games=3, simulations=30, positions=5)
    generation = training.generation(1)
    counts: list[int] = []
    generation.play(on_game=counts.append)
    assert counts == [0, 1, 2, 3]
    record = generation.fit()
    assert record == json.loads(generation.weights.read_text())
    assert record["made_by"].startswith("cornerwise train duo --games 3 --simulations 30")
    assert record["temperature"] == knowledge_of("duo", 2).temperature
    warmer = replace(training, temperature=1.5).generation(1).fit()
    assert warmer["temperature"] == 1.5
    assert warmer["made_by"] == record["made_by"] + " --temperature 1.5"
    assert warmer["phases"] == record["phases"]
    with pytest.raises(CornerwiseError, match="temperature must be above 0, not -1"):
        replace(training, temperature=-1)
    game = Game("duo")
    assert Engine(simulations=20, seed=1, weights=generation.weights).choose(game)

    match = generation.match(1)
    match.play()
    assert [game.fault for game in match.in_order[0].games] == ["", ""]
    # The next generation starts from here.
    assert training.generation(2).before == generation.weights


def test_training_for_whole_playouts_says_so(tmp_path: Path) -> None:
    generation = Training("duo", tmp_path, 3, 10, positions=5, whole=True).generation(1)
    generation.play()
    record = generation.fit()
    assert record["made_by"].endswith("--seed 0 --whole")
    assert record["value"]["tunings"]["2"]["horizons"] == [THE_END] * len(KNOTS)


def test_training_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    def weights(directory: Path, *stops: int) -> str:
        for games in stops:
            generation = Training("duo", directory, games, 30, positions=5).generation(1)
            generation.play()
            generation.fit()
        return generation.weights.read_text()

    assert weights(tmp_path / "one", 3) == weights(tmp_path / "two", 2, 3)


def test_other_settings_do_not_mix(tmp_path: Path) -> None:
    Training("duo", tmp_path, 2, 10).generation(1).play()
    with pytest.raises(CornerwiseError, match="holds other work"):
        Training("duo", tmp_path, 2, 11).generation(1).play()


def test_games_of_all_variants_are_kept_from_the_fit(tmp_path: Path) -> None:
    generation = Training("trigon", tmp_path, games=8, simulations=1, positions=5).generation(1)
    generation.play()
    assert list(generation.fit()["value"]["tunings"]) == ["2", "3", "4"]


def test_too_few_games_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CornerwiseError, match="7 games are too few for classic: with 8 there is"):
        Training("classic", tmp_path, games=7)


def test_the_command(tmp_path: Path) -> None:
    command = ["train", "duo", "--save", str(tmp_path), "--games", "2", "--simulations", "20"]
    result = CliRunner().invoke(app, [*command, "--positions", "10", "--pairs", "1"])
    assert result.exit_code == 0, result.output
    assert "cross-entropy in games not seen" in result.output
    assert "A scores" in result.output


# --- shipping --------------------------------------------------------------------------------


def shipping(folder: Path, *options: str) -> Result:
    """Train a little and ship; the engine of this process has read its weights already."""
    command = ["train", "duo", "--save", str(folder / "training"), "--games", "2"]
    quick = ["--simulations", "20", "--positions", "10", "--ship", *options]
    return CliRunner().invoke(app, [*command, *quick])


def engine_in(folder: Path, code: str) -> str:
    """What a new process prints whose user has shipped weights to a folder."""
    return subprocess.run(
        [sys.executable, "-c", f"from cornerwise.engine.knowledge import *\n{code}"],
        env={**os.environ, "CORNERWISE_WEIGHTS": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def test_shipped_weights_are_what_the_engine_uses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = tmp_path / "weights"
    monkeypatch.setenv("CORNERWISE_WEIGHTS", str(shipped))
    used = "print(sum(knowledge_of('duo', 2).priors), weights_of('duo', 2))"
    before = engine_in(shipped, used)
    result = shipping(tmp_path, "--pairs", "0")
    assert result.exit_code == 0, result.output
    assert f"{shipped / 'duo.json'}: the engine uses these weights from now on" in result.output
    after = engine_in(shipped, used)
    assert before != after
    assert after.endswith(str(shipped / "duo.json"))
    made = tmp_path / "training" / "generation-1" / "weights.json"
    assert json.loads((shipped / "duo.json").read_text()) == json.loads(made.read_text())
    # The same command goes on: the training has kept what it began from.
    again = shipping(tmp_path, "--pairs", "0")
    assert again.exit_code == 0, again.output
    assert engine_in(shipped, used) == after
    assert engine_in(Path(), used) == before  # an empty variable: the package's own
    (shipped / "duo.json").unlink()
    assert engine_in(shipped, used) == before


def match_with(generation: Generation, *shares: float) -> Tournament:
    """The match of new weights that had these shares of the wins."""
    match = generation.match(len(shares))
    for number, share in enumerate(shares):
        game = GameResult((0, 1), (Part(0, share, 0, 1, 0.0), Part(1, 1 - share, 0, 1, 0.0)))
        match.rounds[number] = Round(number, (game,))
    return match


def test_shipped_weights_tell_how_they_fared_and_losers_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CORNERWISE_WEIGHTS", str(tmp_path / "weights"))
    training = Training("trigon", tmp_path / "training", 4, 10, positions=5, sides=2)
    generation = training.generation(1)
    generation.play()
    made = generation.fit()
    with pytest.raises(CornerwiseError, match=r"scored 25 % against the old ones.*--pairs 0"):
        generation.ship(match_with(generation, 0.5, 0.0))
    assert not (tmp_path / "weights").exists()
    place = generation.ship(match_with(generation, 1.0, 0.5))
    assert place == tmp_path / "weights" / "trigon-2.json"
    record = json.loads(place.read_text())
    match = record.pop("match")
    assert match.items() >= {"pairs": 2, "score": 0.75, "player": "simulations:10"}.items()
    assert record == made
    monkeypatch.setenv("CORNERWISE_WEIGHTS", "")
    with pytest.raises(CornerwiseError, match="CORNERWISE_WEIGHTS is empty"):
        generation.ship()


def test_a_broken_file_of_the_user_is_named(tmp_path: Path) -> None:
    (tmp_path / "duo.json").write_text("{}")
    code = (
        "try: knowledge_of('duo', 2)\n"
        "except EngineError as error: print(error)\n"
        "print(len(knowledge_of('classic', 4).priors) > 0)"
    )
    told, others = engine_in(tmp_path, code).split("\n")
    assert told.startswith(f"{tmp_path / 'duo.json'} is not a file of weights")
    assert others == "True"


def test_an_edition_that_is_none_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["train", "go", "--save", str(tmp_path)])
    assert result.exit_code == 2
    assert "'go' is not an edition: choose one of classic, duo" in result.output
