"""`cornerwise arena` from the outside."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cornerwise.cli import app


def arena(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["arena", *arguments])
    return result.exit_code, result.output


def test_two_players(tmp_path: Path) -> None:
    command = ("simple", "random", "--pairs", "4", "--save", str(tmp_path), "--sprt", "0,500")
    code, text = arena(*command)
    assert code == 0
    assert "duo: 4 rounds, 8 games, openings of 3 moves, seed 0" in text
    for words in ("A scores", "Elo", "margin of A over B", "CPU time of B", "SPRT:"):
        assert words in text
    assert arena(*command) == (code, text)  # nothing is left to play


def test_a_table_of_four() -> None:
    code, text = arena("simple", "random", "simple", "random", "-g", "classic", "--rounds", "1")
    assert code == 0
    assert "1 round, 4 games" in text
    assert "came before" in text


def test_faults_are_told() -> None:
    code, text = arena("random", "gtp:/no/such/engine", "--pairs", "4")
    assert code == 0
    assert "8 games lost by a fault" in text
    assert "round 1, game 1: gtp:/no/such/engine cannot be started" in text
    assert "and 3 more" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("simple", "chess"), "not a player"),
        (("simple",), "at least two"),
        (("simple", "random", "-g", "go"), "not a variant"),
        (("simple", "random", "--sprt", "5"), "two Elo differences"),
        (("simple", "random", "--sprt", "20,0"), "smaller difference first"),
        (("simple", "random", "random", "--sprt", "0,20"), "two players"),
        (("simple", "random", "--pairs", "0"), "--pairs"),
        (("simple", "random", "--touch", "vertices"), "touch"),
    ],
)
def test_bad_input_gets_one_line(arguments: tuple[str, ...], words: str) -> None:
    code, text = arena(*arguments)
    assert code == 2
    assert words in text
    assert text.startswith("cornerwise: ")
    assert len(text.splitlines()) == 1
