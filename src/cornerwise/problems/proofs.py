"""What comes of a move if both sides play on perfectly: proved by the solver of endings."""

from __future__ import annotations

from typing import NamedTuple

from cornerwise import _kernel
from cornerwise.engine.player import position_of
from cornerwise.game import Game
from cornerwise.notation import AnyMove

NODES = 1_000_000
"""Positions that the solver may look at to prove all moves of a problem: half a second."""

_ENDLESS = 1e9


class Proof(NamedTuple):
    """A move, and the end of the game that it leads to.

    margin  by how many points the side that made the move comes out ahead, less than 0 if behind
    line    the placements up to the end of the game, beginning with the move; both sides play best
    """

    move: int
    margin: int
    line: tuple[int, ...]


def proofs(game: Game, nodes: int = NODES) -> tuple[Proof, ...]:
    """What is proved of every legal move, the best first; nothing if that is not found so soon."""
    position = position_of(game)
    found = _kernel.Solver(position).solve(nodes, _ENDLESS)
    return tuple(
        Proof(move, _margin(points, position.side), tuple(line))
        for move, points, line, _, _ in found
    )


def proof_of(game: Game, move: AnyMove, nodes: int = NODES) -> Proof | None:
    """What is proved of one legal move; None if that is not found so soon."""
    number = game.move(move).number
    side = position_of(game).side
    after = game.copy()
    after.play(number)
    position = position_of(after)
    if after.is_over:
        return Proof(number, _margin(position.side_points(), side), (number,))
    best = _kernel.Solver(position).best(nodes, _ENDLESS)
    if best is None:
        return None
    _, points, line, _, exact = best
    return Proof(number, _margin(points, side), (number, *line)) if exact else None


def _margin(points: list[int], side: int) -> int:
    return points[side] - points[1 - side]
