"""`VectorGame`: it says what `Game` says, fills any array, and refuses what is wrong."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cornerwise
from cornerwise import VARIANTS, Game, Setup, VectorGame, symmetry_tables, variant
from cornerwise.errors import MissingExtra, VariantError
from cornerwise.random_games import random_game
from cornerwise.symmetry import symmetries
from cornerwise.vector import STAY
from tests.agreement import every_variant
from tests.patience import PATIENCE
from tests.vectors import compare, told


@pytest.mark.parametrize("name", VARIANTS)
def test_equals_single_games(name: str) -> None:
    """Every array, after steps, undo, partial reset, copies and seats that leave."""
    options = every_variant(name)
    for seed, of in enumerate(options[:: max(1, len(options) // 3)]):
        assert compare(of, seed, rounds=25) == 26 * 3


def test_threads_change_nothing() -> None:
    found = []
    for threads in (1, 3):
        games = VectorGame("trigon_3", 130, threads=threads, seed=5)
        seen = games.arrays("mask", "planes", "rewards")
        games.advance("greedy", 12)
        for _ in range(4):
            games.step(games.choose())
        games.reset([3, 129])
        found.append([*(array.copy() for array in seen.values()), games.rollouts("random", 2)])
    assert all(np.array_equal(one, other) for one, other in zip(*found, strict=True))


def test_small_and_large_batches_share_the_work_alike() -> None:
    assert compare(variant("classic_3"), 4, rounds=3, games=80, threads=2) == 4 * 80


def test_is_part_of_the_package_and_needs_numpy_only_for_new_arrays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert cornerwise.VectorGame is VectorGame
    with pytest.raises(AttributeError, match="no attribute 'VectorGames'"):
        _ = cornerwise.VectorGames
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    games = VectorGame("duo", 2)
    ends, counts = bytearray(2), memoryview(bytearray(8)).cast("i")
    mask = memoryview(bytearray(2 * games.action_count)).cast("B", (2, games.action_count))
    games.attach(mask=mask, ends=ends, counts=counts)
    games.step([130, STAY])
    assert counts.tolist() == [414, 828]
    assert bytes(mask)[: games.action_count].count(1) == 414
    with pytest.raises(MissingExtra, match="pip install"):
        games.arrays("mask")


class OnlyDLPack:
    """An array of another library."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


def test_fills_arrays_of_other_libraries_and_keeps_them_alive() -> None:
    games = VectorGame("duo", 3)
    planes = np.zeros(games.fields()["planes"].shape, np.float32)
    counts = np.zeros(3, np.int32)
    games.attach(planes=OnlyDLPack(planes), counts=OnlyDLPack(counts))
    assert counts.tolist() == [828] * 3
    games.step(OnlyDLPack(np.array([130, STAY, 130])))  # type: ignore[arg-type]
    assert planes.sum(axis=(2, 3))[:, [0, 3]].tolist() == [[0, 1], [0, 0], [0, 1]]
    view = counts[:]
    del planes, counts
    gc.collect()
    games.advance("random", 5)
    games.detach()
    assert games.attached == {}
    before = view.tolist()
    games.reset()
    assert view.tolist() == before


DUO = len(Game("duo").tables)

WRONG: dict[str, Callable[[VectorGame], object]] = {
    "game 1: action 0 is not legal": lambda g: g.step([130, 0, 130]),
    "game 0: 13729 is not an action: they are 0 to 13728": lambda g: g.step([DUO, 0, 0]),
    "game 2: -7 is not an action": lambda g: g.step([130, 130, -7]),
    "an action for each of the 3 games, not 2": lambda g: g.step([130, 130]),
    "actions must be whole numbers, not float64": lambda g: g.step(np.zeros(3)),
    "actions must be whole numbers: one is str": lambda g: g.step([130, 130, "x"]),  # type: ignore[list-item]
    "actions must be whole numbers: one is bool": lambda g: g.step([130, 130, True]),
    "actions must be whole numbers, not int": lambda g: g.step(5),  # type: ignore[arg-type]
    "actions must be whole numbers, not NoneType": lambda g: g.step(None),  # type: ignore[arg-type]
    "game 1: 9223372036854775807 is not an action": lambda g: g.step([130, 10**30, 130]),
    "put takes a Game, not NoneType": lambda g: g.put(0, None),  # type: ignore[arg-type]
    "width must be at least 1, not 0": lambda g: g.arrays("actions", width=0),
    "width must be a whole number": lambda g: g.arrays("actions", width="x"),  # type: ignore[arg-type]
    "actions must have one dimension, not 2": lambda g: g.step(np.zeros((3, 1), int)),
    "there is no game 3: they are 0 to 2": lambda g: g.reset([0, 3]),
    "game 1 is named twice": lambda g: g.reset([1, 0, 1]),
    "games has 2 truth values for 3 games": lambda g: g.reset(np.array([True, False])),
    "game 0: there is no move to take back": lambda g: g.undo(),
    "there is no seat 2": lambda g: g.retire(0, 2),
    "'red' is not a seat of duo": lambda g: g.retire(0, "red"),
    "game 1: it cannot be both copied": lambda g: g.copy([0, 1], [1, 2]),
    "each target needs its source": lambda g: g.copy([0, 1], 2),
    "this is a game of classic": lambda g: g.put(0, Game("classic")),
    "game must be a whole number": lambda g: g.put("0", Game("duo")),  # type: ignore[arg-type]
    "agent must be greedy or random, not 'best'": lambda g: g.advance("best"),  # type: ignore[arg-type]
    "moves cannot be negative": lambda g: g.advance("random", -1),
    "there must be 1 to 1000000 playouts, not 0": lambda g: g.rollouts("random", 0),
    "out must be of int32, not int64": lambda g: g.choose(out=np.zeros(3, np.int64)),
    "mask must have the shape (3, 13729), not (3, 5)": lambda g: g.attach(
        mask=np.zeros((3, 5), bool)
    ),
    "ends must be of bool or uint8, not int64": lambda g: g.attach(ends=np.zeros(3, int)),
    "ends is read-only": lambda g: g.attach(ends=bytes(3)),
    "ends must be contiguous": lambda g: g.attach(ends=np.zeros(6, bool)[::2]),
    "counts must be aligned": lambda g: g.attach(
        counts=np.frombuffer(bytearray(13), np.int32, offset=1)
    ),
    "ends must be an array (numpy, the buffer protocol or DLPack), not list": lambda g: g.attach(
        ends=[0, 0, 0]
    ),
    "there is no array 'board'": lambda g: g.attach(board=np.zeros(3)),
    "seats must be of int8": lambda g: g.attach(seats=np.zeros(3, np.uint8)),
    "colours and seats lie in the same memory": lambda g: g.attach(
        **dict.fromkeys(("seats", "colours"), np.zeros(3, np.int8))
    ),
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_is_named_and_changes_nothing(words: str) -> None:
    games = VectorGame("duo", 3)
    seen = games.arrays("mask", "plies")
    with pytest.raises((ValueError, TypeError, IndexError)) as caught:
        WRONG[words](games)
    assert words in str(caught.value)
    assert set(games.attached) == {"mask", "plies"}
    assert seen["plies"].tolist() == [0, 0, 0]
    assert all(games.game(number) == Game("duo") for number in range(3))
    games.step([130] * 3)
    assert seen["plies"].tolist() == [1, 1, 1]


def test_wrong_batches_are_refused() -> None:
    for wrong, words in (
        ({"games": 0}, "1 to 16384 games, not 0"),
        ({"games": "x"}, "games must be a whole number"),
        ({"threads": 1000}, "threads must be 1 to 256, not 1000"),
        ({"reward": "fun"}, "reward must be points or rank or win, not 'fun'"),
        ({"seed": 1.5}, "seed must be a whole number"),
    ):
        with pytest.raises((ValueError, TypeError), match=words):
            VectorGame("duo", **wrong)
    with pytest.raises(VariantError):
        VectorGame("duo", 2, colour="red")


def test_a_game_that_is_over_can_only_stay() -> None:
    games = VectorGame("duo", 2)
    seen = games.arrays("ends", "rewards", "colours")
    games.retire(0, "blue")
    assert seen["ends"].tolist() == [True, False]
    assert seen["rewards"].tolist() == [[-1, 1], [0, 0]]
    with pytest.raises(ValueError, match="game 0: it is over: its action must be -1, not 130"):
        games.step([130, 130])
    with pytest.raises(ValueError, match="game 0: it is over: nobody can leave it"):
        games.retire(0, "yellow")
    games.step([STAY, 130])
    assert seen["colours"].tolist() == [-1, 1]
    assert games.choose().tolist()[0] == STAY


FORKED = """
import os
from cornerwise import VectorGame
games = VectorGame("duo", 64, threads=3, seed=1)
games.advance("random", 1)
child = os.fork()
games.advance("random", 20)  # its threads stayed with the parent: the child needs its own
told = hash(games.arrays("planes")["planes"].tobytes())
if child == 0:
    os._exit(told & 127)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == told & 127)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked on this system")
def test_a_forked_process_goes_on() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-W", "ignore", "-c", FORKED]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_one_thread_at_a_time() -> None:
    games = VectorGame("classic", 64)
    errors: list[Exception] = []

    def busy() -> None:
        try:
            games.rollouts("random", 20)
        except RuntimeError as error:
            errors.append(error)

    threads = [threading.Thread(target=busy) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("another thread is at work on this batch" in str(error) for error in errors)
    games.reset()


def test_the_same_seed_gives_the_same_games() -> None:
    def played(seed: int, agent: Any) -> list[Game]:
        games = VectorGame("trigon", 3, seed=seed)
        games.advance(agent, 4)
        games.step(games.choose(agent))
        return [games.game(number) for number in range(3)]

    for agent in ("random", "greedy"):
        one = played(7, agent)
        assert one == played(7, agent) != played(8, agent)
        assert len({game.key for game in one}) == 3
    games = VectorGame("duo", 2, seed=3)
    first = games.choose().tolist()
    games.reset(seed=3)
    assert games.choose().tolist() == first


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
def test_a_copy_goes_on_alike_in_arrays_of_its_own(
    copied: Callable[[VectorGame], VectorGame],
) -> None:
    games = VectorGame("classic_3", 4, threads=2, seed=3, reward="rank", relative=False)
    seen = games.arrays("mask", "planes", "rewards")
    games.advance("random", 9)
    games.retire(1, "yellow")
    games.advance("greedy", 60)
    games.reset([3])
    other = copied(games)
    before = [array.copy() for array in seen.values()]
    assert all(np.array_equal(*pair) for pair in zip(before, other.attached.values(), strict=True))
    other.advance("greedy", 2)
    assert all(np.array_equal(*pair) for pair in zip(before, seen.values(), strict=True))
    games.advance("greedy", 2)
    for name, array in other.attached.items():
        assert np.array_equal(array, seen[name])
        assert not np.shares_memory(array, seen[name])
    assert [other.game(number) for number in range(4)] == [games.game(n) for n in range(4)]


def test_greedy_places_the_largest_pieces() -> None:
    games = VectorGame("classic", 8)
    games.advance("greedy", 20)
    sizes = {move.piece.size for n in range(8) for move in games.game(n).history}
    assert sizes == {5}


def test_rollouts_tell_the_end_and_change_nothing() -> None:
    games = VectorGame("classic_3", 3, reward="rank")
    seen = games.arrays("plies", "rewards")
    games.put(1, random_game("classic_3", seed=1))
    games.put(2, random_game("classic_3", seed=2, plies=60))
    before = [games.game(number) for number in range(3)]
    found = games.rollouts("random", 4)
    assert np.allclose(found.sum(axis=1), 0, atol=1e-6)
    assert np.allclose(found[1], seen["rewards"][1])
    assert [games.game(number) for number in range(3)] == before
    assert not np.array_equal(found[0], found[2])


@pytest.mark.parametrize("name", ["duo", "trigon", "classic", "junior"])
def test_symmetry_tables_turn_masks_and_planes(name: str) -> None:
    for begun in (False, True):
        plies = 9 if begun else 3
        game = random_game(name, seed=3, plies=plies)
        images = symmetry_tables(name, begun=begun)
        of = game.variant
        every = symmetries(of.board) if begun else of.symmetries
        assert len(images.actions) == len(every)
        before = told(game, "win", True)
        for symmetry, actions, spots in zip(every, images.actions, images.spots, strict=True):
            laid = tuple((colour, move.transformed(symmetry)) for colour, move in game.placements)
            after = told(Game(of, setup=Setup(laid, game.to_play)), "win", True)
            mask, planes = np.zeros_like(before["mask"]), np.zeros_like(before["planes"])
            mask[actions] = before["mask"]
            flat = before["planes"].reshape(len(planes), -1)
            planes.reshape(len(planes), -1)[:, spots] = flat
            assert np.array_equal(mask, after["mask"])
            assert np.array_equal(planes, after["planes"])
