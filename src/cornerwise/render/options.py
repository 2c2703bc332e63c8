"""The options of a picture of a board, checked once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from cornerwise.errors import PictureError
from cornerwise.notation import Move
from cornerwise.render.palette import THEMES, Theme

SMALLEST, LARGEST = 16, 4096
"""The sizes that a picture may have, in pixels."""


@dataclass(frozen=True)
class Options:
    """How to draw a board.

    size          the longer side of the picture in pixels
    theme         "light" or "dark"
    coordinates   letters and numbers in the rim
    move_numbers  the number of its move on each piece
    last_move     a white line in the piece placed last
    anchors       a colour: dots in the cells where it can connect
    highlight     placements to show as ghosts of the colour on turn, the best first
    patterns      a sign of its colour in each cell: dots, stripes, rings, crosses
    """

    size: int = 640
    theme: str = "light"
    coordinates: bool = True
    move_numbers: bool = False
    last_move: bool = True
    anchors: str | None = None
    highlight: Iterable[Move | str | int] = ()
    patterns: bool = False

    def __post_init__(self) -> None:
        checked_size(self.size)
        checked_theme(self.theme)
        if isinstance(self.highlight, str) or not isinstance(self.highlight, Iterable):
            raise PictureError("highlight is a list of moves: write [move] for a single one")
        object.__setattr__(self, "highlight", tuple(self.highlight))

    @classmethod
    def of(cls, given: dict[str, Any]) -> Options:
        """The options given by name."""
        known = [field.name for field in fields(cls)]
        for name in given:
            if name not in known:
                raise PictureError(
                    f"there is no option {name!r} for pictures: they are {', '.join(known)}"
                )
        return cls(**given)


def checked_size(size: int) -> int:
    """The size, if a picture can have it."""
    if not isinstance(size, int) or isinstance(size, bool) or not SMALLEST <= size <= LARGEST:
        raise PictureError(f"a picture's size is {SMALLEST} to {LARGEST} pixels, not {size!r}")
    return size


def checked_theme(name: str) -> Theme:
    """The theme of this name."""
    if name not in THEMES:
        raise PictureError(f"{name!r} is not a theme: choose one of {', '.join(THEMES)}")
    return THEMES[name]
