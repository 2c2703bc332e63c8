"""Environments of others, each with a random agent: steps per second of processor time.

The time that our loops take to choose an action is left out: it is not theirs.

It is run by the interpreter of an environment where their packages are installed, and needs nothing
of ours: `python -m venv others; others/bin/pip install blokus-rl envpool numpy`.

Run: others/bin/python benchmarks/environments.py NAME [--seconds 2]
"""

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np


class Clock:
    """Processor time, which stands still while an action is chosen."""

    def __init__(self, seconds: float) -> None:
        self.limit, self.idle, self.begun = seconds, 0.0, time.process_time()

    @property
    def passed(self) -> float:
        return time.process_time() - self.begun - self.idle

    @property
    def is_running(self) -> bool:
        return self.passed < self.limit

    def chosen(self, mask: Any) -> Any:
        """A legal action by chance, of each row if there are several."""
        begun = time.process_time()
        if mask.ndim == 1:
            legal = np.flatnonzero(mask)
            action = legal[int(random.random() * len(legal))]
        else:
            action = (np.random.random(mask.shape) * mask).argmax(axis=1).astype(np.int32)
        self.idle += time.process_time() - begun
        return action


def blokus_rl(seconds: float) -> tuple[int, float]:
    """Blokus for four in Rust, asked below its PettingZoo environment."""
    from blokus_rl._blokus import PyBlokus  # type: ignore[import-not-found]

    env, clock, steps = PyBlokus(), Clock(seconds), 0
    env.reset()
    while clock.is_running:
        if env.is_over:
            env.reset()
        agent = env.agent_selection
        if env.terminations[agent]:
            env.step(None)
            continue
        mask = np.frombuffer(env.observe(agent).action_mask, np.int8)
        env.step(int(clock.chosen(mask)))
        steps += 1
    return steps, clock.passed


def blokus_rl_pettingzoo(seconds: float) -> tuple[int, float]:
    """The same through its environment."""
    from blokus_rl import BlokusEnv  # type: ignore[import-not-found]

    env, clock, steps = BlokusEnv(seed=1), Clock(seconds), 0
    while clock.is_running:
        env.reset()
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            env.step(None if over else int(clock.chosen(seen["action_mask"])))
            steps += not over
            if not clock.is_running:
                break
    return steps, clock.passed


def blokus_gym(seconds: float) -> tuple[int, float]:
    """Blokus in plain Python; the bots' moves count, too."""
    import gym  # type: ignore[import-not-found]
    from blokus_gym.envs.blokus_envs import BlokusDuoEnv  # type: ignore[import-not-found]

    assert gym
    env = BlokusDuoEnv()
    env.reset()
    clock, steps = Clock(seconds), 0
    while clock.is_running:
        _, _, over, _ = env.step(env.ai_sample_possible_index())
        steps += 2
        if over:
            env.reset()
    return steps, clock.passed


def envpool(task: str) -> Callable[[float], tuple[int, float]]:
    """A board game of EnvPool, played by its own batches."""

    def run(seconds: float) -> tuple[int, float]:
        import envpool  # type: ignore[import-not-found]

        games = 64
        env = envpool.make(task, env_type="gymnasium", num_envs=games, num_threads=1, seed=1)
        _, info = env.reset()
        clock, steps = Clock(seconds), 0
        while clock.is_running:
            mask = np.asarray(info["legal_action_mask"], bool).reshape(games, -1)
            *_, info = env.step(clock.chosen(mask))
            steps += games
        return steps, clock.passed

    return run


ENVIRONMENTS: dict[str, Callable[[float], tuple[int, float]]] = {
    "blokus-rl": blokus_rl,
    "blokus-rl-pettingzoo": blokus_rl_pettingzoo,
    "blokus-gym": blokus_gym,
    "envpool-go9": envpool("Go9x9-v1"),
    "envpool-go19": envpool("Go19x19-v1"),
    "envpool-chess": envpool("Chess-v1"),
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("name", choices=ENVIRONMENTS)
    parser.add_argument("--seconds", type=float, default=2.0)
    given = parser.parse_args()
    made, took = ENVIRONMENTS[given.name](given.seconds)
    print(made / took)
