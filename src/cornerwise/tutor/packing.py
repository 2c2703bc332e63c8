"""Which pieces a colour can place one after the other: small searches that give up in time."""

from __future__ import annotations

from cornerwise import kernel
from cornerwise.geometry import bits, mask_of
from cornerwise.position import Position
from cornerwise.variants import Colour


def packed(
    position: Position, colour: Colour, allowed: int, *, looks: int, goal: int
) -> tuple[int, ...]:
    """Placements that a colour can make in this order, all among the allowed ones.

    They cover as many cells as were found within so many looks at a position, or `goal` cells.
    """
    search = _Packing(colour, allowed, looks, goal)
    search.follow(position, (), 0)
    return search.best


class _Packing:
    def __init__(self, colour: Colour, allowed: int, looks: int, goal: int) -> None:
        self.colour, self.allowed, self.looks, self.goal = colour, allowed, looks, goal
        self.best: tuple[int, ...] = ()
        self.most = 0

    def follow(self, position: Position, made: tuple[int, ...], cells: int) -> None:
        """Try what can come next, the largest pieces first."""
        if cells > self.most:
            self.best, self.most = made, cells
        tables = position.tables
        legal = kernel.legal(position, self.colour) & self.allowed
        # Placements are numbered by piece, the smallest first.
        for placement in reversed(list(bits(legal))):
            if self.most >= self.goal or self.looks <= 0:
                return
            self.looks -= 1
            after = position.place(self.colour, placement)
            self.follow(after, (*made, placement), cells + len(tables.cells[placement]))


def cells_of(position: Position, placements: tuple[int, ...]) -> int:
    """The cells that placements cover."""
    return mask_of(cell for placement in placements for cell in position.tables.cells[placement])
