"""Learn in a minute: two lessons of six steps, each with one rule and one piece to place.

What a page must know of a step follows from the rules: where the piece may lie, where it shows the
point of the step, and why it may not lie elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from cornerwise.geometry import Grid, bits, hexagon, mask_of, rectangle
from cornerwise.position import Position
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.page import catalogue
from cornerwise.server.page.scenes import Scene
from cornerwise.tables import tables_of
from cornerwise.variants import QUICK, VARIANTS, Colour, Edition, Recipe, StartRule, Variant

MINE, THEIRS = Colour.BLUE, Colour.YELLOW


# --- which of the legal placements show what a step is about ------------------------------


def _any(scene: Scene) -> int:
    return scene.position.legal(MINE)


def _beside(scene: Scene) -> int:
    """Side by side with the other colour (R4)."""
    theirs = scene.position.hand(THEIRS).edges
    return _chosen(scene, lambda placement: mask_of(scene.tables.cells[placement]) & theirs)


def _open(scene: Scene) -> int:
    """Those after which the colour can go on."""
    return _chosen(scene, lambda placement: _open_cells(scene.position.place(MINE, placement)))


def _inside(scene: Scene) -> int:
    """A vertex meets a point inside a side: illegal with the option *vertices only* (T3, T4)."""
    strict = replace(scene, variant=replace(scene.variant, touch="vertices"))
    return scene.position.legal(MINE) & ~strict.position.legal(MINE)


def _chosen(scene: Scene, wanted: Callable[[int], int]) -> int:
    return mask_of(n for n in bits(scene.position.legal(MINE)) if wanted(n))


def _open_cells(position: Position) -> int:
    """The cells from which my colour can go on."""
    hand = position.hand(MINE)
    return hand.vertices & ~hand.edges & ~position.occupied


AIMS: Mapping[str, Callable[[Scene], int]] = MappingProxyType(
    {"any": _any, "beside": _beside, "open": _open, "inside": _inside}
)


@dataclass(frozen=True)
class Step:
    """One rule: what lies there, the piece to place, and which placements show the rule."""

    name: str
    piece: str
    placed: tuple[tuple[str, str], ...] = ()
    aim: str = "any"


@dataclass(frozen=True)
class Lesson:
    """A small board and its steps."""

    variant: Variant
    steps: tuple[Step, ...]


_SQUARES = Recipe(
    "lesson-squares",
    "Lesson",
    Edition("lesson-squares", "Lesson", rectangle("lesson-squares", 8, 8), ("a8", "h1")),
    {"own": StartRule(own=((MINE, 0), (THEIRS, 1)))},
    seats=((MINE,), (THEIRS,)),
).made()
_TRIANGLES = Recipe(
    "lesson-triangles",
    "Lesson",
    Edition(
        "lesson-triangles",
        "Lesson",
        hexagon("lesson-triangles", 4),
        ("h7", "l6", "l3", "h2", "d3", "d6"),
    ),
).made()

LESSONS: Mapping[str, Lesson] = MappingProxyType(
    {
        "squares": Lesson(
            _SQUARES,
            (
                Step("start", "P5"),
                Step("corners", "L4", (("blue", "a8,a7,b7,b6,c6"), ("blue", "d5,e5,e4,f4"))),
                Step("sides", "O4", (("blue", "a8,b8,c8,c7"), ("blue", "d6,e6,e5,f5"))),
                Step(
                    "others",
                    "T4",
                    (
                        ("blue", "a8,b8,b7,b6"),
                        ("yellow", "h1,h2,h3,g3,f3"),
                        ("blue", "c5,d5,d6"),
                        ("yellow", "e4,e5,e6,f6"),
                    ),
                    aim="beside",
                ),
                Step(
                    "open",
                    "L4",
                    (
                        ("blue", "a5,a6,a7,a8"),
                        ("yellow", "g1,h1,f2,g2,h2"),
                        ("blue", "a3,b3,b4,c4"),
                        ("yellow", "e3,d4,e4,d5,d6"),
                    ),
                    aim="open",
                ),
                Step(
                    "most",
                    "I1",
                    (
                        ("blue", "c6,c7,a8,b8,c8"),
                        ("yellow", "g1,h1,g2,h2,g3"),
                        ("blue", "a3,b3,a4,a5,b5"),
                        ("yellow", "d3,e3,e4,f4,e5"),
                        ("blue", "b1,c1,d1,c2,d2"),
                        ("yellow", "g5,g6,f7,g7,f8"),
                        ("blue", "c4,d4,d5"),
                        ("yellow", "d6,d7,d8"),
                        ("blue", "f5,e6,f6,e7,e8"),
                        ("blue", "g4,h4,h5,h6,h7"),
                        ("blue", "f1,f2,f3"),
                    ),
                ),
            ),
        ),
        "triangles": Lesson(
            _TRIANGLES,
            (
                Step("start", "I4"),
                Step("corners", "I3", (("blue", "d3,b4,c4,d4,e4"),)),
                Step("inside", "A4", (("blue", "e7,f7,g7,h7,i7"),), aim="inside"),
                Step("sides", "I4", (("blue", "i6,h7,i7,j7,k7,j8"),)),
                Step(
                    "others",
                    "C4",
                    (
                        ("blue", "k2,l2,k3,l3,m3"),
                        ("yellow", "d2,e2,f2,d3,e3,f3"),
                        ("blue", "h1,i1,j1,g2,h2,i2"),
                        ("yellow", "h4,i4,j4,k4,l4,i5"),
                    ),
                    aim="beside",
                ),
                Step(
                    "most",
                    "I1",
                    (
                        ("blue", "e1,f1,f2,g2,h2,g3"),
                        ("yellow", "i6,j6,k6,h7,i7,j7"),
                        ("blue", "j3,k3,l3,h4,i4,j4"),
                        ("yellow", "e6,c7,d7,e7,f7,f8"),
                        ("blue", "n3,n4,o4,n5,o5,n6"),
                        ("yellow", "g4,e5,f5,g5,h5,i5"),
                        ("blue", "j1,k1,l1,j2,l2,m2"),
                        ("yellow", "c2,d2,e2,c3,e3,f3"),
                        ("blue", "k7,l7,m7,j8,k8,l8"),
                        ("yellow", "k4,l4,m4,k5,l5,m5"),
                        ("blue", "a4,b4,c4,d4,e4,f4"),
                        ("yellow", "a5,b5,c5,b6"),
                        ("blue", "d5,c6,d6"),
                        ("yellow", "i2,h3,i3"),
                        ("blue", "f6,g6,h6,g7"),
                        ("yellow", "h1,i1"),
                        ("blue", "g8,h8"),
                    ),
                ),
            ),
        ),
    }
)


def named(name: str) -> Lesson:
    if name not in LESSONS:
        raise Refusal("not_found", f"there are lessons in {' and '.join(LESSONS)}")
    return LESSONS[name]


def _afterwards(grid: Grid) -> str:
    """The variant that one plays after a lesson on a grid: the quick one, or the first there is."""
    every = [VARIANTS[QUICK], *VARIANTS.values()]
    return next(of.name for of in every if of.board.grid == grid)


@cache
def shown(name: str) -> bytes:
    """A lesson as JSON."""
    lesson = named(name)
    return m.encode(
        {
            "name": name,
            "variant": _afterwards(lesson.variant.board.grid),
            "board": catalogue.described(tables_of(lesson.variant.edition)),
            "steps": [_step(lesson.variant, step) for step in lesson.steps],
        }
    )


def _step(of: Variant, step: Step) -> dict[str, Any]:
    scene = Scene(of, step.placed)
    tables = scene.tables
    piece = next(n for n, known in enumerate(tables.pieces) if known.name == step.piece)
    every = tables.of_piece[piece]
    legal = scene.position.legal(MINE) & every
    return {
        "name": step.name,
        "colour": MINE,
        "piece": piece,
        "placed": scene.marks,
        "legal": list(bits(legal)),
        "aim": list(bits(AIMS[step.aim](scene) & every)),
        "reasons": {str(n): scene.why(MINE, n) for n in bits(every & ~legal)},
        "open": list(bits(_open_cells(scene.position))),
        "open_after": {
            str(n): list(bits(_open_cells(scene.position.place(MINE, n)))) for n in bits(legal)
        },
    }
