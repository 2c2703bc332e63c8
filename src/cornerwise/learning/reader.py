"""Datasets for PyTorch: the positions of a folder of games, as tensors (docs/datasets.md).

A dataset keeps moves, not boards. The kernel plays the games of a batch up to their positions when
the batch is asked for, which takes a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cornerwise.extras import need

need("torch")

import numpy as np  # noqa: E402
import torch  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from torch import Tensor  # noqa: E402

from cornerwise.learning.dataset import DatasetError  # noqa: E402
from cornerwise.variants import variant  # noqa: E402
from cornerwise.vector import STAY, SymmetryTables, VectorGame, symmetry_tables  # noqa: E402

if TYPE_CHECKING:
    import pyarrow

Indices = Sequence[int] | NDArray[Any] | Tensor
Arrays = dict[str, NDArray[Any]]

_COLUMNS = (
    "game", "variant", "ply", "seat", "move", "searched", "visits", "expected", "result",
)  # fmt: skip


class Positions(torch.utils.data.Dataset[dict[str, Tensor]]):
    """The positions of a dataset, one variant of it.

    Give it a number for one position, or several numbers for a batch, which is much quicker. A
    position is a dictionary of tensors. All begin with the colour or the seat on turn:

    planes    float32   the board, as `VectorGame` shows it
    pieces    float32   how many of each piece every colour holds
    mask      bool      the legal actions
    policy    float32   the share of the visits that each action got, or 1 for the move that was
                        made where the position was solved
    expected  float32   each seat's share of the win, as the search expected it
    result    float32   each seat's share of the win at the end of the game

    name     the variant; needed where the folder holds several
    augment  whether each position is turned and mirrored by chance whenever it is read. Chance is
             that of PyTorch: `torch.manual_seed` repeats it
    """

    def __init__(self, folder: str | Path, name: str | None = None, *, augment: bool = False):
        rows, self.variant = _rows(Path(folder), name)
        self.augment = augment
        self.games: NDArray[Any] = rows["game"].to_numpy()
        """The game of each position: keep the positions of one game on one side of a split."""
        self.plies: NDArray[Any] = rows["ply"].to_numpy().astype(np.int64)
        """How many moves were made before each position."""
        self._moves = rows["move"].to_numpy()
        self._visits = _Lists(rows["searched"]), _Lists(rows["visits"])
        names = [seat.name for seat in self.variant.seats]
        seats = np.array([names.index(seat) for seat in rows["seat"].to_pylist()])
        around = (seats[:, None] + np.arange(len(names))) % len(names)
        self._shares = {
            key: np.take_along_axis(_Lists(rows[key]).values.reshape(-1, len(names)), around, 1)
            for key in ("expected", "result")
        }

    def __len__(self) -> int:
        return len(self._moves)

    def __getitem__(self, which: int | slice | Indices) -> dict[str, Tensor]:
        if isinstance(which, slice):
            which = range(*which.indices(len(self)))
        rows = np.asarray(which)
        if not rows.size:
            raise IndexError("no position is asked for")
        if rows.dtype.kind not in "iu" or rows.ndim > 1:
            raise TypeError(f"positions are asked for by their numbers, not by {which!r}")
        batch = self._batch(np.atleast_1d(rows))
        if rows.ndim == 0:
            batch = {key: array[0] for key, array in batch.items()}
        return {key: torch.from_numpy(array) for key, array in batch.items()}

    def __getitems__(self, rows: list[int]) -> list[dict[str, Tensor]]:
        """What a `DataLoader` asks for: the positions of a batch, one by one."""
        batch = self[rows]
        return [{key: tensor[n] for key, tensor in batch.items()} for n in range(len(rows))]

    def _batch(self, rows: NDArray[Any]) -> Arrays:
        if not (-len(self) <= rows.min() and rows.max() < len(self)):
            raise IndexError(f"there are {len(self)} positions: choose 0 to {len(self) - 1}")
        rows = rows % len(self)
        found = self._replayed(rows)
        found["policy"] = self._policy(rows)
        if self.augment:
            self._turn(found)
        return found | {key: shares[rows] for key, shares in self._shares.items()}

    def _replayed(self, rows: NDArray[Any]) -> Arrays:
        """What is seen of the positions, for which the kernel plays their games again."""
        games = VectorGame(self.variant, len(rows))
        plies = self.plies[rows]
        for ply in range(plies.max(initial=0)):
            made = np.where(ply < plies, self._moves[rows - np.maximum(plies - ply, 0)], STAY)
            games.step(made.astype(np.int32))
        fields = games.fields()
        seen: Arrays = {
            "planes": np.zeros(fields["planes"].shape, np.float32),
            "pieces": np.zeros(fields["pieces"].shape, np.uint8),
            "mask": np.zeros(fields["mask"].shape, np.bool_),
        }
        games.attach(**seen)  # only now: arrays are filled by every move
        return seen | {"pieces": seen["pieces"].astype(np.float32)}

    def _policy(self, rows: NDArray[Any]) -> NDArray[Any]:
        searched, visits = self._visits
        policy = np.zeros((len(rows), len(self._actions)), np.float32)
        for place, row in enumerate(rows):
            counts = visits[row]
            if len(counts):
                policy[place, searched[row]] = counts / counts.sum()
            else:
                policy[place, self._moves[row]] = 1
        return policy

    @property
    def _actions(self) -> range:
        return range(symmetry_tables(self.variant).actions.shape[1])

    def _turn(self, batch: Arrays) -> None:
        """Turn and mirror each position; where all colours have begun, in any way."""
        full = sum(self.variant.counts)
        begun = (batch["pieces"].sum(axis=2) < full).all(axis=1)
        for images, fitting in (
            (symmetry_tables(self.variant), ~begun),
            (symmetry_tables(self.variant, begun=True), begun),
        ):
            drawn = torch.randint(len(images.actions), (len(begun),)).numpy()
            for number in range(1, len(images.actions)):
                _turn_rows(batch, np.flatnonzero(fitting & (drawn == number)), images, number)


def _turn_rows(batch: Arrays, rows: NDArray[Any], images: SymmetryTables, number: int) -> None:
    if not len(rows):
        return
    spots, actions = images.spots[number], images.actions[number]
    flat = batch["planes"].reshape(*batch["planes"].shape[:2], -1)
    for array, image in ((flat, spots), (batch["mask"], actions), (batch["policy"], actions)):
        array[rows] = array[rows][..., np.argsort(image)]


class _Lists:
    """A column of lists as one array of numbers, and where each list begins."""

    def __init__(self, column: pyarrow.ChunkedArray) -> None:
        whole = column.combine_chunks()
        self.values: NDArray[Any] = whole.flatten().to_numpy()
        lengths = whole.value_lengths().to_numpy()
        self._starts = np.concatenate([[0], np.cumsum(lengths)])

    def __getitem__(self, row: int) -> NDArray[Any]:
        return self.values[self._starts[row] : self._starts[row + 1]]


def _rows(folder: Path, name: str | None) -> tuple[pyarrow.Table, Any]:
    """The rows of one variant, in the order of the games."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    files = sorted(folder.glob("*.parquet"))
    if not files:
        raise DatasetError(f"{folder} holds no dataset: `cornerwise dataset {folder}` makes one")
    try:
        table = pa.concat_tables(pq.read_table(file, columns=[*_COLUMNS]) for file in files)
    except (pa.ArrowInvalid, OSError) as error:
        raise DatasetError(f"{folder} cannot be read as a dataset: {error}") from None
    if table.column_names != [*_COLUMNS]:
        missing = ", ".join(key for key in _COLUMNS if key not in table.column_names)
        raise DatasetError(f"{folder} is no dataset of games: it has no {missing}")
    held = sorted(pc.unique(table["variant"]).to_pylist())
    if name is None and len(held) > 1:
        raise DatasetError(f"{folder} holds {', '.join(held)}: say which, as in {held[0]!r}")
    name = held[0] if name is None else variant(name).name
    if name not in held:
        raise DatasetError(f"{folder} holds {', '.join(held)}, not {name}")
    return table.filter(pc.equal(table["variant"], name)), variant(name)
