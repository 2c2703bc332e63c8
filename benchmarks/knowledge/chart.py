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
    """Points to be joined, and how far the interval of each reaches, if that is to be shown."""

    name: str
    points: Sequence[tuple[float, float]]
    reach: Sequence[float] = ()


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

    def area(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        self.parts.append(f'<path d="M{path}Z" fill="{colour}" fill-opacity="0.1"/>')

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
    percent: bool = False, powers: bool = False,
) -> str:  # fmt: skip
    """Curves over a common axis, told apart by their dashes, with their names on top.

    With `powers` each step upwards is ten times the one before.
    """
    height, left, right, top, bottom = 420, 64, WIDTH - RIGHT, 104, 364
    every = [point for line in lines for point in line.points]
    xs, ys = [p[0] for p in every], [p[1] for p in every]
    near, far = min(xs), max(xs)
    low, high = min(ys) if percent or powers else min(0.0, *ys), max(ys)
    low, high = (1.0, high) if powers else (low, high + 0.04 * (high - low))
    sheet = _Sheet(title, height)

    def up_to(value: float) -> float:
        if powers:
            return math.log(max(value, low) / low) / math.log(high / low)
        return (value - low) / (high - low)

    def place(point: tuple[float, float]) -> tuple[float, float]:
        over = (point[0] - near) / (far - near)
        return left + over * (right - left), bottom - up_to(point[1]) * (bottom - top)

    marks = [10.0**n for n in range(round(math.log10(high)) + 1)] if powers else ticks(low, high)
    for tick in marks:
        x, y = place((near, tick))
        sheet.line([(x, y), place((far, tick))], LINE)
        sheet.text(x - 8, y + 4, f"{tick:.0%}" if percent else f"{tick:,g}", anchor="end")
    for tick in ticks(near, far, 10):
        sheet.text(place((tick, low))[0], bottom + 18, f"{tick:g}")
    if mark is not None:
        sheet.line([place((near, mark)), place((far, mark))], SECOND, 1.5, "4 3")
    at = 24.0
    for line, dash in zip(lines, DASHES, strict=False):
        if line.reach:
            known = [(x, y, reach) for (x, y), reach in zip(line.points, line.reach, strict=True)]
            edge = [(x, y + reach) for x, y, reach in known]
            edge += [(x, y - reach) for x, y, reach in reversed(known)]
            sheet.area([place((x, max(low, y))) for x, y in edge], INK)
        sheet.line([place(point) for point in line.points], INK, 2, dash)
        sheet.line([(at, 54), (at + 36, 54)], INK, 2, dash)
        sheet.text(at + 44, 58, line.name, anchor="start", fill=INK)
        at += 44 + 7 * len(line.name) + 24
    sheet.text((left + right) / 2, bottom + 40, across)
    sheet.text(24, 86, up, anchor="start")
    return sheet.done()
