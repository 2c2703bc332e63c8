"""What can truly be said of a move: every statement is counted on the board, nothing is searched.

docs/tutor.md defines each kind.
"""

from __future__ import annotations

from cornerwise.errors import IllegalMove
from cornerwise.game import Game
from cornerwise.notation import AnyMove
from cornerwise.tutor.effects import Effects
from cornerwise.tutor.reason import Reason
from cornerwise.tutor.standing import Standing
from cornerwise.tutor.weights import weight


def reasons(game: Game, move: AnyMove) -> tuple[Reason, ...]:
    """Every true statement that we can make of a legal move, most notable first.

    >>> game = Game("duo", moves=["e8,d9,e9,f9,e10"])
    >>> for reason in reasons(game, "j5,j6,k6,k7,l7"): print(reason)
    Yellow opens 7 new corners.
    Yellow places one of the largest pieces that fit.
    Yellow keeps 5 open corners that no opponent can cover next.
    Blue can cover 2 of these corners next.
    """
    return Scene(game).reasons(move)


class Scene(Standing):
    """A game at one moment: of each of its moves it can be asked what speaks for and against it."""

    def reasons(self, move: AnyMove) -> tuple[Reason, ...]:
        """Every true statement that we can make of a move, most notable first."""
        placed = self.game.move(move)
        if why := self.game.why_illegal(placed):
            raise IllegalMove(f"{placed} is not legal: {why}")
        found = Effects(self, placed).found()
        return tuple(sorted(found, key=lambda reason: -weight(reason)))
