"""The lie of the land: how far cells are from the middle, and which free cells hang together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from cornerwise.geometry import Board, bits, mask_of
from cornerwise.tables import union


@cache
def steps_to_centre(board: Board) -> tuple[int, ...]:
    """How many steps each cell is from the middle of the board; cells touch or share an edge."""
    steps = [0] * len(board)
    front = seen = _middle(board)
    away = 0
    while front:
        for cell in bits(front):
            steps[cell] = away
        near = union(board.edges, bits(front)) | union(board.vertices, bits(front))
        front = near & ~seen
        seen |= front
        away += 1
    return tuple(steps)


def _middle(board: Board) -> int:
    """The cells that have a lattice point nearest to the middle of the board."""
    columns, rows = zip(*board.lattice, strict=True)
    x_sum, y_sum = min(columns) + max(columns), min(rows) + max(rows)
    away = [abs(2 * x - x_sum) + abs(2 * y - y_sum) for x, y in board.lattice]
    least = min(away)
    return mask_of(
        cell
        for cell, points in enumerate(board.corners)
        if least in (away[point] for point in points)
    )


def parts(board: Board, seeds: int, free: int) -> Iterator[int]:
    """The parts of the free cells, connected by edges, that hold these cells."""
    while seeds:
        part = front = seeds & -seeds
        while front:
            front = union(board.edges, bits(front)) & free & ~part
            part |= front
        yield part
        seeds &= ~part
