"""The page of rules of a family: its sentences, pictures and worked scores.

The rules themselves check the pictures. A figure shows a legal position and, where it has one, a
piece that somebody tries: legal, or with the reason why not. Scores are added up here.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from cornerwise.position import Hand, Position
from cornerwise.presentation import Figure, WorkedScore
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.page.catalogue import families
from cornerwise.server.page.scenes import Scene
from cornerwise.variants import EDITIONS, Colour, Edition, variant


def shown(name: str) -> bytes:
    """The rules of a family of variants as JSON."""
    if name not in families():
        raise Refusal("not_found", f"there are rules of {', '.join(families())}")
    return _shown(EDITIONS[name])


@cache
def _shown(edition: Edition) -> bytes:
    rules = edition.presentation.rules
    return m.encode(
        {
            "edition": edition.name,
            "lead": rules.lead,
            "pieces": rules.pieces,
            "beginning": rules.beginning,
            "placing": rules.placing,
            "scoring": rules.scoring,
            "advice": rules.advice,
            "alone": [vars(alone) for alone in rules.alone],
            "pattern": rules.pattern,
            "figures": {figure.name: _figure(figure) for figure in rules.figures},
            "scores": {score.name: _score(score) for score in rules.scores},
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
        "section": figure.section,
        "caption": figure.caption,
        "edition": scene.variant.edition.name,
        "placed": scene.marks,
        "tried": tried,
        "whole": figure.whole,
    }


def _score(score: WorkedScore) -> dict[str, Any]:
    """What each colour has left and its points (R7), and the sums of two sides if there are two."""
    of = variant(score.variant)
    numbers = {piece.name: number for number, piece in enumerate(of.pieces)}
    position, single = Position.start(of), score.single_last
    hands = tuple(
        replace(
            Hand.of([left.count(piece.name) for piece in of.pieces]),
            last=next(n for n, p in enumerate(of.pieces) if (p.size == 1) == (colour in single)),
        )
        for colour, left in zip(of.colours, score.left, strict=True)
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
    return {"colours": colours, "teams": teams, "source": score.source}
