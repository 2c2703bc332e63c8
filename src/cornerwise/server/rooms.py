"""Rooms: the games in memory, and what happens next in them.

A room keeps a match in memory while somebody looks at it. No process owns a game: the store decides
whose event comes next, and a room that hears of news it does not know reads them from there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from cornerwise.server import messages as m
from cornerwise.server.alarms import Alarms
from cornerwise.server.archive import Archive
from cornerwise.server.bus import Bus
from cornerwise.server.clocks import Timekeeper
from cornerwise.server.engines import EnginePool
from cornerwise.server.judge import Judge
from cornerwise.server.keys import Keys
from cornerwise.server.lists import line_of
from cornerwise.server.match import Actor, Match
from cornerwise.server.metrics import Metrics
from cornerwise.server.presence import Presence
from cornerwise.server.problems import Problem
from cornerwise.server.room import Connection, Room
from cornerwise.server.settings import Settings
from cornerwise.server.snapshots import Snapshots
from cornerwise.server.store import Conflict, Holding, Store, StoreError, Unreadable
from cornerwise.server.supervision import Supervisor
from cornerwise.server.thinkers import Thinkers

RESUME = 3.0
"""Seconds between looks for games that should go on by themselves."""
HORIZON = 60_000
"""Clocks that may run out within so many milliseconds are watched, those of games in memory
always."""

log = logging.getLogger("cornerwise.rooms")


@dataclass
class Ports:
    """The adapters in use."""

    store: Store
    bus: Bus
    engines: EnginePool


class Rooms:
    """All games of this process.

    archive   what is stored of games
    shown     what viewers are shown of them
    presence  who is there
    work      what goes on in the background
    aside     games that cannot be read, with the reason
    """

    def __init__(
        self,
        ports: Ports,
        keeper: Timekeeper,
        secret: bytes,
        settings: Settings,
        metrics: Metrics | None = None,
    ) -> None:
        self.store, self._bus = ports.store, ports.bus
        self.keeper, self.settings = keeper, settings
        self._metrics = metrics or Metrics()
        self.archive, self.keys = Archive(ports.store), Keys(secret, ports.store)
        self.shown, self.presence = Snapshots(keeper, self.keys), Presence(keeper)
        self.work = Supervisor()
        self.aside: dict[str, str] = {}
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._alarms = Alarms(self._ring)
        self._thinkers = Thinkers(
            ports.engines,
            keeper,
            self.presence,
            self.work,
            self.append,
            linger=settings.linger,
        )
        self._unlisten = self._bus.listen(self._heard)

    # --- opening and closing -----------------------------------------------------------------

    def start(self) -> None:
        """Begin what goes on by itself; who comes meanwhile does not wait for it."""
        self.work.repeat("resuming", self._resume, RESUME)
        self.work.repeat("heartbeat", self._heartbeat, self.settings.heartbeat)
        self.work.repeat("sweeping", self._sweep, self.settings.idle / 4)

    async def _resume(self) -> None:
        """Let the games go on that go on by themselves, and that nobody has in memory.

        This finds those that went on before a start, and those that were lost by a failure. Clocks
        need no more than a line of the store; only computers need the game itself.
        """
        now = self.keeper.now()
        for alarm in await self.store.alarms(now + HORIZON):
            if alarm.game not in self._rooms and alarm.game not in self._alarms:
                ran = self.keeper.elapsed(alarm.turn_at, self.keeper.now())
                self._alarms.set(alarm.game, alarm.deadline - alarm.turn_at - ran)
        places = self.settings.waiting - self.thinking
        for game in await self.store.waking():
            if places <= 0:
                break
            if game not in self._rooms:
                places -= 1
                with contextlib.suppress(Problem):  # it is set aside
                    await self.room(game)

    async def close(self) -> None:
        self._unlisten()
        self._alarms.close()
        for room in self._rooms.values():
            self.presence.forget(room)
        await self.work.close()

    @property
    def count(self) -> int:
        """How many games are in memory."""
        return len(self._rooms)

    @property
    def connected(self) -> int:
        """How many sockets are open to games."""
        return sum(len(room.connections) for room in self._rooms.values())

    @property
    def thinking(self) -> int:
        """In how many games a computer is thinking or waits for its turn to think."""
        return sum(room.thinking is not None for room in self._rooms.values())

    async def room(self, game: str) -> Room:
        """The room of a game, read from the store if need be."""
        room = self._rooms.get(game)
        if room is None:
            if game not in self._loading:
                self._loading[game] = asyncio.ensure_future(self._load(game))
                self._loading[game].add_done_callback(partial(self._loaded, game))
            room = await asyncio.shield(self._loading[game])
        room.used = asyncio.get_running_loop().time()
        return room

    def _loaded(self, game: str, loading: asyncio.Future[Room]) -> None:
        del self._loading[game]
        if not loading.cancelled():
            loading.exception()  # told to those who wait, if there is anybody

    async def _load(self, game: str) -> Room:
        try:
            match = await self.archive.match(game)
        except Unreadable as error:
            self._set_aside(game, error)
            raise Problem("unreadable", "what was stored of this game is damaged") from None
        holdings = await self.store.holdings(game)
        generations = await self.store.generations(game)
        self.aside.pop(game, None)
        return self._enter(match, holdings, generations)

    def _enter(
        self, match: Match, holdings: Iterable[Holding], generations: dict[str, int] | None = None
    ) -> Room:
        """Keep a match in memory, and let it go on."""
        left = dict.fromkeys(match.chairs, self.keeper.now())
        room = Room(match, {}, left=left, patience=self.settings.away)
        room.generations = generations or {}
        for guest, holder in holdings:
            room.let(guest, holder)
        room.used = asyncio.get_running_loop().time()
        self._rooms[match.id] = room
        self._wake(room)
        return room

    def _set_aside(self, game: str, error: Exception) -> None:
        """Note a game that cannot be read; others go on, and it does if it can be read again."""
        if game not in self.aside:
            log.error("game %s… cannot be read and is set aside: %s", game[:6], error)
        self.aside[game] = str(error)

    async def open(self, game: str, created: m.Created, holdings: Sequence[Holding]) -> Room:
        """A game that has just been made."""
        match = Match(game, created)
        await self.store.append(game, 0, m.encode(created), line_of(match), holdings)
        return self._enter(match, holdings)

    def judge(self, room: Room, actor: Actor) -> Judge:
        """Who says what an actor may do in a game now."""
        return Judge(room.match, actor, self.keeper.now(), self.keeper.elapsed, self.settings)

    # --- what happens ------------------------------------------------------------------------

    async def append(
        self,
        room: Room,
        event: m.AnyEvent,
        holdings: Sequence[Holding] = (),
        acknowledge: Callable[[], None] | None = None,
    ) -> None:
        """Store an event, then acknowledge, then tell everybody. The room must be locked."""
        after = room.match.after(event)
        game = after.id
        try:
            await self.store.append(game, event.seq, m.encode(event), line_of(after), holdings)
        except Conflict as conflict:
            await self._catch_up(room)
            raise Problem("stale", "somebody was faster", last=conflict.last) from None
        except StoreError:
            await self._catch_up(room)
            if event not in room.match.recent:
                raise
        else:
            room.match = after
        self._metrics.events.labels(type(event).__name__.lower()).inc()
        for guest, holder in holdings:
            room.let(guest, holder)
        if acknowledge is not None:
            acknowledge()
        self._happened(room, [event])
        await self._bus.publish(game, event.seq)

    def _happened(self, room: Room, events: Sequence[m.AnyEvent]) -> None:
        room.used = asyncio.get_running_loop().time()
        room.tell_events(events, self.shown.state(room))
        self._wake(room)

    async def _catch_up(self, room: Room) -> None:
        """Read from the store what other processes appended, and tell those who watch."""
        later = await self.archive.after(room.match, room.match.seq)
        news = [event for event in later if event.seq > room.match.seq]
        for event in news:
            room.match = room.match.after(event)
        if news:
            for guest, holder in await self.store.holdings(room.match.id):
                room.let(guest, holder)
            self._happened(room, news)

    def _heard(self, game: str, seq: int) -> None:
        room = self._rooms.get(game)
        if room is not None and seq > room.match.seq:
            self.work.keep("listening", partial(self._listen, room))

    async def _listen(self, room: Room) -> None:
        async with room.lock:
            await self._catch_up(room)

    # --- computers and clocks ----------------------------------------------------------------

    def _wake(self, room: Room) -> None:
        """Let a computer think and clocks run out, if the match says so."""
        self._thinkers.wake(room)
        left = room.match.time_left(self.keeper.now(), self.keeper.elapsed)
        self._alarms.set(room.match.id, left)

    def _ring(self, game: str) -> None:
        self.work.keep("clock", partial(self._time_out, game))

    async def _time_out(self, game: str) -> None:
        try:
            room = await self.room(game)
        except Problem:
            return  # it is set aside, and looked at again when games are resumed
        async with room.lock:
            left = room.match.time_left(self.keeper.now(), self.keeper.elapsed)
            if left is None:
                return
            if left > 0:
                self._wake(room)
                return
            seat = room.match.running
            assert seat is not None
            with contextlib.suppress(Problem):  # another process was faster
                await self.append(
                    room, m.TimedOut(seq=room.match.seq + 1, at=self.keeper.now(), seat=seat)
                )

    def look(self, room: Room, guest: str, address: str) -> None:
        """Somebody looks at a game, which may go on now; searches count for its host's address."""
        room.looked = asyncio.get_running_loop().time()
        if address and room.actor(guest).host:
            room.address = address
        self._wake(room)

    # --- who is there ------------------------------------------------------------------------

    async def connect(self, room: Room, connection: Connection, since: int | None = None) -> None:
        """Somebody came. A seat reserved for this guest is taken thereby.

        The first message and being told of events begin at the same moment: no gap, no overlap.
        """
        actor = room.actor(connection.guest)
        if any(not room.match.chairs[seat].joined for seat in actor.seats):
            async with room.lock:
                await self._take_reserved(room, actor)
        missed = None if since is None else room.match.since(since)
        if missed is None:
            connection.send(self.shown.snapshot(room, connection.guest))
        else:
            connection.send(self.shown.events(room, connection.guest, missed))
        room.connections.add(connection)
        self._wake(room)
        self.presence.came(room, connection)

    async def _take_reserved(self, room: Room, actor: Actor) -> None:
        for seat in actor.seats:
            chair = room.match.chairs[seat]
            if not chair.joined:
                event = m.Joined(
                    seq=room.match.seq + 1,
                    at=self.keeper.now(),
                    seat=seat,
                    player=chair.player,
                    holder=chair.holder,
                )
                await self.append(room, event)

    def disconnect(self, room: Room, connection: Connection) -> None:
        """Somebody went."""
        room.connections.discard(connection)
        room.used = room.looked = asyncio.get_running_loop().time()
        self.presence.went(room, connection)

    async def since(self, room: Room, guest: str, since: int) -> bytes:
        """The events after a seq, at most a page of them, with the state now."""
        missed = room.match.since(since)
        if missed is None:
            page = await self.archive.after(room.match, since, self.settings.page)
            missed = [event for event in page if event.seq <= room.match.seq]
        return self.shown.events(room, guest, missed)

    # --- housekeeping ------------------------------------------------------------------------

    async def _heartbeat(self) -> None:
        for room in list(self._rooms.values()):
            room.tell(m.encode(m.Heartbeat(room.match.seq, self.keeper.now())))

    async def _sweep(self) -> None:
        """Forget games that nobody looks at; let quiet ones give back memory."""
        loop = asyncio.get_running_loop()
        for game, room in list(self._rooms.items()):
            if loop.time() - room.used < self.settings.idle or room.thinking is not None:
                continue
            room.match.rest()
            if not room.connections and not room.lock.locked():
                del self._rooms[game]
