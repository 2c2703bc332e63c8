"""Evaluation: the Elo number is right, the protocol can be repeated, the leaderboard is current."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cornerwise.arena import evaluation, tournament
from cornerwise.arena.evaluation import Evaluation, EvaluationError, Result
from cornerwise.arena.leaderboard import page, read_results, table
from cornerwise.arena.match import GameResult, Match, Part, Round
from cornerwise.arena.statistics import expected_score, rating_of
from cornerwise.cli import app
from cornerwise.engine.ladder import read_ladders

DOCS = Path(__file__).parents[1] / "docs"


def test_the_interval_of_an_elo_number_holds_the_true_one_as_often_as_it_says() -> None:
    """Pairs are drawn in which the games agree more often than chance would have it."""
    chance, held = random.Random(1), 0
    for _ in range(300):
        true, meetings = chance.uniform(-100, 500), []
        for elo in (100, 250):
            hope = expected_score(true - elo)
            scores = [
                float(chance.random() < hope)
                if chance.random() < 0.3
                else (float(chance.random() < hope) + float(chance.random() < hope)) / 2
                for _ in range(40)
            ]
            meetings.append((float(elo), scores))
        found = rating_of(meetings)
        held += found.low <= true <= found.high
    assert 0.92 <= held / 300 <= 0.98


def test_a_number_is_finite_where_all_was_lost_or_won() -> None:
    lost, won = rating_of([(0, [0.0] * 50)]), rating_of([(0, [1.0] * 50)])
    assert -1500 < lost.low < lost.high < -200
    assert (won.mean, won.low) == pytest.approx((-lost.mean, -lost.high))


class Oracle:
    """Plays rounds without a game: the score follows from the levels' numbers and its own."""

    def __init__(self, elo: float) -> None:
        self.elo = elo
        self.met: list[tuple[int, int]] = []

    def round(self, match: Match, number: int) -> Round:
        level = int(match.players[1].removeprefix("level:"))
        self.met.append((level, number))
        theirs = list(read_ladders()[match.variant.name].ratings.values())[level - 1]
        chance = random.Random(f"{level}:{number}")
        results = [chance.random() < expected_score(self.elo - theirs) for _ in range(2)]
        first, second = (
            tuple(Part(p, float(won == (p == 0)), None, 10, 0.1) for p in (0, 1)) for won in results
        )
        return Round(number, (GameResult((0, 1), first), GameResult((1, 0), second)))


@pytest.mark.parametrize("elo", [-150, 30, 200, 480, 760, 1200])
def test_the_levels_on_both_sides_of_a_player_are_found(
    elo: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    oracle = Oracle(elo)
    monkeypatch.setattr(tournament, "play_round", oracle.round)
    result = Evaluation("random", "duo", 200).play()
    assert abs(result.elo - elo) < result.high - result.low < 150
    counted = [meeting for meeting in result.meetings if meeting.counts]
    assert all(meeting.rounds == 200 for meeting in counted)
    assert min(abs(meeting.elo - elo) for meeting in counted) < 160
    assert len(oracle.met) == len(set(oracle.met)) <= 400 + 4 * evaluation.PROBE


def test_the_command_measures_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [
        "evaluate",
        "greedy",
        "--game",
        "junior",
        "--pairs",
        "3",
        "--save",
        str(tmp_path / "s"),
    ]
    first = CliRunner().invoke(app, [*words, "--json", str(tmp_path / "a.json"), "--note", "mine"])
    assert first.exit_code == 0, first.output
    assert "greedy in junior: Elo" in first.output
    result = Result.read(tmp_path / "a.json")
    assert (result.player, result.game, result.note) == ("greedy", "junior", "mine")
    assert result.command == "cornerwise evaluate greedy --game junior --pairs 3"

    def never(match: Match, number: int) -> Round:
        raise AssertionError("all rounds are kept")

    monkeypatch.setattr(tournament, "play_round", never)
    again = CliRunner().invoke(app, [*words, "--json", str(tmp_path / "b.json"), "--markdown"])
    assert again.exit_code == 0, again.output
    assert "| **greedy** |" in again.output
    best = max(read_ladders()["junior"].ratings.values())
    assert f"| level 9 | {best} | pinned |" in again.output
    assert json.loads((tmp_path / "b.json").read_text()) == {
        **json.loads((tmp_path / "a.json").read_text()),
        "note": "",
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["random", "--game", "classic_2"], "classic_2 have no Elo numbers: choose classic, duo"),
        (["no_such_module:Bot"], "there is no module 'no_such_module'"),
        (["grandmaster"], "is not a player"),
        (["network", "--game", "trigon", "--pairs", "2"], "no network for trigon"),
    ],
)
def test_mistakes_are_named(words: list[str], message: str) -> None:
    done = CliRunner().invoke(app, ["evaluate", *words])
    assert done.exit_code == 2
    assert message in done.output


def test_a_player_with_faults_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "weary_bot.py").write_text(
        "class Weary:\n"
        "    def __init__(self, moves):\n"
        "        self.moves = moves\n"
        "    def choose(self, game):\n"
        "        return game.legal_moves[0] if len(game.history) < self.moves else 'a1'\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    words = ["evaluate", "--pairs", "2"]
    done = CliRunner().invoke(app, [*words, "weary_bot:Weary,moves=9"])
    assert done.exit_code == 0, done.output
    assert "weary_bot:Weary,moves=9 in duo: Elo below" in done.output
    assert "12 games were lost by a crash or an illegal move" in done.output
    at_once = CliRunner().invoke(app, [*words, "weary_bot:Weary,moves=0"])
    assert at_once.exit_code == 2
    assert "weary_bot:Weary,moves=0 cannot play: it moved illegally: a1" in at_once.output


def test_the_leaderboard_is_current() -> None:
    results = read_results(DOCS / "leaderboard")
    made = page(results, "docs/leaderboard")
    kept = (DOCS / "leaderboard.md").read_text("utf-8")
    assert kept == made, "run cornerwise leaderboard docs/leaderboard --write docs/leaderboard.md"
    assert {("network", "duo"), ("random", "duo"), ("greedy", "duo")} <= {
        (result.player, result.game) for result in results
    }


def test_the_network_beats_level_2() -> None:
    [network] = [r for r in read_results(DOCS / "leaderboard") if r.player == "network"]
    assert network.low > read_ladders()["duo"].ratings["level:2"]


def test_a_leaderboard_is_made_of_results_only(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="holds no results"):
        read_results(tmp_path)
    for text in ("", "[]", "{}", '{"meetings": [1]}'):
        (tmp_path / "a.json").write_text(text)
        with pytest.raises(EvaluationError, match="is not the result of an evaluation"):
            read_results(tmp_path)


def test_the_strongest_stand_first() -> None:
    strong = Result("a", "duo", 300, 250, 350, "", (), 0.1, 0, 3, "cornerwise evaluate a")
    weak = Result("b", "duo", -500, -700, -300, "upper", (), 0.1, 2, 3, "cornerwise evaluate b")
    lines = [line.split(" | ")[0].strip("| ") for line in table([weak, strong]).splitlines()[2:]]
    assert lines == [*(f"level {n}" for n in range(9, 3, -1)), "**a**", "level 3", "level 2",
                     "level 1", "**b**"]  # fmt: skip
    assert "below -300 | , 2 games lost by faults" in table([weak])
