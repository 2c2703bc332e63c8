"""The reader for PyTorch: what it gives agrees with the rows, the games and the rules."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

if "CI" not in os.environ:  # there a missing package must not go unseen
    pytest.importorskip("torch", reason="the reader needs PyTorch: pip install 'cornerwise[torch]'")

import torch
from torch.utils.data import BatchSampler, DataLoader, RandomSampler, SequentialSampler, Subset

from cornerwise import Game
from cornerwise.learning.dataset import Dataset, DatasetError
from cornerwise.learning.reader import Positions
from cornerwise.tables import tables_of
from cornerwise.variants import variant
from cornerwise.vector import spots
from cornerwise.workers import ALONE

torch.set_num_threads(1)  # two that share a busy processor wait for each other


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("dataset")
    Dataset(("duo", "trigon_3"), 6, 10, seed=5, shard=2).write(made, ALONE)
    return made


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    return [row for row in pq.read_table(folder).to_pylist() if row["variant"] == name]


@pytest.mark.parametrize("name", ["duo", "trigon_3"])
def test_positions_agree_with_the_games(folder: Path, name: str) -> None:
    data, kept = Positions(folder, name), rows(folder, name)
    assert len(data) == len(kept)
    batch = data[range(len(data))]
    game = Game(name)
    for number, row in enumerate(kept):
        if row["ply"] == 0:
            game = Game(name)
        assert (data.games[number], data.plies[number]) == (row["game"], row["ply"])
        mask = batch["mask"][number].numpy()
        assert np.flatnonzero(mask).tolist() == list(game.legal_moves.numbers)
        policy = batch["policy"][number].numpy()
        if row["exact"]:
            assert policy[row["move"]] == policy.sum() == 1
        else:
            visits = dict(zip(row["searched"], row["visits"], strict=True))
            found = {int(a): policy[a] * sum(visits.values()) for a in np.flatnonzero(policy)}
            assert found == pytest.approx(visits, rel=1e-4)
        names = [seat.name for seat in game.variant.seats]
        first = names.index(row["seat"])
        for key in ("expected", "result"):
            assert batch[key][number].tolist() == row[key][first:] + row[key][:first]
        held = [len(game.pieces_left(c)) for c in game.variant.colours]
        own = game.variant.colours.index(row["colour"])
        assert batch["pieces"][number].sum(1).tolist() == held[own:] + held[:own]
        game.play(row["move"])


@pytest.mark.parametrize("name", ["duo", "trigon_3"])
def test_what_was_turned_still_follows_the_rules(folder: Path, name: str) -> None:
    """The mask is the placements with a piece in hand, an open corner and no closed cell."""
    torch.manual_seed(1)
    data, plain = Positions(folder, name, augment=True), Positions(folder, name)
    tables, of = tables_of(variant(name).edition), variant(name)
    where, pieces = np.array(spots(of.board)), np.array(list(tables.piece))
    chosen = list(range(0, len(data), 7))
    turned, kept = data[chosen], plain[chosen]
    changed = 0
    for number in range(len(chosen)):
        planes = turned["planes"][number].numpy().reshape(-1, of.board.height * of.board.width)
        corners, closed = (planes[plane][where].astype(bool) for plane in (1, 2))
        held = turned["pieces"][number, 0].numpy()
        legal = {
            action
            for action, cells in enumerate(tables.cells)
            if held[pieces[action]] and corners[list(cells)].any() and not closed[list(cells)].any()
        }
        mask = turned["mask"][number].numpy()
        assert set(np.flatnonzero(mask).tolist()) == legal
        policy, before = turned["policy"][number], kept["policy"][number]
        assert not policy[~turned["mask"][number]].any()
        assert sorted(policy[policy > 0].tolist()) == sorted(before[before > 0].tolist())
        changed += bool((planes != kept["planes"][number].numpy().reshape(planes.shape)).any())
    assert changed > len(chosen) / 2


def test_a_loader_gives_batches(folder: Path) -> None:
    data = Positions(folder, "duo")
    one_by_one = DataLoader(data, batch_size=5)
    at_once = DataLoader(
        data, sampler=BatchSampler(SequentialSampler(data), 5, False), batch_size=None
    )
    for left, right in zip(one_by_one, at_once, strict=True):
        assert left.keys() == right.keys()
        assert all(torch.equal(left[key], right[key]) for key in left)
    assert data[-1]["planes"].equal(data[len(data) - 1]["planes"])
    assert data[3:5]["planes"].equal(data[[3, 4]]["planes"])
    some = Subset(data, np.flatnonzero(data.games == data.games[0]).tolist())
    assert some[[0, 1]]["mask"].shape[0] == 2
    assert all(a + 1 == b for a, b in pairwise(data.plies[: len(some)]))


def test_the_seed_of_pytorch_repeats_what_chance_does(folder: Path) -> None:
    data = Positions(folder, "duo", augment=True)
    draws = []
    for seed in (3, 3, 4):
        torch.manual_seed(seed)
        draws.append(next(iter(DataLoader(data, sampler=RandomSampler(data), batch_size=40))))
    assert torch.equal(draws[0]["planes"], draws[1]["planes"])
    assert torch.equal(draws[0]["policy"], draws[1]["policy"])
    assert not torch.equal(draws[0]["planes"], draws[2]["planes"])


def test_mistakes_are_named(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"holds no dataset: `cornerwise dataset"):
        Positions(tmp_path)
    with pytest.raises(DatasetError, match="holds duo, trigon_3: say which, as in 'duo'"):
        Positions(folder)
    with pytest.raises(DatasetError, match="holds duo, trigon_3, not classic"):
        Positions(folder, "classic")
    with pytest.raises(IndexError, match="positions: choose 0 to"):
        Positions(folder, "duo")[10**6]
    with pytest.raises(IndexError, match="no position is asked for"):
        Positions(folder, "duo")[[]]
    for wrong in (1.5, "x", None, [[0, 1]], [True, False]):
        with pytest.raises(TypeError, match="positions are asked for by their numbers"):
            Positions(folder, "duo")[wrong]  # type: ignore[index]
    (tmp_path / "games-00000.parquet").write_bytes(b"no table")
    with pytest.raises(DatasetError, match="cannot be read as a dataset"):
        Positions(tmp_path)
