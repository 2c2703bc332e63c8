"""SVG: a scene, or rows of pieces, as a picture that needs nothing else and is always the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from cornerwise.geometry import Board, Grid, Point, column_name
from cornerwise.pieces import Piece, Shape
from cornerwise.render.markup import document, tag
from cornerwise.render.outline import CELL, Place, borders, inner_lines, inset_corners
from cornerwise.render.palette import Theme
from cornerwise.render.pencil import Pencil
from cornerwise.render.scene import Scene, corners_of
from cornerwise.variants import Colour

_RIM, _NARROW_RIM = 52.0, 16.0
"""The width of the rim with coordinates and without."""
_MARGIN = 4.0
_DETAILED = 9
"""Below so many pixels a cell, a piece is its fill and its edge only."""


def draw(
    scene: Scene,
    *,
    size: int,
    theme: Theme,
    coordinates: bool = False,
    labels: bool = True,
    patterns: bool = False,
) -> str:
    """A scene as a picture of this size."""
    board = scene.board
    rim = _RIM if coordinates else _NARROW_RIM
    box = _box(board, Pencil(board.grid, theme), rim)
    pixels = size * CELL / max(box[2:])  # a cell
    pencil = Pencil(board.grid, theme, patterns=patterns, detailed=pixels >= _DETAILED)
    body = [
        _field(board, pencil, rim),
        _coordinates(board, pencil, rim) if coordinates else "",
        *_start_fields(scene, pencil),
        *(
            pencil.piece(
                laid.colour,
                [board.places[cell] for cell in laid.cells],
                label=laid.label if labels else "",
                name=laid.title,
                last=laid.cells == scene.last,
            )
            for laid in scene.laid
        ),
        *_open_corners(scene, pencil),
        *_ghosts(scene, pencil),
    ]
    return document(box, size, scene.title, pencil.shapes(), *body)


def draw_pieces(
    grid: Grid,
    pieces: Sequence[Piece],
    colour: Colour,
    *,
    width: int,
    theme: Theme,
    names: bool = False,
    patterns: bool = False,
    columns: int = 0,
) -> str:
    """Pieces side by side, broken into rows of so many columns, each lying down if it can."""
    pencil = Pencil(grid, theme, patterns=patterns)
    columns = columns or len(pieces)
    rows = [pieces[at : at + columns] for at in range(0, len(pieces), columns)]
    body, labels = [], []
    right = top = 0.0
    for row in rows:
        shapes = [_lying(grid, piece) for piece in row]
        tallest = max(_extent(pencil, shape)[3] for shape in shapes)
        left = 0.0
        for piece, shape in zip(row, shapes, strict=True):
            x0, y0, across, down = _extent(pencil, shape)
            at = f"translate({left - x0:.1f} {top + tallest - down - y0:.1f})"
            body.append(tag("g", pencil.piece(colour, shape, name=piece.name), transform=at))
            labels.append((piece.name, (left + across / 2, top + tallest + 38)))
            left += across + 0.6 * CELL
        right = max(right, left - 0.6 * CELL)
        top += tallest + (0.95 if names else 0.5) * CELL
    written_names = pencil.text(labels, theme.faint) if names else ""
    box = (-8.0, -8.0, right + 16, top - 0.5 * CELL + (20 if names else 0) + 16)
    size = round(width * max(box[2], box[3]) / box[2])
    return document(box, size, f"{colour} pieces", pencil.shapes(), *body, written_names)


# --- the board -------------------------------------------------------------------------------


def _box(board: Board, pencil: Pencil, rim: float) -> tuple[float, float, float, float]:
    """What of the plane is in the picture: left, top, width, height."""
    cells = corners_of(board, range(len(board)))
    outer = [
        corner
        for border in borders(cells)
        for corner in inset_corners([pencil.place(point) for point in border], -rim - _MARGIN)
    ]
    xs, ys = [x for x, _ in outer], [y for _, y in outer]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _field(board: Board, pencil: Pencil, rim: float) -> str:
    """The rim, the field and its lines."""
    cells, theme = corners_of(board, range(len(board))), pencil.theme
    lines = inner_lines(cells)
    return (
        tag("path", d=pencil.outline(cells, -rim, 24, 24), fill=theme.rim)
        + tag("path", d=pencil.outline(cells, 0, 2, 2), fill=theme.field)
        + tag("path", d=pencil.lines(lines), stroke=theme.grid, stroke_width=4)
    )


def _coordinates(board: Board, pencil: Pencil, rim: float) -> str:
    """Row numbers beside their rows, column letters below their columns.

    A slanted side has room for one kind only. So a hexagon has numbers on its upper left and its
    lower right, and the letters of the outer columns on the other two sides.
    """
    labels = [_row_label(board, pencil, rim, y) for y in range(board.height)]
    step = len(board.grid.tiles)  # where columns are half a cell wide, every second one
    labels += [_column_label(board, pencil, rim, x) for x in range(step - 1, board.width, step)]
    return pencil.text(labels, pencil.theme.faint, scale=4.0)


def _row_label(board: Board, pencil: Pencil, rim: float, y: int) -> tuple[str, Place]:
    first, last = (x + board.shift for x in board.rows[y])
    left, right = board.grid.corners((first, y)), board.grid.corners((last, y))
    (ax, ay), (bx, by) = (
        pencil.place((min(x for x, py in left if py == at), at)) for at in (y, y + 1)
    )
    away = rim / 2 * hypot(bx - ax, by - ay) / (by - ay)
    middle = (ax + bx) / 2 - away
    if bx > ax:  # the row lies on the lower half: to its right
        outer = (pencil.place((max(x for x, py in right if py == at), at))[0] for at in (y, y + 1))
        middle = sum(outer) / 2 + away
    return str(board.height - y), (middle, (ay + by) / 2)


def _column_label(board: Board, pencil: Pencil, rim: float, x: int) -> tuple[str, Place]:
    rows = [y for y, (first, last) in enumerate(board.rows) if first <= x <= last]
    middle = pencil.middle(board.grid.corners((x + board.shift, rows[0])))[0]
    foot, top = pencil.place((0, rows[-1] + 1))[1], pencil.place((0, rows[0]))[1]
    if rows[-1] == board.height - 1:
        return column_name(x), (middle, foot + rim / 2)
    # Straight below or above a slanted side, the rim is twice as wide.
    return column_name(x), (middle, foot + rim if 2 * x < board.width else top - rim)


# --- what lies on it -------------------------------------------------------------------------


def _start_fields(scene: Scene, pencil: Pencil) -> list[str]:
    theme, board = pencil.theme, scene.board
    return [
        pencil.rings(
            corners_of(board, [cell]), theme.paints[colour].mark if colour else theme.faint
        )
        for cell, colour in scene.rings
    ]


def _open_corners(scene: Scene, pencil: Pencil) -> list[str]:
    found: dict[Colour, list[int]] = {}
    for cell, colour in scene.dots:
        found.setdefault(colour, []).append(cell)
    return [
        pencil.dots(corners_of(scene.board, cells), pencil.theme.paints[colour].mark)
        for colour, cells in found.items()
    ]


def _ghosts(scene: Scene, pencil: Pencil) -> list[str]:
    parts = []
    if any(ghost.kind == "illegal" for ghost in scene.ghosts):
        parts.append(tag("defs", pencil.hatch()))
    for ghost in scene.ghosts:
        cells = corners_of(scene.board, ghost.cells)
        parts.append(pencil.ghost(ghost.colour, cells, ghost.kind, ghost.label))
    parts += [pencil.bars(ghost.bars) + pencil.joints(ghost.joints) for ghost in scene.ghosts]
    return parts


# --- rows of pieces --------------------------------------------------------------------------


def _extent(pencil: Pencil, shape: Iterable[Point]) -> tuple[float, float, float, float]:
    """Left, top, width and height of a shape in the picture."""
    points = pencil.grid.points_of(shape)
    places = [pencil.place(point) for point in points]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    return left, top, max(x for x, _ in places) - left, max(y for _, y in places) - top


def _lying(grid: Grid, piece: Piece) -> Shape:
    """The flattest orientation of a piece; among equals the one that stands most firmly."""

    def looks(shape: Shape) -> tuple[int, int, int, Shape]:
        points = grid.points_of(shape)
        ground = max(y for _, y in points)
        base = sum(y == ground for _, y in points)
        return ground, -base, -sum(y for _, y in points), shape

    return min(piece.orientations, key=looks)
