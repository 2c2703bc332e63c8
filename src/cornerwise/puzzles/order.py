"""From an arrangement of pieces to a game: an order in which the rules let them be laid."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cornerwise.errors import PuzzleError
from cornerwise.game import Game
from cornerwise.puzzles.puzzle import Laid, Puzzle


def as_game(puzzle: Puzzle, solution: Iterable[Laid], first: Collection[Laid] = ()) -> Game:
    """A game that lays these pieces move by move, some of them first.

    Colours do not hinder each other, since every piece has its place already; and what a colour
    may lay once it may lay ever after. So each colour lays whichever it can, big pieces first.
    """
    if not puzzle.game:
        raise PuzzleError(f"{puzzle} is not laid by the rules of a game")
    game = Game(puzzle.game)
    rest = sorted(solution, key=lambda laid: (laid not in first, -laid.move.piece.size))
    while rest:
        legal = game.legal_moves.placements
        for laid in rest:
            if laid.colour == game.to_play and legal >> laid.move.number & 1:
                game.play(laid.move)
                rest.remove(laid)
                break
        else:
            raise PuzzleError(
                f"{game.to_play or 'nobody'} can lay none of the pieces that are left"
            )
    return game
