"""The training of the network baseline: repeatable, resumable, the same function as numpy's."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

if "CI" not in os.environ:  # there a missing package must not go unseen
    pytest.importorskip("torch", reason="training needs PyTorch: pip install 'cornerwise[torch]'")

import torch

from cornerwise import VectorGame
from cornerwise.baselines import Network, network_of
from cornerwise.errors import CornerwiseError
from cornerwise.learning.imitation import Imitation, Model
from cornerwise.variants import variant
from cornerwise.workers import ALONE

torch.set_num_threads(1)  # two that share a busy processor wait for each other

TINY = Imitation(games=40, simulations=10, channels=8, depth=2, epochs=2, batch=64, seed=3)


class Stopped(Exception):
    """Somebody ends the training."""


def stop(words: str) -> None:
    raise Stopped


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Network]:
    folder = tmp_path_factory.mktemp("imitation")
    TINY.dataset().write(folder / "games", ALONE)
    return folder, TINY.train(folder)


@pytest.mark.parametrize("game", ["duo", "trigon_3"])
def test_numpy_and_pytorch_compute_the_same(game: str) -> None:
    torch.manual_seed(1)
    model = Model(variant(game), channels=8, depth=3)
    weights = {name: tensor.numpy() for name, tensor in model.state_dict().items()}
    network = Network(weights, {"variant": game})
    games = VectorGame(game, 4, seed=2)
    seen = games.arrays("planes", "pieces")
    games.advance("greedy", 8)
    logits, values = network(seen["planes"], seen["pieces"])
    with torch.no_grad():
        policy, value = model(*(torch.from_numpy(a).float() for a in seen.values()))
    assert logits == pytest.approx(policy.numpy(), abs=1e-4)
    assert values == pytest.approx(torch.sigmoid(value).numpy(), abs=1e-4)


def test_training_learns(trained: tuple[Path, Network]) -> None:
    folder, _ = trained
    told: list[str] = []
    longer = replace(TINY, epochs=4)
    (folder / "longer").mkdir()
    (folder / "longer" / "games").symlink_to(folder / "games")
    held = longer.train(folder / "longer", told.append).about["held out"]
    assert len(told) == 4
    assert held["policy loss"] < float(told[0].split("policy loss ")[1].split(",")[0])


def test_training_goes_on_where_it_stopped(trained: tuple[Path, Network], tmp_path: Path) -> None:
    folder, network = trained
    (tmp_path / "games").symlink_to(folder / "games")
    for _ in range(2):
        with pytest.raises(Stopped):
            TINY.train(tmp_path, stop)
    again = TINY.train(tmp_path, stop)  # all epochs are kept: nothing more is told
    network.save(tmp_path / "one.npz")
    again.save(tmp_path / "other.npz")
    with np.load(tmp_path / "one.npz") as one, np.load(tmp_path / "other.npz") as other:
        assert all((one[name] == other[name]).all() for name in one.files)
    with pytest.raises(CornerwiseError, match="is of another training"):
        replace(TINY, rate=0.1).train(tmp_path)


def test_the_command_makes_a_network(trained: tuple[Path, Network]) -> None:
    folder, network = trained
    words = [f"--{name}={value}" for name, value in asdict(TINY).items()]
    command = [sys.executable, "-m", "cornerwise.learning.imitation", str(folder), "--parallel=1"]
    done = subprocess.run([*command, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert Network.load(folder / "duo.npz").about == network.about
    other = subprocess.run([*command, "--games=3"], capture_output=True, text=True, check=False)
    assert other.returncode == 1
    assert other.stderr.startswith("error: ")
    assert "holds another dataset" in other.stderr


def test_the_script_as_it_stands_makes_the_network_of_the_package() -> None:
    about = network_of(variant("duo")).about
    assert {name: about[name] for name in asdict(Imitation())} == asdict(Imitation())
