"""Charts as SVG, in the look of Cornerwise: ink on stone; only players have colour."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from cornerwise.render.palette import LIGHT

STONE, LINE, INK, SECOND = "#E9EDEB", "#CFD7D2", "#1C2529", "#4A575D"
PAINTS = tuple(LIGHT.paints.values())
FONT = 'font-family="system-ui, -apple-system, Segoe UI, Roboto, sans-serif"'
WIDTH, ROW, TOP, LEFT, RIGHT, FOOT = 720, 24, 56, 170, 30, 40
DASHES = ("", "7 4", "2 4", "10 4 2 4", "1 3", "12 3")


class Spot(NamedTuple):
    """A value with its interval; a player's number gives it that player's colour."""

    value: float
    low: float
    high: float
    player: int | None = None


class Curve(NamedTuple):
    """Points to be joined, with the name that stands at their end."""

    name: str
    points: Sequence[tuple[float, float]]


class _Sheet:
    def __init__(self, title: str, height: float) -> None:
        self.height = height
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" {FONT}>',
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH}" height="{height:.0f}" rx="8" fill="{STONE}"/>',
        ]
        self.text(24, 32, title, anchor="start", size=16, weight=700)

    def text(
        self, x: float, y: float, words: str, *, anchor: str = "middle", size: int = 12,
        weight: int = 400, fill: str = SECOND,
    ) -> None:  # fmt: skip
        fill = INK if weight > 400 else fill
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" '
            f'fill="{fill}" text-anchor="{anchor}">{escape(words)}</text>'
        )

    def line(
        self, points: Sequence[tuple[float, float]], colour: str, wide: float = 1.0, dash: str = ""
    ) -> None:
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="{wide}"{dashed}/>'
        )

    def dot(self, x: float, y: float, fill: str, edge: str) -> None:
        self.parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{edge}"/>'
        )

    def done(self) -> str:
        return "\n".join([*self.parts, "</svg>"]) + "\n"


def ticks(low: float, high: float, most: int = 7) -> list[float]:
    """Round numbers from low to high, not too many.

    >>> ticks(0, 1)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    rough = (high - low) / most
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough)
    first = math.ceil(low / step - 1e-9)
    return [round(n * step, 10) for n in range(first, math.floor(high / step + 1e-9) + 1)]


def spots(
    title: str, rows: Sequence[tuple[str, Sequence[Spot]]], *, axis: str, mark: float | None = None,
    percent: bool = False,
) -> str:  # fmt: skip
    """Values with intervals, a row for each thing that is compared."""
    values = [x for _, row in rows for spot in row for x in (spot.low, spot.high)]
    low, high = min([*values, *([mark] if mark is not None else [])]), max(values)
    pad = (high - low) * 0.04
    low, high = low - pad, high + pad
    sheet = _Sheet(title, TOP + ROW * len(rows) + FOOT)
    bottom = TOP + ROW * len(rows)

    def x(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    for tick in ticks(low, high):
        sheet.line([(x(tick), TOP), (x(tick), bottom)], LINE)
        sheet.text(x(tick), bottom + 16, f"{tick:.0%}" if percent else f"{tick:g}")
    if mark is not None:
        sheet.line([(x(mark), TOP), (x(mark), bottom)], SECOND, 1.5, "4 3")
    for at, (label, row) in enumerate(rows):
        middle = TOP + ROW * (at + 0.5)
        sheet.text(LEFT - 12, middle + 4, label, anchor="end", fill=INK)
        for n, spot in enumerate(row):
            y = middle + (n - (len(row) - 1) / 2) * min(5, 16 / len(row))
            edge = INK if spot.player is None else PAINTS[spot.player].edge
            sheet.line([(x(spot.low), y), (x(spot.high), y)], edge, 1.5)
            sheet.dot(
                x(spot.value), y, INK if spot.player is None else PAINTS[spot.player].fill, edge
            )
    sheet.text((LEFT + WIDTH - RIGHT) / 2, bottom + 34, axis)
    return sheet.done()


def curves(
    title: str, lines: Sequence[Curve], *, across: str, up: str, mark: float | None = None,
    percent: bool = False,
) -> str:  # fmt: skip
    """Curves over a common axis, told apart by their dashes and the names at their ends."""
    height, left, right, bottom = 400, 64, 130, 344
    every = [point for line in lines for point in line.points]
    xs, ys = [p[0] for p in every], [p[1] for p in every]
    far, low, high = max(xs), min(0.0 if not percent else min(ys), *ys), max(ys) * 1.04
    near = min(xs)
    sheet = _Sheet(title, height)

    def place(point: tuple[float, float]) -> tuple[float, float]:
        over, upward = (point[0] - near) / (far - near), (point[1] - low) / (high - low)
        return left + over * (WIDTH - left - right), bottom - upward * (bottom - TOP - 12)

    for tick in ticks(low, high):
        x, y = place((near, tick))
        sheet.line([(x, y), place((far, tick))], LINE)
        sheet.text(x - 8, y + 4, f"{tick:.0%}" if percent else f"{tick:,g}", anchor="end")
    for tick in ticks(near, far, 10):
        sheet.text(place((tick, low))[0], bottom + 18, f"{tick:g}")
    if mark is not None:
        sheet.line([place((near, mark)), place((far, mark))], SECOND, 1.5, "4 3")
    taken: list[float] = []
    for line, dash in zip(lines, DASHES, strict=False):
        points = [place(point) for point in line.points]
        sheet.line(points, INK, 2, dash)
        y = points[-1][1]
        while any(abs(y - other) < 14 for other in taken):
            y -= 14
        taken.append(y)
        sheet.text(points[-1][0] + 8, y + 4, line.name, anchor="start", fill=INK)
    sheet.text((left + WIDTH - right) / 2, bottom + 38, across)
    sheet.text(left - 40, TOP, up, anchor="start")
    return sheet.done()
