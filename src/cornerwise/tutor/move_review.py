"""One move of a review: what it was worth, what would have been better, and why."""

from __future__ import annotations

from dataclasses import dataclass

from cornerwise.notation import Move
from cornerwise.texts import Message
from cornerwise.tutor.expectation import Expectation
from cornerwise.tutor.explanation import EQUAL, compared
from cornerwise.tutor.mark import ACCEPTED, Mark, mark_of
from cornerwise.tutor.reason import Reason
from cornerwise.variants import Colour


@dataclass(frozen=True)
class Alternative:
    """A move that could have been made instead.

    loss     the chance to win that it gives away beside the best move, 0 to 1
    line     the moves expected from it on, itself first: all of them can be played
    reasons  what speaks for it
    """

    move: Move
    loss: float
    line: tuple[Move, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class MoveReview:
    """A move that was made, beside the best one.

    number        counted from 1
    colour, seat  which colour was placed, and who did it
    choices       how many moves there were; with one or none there was nothing to decide
    before        what was expected of the position before the move
    after         what was expected of the position after it
    loss          the chance to win that the mover gave away, 0 to 1
    points        the points that the move gave away, as a lead over the best opponent
    exact         whether loss and points are proved
    alternatives  other moves, the best first: at most three, in different places. Of a move that
                  is the best itself they are the next best
    better        what holds for the best move and not for this one; of the best, what sets it apart
    against       what speaks against this move and not against the best one
    line          the moves expected from this one on, itself first
    """

    number: int
    colour: Colour
    seat: str
    move: Move
    choices: int
    before: Expectation
    after: Expectation
    loss: float = 0.0
    points: float = 0.0
    exact: bool = True
    is_best: bool = True
    alternatives: tuple[Alternative, ...] = ()
    better: tuple[Reason, ...] = ()
    against: tuple[Reason, ...] = ()
    line: tuple[Move, ...] = ()

    @property
    def mark(self) -> Mark:
        """Best, good, inaccuracy, mistake or blunder."""
        return mark_of(self.loss, best=self.is_best)

    @property
    def best(self) -> Move:
        """The best move that is known."""
        return self.move if self.is_best else self.alternatives[0].move

    @property
    def is_decision(self) -> bool:
        """Whether there was a choice."""
        return self.choices > 1

    @property
    def chances(self) -> tuple[float, float]:
        """The mover's chance to win after the best move, and after this one."""
        reached = self.after.results[self.seat]
        return min(1.0, reached + self.loss), reached

    @property
    def messages(self) -> tuple[Message, ...]:
        """What is to be said of the move, as data for a page: two sentences for, one against."""
        better, against = self.better[:2], self.against[:1]
        if self.is_best or not self.is_decision:
            return tuple(reason.message for reason in (*better, *against))
        if self.loss <= ACCEPTED:  # the search tells no finer: to name a better one would be noise
            return (Message(EQUAL),)
        return compared(self, better, against)

    @property
    def text(self) -> str:
        """What is to be said of the move, in English."""
        return " ".join(message.text for message in self.messages)
