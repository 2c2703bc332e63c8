"""Puzzles for clients: the collection, and what follows from the pieces that somebody has laid.

Nothing is kept here: a client sends what lies on its board and is told what may come next. The
puzzles are imported when somebody asks for them: the server starts sooner without.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from cornerwise.errors import CornerwiseError, IllegalMove, PuzzleError
from cornerwise.geometry import GRIDS, Grid
from cornerwise.kernel import differences
from cornerwise.position import Illegality
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.page import catalogue

if TYPE_CHECKING:
    from cornerwise.puzzles import Layout, Puzzle

SECONDS = 5.0
"""How long one search may take."""


# --- what is said of puzzles --------------------------------------------------------------

Placed = Annotated[list[tuple[m.Word, m.Number]], Meta(max_length=128)]
"""Colour and placement of every piece that lies on a puzzle's board, oldest first."""


class Laying(Struct, forbid_unknown_fields=True):
    placed: Placed


class Wonder(Laying, forbid_unknown_fields=True):
    """Why may this piece not be laid?"""

    colour: m.Word
    placement: m.Number


class PuzzleState(Struct):
    """What follows from the pieces laid."""

    to_play: m.ColourName | None
    legal: dict[m.ColourName, list[int]]
    left: dict[m.ColourName, list[int]]
    cells_left: int
    equal_pairs: int
    solved: bool
    stuck: bool


# --- the collection -----------------------------------------------------------------------


def named(name: str) -> Puzzle:
    from cornerwise.puzzles import collection

    if name not in collection():
        raise Refusal("not_found", "there is no such puzzle")
    return collection()[name]


@cache
def listed() -> bytes:
    """All puzzles, each with what is needed to draw it small."""
    from cornerwise.puzzles import collection

    return m.encode(
        {
            "grids": {name: _grid(grid) for name, grid in GRIDS.items()},
            "puzzles": [
                {
                    **_about(puzzle),
                    "places": puzzle.board.places,
                    "picture": _picture(puzzle),
                }
                for puzzle in collection().values()
            ],
        }
    )


def _picture(puzzle: Puzzle) -> list[tuple[str, list[int]]]:
    """What to draw where nothing has been laid yet: the cells of each piece."""
    from cornerwise.puzzles.collection import pictures

    moves = pictures().get(puzzle.name, {})
    return [
        (colour, [puzzle.board.cell(name) for name in move.split(",")])
        for colour, own in moves.items()
        for move in own
    ]


def shared(name: str) -> tuple[str, str]:
    """What a link to a puzzle shows where it is posted: a title, and the address of a picture."""
    return named(name).title, f"api/puzzles/{name}.png"


@cache
def svg(name: str) -> str:
    """The picture of a puzzle that a link to it shows: its region, nothing laid."""
    from cornerwise.puzzles import picture

    return picture.svg(named(name), size=600, coordinates=False)


@cache
def shown(name: str) -> bytes:
    """One puzzle with its board and pieces."""
    puzzle = named(name)
    numbers = puzzle.shapes
    return m.encode(
        {
            **_about(puzzle),
            "board": catalogue.described(puzzle.tables),
            "pieces": {c: [numbers[name] for name in names] for c, names in puzzle.pieces},
            "note": puzzle.note,
        }
    )


def _about(puzzle: Puzzle) -> dict[str, Any]:
    contact = puzzle.contact
    return {
        "id": puzzle.name,
        "title": puzzle.title,
        "grid": puzzle.board.grid.name,
        "game": puzzle.game or None,
        "goal": puzzle.goal,
        "contact": {"own": contact.own, "touch": contact.touch, "equal": contact.equal},
        "cells": len(puzzle.board),
        "piece_count": puzzle.piece_count,
        "piece_cells": sum(puzzle.size(name) for _, names in puzzle.pieces for name in names),
        "colours": puzzle.colours,
        "level": puzzle.level,
        "unique": puzzle.is_unique,
    }


def _grid(grid: Grid) -> dict[str, Any]:
    return {"tiles": grid.tiles, "unit": grid.unit}


def of_the_day(day: str) -> bytes:
    """The puzzle of a day, and how it looks; without a day, of today by universal time."""
    from cornerwise.puzzles import Puzzle, daily

    try:
        chosen = date.fromisoformat(day) if day else datetime.now(UTC).date()
    except ValueError:
        raise Refusal("bad_request", "date must be a day such as 2026-11-15") from None
    found = daily(chosen)
    own: dict[str, Any]
    if isinstance(found, Puzzle):
        board = found.board
        own = {"kind": "pattern", "title": found.title, "variant": None, "number": None}
        laid = _picture(found)
    else:
        board = found.game.variant.board
        title = found.game.variant.title
        own = {"kind": "problem", "title": title, "variant": found.variant, "number": found.number}
        laid = [(colour, list(move.cells)) for colour, move in found.game.placements]
    return m.encode(
        {
            **own,
            "date": chosen.isoformat(),
            "id": found.name,
            "level": found.level,
            "grid": _grid(board.grid),
            "places": board.places,
            "picture": laid,
        }
    )


# --- what follows from the pieces laid ----------------------------------------------------


def state(puzzle: Puzzle, placed: Placed) -> PuzzleState:
    """What may be laid next, what is left, and whether all is done."""
    layout = _layout(puzzle, placed)
    may_lay = puzzle.colours if not puzzle.game else (layout.to_play,) if layout.to_play else ()
    left = sum(puzzle.size(name) for names in layout.left.values() for name in names)
    return PuzzleState(
        to_play=layout.to_play,
        legal={str(colour): differences(layout.legal(colour)) for colour in may_lay},
        left={str(c): [puzzle.shapes[name] for name in names] for c, names in layout.left.items()},
        cells_left=left if puzzle.goal == "place" else layout.cells_left,
        equal_pairs=layout.equal_pairs,
        solved=layout.is_solved,
        stuck=layout.is_stuck,
    )


def why(puzzle: Puzzle, placed: Placed, colour: str, placement: int) -> Illegality | None:
    """Why a piece may not be laid there, or None if it may."""
    layout = _layout(puzzle, placed)
    try:
        return layout.why_illegal(colour, placement)
    except CornerwiseError as error:
        raise Refusal("bad_request", str(error)) from None


def _layout(puzzle: Puzzle, placed: Placed) -> Layout:
    """What lies there; raises if it cannot, by the rules of a game in this order."""
    try:
        layout = puzzle.layout(placed)
        layout.require_order()
    except PuzzleError as error:
        raise Refusal("bad_request", str(error)) from None
    except IllegalMove as error:
        raise Refusal("illegal", str(error)) from None
    return layout


# --- searches -----------------------------------------------------------------------------


def sought(
    puzzle: Puzzle, placed: Placed, wants_hint: bool, stop: Callable[[], bool] | None = None
) -> dict[str, Any]:
    """Whether this can still be solved: "yes", "no" (proved) or "unknown"; a hint is one right
    piece, with "yes"."""
    from cornerwise.puzzles import hint

    found = hint(puzzle, _layout(puzzle, placed).laid, seconds=SECONDS, stop=stop)
    answer: dict[str, Any] = {"verdict": found.answer.verdict}
    if wants_hint and found.laid is not None:
        answer |= {"colour": found.laid.colour, "placement": found.laid.move.number}
    return answer
