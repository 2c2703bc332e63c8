"""Make the patterns that come with the package: python benchmarks/make_patterns.py [GRID]

Every figure is tried with one colour or several, first for a unique solution. What comes out
depends on the seeds alone. Give the name of a grid to make only its patterns.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import cornerwise
from cornerwise.errors import PuzzleError
from cornerwise.geometry import GRIDS, SQUARES, Board, Grid
from cornerwise.puzzles import collection, generate
from cornerwise.puzzles.figures import figures, random_figure
from cornerwise.puzzles.puzzle import Puzzle
from cornerwise.puzzles.record import list_to_json

DATA = Path(cornerwise.__file__).parent / "puzzles" / "data"
LARGE = 49  # a region of so many cells has too many solutions to look for a unique one
RANDOM = [
    ("mirror", 12), ("half", 12), ("mirror", 15), ("half", 16), ("mirror", 20), ("mirror", 32),
    ("mirror", 44), ("half", 26), ("half", 38), ("turn", 28), ("turn", 40), ("turn", 48),
    ("full", 24), ("full", 36),
]  # fmt: skip


def main() -> None:
    for grid in [GRIDS[name] for name in sys.argv[1:]] or GRIDS.values():
        found = [pattern for at, (name, board) in enumerate(regions(grid))
                 if (pattern := made(name, board, at))]  # fmt: skip
        found.sort(key=lambda pattern: (pattern.level, pattern.piece_count, pattern.name))
        (DATA / f"{grid.name}.json").write_text(list_to_json(found), encoding="utf-8")


def regions(grid: Grid) -> list[tuple[str, Board]]:
    drawn = [(name, board) for name, board in figures().items() if board.grid is grid]
    ending = "" if grid is SQUARES else "-3"
    random = [
        (f"{symmetry}-{size}{ending}", random_figure(grid, size, symmetry, Random(at)))
        for at, (symmetry, size) in enumerate(RANDOM)
    ]
    return drawn + random


def made(name: str, board: Board, seed: int) -> Puzzle | None:
    known = collection().get(name)  # somebody has looked at it and given it a name
    title = known.title if known else name.removesuffix("-3").replace("-", " ").capitalize()
    colours = (1, 4, 2, 3, 4, 1)[seed % 6]
    wishes = [(colours, True), (1, True), (1, False)]
    for many, unique in wishes if len(board) < LARGE else wishes[2:]:
        try:
            pattern = generate(board, name=name, title=title, colours=many, unique=unique,
                               seed=seed, attempts=60, seconds=3600)  # fmt: skip
        except PuzzleError as error:
            print(error)
            continue
        kind = "unique" if pattern.is_unique else "several solutions"
        print(f"{name}: {pattern.piece_count} pieces, level {pattern.level}, {kind}", flush=True)
        return pattern
    return None


if __name__ == "__main__":
    main()
