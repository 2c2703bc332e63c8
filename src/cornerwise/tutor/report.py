"""A review as one HTML page that stands alone: no script, no other file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from html import escape

from cornerwise import render
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.render.palette import LIGHT
from cornerwise.texts import ENGLISH, Message, Speech, marked
from cornerwise.tutor import chart
from cornerwise.tutor.move_review import MoveReview
from cornerwise.tutor.review import Review
from cornerwise.variants import Colour

BOARD = 420
"""The longer side of a board in pixels."""

REVIEW = marked("Review of the game")
SEAT = marked("Player")
ACCURACY = marked("Accuracy")
POINTS = marked("Points")
CHANCES = marked("Chance to win")
EXPECTED = marked("Points expected")
TURNING = marked("Turning points")
NONE = marked("There was no costly move.")
MOVES = marked("Moves")
MOVE = marked("Move")
MARK = marked("Verdict")
COST = marked("Cost")
WHY = marked("Why")
NUMBERED = marked("Move {number}")
PLAYED = marked("Played: {move}")
INSTEAD = marked("Better: {move}")
LINE = marked("Expected then: {line}")

STYLE = """
:root { color-scheme: light dark; --ink: #1c2529; --page: #fff; --line: #c9d2cd; --quiet: #4a575d;
  --bad: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9eeec; --page: #12181b; --line: #39454b; --quiet: #9aa6a4; --bad: #f6a097 }
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 64rem; background: var(--page);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem }
h3 { font-size: 1rem; margin: 0 }
.quiet { color: var(--quiet) }
.chart { width: 100%; height: auto; display: block }
.chart text { font-size: 13px; fill: var(--quiet) }
@media (max-width: 40rem) { .chart text { font-size: 20px } }
.rule { stroke: var(--ink); stroke-opacity: .25 }
.mark { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 4 3 }
table { border-collapse: collapse; width: 100% }
th, td { padding: .35rem .6rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line) }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.turn { border: 1px solid var(--line); border-radius: 12px; padding: 1rem; margin: 0 0 1rem }
.boards { display: grid; gap: 1rem; margin: .8rem 0;
  grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)) }
figure { margin: 0 }
figure img { width: 100%; max-width: 26rem; height: auto; display: block }
figcaption, .cells { overflow-wrap: anywhere }
.dot { display: inline-block; width: .8em; height: .8em; border-radius: 50%; margin-right: .4em;
  border: 1px solid var(--line) }
.cells { min-width: 9rem }
.why { min-width: 14rem }
.scroll { overflow-x: auto }
.inaccuracy, .mistake, .blunder { font-weight: 600 }
.mistake, .blunder { color: var(--bad) }
@media print { .turn { break-inside: avoid } }
"""


def report(
    review: Review,
    *,
    seat: str | None = None,
    players: Mapping[str, str] | None = None,
    speech: Speech = ENGLISH,
) -> str:
    """The page: summary, charts, turning points with boards, and every move.

    seat     whose turning points are shown and whom the summary addresses
    players  the names of those who played, by their seats

    >>> from cornerwise import Engine, random_game, review
    >>> found = review(random_game("duo", seed=1, plies=4), Engine(simulations=50, seed=1))
    >>> page = report(found, players={"blue": "Ann & Bob"})
    >>> page.startswith("<!doctype html>"), "Ann &amp; Bob" in page, "<script" in page
    (True, True, False)
    """
    return _Page(review, seat, players or {}, speech).text()


class _Page:
    def __init__(
        self, review: Review, seat: str | None, players: Mapping[str, str], speech: Speech
    ) -> None:
        self.review, self.seat, self.players, self.speech = review, seat, players, speech
        self.turning_points = review.turning_points(seat)

    def text(self) -> str:
        title = self._say(REVIEW)
        head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        head += '<meta name="viewport" content="width=device-width,initial-scale=1">'
        return (
            f'<!doctype html>\n<html lang="{self.speech.language}"><head>{head}</head><body>\n'
            + "\n".join(self._body(title))
            + "\n</body></html>\n"
        )

    def _body(self, title: str) -> Iterator[str]:
        game, marks = self.review.game, [move.number for move in self.turning_points]
        yield f'<h1>{title}</h1><p class="quiet">{escape(game.variant.title)}</p>'
        said = [self.speech.say(s.message) for s in self.review.summary(self.seat)]
        yield f"<p>{escape(' '.join(said))}</p>"
        yield self._seats()
        label = self._say(CHANCES)
        chances = chart.chances(game, self.review.expected, marks=marks, label=label)
        yield f"<h2>{label}</h2>{chances}"
        label = self._say(EXPECTED)
        yield f"<h2>{label}</h2>{chart.points(game, self.review.expected, label=label)}"
        yield f"<h2>{self._say(TURNING)}</h2>"
        yield from (self._turning_point(move) for move in self.turning_points)
        if not self.turning_points:
            yield f"<p>{self._say(NONE)}</p>"
        yield f"<h2>{self._say(MOVES)}</h2>{self._moves()}"

    def _seats(self) -> str:
        rows = []
        for seat in self.review.game.variant.seats:
            accuracy = self.review.accuracy[seat.name]
            shown = "–" if accuracy is None else self.speech.number(accuracy)
            points = self.review.game.scores[seat.name]
            rows.append(
                f'<tr><td>{self._name(seat.name)}</td><td class="n">{points}</td>'
                f'<td class="n">{shown}</td></tr>'
            )
        heads = self._heads(SEAT, POINTS, ACCURACY, numbers={POINTS, ACCURACY})
        return f"<table>{heads}{''.join(rows)}</table>"

    def _turning_point(self, move: MoveReview) -> str:
        before = self.review.before(move.number)
        boards = [
            self._board(move.move, self._say(PLAYED, move=str(move.move)), before),
            self._board(move.best, self._say(INSTEAD, move=str(move.best)), before),
        ]
        line = " · ".join(map(str, move.line[1:4]))
        then = f'<p class="quiet cells">{self._say(LINE, line=line)}</p>' if line else ""
        return (
            f'<section class="turn"><h3>{self._say(NUMBERED, number=move.number)}, '
            f"{self._name(move.seat)}: {self._mark(move)}</h3>"
            f'<div class="boards">{"".join(boards)}</div><p>{self._why(move)}</p>{then}</section>'
        )

    def _board(self, move: Move, caption: str, before: Game) -> str:
        game = before.copy()
        game.play(move)
        picture = b64encode(render.svg(game, size=BOARD).encode()).decode()
        return (
            f'<figure><img alt="" src="data:image/svg+xml;base64,{picture}">'
            f"<figcaption>{caption}</figcaption></figure>"
        )

    def _moves(self) -> str:
        rows = []
        for move in self.review.moves:
            cost = f"{100 * move.loss:.0f} %" if move.mark.is_error else ""
            rows.append(
                f'<tr><td class="n">{move.number}</td><td>{self._name(move.seat, move.colour)}</td>'
                f'<td class="cells">{escape(move.move.piece.name)} {escape(str(move.move))}</td>'
                f'<td>{self._mark(move)}</td><td class="n">{cost}</td>'
                f'<td class="why">{self._why(move)}</td></tr>'
            )
        heads = self._heads("", SEAT, MOVE, MARK, COST, WHY, numbers={COST})
        return f'<div class="scroll"><table>{heads}{"".join(rows)}</table></div>'

    def _heads(self, *names: str, numbers: set[str]) -> str:
        cells = "".join(
            f'<th scope="col"{" class=n" if name in numbers else ""}>'
            f"{self._say(name) if name else '#'}</th>"
            for name in names
        )
        return f"<tr>{cells}</tr>"

    def _mark(self, move: MoveReview) -> str:
        if not move.is_decision:
            return "–"
        return f'<span class="{move.mark}">{escape(self.speech.say(move.mark.message))}</span>'

    def _why(self, move: MoveReview) -> str:
        return escape(" ".join(self.speech.say(message) for message in move.messages))

    def _name(self, seat: str, colour: str = "") -> str:
        """Who sits there, with a dot of the colour."""
        colours = seat.split("+")
        paint = LIGHT.paints[Colour(colour or colours[0])].fill
        name = self.players.get(seat) or self.speech.colours([colour] if colour else colours)
        return f'<span class="dot" style="background:{paint}"></span>{escape(name)}'

    def _say(self, text: str, **values: str | int) -> str:
        return escape(self.speech.say(Message(text, values=values)))
