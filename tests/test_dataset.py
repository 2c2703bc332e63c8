"""Datasets: rows agree with the games, work can be stopped and gone on with, mistakes are named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from cornerwise import Game
from cornerwise.cli import app
from cornerwise.files import read_trees
from cornerwise.learning.dataset import Dataset, DatasetError
from cornerwise.workers import ALONE

VARIANTS = ("duo", "classic_2", "trigon_3")


def rows(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(folder).to_pylist()
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dataset")
    Dataset(VARIANTS, 5, 10, seed=3, shard=2).write(folder, ALONE, records=True)
    return folder


def test_rows_tell_the_games(made: Path) -> None:
    found = rows(made)
    assert {row["game"] for row in found} == set(range(5))
    for number in range(5):
        moves = [row for row in found if row["game"] == number]
        game = Game(VARIANTS[number % 3])
        for ply, row in enumerate(moves):
            assert (row["variant"], row["ply"]) == (game.variant.name, ply)
            assert (row["colour"], row["seat"]) == (game.to_play, game.seat_to_play)
            assert set(row["searched"]) <= set(game.legal_moves.numbers)
            assert len(row["searched"]) == len(row["visits"])
            assert row["exact"] == (not row["visits"])
            assert len(row["expected"]) == len(game.variant.seats)
            game.play(row["move"])
        assert game.is_over
        assert all(row["points"] == list(game.scores.values()) for row in moves)
        assert all(row["result"] == pytest.approx(list(game.shares.values())) for row in moves)


def test_the_same_games_are_there_as_records(made: Path) -> None:
    read = [
        tree.game() for file in sorted((made / "_records").iterdir()) for tree in read_trees(file)
    ]
    lines = {n: [r["move"] for r in rows(made) if r["game"] == n] for n in range(5)}
    assert [[move.number for move in game.history] for game in read] == list(lines.values())


def test_work_goes_on_where_it_stopped(made: Path, tmp_path: Path) -> None:
    Dataset(VARIANTS, 3, 10, seed=3, shard=2).write(tmp_path, ALONE)
    first = tmp_path / "games-00000.parquet"
    made_at = first.stat().st_mtime_ns
    seen: list[int] = []
    Dataset(VARIANTS, 5, 10, seed=3, shard=2).write(tmp_path, ALONE, seen.append)
    assert seen == [2, 4, 5]
    assert first.stat().st_mtime_ns == made_at
    assert rows(tmp_path) == rows(made)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (lambda: Dataset(VARIANTS, 5, 20, seed=3, shard=2), "another dataset (simulations 10)"),
        (lambda: Dataset(VARIANTS, 4, 10, seed=3, shard=2), "5 games already"),
        (lambda: Dataset(("classic_solo",), 4, 10), "for one player"),
    ],
)
def test_what_does_not_fit_is_refused(made: Path, other: Callable[[], Dataset], words: str) -> None:
    before = rows(made)
    with pytest.raises(DatasetError, match=words.replace("(", r"\(").replace(")", r"\)")):
        other().write(made, ALONE)
    assert rows(made) == before


def test_the_command(tmp_path: Path) -> None:
    arguments = ["dataset", str(tmp_path / "d"), "--games", "2", "--simulations", "10"]
    told = CliRunner().invoke(app, arguments)
    assert told.exit_code == 0, told.output
    assert {row["variant"] for row in rows(tmp_path / "d")} == {"duo"}
    wrong = CliRunner().invoke(app, [*arguments, "-g", "chess"])
    assert wrong.exit_code == 2
    assert "chess" in wrong.output
