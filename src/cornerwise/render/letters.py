"""Letters and digits drawn as strokes: pictures need no font, so they look the same anywhere.

Each sign is SVG path data relative to the left end of its base line. Capitals and digits are 6 high
and 4 wide, small letters 4 high.
"""

from __future__ import annotations

from cornerwise.errors import PictureError
from cornerwise.render.outline import Place, written

WIDTH, GAP, CAPITAL, SMALL = 4.0, 1.5, 6.0, 5.0
"""The width of a sign, the space to the next, and the heights by which signs are centred."""

_SIGNS = {
    " ": "",
    "+": "m.2-2.6h3.6m-1.8-1.8v3.6",
    "-": "m.6-2.6h2.8",
    "0": "m0-2v-2a2 2 0 0 1 4 0v2a2 2 0 0 1-4 0z",
    "1": "m.5-4.7l1.9-1.3v6",
    "2": "m.1-4.3a1.9 1.8 0 0 1 3.8.2c0 1.6-2.6 2.5-3.9 4.1h4",
    "3": "m.3-6h3.4l-2.1 2.4a1.9 1.8 0 1 1-1.6 2.6",
    "4": "m3 0v-6l-3 4.2h4.1",
    "5": "m3.6-6h-3l-.3 2.7a2 1.95 0 1 1-.3 2.4",
    "6": "m3.2-6c-1.8.8-3.2 2.2-3.2 4a2 2 0 1 0 2-2a2 2 0 0 0-2 2",
    "7": "m0-6h4l-2.6 6",
    "8": "m2-3.2a1.7 1.4 0 0 1 0-2.8a1.7 1.4 0 0 1 0 2.8a2 1.6 0 0 0 0 3.2a2 1.6 0 0 0 0-3.2",
    "9": "m.8 0c1.8-.8 3.2-2.2 3.2-4a2 2 0 1 0-2 2a2 2 0 0 0 2-2",
    "a": "m3.6-2a1.8 2 0 0 0-3.6 0a1.8 2 0 0 0 3.6 0m0-2v4",
    "b": "m.2-6v6m0-2a1.8 2 0 0 0 3.6 0a1.8 2 0 0 0-3.6 0",
    "c": "m3.5-3.2a1.8 2 0 1 0 0 2.4",
    "d": "m3.7-6v6m0-2a1.8 2 0 0 0-3.6 0a1.8 2 0 0 0 3.6 0",
    "e": "m.2-2h3.5a1.8 2 0 1 0-.5 1.4",
    "f": "m3.3-5.8c-1.6-.5-2 .2-2 1.4v4.4m-1-4h2.7",
    "g": "m3.7-2a1.8 2 0 0 0-3.6 0a1.8 2 0 0 0 3.6 0m0-2v4c0 1.9-2 2.2-3.3 1.4",
    "h": "m.3-6v6m0-2.2c0-2.4 3.4-2.4 3.4 0v2.2",
    "i": "m2-4v4m0-5.8v.1",
    "j": "m2.4-4v4.2c0 1.4-1 1.7-1.8 1.3m1.8-7.3v.1",
    "k": "m.4-6v6m3.1-4l-3.1 2.7m1.2-1l2.1 2.3",
    "l": "m2-6v6",
    "m": "m-.3 0v-4m0 1.6c0-2.1 2.3-2.1 2.3 0v2.4m0-2.4c0-2.1 2.3-2.1 2.3 0v2.4",
    "n": "m.3 0v-4m0 1.8c0-2.4 3.4-2.4 3.4 0v2.2",
    "o": "m.2-2a1.8 2 0 0 1 3.6 0a1.8 2 0 0 1-3.6 0z",
    "p": "m.2-4v5.6m0-3.6a1.8 2 0 0 0 3.6 0a1.8 2 0 0 0-3.6 0",
    "q": "m3.7-4v5.6m0-3.6a1.8 2 0 0 0-3.6 0a1.8 2 0 0 0 3.6 0",
    "r": "m.9 0v-4m0 1.8c0-1.6 1.2-2.1 2.5-1.7",
    "s": "m3.5-3.4c-.9-.9-3-.8-3 .4c0 1.5 3.2.6 3.2 2.1c0 1.3-2.4 1.3-3.4.2",
    "t": "m1.5-5.6v4.2c0 1.3.9 1.6 1.9 1.3m-3-3.9h2.9",
    "u": "m.3-4v2.2c0 2.4 3.4 2.4 3.4 0v-2.2m0 0v4",
    "v": "m.2-4l1.8 4l1.8-4",
    "w": "m-.4-4l1.2 4l1.2-3.4l1.2 3.4l1.2-4",
    "x": "m.4-4l3.2 4m0-4l-3.2 4",
    "y": "m.2-4l1.8 3.8m1.8-3.8l-2.5 5.5",
    "z": "m.4-4h3.1l-3.1 4h3.2",
    "A": "m0 0l2-6l2 6m-.7-2h-2.6",
    "B": "m.3 0v-6h1.8a1.5 1.45 0 0 1 0 2.9h-1.8m1.8 0a1.6 1.55 0 0 1 0 3.1h-1.8",
    "C": "m3.9-4.6a2.1 3 0 1 0 0 3.2",
    "D": "m.3 0v-6h1a2.6 3 0 0 1 0 6z",
    "E": "m3.5-6h-3.1v6h3.1m-3.1-3.1h2.6",
    "F": "m3.6-6h-3.1v6m0-2.9h2.6",
    "G": "m3.8-4.7a2.1 3 0 1 0 .2 2.1h-1.7",
    "H": "m.2-6v6m3.6-6v6m0-3.1h-3.6",
    "I": "m.9-6h2.2m-1.1 0v6m-1.1 0h2.2",
    "J": "m3.2-6v4.2c0 2.4-2.8 2.3-3.1.3",
    "K": "m.3-6v6m3.4-6l-3.4 3.6m1.2-1.2l2.4 3.6",
    "L": "m.6-6v6h3.1",
    "M": "m-.2 0v-6l2.2 3.6l2.2-3.6v6",
    "N": "m.2 0v-6l3.6 6v-6",
    "O": "m-.2-3a2.2 3 0 0 1 4.4 0a2.2 3 0 0 1-4.4 0z",
    "P": "m.4 0v-6h1.8a1.6 1.6 0 0 1 0 3.2h-1.8",
    "Q": "m-.2-3a2.2 3 0 0 1 4.4 0a2.2 3 0 0 1-4.4 0zm2.8 1.5l1.5 1.7",
    "R": "m.4 0v-6h1.8a1.6 1.6 0 0 1 0 3.2h-1.8m1.8 0l1.6 2.8",
    "S": "m3.6-5.1c-1-1.3-3.4-1-3.4.6c0 2 3.6 1 3.6 3c0 1.8-2.8 2-3.8.5",
    "T": "m0-6h4m-2 0v6",
    "U": "m.2-6v3.9c0 2.8 3.6 2.8 3.6 0v-3.9",
    "V": "m0-6l2 6l2-6",
    "W": "m-.4-6l1.2 6l1.2-4.4l1.2 4.4l1.2-6",
    "X": "m.1-6l3.8 6m0-6l-3.8 6",
    "Y": "m0-6l2 3.2l2-3.2m-2 3.2v2.8",
    "Z": "m.2-6h3.6l-3.6 6h3.6",
}


def width(text: str) -> float:
    """How wide a text is, in the units of the signs."""
    return len(text) * (WIDTH + GAP) - GAP


def strokes(text: str, middle: Place) -> str:
    """The path of a text round a middle, all in the units of the signs."""
    height = SMALL if text.islower() else CAPITAL
    left, base = middle[0] - width(text) / 2, middle[1] + height / 2
    parts = []
    for index, sign in enumerate(text):
        if sign not in _SIGNS:
            raise PictureError(f"{sign!r} cannot be written in a picture: use letters and digits")
        parts.append(f"M{written(left + index * (WIDTH + GAP))} {written(base)}{_SIGNS[sign]}")
    return "".join(parts)
