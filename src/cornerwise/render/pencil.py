"""The pencil: draws pieces, ghosts and marks of any grid in a theme.

Everything about a piece hangs on its inner line. Its edge and its top face are wide strokes along
that line, so one path serves all layers. The id of a shape follows from its form: any number of
pictures can stand on one page, and equal ids mean equal shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from zlib import crc32

from cornerwise.geometry import Grid, Point
from cornerwise.render import letters
from cornerwise.render.markup import tag, title
from cornerwise.render.outline import CELL, Corners, Path, Place, borders, rounded_path, written
from cornerwise.render.palette import Theme
from cornerwise.variants import Colour

_GAP = 3.5  # from the border of the cells to the edge of a piece
_BAND = 3.5  # from the edge to the top face
_INNER = 4.0  # from the border of the top face to the inner line
_LIFT = 5.0 / 3  # how much higher the top face lies than the edge
_SHADOW = 4.0  # how much lower the shadow lies
_EDGE_WIDTH, _FACE_WIDTH = 2 * (_BAND + _INNER), 2 * _INNER
_CONCAVE = _BAND + _INNER + 3.5  # strokes sharpen inner corners: begin with a rounder one


class Pencil:
    """Draws on one grid in one theme, and keeps the shapes that elements refer to."""

    def __init__(
        self, grid: Grid, theme: Theme, *, patterns: bool = False, detailed: bool = True
    ) -> None:
        self.grid, self.theme = grid, theme
        self._patterns, self._detailed = patterns, detailed
        triangles = len(grid.tiles[0]) == 3  # narrow corners, little room in a cell
        self._convex = 1.5 if triangles else 4.5
        self._sign_scale = 0.75 if triangles else 1.0
        self._shapes: dict[str, str] = {}

    # --- places --------------------------------------------------------------------------

    def place(self, point: Place) -> Place:
        """Where a lattice point lies in the picture."""
        return point[0] * self.grid.unit[0] * CELL, point[1] * self.grid.unit[1] * CELL

    def middle(self, corners: Corners) -> Place:
        """The middle of a cell."""
        return _mean([self.place(point) for point in corners])

    def central(self, cells: Sequence[Corners]) -> Place:
        """The middle of the cell nearest to the middle of all: where a label goes."""
        middles = [self.middle(corners) for corners in cells]
        x, y = _mean(middles)
        return min(middles, key=lambda m: (round((m[0] - x) ** 2 + (m[1] - y) ** 2, 3), m))

    # --- paths ---------------------------------------------------------------------------

    def outline(self, cells: Iterable[Corners], inset: float, convex: float, concave: float) -> str:
        """The joined outline of cells, inset, with rounded outer and inner corners."""
        path = Path()
        for border in borders(cells):
            rounded_path([self.place(point) for point in border], inset, convex, concave, path)
        return str(path)

    def lines(self, sides: Iterable[tuple[Point, Point]], part: float = 1.0) -> str:
        """Straight lines between lattice points, or the middle part of each."""
        path = Path()
        cut = (1 - part) / 2
        for a, b in sides:
            (ax, ay), (bx, by) = self.place(a), self.place(b)
            path.move((ax + (bx - ax) * cut, ay + (by - ay) * cut))
            path.line((bx + (ax - bx) * cut, by + (ay - by) * cut))
        return str(path)

    def shapes(self) -> str:
        """The definitions of the shapes that were used."""
        paths = [tag("path", id=name, d=path) for name, path in self._shapes.items()]
        return tag("defs", "".join(paths)) if paths else ""

    def _use(self, path: str, **style: object) -> str:
        name = f"cw{crc32(path.encode()):08x}"
        self._shapes[name] = path
        return tag("use", href="#" + name, **style)

    # --- pieces --------------------------------------------------------------------------

    def piece(
        self,
        colour: Colour,
        places: Sequence[Point],
        *,
        label: str = "",
        name: str = "",
        last: bool = False,
    ) -> str:
        """A piece on these places of the grid, drawn at home and moved there."""
        home = self.grid.moved_home(places)
        cells = [self.grid.corners(place) for place in home]
        layers = [title(name), *self._body(colour, cells)]
        if self._detailed:
            layers.append(self._scores(colour, cells))
            if self._patterns:
                layers.append(self._signs(colour, cells, bool(label)))
        layers += self._inner_line(colour, cells, last)
        if label:
            x, y = self.central(cells)
            layers.append(self.text([(label, (x, y - _LIFT))], self.theme.paints[colour].label))
        (x, y), (home_x, home_y) = min(places), min(home)
        step = " ".join(map(written, self.place((x - home_x, y - home_y))))
        return tag("g", "".join(layers), transform=f"translate({step})")

    def _form(self, cells: Iterable[Corners]) -> str:
        return self.outline(cells, _GAP + _BAND + _INNER, self._convex, _CONCAVE)

    def _body(self, colour: Colour, cells: Sequence[Corners]) -> list[str]:
        """Shadow, edge and top face."""
        form, paint = self._form(cells), self.theme.paints[colour]
        layers = []
        if self._detailed:
            layers.append(
                self._use(
                    form, y=_SHADOW, fill="none", stroke="#000", stroke_width=_EDGE_WIDTH,
                    stroke_opacity=self.theme.shadow,
                )
            )  # fmt: skip
        for fill, width, y in ((paint.edge, _EDGE_WIDTH, 0), (paint.fill, _FACE_WIDTH, -_LIFT)):
            layers.append(self._use(form, y=y, fill=fill, stroke=fill, stroke_width=width))
        return layers

    def _inner_line(self, colour: Colour, cells: Sequence[Corners], last: bool) -> list[str]:
        """The fine line near the border of the top face; on the last move a white one."""
        form, paint = self._form(cells), self.theme.paints[colour]
        if last:
            strokes = [(paint.edge, 12.0, 1.0), (self.theme.raised, 6.0, 1.0)]
        else:
            strokes = [(paint.line, 2.2, 0.6)] if self._detailed else []
        return [
            self._use(
                form, y=-_LIFT, fill="none", stroke=stroke, stroke_width=width, stroke_opacity=solid
            )
            for stroke, width, solid in strokes
        ]

    def _scores(self, colour: Colour, cells: Sequence[Corners]) -> str:
        """The faint lines between the cells of a piece."""
        path = self.lines(_sides_between(cells), part=0.6)
        stroke = self.theme.paints[colour].edge
        return path and self._use(
            path, y=-_LIFT, stroke=stroke, stroke_width=2.5, stroke_opacity=0.32
        )

    def _signs(self, colour: Colour, cells: Sequence[Corners], labelled: bool) -> str:
        """The sign of a colour in each cell, except where a label stands."""
        width, draw = _SIGNS[colour]
        skip = self.central(cells) if labelled else None
        middles = [self.middle(corners) for corners in cells]
        path = "".join(draw(x, y - _LIFT, self._sign_scale) for x, y in middles if (x, y) != skip)
        return path and tag(
            "path", d=path, fill="none", stroke=self.theme.paints[colour].sign,
            stroke_width=width * self._sign_scale, stroke_linecap="round",
        )  # fmt: skip

    # --- ghosts and marks ----------------------------------------------------------------

    def ghost(self, colour: Colour, cells: Sequence[Corners], kind: str, label: str) -> str:
        """A placement that is only thought of: "legal", "illegal" or "hint"."""
        theme, paint = self.theme, self.theme.paints[colour]
        form = self.outline(cells, 6, 6 if self._convex > 2 else 3, 8)
        if kind == "illegal":
            style: dict[str, object] = {"stroke": theme.ink, "stroke_dasharray": "14 9"}
            below = tag("path", d=form, fill=theme.field, fill_opacity=0.75)
            below += tag("path", d=form, fill=f"url(#{self._hatch_name})")
        elif kind == "hint":
            style = {"stroke": paint.mark, "stroke_dasharray": "14 9"}
            below = tag("path", d=form, fill=paint.fill, fill_opacity=0.16)
        else:
            style = {"stroke": theme.ink}
            below = tag("path", d=form, fill=theme.field)
            below += tag("path", d=form, fill=paint.fill, fill_opacity=theme.ghost)
            if scores := self.lines(_sides_between(cells), part=0.8):
                below += tag(
                    "path", d=scores, stroke=paint.edge, stroke_width=2.5, stroke_opacity=0.3
                )
        line = tag("path", d=form, fill="none", stroke_width=6, stroke_linejoin="round", **style)
        written_on = self.text([(label, self.central(cells))], theme.ink) if label else ""
        return tag("g", below + line + written_on)

    @property
    def _hatch_name(self) -> str:
        return f"cw-hatch-{self.theme.name}"

    def hatch(self) -> str:
        """The filling of an illegal ghost, which has no player's colour."""
        lines = tag(
            "path", d="M0 0v18", stroke=self.theme.faint, stroke_width=9, stroke_opacity=0.7
        )
        return tag(
            "pattern", lines, id=self._hatch_name, width=18, height=18,
            patternUnits="userSpaceOnUse", patternTransform="rotate(45)",
        )  # fmt: skip

    def joints(self, points: Iterable[Point]) -> str:
        """A diamond where a ghost touches its own colour at a vertex."""
        size = 17 if self._convex > 2 else 15
        path = "".join(
            f"M{written(x)} {written(y - size)}l{size} {size}l-{size} {size}l-{size}-{size}z"
            for x, y in map(self.place, points)
        )
        return path and tag(
            "path", d=path, fill=_WHITE, stroke=_BLACK, stroke_width=5, stroke_linejoin="round"
        )

    def bars(self, sides: Iterable[tuple[Point, Point]]) -> str:
        """A thick bar along a side that may not be shared."""
        path = self.lines(sides)
        return path and tag(
            "path", d=path, stroke=self.theme.ink, stroke_width=14, stroke_linecap="round"
        )

    def dots(self, cells: Iterable[Corners], colour: str) -> str:
        """A dot in each cell, with a thin halo of the field."""
        path = "".join(f"M{written(x)} {written(y)}h0" for x, y in map(self.middle, cells))
        return "".join(
            tag("path", d=path, stroke=stroke, stroke_width=width, stroke_linecap="round")
            for stroke, width in ((self.theme.field, 26), (colour, 19))
        )

    def rings(self, cells: Iterable[Corners], colour: str) -> str:
        """A ring in each cell."""
        radius = 17 * self._sign_scale
        path = "".join(_circle(x, y, radius) for x, y in map(self.middle, cells))
        return tag("path", d=path, fill="none", stroke=colour, stroke_width=6)

    def text(self, labels: Iterable[tuple[str, Place]], colour: str, scale: float = 5.0) -> str:
        """Short texts, each round its middle; the scale is a sixth of a capital's height."""
        path = "".join(letters.strokes(label, (x / scale, y / scale)) for label, (x, y) in labels)
        return path and tag(
            "path", d=path, transform=f"scale({scale:g})", fill="none", stroke=colour,
            stroke_width=0.95, stroke_linecap="round", stroke_linejoin="round",
        )  # fmt: skip


_WHITE, _BLACK = "#FFFFFF", "#1C2529"


def _mean(places: Sequence[Place]) -> Place:
    count = len(places)
    return sum(x for x, _ in places) / count, sum(y for _, y in places) / count


def _sides_between(cells: Iterable[Corners]) -> list[tuple[Point, Point]]:
    """The sides that two of the cells share, each by itself."""
    seen: set[tuple[Point, Point]] = set()
    found = []
    for corners in cells:
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            if (b, a) in seen:
                found.append((a, b))
            seen.add((a, b))
    return found


def _circle(x: float, y: float, radius: float) -> str:
    r, across = written(radius), written(2 * radius)
    return f"M{written(x - radius)} {written(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0z"


def _dot(x: float, y: float, scale: float) -> str:
    return f"M{written(x)} {written(y)}h0"


def _stripe(x: float, y: float, scale: float) -> str:
    half, full = 18 * scale, written(36 * scale)
    return f"M{written(x - half)} {written(y + half)}l{full}-{full}"


def _ring(x: float, y: float, scale: float) -> str:
    return _circle(x, y, 16 * scale)


def _cross(x: float, y: float, scale: float) -> str:
    half, full = 19 * scale, 38 * scale
    across, up = written(full), written(-half)
    return f"M{written(x - half)} {written(y)}h{across}m{up}{up}v{across}"


_SIGNS: dict[Colour, tuple[float, Callable[[float, float, float], str]]] = {
    Colour.BLUE: (25, _dot),
    Colour.YELLOW: (9, _stripe),
    Colour.RED: (7, _ring),
    Colour.GREEN: (9, _cross),
}
"""How wide the stroke of each colour's sign is, and how it is drawn."""
