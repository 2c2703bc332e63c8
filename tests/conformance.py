"""The environments under the tests that their own projects offer.

The tests take a sample, and `python -m benchmarks.vector --conformance` takes every variant with
every option.
"""

from __future__ import annotations

import io
import warnings
from contextlib import redirect_stdout
from functools import partial
from typing import Any

import numpy as np
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from cornerwise import Variant
from cornerwise.env import openspiel, pettingzoo
from cornerwise.env.gymnasium import SeatEnv
from cornerwise.vector import Reward

ADVICE = (
    "Observation is not a NumPy array",  # it has parts, beside the mask
    "Observation space for each agent probably should be",
    "We recommend agents to be named in the format",  # ours are the seats, by their names
    "Action mask numpy array is all zeros",  # of a seat that is not on turn, or after the end
)
"""What PettingZoo recommends and we have a reason not to follow. Any other warning is an error."""


def check_pettingzoo(of: Variant, cycles: int = 30) -> None:
    """`api_test` plays on for so many rounds, `seed_test` plays twice the same."""
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for advice in ADVICE:
            warnings.filterwarnings("ignore", advice)
        api_test(pettingzoo.env(of), num_cycles=cycles)
        seed_test(partial(pettingzoo.env, of), num_cycles=cycles // 3)


def check_pictures(of: Variant) -> None:
    """`render_test` in every mode."""
    with redirect_stdout(io.StringIO()) as said:
        render_test(partial(pettingzoo.env, of))
    assert "points" in said.getvalue() or len(said.getvalue()) > 1000


class Lenient(SeatEnv):
    """The checker keeps an action for another position, where it need not be legal."""

    def step(self, action: int) -> Any:
        legal = np.flatnonzero(self.action_space.legal)
        return super().step(action if action in legal else int(legal[0]))


def check_gymnasium(of: Variant, reward: Reward = "win", **settings: Any) -> None:
    """The checker of environments, for the seat that begins."""
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        env = Lenient(of, reward=reward, **settings)
        check_env(env, skip_render_check=True)


def check_openspiel(of: Variant, games: int = 1, reward: str = "win") -> None:
    """The test of OpenSpiel plays by chance and looks at everything on the way."""
    given = {"variant": of.name, "reward": reward, **dict(of.options)}
    game = pyspiel.load_game(openspiel.NAME, given)
    with redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(game, num_sims=games, serialize=True, verbose=False)
