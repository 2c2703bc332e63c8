"""Find all solutions of the rectangle and write classics.json: minutes on a busy machine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cornerwise
from cornerwise.puzzles import count, read_puzzles
from cornerwise.puzzles.generate import written
from cornerwise.puzzles.record import list_to_json

CLASSICS = Path(cornerwise.__file__).parent / "puzzles" / "data" / "classics.json"


def main() -> None:
    found = []
    for puzzle in read_puzzles(CLASSICS):
        if not puzzle.game:
            counted = count(replace(puzzle, complete=False, solutions=()))
            print(f"{puzzle}: {counted.coloured} {counted.renamed} {counted.different}")
            puzzle = replace(  # noqa: PLW2901
                puzzle,
                complete=counted.exact,
                solutions=tuple(sorted(written(solution) for solution in counted.solutions)),
            )
        found.append(puzzle)
    CLASSICS.write_text(list_to_json(found), encoding="utf-8")


if __name__ == "__main__":
    main()
