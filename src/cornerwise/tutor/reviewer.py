"""Judging the moves of a game one after the other, with one search a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from cornerwise.engine import Analysis, Engine
from cornerwise.errors import ReviewError
from cornerwise.game import Game, a_game
from cornerwise.notation import Move
from cornerwise.tutor.expectation import DIGITS, Expectation
from cornerwise.tutor.explanation import TRUSTED, Explanation, explain
from cornerwise.tutor.fingerprint import Origin
from cornerwise.tutor.mark import LIMITS
from cornerwise.tutor.move_review import Alternative, MoveReview
from cornerwise.tutor.reasons import Scene
from cornerwise.tutor.searches import Searches, judging_engine

ALTERNATIVES = 3
"""So many other moves are shown at most."""
REASONS = 3
"""So many reasons are kept for each move."""
LINE = 8
"""So many moves of a line are kept."""
COSTLY = min(LIMITS.values())
"""After a move that cost so much, every alternative is followed on the board."""


class Reviewer:
    """Judges the moves of a game, each when it is asked for.

    Every figure comes from the search of a position. The search of the position after a move is
    that of the position before the next one, so that a game takes one search for each of them, and
    one more where the best move was not played and has to be compared.
    """

    def __init__(self, game: Game, engine: Engine | None = None) -> None:
        if len(a_game(game).variant.seats) == 1:
            raise ReviewError(
                f"a game of {game.variant.name} cannot be reviewed: nobody plays against you. "
                "The solver tells whether a puzzle can still be solved (cornerwise puzzle solve)"
            )
        if not game.turns:
            raise ReviewError("there is nothing to review: no move has been made")
        self.game = game.copy()
        self.searches = Searches(engine or judging_engine(game.variant))

    def moves(self) -> Iterator[MoveReview]:
        """The moves from the first to the last, each judged when it is asked for."""
        return (self.move(number) for number in range(1, len(self.game.turns) + 1))

    def origin(self) -> Origin:
        """What the moves are judged with."""
        return Origin.of(self.searches.engine, self.game.variant)

    def end(self) -> Expectation:
        """What is expected where the game stands, or what came of it."""
        return self._expected(self.game)

    def move(self, number: int) -> MoveReview:
        """The review of one move, counted from 1."""
        turn = self.game.turns[number - 1]
        before, after = self._at(number - 1), self._at(number, present=number - 1)
        choices = len(before.legal_moves)
        expected = self._expected(after)
        if choices < 2:  # nothing to decide; none at all after the end of a game (C6)
            was = self._expected(before)
            return MoveReview(number, turn.colour, turn.seat, turn.move, choices, was, expected)
        analysis = self.searches.final(before)
        found = explain(before, turn.move, engine=self.searches, analysis=analysis)
        loss, points = round(found.loss, DIGITS), round(found.points, DIGITS)
        scene = Scene(before)
        better, against = found.reasons, found.against
        equal = found.exact and not loss and not points and not found.is_best
        if equal:  # there is nothing better: what speaks for the move itself
            better, against = tuple(r for r in scene.reasons(turn.move) if r.good), ()
        return MoveReview(
            number,
            turn.colour,
            turn.seat,
            turn.move,
            choices,
            Expectation.of(analysis),
            expected,
            loss,
            points,
            found.exact,
            found.is_best or equal,
            tuple(islice(self._alternatives(scene, analysis, found), ALTERNATIVES)),
            better[:REASONS],
            against[:REASONS],
            self._line(after, turn.move),
        )

    def _at(self, moves: int, present: int | None = None) -> Game:
        """The game after so many moves; `present` leaves out who left after more than so many."""
        game = self.game.after(moves)
        left = [(ply, seat) for ply, seat in game.retirements if present is None or ply <= present]
        if len(left) == len(game.retired):
            return game
        return Game(game.variant, setup=game.setup, moves=game.history, retired=left)

    def _expected(self, game: Game) -> Expectation:
        """What is expected of a position. Where there is but one move it is what comes after."""
        game = game.copy()
        while not game.is_over and len(game.legal_moves) == 1:
            game.play(game.legal_moves[0])
        if game.is_over:
            return Expectation.of_end(game)
        return Expectation.of(self.searches.final(game))

    def _alternatives(
        self, scene: Scene, analysis: Analysis, found: Explanation
    ) -> Iterator[Alternative]:
        """The best move unless it was made, and others nearly as good in other places."""
        best, seat = analysis.best, analysis.seat
        places = set(found.move.cells)
        for candidate in analysis.candidates:
            move, is_best = candidate.move, candidate is best
            loss = max(0.0, best.results[seat] - candidate.results[seat])
            trusted = candidate.visits >= TRUSTED * best.visits and loss < COSTLY
            elsewhere = is_best or not places & set(move.cells)
            if move == found.move or not trusted or not elsewhere:
                continue
            places |= set(move.cells)
            reasons = found.reasons if is_best else ()
            reasons = reasons or tuple(r for r in scene.reasons(move) if r.good)
            line = self._line_of(scene.game, move, found)
            yield Alternative(move, round(loss, DIGITS), line, reasons[:REASONS])

    def _line_of(self, game: Game, move: Move, found: Explanation) -> tuple[Move, ...]:
        """The moves expected from a move on: after a costly move every better one is followed."""
        if move == found.best:
            return found.line[:LINE]
        if found.loss < COSTLY:
            return (move,)
        after = game.copy()
        after.play(move)
        return self._line(after, move)

    def _line(self, after: Game, move: Move) -> tuple[Move, ...]:
        line: Sequence[Move] = () if after.is_over else self.searches.final(after).line
        return (move, *line)[:LINE]
