"""Puzzles as JSON (docs/puzzles.md): reading says what is wrong, writing is what reading takes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cornerwise.errors import CornerwiseError, PuzzleError
from cornerwise.geometry import GRIDS
from cornerwise.pieces import piece_set
from cornerwise.puzzles.puzzle import GOALS, Contact, Puzzle
from cornerwise.puzzles.region import drawn, region
from cornerwise.variants import COLOURS, Colour, variant

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_KEYS = {
    "id", "title", "grid", "region", "pieces", "contact", "goal", "game", "level", "solutions",
    "complete", "note",
}  # fmt: skip
LEVELS = range(6)


def puzzle_from(record: object) -> Puzzle:
    """The puzzle that a record describes."""
    if not isinstance(record, Mapping):
        raise PuzzleError("a puzzle is a JSON object")
    if unknown := sorted(set(record) - _KEYS):
        raise PuzzleError(f"a puzzle has no {unknown[0]!r}: it has {', '.join(sorted(_KEYS))}")
    name = record.get("id")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise PuzzleError(f"{name!r} is not an id: small letters, digits and hyphens make one")
    try:
        return _puzzle(name, record)
    except CornerwiseError as error:
        raise PuzzleError(f"puzzle {name}: {error}") from None


def _puzzle(name: str, record: Mapping[str, Any]) -> Puzzle:
    about: dict[str, Any] = {
        "name": name,
        "title": _text(record, "title", name),
        "note": _text(record, "note", ""),
        "level": record.get("level", 0),
        "complete": record.get("complete", False) is True,
    }
    if about["level"] not in LEVELS:
        raise PuzzleError(f"level {about['level']!r} is not one of 0 to {LEVELS[-1]}")
    if "game" in record:
        if given := {"grid", "region", "pieces", "contact", "goal"} & set(record):
            raise PuzzleError(
                f"{sorted(given)[0]!r} cannot stand beside 'game', which brings board, pieces and "
                "rules: leave out one of the two"
            )
        puzzle = _solitaire(about, _text(record, "game", ""))
    else:
        puzzle = _figure(about, record)
    solutions = record.get("solutions", [])
    if not isinstance(solutions, list):
        raise PuzzleError("solutions are a list")
    known = tuple(_solution(puzzle, solution) for solution in solutions)
    return Puzzle(**{**_fields(puzzle), "solutions": known})


def _fields(puzzle: Puzzle) -> dict[str, Any]:
    return {name: getattr(puzzle, name) for name in puzzle.__dataclass_fields__}


def _text(record: Mapping[str, Any], key: str, default: str) -> str:
    value = record.get(key, default)
    if not isinstance(value, str):
        raise PuzzleError(f"{key} is a text, not {type(value).__name__}")
    return value


def _solitaire(about: dict[str, Any], game: str) -> Puzzle:
    """All pieces of all colours on the board of a game, laid by its rules."""
    rules = variant(game)
    counted = zip(rules.pieces, rules.counts, strict=True)
    names = tuple(piece.name for piece, count in counted for _ in range(count))
    return Puzzle(
        board=rules.board,
        pieces=tuple((colour, names) for colour in rules.colours),
        contact=Contact(own="vertices", touch="chain"),
        goal="place",
        game=game,
        **about,
    )


def _figure(about: dict[str, Any], record: Mapping[str, Any]) -> Puzzle:
    grid = record.get("grid")
    if not isinstance(grid, str) or grid not in GRIDS:
        raise PuzzleError(f"{grid!r} is not a grid: choose {' or '.join(GRIDS)}")
    goal = record.get("goal", "fill")
    if goal not in GOALS:
        raise PuzzleError(f"{goal!r} is not a goal: choose {' or '.join(GOALS)}")
    contact = record.get("contact", {})
    if not isinstance(contact, Mapping) or set(contact) - {"own", "touch", "equal"}:
        raise PuzzleError('contact is an object with "own", "touch" and "equal"')
    board = region(about["name"], GRIDS[grid], record.get("region", ()))
    puzzle = Puzzle(
        board=board,
        pieces=_pieces(grid, record.get("pieces")),
        contact=Contact(**contact),
        goal=goal,
        **about,
    )
    area = sum(puzzle.size(name) for _, names in puzzle.pieces for name in names)
    if goal == "fill" and area < len(board):
        raise PuzzleError(f"its pieces have {area} cells, its region {len(board)}")
    if goal == "place" and area > len(board):
        raise PuzzleError(f"its pieces have {area} cells, its region only {len(board)}")
    return puzzle


def _pieces(grid: str, given: object) -> tuple[tuple[Colour, tuple[str, ...]], ...]:
    known = [piece.name for piece in piece_set(GRIDS[grid])]
    if not isinstance(given, Mapping) or not given:
        raise PuzzleError("pieces is an object that gives each colour its pieces by name")
    for colour, names in given.items():
        if colour not in COLOURS:
            raise PuzzleError(f"{colour!r} is not a colour: they are {', '.join(COLOURS)}")
        if not isinstance(names, list) or not names:
            raise PuzzleError(f"the pieces of {colour} are a list of names")
        for name in names:
            if name not in known:
                raise PuzzleError(f"{name!r} is not a piece of {grid}: they are {', '.join(known)}")
        if len(set(names)) < len(names):
            raise PuzzleError(f"a colour has one piece of each shape: {colour} has one twice")
    return tuple(
        (colour, tuple(sorted(given[colour], key=known.index)))
        for colour in COLOURS
        if colour in given
    )


def _solution(puzzle: Puzzle, given: object) -> tuple[tuple[str, str], ...]:
    if not isinstance(given, Mapping):
        raise PuzzleError("a solution is an object that gives each colour its moves")
    found = []
    for colour, moves in given.items():
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise PuzzleError("the moves of a solution are lists of texts such as a1,b1")
        found += [(str(colour), str(move)) for move in moves]
    return tuple(found)


def record_of(puzzle: Puzzle) -> dict[str, Any]:
    """The record of a puzzle, without what is at its default."""
    record: dict[str, Any] = {"id": puzzle.name, "title": puzzle.title}
    if puzzle.game:
        record["game"] = puzzle.game
    else:
        record["grid"] = puzzle.board.grid.name
        record["region"] = drawn(puzzle.board)
        record["pieces"] = {str(colour): list(names) for colour, names in puzzle.pieces}
        given, usual = vars(puzzle.contact), vars(Contact())
        if contact := {key: value for key, value in given.items() if value != usual[key]}:
            record["contact"] = contact
        if puzzle.goal != "fill":
            record["goal"] = puzzle.goal
    for key in ("level", "note", "complete"):
        if value := getattr(puzzle, key):
            record[key] = value
    if puzzle.solutions:
        record["solutions"] = [_by_colour(solution) for solution in puzzle.solutions]
    return record


def _by_colour(solution: tuple[tuple[str, str], ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for colour, move in solution:
        found.setdefault(str(colour), []).append(move)
    return found


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles in a JSON file: one, or a list of them."""
    return parse_puzzles(path.read_bytes(), str(path))


def parse_puzzles(text: str | bytes, source: str = "the text") -> list[Puzzle]:
    """The puzzles in a JSON text."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PuzzleError(f"{source} is not JSON: {error}") from None
    return [puzzle_from(record) for record in (found if isinstance(found, list) else [found])]


def to_json(puzzle: Puzzle) -> str:
    """A puzzle as JSON text that people can read and edit."""
    lines = []
    for key, value in record_of(puzzle).items():
        if key == "region":
            rows = ",\n  ".join(json.dumps(row) for row in value)
            lines.append(f'"region": [\n  {rows}]')
        elif key == "solutions":
            rows = ",\n  ".join(json.dumps(solution) for solution in value)
            lines.append(f'"solutions": [\n  {rows}]')
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{" + ",\n ".join(lines) + "}"


def list_to_json(puzzles: list[Puzzle]) -> str:
    """Several puzzles as JSON text."""
    return "[\n" + ",\n".join(map(to_json, puzzles)) + "\n]\n"
