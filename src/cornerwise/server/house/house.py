"""The house: everything that keeps the games of one process going, put together.

Each part is a noun with a module of its own and is given what it needs; here is who needs whom.
"""

from __future__ import annotations

import logging

from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.base.metrics import Metrics
from cornerwise.server.base.settings import Settings
from cornerwise.server.games.chronicle import Chronicle
from cornerwise.server.games.contest import Actor
from cornerwise.server.games.ground import Ground
from cornerwise.server.games.judge import Judge
from cornerwise.server.games.keys import Keys
from cornerwise.server.games.presence import Presence
from cornerwise.server.games.reception import Reception
from cornerwise.server.games.resumption import Resumption
from cornerwise.server.games.room import Room
from cornerwise.server.games.rooms import Rooms
from cornerwise.server.games.snapshots import Snapshots
from cornerwise.server.games.thinkers import Thinkers
from cornerwise.server.games.timeouts import Timeouts
from cornerwise.server.games.upkeep import Upkeep
from cornerwise.server.ratings.placings import Placings
from cornerwise.server.ratings.rating_views import RatingDesk
from cornerwise.server.ratings.ratings import Ratings
from cornerwise.server.storage.store import StoreError
from cornerwise.server.talk.conduct import Conduct
from cornerwise.server.talk.talk import Talk
from cornerwise.server.thinking.ports import Ports
from cornerwise.server.tutor.openings import Openings
from cornerwise.server.tutor.retries import Retries
from cornerwise.server.tutor.reviews import Reviews

log = logging.getLogger("cornerwise.house")

BEAT = 2.0
"""Seconds between notes that the server runs."""
RESUME = 3.0
"""Seconds between looks for games that should go on by themselves."""


class House:
    """The games of one process, and what goes on in them."""

    def __init__(
        self,
        ports: Ports,
        keeper: Timekeeper,
        secret: bytes,
        settings: Settings,
        metrics: Metrics | None = None,
    ) -> None:
        self.ground = ground = Ground.laid(ports, keeper, settings, metrics)
        self.store, self.keeper, self.settings = ground.store, keeper, settings
        self.archive, self.work = ground.archive, ground.work
        self._noted = ""
        self.keys = Keys(secret, ground.store)
        self.shown, self.presence = Snapshots(keeper, self.keys), Presence(ground, self._changed)
        self.rooms = Rooms(ground, self.wake, self._renew)
        self.chronicle = Chronicle(ground, self.rooms, self.shown, self.presence, self.wake)
        self.endings = self.chronicle.endings
        self.openings = Openings(ground)
        self.endings.listen(self.openings.note)
        self.ratings = Ratings(ground.store)
        self.endings.listen(self.ratings.note)
        self.rating_desk = RatingDesk(ground.store, self.ratings, keeper)
        self.thinkers = Thinkers(ground, self.presence, self.chronicle.append)
        self.timeouts = Timeouts(ground, self.rooms, self.chronicle)
        self.resumption = Resumption(ground, self.rooms, self.timeouts)
        self.reception = Reception(ground, self.chronicle, self.shown, self.presence, self.wake)
        self.reviews = Reviews(ground)
        self.retries = Retries(self.reviews)
        self.talk = Talk(ground, self.rooms)
        self.placings, self.conduct = Placings(ground), Conduct(ground)
        self.endings.listen(self.placings.note)
        self.endings.listen(self.conduct.note)
        self.upkeep = Upkeep(ground, self.rooms, self.chronicle, self.presence, self.thinkers)

    async def _renew(self, room: Room) -> None:
        await self.chronicle.renew(room)

    async def _changed(self, game: str) -> None:
        await self.chronicle.changed(game)

    def wake(self, room: Room) -> None:
        """Let a computer think and clocks run out, if the contest says so."""
        self.thinkers.wake(room)
        self.timeouts.watch(room)

    def judge(self, room: Room, actor: Actor) -> Judge:
        """Who says what an actor may do in a game now."""
        return Judge(room.contest, actor, self.keeper.now(), self.keeper.elapsed, self.settings)

    async def beat(self) -> None:
        """Note that this process runs, and see which others no longer do."""
        gone = await self.ground.peers.beat()
        renewed, self._noted = self._noted != self.ground.peers.run, self.ground.peers.run
        for room in self.rooms if renewed or gone else ():
            if renewed:
                self.presence.note_all(room)
            await self.presence.refresh(room)

    def start(self) -> None:
        """Begin what goes on by itself; who comes meanwhile does not wait for it."""
        self.work.repeat("resuming", self.resumption.resume, RESUME)
        self.work.repeat("endings left", self.endings.tell_rest, RESUME)
        self.work.repeat("reviews left", self.reviews.resume, RESUME)
        self.work.keep("openings", self.openings.catch_up)
        self.work.keep("placings", self.placings.catch_up)
        self.work.repeat("heartbeat", self.upkeep.heartbeat, self.settings.heartbeat)
        self.work.repeat("chat missed", self.talk.compare, self.settings.heartbeat)
        self.work.repeat("sweeping", self.upkeep.sweep, self.settings.idle / 4)

    async def close(self) -> None:
        """End what goes on, and let other processes go on with it."""
        self.chronicle.close()
        self.talk.close()
        self.timeouts.close()
        for room in self.rooms:
            self.presence.forget(room)
        await self.work.close()
        try:
            await self.ground.peers.depart()
        except StoreError as error:  # then the others find out by themselves
            log.warning("the other processes are not told that this one ends: %s", error)
        for room in self.rooms:
            await self.chronicle.changed(room.contest.id)
