"""Boards as text: letters for any printer, coloured blocks for terminals.

A cell takes two characters. On squares these are the cell itself. On triangles the first is the
slanted side to its left. Inside a piece that side is left out. So one sees which triangles point up
and which belong together:

    . . B .        /.\\./.\\./
    . B B .        /B B B\\./

Colours change only what is under pieces, so all is readable on light and dark terminals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cornerwise.errors import PictureError
from cornerwise.game import Game, a_game
from cornerwise.geometry import Board, bits, column_name
from cornerwise.notation import Move
from cornerwise.pieces import listed
from cornerwise.render.palette import LIGHT, TERMINAL, rgb
from cornerwise.variants import Colour

STYLES = ("plain", "256", "truecolour")
"""How to colour: not at all, with the 256 colours that terminals have, or with any."""

Span = tuple[str, str]
"""A text and the codes of its look, such as "2" for faint."""

_FAINT = "2"


@dataclass(frozen=True)
class _Cell:
    """What a cell shows: which piece covers it (0 for none), a sign, its look and its sides'."""

    piece: int = 0
    sign: str = "."
    look: str = _FAINT
    side: str = _FAINT


def board_text(
    game: Game,
    *,
    style: str = "plain",
    coordinates: bool = True,
    last_move: bool = True,
    anchors: str | None = None,
    highlight: Iterable[Move | str | int] = (),
) -> str:
    """The board alone. In plain text the last move is in small letters.

    Free start fields are `+`, the cells where the colour `anchors` can connect are `o`, and the
    cells of highlighted moves are `#`.
    """
    if style not in STYLES:
        raise PictureError(f"{style!r} is not a style: choose one of {', '.join(STYLES)}")
    cells = _cells(game, style, last_move)
    _mark(cells, game, anchors, highlight)
    board = game.variant.board
    draw = _squares if len(board.grid.tiles) == 1 else _triangles
    lines: list[list[Span]] = []
    for y in range(board.height):
        name = [(f"{board.height - y:2} ", _FAINT)] if coordinates else []
        lines.append([*name, *draw(board, y, cells, style)])
    if coordinates:
        lines.append([("   " + _letters(board), _FAINT)])
    return "\n".join(_line(spans, style) for spans in lines)


def text(game: Game, *, style: str = "plain", **options: Any) -> str:
    """The board, and below it each colour's points and pieces left, the seats' points, the turn."""
    board = board_text(game, style=style, **options)
    return f"{board}\n\n{_standings(game)}"


def _cells(game: Game, style: str, last_move: bool) -> dict[int, _Cell]:
    """Every cell of the board, as what it shows of pieces and start fields."""
    board, fields = a_game(game).variant.board, game.variant.edition.fields
    cells = {cell: _Cell() for cell in range(len(board))}
    cells |= {cell: _Cell(sign="+", look="") for cell in fields}
    turns = [(turn.colour, turn.move) for turn in game.turns]
    laid = [*game.setup.placements, *turns]
    for number, (colour, move) in enumerate(laid, start=1):
        last = last_move and bool(turns) and number == len(laid)
        letter = colour[0] if last else colour[0].upper()
        if style != "plain":
            letter = "*" if last else " "
        cell = _Cell(number, letter, *_looks(colour, style))
        cells |= dict.fromkeys(move.cells, cell)
    return cells


def _mark(
    cells: dict[int, _Cell],
    game: Game,
    anchors: str | None,
    highlight: Iterable[Move | str | int],
) -> None:
    """Put the signs of open corners and highlighted moves on free cells."""
    if anchors is not None:
        for cell in bits(game.position.anchors(game.variant.colour(anchors))):
            cells[cell] = _Cell(sign="o", look="")
    for given in highlight:
        for cell in game.move(given).cells:
            if not cells[cell].piece:
                cells[cell] = _Cell(sign="#", look="1")


def _looks(colour: Colour, style: str) -> tuple[str, str]:
    """The codes for a label and for a side on a colour's fill."""
    if style == "256":
        fill, edge, label = (f"5;{number}" for number in TERMINAL[colour])
    else:
        paint = LIGHT.paints[colour]
        fill, edge, label = (
            "2;{};{};{}".format(*rgb(part)) for part in (paint.fill, paint.edge, paint.label)
        )
    return f"38;{label};48;{fill}", f"38;{edge};48;{fill}"


def _squares(board: Board, y: int, cells: Mapping[int, _Cell], style: str) -> list[Span]:
    row = [cells[board.numbers[x, y]] for x in range(board.rows[y][0], board.rows[y][1] + 1)]
    filled = {"*": "[]", " ": "  "} if style != "plain" else {}
    return [(filled.get(cell.sign, f" {cell.sign}"), cell.look) for cell in row]


def _triangles(board: Board, y: int, cells: Mapping[int, _Cell], style: str) -> list[Span]:
    first, last = board.rows[y]
    spans = [("  " * first, "")]
    before = _Cell(piece=-1)
    for x in range(first, last + 2):
        place = (x + board.shift, y)
        after = cells[board.numbers[place]] if x <= last else _Cell(piece=-1)
        leans = "/" if (x + board.shift + y) % 2 else "\\"
        spans.append(_side(before, after, leans))
        if x <= last:
            spans.append((after.sign, after.look))
        before = after
    return spans


def _side(before: _Cell, after: _Cell, leans: str) -> Span:
    """The side between two cells: nothing inside a piece, else in the look of a piece it bounds."""
    if before.piece == after.piece and after.piece > 0:
        return " ", after.side
    # Pointing up, a triangle has its wide side below: it gets both its sides.
    owner, other = (after, before) if leans == "/" else (before, after)
    return leans, owner.side if owner.piece > 0 or other.piece <= 0 else other.side


def _letters(board: Board) -> str:
    """The names of the columns; where they are narrow, of every second one."""
    step = len(board.grid.tiles)
    names = (column_name(x) if x % step == step - 1 else "" for x in range(board.width))
    return "".join(f"{name:>2}" for name in names).rstrip()


def _line(spans: Iterable[Span], style: str) -> str:
    if style == "plain":
        return "".join(text for text, _ in spans).rstrip()
    parts = []
    for look, group in groupby(spans, key=lambda span: span[1]):
        joined = "".join(text for text, _ in group)
        parts.append(f"\x1b[{look}m{joined}\x1b[0m" if look else joined)
    return "".join(parts)


def _standings(game: Game) -> str:
    """A line for each colour, one for the seats where they differ, and who is on turn."""
    lines = []
    for colour in game.variant.colours:
        mark = ">" if colour == game.to_play else " "
        left = listed(game.pieces_left(colour))
        points = game.colour_scores[colour]
        lines.append(f"{mark} {colour:6} {points:4}  {left or 'all pieces placed'}")
    if len(game.variant.seats) > 1 and set(game.scores) != set(game.variant.colours):
        lines.append(", ".join(f"{seat} {points}" for seat, points in game.scores.items()))
    lines.append(_turn(game))
    return "\n".join(lines)


def _turn(game: Game) -> str:
    if game.to_play is not None:
        seat = game.variant.seat_of(game.to_play)
        by = f", by {game.seat_to_play}" if seat is None else ""
        return f"{game.to_play} to play{by}"
    if len(game.variant.seats) == 1:
        return "over: solved" if game.winners else "over: pieces are left"
    return f"over: {' and '.join(game.winners)} won"
