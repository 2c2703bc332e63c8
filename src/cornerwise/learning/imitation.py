"""Train the network baseline on games of the engine (docs/baselines.md).

    python -m cornerwise.learning.imitation DIR

The network learns from each search which moves were looked at most, and who wins. The command plays
the games first, if they are missing. It goes on where it was stopped, and its seed decides all.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cornerwise.extras import need

need("torch")

import numpy as np  # noqa: E402
import torch  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from torch import Tensor, nn  # noqa: E402
from torch.nn import functional  # noqa: E402

import cornerwise  # noqa: E402
from cornerwise.baselines.network import Network, aims  # noqa: E402
from cornerwise.errors import CornerwiseError  # noqa: E402
from cornerwise.learning.dataset import Dataset  # noqa: E402
from cornerwise.learning.reader import Positions  # noqa: E402
from cornerwise.variants import Variant  # noqa: E402
from cornerwise.workers import Workers  # noqa: E402

HELD_OUT = 20
"""One game in so many is kept apart, to see what the network says of games it never saw."""


class Model(nn.Module):
    """The network of `baselines.network`, for PyTorch; its parameters have the same names."""

    def __init__(self, of: Variant, channels: int, depth: int) -> None:
        super().__init__()
        colours, found = len(of.colours), aims(of)
        self.stem = nn.Conv2d(3 * colours, channels, 3, padding=1)
        self.pieces = nn.Linear(colours * len(of.pieces), channels, bias=False)
        for number in range(depth):
            self.add_module(f"block{number}", nn.Conv2d(channels, channels, 3, padding=1))
        self.policy = nn.Linear(channels, found.planes)
        self.hidden = nn.Linear(3 * channels, channels)
        self.value = nn.Linear(channels, 1)
        self._depth = depth
        self._aims = torch.from_numpy(
            found.orientation * of.board.height * of.board.width + found.spot
        )

    def forward(self, planes: Tensor, pieces: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of all actions, and of the share of the win of the seat on turn."""
        told = self.pieces(pieces.flatten(1))
        x = torch.relu(self.stem(planes) + told[:, :, None, None])
        for number in range(self._depth):
            x = x + torch.relu(getattr(self, f"block{number}")(x))
        flat = x.flatten(2)
        drawn = self.policy.weight @ flat + self.policy.bias[:, None]
        pooled = torch.cat([flat.mean(2), flat.amax(2), told], 1)
        value = self.value(torch.relu(self.hidden(pooled)))
        return drawn.flatten(1)[:, self._aims], value[:, 0]


@dataclass(frozen=True)
class Imitation:
    """Everything that decides which network comes out.

    games, simulations  of the dataset
    rate                the highest learning rate: it rises at first and then falls to 0
    """

    variant: str = "duo"
    games: int = 1600
    simulations: int = 300
    channels: int = 32
    depth: int = 4
    epochs: int = 4
    batch: int = 256
    rate: float = 0.002
    seed: int = 27

    def dataset(self) -> Dataset:
        """The games that are learned from."""
        return Dataset((self.variant,), self.games, self.simulations, self.seed)

    def train(self, folder: Path, tell: Callable[[str], None] = print) -> Network:
        """The network that the games in `folder` / games teach.

        After each epoch all is kept in `folder`, and the next call goes on from there.
        """
        data = Positions(folder / "games", self.variant, augment=True)
        learned, unseen = _split(data)
        torch.manual_seed(self.seed)
        model = Model(data.variant, self.channels, self.depth)
        model.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # a third faster
        optimizer = torch.optim.AdamW(model.parameters(), lr=self.rate, weight_decay=0.01)
        kept = _Kept(folder / "training.pt", asdict(self), model, optimizer)
        measures = kept.measures
        each = math.ceil(len(learned) / self.batch)
        for epoch in range(kept.epochs, self.epochs):
            torch.manual_seed(self.seed + 1 + epoch)
            order = learned[torch.randperm(len(learned)).numpy()]
            for number in range(each):
                step = epoch * each + number
                for group in optimizer.param_groups:
                    group["lr"] = self.rate * _course(step / (each * self.epochs))
                batch = data[order[number * self.batch : (number + 1) * self.batch]]
                policy, value = _losses(model, batch)
                optimizer.zero_grad()
                (policy + value).backward()  # type: ignore[no-untyped-call]
                optimizer.step()
            measures = measured(model, data, unseen)
            kept.keep(epoch + 1, measures)
            words = ", ".join(f"{name} {number:.3f}" for name, number in measures.items())
            tell(f"epoch {epoch + 1} of {self.epochs}: {words}")
        weights = {name: tensor.contiguous().numpy() for name, tensor in model.state_dict().items()}
        about = asdict(self) | {"cornerwise": cornerwise.__version__, "held out": measures}
        return Network(weights, about)


def _split(data: Positions) -> tuple[NDArray[Any], NDArray[Any]]:
    """The positions to learn from, and those of other games to measure by."""
    apart = data.games % HELD_OUT == HELD_OUT - 1
    return np.flatnonzero(~apart), np.flatnonzero(apart)


def _course(part: float) -> float:
    """The learning rate in the course of the training, as a part of the highest."""
    return min(part / 0.05, 1.0) * (1 + math.cos(math.pi * part)) / 2


def _losses(model: Model, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
    """The cross-entropies of the policy and of the value.

    A result is true but mostly chance, and an expectation is steady but the search's own: so the
    value learns their mean.
    """
    logits, value = model(batch["planes"], batch["pieces"])
    logits = logits.masked_fill(~batch["mask"], -1e9)
    policy = -(batch["policy"] * torch.log_softmax(logits, 1)).sum(1).mean()
    share = (batch["expected"][:, 0] + batch["result"][:, 0]) / 2
    return policy, functional.binary_cross_entropy_with_logits(value, share)


@torch.no_grad()
def measured(model: Model, data: Positions, rows: NDArray[Any]) -> dict[str, float]:
    """What a model makes of positions: both losses, and how often it names the best move."""
    if not len(rows):
        return {}
    found = []
    for start in range(0, len(rows), 1000):
        batch = data[rows[start : start + 1000]]
        logits, _ = model(batch["planes"], batch["pieces"])
        named = logits.masked_fill(~batch["mask"], -1e9).argmax(1) == batch["policy"].argmax(1)
        losses = (loss.item() for loss in _losses(model, batch))
        found.append((len(named), *losses, named.float().mean().item()))
    counts, *columns = zip(*found, strict=True)
    means = (float(np.average(column, weights=counts)) for column in columns)
    return dict(zip(("policy loss", "value loss", "best move named"), means, strict=True))


class _Kept:
    """A training in a file: after how many epochs, and what was measured then."""

    def __init__(
        self,
        file: Path,
        settings: dict[str, Any],
        model: Model,
        optimizer: torch.optim.Optimizer,
    ) -> None:
        self._file, self._settings = file, settings
        self._model, self._optimizer = model, optimizer
        self.epochs, self.measures = 0, dict[str, float]()
        if file.exists():
            held = torch.load(file, weights_only=True)
            if held["settings"] != settings:
                raise CornerwiseError(f"{file} is of another training: choose another folder")
            model.load_state_dict(held["model"])
            optimizer.load_state_dict(held["optimizer"])
            self.epochs, self.measures = held["epochs"], held["measures"]

    def keep(self, epochs: int, measures: dict[str, float]) -> None:
        part = self._file.with_suffix(".part")
        torch.save(
            {
                "settings": self._settings,
                "model": self._model.state_dict(),
                "optimizer": self._optimizer.state_dict(),
                "epochs": epochs,
                "measures": measures,
            },
            part,
        )
        part.replace(self._file)


def main() -> None:
    usual = Imitation()
    parser = argparse.ArgumentParser(prog="python -m cornerwise.learning.imitation")
    parser.add_argument("folder", type=Path, help="where games, training and network are kept")
    for name, value in asdict(usual).items():
        parser.add_argument(f"--{name}", type=type(value), default=value, help=f"[{value}]")
    parser.add_argument("--parallel", type=int, default=2, help="processes that play games [2]")
    given = vars(parser.parse_args())
    folder, parallel = given.pop("folder"), given.pop("parallel")
    wanted = Imitation(**given)
    try:
        wanted.dataset().write(folder / "games", Workers(parallel))
        torch.set_num_threads(1)  # the number of threads would change the last digits
        network = wanted.train(folder)
        network.save(folder / f"{wanted.variant}.npz")
    except CornerwiseError as error:
        raise SystemExit(f"error: {error}") from None
    print(json.dumps(network.about))
    print(f"written: {folder / wanted.variant}.npz")


if __name__ == "__main__":
    main()
