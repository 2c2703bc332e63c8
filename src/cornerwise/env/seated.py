"""One seat of each game learns, and others play the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from cornerwise.arrays import numpy
from cornerwise.computer import Player
from cornerwise.engine import Engine
from cornerwise.env.seen import Seen
from cornerwise.errors import PlayerError, VariantError
from cornerwise.variants import Variant
from cornerwise.vector import STAY, Agent, Reward, VectorGame

if TYPE_CHECKING:
    from numpy.typing import NDArray

Opponent = Literal["random", "greedy"] | int | Player
"""An agent of the kernel, a level of the engine, or any player."""


class Opponents:
    """Whoever plays the seats that do not learn."""

    def __init__(self, given: Opponent) -> None:
        self._agent: Agent | None = None
        self._level: int | None = None
        self._player: Player | None = None
        if given in ("random", "greedy"):
            self._agent = given
        elif isinstance(given, int) and not isinstance(given, bool):
            self._level = given
            self.seed(0)
        elif callable(getattr(given, "choose", None)):
            self._player = given  # type: ignore[assignment]
        else:
            raise PlayerError(
                "opponent must be 'random', 'greedy', a level from 1 to 9 or a player, "
                f"not {given!r}"
            )

    def seed(self, seed: int) -> None:
        """Let chance start anew. A player of somebody else's keeps its own."""
        if self._level is not None:
            self._player = Engine(level=self._level, seed=seed)

    def actions(self, games: VectorGame, waiting: NDArray[Any]) -> NDArray[Any]:
        """A move in each game that waits for one."""
        if self._agent is not None:
            chosen: NDArray[Any] = games.choose(self._agent)
            chosen[~waiting] = STAY
            return chosen
        assert self._player is not None
        chosen = numpy().full(len(games), STAY, "int32")
        for number in numpy().flatnonzero(waiting):
            chosen[number] = self._player.choose(games.game(int(number))).number
        return chosen


class Seated:
    """A batch of games in each of which one seat learns.

    `seats` are the numbers of these seats. Before it is asked for a move, and until the game is
    over, the opponents make theirs.
    """

    def __init__(
        self,
        of: Variant,
        seats: NDArray[Any],
        opponent: Opponent,
        *,
        reward: Reward,
        threads: int = 1,
    ) -> None:
        self.seen = Seen(of, len(seats), reward=reward, threads=threads)
        self.games, self.seats = self.seen.games, seats
        self.opponents = Opponents(opponent)

    @property
    def ends(self) -> NDArray[Any]:
        return self.seen.arrays["ends"].copy()

    @property
    def rewards(self) -> NDArray[Any]:
        """What the learning seats get: 0 until the end."""
        rows = numpy().arange(len(self.seats))
        return self.seen.arrays["rewards"][rows, self.seats]  # type: ignore[no-any-return]

    def seed(self, seed: int) -> None:
        self.games.reset([], seed=seed)
        self.opponents.seed(seed)

    def reset(self, games: NDArray[Any] | None = None) -> None:
        self.games.reset(games)
        self._let_others_play()

    def step(self, actions: NDArray[Any]) -> None:
        self.games.step(actions)
        self._let_others_play()

    def _let_others_play(self) -> None:
        seen = self.seen.arrays
        while (waiting := ~seen["ends"] & (seen["seats"] != self.seats)).any():
            self.games.step(self.opponents.actions(self.games, waiting))


def seat_number(of: Variant, seat: str | int | None) -> int:
    """The number of a seat, given by name or number; by default the first."""
    names = [known.name for known in of.seats]
    if seat is None:
        return 0
    if isinstance(seat, int) and 0 <= seat < len(names):
        return seat
    if seat not in names:
        raise VariantError(f"{seat!r} is not a seat of {of.name}: choose {' or '.join(names)}")
    return names.index(seat)
