"""The lobby: who is there, who waits, what is played; and what its visitors are told.

What visitors see is a projection of the store. Hints on the bus say that it should be read again;
while somebody is there it is also read every few seconds, in case a hint was lost. Only the parts
that have changed are sent.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Protocol

import msgspec

from cornerwise.ratings import Rating, pool_of
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games import lobby_views as v
from cornerwise.server.house.house import House
from cornerwise.server.lobby.challenges import Challenge, Challenges
from cornerwise.server.lobby.company import Companion, Company
from cornerwise.server.lobby.listings import Listings
from cornerwise.server.lobby.lobby_scene import OwnViews, Scene
from cornerwise.server.lobby.matches import LOBBY, Matches
from cornerwise.server.lobby.seeks import KeptWish, Seeks, Waiting
from cornerwise.server.ratings.rating_views import RatingView
from cornerwise.variants import VARIANTS

SOON = 0.1
"""Seconds after which a hint is followed: many may come at once."""
SEEKING, WATCHED, EMPTY = 1.0, 3.0, 60.0
"""Seconds between looks without a hint: while somebody here waits, or looks, or nobody does."""
FRESH = 0.5
"""Seconds for which what was read will do for whoever comes: many may come at once."""
RATED = 60.0
"""Seconds for which a rating that was read is shown."""
SWEEP = 60.0
"""Seconds between looks for what nobody needs any more."""


class Visitor(Protocol):
    """A socket as the lobby sees it."""

    @property
    def guest(self) -> str:
        """Who it is."""

    @property
    def account(self) -> str:
        """The name of the account; empty for a guest."""

    def send(self, message: bytes) -> None:
        """Queue a message; never waits."""


class Lobby:
    """The lobby of one process."""

    def __init__(self, house: House) -> None:
        ground = house.ground
        self._store, self._keeper, self._peers = ground.store, ground.keeper, ground.peers
        self._ratings, self._desk, self._conduct = house.ratings, house.rating_desk, house.conduct
        self.roster = house.talk.roster
        self._rated: dict[str, tuple[float, RatingView | None]] = {}
        self._run, self._work, self._rooms = ground.peers.run, ground.work, house.rooms
        self.seeks, self.challenges = Seeks(ground.store), Challenges(ground.store)
        self.matches = Matches(ground, self.seeks)
        self.listings = Listings(ground, house.rooms)
        self.company = Company(ground, house.rooms)
        self._visitors: set[Visitor] = set()
        self._seekers: dict[str, tuple[Visitor, KeptWish]] = {}
        self._shown: dict[str, bytes] = {}
        self._told: dict[Visitor, bytes] = {}
        self._looking, self._looked = asyncio.Lock(), float("-inf")
        self._stirred = asyncio.Event()
        self._deaf = ground.bus.listen(self._heard)

    def start(self) -> None:
        """Begin what goes on by itself."""
        self._work.repeat("lobby", self._go_on, 0)
        self._work.repeat("lobby's sweeping", self._sweep, SWEEP)

    # --- coming and going --------------------------------------------------------------------

    @property
    def visitors(self) -> int:
        return len(self._visitors)

    async def enter(self, visitor: Visitor) -> None:
        """Somebody came: is shown everything, and told of a game that was found meanwhile."""
        self.company.came(visitor.guest, visitor.account)
        self._visitors.add(visitor)
        visitor.send(await self.view())
        self._told[visitor] = b""
        await self._tell_game(visitor.guest)
        await self._forget_rematches(visitor.guest)
        self._stirred.set()

    async def _forget_rematches(self, person: str) -> None:
        """Rematches to which somebody came meanwhile need not be told of any more."""
        for one in await self.standing():
            if one.proposal.rematch and one.rival == person and one.game is not None:
                try:
                    room = await self._rooms.room(one.game)
                except Refusal:  # it cannot be read just now
                    continue
                contest, own = room.contest, room.actor(person).seats
                if contest.ended or all(contest.chairs[seat].joined for seat in own):
                    await self.challenges.settle(person, one.game)

    async def leave(self, visitor: Visitor) -> None:
        """Somebody went; a seek and challenges stay for a moment, should the line come back."""
        self._visitors.discard(visitor)
        self._told.pop(visitor, None)
        self.company.went(visitor.guest)
        self._stirred.set()
        now, run = self._keeper.now(), self._run
        seeking = self._seekers.get(visitor.guest)
        if seeking is not None and seeking[0] is visitor:
            del self._seekers[visitor.guest]
            await self.seeks.lose(visitor.guest, run, now)
        if all(other.guest != visitor.guest for other in self._visitors):
            await self.challenges.lose(visitor.guest, run, now)

    def close(self) -> None:
        """Hear no more hints."""
        self._deaf()

    # --- looking for a game ------------------------------------------------------------------

    async def kept(self, visitor: Visitor, wish: v.Wish) -> KeptWish:
        """A wish as it is kept, with the person's ratings. Raises Refusal if it cannot be."""
        await self._conduct.check(visitor.guest)
        wish.terms()
        wish.name = await self.roster.guest_name(wish.name)
        if wish.rated and not visitor.account:
            raise Refusal("forbidden", "sign in to play rated games")
        found = {name: await self._rating(visitor.guest, name) for name in wish.variants}
        known = {name: one for name, one in found.items() if one is not None}
        given, now = self._ratings.rater.parameters, self._keeper.now()
        unsure = [name for name, one in known.items() if given.is_unsure(one, now)]
        return KeptWish(wish, {name: one.shown for name, one in known.items()}, unsure)

    async def _rating(self, person: str, name: str) -> Rating | None:
        """How strong somebody is in a variant, as far as that is known."""
        pool = pool_of(VARIANTS[name])
        return None if pool is None else await self._ratings.of(person, pool.name)

    async def seek(self, visitor: Visitor, kept: KeptWish) -> None:
        """Look for a game from now on."""
        person = visitor.guest
        self._seekers[person] = visitor, kept
        found = await self.seeks.put(person, visitor.account, kept, self._run, self._keeper.now())
        if found is None:
            await self._tell_game(person)
        else:
            await self.matches.tell()

    async def stop(self, visitor: Visitor) -> None:
        self._seekers.pop(visitor.guest, None)
        await self.seeks.leave(visitor.guest)
        await self.matches.tell()

    async def waiting(self) -> list[Waiting]:
        return await self.seeks.waiting(self._peers.alive)

    async def standing(self) -> list[Challenge]:
        return await self.challenges.standing(self._peers.alive, self._keeper.now())

    # --- going on ----------------------------------------------------------------------------

    def _heard(self, subject: str, seq: int | None) -> None:
        if subject == LOBBY:
            self._stirred.set()

    async def _go_on(self) -> None:
        pause = SEEKING if self._seekers else WATCHED if self._visitors else EMPTY
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await self._stirred.wait()
            await asyncio.sleep(SOON)
        self._stirred.clear()
        if self._run != self._peers.run:  # this process was stopped for long: nobody counts on it
            self._run = self._peers.run
            self.company.note_all()
        if self._seekers:
            await self._pair()
        else:
            await self.matches.rest()
        if self._visitors:
            await self.look()

    async def _pair(self) -> None:
        waiting = await self.waiting()
        if await self.matches.round(waiting):
            waiting = await self.waiting()
        still = {one.person for one in waiting}
        for person, (visitor, kept) in list(self._seekers.items()):
            if person not in still and not await self._tell_game(person):
                await self.seek(visitor, kept)  # the row was lost with an earlier run

    async def _tell_game(self, person: str) -> bool:
        """Tell somebody of the game that was found, if there is one."""
        game = await self.seeks.outcome(person)
        if game is None:
            return False
        self._seekers.pop(person, None)
        self.begin(person, game)
        await self.seeks.settle(person, game)
        return True

    def begin(self, person: str, game: str) -> None:
        """Tell somebody that their game begins."""
        for visitor in self._visitors:
            if visitor.guest == person:
                visitor.send(m.encode(v.Begins(game)))

    async def _sweep(self) -> None:
        now = self._keeper.now()
        await self.seeks.sweep(self._peers.alive - int(SWEEP) * 1000, now)
        await self.challenges.sweep(now)
        await self.listings.sweep()

    # --- what is shown -----------------------------------------------------------------------

    async def look(self) -> None:
        """Read what there is, and tell visitors what has changed."""
        async with self._looking:
            await self._look()

    async def _look(self) -> None:
        self._looked = asyncio.get_running_loop().time()
        waiting, standing = await self.waiting(), await self.standing()
        online = await self.company.online()
        scene = Scene(
            waiting,
            await self.listings.going(),
            online,
            await self.listings.finished(),
            await self._ratings_of(online),
        )
        parts = {name: m.encode(part) for name, part in scene.parts.items()}
        changed = {name: part for name, part in parts.items() if self._shown.get(name) != part}
        self._shown = parts
        message = self._message(changed) if changed else b""
        own = OwnViews(waiting, standing, self.matches.apart, self._keeper.now())
        for visitor in list(self._told):
            if message:
                visitor.send(message)
            await self._tell_own(visitor, own)
            await asyncio.sleep(0)  # moves go before: many may be here

    async def _ratings_of(self, online: Mapping[str, Companion]) -> dict[str, RatingView]:
        """The ratings of those with a name, by name, as they were not long ago."""
        now, old = asyncio.get_running_loop().time(), (float("-inf"), None)
        kept = {person: self._rated.get(person, old) for person, one in online.items() if one.name}
        for person, (at, _) in kept.items():
            if now - at > RATED:
                kept[person] = now, await self._desk.foremost(person)
        self._rated = kept
        return {online[person].name: rating for person, (_, rating) in kept.items() if rating}

    async def view(self) -> bytes:
        """What everybody sees, as it was read not long ago."""
        async with self._looking:
            if asyncio.get_running_loop().time() - self._looked > FRESH:
                await self._look()
        return self._message(self._shown)

    def _message(self, parts: dict[str, bytes]) -> bytes:
        raw = {name: msgspec.Raw(part) for name, part in parts.items()}
        return m.encode({"type": "lobby", "now": self._keeper.now(), **raw})

    async def _tell_own(self, visitor: Visitor, own: OwnViews) -> None:
        person = visitor.guest
        for challenge, game in own.begun(person):
            self.begin(person, game)
            await self.challenges.withdraw(challenge, person)
        message = m.encode(own.of(person))
        if self._told.get(visitor) not in (message, None):
            self._told[visitor] = message
            visitor.send(message)
