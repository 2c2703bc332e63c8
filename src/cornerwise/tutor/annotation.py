"""A review as a game tree: signs, comments and variations that other programs show, too."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cornerwise.records import GameNode, GameTree
from cornerwise.texts import ENGLISH, Message, Speech, marked
from cornerwise.tutor.mark import Mark
from cornerwise.tutor.move_review import MoveReview
from cornerwise.tutor.review import Review

SIGNS: Mapping[Mark, str] = MappingProxyType(
    {Mark.INACCURACY: "?!", Mark.MISTAKE: "?", Mark.BLUNDER: "??"}
)
"""The signs of SGF for the marks that cost something."""

CHANCE = marked("Chance to win: {chance}%.")
FELL = marked("Chance to win: {chance}% instead of {best}%.")
ACCURACY = marked("Accuracy: {value} of 100.")


def annotated(
    review: Review,
    tree: GameTree | None = None,
    *,
    seat: str | None = None,
    speech: Speech = ENGLISH,
) -> GameTree:
    """The tree of a game with what the review found (docs/review.md).

    tree  the record that the game came from: what stands there is kept, and this is added to it.
          Without it a tree of the game alone is made
    seat  whose errors are commented and whom the summary addresses; without one, everybody's

    >>> from cornerwise import Engine, random_game, review
    >>> found = review(random_game("duo", seed=1, plies=6), Engine(simulations=100, seed=1))
    >>> [node] = [node for node in annotated(found).main_line if node.annotation == "?"][:1]
    >>> node.comment.splitlines()[0].startswith("Mistake.")
    True
    """
    tree = GameTree.from_game(review.game) if tree is None else tree
    summary = [statement.message for statement in review.summary(seat)]
    accuracy = [
        f"{speech.colours(name.split('+'))}: {said}"
        for name, value in review.accuracy.items()
        if value is not None and seat in (None, name)
        for said in [speech.say(Message(ACCURACY, values={"value": round(value)}))]
    ]
    _comment(tree.root, [*(speech.say(message) for message in summary), *accuracy])
    made = [node for node in tree.main_line if node.move is not None]
    # Of a record that breaks the rules the game has only the moves after the last offence.
    nodes = made[len(made) - len(review.moves) :]
    for node, move in zip(nodes, review.moves, strict=True):
        if seat in (None, move.seat):
            _annotate(node, move, review, speech)
    return tree


def _annotate(node: GameNode, move: MoveReview, review: Review, speech: Speech) -> None:
    if not move.is_decision:
        return
    best, reached = (round(100 * chance) for chance in move.chances)
    numbers = Message(CHANCE, values={"chance": reached})
    if move.mark.is_error:
        node.annotation = SIGNS[move.mark]
        numbers = Message(FELL, values={"chance": reached, "best": best})
    said = [f"{speech.say(move.mark.message)}. {speech.say(numbers)}"]
    _comment(node, [*said, *(speech.say(message) for message in move.messages)])
    parent = node.parent
    if move.mark.is_error and parent is not None:
        before = review.before(move.number)
        for other in move.alternatives:
            last = parent.add_line(other.line, before)
            first = last.line[len(parent.line)]
            _comment(first, [speech.say(reason.message) for reason in other.reasons])


def _comment(node: GameNode, lines: list[str]) -> None:
    """Add lines to what is said of a node already."""
    node.comment = "\n".join(line for line in (node.comment, *lines) if line)
