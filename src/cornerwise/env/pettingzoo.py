"""A game as an environment of PettingZoo, in which every seat acts when it is its turn.

>>> from cornerwise.env import pettingzoo
>>> env = pettingzoo.env("duo")
>>> env.reset(seed=1)
>>> for seat in env.agent_iter(2):
...     seen, reward, over, _, _ = env.last()
...     env.step(env.action_space(seat).sample(seen["action_mask"]))
>>> env.agent_selection
'blue'
"""

from __future__ import annotations

from typing import Any

from cornerwise.extras import need

need("lab")

from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

from cornerwise.env.seen import RENDER_MODES, Seen, checked_mode, picture  # noqa: E402
from cornerwise.env.spaces import observation_space  # noqa: E402
from cornerwise.game import Game  # noqa: E402
from cornerwise.variants import USUAL, Variant, variant  # noqa: E402
from cornerwise.vector import STAY, Reward  # noqa: E402


def env(
    name: str | Variant = USUAL,
    *,
    reward: Reward = "win",
    render_mode: str | None = None,
    **options: str | None,
) -> Any:
    """A game of a variant. The agents are its seats, by their names.

    What a seat sees stands in docs/research.md. A seat whose colours can place nothing is passed
    over (R5). An action that is not legal raises `ValueError` and changes nothing.
    """
    made = SeatsEnv(name, reward=reward, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class SeatsEnv(AECEnv):  # type: ignore[misc]
    """The environment that `env` wraps."""

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "cornerwise_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        name: str | Variant = USUAL,
        *,
        reward: Reward = "win",
        render_mode: str | None = None,
        **options: str | None,
    ) -> None:
        super().__init__()
        self.variant = variant(name, **options)
        self.render_mode = checked_mode(render_mode)
        self._seen = Seen(self.variant, 1, reward=reward)
        self.possible_agents = [seat.name for seat in self.variant.seats]
        self.agents: list[str] = []
        count = len(self._seen.arrays["mask"][0])
        seen = observation_space(self.variant)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {seat: spaces.Discrete(count) for seat in self.possible_agents}

    @property
    def game(self) -> Game:
        """The game so far."""
        return self._seen.games.game(0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Nothing in it is left to chance, so a seed makes no difference."""
        self._seen.games.reset()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._seen.arrays["seats"][0]]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        return self._seen.observation(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Place a piece for the seat on turn. Once the game is over every seat steps with None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or action == STAY:
            raise ValueError(f"{agent} must place a piece: its mask tells which it may")
        self._seen.games.step([int(action)])
        seen = self._seen.arrays
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        if seen["ends"][0]:
            self.rewards = dict(zip(self.agents, map(float, seen["rewards"][0]), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            following = self.agents.index(agent) + 1
            self.agent_selection = self.agents[following % len(self.agents)]
        else:
            self.agent_selection = self.agents[seen["seats"][0]]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return picture(self.game, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


raw_env = SeatsEnv
"""As PettingZoo calls what `env` wraps."""

__all__ = ["SeatsEnv", "env", "raw_env"]
