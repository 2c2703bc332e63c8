"""Make the patterns that come with the package: python benchmarks/make_patterns.py

Every figure is tried with one colour and with several, first for a unique solution. The files
depend on the seeds alone unless a search runs out of time.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import cornerwise
from cornerwise.errors import PuzzleError
from cornerwise.geometry import SQUARES, TRIANGLES, Board, Grid
from cornerwise.puzzles import generate
from cornerwise.puzzles.figures import figures, random_figure
from cornerwise.puzzles.puzzle import Puzzle
from cornerwise.puzzles.record import list_to_json

DATA = Path(cornerwise.__file__).parent / "puzzles" / "data"
RANDOM = [("mirror", 20), ("mirror", 32), ("mirror", 44), ("half", 26), ("half", 38),
          ("turn", 28), ("turn", 40), ("turn", 48), ("full", 24), ("full", 36)]  # fmt: skip


def main() -> None:
    for grid in (SQUARES, TRIANGLES):
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
    title = name.removesuffix("-3").replace("-", " ").capitalize()
    colours = (1, 4, 2, 3, 4, 1)[seed % 6]
    for many, unique in ((colours, True), (1, True), (1, False)):
        try:
            pattern = generate(board, name=name, title=title, colours=many, unique=unique,
                               seed=seed, seconds=12)  # fmt: skip
        except PuzzleError as error:
            print(error)
            continue
        kind = "unique" if pattern.is_unique else "several solutions"
        print(f"{name}: {pattern.piece_count} pieces, level {pattern.level}, {kind}", flush=True)
        return pattern
    return None


if __name__ == "__main__":
    main()
