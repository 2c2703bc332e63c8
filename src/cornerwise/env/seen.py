"""What a seat sees of a game, as numbers: the same in every environment."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from cornerwise import render
from cornerwise.arrays import numpy
from cornerwise.extras import need
from cornerwise.game import Game
from cornerwise.variants import Variant
from cornerwise.vector import Reward, VectorGame

if TYPE_CHECKING:
    from numpy.typing import NDArray

RENDER_MODES = ["ansi", "rgb_array", "human"]


class Seen:
    """A batch of games, and what a seat sees of each.

    A seat sees its own colour first: the one on turn if it is the seat's turn, otherwise the first
    that it plays. The other colours follow in playing order. The mask of a seat that is not on turn
    is empty.
    """

    def __init__(
        self, of: Variant, games: int, *, reward: Reward = "win", threads: int = 1, seed: int = 0
    ) -> None:
        self.games = VectorGame(
            of, games, threads=threads, seed=seed, reward=reward, relative=False
        )
        names = ("mask", "planes", "pieces", "colours", "seats", "plies", "ends", "rewards")
        self.arrays = self.games.arrays(*names)
        np = numpy()
        order = of.colours.index
        self._own = np.array([min(map(order, seat.colours)) for seat in of.seats])
        self._every_piece = sum(of.counts) * len(of.colours)

    @property
    def variant(self) -> Variant:
        return self.games.variant

    def observations(self, seats: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """What these seats see, one of each game: copies, a row for each game."""
        np, seen = numpy(), self.arrays
        games, colours = len(self.games), len(self.variant.colours)
        on_turn = seen["seats"] == seats
        first = np.where(on_turn, seen["colours"], self._own[seats])
        order = (first[:, None] + np.arange(colours)) % colours
        rows = np.arange(games)[:, None]
        planes = seen["planes"]
        by_colour = planes.reshape(games, colours, -1, *planes.shape[2:])
        return {
            "observation": by_colour[rows, order].reshape(planes.shape),
            "pieces": seen["pieces"][rows, order],
            "colour": first.astype(np.int64),
            "phase": (seen["plies"] / self._every_piece).astype(np.float32)[:, None],
            "action_mask": (seen["mask"] & on_turn[:, None]).astype(np.int8),
        }

    def observation(self, seat: int) -> dict[str, Any]:
        """What a seat sees of the only game."""
        found = self.observations(numpy().array([seat]))
        return {name: rows[0] for name, rows in found.items()}


def picture(game: Game, mode: str | None) -> Any:
    """A game as a render mode wants it; "human" prints it in colours."""
    if mode == "rgb_array":
        return pixels(game)
    if mode == "human":
        print(render.text(game, style="256"), flush=True)
    return render.text(game) if mode == "ansi" else None


def pixels(game: Game, size: int = 480) -> NDArray[Any]:
    """The board as rows of red, green and blue."""
    need("lab")
    from PIL import Image

    with Image.open(BytesIO(render.png(game, size=size))) as image:
        return numpy().array(image.convert("RGB"))  # type: ignore[no-any-return]


def checked_mode(mode: str | None, known: Sequence[str] = RENDER_MODES) -> str | None:
    """A render mode, if it is one."""
    if mode is not None and mode not in known:
        raise ValueError(f"render_mode must be {' or '.join(known)}, not {mode!r}")
    return mode
