"""`cornerwise puzzle`, through its own runner and as a real program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from typing import Self

import pytest
from typer.testing import CliRunner, Result

from cornerwise import Game, read_sgf
from cornerwise.cli import app
from cornerwise.puzzles import collection, parse_puzzles, puzzle
from tests.patience import PATIENCE

SMALL = {"id": "small", "grid": "squares", "region": ["####", "####"],
         "pieces": {"blue": ["I4"], "red": ["I4"]}}  # fmt: skip


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["puzzle", *arguments])


def refused(*arguments: str) -> str:
    result = invoke(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("cornerwise: ")
    assert "Traceback" not in result.output
    return result.stderr


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.json"
    path.write_text(json.dumps(SMALL))
    return str(path)


def test_list_shows_everything() -> None:
    lines = invoke("list").stdout
    assert all(name in lines for name in collection())
    easy = invoke("list", "--level", "1", "--grid", "triangles").stdout
    assert "the-84" not in easy
    assert easy.count("\n") > 1


def on(day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be another day for the command."""

    class Day(date):
        @classmethod
        def today(cls) -> Self:
            return cls.fromisoformat(day)

    monkeypatch.setattr("cornerwise.commands.puzzle.date", Day)


def test_today_is_a_puzzle_or_says_where_the_problem_is(monkeypatch: pytest.MonkeyPatch) -> None:
    on("2026-11-16", monkeypatch)
    assert invoke("show", "today").exit_code == 0
    on("2026-11-18", monkeypatch)
    told = invoke("show", "today")
    assert told.exit_code == 2
    assert "today brings a problem: `cornerwise problems show" in told.output


def test_show(tmp_path: Path) -> None:
    shown = invoke("show", "rectangle").stdout
    assert "impossible" in shown
    assert "blue: I4 L4 T4 O4 Z4" in shown
    picture = tmp_path / "star.svg"
    assert invoke("show", "star", "-o", str(picture)).exit_code == 0
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("name", "variant", "more"),
    [
        ("the-84", "classic_solo", ["--symmetric"]),
        ("the-88", "trigon_solo", ["--seed", "4"]),
        ("the-42", "duo", ["--symmetric"]),
    ],
)
def test_solutions_replay_as_games(
    tmp_path: Path, name: str, variant: str, more: list[str]
) -> None:
    path = tmp_path / "solution.blksgf"
    result = invoke("solve", name, "-o", str(path), *more)
    assert result.exit_code == 0
    assert "yes: " in result.stdout
    tree = read_sgf(path)[0]
    game = tree.game()
    assert game.variant.name == variant
    assert Game(variant, moves=[str(move) for move in game.history]).is_over
    assert len(game.history) == puzzle(name).piece_count
    assert invoke("check", name, str(path)).stdout == "solved\n"


def test_solve_check_and_go_on(tmp_path: Path, small: str) -> None:
    path = tmp_path / "solution.json"
    assert invoke("solve", small, "-o", str(path)).exit_code == 0
    assert invoke("check", small, str(path)).stdout == "solved\n"

    path.write_text('{"blue": ["a1,b1,c1,d1"]}')
    result = invoke("check", small, str(path))
    assert result.exit_code == 1
    assert "1 pieces and 4 cells left: can still be solved" in result.stdout
    result = invoke("solve", small, "--from", str(path), "-o", str(tmp_path / "x.svg"))
    assert result.exit_code == 0
    assert "<svg" in (tmp_path / "x.svg").read_text()

    path.write_text('{"blue": ["a1,b1,c1,d1"], "red": ["a1,b1,c1,d1"]}')
    result = invoke("check", small, str(path))
    assert result.exit_code == 1
    assert "already covered" in result.stdout


def test_no_is_said_when_proved() -> None:
    result = invoke("solve", "rectangle", "--equal", "apart")
    assert result.exit_code == 1
    assert "no: it cannot be solved" in result.stdout


def test_unknown_is_said_otherwise() -> None:
    result = invoke("solve", "the-42", "--seconds", "0")
    assert result.exit_code == 1
    assert "don't know: at best" in result.stdout


def test_count(small: str) -> None:
    result = invoke("count", small)
    assert result.stdout.splitlines() == [
        "2 solutions",
        "1 up to renaming colours",
        "1 essentially different",
    ]
    result = invoke("count", "rectangle", "--touch", "chain", "--equal", "edges")
    assert result.stdout.startswith("0 solutions")
    assert "at least" in invoke("count", "rectangle", "--seconds", "0").stdout


def test_generate(tmp_path: Path) -> None:
    path = tmp_path / "made.json"
    arguments = ["generate", "--grid", "triangles", "--size", "14", "--unique", "--seed", "3"]
    assert invoke(*arguments, "-o", str(path)).exit_code == 0
    made = parse_puzzles(path.read_text())[0]
    assert made.is_unique
    assert invoke("solve", str(path)).exit_code == 0
    assert parse_puzzles(invoke(*arguments).stdout) == [made]
    drawn = parse_puzzles(invoke("generate", "--figure", "rectangle-4x5").stdout)[0]
    assert len(drawn.board) == 20


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "nothing"],
        ["show", "nothing.json"],
        ["solve", "rectangle", "--symmetric", "--touch", "free"],
        ["solve", "rectangle", "--touch", "often"],
        ["solve", "the-84", "--touch", "each"],
        ["solve", "the-84", "-o", "solution.txt"],
        ["solve", "the-84", "--from", "nothing.blksgf"],
        ["solve", "rectangle", "--seconds", "-1"],
        ["count", "the-84"],
        ["list", "--level", "9"],
        ["list", "--grid", "hexes"],
        ["generate", "--grid", "hexes"],
        ["generate", "--figure", "nothing"],
        ["generate", "--size", "1"],
        ["generate", "--symmetry", "odd"],
        ["generate", "--colours", "0"],
    ],
)
def test_bad_requests_are_refused_in_one_line(arguments: list[str]) -> None:
    assert refused(*arguments).count("\n") == 1


@pytest.mark.parametrize("text", ["", "[]", "3", '{"id": "x"}', '{"blue": 3}', "[1, 2]"])
def test_bad_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    refused("show", str(path))
    refused("check", "rectangle", str(path))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupting_gives_the_best_so_far(tmp_path: Path) -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "cornerwise", "puzzle", "count", "rectangle"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "FORCE_COLOR": "1"},
    )
    assert program.stderr is not None
    program.stderr.read(1)  # the search has begun when the progress shows
    time.sleep(0.2)
    program.send_signal(signal.SIGINT)
    out, errors = program.communicate(timeout=PATIENCE)
    assert program.returncode == 0
    assert out.startswith(b"at least ")
    assert b"stopped" in errors
    assert b"Traceback" not in errors
