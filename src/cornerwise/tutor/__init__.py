"""The tutor: why a move is good (docs/tutor.md), and what a game teaches (docs/review.md)."""

from cornerwise.tutor.expectation import Expectation
from cornerwise.tutor.explanation import Explanation, explain
from cornerwise.tutor.mark import Mark
from cornerwise.tutor.move_review import Alternative, MoveReview
from cornerwise.tutor.reason import Reason
from cornerwise.tutor.reasons import reasons
from cornerwise.tutor.remark import Remark, Weighed, weigh
from cornerwise.tutor.retry import Answer, Retry
from cornerwise.tutor.review import Review, review
from cornerwise.tutor.reviewer import Reviewer
from cornerwise.tutor.summary import Statement

__all__ = [
    "Alternative",
    "Answer",
    "Expectation",
    "Explanation",
    "Mark",
    "MoveReview",
    "Reason",
    "Remark",
    "Retry",
    "Review",
    "Reviewer",
    "Statement",
    "Weighed",
    "explain",
    "reasons",
    "review",
    "weigh",
]
