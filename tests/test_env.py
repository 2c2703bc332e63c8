"""The environments: the tests of their projects pass, and they play what `Game` plays."""

from __future__ import annotations

import random
import sys
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

from cornerwise import VARIANTS, Game, random_game
from cornerwise.computer import SimpleComputer
from cornerwise.env import openspiel, pettingzoo
from cornerwise.env.gymnasium import ID, SeatEnv, SeatVectorEnv
from cornerwise.env.seen import pixels
from cornerwise.errors import EngineError, MissingExtra, PlayerError, VariantError
from tests.agreement import every_variant
from tests.conformance import (
    check_gymnasium,
    check_openspiel,
    check_pettingzoo,
    check_pictures,
)
from tests.vectors import told


@pytest.mark.parametrize("name", VARIANTS)
def test_pettingzoo_and_gymnasium_agree_with_us(name: str) -> None:
    options = every_variant(name)
    check_pettingzoo(options[0])
    check_gymnasium(options[-1], "rank")


@pytest.mark.parametrize("name", ["duo", "classic_3", "trigon_teams"])
def test_openspiel_agrees_with_us(name: str) -> None:
    check_openspiel(every_variant(name)[-1], reward="points")


def test_every_render_mode() -> None:
    check_pictures(VARIANTS["trigon_3"])
    image = pixels(random_game("duo", seed=1, plies=8), size=160)
    assert image.shape[2] == 3
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 4  # two colours on a board
    with pytest.raises(ValueError, match="render_mode must be ansi or rgb_array or human"):
        pettingzoo.env("duo", render_mode="window")


@pytest.mark.parametrize("name", ["duo", "classic_2", "classic_3", "trigon_teams"])
def test_seats_act_in_the_order_of_the_game(name: str) -> None:
    """Blocked colours are passed over, and a shared colour goes round."""
    env, game, dice = pettingzoo.env(name, reward="rank"), Game(name), random.Random(4)
    env.reset()
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        if over:
            assert game.is_over
            env.step(None)
            continue
        assert agent == game.seat_to_play
        assert reward == 0
        assert np.array_equal(np.flatnonzero(seen["action_mask"]), game.legal_moves.numbers)
        wanted = told(game, "rank", True)
        assert np.array_equal(seen["observation"], wanted["planes"])
        assert np.array_equal(seen["pieces"], wanted["pieces"])
        assert seen["colour"] == wanted["colours"]
        other = env.observe(env.possible_agents[env.possible_agents.index(agent) - 1])
        assert not other["action_mask"].any()
        move = dice.choice(game.legal_moves.numbers)
        game.play(move)
        env.step(move)
        if game.is_over:
            assert list(env.rewards.values()) == told(game, "rank", True)["rewards"].tolist()
    assert game.is_over


def test_pettingzoo_refuses_what_is_not_legal() -> None:
    env = pettingzoo.env("duo")
    env.reset()
    with pytest.raises(ValueError, match="action 0 is not legal"):
        env.step(0)
    with pytest.raises(ValueError, match="must place a piece"):
        env.unwrapped.step(None)
    assert env.unwrapped.game == Game("duo")


def test_one_seat_learns_against_a_level() -> None:
    env = gymnasium.make(
        f"cornerwise.env.gymnasium:{ID}", variant="duo", seat="yellow", opponent=1, reward="points"
    )
    _, info = env.reset(seed=3)
    env.action_space.seed(3)
    game = env.unwrapped.game  # type: ignore[attr-defined]
    assert [turn.seat for turn in game.turns] == ["blue"]
    over, steps, reward = False, 0, 0.0
    while not over:
        assert np.array_equal(info["action_mask"].nonzero()[0], game.legal_moves.numbers)
        _, given, over, cut, info = env.step(env.action_space.sample())
        game, reward, steps = env.unwrapped.game, float(given), steps + 1  # type: ignore[attr-defined]
        assert not cut
        assert over or (game.seat_to_play == "yellow" and reward == 0)
    assert game.is_over
    assert reward == game.scores["yellow"]
    assert steps == sum(turn.seat == "yellow" for turn in game.turns)


def test_the_same_seed_gives_the_same_opponents() -> None:
    def replies(seed: int, opponent: Any) -> list[str]:
        env = SeatEnv("trigon", opponent=opponent)
        env.reset(seed=seed)
        env.step(min(env.game.legal_moves.numbers))
        return [str(move) for move in env.game.history]

    for opponent in ("random", "greedy", 1):
        assert replies(1, opponent) == replies(1, opponent) != replies(2, opponent)
    computer = SimpleComputer(seed=1)
    assert replies(1, computer) == replies(2, computer)


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"opponent": "best"}, PlayerError, "opponent must be 'random', 'greedy', a level"),
        ({"opponent": 12}, EngineError, "level"),
        ({"seat": "red"}, VariantError, "'red' is not a seat of duo: choose blue or yellow"),
        ({"seat": 2}, VariantError, "2 is not a seat"),
        ({"reward": "fun"}, ValueError, "reward must be"),
        ({"touch": "vertices"}, VariantError, "touch"),
        ({"render_mode": "x"}, ValueError, "render_mode must be"),
    ],
)
def test_wrong_settings_are_named(
    wrong: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        SeatEnv("duo", **wrong)


def test_many_games_at_once() -> None:
    env: Any = gymnasium.make_vec(
        f"cornerwise.env.gymnasium:{ID}", num_envs=5, variant="duo", opponent="random"
    )
    assert isinstance(env, SeatVectorEnv)
    seen, _ = env.reset(seed=5)
    env.action_space.seed(5)
    assert seen["colour"].tolist() == [0, 1, 0, 1, 0]  # the seats take turns
    ended, before = 0, np.zeros(5, bool)
    for _ in range(40):
        seen, rewards, ends, cuts, info = env.step(env.action_space.sample())
        assert seen in env.observation_space
        assert not cuts.any()
        assert (seen["phase"][before, 0] < 0.06).all()  # what was over has begun anew
        assert not rewards[~ends].any()
        assert info["action_mask"][~ends].any(axis=1).all()
        ended, before = ended + int(ends.sum()), ends
    assert ended >= 5
    env.reset()
    with pytest.raises(ValueError, match="is not legal"):
        env.step(np.zeros(5, int))


def test_openspiel_states_are_copied_and_written_down() -> None:
    game = pyspiel.load_game("cornerwise(variant=duo,reward=rank)")
    state = game.new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[-1])
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert len(state.history()) == 4
    read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    assert str(read) == str(state)
    assert state.action_to_string(0, 130).startswith("blue ")
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    wanted = told(state.game, "rank", True)
    assert np.array_equal(observer.dict["observation"], wanted["planes"])
    assert observer.dict["colour"].tolist() == [1, 0]
    assert observer.tensor.sum() == sum(part.sum() for part in observer.dict.values())
    assert isinstance(game, openspiel.CornerwiseGame)


def test_openspiel_refuses_what_is_not_a_variant() -> None:
    with pytest.raises(pyspiel.SpielError, match="is not a variant"):
        openspiel.CornerwiseGame({"variant": "chess"})
    with pytest.raises(pyspiel.SpielError, match="reward must be"):
        openspiel.CornerwiseGame({"variant": "duo", "reward": "fun"})


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("pettingzoo", "pettingzoo", "lab"),
        ("gymnasium", "gymnasium", "lab"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_package_is_named_with_its_command(
    module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"cornerwise.env.{module}"
    monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=rf"{package}: pip install 'cornerwise\[{extra}\]'"):
        import_module(name)
