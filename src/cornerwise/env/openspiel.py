"""A game of OpenSpiel, registered when this module is imported.

>>> import pyspiel
>>> from cornerwise.env import openspiel
>>> game = pyspiel.load_game("cornerwise(variant=duo,scoring=basic)")
>>> state = game.new_initial_state()
>>> state.apply_action(130)
>>> state.current_player(), len(state.legal_actions())
(1, 414)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cornerwise.extras import need

need("openspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

from cornerwise.env.seen import Seen  # noqa: E402
from cornerwise.errors import CornerwiseError  # noqa: E402
from cornerwise.game import Game  # noqa: E402
from cornerwise.tables import tables_of  # noqa: E402
from cornerwise.variants import OPTIONS, USUAL, Variant, variant  # noqa: E402

NAME = "cornerwise"
MOST_PLAYERS = 4


def _game_type(utility: pyspiel.GameType.Utility) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Cornerwise",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"variant": USUAL, "reward": "win", **dict.fromkeys(OPTIONS, "")},
    )


GAME_TYPE = _game_type(pyspiel.GameType.Utility.GENERAL_SUM)
"""As it is registered: with points the sum is anything."""
ZERO_SUM = _game_type(pyspiel.GameType.Utility.ZERO_SUM)
"""Of a game that is loaded with the reward win or rank, for two sides or more. Some algorithms of
OpenSpiel take no other."""


class CornerwiseGame(pyspiel.Game):  # type: ignore[misc]
    """A variant with its options. The players are the seats, in playing order."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**GAME_TYPE.parameter_specification, **(params or {})}
        chosen = {option: given[option] or None for option in OPTIONS}
        try:
            self.variant = variant(given["variant"], **chosen)
            self.reward = given["reward"]
            self.seen = Seen(self.variant, 1, reward=self.reward)
        except (CornerwiseError, ValueError) as error:
            raise pyspiel.SpielError(str(error)) from None
        contest = self.variant.team_count > 1 and self.reward != "points"
        of_type = ZERO_SUM if contest else GAME_TYPE
        info = _game_info(self.variant, self.reward, 0.0 if contest else None)
        super().__init__(of_type, info, dict(params or {}))

    def new_initial_state(self, state: object = None) -> CornerwiseState:
        return CornerwiseState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self, params)
        from open_spiel.python.observation import IIGObserverForPublicInfoGame

        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def _game_info(of: Variant, reward: str, total: float | None) -> pyspiel.GameInfo:
    least, most = -1.0, 1.0
    if reward == "points":
        colours = [len(seat.colours) for seat in of.seats]
        partners = len(of.seats) // of.team_count
        scoring = of.scoring
        cells = sum(n * piece.size for n, piece in zip(of.counts, of.pieces, strict=True))
        least = -float(abs(scoring.cell) * cells * max(colours) * partners)
        bonus = abs(scoring.bonus) + abs(scoring.single_bonus)
        most = float(max(1, bonus * max(colours) * partners))
    return pyspiel.GameInfo(
        num_distinct_actions=len(tables_of(of.edition)),
        max_chance_outcomes=0,
        num_players=len(of.seats),
        min_utility=least,
        max_utility=most,
        utility_sum=total,
        max_game_length=len(of.colours) * sum(of.counts),
    )


class CornerwiseState(pyspiel.State):  # type: ignore[misc]
    """A game so far."""

    def __init__(self, game: CornerwiseGame) -> None:
        super().__init__(game)
        self.game = Game(game.variant)

    def current_player(self) -> int:
        if self.game.seat_to_play is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return [seat.name for seat in self.game.variant.seats].index(self.game.seat_to_play)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.game.legal_moves.numbers)

    def _apply_action(self, action: int) -> None:
        self.game.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{self.game.variant.seats[player]} {self.game.move(action)}"

    def is_terminal(self) -> bool:
        return self.game.is_over

    def returns(self) -> list[float]:
        if not self.game.is_over:
            return [0.0] * len(self.game.variant.seats)
        seen = self.get_game().seen
        seen.games.put(0, self.game)
        return [float(reward) for reward in seen.arrays["rewards"][0]]

    def __str__(self) -> str:
        return str(self.game)


class Observer:
    """What a player sees, as one row of numbers and in parts (docs/research.md)."""

    def __init__(self, game: CornerwiseGame, params: object) -> None:
        if params:
            raise pyspiel.SpielError(f"an observation takes no parameters, but these are {params}")
        self._seen = game.seen
        self._parts = ("observation", "pieces", "phase")
        parts = {name: self._seen.observation(0)[name] for name in self._parts}
        colours = len(game.variant.colours)
        shapes = {**{name: part.shape for name, part in parts.items()}, "colour": (colours,)}
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[at : at + sizes[name]].reshape(shape)
            at += sizes[name]

    def set_from(self, state: CornerwiseState, player: int) -> None:
        """Write what a player sees to `tensor`."""
        self._seen.games.put(0, state.game)
        found = self._seen.observation(player)
        for name in self._parts:
            self.dict[name][...] = found[name]
        self.dict["colour"][...] = 0
        self.dict["colour"][found["colour"]] = 1

    def string_from(self, state: CornerwiseState, player: int) -> str:
        """The board as text: all players see the same."""
        return str(state)


pyspiel.register_game(GAME_TYPE, CornerwiseGame)
