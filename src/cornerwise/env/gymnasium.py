"""Games as environments of Gymnasium: one seat learns, and others play the rest.

>>> import gymnasium
>>> env = gymnasium.make("cornerwise.env.gymnasium:Cornerwise-v0", variant="duo", opponent=1)
>>> seen, info = env.reset(seed=1)
>>> seen, reward, over, _, info = env.step(env.action_space.sample())
>>> float(reward), over
(0.0, False)

`gymnasium.make_vec` makes many games at once, which the kernel plays.
"""

from __future__ import annotations

from typing import Any

from cornerwise.extras import need

need("lab")

import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from cornerwise.env.seated import Opponent, Seated, seat_number  # noqa: E402
from cornerwise.env.seen import RENDER_MODES, checked_mode, picture  # noqa: E402
from cornerwise.env.spaces import Actions, ManyActions, observation_space  # noqa: E402
from cornerwise.game import Game  # noqa: E402
from cornerwise.variants import USUAL, Variant  # noqa: E402
from cornerwise.variants import variant as variant_of  # noqa: E402
from cornerwise.vector import STAY, Reward  # noqa: E402

ID = "Cornerwise-v0"


class SeatEnv(gymnasium.Env[dict[str, Any], int]):
    """A game in which one seat learns.

    seat      the seat that learns, by name or number; by default the one that begins
    opponent  who plays the others: "random", "greedy", a level from 1 to 9, or any player
    reward    "win", "points" or "rank", as for `VectorGame`

    `action_space.sample()` draws a legal action. One that is not legal raises `ValueError`.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        variant: str | Variant = USUAL,
        *,
        seat: str | int | None = None,
        opponent: Opponent = "greedy",
        reward: Reward = "win",
        render_mode: str | None = None,
        **options: str | None,
    ) -> None:
        self.variant = variant_of(variant, **options)
        self.render_mode = checked_mode(render_mode)
        self.seat = seat_number(self.variant, seat)
        self._seated = Seated(self.variant, np.array([self.seat]), opponent, reward=reward)
        self.observation_space = observation_space(self.variant)
        self.action_space: Any = Actions(self._seated.seen.arrays["mask"][0])

    @property
    def game(self) -> Game:
        """The game so far."""
        return self._seated.games.game(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._seated.seed(int(self.np_random.integers(1 << 31)))
        self._seated.reset()
        return self._seen()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Place a piece, and let the others move until it is this seat's turn again."""
        self._seated.step(np.array([action]))
        observation, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return observation, float(self._seated.rewards[0]), bool(self._seated.ends[0]), False, info

    def render(self) -> Any:
        return picture(self.game, self.render_mode)

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        found = self._seated.seen.observation(self.seat)
        return found, {"action_mask": found["action_mask"].copy()}


class SeatVectorEnv(VectorEnv[dict[str, Any], NDArray[Any], NDArray[Any]]):
    """Many games in each of which one seat learns, played by the kernel.

    seat     the seat that learns; by default game 0 has the first, game 1 the second, and so on
    threads  how many threads share the games

    A game that has ended begins anew with the next step, whatever its action then is.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        variant: str | Variant = USUAL,
        num_envs: int = 1,
        *,
        seat: str | int | None = None,
        opponent: Opponent = "greedy",
        reward: Reward = "win",
        threads: int = 1,
        **options: str | None,
    ) -> None:
        self.variant = variant_of(variant, **options)
        self.num_envs = num_envs
        if seat is None:
            self.seats = np.arange(num_envs) % len(self.variant.seats)
        else:
            self.seats = np.full(num_envs, seat_number(self.variant, seat))
        self._seated = Seated(self.variant, self.seats, opponent, reward=reward, threads=threads)
        mask = self._seated.seen.arrays["mask"]
        self.single_observation_space = observation_space(self.variant)
        self.single_action_space = gymnasium.spaces.Discrete(mask.shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = ManyActions(mask)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed[0] if isinstance(seed, list) else seed)
        self._seated.seed(int(self.np_random.integers(1 << 31)))
        self._seated.reset()
        return self._seen()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[dict[str, Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Place a piece in every game that goes on, and begin those anew that were over."""
        over = self._seated.ends
        self._seated.step(np.where(over, STAY, actions))
        if over.any():
            self._seated.reset(over)
        observations, infos = self._seen()
        ends = self._seated.ends
        rewards = self._seated.rewards.astype(np.float64)
        return observations, rewards, ends, np.zeros_like(ends), infos

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        found = self._seated.seen.observations(self.seats)
        return found, {"action_mask": found["action_mask"].copy()}


if ID not in gymnasium.registry:
    gymnasium.register(
        id=ID,
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point=f"{__name__}:SeatVectorEnv",
    )
