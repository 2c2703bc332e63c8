"""Figures for patterns: drawings with names, and random ones with a symmetry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from random import Random
from types import MappingProxyType

from cornerwise.errors import PuzzleError
from cornerwise.geometry import GRIDS, SQUARES, Board, Grid, bits, hexagon, rectangle
from cornerwise.puzzles.region import board_of, region
from cornerwise.symmetry import Symmetry, symmetries


@cache
def figures() -> Mapping[str, Board]:
    """The drawings that come with the package, by name."""
    found = {}
    for grid in GRIDS.values():
        path = files("cornerwise.puzzles") / "data" / f"figures-{grid.name}.txt"
        for drawing in path.read_text(encoding="utf-8").strip().split("\n\n"):
            name, *rows = drawing.split("\n")
            found[name] = region(name, grid, rows)
    return MappingProxyType(found)


SYMMETRIES: Mapping[str, Callable[[int, int], tuple[int, ...]]] = MappingProxyType(
    {
        "none": lambda turns, every: (0,),
        "half": lambda turns, every: (0, turns // 2),
        "mirror": lambda turns, every: (0, turns),
        "turn": lambda turns, every: tuple(range(turns)),
        "full": lambda turns, every: tuple(range(every)),
    }
)
"""Which of the symmetries of a whole board a random figure keeps."""


def figure(name: str) -> Board:
    """The region of a drawing."""
    if name not in figures():
        raise PuzzleError(f"{name!r} is not a figure: they are {', '.join(figures())}")
    return figures()[name]


def random_figure(grid: Grid, size: int, symmetry: str, random: Random) -> Board:
    """A connected figure of about so many cells that keeps a symmetry."""
    if symmetry not in SYMMETRIES:
        raise PuzzleError(f"{symmetry!r} is not a symmetry: choose one of {', '.join(SYMMETRIES)}")
    if not 4 <= size <= 100:
        raise PuzzleError(f"a random figure has 4 to 100 cells, not {size}")
    board = rectangle("", 14, 14) if grid is SQUARES else hexagon("", 6)
    every = symmetries(board)
    images = [every[at] for at in SYMMETRIES[symmetry](grid.turns, len(every))]
    while True:
        cells = _grown(board, images, size, random)
        if _connected(board, cells):
            return board_of("figure", grid, [board.places[cell] for cell in cells])


def _grown(board: Board, images: list[Symmetry], size: int, random: Random) -> set[int]:
    """Cells from the middle outwards; of two that could be next, the one with more neighbours."""
    height = board.height
    middle = [c for c, (_, y) in enumerate(board.places) if abs(2 * y + 1 - height) <= 2]
    middle.sort(key=lambda cell: abs(2 * (board.places[cell][0] - board.shift) + 1 - board.width))
    first = random.choice(middle[:4])
    cells = {image[first] for image in images}
    while len(cells) < size:
        edge = sorted({near for cell in cells for near in bits(board.edges[cell])} - cells)
        tried = [random.choice(edge) for _ in range(2)]
        best = max(tried, key=lambda c: sum(near in cells for near in bits(board.edges[c])))
        cells |= {image[best] for image in images}
    return cells


def _connected(board: Board, cells: set[int]) -> bool:
    found = [min(cells)]
    seen = set(found)
    for cell in found:
        more = [near for near in bits(board.edges[cell]) if near in cells and near not in seen]
        seen.update(more)
        found += more
    return len(found) == len(cells)
