"""A small network for policy and value, computed with numpy alone.

    planes ──conv──┐
                   + ─▶ [x + relu(conv x)] × depth ─┬─▶ one plane for each orientation: the policy
    pieces ─linear─┘                                └─▶ mean and maximum ─▶ two layers: the value

An action is an orientation of a piece, and where its middle cell lies. So the policy is a plane for
each orientation, of which an action takes one spot. `learning.imitation` trains it with PyTorch.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import BadZipFile

from cornerwise.arrays import numpy
from cornerwise.errors import CornerwiseError
from cornerwise.tables import Tables, tables_of
from cornerwise.variants import Variant, variant
from cornerwise.vector import spots

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOLDER = Path(__file__).parent / "networks"
"""The weights that come with the package: a file for each variant that has some."""


class NetworkError(CornerwiseError):
    """A file that holds no weights for the game that is played."""


class Aims(NamedTuple):
    """Where each action stands in the planes of the policy.

    orientation  which plane
    spot         which spot of it, counted row by row
    planes       how many planes there are
    """

    orientation: NDArray[Any]
    spot: NDArray[Any]
    planes: int


@lru_cache(maxsize=8)
def aims(of: Variant) -> Aims:
    """The places of a variant's actions in the policy."""
    np, tables = numpy(), tables_of(of.edition)
    kinds: dict[tuple[int, int], int] = {}
    where = spots(of.board)
    orientations, places, middles = [], [], {}
    for number, kind in enumerate(zip(tables.piece, tables.orientation, strict=True)):
        if kind not in kinds:
            kinds[kind] = len(kinds)
            middles[kind] = _middle(tables, number)
        orientations.append(kinds[kind])
        places.append(where[tables.cells[number][middles[kind]]])
    return Aims(np.array(orientations), np.array(places), len(kinds))


def _middle(tables: Tables, number: int) -> int:
    """Which cell of a placement lies nearest to its middle: the same wherever it is moved."""
    places = [tables.board.places[cell] for cell in tables.cells[number]]
    x, y = (sum(axis) / len(places) for axis in zip(*places, strict=True))
    return min(range(len(places)), key=lambda n: abs(places[n][0] - x) + abs(places[n][1] - y))


class Network:
    """Weights, and what they say of positions.

    weights  arrays by name, as `learning.imitation` makes them
    about    how they came about: the variant, the command and what was measured
    """

    def __init__(self, weights: Mapping[str, NDArray[Any]], about: Mapping[str, Any]) -> None:
        np = numpy()
        self.variant, self.about = variant(about["variant"]), dict(about)
        self._weights = {name: array.astype(np.float32) for name, array in weights.items()}
        self._depth = sum(name.startswith("block") and name.endswith("weight") for name in weights)

    @classmethod
    def load(cls, file: Path) -> Network:
        """The network in a file of `save`."""
        np = numpy()
        try:
            with np.load(file, allow_pickle=False) as held:
                arrays = {name: held[name] for name in held.files}
            return cls(arrays, json.loads(str(arrays.pop("about"))))
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise NetworkError(f"{file} holds no network: {error}") from None

    def save(self, file: Path) -> None:
        """Keep it with half the digits, which change no move that matters."""
        np = numpy()
        file.parent.mkdir(parents=True, exist_ok=True)
        halves = {name: array.astype(np.float16) for name, array in self._weights.items()}
        np.savez_compressed(file, about=np.array(json.dumps(self.about)), **halves)

    def __call__(
        self, planes: NDArray[Any], pieces: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """A logit for each action, and the expected share of the win of the seat on turn.

        planes, pieces  of a batch of games, as `VectorGame` fills them, with the colour on turn
                        first
        """
        np, w = numpy(), self._weights
        count = len(planes)
        told = pieces.reshape(count, -1) @ w["pieces.weight"].T
        x = _relu(self._conv("stem", planes.astype(np.float32)) + told[:, :, None, None])
        for block in range(self._depth):
            x = x + _relu(self._conv(f"block{block}", x))
        flat = x.reshape(count, x.shape[1], -1)
        rows = flat.transpose(0, 2, 1).reshape(-1, x.shape[1])
        drawn = (rows @ w["policy.weight"].T + w["policy.bias"]).reshape(count, flat.shape[2], -1)
        found = aims(self.variant)
        pooled = np.concatenate([flat.mean(axis=2), flat.max(axis=2), told], axis=1)
        hidden = _relu(pooled @ w["hidden.weight"].T + w["hidden.bias"])
        value = (hidden @ w["value.weight"].T + w["value.bias"])[:, 0]
        return drawn[:, found.spot, found.orientation], 1 / (1 + np.exp(-value))

    def _conv(self, name: str, x: NDArray[Any]) -> NDArray[Any]:
        """A convolution with 3 × 3 weights; beyond the rim all is 0."""
        np, weight = numpy(), self._weights[f"{name}.weight"]
        count, channels, height, width = x.shape
        wide = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
        near = np.lib.stride_tricks.sliding_window_view(wide, (3, 3), axis=(2, 3))
        columns = near.transpose(0, 2, 3, 1, 4, 5).reshape(count * height * width, channels * 9)
        out = columns @ weight.reshape(len(weight), -1).T + self._weights[f"{name}.bias"]
        found: NDArray[Any] = out.reshape(count, height, width, -1).transpose(0, 3, 1, 2)
        return found


def _relu(x: NDArray[Any]) -> NDArray[Any]:
    return numpy().maximum(x, 0)  # type: ignore[no-any-return]


@lru_cache(maxsize=8)
def network_of(of: Variant) -> Network:
    """The package's network for a variant."""
    file = FOLDER / f"{of.name}.npz"
    if not file.exists():
        known = ", ".join(sorted(path.stem for path in FOLDER.glob("*.npz")))
        raise NetworkError(f"there is no network for {of.name}: there is one for {known}")
    return Network.load(file)
