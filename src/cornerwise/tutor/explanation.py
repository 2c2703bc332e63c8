"""Why this move and not that: two moves compared by one search, and the reasons that differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from cornerwise.engine import Analysis, Engine
from cornerwise.errors import EngineError, IllegalMove
from cornerwise.game import Game, a_game
from cornerwise.notation import AnyMove, Move
from cornerwise.texts import Message, Value, marked
from cornerwise.tutor.reason import Reason
from cornerwise.tutor.reasons import Scene
from cornerwise.tutor.searches import Searches
from cornerwise.tutor.weights import weight
from cornerwise.variants import Colour

SIMULATIONS = 2_000
"""What an explanation searches for unless an engine is given."""

TRUSTED = 1 / 4
"""A move is judged by the search of the position if it had this share of the best one's visits."""

RIVALS = 4
"""The best move alone is compared with so many of the next best, or else of all moves."""

SAID = 2
"""So many reasons of a kind are put into words."""

NUDGE = marked("Look for a spot for {pieces}.")
BEST = marked("This is the best move.")
EQUAL = marked("This is as good as the best move.")
DEEPER_BEST = marked("This is the best move; the reason lies deeper: see the line.")
DEEPER_POINTS = marked("{points} points better; the reason lies deeper: see the line.")
DEEPER_CHANCE = marked("Chance to win +{chance}%; the reason lies deeper: see the line.")
BETTER = marked("Better: {move} (chance to win +{chance}%, points +{points}).")
BETTER_CHANCE = marked("Better: {move} (chance to win +{chance}%).")
AGAINST = marked("Against {move}:")


@dataclass(frozen=True)
class Verdict:
    """What is expected after a move, for the seat that makes it.

    chance  its share of the win, from 0 to 1; alone at the table, of placing everything
    lead    its points before the best opponent's; alone, its points. More is better, always
    line    the moves expected, this one first
    exact   whether all this is proved
    """

    move: Move
    chance: float
    lead: float
    line: tuple[Move, ...]
    exact: bool


@dataclass(frozen=True)
class Explanation:
    """Why one move is better than another, or what speaks for the best one.

    move     the move that was asked about
    best     the best move of the search: the hint
    colour   the colour that moves
    loss     how much smaller the chance to win is after `move`, from 0 to 1; 0 for the best
    points   how many points fewer are expected, as a lead over the best opponent
    reasons  what holds for the best move and not for the other, what accounts for most first
    against  what speaks against the other move and not against the best
    line     the moves expected from the best one on
    reply    the moves expected from the other one on
    exact    whether loss and points are proved
    """

    move: Move
    best: Move
    colour: Colour
    loss: float
    points: float
    reasons: tuple[Reason, ...]
    against: tuple[Reason, ...]
    line: tuple[Move, ...]
    reply: tuple[Move, ...]
    exact: bool

    @property
    def is_best(self) -> bool:
        return self.move == self.best

    @property
    def nudge(self) -> Message:
        """The first help of three, before the reasons and the move: which piece to think of."""
        return Message(NUDGE, values={"pieces": (self.best.piece.name,)})

    @property
    def messages(self) -> tuple[Message, ...]:
        """The sentences of `text` as data for a page."""
        if self.is_best:
            said = tuple(reason.message for reason in self.said)
            return Message(BEST if said else DEEPER_BEST), *said
        return compared(self, self.reasons[:SAID], self.against[:SAID])

    @property
    def text(self) -> str:
        """In English: how much better the best move is, and why."""
        return " ".join(message.text for message in self.messages)

    @property
    def said(self) -> tuple[Reason, ...]:
        """The reasons that are put into words."""
        return (*self.reasons[:SAID], *self.against[:SAID])

    def __str__(self) -> str:
        return self.text


class Compared(Protocol):
    """A move beside the best one."""

    @property
    def move(self) -> Move: ...
    @property
    def best(self) -> Move: ...
    @property
    def loss(self) -> float: ...
    @property
    def points(self) -> float: ...


def compared(
    found: Compared, reasons: Sequence[Reason], against: Sequence[Reason]
) -> tuple[Message, ...]:
    """How much better the best move is than another, what is said for it, and what against the
    other; or that it is no better."""
    chance = round(100 * found.loss)
    gains = found.points >= 0.05  # one can win more often and expect fewer points: silent then
    if not chance and not gains:
        return (Message(EQUAL),)
    numbers: dict[str, Value] = {"chance": chance, "points": round(found.points, 1)}
    if not reasons and not against:
        return (Message(DEEPER_POINTS if gains else DEEPER_CHANCE, values=numbers),)
    numbers["move"] = named(found.best)
    said = [Message(BETTER if gains else BETTER_CHANCE, values=numbers)]
    said += [reason.message for reason in reasons]
    if against:  # else these would seem to be said of the better move
        said.append(Message(AGAINST, values={"move": named(found.move)}))
        said += [reason.message for reason in against]
    return tuple(said)


def named(move: Move) -> str:
    """A move in a sentence: its piece and the cell that names it."""
    return f"{move.piece} {move.cell_names[0]}"


def explain(
    game: Game,
    move: AnyMove | None = None,
    *,
    engine: Engine | Searches | None = None,
    analysis: Analysis | None = None,
) -> Explanation:
    """Compare a move with the best one, or say what speaks for the best.

    analysis  what a search of this position has found, if there was one: then its best move is the
              best here too, and a hint that was followed is never called a mistake

    >>> game = Game("duo", moves=["e8,d9,e9,f9,e10"])
    >>> found = explain(game, "j5", engine=Engine(simulations=300, seed=1))
    >>> found.loss > 0, found.against[0].text
    (True, 'Yellow could cover these spaces and more with X5.')
    """
    if a_game(game).is_over:
        raise EngineError("the game is over: there is no move to explain")
    engine = engine or Engine(simulations=SIMULATIONS, seed=0)
    if move is not None and (why := game.why_illegal(move)):
        raise IllegalMove(f"{move} is not legal: {why}")
    if analysis is None:
        *_, analysis = engine.analyse(game)
    elif analysis.move.number not in game.legal_moves.numbers:
        raise EngineError("this analysis is of another position: its best move is not legal here")
    scene = Scene(game)
    best = analysis.move
    asked = best if move is None else game.move(move)
    if asked == best:
        return _of_best(scene, analysis)
    better, worse = _verdicts(game, engine, analysis, asked)
    loss, points = max(0.0, better.chance - worse.chance), better.lead - worse.lead
    if not loss:
        points = max(0.0, points)
    mine = (*_decided(scene, better), *scene.reasons(best))
    theirs = (*_decided(scene, worse), *scene.reasons(asked))
    return Explanation(
        asked,
        best,
        scene.colour,
        loss,
        points,
        _lacking((r for r in mine if r.good), [theirs]),
        _lacking((r for r in theirs if not r.good), [mine]),
        better.line,
        worse.line,
        better.exact and worse.exact,
    )


def _of_best(scene: Scene, analysis: Analysis) -> Explanation:
    """What sets the best move apart from the next best, or from moves in general.

    On an empty board the next best are often its mirror images, of which all the same is true.
    """
    best = analysis.move
    verdict = _of_candidate(scene.game, analysis, best)
    rivals = [c.move for c in analysis.candidates[1:] if c.visits][:RIVALS]
    good = [reason for reason in scene.reasons(best) if reason.good]
    apart = _lacking(good, [scene.reasons(rival) for rival in rivals])
    if not apart:
        apart = _lacking(good, [scene.reasons(move) for move in _spread(scene, best)])
    decided = _decided(scene, verdict)  # worth knowing, even if other moves decide it as well
    return Explanation(
        best,
        best,
        scene.colour,
        0.0,
        0.0,
        (*(r for r in decided if r.good), *apart),
        tuple(r for r in decided if not r.good),
        analysis.line,
        analysis.line,
        analysis.exact,
    )


def _spread(scene: Scene, best: Move) -> list[Move]:
    """Some of the moves, from the smallest pieces to the largest."""
    moves = [move for move in scene.game.legal_moves if move != best]
    return [moves[(2 * n + 1) * len(moves) // (2 * RIVALS)] for n in range(RIVALS)] if moves else []


def _lacking(reasons: Iterable[Reason], others: Sequence[Sequence[Reason]]) -> tuple[Reason, ...]:
    """The reasons that some other move lacks, those first in which they differ most."""

    def gap(reason: Reason) -> float:
        alike = (_alike(reason, other) for other in others)
        missing = [0.0 if other is None else weight(other) for other in alike]
        return weight(reason) - sum(missing) / max(1, len(missing))

    def holds(reason: Reason) -> bool:
        alike = [_alike(reason, other) for other in others]
        return bool(alike) and all(other is not None and other.implies(reason) for other in alike)

    found = sorted((r for r in reasons if not holds(r)), key=lambda reason: -gap(reason))
    opened = [(reason.colour, reason.cells) for reason in found if reason.name == "opens"]
    return tuple(  # corners that are new and safe are spoken of once
        r for r in found if r.name != "sheltered" or (r.colour, r.cells) not in opened
    )


def _alike(reason: Reason, others: Iterable[Reason]) -> Reason | None:
    """The reason of the same kind about the same colour."""
    return next((o for o in others if (o.name, o.colour) == (reason.name, reason.colour)), None)


def _decided(scene: Scene, verdict: Verdict) -> tuple[Reason, ...]:
    """What is proved of the end, where one side's gain is the other's loss."""
    if not verdict.exact or scene.game.variant.team_count != 2:
        return ()
    margin = round(verdict.lead)
    name = "wins" if margin > 0 else "loses" if margin < 0 else "draws"
    numbers = (("n", abs(margin)),) if margin else ()
    return (Reason(name, scene.colour, margin >= 0, numbers=numbers),)


# --- what is expected ---------------------------------------------------------------------


def _verdicts(
    game: Game, engine: Engine | Searches, analysis: Analysis, move: Move
) -> tuple[Verdict, Verdict]:
    """What is expected after the best move and after another, found in the same way for both."""
    visits = {candidate.move: candidate.visits for candidate in analysis.candidates}
    proved = analysis.exact and not analysis.simulations  # by the solver, which looks at all moves
    enough = visits.get(move, 0) >= max(1.0, TRUSTED * analysis.best.visits)
    if move in visits and (proved or enough):
        one, other = (_of_candidate(game, analysis, m) for m in (analysis.move, move))
        return one, other
    return verdict_after(game, engine, analysis.move), verdict_after(game, engine, move)


def _of_candidate(game: Game, analysis: Analysis, move: Move) -> Verdict:
    candidate = next(c for c in analysis.candidates if c.move == move)
    chance = candidate.results[analysis.seat]
    lead = lead_of(game, candidate.scores, analysis.seat)
    is_best = move == analysis.move
    line = analysis.line if is_best else (move,)
    # Of a search that was settled only the best move is proved.
    exact = analysis.exact and (is_best or not analysis.simulations)
    return Verdict(move, chance, lead, line, exact)


def verdict_after(game: Game, engine: Engine | Searches, move: Move) -> Verdict:
    """A move judged by a search of its own, of the position after it."""
    seat = game.seat_to_play or ""
    after = game.copy()
    after.play(move)
    if after.is_over:
        return Verdict(move, after.shares[seat], lead_of(game, after.scores, seat), (move,), True)
    *_, found = engine.analyse(after)
    lead = lead_of(game, found.scores, seat)
    return Verdict(move, found.results[seat], lead, (move, *found.line), found.exact)


def lead_of(game: Game, scores: Mapping[str, float], seat: str) -> float:
    """How many points a seat is ahead of the best opponent; alone, its points."""
    side = next(s.team for s in game.variant.seats if s.name == seat)
    sign = 1 if game.variant.scoring.most_wins else -1
    others = [sign * scores[s.name] for s in game.variant.seats if s.team != side]
    return float(sign * scores[seat] - max(others, default=0))
