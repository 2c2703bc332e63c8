"""Puzzles for clients: the collection, and what follows from the pieces that somebody has laid.

Nothing is kept here: a client sends what lies on its board and is told what may come next. The
puzzles are imported when somebody asks for them: the server starts sooner without.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from cornerwise.errors import IllegalMove, NotationError
from cornerwise.game import Game
from cornerwise.geometry import SQUARES, TRIANGLES, bits, mask_of
from cornerwise.notation import parse_move
from cornerwise.position import Reason
from cornerwise.server import catalogue
from cornerwise.server import messages as m
from cornerwise.server.problems import Problem
from cornerwise.server.views import differences
from cornerwise.tables import union
from cornerwise.variants import Colour

if TYPE_CHECKING:
    from cornerwise.puzzles import Hint, Laid, Puzzle

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

    to_play: str | None
    legal: dict[str, list[int]]
    left: dict[str, list[int]]
    cells_left: int
    equal_pairs: int
    solved: bool
    stuck: bool


# --- the collection -----------------------------------------------------------------------


def named(name: str) -> Puzzle:
    from cornerwise.puzzles import collection

    if name not in collection():
        raise Problem("not_found", "there is no such puzzle")
    return collection()[name]


@cache
def listed() -> bytes:
    """All puzzles, each with what is needed to draw it small."""
    from cornerwise.puzzles import collection

    return m.encode(
        {
            "grids": {
                grid.name: {"tiles": grid.tiles, "unit": grid.unit} for grid in (SQUARES, TRIANGLES)
            },
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
def drawn(name: str) -> bytes:
    """The picture of a puzzle that a link to it shows, as PNG: its region, nothing laid."""
    from cornerwise import render
    from cornerwise.puzzles import picture

    return render.rasterised(picture.svg(named(name), size=600, coordinates=False))


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


def of_the_day(day: str) -> bytes:
    """The puzzle of a day; without one, of today by universal time."""
    from cornerwise.puzzles import daily

    try:
        chosen = date.fromisoformat(day) if day else datetime.now(UTC).date()
    except ValueError:
        raise Problem("bad_request", "date must be a day such as 2026-11-15") from None
    return m.encode({"date": chosen.isoformat(), "id": daily(chosen).name})


# --- what follows from the pieces laid ----------------------------------------------------


def state(puzzle: Puzzle, placed: Placed) -> PuzzleState:
    """What may be laid next, what is left, and whether all is done."""
    laid = _laid(puzzle, placed)
    game = _played(puzzle, laid)
    check = puzzle.check(laid)
    if game is not None:
        to_play = game.to_play
        legal = {to_play: game.legal_moves.placements} if to_play else {}
    else:
        to_play = None
        legal = {colour: _legal(puzzle, laid, colour) for colour in puzzle.colours}
    left = sum(puzzle.size(name) for names in check.pieces.values() for name in names)
    return PuzzleState(
        to_play=to_play,
        legal={str(colour): differences(moves) for colour, moves in legal.items()},
        left={str(c): [puzzle.shapes[name] for name in names] for c, names in check.pieces.items()},
        cells_left=left if puzzle.goal == "place" else check.cells_left,
        equal_pairs=_equal_pairs(puzzle, laid),
        solved=check.solved,
        stuck=not check.solved and not any(legal.values()),
    )


def why(puzzle: Puzzle, placed: Placed, colour: str, placement: int) -> Reason | None:
    """Why a piece may not be laid there, or None if it may."""
    laid = _laid(puzzle, placed)
    wanted = _laid(puzzle, [(colour, placement)])[0]
    game = _played(puzzle, laid)
    if game is not None:
        return game.position.why_illegal(wanted.colour, placement)
    if wanted.move.piece.name not in puzzle.check(laid).pieces[wanted.colour]:
        return Reason("R1", "used", f"{colour} has no {wanted.move.piece.name} left")
    cells, board = wanted.move.cells, puzzle.board
    covered = _cells(laid)
    if taken := tuple(cell for cell in cells if covered >> cell & 1):
        return Reason("R4", "taken", f"{board.cell_names[taken[0]]} is already covered", taken)
    own = _cells([piece for piece in laid if piece.colour == wanted.colour])
    beside = tuple(cell for cell in cells if board.edges[cell] & own)
    if beside and puzzle.contact.own == "vertices":
        where = board.cell_names[beside[0]]
        return Reason("R3", "edge", f"{where} shares an edge with {colour}", beside)
    if not _legal(puzzle, laid, wanted.colour) >> placement & 1:
        return Reason("C8", "equal", "two equal shapes would be in contact")
    return None


def _laid(puzzle: Puzzle, placed: Sequence[tuple[str, int]]) -> tuple[Laid, ...]:
    from cornerwise.puzzles import Laid

    for colour, _ in placed:
        if colour not in puzzle.colours:
            raise Problem("bad_request", f"{colour!r} is not a colour of this puzzle")
    try:
        return tuple(Laid(Colour(c), parse_move(puzzle.tables, number)) for c, number in placed)
    except NotationError as error:
        raise Problem("bad_request", str(error)) from None


def _played(puzzle: Puzzle, laid: Sequence[Laid]) -> Game | None:
    """The game that lays these pieces in this order, where the rules of a game hold."""
    if not puzzle.game:
        return None
    game = Game(puzzle.game)
    for colour, move in laid:
        if colour != game.to_play:
            raise Problem("illegal", f"it is {game.to_play or 'nobody'}'s turn, not {colour}'s")
        try:
            game.play(move)
        except IllegalMove as error:
            raise Problem("illegal", str(error)) from None
    return game


def _legal(puzzle: Puzzle, laid: Sequence[Laid], colour: Colour) -> int:
    """The placements of a colour that overlap nothing and keep the rules of contact."""
    tables, board, contact = puzzle.tables, puzzle.board, puzzle.contact
    held = set(dict(puzzle.pieces)[colour])
    held -= {piece.move.piece.name for piece in laid if piece.colour == colour}
    closed = _cells(laid)
    if contact.own == "vertices":
        own = [cell for piece in laid if piece.colour == colour for cell in piece.move.cells]
        closed |= union(board.edges, own)
    moves = union(tables.of_piece, (puzzle.shapes[name] for name in held))
    moves &= ~union(tables.covering, bits(closed))
    if contact.equal != "free":
        for _, move in laid:
            near = union(board.edges, move.cells)
            if contact.equal == "apart":
                near |= union(board.vertices, move.cells)
            same = tables.of_piece[puzzle.shapes[move.piece.name]]
            moves &= ~(same & union(tables.covering, bits(near)))
    return moves


def _equal_pairs(puzzle: Puzzle, laid: Sequence[Laid]) -> int:
    """How many pairs of equal shapes are in contact: the rulebook's rectangle wants none (C8)."""
    board = puzzle.board
    return sum(
        bool((union(board.edges, one.cells) | union(board.vertices, one.cells)) & _cells([other]))
        for (_, one), other in combinations(laid, 2)
        if one.piece == other.move.piece
    )


def _cells(laid: Sequence[Laid]) -> int:
    return mask_of(cell for piece in laid for cell in piece.move.cells)


# --- searches -----------------------------------------------------------------------------


def solvable(puzzle: Puzzle, placed: Placed) -> dict[str, Any]:
    """Whether this can still be solved: "yes", "no" (proved) or "unknown"."""
    return {"verdict": _sought(puzzle, placed).answer.verdict}


def hinted(puzzle: Puzzle, placed: Placed) -> dict[str, Any]:
    """One right piece, with "yes"."""
    found = _sought(puzzle, placed)
    answer: dict[str, Any] = {"verdict": found.answer.verdict}
    if found.laid is not None:
        answer |= {"colour": found.laid.colour, "placement": found.laid.move.number}
    return answer


def _sought(puzzle: Puzzle, placed: Placed) -> Hint:
    from cornerwise.puzzles import hint

    laid = _laid(puzzle, placed)
    _played(puzzle, laid)
    return hint(puzzle, laid, seconds=SECONDS)
