"""Tables of levels, made and shown."""

import importlib
import json
import lzma
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cornerwise.cli import app
from cornerwise.engine.ladder import Ladder, Step, read_ladders
from cornerwise.engine.levels import LEVELS

archive: Any = importlib.import_module("benchmarks.levels")


def levels(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["levels", *arguments])
    return result.exit_code, result.output


def test_ratings_add_up() -> None:
    steps = (Step("a", 0.1), Step("b", 0.2, 10, 0.6, 0.5, 0.7, 70), Step("c", 0.4, elo=-20))
    assert Ladder("duo", "", "", steps).ratings == {"a": 0, "b": 70, "c": 50}


def test_a_step_that_takes_too_long_ends_after_a_round(tmp_path: Path) -> None:
    command = ["--measure", "--game", "duo", "--pairs", "4", "--openings", "2", "--cpu", "0"]
    code, text = levels(*command, "--players", "random;simple", "--tables", str(tmp_path))
    assert code == 0, text
    assert read_ladders(tmp_path)["duo"].steps[1].rounds == 1
    assert "--openings 2 --cpu 0" in text


def test_a_ladder_is_measured_kept_and_shown(tmp_path: Path) -> None:
    players = ["--players", "random;simple"]
    command = ["--measure", "-g", "duo", "--tables", str(tmp_path), "--pairs", "3", *players]
    code, text = levels(*command, "--save", str(tmp_path / "matches"))
    assert code == 0
    assert "measured by: cornerwise levels --measure --game duo --pairs 3 --seed 0" in text
    ladder = read_ladders(tmp_path)["duo"]
    assert [step.player for step in ladder.steps] == ["random", "simple"]
    assert ladder.ratings["simple"] > 100
    assert ladder.steps[1].cpu > ladder.steps[0].cpu
    assert (tmp_path / "matches" / "duo-1" / "results.jsonl").exists()
    assert str(ladder.ratings["simple"]) in levels("--tables", str(tmp_path))[1]


def test_the_tables_of_the_package_can_be_read() -> None:
    code, text = levels()
    assert code == 0
    assert "simulations a move" in text
    for name, ladder in read_ladders().items():
        assert ladder.game == name
        assert ladder.command.startswith("cornerwise levels --measure")
        assert list(ladder.ratings) == [f"level:{level.number}" for level in LEVELS]
        assert list(ladder.ratings.values()) == sorted(ladder.ratings.values())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--game", "chess"), "'chess' is not a variant"),
        (("--game", "classic_solo"), "have not been measured"),
        (("--measure", "--game", "duo"), "needs --game NAME and --tables DIR"),
        (("--measure", "-g", "duo", "--tables", "x", "--players", "simple"), "at least two"),
    ],
)
def test_bad_input_gets_one_line(arguments: tuple[str, ...], words: str) -> None:
    code, text = levels(*arguments)
    assert code == 2
    assert words in text
    assert len(text.splitlines()) == 1


def test_a_broken_table_is_named(tmp_path: Path) -> None:
    for text in ("{", json.dumps({"game": "duo", "steps": [3]})):
        (tmp_path / "duo.json").write_text(text)
        code, said = levels("--tables", str(tmp_path))
        assert code == 2
        assert "duo.json is not a table of levels" in said


# --- the archive of games between levels ----------------------------------------------------


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lzma.decompress(path.read_bytes()).splitlines()]


def test_games_of_a_level_that_plays_otherwise_now_are_dropped(tmp_path: Path) -> None:
    before = archive.head()
    before["strengths"]["trigon8"][6][0] += 1  # level 7 of Trigon for three
    games = [("duo", [6, 7]), ("trigon_3", [7, 5, 7]), ("trigon_3", [6, 6, 8]), ("trigon", [7] * 4)]
    rows = [
        {"game": number, "variant": name, "levels": playing, "points": [0.0] * len(playing)}
        for number, (name, playing) in enumerate(games)
    ]
    (tmp_path / "then").write_text("".join(json.dumps(row) + "\n" for row in [before, *rows]))
    (tmp_path / "now").write_text(json.dumps(archive.head()) + "\n" + json.dumps(rows[1]) + "\n")

    kept = tmp_path / "kept.jsonl.xz"
    archive.pack([tmp_path / "then"], kept)
    assert [row["game"] for row in lines_of(kept)[1:]] == [0, 2, 3]

    archive.pack([tmp_path / "now"], kept)
    assert lines_of(kept) == [archive.head(), *rows]


def test_the_archive_that_we_keep_is_of_the_levels_as_they_play_today() -> None:
    assert lines_of(archive.ARCHIVE)[0]["strengths"] == archive.head()["strengths"], (
        "run python benchmarks/levels.py --pack, and measure anew what has changed"
    )
