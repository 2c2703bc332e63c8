"""Perft: how many lines of play there are to a depth. The number checks move generators."""

from __future__ import annotations

from cornerwise.errors import CornerwiseError
from cornerwise.game import Game
from cornerwise.notation import Move


def perft(game: Game, depth: int) -> int:
    """How many sequences of exactly `depth` moves can be played from here.

    A colour that cannot move is passed over and costs no depth (R5); a game that ends sooner
    counts nothing. The game is left as it was.

    >>> perft(Game("classic"), 2)
    3364
    """
    if depth < 0:
        raise CornerwiseError(f"a depth is 0 or more, not {depth}")
    if depth == 0:
        return 1
    if depth == 1:
        return len(game.legal_moves)
    return sum(divide(game, depth).values())


def divide(game: Game, depth: int) -> dict[Move, int]:
    """The same for each first move on its own: it finds the branch in which two counts differ."""
    if depth < 1:
        raise CornerwiseError(f"to divide, a depth is 1 or more, not {depth}")
    counts = {}
    for move in game.legal_moves:
        game.play(move)
        counts[move] = perft(game, depth - 1)
        game.undo()
    return counts
