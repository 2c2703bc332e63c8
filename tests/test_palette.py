"""Colours: players are told apart by every eye."""

from __future__ import annotations

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from cornerwise.render.palette import TERMINAL, THEMES, contrast, rgb

# Simulated sight (Machado, Oliveira and Fernandes 2009, full severity), on linear light.
SIGHT = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)
Triple = tuple[float, float, float]


def times(matrix: tuple[tuple[float, ...], ...], vector: tuple[float, ...]) -> Triple:
    a, b, c = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return a, b, c


def lab(colour: tuple[int, int, int], sight: str) -> Triple:
    parts = [part / 255 for part in colour]
    linear = tuple(p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    seen = tuple(min(1.0, max(0.0, part)) for part in times(SIGHT[sight], linear))
    ratios = [value / white for value, white in zip(times(TO_XYZ, seen), WHITE, strict=True)]
    x, y, z = (r ** (1 / 3) if r > 216 / 24389 else (24389 / 27 * r + 16) / 116 for r in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, other: Triple) -> float:
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = (1 - sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7))) / 2
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma, hue = (l1 + l2) / 2, (c1 + c2) / 2, h1 + turn / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    bend = 30 * exp(-((((hue % 360) - 275) / 25) ** 2))
    rt = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(2 * bend))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))


@pytest.mark.parametrize(
    ("one", "other", "difference"),
    [  # from the published test data of Sharma, Wu and Dalal
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ],
)
def test_the_measure_of_difference_is_right(one: Triple, other: Triple, difference: float) -> None:
    assert ciede2000(one, other) == pytest.approx(difference, abs=1e-4)


@pytest.mark.parametrize(
    ("theme", "claims"),
    [  # the figures in docs/pictures.md
        ("light", {"full": 39, "protanopia": 20, "deuteranopia": 20, "tritanopia": 22}),
        ("dark", {"full": 35, "protanopia": 18, "deuteranopia": 21, "tritanopia": 16}),
    ],
)
def test_players_are_told_apart_by_every_eye(theme: str, claims: dict[str, int]) -> None:
    for sight, claim in claims.items():
        fills = [lab(rgb(paint.fill), sight) for paint in THEMES[theme].paints.values()]
        assert min(ciede2000(a, b) for a, b in combinations(fills, 2)) >= claim - 0.05, sight


@pytest.mark.parametrize("sight", SIGHT)
def test_players_are_told_apart_with_256_colours(sight: str) -> None:
    levels = (0, 95, 135, 175, 215, 255)
    numbers = [fill - 16 for fill, _, _ in TERMINAL.values()]
    cube = [(levels[n // 36], levels[n // 6 % 6], levels[n % 6]) for n in numbers]
    fills = [lab(colour, sight) for colour in cube]
    assert min(ciede2000(a, b) for a, b in combinations(fills, 2)) >= 15


def test_pieces_and_writing_stand_out() -> None:
    light, dark = THEMES["light"], THEMES["dark"]
    assert all(contrast(paint.edge, light.field) >= 4.5 for paint in light.paints.values())
    assert all(contrast(paint.fill, dark.field) >= 3 for paint in dark.paints.values())
    for theme in (light, dark):
        assert contrast(theme.faint, theme.rim) >= 4.5
        for paint in theme.paints.values():
            assert contrast(paint.label, paint.fill) >= 4
            assert contrast(paint.mark, theme.field) >= 4.5
