"""A player that asks a network."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cornerwise.arrays import numpy
from cornerwise.baselines.network import Network, NetworkError, network_of
from cornerwise.errors import IllegalMove
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.vector import STAY, VectorGame

if TYPE_CHECKING:
    from numpy.typing import NDArray


class NetworkPlayer:
    """Looks one move ahead with a network.

    The policy names the most promising moves. The kernel plays each of them, and the network says
    what the position after it is worth. The move with the best sum of both is played. Nothing is
    left to chance.

    network  a file of weights; by default the package's own for the variant
    width    how many moves are looked at; with 1 the policy decides alone
    trust    how much the value counts: a difference of 1 in the share of the win weighs as much as
             a policy e**trust times as large
    """

    def __init__(
        self, network: str | Path | Network | None = None, width: int = 24, trust: float = 8.0
    ) -> None:
        if not isinstance(width, int) or width < 1:
            raise NetworkError(f"width is the number of moves looked at: 1 or more, not {width!r}")
        self.width, self.trust, self._given = width, trust, network

    @cached_property
    def _own(self) -> Network | None:
        """The network that was given, read when it is first needed."""
        given = self._given
        return given if isinstance(given, Network | None) else Network.load(Path(given))

    def choose(self, game: Game) -> Move:
        """The move that looks best."""
        if game.is_over:
            raise IllegalMove("the game is over: there is no move to choose")
        network = self._own or network_of(game.variant)
        if game.variant != network.variant:
            raise NetworkError(f"this network plays {network.variant}, not {game.variant}")
        np = numpy()
        games = VectorGame(game.variant, self.width)
        games.put(0, game)
        seen = games.arrays("planes", "pieces", "seats", "ends", "rewards")
        logits, _ = network(seen["planes"][:1], seen["pieces"][:1])
        legal = np.array(game.legal_moves.numbers)
        best = legal[np.argsort(-logits[0, legal], kind="stable")[: self.width]]
        if len(best) > 1:
            worth = self._values(games, best, network) * self.trust + logits[0, best]
            best = best[np.argsort(-worth, kind="stable")]
        return game.move(int(best[0]))

    def _values(self, games: VectorGame, actions: NDArray[Any], network: Network) -> NDArray[Any]:
        """The share of the win that the seat on turn may expect after each of its actions."""
        np, seen = numpy(), games.attached
        mine = int(seen["seats"][0])
        games.copy(np.zeros(len(actions) - 1, np.int32), np.arange(1, len(actions)))
        games.step(np.append(actions, [STAY] * (len(games) - len(actions))).astype(np.int32))
        rows = slice(len(actions))
        _, value = network(seen["planes"][rows], seen["pieces"][rows])
        value = np.where(seen["seats"][rows] == mine, value, 1 - value)
        result = (seen["rewards"][rows, mine] + 1) / 2
        return np.where(seen["ends"][rows], result, value)  # type: ignore[no-any-return]
