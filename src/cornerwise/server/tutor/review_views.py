"""What clients are shown of a review (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.server.base import messages as m
from cornerwise.server.tutor.reviews import Found
from cornerwise.server.tutor.sayings import Saying, TutorReason, saying, tutor_reasons
from cornerwise.tutor import Alternative, Expectation, Mark, MoveReview

ReviewMark = Annotated[
    str, Meta(extra_json_schema={"title": "ReviewMark", "enum": [mark.value for mark in Mark]})
]
ReviewStatus = Annotated[str, Meta(extra_json_schema={"enum": ["none", "making", "done"]})]
Line = list[tuple[m.ColourName, int]]
"""Moves that follow each other: colour and placement."""


class ExpectationView(Struct):
    """What is expected of a position."""

    results: dict[str, float]
    """Each seat's chance to win, 0 to 1; partners share theirs."""
    scores: dict[str, float]
    """Each seat's points at the end."""
    exact: bool
    """Whether this is proved."""


class AlternativeView(Struct):
    """A move that could have been made instead."""

    placement: int
    loss: float
    line: Line
    reasons: list[TutorReason]


class MoveReviewView(Struct):
    """A move that was made, beside the best one."""

    number: int
    colour: m.ColourName
    seat: str
    placement: int
    choices: int
    mark: ReviewMark
    loss: float
    points: float
    exact: bool
    chances: tuple[float, float]
    """The mover's chance to win after the best move, and after this one."""
    before: ExpectationView
    alternatives: list[AlternativeView]
    better: list[TutorReason]
    """What holds for the best move and not for this one; of the best, what sets it apart."""
    against: list[TutorReason]
    line: Line


class ReviewView(Struct):
    """A review as far as it is made. What speaks of the whole game comes when it is done."""

    status: ReviewStatus
    made: int
    """How many moves are judged."""
    all: int
    """Of how many."""
    seat: str | None
    """Whom the sentences address; nobody if the reader holds no seat, or several."""
    moves: list[MoveReviewView]
    end: ExpectationView | None = None
    summary: list[Saying] = []
    turning_points: list[int] = []
    errors: list[int] = []
    """The numbers of the reader's inaccuracies, mistakes and blunders, or of everybody's."""
    closest: int | None = None
    """The decision in which another move was most nearly as good."""
    accuracy: dict[str, float | None] = {}


def shown(found: Found, seat: str | None) -> ReviewView:
    """A review for whoever sits on a seat, or for everybody."""
    game, whole = found.game, found.whole
    made = found.first + len(found.moves)
    done = found.end is not None
    view = ReviewView(
        status="done" if done else "making" if found.asked else "none",
        made=made,
        all=len(game.turns),
        seat=seat,
        moves=[_move(game, move) for move in found.moves],
        end=None if found.end is None else _expectation(found.end),
    )
    if whole is None:
        return view
    closest = whole.closest(seat)
    view.summary = [saying(statement.message) for statement in whole.summary(seat)]
    view.turning_points = [move.number for move in whole.turning_points(seat)]
    view.errors = [move.number for move in whole.errors(seat)]
    view.closest = None if closest is None else closest.number
    view.accuracy = whole.accuracy
    return view


def line(game: Game, moves: Iterable[Move]) -> Line:
    """Moves that can be played from here, with their colours."""
    after, found = game.copy(), []
    for move in moves:
        found.append((str(after.to_play), move.number))
        after.play(move)
    return found


def _move(game: Game, move: MoveReview) -> MoveReviewView:
    past = game.after(move.number - 1)
    return MoveReviewView(
        number=move.number,
        colour=move.colour,
        seat=move.seat,
        placement=move.move.number,
        choices=move.choices,
        mark=move.mark,
        loss=move.loss,
        points=move.points,
        exact=move.exact,
        chances=move.chances,
        before=_expectation(move.before),
        alternatives=[_alternative(past, other) for other in move.alternatives],
        better=tutor_reasons(move.better),
        against=tutor_reasons(move.against),
        line=line(past, move.line),
    )


def _alternative(past: Game, other: Alternative) -> AlternativeView:
    return AlternativeView(
        other.move.number, other.loss, line(past, other.line), tutor_reasons(other.reasons)
    )


def _expectation(expected: Expectation) -> ExpectationView:
    return ExpectationView(dict(expected.results), dict(expected.scores), expected.exact)
