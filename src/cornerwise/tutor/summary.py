"""A game in a few sentences, each of which a rule can check (docs/review.md).

Every sentence has two forms. One names the seat, for everybody. One addresses whoever sits there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cornerwise import kernel
from cornerwise.game import Game
from cornerwise.texts import Message, counted, grouped, marked
from cornerwise.tutor.expectation import Expectation
from cornerwise.tutor.move_review import MoveReview

AHEAD = 0.01
"""Who leads has the best chance to win, by more than this."""
PIECES = 3
"""So many pieces that stayed unplaced are named, the largest."""

Words = str | tuple[str, str]

WORDS: dict[str, tuple[Words, Words]] = {
    "won": (
        counted("{seat} won by {n} point.", "{seat} won by {n} points."),
        counted("You won by {n} point.", "You won by {n} points."),
    ),
    "lost": (
        counted("{seat} lost by {n} point.", "{seat} lost by {n} points."),
        counted("You lost by {n} point.", "You lost by {n} points."),
    ),
    "shared": (marked("{seat} shared the win."), marked("You shared the win.")),
    "stayed": (
        marked("{seat} won because others left."),
        marked("You won because others left."),
    ),
    "left": (marked("{seat} left the game."), marked("You left the game.")),
    "led_always": (
        marked("{seat} led from the first move to the last."),
        marked("You led from the first move to the last."),
    ),
    "led_until": (
        marked("{seat} led until move {number}."),
        marked("You led until move {number}."),
    ),
    "led_from": (
        marked("{seat} led from move {number} on."),
        marked("You led from move {number} on."),
    ),
    "led_often": (
        marked("{seat} led before {count} of {all} moves, the last time before move {number}."),
        marked("You led before {count} of {all} moves, the last time before move {number}."),
    ),
    "led_never": (marked("{seat} never led."), marked("You never led.")),
    "dearest": (
        marked("{seat} lost most with move {number}: {lost}% chance to win."),
        marked("You lost most with move {number}: {lost}% chance to win."),
    ),
    "steady": (marked("{seat} made no costly move."), marked("No move cost you much.")),
    "placed_all": (
        marked("{seat} placed all pieces."),
        marked("You placed all pieces."),
    ),
    "unplaced": (
        marked("{seat} kept {pieces}: no place left after move {number}."),
        marked("You kept {pieces}: no place left after move {number}."),
    ),
}
"""For each kind of sentence its form with a name, and the one that addresses the reader."""


@dataclass(frozen=True)
class Statement:
    """A sentence about a game.

    name     its kind, as "led_until"
    seat     the seat that it speaks of
    yours    whether it addresses whoever sits there
    numbers  what stands in the sentence: numbers by name
    pieces   the names of pieces in the sentence
    """

    name: str
    seat: str
    yours: bool
    numbers: tuple[tuple[str, int], ...] = ()
    pieces: tuple[str, ...] = ()

    @property
    def message(self) -> Message:
        """The sentence as data for a page. A seat is given by its colours."""
        words = WORDS[self.name][self.yours]
        values: dict[str, str | int | tuple[str, ...]] = dict(self.numbers)
        n = values.pop("n", None)
        if not self.yours:
            values["seat"] = tuple(self.seat.split("+"))
        if self.pieces:
            values["pieces"] = grouped(self.pieces)
        if isinstance(words, str):
            return Message(words, values=values)
        assert isinstance(n, int)
        return Message(*words, n, values)

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.message.text

    def __str__(self) -> str:
        return self.text


def summary_of(
    game: Game,
    expected: Sequence[Expectation],
    turning_points: Sequence[MoveReview],
    seat: str | None,
) -> tuple[Statement, ...]:
    """The sentences for a seat, or about whoever they fit best: winners, and who erred most."""
    yours = seat is not None
    winner = game.winners[0] if game.winners else None
    about = seat or winner or _ahead(expected[-1], game)
    found = list(_result(game, seat or winner, yours))
    if about is not None:
        found += _lead(expected, game, about, yours)
    dearest = max(turning_points, key=lambda move: move.loss, default=None)
    if dearest is not None:
        lost = (("number", dearest.number), ("lost", round(100 * dearest.loss)))
        found.append(Statement("dearest", dearest.seat, yours, lost))
    elif about is not None and yours:
        found.append(Statement("steady", about, yours))
    if game.is_over:
        for name in [seat] if seat else [s.name for s in game.variant.seats]:
            found += _pieces(game, name, yours)
    return tuple(found)


def _result(game: Game, seat: str | None, yours: bool) -> Iterator[Statement]:
    if seat is None or not game.is_over:
        return
    if seat in game.retired:
        yield Statement("left", seat, yours)
        return
    of = {s.name: s.team for s in game.variant.seats}
    best_others = [game.scores[s] for s in of if of[s] != of[seat]]
    margin = abs(game.scores[seat] - game.variant.scoring.best(best_others))
    decided = bool(game.retired) and game.variant.team_count == 2  # whatever the points
    if seat not in game.winners and not decided:
        yield Statement("lost", seat, yours, (("n", margin),))
    elif decided and seat in game.winners:
        yield Statement("stayed", seat, yours)
    elif margin and seat in game.winners:
        yield Statement("won", seat, yours, (("n", margin),))
    elif seat in game.winners:
        yield Statement("shared", seat, yours)


def _ahead(expected: Expectation, game: Game) -> str | None:
    """The seat that leads, the first of its team; None where nobody does."""
    first: dict[int, str] = {}
    for seat in game.variant.seats:
        first.setdefault(seat.team, seat.name)
    ranked = sorted(first.values(), key=lambda seat: -expected.results[seat])
    lead = expected.results[ranked[0]] - expected.results[ranked[1]]
    return ranked[0] if lead > AHEAD else None


def _lead(
    expected: Sequence[Expectation], game: Game, seat: str, yours: bool
) -> Iterator[Statement]:
    """When a seat had the best chance to win; position n - 1 is that before move n."""
    team = {s.name: s.team for s in game.variant.seats}
    leaders = [_ahead(each, game) for each in expected]
    led = [leader is not None and team[leader] == team[seat] for leader in leaders]
    moves = len(led) - 1
    first = led.index(True) if any(led) else moves + 1
    last = moves - led[::-1].index(True) if any(led) else -1
    at = sum(led[:moves])
    if all(led):
        yield Statement("led_always", seat, yours)
    elif last < 0:
        yield Statement("led_never", seat, yours)
    elif first == 0 and all(led[: last + 1]):
        yield Statement("led_until", seat, yours, (("number", last + 1),))
    elif last == moves and all(led[first:]):
        yield Statement("led_from", seat, yours, (("number", first),))
    elif at:
        latest = moves - 1 - led[:moves][::-1].index(True)
        numbers = (("count", at), ("all", moves), ("number", latest + 1))
        yield Statement("led_often", seat, yours, numbers)


def _pieces(game: Game, seat: str, yours: bool) -> Iterator[Statement]:
    """Which pieces stayed unplaced, and after which move none of them had a place any more."""
    colours = next(s.colours for s in game.variant.seats if s.name == seat)
    if not any(game.pieces_left(colour) for colour in colours):
        yield Statement("placed_all", seat, yours)
        return
    if not yours or seat in game.retired:
        return
    left = [(colour, piece) for colour in colours for piece in game.pieces_left(colour)]
    largest = sorted(left, key=lambda held: -held[1].size)[:PIECES]
    tables = game.tables
    number = {piece.name: at for at, piece in enumerate(tables.pieces)}
    past = game.copy()
    while past.turns:
        after = len(past.turns)
        past.undo()
        for colour, piece in largest:
            if kernel.legal(past.position, colour) & tables.of_piece[number[piece.name]]:
                names = tuple(piece.name for _, piece in largest)
                yield Statement("unplaced", seat, yours, (("number", after),), names)
                return
