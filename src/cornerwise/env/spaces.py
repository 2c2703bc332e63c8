"""Gymnasium's spaces of what is seen and done."""

from __future__ import annotations

from typing import Any

from cornerwise.extras import need

need("lab")

import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from cornerwise.tables import tables_of  # noqa: E402
from cornerwise.variants import Variant  # noqa: E402


def observation_space(of: Variant) -> spaces.Dict:
    """What a seat sees: `Seen.observation`."""
    colours, board = len(of.colours), of.board
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (3 * colours, board.height, board.width), np.uint8),
            "pieces": spaces.Box(0, max(of.counts), (colours, len(of.pieces)), np.uint8),
            "colour": spaces.Discrete(colours),
            "phase": spaces.Box(0, 1, (1,), np.float32),
            "action_mask": spaces.Box(0, 1, (len(tables_of(of.edition)),), np.int8),
        }
    )


class Actions(spaces.Discrete):
    """All placements of an edition. Without a mask, `sample` draws one that is legal now.

    `rows` holds the mask of the only game, and the environment keeps it up to date.
    """

    def __init__(self, rows: NDArray[Any]) -> None:
        super().__init__(rows.shape[1])
        self._rows = rows

    @property
    def legal(self) -> NDArray[Any]:
        """The mask of what is legal now."""
        return self._rows[0]  # type: ignore[no-any-return]

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None and self.legal.any():
            mask = self.legal.astype(np.int8)
        return super().sample(mask, probability)


class ManyActions(spaces.MultiDiscrete):
    """The same for many games; `sample` draws an action for each."""

    def __init__(self, legal: NDArray[Any]) -> None:
        super().__init__([legal.shape[1]] * len(legal))
        self.legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            mask = tuple(row if row.any() else np.ones_like(row) for row in self.legal)
            mask = tuple(row.astype(np.int8) for row in mask)
        return super().sample(mask, probability)
