"""Retries: positions of a reviewed game come back, and one tries to find a better move."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

from msgspec import Struct

from cornerwise.errors import CornerwiseError
from cornerwise.game import Game
from cornerwise.geometry import bits
from cornerwise.kernel import differences
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.engines.jobs import Busy
from cornerwise.server.games.contest import Contest
from cornerwise.server.thinking.searches import JudgeTry
from cornerwise.server.tutor.review_views import Line, line
from cornerwise.server.tutor.reviews import Reviews
from cornerwise.server.tutor.sayings import Saying, TutorReason, saying, tutor_reasons
from cornerwise.tutor import Answer, Retry

KEPT = 32
"""So many positions are kept."""


class RetryPosition(Struct):
    """A position to try again."""

    number: int
    """The move that was made there."""
    colour: m.ColourName
    seat: str
    legal: list[int]
    """What may be placed: each number as its difference to the one before."""
    left: list[int]
    """The pieces that the colour holds."""
    open: list[int]
    """Its open corners."""


class Attempt(Struct, forbid_unknown_fields=True):
    placement: m.Number


class Assessment(Struct):
    """What a try is worth beside the best move."""

    right: bool
    """Whether it loses no more than 2 % chance to win."""
    best: bool
    loss: float
    points: float
    exact: bool
    reasons: list[TutorReason]
    """What speaks for a right try."""
    against: list[TutorReason]
    """What speaks against a wrong one."""
    reply: Line
    """How the game is expected to go on, the try itself first."""
    nudge: Saying
    """Which piece to think of."""


@dataclass
class _Position:
    """A position, in which there is one search at a time."""

    retry: Retry
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Retries:
    """Shows positions of reviewed games, and judges what is tried in them."""

    def __init__(self, reviews: Reviews) -> None:
        self._reviews = reviews
        self._kept: OrderedDict[tuple[str, int, int], _Position] = OrderedDict()

    async def shown(self, contest: Contest, number: int) -> RetryPosition:
        """The position before a move."""
        game = (await self._position(contest, number)).retry.game
        turn = contest.game.turns[number - 1]
        return RetryPosition(
            number=number,
            colour=turn.colour,
            seat=turn.seat,
            legal=differences(game.legal_moves.placements),
            left=list(game.position.hand(turn.colour).pieces),
            open=list(bits(game.position.anchors(turn.colour))),
        )

    async def why(self, contest: Contest, number: int, placement: int) -> m.ReasonView | None:
        """Why a piece may not be placed there; None if it may."""
        game = (await self._position(contest, number)).retry.game
        _known(game, placement)
        assert game.to_play is not None
        reason = game.position.why_illegal(game.to_play, placement)
        if reason is None:
            return None
        return m.ReasonView(reason.code, reason.rule, reason.cells, reason.message)

    async def judged(self, contest: Contest, number: int, placement: int, owner: str) -> Assessment:
        """What a try is worth, by the search that judged the game."""
        position = await self._position(contest, number)
        retry = position.retry
        _known(retry.game, placement)
        if placement not in retry.game.legal_moves.numbers:
            why = retry.game.why_illegal(placement)
            raise Refusal("illegal", why or "this move is not legal here")
        wanted = JudgeTry(
            game=retry.game,
            name=f"retry {contest.id} {contest.end} {number}",
            placement=placement,
            **self._reviews.limits,
        )
        try:
            async with position.lock:
                found = await self._reviews.judged(wanted, owner, patient=False)
        except Busy:
            raise Refusal("busy", "all places for searches are taken", retry_after=1) from None
        return _assessed(retry.game, retry.judged(found))

    async def _position(self, contest: Contest, number: int) -> _Position:
        key = (contest.id, contest.end, number)
        if key not in self._kept:
            found = await self._reviews.found(contest, number - 1)
            move = found.moves[0] if found.moves and number > 0 else None
            if move is None or not move.is_decision:
                raise Refusal("not_found", "there is no such move in the review")
            retry = Retry(found.game.after(number - 1), move, found.origin)
            self._kept[key] = _Position(retry)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


def _assessed(game: Game, answer: Answer) -> Assessment:
    found, right = answer.explanation, answer.is_right
    return Assessment(
        right=right,
        best=found.is_best,
        loss=found.loss,
        points=found.points,
        exact=found.exact,
        reasons=tutor_reasons(found.reasons if found.is_best else ()),
        against=tutor_reasons(() if right else found.against),
        reply=line(game, found.line if found.is_best else found.reply),
        nudge=saying(found.nudge),
    )


def _known(game: Game, placement: int) -> None:
    try:
        game.move(placement)
    except CornerwiseError as error:
        raise Refusal("bad_request", str(error)) from None
