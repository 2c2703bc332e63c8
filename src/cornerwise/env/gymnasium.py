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
from gymnasium.error import ResetNeeded  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from cornerwise.env.seated import Opponent, Seated, seat_number  # noqa: E402
from cornerwise.env.seen import RENDER_MODES, checked_mode, picture  # noqa: E402
from cornerwise.env.spaces import Actions, ManyActions, observation_space  # noqa: E402
from cornerwise.game import Game  # noqa: E402
from cornerwise.variants import USUAL, Variant  # noqa: E402
from cornerwise.variants import variant as variant_of  # noqa: E402
from cornerwise.vector import Reward  # noqa: E402

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
        self.action_space: Any = Actions(self._seated.legal)

    @property
    def game(self) -> Game:
        """The game so far."""
        return self._seated.games.game(0)

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal now, as MaskablePPO of sb3-contrib asks for it."""
        return self._seated.legal[0].copy()  # type: ignore[no-any-return]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._seated.seed(int(self.np_random.integers(1 << 31)))
        self._seated.reset()
        return self._seen()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Place a piece, and let the others move until it is this seat's turn again."""
        if self._seated.ends[0]:
            raise ResetNeeded("the game is over: call reset() to begin another")
        if not self._seated.begun:
            raise ResetNeeded("call reset() before step()")
        self._seated.step(np.array([action]))
        observation, info = self._seen()
        return observation, float(self._seated.rewards[0]), bool(self._seated.ends[0]), False, info

    def render(self) -> Any:
        return picture(self.game, self.render_mode)

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        found = {name: rows[0] for name, rows in self._seated.observations().items()}
        return found, {"action_mask": found["action_mask"].copy()}


class SeatVectorEnv(VectorEnv[dict[str, Any], NDArray[Any], NDArray[Any]]):
    """Many games in each of which one seat learns, played by the kernel.

    seat            the seat that learns; by default game 0 has the first, game 1 the second, and
                    so on
    threads         how many threads share the games
    autoreset_mode  when a game that has ended begins anew, in Gymnasium's words: "NextStep", with
                    the next step, whatever its action then is; "SameStep", at once, with the end in
                    `infos["final_obs"]`; "Disabled", when `reset` is told so by
                    `options={"reset_mask": …}`
    render_mode     "ansi" or "rgb_array": `render` gives a picture of each game
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
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
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: str | None,
    ) -> None:
        self.variant = variant_of(variant, **options)
        if not isinstance(num_envs, int) or num_envs < 1:
            raise ValueError(f"num_envs must be a whole number from 1, not {num_envs!r}")
        self.num_envs = num_envs
        self.render_mode = checked_mode(render_mode, self.metadata["render_modes"])
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        if seat is None:
            self.seats = np.arange(num_envs) % len(self.variant.seats)
        else:
            self.seats = np.full(num_envs, seat_number(self.variant, seat))
        self._seated = Seated(self.variant, self.seats, opponent, reward=reward, threads=threads)
        self.single_observation_space = observation_space(self.variant)
        self.single_action_space = gymnasium.spaces.Discrete(self._seated.legal.shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = ManyActions(self._seated.legal)

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal now, a row for each game."""
        return self._seated.legal.copy()

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin all games anew, or those where `options["reset_mask"]` is true.

        Chance is one for all games, so the seeds of a list are mixed to one.
        """
        games = self._masked(options or {})
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise ValueError(f"there must be {self.num_envs} seeds, not {len(seed)}")
            seed = int(np.random.SeedSequence(seed).generate_state(1)[0])
        super().reset(seed=seed)
        if games is None or seed is not None:
            self._seated.seed(int(self.np_random.integers(1 << 31)))
        self._seated.reset(games)
        return self._seated.observations(), self._infos()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[dict[str, Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Place a piece in every game that goes on."""
        if not self._seated.begun:
            raise ResetNeeded("call reset() before step()")
        over = self._seated.ends
        if over.any() and self.autoreset_mode != AutoresetMode.NEXT_STEP:
            which = np.flatnonzero(over).tolist()
            raise ResetNeeded(f"these games are over: {which}; reset them by a reset_mask")
        self._seated.step(actions)
        if over.any():
            self._seated.reset(over)
        ends, rewards = self._seated.ends, self._seated.rewards.astype(np.float64)
        final: dict[str, Any] = {}
        if ends.any() and self.autoreset_mode == AutoresetMode.SAME_STEP:
            final = self._final(ends)
            self._seated.reset(ends)
        infos = {**final, **self._infos()}
        return self._seated.observations(), rewards, ends, np.zeros_like(ends), infos

    def render(self) -> tuple[Any, ...] | None:
        """A picture of each game."""
        if self.render_mode is None:
            return None
        games = map(self._seated.games.game, range(self.num_envs))
        return tuple(picture(game, self.render_mode) for game in games)

    def _masked(self, options: dict[str, Any]) -> NDArray[np.bool_] | None:
        """The games that are to begin anew; None for all."""
        mask = options.get("reset_mask")
        if mask is None:
            return None
        if not isinstance(mask, np.ndarray) or mask.dtype != bool or mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask must be an array of {self.num_envs} truth values")
        return mask

    def _infos(self) -> dict[str, Any]:
        mask = self._seated.legal.astype(np.int8)
        return {"action_mask": mask, "_action_mask": np.ones(self.num_envs, bool)}

    def _final(self, ends: NDArray[np.bool_]) -> dict[str, Any]:
        """What was seen at the end of games, as Gymnasium's own batches tell it."""
        seen, found = self._seated.observations(), np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ends):
            found[game] = {name: rows[game] for name, rows in seen.items()}
        info = {"action_mask": seen["action_mask"], "_action_mask": ends.copy()}
        which = {"_final_obs": ends.copy(), "_final_info": ends.copy()}
        return {"final_obs": found, "final_info": info, **which}


def _mode(given: str | AutoresetMode) -> AutoresetMode:
    try:
        return AutoresetMode(given)
    except ValueError:
        known = " or ".join(mode.value for mode in AutoresetMode)
        raise ValueError(f"autoreset_mode must be {known}, not {given!r}") from None


if ID not in gymnasium.registry:
    gymnasium.register(
        id=ID,
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point=f"{__name__}:SeatVectorEnv",
    )
