"""The colours of pictures: two themes, and for each player a fill, an edge, a line and a sign.

The fills stay apart for people with any kind of colour vision (tests/test_render.py measures it).
On a light field the edge makes a piece visible, on a dark one the fill does. So small marks use the
edge in the light theme, and the line in the dark one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cornerwise.variants import COLOURS, Colour


@dataclass(frozen=True)
class Paint:
    """One player's colours: `mark` for dots on the field, `label` for writing on the fill."""

    fill: str
    edge: str
    line: str
    mark: str
    label: str
    sign: str


@dataclass(frozen=True)
class Theme:
    """The colours of the board and the players.

    ink       main text and outlines of ghosts
    faint     coordinates and start fields
    raised    what lies above all, such as the diamond of a joint
    shadow    the darkness under a piece, 0 to 1
    ghost     how solid a ghost's fill is, 0 to 1
    """

    name: str
    rim: str
    field: str
    grid: str
    ink: str
    faint: str
    raised: str
    shadow: float
    ghost: float
    paints: Mapping[Colour, Paint]


_DARK_TEXT, _LIGHT_TEXT = "#1C2529", "#FFFFFF"


def luminance(colour: str) -> float:
    """The relative luminance of a colour such as #2A5DB0, 0 to 1 (WCAG)."""
    parts = [part / 255 for part in rgb(colour)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour such as #2A5DB0."""
    value = int(colour[1:], 16)
    return value >> 16, value >> 8 & 255, value & 255


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _paints(rows: str, mark: str) -> Mapping[Colour, Paint]:
    found = {}
    for colour, row in zip(COLOURS, rows.strip().splitlines(), strict=True):
        fill, edge, line, sign = row.split()
        label = max(_LIGHT_TEXT, _DARK_TEXT, key=lambda text: contrast(text, fill))
        marks = {"edge": edge, "line": line}
        found[colour] = Paint(fill, edge, line, marks[mark], label, marks[sign])
    return MappingProxyType(found)


LIGHT = Theme(
    name="light", rim="#C9D2CD", field="#F4F6F4", grid="#D5DCD8",
    ink="#1C2529", faint="#4A575D", raised="#FFFFFF", shadow=0.22, ghost=0.42,
    paints=_paints(
        """
        #2A5DB0 #163A75 #7FA6E4 line
        #F2B632 #8F6400 #FFE3A0 edge
        #C4352B #7C1B15 #EE8C82 line
        #3DAA84 #17624A #96DCC1 edge
        """,
        mark="edge",
    ),
)  # fmt: skip
DARK = Theme(
    name="dark", rim="#0A0E10", field="#222B30", grid="#39454B",
    ink="#E9EEEC", faint="#8D9997", raised="#FFFFFF", shadow=0.5, ghost=0.55,
    paints=_paints(
        """
        #4A86E0 #1C3F78 #A6C8FA line
        #F5C24A #8A6512 #FFE9B5 edge
        #D9483B #6E1A14 #F6A097 line
        #5CC9A2 #1F6B50 #B4EBD6 edge
        """,
        mark="line",
    ),
)  # fmt: skip
THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (LIGHT, DARK)})

TERMINAL: Mapping[Colour, tuple[int, int, int]] = MappingProxyType(
    {
        Colour.BLUE: (25, 17, 231),
        Colour.YELLOW: (214, 94, 16),
        Colour.RED: (160, 52, 231),
        Colour.GREEN: (72, 23, 16),
    }
)
"""Fill, edge and label among the 256 colours of a terminal, chosen by eye and by measure."""
