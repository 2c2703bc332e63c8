"""One seat of each game learns, and others play the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from cornerwise.arrays import numpy
from cornerwise.bots import made
from cornerwise.computer import Player
from cornerwise.engine import Engine
from cornerwise.engine.levels import level_of
from cornerwise.env.seen import Seen
from cornerwise.errors import PlayerError, PlayerFault, VariantError
from cornerwise.variants import Variant
from cornerwise.vector import STAY, Agent, Reward, VectorGame

if TYPE_CHECKING:
    from numpy.typing import NDArray

Opponent = Literal["random", "greedy"] | int | Player | type[Player]
"""An agent of the kernel, a level of the engine, or any bot (docs/write-a-bot.md)."""


class Opponents:
    """Whoever plays the seats that do not learn, in so many games."""

    def __init__(self, given: Opponent, games: int) -> None:
        self._agent: Agent | None = None
        self._level: int | None = None
        self._player: Player | None = None
        self._seeds = numpy().zeros(games, "int64")
        self.seed(0)
        if isinstance(given, str) and given in ("random", "greedy"):
            self._agent = given
        elif isinstance(given, int) and not isinstance(given, bool):
            self._level = level_of(given).number
        elif callable(getattr(given, "choose", None)):
            self._player = made(given)
        else:
            raise PlayerError(
                "opponent must be 'random', 'greedy', a level from 1 to 9 or a player, "
                f"not {given!r}"
            )

    def seed(self, seed: int) -> None:
        """Let chance start anew. A player of somebody else's keeps its own."""
        self._chance = numpy().random.default_rng(seed)

    def begin(self, games: NDArray[Any] | None) -> None:
        """New games, so that a level does not play them all alike."""
        every = slice(None) if games is None else games
        self._seeds[every] = self._chance.integers(1 << 31, size=self._seeds[every].shape)

    def actions(self, games: VectorGame, waiting: NDArray[Any]) -> NDArray[Any]:
        """A move in each game that waits for one."""
        if self._agent is not None:
            chosen: NDArray[Any] = games.choose(self._agent)
            chosen[~waiting] = STAY
            return chosen
        chosen = numpy().full(len(games), STAY, "int32")
        for number in numpy().flatnonzero(waiting):
            player = self._player or Engine(level=self._level, seed=int(self._seeds[number]))
            try:
                chosen[number] = player.choose(games.game(int(number))).number
            except PlayerFault as fault:
                raise PlayerFault(f"the opponent {fault}") from fault
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
        self.opponents = Opponents(opponent, len(seats))
        self.begun = False
        """Whether the games were reset, so that the learning seats are on turn."""

    @property
    def legal(self) -> NDArray[Any]:
        """The masks of the learning seats, a row for each game. They follow the games."""
        return self.seen.arrays["mask"]

    @property
    def ends(self) -> NDArray[Any]:
        return self.seen.arrays["ends"].copy()

    @property
    def rewards(self) -> NDArray[Any]:
        """What the learning seats get: 0 until the end."""
        rows = numpy().arange(len(self.seats))
        return self.seen.arrays["rewards"][rows, self.seats]  # type: ignore[no-any-return]

    def observations(self) -> dict[str, NDArray[Any]]:
        """What the learning seats see: copies, a row for each game."""
        return self.seen.observations(self.seats)

    def seed(self, seed: int) -> None:
        self.games.reset([], seed=seed)
        self.opponents.seed(seed)

    def reset(self, games: NDArray[Any] | None = None) -> None:
        """Begin games anew: all, or those where an array is true."""
        self.games.reset(games)
        self.opponents.begin(games)
        self._let_others_play()
        self.begun = self.begun or games is None

    def step(self, actions: NDArray[Any]) -> None:
        """Place a piece in every game that goes on; games that are over stay as they are."""
        np, going = numpy(), ~self.ends
        actions = np.asarray(actions)
        if actions.shape != going.shape:
            raise ValueError(f"there must be {len(going)} actions in a row, not {actions.shape}")
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {actions.dtype}")
        actions = np.where(going, actions.astype(np.int64), STAY)
        if (passed := going & (actions == STAY)).any():
            raise ValueError(
                f"game {passed.argmax()}: nobody may pass, so {STAY} is not legal (R5)"
            )
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
    if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < len(names):
        return seat
    if seat not in names:
        raise VariantError(f"{seat!r} is not a seat of {of.name}: choose {' or '.join(names)}")
    return names.index(str(seat))
