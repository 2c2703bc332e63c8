"""A position to start from instead of the empty board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from cornerwise.errors import SetupError
from cornerwise.notation import Move, parse_move
from cornerwise.position import Illegality, Position
from cornerwise.tables import tables_of
from cornerwise.turns import State
from cornerwise.variants import COLOURS, Colour, Variant


class Fault(NamedTuple):
    """A piece of a setup that no order of play could have laid there, and why."""

    colour: Colour
    move: Move
    reason: Illegality


@dataclass(frozen=True)
class Setup:
    """A position to start from instead of the empty board.

    placements  what lies there: (colour, move) pairs, kept colour by colour
    to_play     the colour on turn; by default the first that can place a piece
    sharer      the seat that takes the next turn of a shared colour (C6); by default the one whose
                turn it is after as many as lie there
    """

    placements: tuple[tuple[Colour, Move], ...] = ()
    to_play: Colour | None = None
    sharer: str | None = None

    def __post_init__(self) -> None:
        # The order between colours means nothing, so that equal positions are equal setups.
        for colour, _ in self.placements:
            if colour not in COLOURS:
                raise SetupError(f"{colour!r} is not a colour: choose one of {', '.join(COLOURS)}")
        by_colour = sorted(self.placements, key=lambda pair: COLOURS.index(pair[0]))
        object.__setattr__(self, "placements", tuple(by_colour))

    def __bool__(self) -> bool:
        return bool(self.placements) or (self.to_play, self.sharer) != (None, None)

    def read(self, variant: Variant) -> Setup:
        """The same with colours and moves of a variant in place of what was given as text."""
        tables = tables_of(variant.edition)
        laid = [(variant.colour(colour), parse_move(tables, m)) for colour, m in self.placements]
        to_play = None if self.to_play is None else variant.colour(self.to_play)
        return replace(self, placements=tuple(laid), to_play=to_play)

    def state(self, variant: Variant) -> State:
        """The state from which a game of a variant goes on; raises if it cannot be laid out."""
        read = self.read(variant)
        return State.start(read._laid_out(variant), read.to_play, self._sharer_of(variant))

    def fault(self, variant: Variant) -> Fault | None:
        """A piece that the rules forbid in whatever order the pieces were laid, if there is one.

        How many pieces each colour has laid is not compared. Raises if they cannot be laid out.

        >>> from cornerwise import Game
        >>> game = Game("duo", moves=["e8,d9,e9,f9,e10", "j5"])
        >>> Setup(game.placements).fault(game.variant) is None
        True
        >>> Setup(((Colour.BLUE, game.move("a1")),)).fault(game.variant).reason.code
        'start'
        """
        read = self.read(variant)
        read._laid_out(variant)
        # Only the first piece of a colour depends on others: each that may have been it is tried.
        found = [read._left_over(variant, first) for first in product(*read._firsts(variant))]
        position, waiting = min(found, key=lambda left: len(left[1]))
        for colour, move in waiting:
            reason = position.why_illegal(colour, move.number)
            if reason is not None:
                return Fault(colour, move, reason)
        return None

    def _firsts(self, variant: Variant) -> list[list[tuple[Colour, Move]]]:
        """For each colour that has laid anything, the pieces that it may have begun with."""
        fields = set(variant.edition.fields)
        firsts = []
        for colour in variant.colours:
            laid = [(c, move) for c, move in self.placements if c == colour]
            if laid:
                firsts.append([pair for pair in laid if fields & set(pair[1].cells)] or laid[:1])
        return firsts

    def _left_over(
        self, variant: Variant, firsts: tuple[tuple[Colour, Move], ...]
    ) -> tuple[Position, list[tuple[Colour, Move]]]:
        """What the rules do not let lie after these first pieces, and the position without it."""
        position = Position.start(variant)
        waiting = [*firsts, *(pair for pair in self.placements if pair not in firsts)]
        before = -1
        while len(waiting) != before:
            before, rest = len(waiting), []
            for colour, move in waiting:
                if position.why_illegal(colour, move.number) is None:
                    position = position.place(colour, move.number)
                else:
                    rest.append((colour, move))
            waiting = rest
        return position, waiting

    def _laid_out(self, variant: Variant) -> Position:
        position = Position.start(variant)
        for colour, move in self.placements:
            reason = position.why_illegal(colour, move.number)
            # Any arrangement of pieces may be studied; only what cannot lie there is refused.
            if reason is not None and reason.code in ("used", "taken"):
                raise SetupError(f"{move} cannot be set up: {reason}")
            position = position.place(colour, move.number)
        return position

    def _sharer_of(self, variant: Variant) -> int | None:
        if self.sharer is None:
            return None
        if variant.shared is None:
            raise SetupError(f"nobody takes turns for others in {variant}: no colour is shared")
        seats = [seat.name for seat in variant.seats]
        if self.sharer not in seats:
            known = ", ".join(seats)
            raise SetupError(f"{self.sharer!r} is not a seat of {variant}: it has {known}")
        return seats.index(self.sharer)
