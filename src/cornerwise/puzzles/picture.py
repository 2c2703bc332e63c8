"""Puzzles as text and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters, digits

from cornerwise import render
from cornerwise.puzzles.puzzle import Laid, Puzzle
from cornerwise.puzzles.region import drawn

_LETTERS = ascii_letters[26:] + ascii_letters[:26] + digits

Span = tuple[str, str]
"""Some text and the name of its colour, "" for none."""


def spans(puzzle: Puzzle, laid: Sequence[Laid] = ()) -> list[list[Span]]:
    """The region row by row, each piece with a letter of its own."""
    board = puzzle.board
    found: dict[tuple[int, int], Span] = {}
    for number, (colour, move) in enumerate(laid):
        letter = _LETTERS[number % len(_LETTERS)]
        found |= {board.places[cell]: (letter, str(colour)) for cell in move.cells}
    gap = " " if len(board.grid.tiles) == 1 else ""
    return [
        [
            _padded(found.get((x + board.shift, y), (" " if sign == "." else sign, "")), gap)
            for x, sign in enumerate(row)
        ]
        for y, row in enumerate(drawn(board))
    ]


def _padded(span: Span, gap: str) -> Span:
    return span[0] + gap, span[1]


def text(puzzle: Puzzle, laid: Sequence[Laid] = ()) -> str:
    """The same as plain text."""
    return "\n".join("".join(sign for sign, _ in row).rstrip() for row in spans(puzzle, laid))


def svg(
    puzzle: Puzzle,
    laid: Sequence[Laid] = (),
    *,
    size: int = 480,
    theme: str = "light",
    coordinates: bool = True,
) -> str:
    """The region and the pieces on it as SVG."""
    placements = [(str(colour), str(move)) for colour, move in laid]
    return render.diagram(
        puzzle.board,
        placements,
        title=puzzle.title,
        size=size,
        theme=theme,
        coordinates=coordinates,
    )
