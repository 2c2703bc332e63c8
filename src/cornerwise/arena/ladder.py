"""A ladder measured by matches: each player against the one below."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import cornerwise
from cornerwise.arena.match import Round
from cornerwise.arena.statistics import elo, score_of
from cornerwise.arena.tournament import Tournament
from cornerwise.engine.ladder import Ladder, Step


def climb(tournaments: Sequence[Tournament], command: str) -> Ladder:
    """The ladder that matches of neighbours give, each of the upper player against the lower."""
    lowest = tournaments[0]
    steps = [Step(lowest.match.players[1], _cpu([(lowest.in_order, 1)]))]
    for index, tournament in enumerate(tournaments):
        above = [(next_.in_order, 1) for next_ in tournaments[index + 1 : index + 2]]
        scores = [played.share(0) for played in tournament.in_order]
        found = score_of(scores)
        steps.append(
            Step(
                player=tournament.match.players[0],
                cpu=_cpu([(tournament.in_order, 0), *above]),
                rounds=len(scores),
                score=round(found.mean, 4),
                low=round(found.low, 4),
                high=round(found.high, 4),
                # With a round won and a round lost added, so that every step is finite.
                elo=round(elo(fmean([*scores, 0.0, 1.0]))),
            )
        )
    return Ladder(lowest.match.variant.name, command, cornerwise.__version__, tuple(steps))


def _cpu(matches: Sequence[tuple[Sequence[Round], int]]) -> float:
    """The CPU seconds for a move of someone who was one player here and another there."""
    parts = [part for rounds, who in matches for played in rounds for part in played.parts(who)]
    moves = sum(part.moves for part in parts)
    return round(sum(part.cpu for part in parts) / moves, 4) if moves else 0.0
