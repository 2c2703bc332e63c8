"""Scenes: what a picture of a board shows, before anybody asks how it looks.

A scene speaks of cells and lattice points of a board. It is made from a position and its
placements, or by hand for a diagram that explains a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from cornerwise.errors import PictureError
from cornerwise.geometry import Board, Point, bits, mask_of
from cornerwise.notation import Move, parse_move
from cornerwise.position import Position
from cornerwise.render.options import Options
from cornerwise.render.outline import Corners, shared_sides
from cornerwise.variants import COLOURS, Colour

Cells = tuple[int, ...]


@dataclass(frozen=True)
class Laid:
    """A piece on the board.

    label  what may be written on it: the number of its move; one that was set up has none
    title  what the mouse and a screen reader tell of it
    """

    colour: Colour
    cells: Cells
    label: str = ""
    title: str = ""


@dataclass(frozen=True)
class Ghost:
    """A placement that is only thought of: `kind` is "legal", "illegal" or "hint".

    joints  lattice points where it touches its own colour
    bars    sides that it shares with its own colour, which is forbidden
    """

    colour: Colour
    cells: Cells
    kind: str
    label: str = ""
    joints: tuple[Point, ...] = ()
    bars: tuple[tuple[Point, Point], ...] = ()


@dataclass(frozen=True)
class Scene:
    """Everything in a picture of a board.

    last   the cells of the last move
    rings  free start fields, with the colour they belong to if they do
    dots   open corners: cells where a colour can connect
    """

    board: Board
    laid: tuple[Laid, ...] = ()
    last: Cells = ()
    rings: tuple[tuple[int, Colour | None], ...] = ()
    dots: tuple[tuple[int, Colour], ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    title: str = ""


def placements_of(
    setup: Iterable[tuple[Colour, Move]], turns: Iterable[tuple[Colour, Move]]
) -> tuple[Laid, ...]:
    """What lies on the board, piece by piece; the moves of the game are numbered from 1."""
    laid = [Laid(colour, move.cells, title=_title(colour, move)) for colour, move in setup]
    for number, (colour, move) in enumerate(turns, start=1):
        title = f"{number}. {_title(colour, move)}"
        laid.append(Laid(colour, move.cells, str(number), title))
    return tuple(laid)


def _title(colour: Colour, move: Move) -> str:
    return f"{colour} {move.piece.name} {move}"


def scene_of(
    position: Position,
    laid: Sequence[Laid],
    to_play: Colour | None,
    options: Options,
    title: str = "",
) -> Scene:
    """The scene of a position with what the options ask for."""
    return Scene(
        board=position.variant.board,
        laid=tuple(laid),
        last=laid[-1].cells if options.last_move and laid and laid[-1].label else (),
        rings=_rings(position),
        dots=_dots(position, options.anchors),
        ghosts=_ghosts(position, to_play, tuple(options.highlight)),
        title=title,
    )


def _rings(position: Position) -> tuple[tuple[int, Colour | None], ...]:
    """The free start fields: one that only one colour may cover is that colour's."""
    variant = position.variant
    owners = {number: colour for colour, number in variant.start_rule.own}
    return tuple(
        (cell, owners.get(number))
        for number, cell in enumerate(variant.edition.fields)
        if not position.occupied >> cell & 1
    )


def _dots(position: Position, anchors: str | None) -> tuple[tuple[int, Colour], ...]:
    if anchors is None:
        return ()
    colour = position.variant.colour(anchors)
    return tuple((cell, colour) for cell in bits(position.anchors(colour)))


def _ghosts(
    position: Position, to_play: Colour | None, moves: Sequence[Move | str | int]
) -> tuple[Ghost, ...]:
    """Candidates for the colour on turn: the first as a ghost, further ones as hints, lettered."""
    if not moves:
        return ()
    if to_play is None:
        raise PictureError("no placement can be highlighted: the game is over")
    if len(moves) > len(ascii_uppercase):
        raise PictureError(f"at most {len(ascii_uppercase)} placements can be highlighted")
    hand = position.hand(to_play)
    found = []
    for number, given in enumerate(moves):
        move = parse_move(position.tables, given)
        legal = position.why_illegal(to_play, move.number) is None
        kind = ("hint" if number else "legal") if legal else "illegal"
        label = ascii_uppercase[number] if len(moves) > 1 else ""
        drawn = ghost(
            position.variant.board, to_play, move.cells, hand.cells, kind=kind, label=label
        )
        found.append(drawn)
    return tuple(reversed(found))  # the first one is drawn above the others


def ghost(
    board: Board, colour: Colour, cells: Cells, own: int, *, kind: str, label: str = ""
) -> Ghost:
    """A ghost with its contacts to the cells that its colour has already."""
    mine, theirs = corners_of(board, cells), corners_of(board, bits(own))
    bars = shared_sides(mine, theirs)
    at_bars = {point for side in bars for point in side}
    joints = {point for corners in mine for point in corners} & {
        point for corners in theirs for point in corners
    }
    shown = sorted(joints - at_bars) if kind != "hint" else ()
    return Ghost(colour, cells, kind, label, tuple(shown), tuple(bars) if kind != "hint" else ())


def corners_of(board: Board, cells: Iterable[int]) -> list[Corners]:
    """The lattice points of cells, in the order of their outlines."""
    return [board.grid.corners(board.places[cell]) for cell in cells]


def diagram_scene(
    board: Board,
    placements: Iterable[tuple[str, str]],
    *,
    ghosts: Iterable[tuple[str, str]],
    hints: Iterable[tuple[str, str]],
    dots: Iterable[tuple[str, str]],
    rings: Iterable[str],
    labels: Sequence[str],
    title: str,
) -> Scene:
    """A scene made by hand; a ghost shows by itself where it touches its colour, and how."""
    laid = [(known_colour(colour), _cells(board, text)) for colour, text in placements]
    written = (*labels, *[""] * len(laid))
    taken = mask_of(cell for _, cells in laid for cell in cells)
    found = []
    for kind, given in (("legal", ghosts), ("hint", hints)):
        for name, text in given:
            colour, cells = known_colour(name), _cells(board, text)
            own = mask_of(cell for c, placed in laid for cell in placed if c == colour)
            drawn = ghost(board, colour, cells, own, kind=kind)
            if kind == "legal" and (drawn.bars or mask_of(cells) & taken):
                drawn = ghost(board, colour, cells, own, kind="illegal")
            found.append(drawn)
    return Scene(
        board=board,
        laid=tuple(Laid(c, cells, label) for (c, cells), label in zip(laid, written, strict=False)),
        rings=tuple((board.cell(name), None) for name in rings),
        dots=tuple((cell, known_colour(c)) for c, text in dots for cell in _cells(board, text)),
        ghosts=tuple(found),
        title=title,
    )


def known_colour(name: str) -> Colour:
    if name not in COLOURS:
        raise PictureError(f"{name!r} is not a colour: choose one of {', '.join(COLOURS)}")
    return Colour(name)


def _cells(board: Board, text: str) -> Cells:
    return tuple(sorted({board.cell(name) for name in text.split(",")}))
