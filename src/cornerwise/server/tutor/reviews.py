"""Reviews: what was good and what was not in games that are over, made while nobody needs the
engine, and kept with the games.

A wish for a review stands in the store until all its parts do: one for each move, and one for the
end. So it survives a restart, and of several processes the one that holds the lease makes it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass
from functools import partial
from typing import Any

from cornerwise.errors import ReviewError
from cornerwise.game import Game
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import Turnstile
from cornerwise.server.engines.jobs import Busy, Interrupted
from cornerwise.server.engines.judging import engine_of
from cornerwise.server.games.contest import Contest
from cornerwise.server.games.ground import Ground
from cornerwise.server.storage.leases import REVIEW
from cornerwise.server.storage.store import ReviewKey, ReviewWish, StoreError, Unreadable
from cornerwise.server.thinking.searches import JudgeEnd, JudgeMove, Judging
from cornerwise.tutor import Expectation, MoveReview, Review
from cornerwise.tutor.fingerprint import Origin
from cornerwise.tutor.review_record import (
    expectation_read,
    expectation_written,
    move_read,
    move_written,
)
from cornerwise.variants import Variant

WAIT = 0.5
"""Seconds after which a search for which there was no place is asked for again."""

log = logging.getLogger("cornerwise.reviews")


@dataclass(frozen=True)
class Found:
    """What there is of a review.

    asked  whether it was ever asked for
    first  how many moves were left out
    moves  the moves after those, as far as they are judged
    end    what is expected at the end; it comes last
    """

    game: Game
    origin: Origin
    asked: bool
    first: int = 0
    moves: tuple[MoveReview, ...] = ()
    end: Expectation | None = None

    @property
    def whole(self) -> Review | None:
        """The review, if all of it is there."""
        if self.end is None or self.first:
            return None
        return Review(self.game, self.origin, self.moves, self.end)


class Reviews:
    """Makes reviews that somebody asked for, and reads those that were made."""

    def __init__(self, ground: Ground) -> None:
        self._store, self._archive, self._engines = ground.store, ground.archive, ground.engines
        self._leases, self._peers, self._work = ground.leases, ground.peers, ground.work
        self._keeper, self._settings = ground.keeper, ground.settings
        self._origins: dict[Variant, Origin] = {}
        self._making: set[ReviewKey] = set()
        self._turns = Turnstile(1)

    async def ask(self, contest: Contest, owner: str) -> None:
        """Let a game be reviewed; to ask again changes nothing."""
        check(contest)
        key, _ = await self._key(contest)
        if await self._store.review(key, len(contest.moves) + 1) is not None:
            return
        waiting = await self._store.unreviewed()
        if len(waiting) >= self._settings.reviews_waiting:
            raise Refusal("busy", "too many games are waiting for a review", retry_after=60)
        if sum(wish.owner == owner for wish in waiting) >= self._settings.reviews_each:
            raise Refusal("busy", "too many of your games are waiting for a review", retry_after=60)
        await self._ask(key, contest, owner)

    async def found(self, contest: Contest, first: int = 0) -> Found:
        """What there is of a game's review, without the first moves."""
        check(contest)
        key, origin = await self._key(contest)
        first = min(first, len(contest.moves))
        game, stored = contest.game, await self._store.review(key, first)
        if stored is None:
            return Found(game, origin, False)
        try:
            return await asyncio.to_thread(_read, game.copy(), origin, first, stored[1])
        except ReviewError as error:
            raise Unreadable(f"the review is damaged: {error}") from error

    async def resume(self) -> None:
        """Go on with reviews that a process which is gone has left."""
        for wish in await self._store.unreviewed(self._peers.alive):
            self._begin(wish)

    async def judged(self, job: Judging, owner: str, *, patient: bool = True) -> Any:
        """What a job finds after all that players need has been found.

        If there is no place for it, who is patient waits, and else Busy is raised.
        """
        while True:
            try:
                return await self._engines.run(job, owner)
            except Interrupted:
                continue
            except Busy:
                if not patient:
                    raise
                await asyncio.sleep(WAIT)

    @property
    def limits(self) -> dict[str, Any]:
        """Of the searches that reviews are made with."""
        settings = self._settings
        return {"simulations": settings.review_simulations, "seconds": settings.review_seconds}

    # --- making ------------------------------------------------------------------------------

    async def _ask(self, key: ReviewKey, contest: Contest, owner: str) -> None:
        wish = ReviewWish(key, owner, self._keeper.now(), len(contest.moves) + 1)
        await self._store.ask_review(wish)
        self._begin(wish)

    def _begin(self, wish: ReviewWish) -> None:
        if wish.key not in self._making:
            self._making.add(wish.key)
            made = self._work.keep("reviewing", partial(self._make, wish))
            made.add_done_callback(lambda _: self._making.discard(wish.key))

    async def _make(self, wish: ReviewWish) -> None:
        """Make a review, or let it be if another process does."""
        async with self._turns.inside(wish.owner):
            if not await self._leases.take(wish.key.game, REVIEW):
                return
            try:
                await self._write(wish)
            except (StoreError, asyncio.CancelledError):
                raise  # it is tried again, here or elsewhere
            except Exception:
                log.exception("game %s… could not be reviewed", wish.key.game[:6])
                await self._store.drop_review(wish.key)
            await self._leases.give_up(wish.key.game, REVIEW)

    async def _write(self, wish: ReviewWish) -> None:
        """Judge what is not judged yet, one position after the other."""
        key = wish.key
        contest = await self._contest(key)
        if contest is None:
            await self._store.drop_review(key)
            return
        wanted, _ = await self._key(contest)
        if key != wanted:  # the engine has become another one since, or the game ended anew
            await self._store.drop_review(key)
            await self._ask(wanted, contest, wish.owner)
            return
        stored = await self._store.review(key)
        made = len(stored[1]) if stored else 0
        given = {"game": contest.game, "name": f"review {key.game}", **self.limits}
        for number in range(made + 1, wish.parts):
            move = await self.judged(JudgeMove(**given, number=number), wish.owner)
            if not await self._leases.take(key.game, REVIEW):
                return  # we were taken to be gone
            await self._store.add_part(key, number, _written(move_written(move)))
        end = await self.judged(JudgeEnd(**given), wish.owner)
        await self._store.add_part(key, wish.parts, _written(expectation_written(end)))

    async def _contest(self, key: ReviewKey) -> Contest | None:
        """The game of a wish, if it can still be reviewed."""
        try:
            contest = await self._archive.contest(key.game)
            check(contest)
        except (Refusal, Unreadable):
            return None
        return contest

    async def _key(self, contest: Contest) -> tuple[ReviewKey, Origin]:
        of = contest.variant
        if of not in self._origins:
            engine = engine_of(of, self._settings.review_simulations)
            self._origins[of] = await asyncio.to_thread(Origin.of, engine, of)
        origin = self._origins[of]
        return ReviewKey(contest.id, contest.end, origin.fingerprint), origin


def check(contest: Contest) -> None:
    """Whether a game can be reviewed. A running game is not analysed for anybody."""
    if contest.status != "over":
        raise Refusal("no_review", "the game is not over: a running game is not analysed")
    if len(contest.chairs) == 1:
        raise Refusal("no_review", "a game for one player has no mistakes to learn from")
    if not contest.moves:
        raise Refusal("no_review", "there is nothing to review: no move has been made")


def _written(record: dict[str, Any]) -> bytes:
    return json.dumps(record, separators=(",", ":")).encode()


def _read(game: Game, origin: Origin, first: int, parts: list[bytes]) -> Found:
    """What stored parts say."""
    records = [json.loads(part) for part in parts]
    moves = [
        move_read(game, number, record)
        for number, record in enumerate(records[: len(game.turns) - first], start=first + 1)
    ]
    end = expectation_read(game, records[-1]) if first + len(records) > len(game.turns) else None
    return Found(game, origin, True, first, tuple(moves), end)
