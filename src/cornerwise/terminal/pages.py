"""A list of moves that is shown page by page, and whose moves are then called by number."""

from __future__ import annotations

from collections.abc import Sequence

from cornerwise.errors import NotationError
from cornerwise.notation import Move

LENGTH = 40
"""Moves on a page: in columns they fit on a small screen, below the board."""


class Pages:
    """Numbered moves, of which some pages have been shown. Only what was shown can be called."""

    def __init__(self, moves: Sequence[Move] = ()) -> None:
        self._moves = moves
        self._page = -1
        self._shown: set[int] = set()

    def __len__(self) -> int:
        return len(self._moves)

    @property
    def count(self) -> int:
        """How many pages there are."""
        return -(-len(self._moves) // LENGTH)

    @property
    def page(self) -> int:
        """The page shown last, counted from 1; 0 before the first."""
        return self._page + 1

    def turned(self, page: int | None = None) -> list[tuple[int, Move]]:
        """The moves of a page, counted from 1, or of the next, each with its number."""
        if not self._moves:
            raise NotationError("there is no list: type moves and a piece to get one")
        if page is None and self.page == self.count:
            raise NotationError("that was the last page of the list")
        chosen = self._page + 1 if page is None else page - 1
        if not 0 <= chosen < self.count:
            pages = "has one page" if self.count == 1 else f"has pages 1 to {self.count}"
            raise NotationError(f"the list {pages}, and no page {page}")
        self._page = chosen
        self._shown.add(chosen)
        first = chosen * LENGTH
        return list(enumerate(self._moves[first : first + LENGTH], start=first + 1))

    def move(self, text: str) -> Move:
        """The move with a number that was shown."""
        number = int(text) if len(text) < 6 else 0
        if not 1 <= number <= len(self._moves) or (number - 1) // LENGTH not in self._shown:
            raise NotationError(f"there is no move {text[:9]} in a list: type moves to get one")
        return self._moves[number - 1]
