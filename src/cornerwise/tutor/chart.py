"""Charts of a review as SVG: chances to win as stacked areas, expected points as lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from cornerwise.game import Game
from cornerwise.render.palette import LIGHT
from cornerwise.tutor.expectation import Expectation
from cornerwise.variants import Colour, Seat

WIDTH, HEIGHT = 720, 220
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 10, 28
"""The space around the drawing, where its scales stand."""


def chances(
    game: Game, expected: Sequence[Expectation], *, marks: Iterable[int] = (), label: str = ""
) -> str:
    """Every side's chance to win before each move and at the end, one area above the other.

    Partners share a chance, so that each team has one area. `marks` are moves to point out.
    """
    sides = _sides(game)
    x = _columns(len(expected))
    below = [0.0] * len(expected)
    drawn = []
    for seat in sides:
        above = [low + e.results[seat.name] for low, e in zip(below, expected, strict=True)]
        edge = [(at, _y(share, 0, 1)) for at, share in zip(x, above, strict=True)]
        floor = [(at, _y(share, 0, 1)) for at, share in zip(x, below, strict=True)]
        points = _points([*edge, *reversed(floor)])
        drawn.append(f'<polygon points="{points}" fill="{_fill(seat)}"/>')
        below = above
    scale = [_rule(_y(share, 0, 1), f"{share:.0%}") for share in (0, 0.5, 1)]
    signs = [
        f'<line x1="{x[n - 1]:.1f}" x2="{x[n - 1]:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" '
        'class="mark"/>'
        for n in marks
    ]
    return _svg([*drawn, *scale, *signs, *_numbers(x)], label)


def points(game: Game, expected: Sequence[Expectation], *, label: str = "") -> str:
    """Every side's expected points before each move and at the end. Partners have them together."""
    x = _columns(len(expected))
    sides = _sides(game)
    every = [each.scores[seat.name] for each in expected for seat in sides]
    least, most = min(every), max(every)
    if most - least < 1:
        least, most = least - 1, most + 1
    drawn = []
    for seat in sides:
        line = [
            (at, _y(e.scores[seat.name], least, most)) for at, e in zip(x, expected, strict=True)
        ]
        drawn.append(
            f'<polyline points="{_points(line)}" fill="none" stroke="{_fill(seat)}" '
            'stroke-width="3" stroke-linejoin="round"/>'
        )
    scale = [_rule(_y(at, least, most), f"{at:.0f}") for at in (least, (least + most) / 2, most)]
    return _svg([*scale, *drawn, *_numbers(x)], label)


def _sides(game: Game) -> list[Seat]:
    """The first seat of each team."""
    first: dict[int, Seat] = {}
    for seat in game.variant.seats:
        first.setdefault(seat.team, seat)
    return list(first.values())


def _fill(seat: Seat) -> str:
    return LIGHT.paints[Colour(seat.colours[0])].fill


def _columns(count: int) -> list[float]:
    wide = WIDTH - LEFT - RIGHT
    return [LEFT + wide * n / max(1, count - 1) for n in range(count)]


def _y(value: float, least: float, most: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - least) / (most - least))


def _points(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _rule(y: float, text: str) -> str:
    return (
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" class="rule"/>'
        f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{escape(text)}</text>'
    )


def _numbers(x: Sequence[float]) -> list[str]:
    """Every tenth move; column n is the position before move n + 1."""
    return [
        f'<text x="{x[n - 1]:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{n}</text>'
        for n in range(10, len(x), 10)
    ]


def _svg(parts: Iterable[str], label: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}" '
        f'class="chart">{"".join(parts)}</svg>'
    )
