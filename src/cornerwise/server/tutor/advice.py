"""Advice on a position: a tip in three steps, and what a move would cost before it is made.

Both come from the searches of the engine that also reviews games, each made once and kept for a
while. So whoever follows a tip is never told that it was a mistake.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from cornerwise.game import Game
from cornerwise.position import Position
from cornerwise.server.base import messages as m
from cornerwise.server.engines.engines import EnginePool
from cornerwise.server.thinking.searches import Tip, Weigh
from cornerwise.server.tutor.sayings import Saying, TutorReason, saying, tutor_reasons
from cornerwise.tutor import Explanation, Remark, Weighed
from cornerwise.tutor.nudge import area_of
from cornerwise.tutor.remark import COSTLY

GAMES = 32
"""Of so many games the newest answers are kept,"""
ANSWERS = 32
"""so many of each: they are small."""


class HintReply(m.Reply, tag="hint"):
    """A tip in three steps: where to look, why, and the move itself."""

    placement: int
    seq: int
    nudge: Saying
    area: tuple[int, ...]
    """The part of the board in which the move lies."""
    reasons: list[TutorReason]
    """Why, what accounts for most first; none if the reason lies deeper."""


class RemarkView(Struct):
    """What the coach says of a move, and what to draw."""

    good: bool
    """Whether it is praise; else it is a warning."""
    sayings: list[Saying]
    colour: m.ColourName
    """Whom the cells concern."""
    cells: tuple[int, ...]
    answer: tuple[m.ColourName, int] | None
    """The answer that a warning fears: a colour and its placement."""


class WeighReply(m.Reply, tag="weigh"):
    placement: int
    seq: int
    loss: float
    """How much smaller the chance to win is than after the best move, from 0 to 1."""
    limit: float
    """The loss from which there is a warning."""
    remark: RemarkView | None


@dataclass
class _Notes:
    """What is known about one game."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    answers: OrderedDict[tuple[str, int | None], Any] = field(default_factory=OrderedDict)


class Advisor:
    """Gives advice on the games of a process, from where computers think."""

    def __init__(self, engines: EnginePool) -> None:
        self._engines = engines
        self._notes: OrderedDict[str, _Notes] = OrderedDict()

    async def explanation(self, name: str, game: Game, owner: str) -> Explanation:
        """The best move of a game's position and why. Raises Busy when all places are taken."""
        found: Explanation = await self._found(name, Tip(game=game.copy(), name=name), owner)
        return found

    async def weighed(self, name: str, game: Game, owner: str, placement: int) -> Weighed:
        """What a legal move would cost."""
        wanted = Weigh(game=game.copy(), name=name, placement=placement)
        found: Weighed = await self._found(name, wanted, owner)
        return found

    async def _found(self, name: str, wanted: Tip | Weigh, owner: str) -> Any:
        notes = self._of(name)
        key = (wanted.game.key, wanted.placement if isinstance(wanted, Weigh) else None)
        async with notes.lock:  # who asks the same a moment later finds the answer
            if key not in notes.answers:
                notes.answers[key] = await self._engines.run(wanted, owner)
                if len(notes.answers) > ANSWERS:
                    notes.answers.popitem(last=False)
            return notes.answers[key]

    def _of(self, name: str) -> _Notes:
        self._notes[name] = self._notes.pop(name, _Notes())
        if len(self._notes) > GAMES:
            self._notes.popitem(last=False)
        return self._notes[name]


def hint_reply(found: Explanation, position: Position, **known: Any) -> HintReply:
    """A tip for the page."""
    return HintReply(
        placement=found.best.number,
        nudge=saying(found.nudge),
        area=area_of(found.best, position),
        reasons=tutor_reasons(found.said),
        **known,
    )


def weigh_reply(weighed: Weighed, **known: Any) -> WeighReply:
    """What the coach says, for the page."""
    return WeighReply(
        placement=weighed.move.number,
        loss=round(weighed.loss, 4),
        limit=COSTLY,
        remark=None if weighed.remark is None else _remark_view(weighed.remark),
        **known,
    )


def _remark_view(remark: Remark) -> RemarkView:
    answer = None
    if remark.answer is not None and remark.answerer is not None:
        answer = (remark.answerer.value, remark.answer.number)
    sayings = [saying(message) for message in remark.messages]
    return RemarkView(remark.good, sayings, remark.colour.value, remark.cells, answer)
