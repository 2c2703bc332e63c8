"""Outlines: the border of a set of cells, moved inwards, with rounded corners, as SVG path data.

The same code serves squares and triangles, pieces and boards. Cells are given by their corners in
the order of their outline, clockwise; so the inside of a border always lies to its right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, hypot, tan

from cornerwise.geometry import Point

Corners = tuple[Point, ...]
"""The lattice points of a cell in the order of its outline."""
Place = tuple[float, float]
"""A place in a picture."""

CELL = 100
"""The length of a cell's side in the units of a picture."""


def written(value: float) -> str:
    """A number as short as can be, to a tenth of a unit."""
    return f"{round(value, 1) + 0.0:g}".replace("-0.", "-.")  # + 0.0 makes -0.0 a plain 0


class Path:
    """SVG path data, written with relative steps that never drift: each ends on a rounded place."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._at: Place = (0, 0)

    def move(self, place: Place) -> Path:
        self._at = _rounded(place)
        self._parts.append("M" + _pair(self._at))
        return self

    def line(self, place: Place) -> Path:
        dx, dy = self._step(place)
        if dx and dy:
            self._parts.append("l" + _pair((dx, dy)))
        elif dx or dy:
            self._parts.append("h" + written(dx) if dx else "v" + written(dy))
        return self

    def arc(self, radius: float, clockwise: bool, place: Place) -> Path:
        r = written(radius)
        step = _pair(self._step(place))
        self._parts.append(f"a{r} {r} 0 0 {int(clockwise)} {step}")
        return self

    def close(self) -> Path:
        self._parts.append("z")
        return self

    def __str__(self) -> str:
        return "".join(self._parts)

    def _step(self, place: Place) -> Place:
        to = _rounded(place)
        step = (round(to[0] - self._at[0], 1), round(to[1] - self._at[1], 1))
        self._at = to
        return step


def _rounded(place: Place) -> Place:
    return round(place[0], 1), round(place[1], 1)


def _pair(place: Place) -> str:
    x, y = written(place[0]), written(place[1])
    return x + y if y.startswith("-") else f"{x} {y}"


def borders(cells: Iterable[Corners]) -> list[list[Point]]:
    """The closed lines round a set of cells: one round each part, one round each hole."""
    sides: dict[tuple[Point, Point], None] = {}
    for corners in cells:
        for a, b in _pairs(corners):
            if (b, a) in sides:
                del sides[b, a]  # two cells share this side: it lies inside
            else:
                sides[a, b] = None
    onward: dict[Point, list[Point]] = {}
    for a, b in sorted(sides):
        onward.setdefault(a, []).append(b)
    found = []
    while onward:
        start = min(onward)
        line = [start, onward[start].pop(0)]
        while line[-1] != start or len(line) == 1:
            ways = onward[line[-1]]
            # Where two parts meet at a point, stay on this one: take the sharpest turn inwards.
            way = max(ways, key=lambda to: _turn(line[-2], line[-1], to))
            ways.remove(way)
            line.append(way)
        onward = {point: ways for point, ways in onward.items() if ways}
        found.append(_without_straights(line[:-1]))
    return found


def inner_lines(cells: Iterable[Corners]) -> list[tuple[Point, Point]]:
    """The sides shared by two of the cells, joined to straight lines as long as can be."""
    seen: set[tuple[Point, Point]] = set()
    shared: dict[Point, dict[Point, Point]] = {}  # direction, then from where to where
    for corners in cells:
        for side in _pairs(corners):
            a, b = sorted(side)
            if (a, b) in seen:
                shared.setdefault((b[0] - a[0], b[1] - a[1]), {})[a] = b
            seen.add((a, b))
    found = []
    for steps in shared.values():
        inside = set(steps.values())
        for start in steps.keys() - inside:
            end = steps[start]
            while end in steps:
                end = steps[end]
            found.append((start, end))
    return sorted(found)


def shared_sides(cells: Iterable[Corners], others: Iterable[Corners]) -> list[tuple[Point, Point]]:
    """The sides that cells of one set share with cells of another."""
    mine = {side for corners in cells for side in _pairs(corners)}
    theirs = {(b, a) for corners in others for a, b in _pairs(corners)}
    return sorted(mine & theirs)


def inset_corners(border: Sequence[Place], inset: float) -> list[Place]:
    """The corners of a border with all sides moved inwards; outwards by a negative inset."""
    return [_inset(a, b, c, inset) for a, b, c in _triples(border)]


def rounded_path(
    border: Sequence[Place], inset: float, convex: float, concave: float, path: Path
) -> Path:
    """Add a border, moved inwards, its outer and inner corners rounded by these radii."""
    moved = inset_corners(border, inset)
    for index, (a, b, c) in enumerate(_triples(moved)):
        turn = _turn(a, b, c)
        bend = abs(tan(turn / 2))
        room = min(_distance(a, b), _distance(b, c)) / 2 / bend
        radius = min(convex if turn > 0 else concave, room)
        into, out = _towards(b, a, radius * bend), _towards(b, c, radius * bend)
        (path.line if index else path.move)(into)
        path.arc(radius, turn > 0, out)
    return path.close()


def _pairs(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))


def _triples(line: Sequence[Place]) -> list[tuple[Place, Place, Place]]:
    return [(line[i - 1], line[i], line[(i + 1) % len(line)]) for i in range(len(line))]


def _without_straights(line: list[Point]) -> list[Point]:
    return [line[i] for i, (a, b, c) in enumerate(_triples(line)) if _turn(a, b, c)]


def _turn(a: Place, b: Place, c: Place) -> float:
    """How far one turns at b on the way from a to c: clockwise is positive."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    return atan2(ux * vy - uy * vx, ux * vx + uy * vy)


def _distance(a: Place, b: Place) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])


def _towards(a: Place, b: Place, distance: float) -> Place:
    share = distance / _distance(a, b)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _inset(a: Place, b: Place, c: Place, inset: float) -> Place:
    """Where the corner b goes when both its sides move inwards, that is to their right."""
    into, out = _distance(a, b), _distance(b, c)
    nx, ny = -(b[1] - a[1]) / into, (b[0] - a[0]) / into
    mx, my = -(c[1] - b[1]) / out, (c[0] - b[0]) / out
    share = inset / (1 + nx * mx + ny * my)
    return b[0] + (nx + mx) * share, b[1] + (ny + my) * share
