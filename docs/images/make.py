"""The pictures in docs/: `python docs/images/make.py` writes them anew.

A test compares what it would write with what is there.
"""

from __future__ import annotations

from pathlib import Path

import cornerwise
from cornerwise import render
from cornerwise.geometry import TRIANGLES, Board, rectangle


def some_moves(name: str, count: int) -> cornerwise.Game:
    """A game that fills the board evenly: each colour heads for the middle with large pieces."""
    game = cornerwise.Game(name)
    board = game.variant.board
    middle = [(2 * a + b) / 2 for a, b in ((board.shift, board.width - 1), (0, board.height - 1))]

    def merit(move: cornerwise.Move) -> tuple[float, int]:
        far = min(
            sum(
                ((at - to) * unit) ** 2
                for at, to, unit in zip(board.places[cell], middle, board.grid.unit, strict=True)
            )
            for cell in move.cells
        )
        # A number from the move itself varies the choice and never changes.
        return 6 * move.piece.size - far**0.5 - move.number * 7919 % 97 / 9, move.number

    for _ in range(count):
        if game.is_over:
            break
        game.play(max(game.legal_moves, key=merit))
    return game


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    classic, trigon = some_moves("classic", 36), some_moves("trigon", 40)
    duo = some_moves("duo", 12)
    small = rectangle("small", 6, 5)
    corner = [("blue", "a4,b4,b3,b2")]
    narrow = Board("narrow", TRIANGLES, ((2, 10), (1, 11), (1, 11), (2, 10)), shift=1)
    ranked = sorted(duo.legal_moves, key=lambda move: (-move.piece.size, move.number * 31 % 101))
    return {
        "classic.svg": classic.svg(size=520, anchors=classic.to_play),
        "duo-numbers.svg": duo.svg(size=400, move_numbers=True, last_move=False),
        "duo-highlight.svg": duo.svg(size=400, highlight=[ranked[0], ranked[40], ranked[90]]),
        "trigon-dark.svg": trigon.svg(size=520, theme="dark", patterns=True),
        "pieces-classic.svg": render.pieces("classic", "blue", columns=7, names=True, size=560),
        "pieces-trigon.svg": render.pieces("trigon", "red", columns=8, names=True, size=560),
        "rule-corner.svg": render.diagram(small, corner, ghosts=[("blue", "c1,d1,d2,e2")]),
        "rule-side.svg": render.diagram(small, corner, ghosts=[("blue", "c2,d2,d3,e3")]),
        "rule-open.svg": render.diagram(small, corner, dots=[("blue", "c1,a1,c5")]),
        "rule-triangles.svg": render.diagram(
            narrow, [("red", "e4,d3,e3,f3")], ghosts=[("red", "e2,e1,f1")], size=300
        ),
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        (Path(__file__).parent / name).write_text(picture + "\n", encoding="utf-8")
