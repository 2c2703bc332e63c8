"""How long a controller lets us think: `time_settings` and `time_left`."""

from __future__ import annotations

from cornerwise.variants import Colour

LEAST = 0.02
"""Seconds for a move when the time is over: a move must be made all the same."""


class Clock:
    """The time that each colour has left, as far as the controller has said.

    A period of 0 moves is for the rest of the game; of 1 or more it is for so many moves.
    """

    def __init__(self) -> None:
        self._main: float | None = None
        self._period = (0.0, 0)
        self._left: dict[Colour, tuple[float, int]] = {}

    def set(self, main: float, period: float, moves: int) -> None:
        """Time for the whole game, then time for so many moves again and again.

        A period without moves means no limit at all, as the protocol has it.
        """
        unlimited = period > 0 and moves == 0
        self._main = None if unlimited else main
        self._period = (period, moves)
        self._left.clear()

    def tell(self, colour: Colour, seconds: float, moves: int) -> None:
        """What the controller says that a colour has left."""
        self._left[colour] = (seconds, moves)

    def seconds(self, colour: Colour, pieces: int) -> float | None:
        """How long to think now, with so many pieces left to place; None for no limit."""
        if colour in self._left:
            left, moves = self._left[colour]
        elif self._main is None:
            return None
        else:
            left, moves = (self._main, 0) if self._main > 0 else self._period
        # Hardly anybody places everything: three moves for four pieces are to be expected.
        expected = moves if moves > 0 else 1 + 0.75 * pieces
        return max(LEAST, 0.95 * left / expected)

    def spend(self, colour: Colour, seconds: float) -> None:
        """Note what a move took, for controllers that do not tell."""
        if self.seconds(colour, 0) is None:
            return
        left, moves = self._left.get(colour, (self._main or 0.0, 0))
        if left > seconds:
            self._left[colour] = (left - seconds, max(0, moves - 1))
        else:
            self._left[colour] = self._period if self._period[1] else (0.0, 0)
