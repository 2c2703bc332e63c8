"""Whose turn it is: the colour, the seat that plays it, and whether the game is over (R5, C6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b

from cornerwise.kernel import legal
from cornerwise.position import Position
from cornerwise.variants import Colour, Variant


@dataclass(frozen=True)
class State:
    """A position with all that decides who goes on; a value: what happens gives a new one.

    to_play     the colour on turn, None when the game is over
    placements  what it may place
    retired     the seats that left, in that order
    sharer      the number of the seat that takes the next turn of the shared colour (C6)
    """

    position: Position
    to_play: Colour | None
    placements: int
    retired: tuple[str, ...] = ()
    sharer: int = 0

    @classmethod
    def start(
        cls, position: Position, to_play: Colour | None = None, sharer: int | None = None
    ) -> State:
        """The beginning: with this colour, or the first that can place a piece."""
        of = position.variant
        if sharer is None:
            sharer = 0
            if of.shared is not None:  # pieces set up count as if their turns had been taken
                begun = sum(of.counts) - sum(position.hand(of.shared).counts)
                sharer = begun % len(of.seats)
        return cls(position, None, 0, sharer=sharer)._turned_to(to_play or of.first)

    @cached_property
    def key(self) -> str:
        """A text that is equal for equal situations, however they came about (docs/formats.md)."""
        parts = (
            str(self.variant),
            self.to_play,
            sorted(self.retired),
            self.sharer if self.variant.shared is not None else None,
            self.position.situation,
        )
        return blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    @property
    def variant(self) -> Variant:
        return self.position.variant

    def seat_for(self, colour: Colour) -> str:
        """The name of the seat that takes a colour's next turn; a shared one goes round (C6)."""
        seat = self.variant.seat_of(colour) or self.variant.seats[self.sharer]
        return seat.name

    def played(self, colour: Colour, placement: int) -> State:
        """After a placement, which is not checked."""
        after = replace(self, position=self.position.place(colour, placement))
        if colour == self.variant.shared:
            after = after._handed_on()
        at = self.variant.colours.index(colour) + 1
        return after._turned_to(self.variant.colours[at % len(self.variant.colours)])

    def left_by(self, seat: str) -> State:
        """After a seat has left."""
        after = replace(self, retired=(*self.retired, seat))
        if self.variant.seats[self.sharer].name == seat:
            after = after._handed_on()
        return after._turned_to(self.to_play) if self.to_play is not None else after

    @cached_property
    def playing(self) -> tuple[Colour, ...]:
        """The colours that play on after seats have left; none where that decides the game."""
        of = self.variant
        if not self.retired:
            return of.colours
        if of.team_count <= 2 or len(self.retired) == len(of.seats):
            return ()
        left = {c for seat in of.seats if seat.name in self.retired for c in seat.colours}
        return tuple(colour for colour in of.colours if colour not in left)

    @cached_property
    def after_end(self) -> int:
        """Once the game is over: what the shared colour could still place (C6)."""
        shared = self.variant.shared
        if shared is None or self.to_play is not None or shared not in self.playing:
            return 0
        return legal(self.position, shared)

    # --- parts ---------------------------------------------------------------------------

    def _handed_on(self) -> State:
        """The shared colour's next turn goes to the next seat still at the table, if any is."""
        seats = self.variant.seats
        following = (self.sharer + step for step in range(1, len(seats) + 1))
        there = (at for at in following if seats[at % len(seats)].name not in self.retired)
        return replace(self, sharer=next(there, self.sharer) % len(seats))

    def _turned_to(self, colour: Colour) -> State:
        """On turn is the first colour from this one on that plays and can place a piece (R5)."""
        for at, candidate in enumerate(order := self._order_from(colour)):
            if candidate in self.playing and (placements := legal(self.position, candidate)):
                # A shared colour does not keep the game going: some player must be able to (C6).
                if candidate == self.variant.shared and not self._any_can_place(order[at + 1 :]):
                    break
                return replace(self, to_play=candidate, placements=placements)
        return replace(self, to_play=None, placements=0)

    def _any_can_place(self, colours: Sequence[Colour]) -> bool:
        return any(c in self.playing and legal(self.position, c) for c in colours)

    def _order_from(self, colour: Colour) -> tuple[Colour, ...]:
        at = self.variant.colours.index(colour)
        return self.variant.colours[at:] + self.variant.colours[:at]
