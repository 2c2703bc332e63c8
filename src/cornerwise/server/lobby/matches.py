"""Matches: games for people who found each other, made in one transaction with what they gave up.

One process pairs at a time, by a lease. To pair needs no lease to be right, since a seek is used
once, but of several processes that work out the same all but one would work in vain.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from cornerwise.ratings import parameters
from cornerwise.server.base.security import holder_of, new_id
from cornerwise.server.games.beginnings import Sitter, paired
from cornerwise.server.games.contest import Contest
from cornerwise.server.games.ground import Ground
from cornerwise.server.games.inception import incepted
from cornerwise.server.games.lobby_views import clock_of
from cornerwise.server.games.pairing import Apart, Group, Terms, nobody_apart, pairings
from cornerwise.server.lobby.seeks import Seeks, Waiting, used
from cornerwise.server.people.ties import Ties
from cornerwise.server.storage.database import Change
from cornerwise.server.storage.leases import PAIR
from cornerwise.server.storage.store import Holding

LOBBY = "@lobby"
"""What hints about the lobby are called on the bus, and its lease."""

log = logging.getLogger("cornerwise.matches")


class Matches:
    """Pairs those who wait, and makes their games.

    apart  whether two persons shall never meet
    """

    def __init__(self, ground: Ground, seeks: Seeks) -> None:
        self._store, self._bus, self._keeper = ground.store, ground.bus, ground.keeper
        self._leases, self._seeks = ground.leases, seeks
        self._ties = Ties(ground.store)
        self.apart: Apart = nobody_apart
        self._courtesy = ground.settings.courtesy

    async def round(self, waiting: Sequence[Waiting]) -> int:
        """Pair those who wait, as far as they may meet by now: how many games began."""
        if not waiting or not await self._leases.take(LOBBY, PAIR):
            return 0
        people = {one.person: one for one in waiting}
        await self.learn(people)
        seeks, now = [one.seek for one in waiting], self._keeper.now()
        # Those who share their wishes are compared with each other: nobody else waits for that.
        found = await asyncio.to_thread(pairings, seeks, now, self.apart, self._courtesy)
        begun = [await self._meet(group, people) for group in found]
        if any(begun):
            await self.tell()
        return sum(game is not None for game in begun)

    async def learn(self, persons: Iterable[str]) -> None:
        """Learn with whom these persons want nothing to do."""
        blocked = {person: await self._ties.blocked(person) for person in persons}

        def apart(one: str, other: str) -> bool:
            return other in blocked.get(one, ()) or one in blocked.get(other, ())

        self.apart = apart

    async def rest(self) -> None:
        """Nobody waits here: another process may pair."""
        await self._leases.give_up(LOBBY, PAIR)

    async def tell(self) -> None:
        """Let every process look at the lobby again."""
        await self._bus.publish(LOBBY, None)

    async def _meet(self, group: Group, people: Mapping[str, Waiting]) -> str | None:
        met = [people[seek.person] for seek in group.seeks]
        level = fitting_level(met, group.terms.variant)
        sitters = [sitter(one, group.terms.variant) for one in met]
        sitters += [Sitter(level=level)] * group.computers
        game, now = new_id(), self._keeper.now()
        taken = [used(one, game, now) for one in met]
        listed = all(one.kept.wish.listed for one in met)
        return await self.begin(game, group.terms, sitters, listed, taken)

    async def begin(
        self,
        game: str,
        terms: Terms,
        sitters: Sequence[Sitter],
        listed: bool,
        taken: Sequence[Change],
    ) -> str | None:
        """Make a game in one transaction with what is given up for it; None if that was refused."""
        now = self._keeper.now()
        clock, counts = clock_of(terms.clock), terms.rated
        created = paired(terms.variant, sitters, clock, now, counts=counts, listed=listed)
        persons = [sitter.person for sitter in sitters if sitter.person]
        holdings = [Holding(person, holder_of(person)) for person in persons]
        changes = [*taken, *incepted(Contest(game, created), holdings)]
        if await self._store.change(*changes) is None:
            log.info("a match came to nothing: somebody was faster")
            return None
        return game


def sitter(one: Waiting, variant: str) -> Sitter:
    rating = one.kept.ratings.get(variant)
    return Sitter(one.person, one.kept.wish.name, one.account, rating)


def fitting_level(people: Sequence[Waiting], variant: str) -> int:
    """The level of computers that suits people best: on average the one nearest to their rating.

    Of whom no rating is known it is the one they chose last.
    """

    def level(one: Waiting) -> int:
        rating = one.kept.ratings.get(variant)
        return one.kept.wish.level if rating is None else parameters().level_near(rating)

    return round(fmean(level(one) for one in people))
