"""The environments: the tests of their projects pass, and they play what `Game` plays."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from cornerwise import VARIANTS, Game, random_game
from cornerwise.computer import SimpleComputer
from cornerwise.env import openspiel, pettingzoo
from cornerwise.env.gymnasium import ID, SeatEnv, SeatVectorEnv
from cornerwise.env.seen import pixels
from cornerwise.errors import EngineError, MissingExtra, PlayerError, PlayerFault, VariantError
from cornerwise.vector import STAY
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
        ({"seat": True}, VariantError, "True is not a seat"),
        ({"opponent": None}, PlayerError, "opponent must be"),
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


class Told:
    """A bot that says what it is told to say."""

    def __init__(self, answer: Any = 0) -> None:
        self.answer = answer

    def choose(self, game: Game) -> Any:
        return str(game.legal_moves[0]) if self.answer == 0 else self.answer


def test_any_bot_can_be_the_opponent() -> None:
    """One that answers in words, a class of them, and those that do wrong."""
    for bot in (Told(), Told):
        env = SeatEnv("duo", seat="yellow", opponent=bot)
        env.reset(seed=1)
        assert env.game.history[0] == Game("duo").legal_moves[0]
    for wrong, words in (("a1", "the opponent moved illegally: a1"), (None, "moved illegally")):
        with pytest.raises(PlayerFault, match=words):
            SeatEnv("duo", seat="yellow", opponent=Told(wrong)).reset()


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


def test_when_a_game_that_ended_begins_anew() -> None:
    """Gymnasium's three ways; each plays the same game up to its end."""
    told = {}
    for mode in AutoresetMode:
        env = SeatVectorEnv("duo", 3, opponent="random", reward="points", autoreset_mode=mode)
        assert env.metadata["autoreset_mode"] == mode
        seen, infos = env.reset(seed=2)
        env.action_space.seed(2)
        ends = np.zeros(3, bool)
        while not ends.any():
            seen, rewards, ends, _, infos = env.step(env.action_space.sample())
        assert rewards[ends].all()
        assert not rewards[~ends].any()
        end = {name: rows[ends] for name, rows in seen.items()}
        if mode == AutoresetMode.SAME_STEP:
            assert (seen["phase"][ends] < 0.06).all()
            assert np.array_equal(infos["_final_obs"], ends)
            assert [found is not None for found in infos["final_obs"]] == ends.tolist()
            finals = [found for found in infos["final_obs"] if found is not None]
            end = {name: np.array([final[name] for final in finals]) for name in seen}
            assert infos["action_mask"].any(axis=1).all()
        elif mode == AutoresetMode.DISABLED:
            with pytest.raises(gymnasium.error.ResetNeeded, match="these games are over"):
                env.step(env.action_space.sample())
            for wrong in ([True] * 3, np.ones(2, bool), np.ones(3)):
                with pytest.raises(ValueError, match="an array of 3 truth values"):
                    env.reset(options={"reset_mask": wrong})
            later, _ = env.reset(options={"reset_mask": ends})
            assert (later["phase"][ends] < 0.06).all()
            assert np.array_equal(later["phase"][~ends], seen["phase"][~ends])
            env.step(env.action_space.sample())
        told[mode] = {name: rows.tolist() for name, rows in end.items()}
    assert told[AutoresetMode.SAME_STEP] == told[AutoresetMode.DISABLED]
    assert told[AutoresetMode.SAME_STEP] == told[AutoresetMode.NEXT_STEP]
    with pytest.raises(ValueError, match="autoreset_mode must be NextStep or SameStep or Disabled"):
        SeatVectorEnv("duo", 2, autoreset_mode="never")


def test_wrappers_of_gymnasium_read_the_infos_of_a_batch() -> None:
    env: Any = DictInfoToList(
        RecordEpisodeStatistics(SeatVectorEnv("junior", 2, opponent="random", render_mode="ansi"))
    )
    env.reset(seed=1)
    ended: list[Any] = []
    while not ended:
        *_, infos = env.step(env.action_space.sample())
        ended = [info["episode"] for info in infos if "episode" in info]
    assert ended[0]["r"] in (-1, 0, 1)
    assert all(info["action_mask"].shape == (7217,) for info in infos)
    assert all("blue" in picture for picture in env.render())
    assert len(env.render()) == 2


def test_masks_as_maskable_ppo_asks_for_them() -> None:
    env = SeatEnv("duo", opponent="random")
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert np.array_equal(env.action_masks(), info["action_mask"])
    many = SeatVectorEnv("duo", 3, opponent="random")
    _, infos = many.reset(seed=[1, 2, 3])
    assert np.array_equal(many.action_masks(), infos["action_mask"])
    with pytest.raises(ValueError, match="there must be 3 seeds, not 2"):
        many.reset(seed=[1, 2])


def test_a_level_does_not_play_all_games_alike() -> None:
    """Neither those side by side nor those after each other."""
    env = SeatVectorEnv("duo", 12, seat="yellow", opponent=1)
    first, _ = env.reset(seed=1)
    assert len({planes.tobytes() for planes in first["observation"]}) > 1
    second, _ = env.reset()
    assert not np.array_equal(first["observation"], second["observation"])
    again, _ = env.reset(seed=1)
    assert np.array_equal(first["observation"], again["observation"])


@pytest.mark.parametrize("opponent", ["random", 1])
def test_a_copy_of_an_environment_goes_on_alike(opponent: Any) -> None:
    """For searches that try moves on copies, and for processes that are handed one."""
    env = SeatEnv("duo", opponent=opponent, reward="points")
    env.reset(seed=1)
    env.step(env.action_space.sample())
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert np.array_equal(other.action_masks(), env.action_masks())
        move = int(np.flatnonzero(env.action_masks())[7])
        before = env.game
        seen, *_ = other.step(move)
        assert env.game == before
        assert other.game != before
        assert other.action_space.sample() in other.game.legal_moves.numbers
        following, *_ = copy.deepcopy(env).step(move)
        assert np.array_equal(seen["observation"], following["observation"])


def test_a_copy_of_a_table_goes_on_by_itself() -> None:
    env = pettingzoo.env("trigon_3")
    env.reset()
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    other = copy.deepcopy(env)
    other.step(int(np.flatnonzero(other.last()[0]["action_mask"])[5]))
    assert len(env.unwrapped.game.history) == 1
    assert len(other.unwrapped.game.history) == 2
    assert (env.agent_selection, other.agent_selection) == ("yellow", "red")


def test_nobody_passes_and_nothing_is_played_after_the_end() -> None:
    env = SeatEnv("duo", opponent="random")
    env.reset(seed=1)
    for wrong, words in ((STAY, "nobody may pass"), (0, "is not legal"), (1.5, "whole numbers")):
        with pytest.raises((ValueError, TypeError), match=words):
            env.step(wrong)  # type: ignore[arg-type]
    many = SeatVectorEnv("duo", 2, opponent="random")
    many.reset(seed=1)
    with pytest.raises(ValueError, match="there must be 2 actions in a row"):
        many.step(np.array(5))
    for number in (0, -1, "x"):
        with pytest.raises(ValueError, match="num_envs must be a whole number from 1"):
            SeatVectorEnv("duo", number)  # type: ignore[arg-type]
    for early in (SeatEnv("duo", seat="yellow"), SeatVectorEnv("duo", 2)):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) before step"):
            early.step(np.array([130, 130]))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="game 1: nobody may pass"):
        many.step(np.array([many.action_space.sample()[0], STAY]))
    over = False
    while not over:
        *_, over, _, _ = env.step(env.action_space.sample())
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game is over"):
        env.step(130)
    table = pettingzoo.raw_env("duo")
    table.reset()
    with pytest.raises(ValueError, match="must place a piece"):
        table.step(STAY)


def test_the_board_is_printed_from_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    table = pettingzoo.env("duo", render_mode="human")
    table.reset()
    assert "to play" in capsys.readouterr().out
    env = SeatEnv("duo", opponent="random", render_mode="human")
    env.reset(seed=1)
    assert "to play" in capsys.readouterr().out
    env.step(env.action_space.sample())
    assert "to play" in capsys.readouterr().out


def test_openspiel_knows_which_games_are_zero_sum() -> None:
    for words, zero_sum in (
        ("variant=duo", True),
        ("variant=classic_3,reward=rank", True),
        ("variant=duo,reward=points", False),
        ("variant=trigon_solo", False),
    ):
        game = pyspiel.load_game(f"cornerwise({words})")
        assert (game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM) == zero_sum
        assert (game.utility_sum() == 0) == zero_sum


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
    parts = [part.ravel() for part in observer.dict.values()]
    assert np.array_equal(observer.tensor, np.concatenate(parts))
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
