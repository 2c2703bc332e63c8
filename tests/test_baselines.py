"""Baselines: legal, repeatable, and the network as it was trained."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cornerwise import Game, VectorGame
from cornerwise.arena import Match, play_round
from cornerwise.baselines import BASELINES, Network, NetworkError, NetworkPlayer, network_of
from cornerwise.baselines.network import FOLDER, aims
from cornerwise.random_games import random_game
from cornerwise.tables import tables_of
from cornerwise.variants import VARIANTS, variant


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("game", VARIANTS)
def test_the_same_seed_and_game_give_the_same_move(name: str, game: str) -> None:
    begun = random_game(game, seed=3, plies=9)
    moves = [BASELINES[name](seed).choose(begun) for seed in range(8)]
    assert moves == [BASELINES[name](seed).choose(begun) for seed in range(8)]
    assert all(move in begun.legal_moves for move in moves)
    assert len(set(moves)) > 1


def test_the_greedy_one_uses_its_largest_pieces() -> None:
    game = random_game("classic_2", seed=1, plies=30)
    largest = max(move.piece.size for move in game.legal_moves)
    assert {BASELINES["greedy"](seed).choose(game).piece.size for seed in range(10)} == {largest}


@pytest.mark.parametrize("game", ["duo", "trigon_3"])
def test_every_action_has_a_place_of_its_own_in_the_policy(game: str) -> None:
    """A placement that is moved keeps its plane, and its spot moves with it."""
    found, tables = aims(variant(game)), tables_of(variant(game).edition)
    assert len(set(zip(found.orientation.tolist(), found.spot.tolist(), strict=True))) == len(
        tables
    )
    assert found.planes == sum(len(piece.orientations) for piece in tables.pieces)
    width = tables.board.width
    steps: dict[int, set[tuple[int, int]]] = {}
    for number, kind in enumerate(found.orientation.tolist()):
        x, y = tables.moved[number]
        row, column = divmod(int(found.spot[number]), width)
        steps.setdefault(kind, set()).add((row - y, column - x))
    assert all(len(apart) == 1 for apart in steps.values())


def test_the_network_reads_only_its_game(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match="there is no network for trigon: there is one for duo"):
        NetworkPlayer().choose(Game("trigon"))
    own = FOLDER / "duo.npz"
    with pytest.raises(NetworkError, match="this network plays duo, not classic"):
        NetworkPlayer(own).choose(Game("classic"))
    other = tmp_path / "other.npz"
    for content in (b"", b"PK", b"no network"):
        other.write_bytes(content)
        with pytest.raises(NetworkError, match=r"other\.npz holds no network"):
            NetworkPlayer(other).choose(Game("duo"))
    np.savez(other, weights=np.zeros(3))
    with pytest.raises(NetworkError, match=r"other\.npz holds no network"):
        NetworkPlayer(other).choose(Game("duo"))
    with pytest.raises(NetworkError, match="1 or more, not 0"):
        NetworkPlayer(width=0)


def test_the_network_of_the_package_is_small_and_says_where_it_comes_from() -> None:
    for file in FOLDER.iterdir():
        assert file.stat().st_size < 1_000_000
        about = Network.load(file).about
        assert about["variant"] == file.stem
        assert about["games"] > 0
        assert about["held out"]["policy loss"] > 0


def test_the_network_judges_a_batch_like_its_games_alone(tmp_path: Path) -> None:
    games = VectorGame("duo", 5, seed=1)
    seen = games.arrays("planes", "pieces")
    games.advance("random", 6)
    network = network_of(variant("duo"))
    logits, values = network(seen["planes"], seen["pieces"])
    for number in range(5):
        alone = slice(number, number + 1)
        one, value = network(seen["planes"][alone], seen["pieces"][alone])
        assert one[0] == pytest.approx(logits[number], abs=1e-3)
        assert value[0] == pytest.approx(values[number], abs=1e-3)
    network.save(tmp_path / "again.npz")
    again, _ = Network.load(tmp_path / "again.npz")(seen["planes"], seen["pieces"])
    assert (again == logits).all()


def test_the_network_plays_well_enough_to_beat_chance() -> None:
    match = Match.between(["network", "random"], "duo", seed=2)
    rounds = [play_round(match, number) for number in range(2)]
    assert all(not game.fault for played in rounds for game in played.games)
    assert [played.share(0) for played in rounds] == [1.0, 1.0]


@pytest.mark.parametrize("width", [1, 8])
def test_it_plays_to_the_end_of_any_game(width: int) -> None:
    player = NetworkPlayer(width=width)
    game = random_game("duo", seed=4, plies=12)
    again = game.copy()
    while not game.is_over:
        game.play(player.choose(game))
    while not again.is_over:
        again.play(player.choose(again))
    assert game.history == again.history
