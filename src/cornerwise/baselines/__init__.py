"""Baselines: players to compare others with, by name (docs/baselines.md).

agents          any legal move, and any move with a large piece
network → player   a small network that was trained on the engine's games

The engine's levels are baselines, too: the arena knows them as `level:1` to `level:9`.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from cornerwise.baselines.agents import GreedyPlayer, RandomPlayer
from cornerwise.baselines.network import Network, NetworkError, network_of
from cornerwise.baselines.player import NetworkPlayer
from cornerwise.computer import Player, SimpleComputer

BASELINES: Mapping[str, Callable[[int], Player]] = MappingProxyType(
    {
        "simple": SimpleComputer,
        "random": RandomPlayer,
        "greedy": GreedyPlayer,
        "network": lambda seed: NetworkPlayer(),
    }
)
"""Players by name; each is made from a seed."""

__all__ = [
    "BASELINES",
    "GreedyPlayer",
    "Network",
    "NetworkError",
    "NetworkPlayer",
    "RandomPlayer",
    "network_of",
]
