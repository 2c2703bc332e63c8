"""The puzzles that come with the package, by name."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from cornerwise.errors import PuzzleError
from cornerwise.puzzles.puzzle import Puzzle
from cornerwise.puzzles.record import parse_puzzles

_FILES = ("classics.json", "squares.json", "triangles.json")


@cache
def collection() -> Mapping[str, Puzzle]:
    """Every puzzle of the collection: the solitaires of the rulebooks first, then the patterns."""
    found: dict[str, Puzzle] = {}
    for name in _FILES:
        text = (files("cornerwise.puzzles") / "data" / name).read_text(encoding="utf-8")
        for puzzle in parse_puzzles(text, name):
            if puzzle.name in found:
                raise PuzzleError(f"two puzzles have the id {puzzle.name}")
            found[puzzle.name] = puzzle
    return MappingProxyType(found)


def puzzle(name: str) -> Puzzle:
    """A puzzle of the collection.

    >>> puzzle("rectangle").piece_count
    20
    """
    known = collection()
    if name not in known:
        raise PuzzleError(f"{name!r} is not a puzzle: `cornerwise puzzle list` shows them")
    return known[name]


@cache
def pictures() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Positions of the solitaires to look at: colours and moves. None of them gives much away."""
    text = (files("cornerwise.puzzles") / "data" / "pictures.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, list[str]]] = json.loads(text)
    return MappingProxyType(found)


def patterns() -> tuple[Puzzle, ...]:
    """The figures to be filled (T9)."""
    return tuple(puzzle for puzzle in collection().values() if puzzle.level)
