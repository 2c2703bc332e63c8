"""What a coach says of a move before it is made: one sentence, and never what would be better."""

from __future__ import annotations

from dataclasses import dataclass

from cornerwise.engine import Engine
from cornerwise.game import Game
from cornerwise.notation import AnyMove, Move
from cornerwise.texts import Message, Value, counted, marked
from cornerwise.tutor.explanation import Explanation, explain
from cornerwise.tutor.mark import ACCEPTED
from cornerwise.tutor.reason import Reason
from cornerwise.tutor.reasons import Scene
from cornerwise.tutor.searches import Searches
from cornerwise.tutor.weights import weight
from cornerwise.variants import Colour

COSTLY = 0.12
"""A coach warns of a move that loses so much of the chance to win."""

HARMS = frozenset(
    {"finishes", "cuts", "confines", "closes", "hampers", "denies", "tightens", "no_bonus"}
)
"""What an answer can do to the side that moved, by the kind of reason that says it."""

NO_MERIT = frozenset({"only"})
"""What speaks for a move and is nothing to be praised for."""

ANSWER = marked("If {other} answers with {answer} at {cell}:")
BETTER = marked("Another move does more:")
DEEPER = counted(
    "This costs {n} win in 100 games; the reason lies deeper.",
    "This costs {n} wins in 100 games; the reason lies deeper.",
)


@dataclass(frozen=True)
class Remark:
    """A sentence about a move: a warning, or praise.

    good      whether it praises the move
    messages  the sentence as data for a page, at times after one that leads to it
    colour    whom the cells concern
    cells     what to draw
    answer    the answer that a warning fears, if it names one
    answerer  the colour that would make it
    """

    good: bool
    messages: tuple[Message, ...]
    colour: Colour
    cells: tuple[int, ...] = ()
    answer: Move | None = None
    answerer: Colour | None = None

    @property
    def text(self) -> str:
        """In English."""
        return " ".join(message.text for message in self.messages)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Weighed:
    """A move on the scales: how much of the chance to win it loses, and what to say of it."""

    move: Move
    loss: float
    remark: Remark | None


def weigh(game: Game, move: AnyMove, *, engine: Engine | Searches | None = None) -> Weighed:
    """What a move costs, with a warning if that is much, or with praise if it is nothing.

    >>> game = Game("duo", moves=["e8,d9,e9,f9,e10"])
    >>> weighed = weigh(game, "j5", engine=Engine(simulations=300, seed=1))
    >>> weighed.loss >= COSTLY, weighed.remark.text
    (True, 'Yellow could cover these spaces and more with X5.')
    """
    engine = engine or Engine(seed=0)
    found = explain(game, move, engine=engine)
    remark = None
    if found.loss >= COSTLY:
        remark = _warning(game, found, engine)
    elif found.loss <= ACCEPTED:
        remark = _praise(game, found)
    return Weighed(found.move, found.loss, remark)


def _praise(game: Game, found: Explanation) -> Remark | None:
    """What is good about a move that is the best, or as good as the best."""
    reasons = found.reasons if found.is_best else Scene(game).reasons(found.move)
    for reason in reasons:
        if reason.good and reason.name not in NO_MERIT:
            return Remark(True, (reason.message,), reason.colour, reason.cells)
    return None


def _warning(game: Game, found: Explanation, engine: Engine | Searches) -> Remark:
    feared = _feared(game, found, engine)
    against = max(found.against, key=weight, default=None)
    if feared is not None and (against is None or weight(feared[2]) >= weight(against)):
        return _of_answer(*feared)
    if against is not None:
        return Remark(False, (against.message,), against.colour, against.cells)
    if found.reasons:  # nothing is drawn: it would show the better move
        return Remark(False, (Message(BETTER), found.reasons[0].message), found.colour)
    return Remark(False, (Message(*DEEPER, round(100 * found.loss)),), found.colour)


def _feared(
    game: Game, found: Explanation, engine: Engine | Searches
) -> tuple[Colour, Move, Reason] | None:
    """The answer that is expected, and the worst that it does and could not do otherwise."""
    after = game.copy()
    after.play(found.move)
    by = after.to_play
    scene = Scene(game)
    if by is None or by not in scene.opponents:
        return None
    line = found.reply[1:]
    if not line:
        *_, expected = engine.analyse(after)
        line = expected.line
    answer = line[0]
    harms = _harms(scene, after, answer)
    other = game.copy()
    other.play(found.best)
    if other.to_play == by and answer.number in other.legal_moves.numbers:
        anyway = _harms(scene, other, answer)
        harms = [harm for harm in harms if not any(one.implies(harm) for one in anyway)]
    worst = max(harms, key=weight, default=None)
    return None if worst is None else (by, answer, worst)


def _harms(scene: Scene, after: Game, answer: Move) -> list[Reason]:
    """What an answer does to the side that moved before it."""
    return [
        reason
        for reason in Scene(after).reasons(answer)
        if reason.colour in scene.friends and reason.name in HARMS
    ]


def _of_answer(by: Colour, answer: Move, harm: Reason) -> Remark:
    values: dict[str, Value] = {
        "other": by.value,
        "answer": answer.piece.name,
        "cell": answer.cell_names[0],
    }
    said = (Message(ANSWER, values=values), harm.message)
    return Remark(False, said, harm.colour, harm.cells, answer, by)
