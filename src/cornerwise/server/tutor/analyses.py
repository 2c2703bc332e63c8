"""Live analysis: what the engine thinks of a position, told again and again while it thinks.

All analyses of a process share few threads of low priority, or workers elsewhere. Each is advanced
by a moment at a time, so that none waits for another to end, and computer players wait for none.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from cornerwise.engine import Analysis
from cornerwise.engine.analysis import Candidate
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import Doorkeeper
from cornerwise.server.base.settings import Settings
from cornerwise.server.engines.engines import EnginePool
from cornerwise.server.engines.jobs import Busy, Interrupted
from cornerwise.server.thinking.searches import LOOKED, Analyse, Explain
from cornerwise.server.tutor.sayings import Saying, TutorReason, saying, tutor_reasons
from cornerwise.tutor.explanation import lead_of

CALM = 1.0
"""Seconds for which the moves shown stay the same; their figures settle meanwhile."""
SHOWN = 3
"""Moves that are shown, each at another place."""
EXPECTED = 8
"""Moves of an expected line that are told."""
TRUSTED = 1 / 50
"""Share of the best move's visits from which a move is counted among those at the same place."""

Expected = tuple[m.ColourName, int]
"""A colour and what it is expected to place."""


class ShownMove(Struct):
    """A candidate: what is expected for whoever moves, and others at the same place."""

    placement: int
    chance: float
    lead: float
    visits: int
    alike: int
    """So many more good moves overlap it,"""
    low: float
    """and give a chance from this"""
    high: float
    """to this."""


class AnalysisView(Struct, tag_field="type", tag="analysis"):
    """What is thought of a position so far."""

    id: m.RequestId | None
    seat: str
    moves: list[ShownMove]
    line: list[Expected]
    """The moves expected, the best one first."""
    results: dict[str, float]
    scores: dict[str, float]
    simulations: int
    exact: bool
    done: bool


class ExplanationView(Struct, tag_field="type", tag="explained"):
    """Why a move is good, or what the best one has that it lacks."""

    id: m.RequestId | None
    placement: int
    best: int
    sayings: list[Saying]
    reasons: list[TutorReason]
    against: list[TutorReason]
    line: list[Expected]


class Shortlist:
    """The moves that are shown. Which they are changes at most once in `CALM` seconds.

    The last word of a search is always shown as it is.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._shown: list[int] = []
        self._changed = -CALM

    @property
    def rest(self) -> float:
        """Seconds until it may change again."""
        return max(0.0, self._changed + CALM - self._clock())

    def renew(self, analysis: Analysis, done: bool = False) -> list[Candidate]:
        """The candidates to show now."""
        best = _apart(analysis)
        known = {c.move.number: c for c in analysis.candidates}
        wanted = [candidate.move.number for candidate in best]
        if wanted != self._shown and (done or not self.rest or not self._shown):
            self._shown, self._changed = wanted, self._clock()
        return [known[number] for number in self._shown if number in known]


def _apart(analysis: Analysis) -> list[Candidate]:
    """The best moves at different places."""
    shown: list[Candidate] = []
    covered: set[int] = set()
    for candidate in analysis.candidates[:LOOKED]:
        known = candidate.visits or analysis.exact  # else nothing is expected of it yet
        if known and len(shown) < SHOWN and covered.isdisjoint(candidate.move.cells):
            shown.append(candidate)
            covered.update(candidate.move.cells)
    return shown


def view(
    game: Game, analysis: Analysis, shortlist: Shortlist, number: m.RequestId | None, done: bool
) -> AnalysisView:
    """An analysis as it is sent."""
    return AnalysisView(
        id=number,
        seat=analysis.seat,
        moves=[_shown(game, analysis, candidate) for candidate in shortlist.renew(analysis, done)],
        line=_expected(game, analysis.line),
        results=_rounded(analysis.results, 4),
        scores=_rounded(analysis.scores, 1),
        simulations=analysis.simulations,
        exact=analysis.exact,
        done=done,
    )


def _shown(game: Game, analysis: Analysis, candidate: Candidate) -> ShownMove:
    cells = set(candidate.move.cells)
    enough = TRUSTED * analysis.best.visits
    alike = [
        other.results[analysis.seat]
        for other in analysis.candidates[:LOOKED]
        if other.move != candidate.move
        and other.visits >= enough
        and not cells.isdisjoint(other.move.cells)
    ]
    chance = candidate.results[analysis.seat]
    return ShownMove(
        placement=candidate.move.number,
        chance=round(chance, 4),
        lead=round(lead_of(game, candidate.scores, analysis.seat), 1),
        visits=candidate.visits,
        alike=len(alike),
        low=round(min(alike, default=chance), 4),
        high=round(max(alike, default=chance), 4),
    )


def _expected(game: Game, line: Sequence[Move]) -> list[Expected]:
    """The first moves of a line, each with its colour."""
    ahead, found = game.copy(), list[Expected]()
    for move in line[:EXPECTED]:
        if ahead.to_play is None or move not in ahead.legal_moves:
            break
        found.append((ahead.to_play, move.number))
        ahead.play(move)
    return found


def _rounded(numbers: Mapping[str, float], digits: int) -> dict[str, float]:
    return {name: round(float(number), digits) for name, number in numbers.items()}


class Analysts:
    """Think about positions for whoever looks at them, so many at once in all and for each."""

    def __init__(self, settings: Settings, pool: EnginePool) -> None:
        self._pool = pool
        self._all = Doorkeeper(settings.analyses)
        self._each = Doorkeeper(settings.analyses_each)
        self._seconds, self._memory = settings.analysis_seconds, settings.analysis_memory << 20
        self.busy = 0
        """How many positions are being thought about."""

    async def think(self, game: Game, owner: str) -> AsyncGenerator[tuple[Analysis, bool], None]:
        """What is thought of a position, each time with whether that was the last word.

        Whoever leaves the loop ends the search.
        """
        with self._each.inside(owner), self._all.inside(""), self._counted(), _refusing():
            course = Analyse(game=game, seconds=self._seconds, memory=self._memory)
            last = None
            async with contextlib.aclosing(self._pool.follow(course, owner)) as thoughts:
                async for last in thoughts:
                    yield last, False
            if last is not None:
                yield last, True

    async def explain(
        self, game: Game, placement: int, analysis: Analysis, owner: str
    ) -> ExplanationView:
        """Why a move is good or not, by the same search."""
        wanted = Explain(game=game, placement=placement, analysis=analysis, memory=self._memory)
        with self._counted(), _refusing():
            found = await self._pool.run(wanted, owner)
        line = found.line if found.is_best else found.reply
        return ExplanationView(
            id=None,
            placement=placement,
            best=found.best.number,
            sayings=[saying(message) for message in found.messages],
            reasons=tutor_reasons(found.reasons),
            against=tutor_reasons(found.against),
            line=_expected(game, line),
        )

    @contextlib.contextmanager
    def _counted(self) -> Iterator[None]:
        self.busy += 1
        try:
            yield
        finally:
            self.busy -= 1

    async def close(self) -> None:
        await asyncio.shield(self._pool.close())


@contextlib.contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except (Busy, Interrupted):
        raise Refusal("busy", "all places for analysis are taken", retry_after=1) from None
