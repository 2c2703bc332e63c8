"""The pictures and worked scores of the rules' pages, checked by the rules themselves.

A figure shows a legal position and, where it has one, a piece that somebody tries: legal, or with
the reason why not. The scores are those of the books' examples, added up here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from cornerwise.geometry import mask_of
from cornerwise.position import Position
from cornerwise.server import messages as m
from cornerwise.server.problems import Problem
from cornerwise.server.scenes import Scene
from cornerwise.variants import Colour, variant


@dataclass(frozen=True)
class Figure:
    """What lies on the board of a variant, and the piece that is tried."""

    name: str
    variant: str
    placed: tuple[tuple[str, str], ...] = ()
    tried: tuple[str, str] | None = None
    options: tuple[tuple[str, str], ...] = ()
    whole: bool = False
    """Whether the whole board is to be seen."""


@dataclass(frozen=True)
class Score:
    """A worked score: the pieces that each colour has left, and who placed the single cell last."""

    name: str
    variant: str
    left: tuple[tuple[str, ...], ...]
    single_last: frozenset[str] = frozenset()


_BLUE, _YELLOW = "blue", "yellow"
_RED, _GREEN = "red", "green"
_BAR = "r15,q15,p15,s15,t15"

FIGURES: Mapping[str, tuple[Figure, ...]] = MappingProxyType(
    {
        "classic": (
            Figure("start", "classic", (), (_BLUE, "a20,a19,a18,b18")),
            Figure(
                "corner", "classic", ((_BLUE, "a20,a19,a18,b18"),), (_BLUE, "c17,d17,d16,d15,c15")
            ),
            Figure("side", "classic", ((_BLUE, "a20,a19,a18,b18"),), (_BLUE, "c18,d18,d17")),
            Figure(
                "others",
                "duo",
                ((_BLUE, "e10,e9,f9,f8"), (_YELLOW, "j5,j6,i6,i7"), (_BLUE, "g7,g6,g5,f5")),
                (_YELLOW, "h8,g8,g9"),
            ),
            Figure(
                "partners",
                "classic_teams",
                ((_BLUE, "a20,b20,b19"), (_YELLOW, "t20,s20,s19,r19"), (_RED, "t1,t2,s2,s3,s4")),
                (_GREEN, "a1,a2,a3,b3"),
                whole=True,
            ),
        ),
        "duo": (
            Figure("start", "duo", (), (_BLUE, "e10,e9,f9,f8,e11")),
            Figure("corner", "duo", ((_BLUE, "e10,e9,f9,f8"),), (_BLUE, "g7,h7,g6,g5")),
            Figure("side", "duo", ((_BLUE, "e10,e9,f9,f8"),), (_BLUE, "g8,h8,h7")),
            Figure(
                "others",
                "duo",
                ((_BLUE, "e10,e9,f9,f8"), (_YELLOW, "j5,j6,i6,i7"), (_BLUE, "g7,g6,g5,f5")),
                (_YELLOW, "h8,g8,g9"),
            ),
        ),
        "trigon": (
            Figure("start", "trigon", (), (_BLUE, _BAR)),
            Figure("vertex", "trigon", ((_BLUE, _BAR),), (_BLUE, "t13,u13,v13,u14")),
            Figure("inside", "trigon", ((_BLUE, _BAR),), (_BLUE, "r13,s13,t13,s14")),
            Figure("side", "trigon", ((_BLUE, _BAR),), (_BLUE, "u15,v15,w15")),
            Figure(
                "vertices_only",
                "trigon",
                ((_BLUE, _BAR),),
                (_BLUE, "r13,s13,t13,s14"),
                options=(("touch", "vertices"),),
            ),
            Figure(
                "others",
                "trigon",
                ((_BLUE, _BAR), (_YELLOW, "y11,z11,y12,z12,y13,z13")),
                (_YELLOW, "r14,s14,t14,u14,v14,w14"),
            ),
            Figure(
                "alternate",
                "trigon_3",
                ((_BLUE, "p13,o14,p14,q14"), (_YELLOW, "w5,x5,y5,x6")),
                (_RED, "g5,h5,i5,h6"),
                whole=True,
            ),
            Figure(
                "spacing",
                "trigon_3",
                ((_BLUE, "p13,o14,p14,q14"),),
                (_YELLOW, "w11,x11,y11,x12"),
                whole=True,
            ),
            Figure(
                "opposite",
                "trigon_2",
                ((_BLUE, "r14,q15,r15,s15"), (_YELLOW, "y12,z12,aa12,z13")),
                (_RED, "q4,r4,s4,r5"),
                whole=True,
            ),
        ),
    }
)

_ALL: tuple[str, ...] = ()
_FOURS = ("I4", "L4", "T4", "O4")
SCORES: Mapping[str, tuple[Score, ...]] = MappingProxyType(
    {
        "classic": (
            Score(
                "books",  # the German and the Polish book (C9)
                "classic_teams",
                (_ALL, ("L4", "T4"), ("V3", *_FOURS, "W5"), ("I3", "L4", "Z4", "T4", "P5")),
                frozenset({_BLUE}),
            ),
            Score(
                "portuguese",
                "classic_teams",
                (_ALL, ("V3",), ("V3", *_FOURS, "W5"), ("I3", "L4", "Z4", "T4", "P5")),
                frozenset({_BLUE}),
            ),
        ),
        "duo": (Score("books", "duo", (("V3", "I3", "L4"), _ALL), frozenset({_YELLOW})),),
        "trigon": (
            Score(
                "books",
                "trigon",
                (
                    _ALL,
                    ("C4", "A4", "I4"),
                    ("L5", "A4"),
                    ("C4", "I4", "P5", "S6", "X6", "O6"),
                ),
                frozenset({_BLUE}),
            ),
        ),
    }
)


@cache
def shown(name: str) -> bytes:
    """The figures and scores of an edition as JSON."""
    if name not in FIGURES:
        raise Problem("not_found", f"there are rules of {', '.join(FIGURES)}")
    return m.encode(
        {
            "edition": name,
            "figures": {figure.name: _figure(figure) for figure in FIGURES[name]},
            "scores": {score.name: _score(score) for score in SCORES[name]},
        }
    )


def _figure(figure: Figure) -> dict[str, Any]:
    scene = Scene(variant(figure.variant, **dict(figure.options)), figure.placed)
    scene.position  # noqa: B018 - a position that the rules do not allow is no picture of them
    tried = None
    if figure.tried is not None:
        colour, placement = Colour(figure.tried[0]), scene.number(figure.tried[1])
        reason = scene.why(colour, placement)
        tried = {"colour": colour, "placement": placement, "reason": reason}
    return {
        "edition": scene.variant.edition.name,
        "placed": scene.marks,
        "tried": tried,
        "whole": figure.whole,
    }


def _score(score: Score) -> dict[str, Any]:
    """What each colour has left and its points (R7), and the sums of two sides if there are two."""
    of = variant(score.variant)
    numbers = {piece.name: number for number, piece in enumerate(of.pieces)}
    position = Position.start(of)
    hands = tuple(
        replace(
            hand,
            left=mask_of(numbers[name] for name in left),
            last=numbers["I1"] if colour in score.single_last else numbers["I2"],
        )
        for colour, hand, left in zip(of.colours, position.hands, score.left, strict=True)
    )
    position = replace(position, hands=hands)
    colours = [
        {
            "colour": colour,
            "left": [numbers[name] for name in left],
            "single_last": colour in score.single_last,
            "points": position.points(colour),
        }
        for colour, left in zip(of.colours, score.left, strict=True)
    ]
    teams = {}
    if of.team_count < len(of.seats):
        teams = {
            "+".join(c for seat in of.seats if seat.team == team for c in seat.colours): sum(
                position.points(c) for seat in of.seats if seat.team == team for c in seat.colours
            )
            for team in range(of.team_count)
        }
    return {"colours": colours, "teams": teams}
