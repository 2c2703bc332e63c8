"""The chronicle: how events happen in rooms, and how other processes come to know of them.

validate → commit → acknowledge → publish: what was acknowledged is in the store, and everybody who
watches is told, in whichever process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games.endings import Endings
from cornerwise.server.games.ground import Ground
from cornerwise.server.games.lists import line_of
from cornerwise.server.games.presence import Presence
from cornerwise.server.games.room import Room
from cornerwise.server.games.rooms import Rooms
from cornerwise.server.games.snapshots import Snapshots
from cornerwise.server.storage.store import Conflict, Holding, StoreError

REREAD = "@reread/"
"""Before a game's id: what is stored of it was rewritten, so who has it in memory reads it anew."""


class Chronicle:
    """Lets events happen, and reads those of other processes.

    endings  what is told when an event has ended a game
    wake     is called with every room in which something happened
    """

    def __init__(
        self,
        ground: Ground,
        rooms: Rooms,
        shown: Snapshots,
        presence: Presence,
        wake: Callable[[Room], None],
    ) -> None:
        self._store, self._bus, self._archive = ground.store, ground.bus, ground.archive
        self._work, self._metrics = ground.work, ground.metrics
        self._rooms, self._shown, self._presence, self._wake = rooms, shown, presence, wake
        self.endings = Endings(ground)
        self.close = self._bus.listen(self._heard)

    async def append(
        self,
        room: Room,
        event: m.AnyEvent,
        holdings: Sequence[Holding] = (),
        acknowledge: Callable[[], None] | None = None,
    ) -> None:
        """Store an event, then acknowledge, then tell everybody. The room must be locked."""
        before, after = room.contest.status, room.contest.after(event)
        game = after.id
        try:
            await self._store.append(game, event.seq, m.encode(event), line_of(after), holdings)
        except Conflict as conflict:
            await self.catch_up(room)
            raise Refusal("stale", "somebody was faster", last=conflict.last) from None
        except StoreError:
            await self.catch_up(room)
            if event not in room.contest.recent:
                raise
        else:
            room.contest = after
        self._metrics.events.labels(type(event).__name__.lower()).inc()
        for guest, holder in holdings:
            room.let(guest, holder)
        if acknowledge is not None:
            acknowledge()
        self._happened(room, [event])
        if before != "over" and after.status == "over":
            self.endings.happened(after)
        await self._bus.publish(game, event.seq)

    def _happened(self, room: Room, events: Sequence[m.AnyEvent]) -> None:
        room.touch()
        room.tell_events(events, self._shown.state(room))
        self._wake(room)

    async def catch_up(self, room: Room) -> None:
        """Read from the store what other processes appended, and tell those who watch.

        The room must be locked.
        """
        later = await self._archive.after(room.contest, room.contest.seq)
        news = [event for event in later if event.seq > room.contest.seq]
        if not news:
            return
        joined = any(isinstance(event, m.Joined) for event in news)
        holdings = await self._store.holdings(room.contest.id) if joined else []
        # From here on nothing waits: who comes now is shown either what was or what is.
        for event in news:
            room.contest = room.contest.after(event)
        for guest, holder in holdings:
            room.let(guest, holder)
        self._happened(room, news)

    def attend(self, room: Room) -> None:
        """Somebody looks at a room now, and must hear of what happened since it was asked for."""
        if room.behind:
            self._work.keep("listening", partial(self.renew, room))

    async def renew(self, room: Room) -> None:
        """Bring a room up to date that nobody needed for a while."""
        await self._bus.follow(room.contest.id)
        async with room.lock:
            await self.catch_up(room)
        await self.look_around(room)
        room.behind = False

    async def reach(self, room: Room, seq: int) -> None:
        """Somebody knows of an event, perhaps from another process; the room must be locked."""
        if self._store.shared and seq > room.contest.seq:
            await self.catch_up(room)

    async def look_around(self, room: Room) -> None:
        """Read what other processes changed besides events: who may act as whom, who is there."""
        async with room.lock:
            game = room.contest.id
            before = {c: room.actor(c.guest).seats for c in room.connections}
            acts: dict[str, set[str]] = {}
            for guest, holder in await self._store.holdings(game):
                acts.setdefault(guest, set()).add(holder)
            keys = await self._store.generations(game)
            changed = keys != room.generations
            room.acts, room.generations = acts, keys
            for connection in room.connections:
                if changed or room.actor(connection.guest).seats != before.get(connection):
                    connection.send(self._shown.snapshot(room, connection.guest))
            await self._presence.refresh(room)
            room.touch()
            self._wake(room)

    async def reread(self, room: Room) -> None:
        """Take a game from the store again, and show it anew to everybody."""
        async with room.lock:
            room.contest = await self._archive.contest(room.contest.id)
            room.touch()
        for connection in room.connections:
            connection.send(self._shown.snapshot(room, connection.guest))
        self._wake(room)

    # --- hints -------------------------------------------------------------------------------

    async def changed(self, game: str) -> None:
        """Let other processes know of something besides events."""
        if self._store.shared:
            await self._bus.publish(game, None, but=self._heard)

    async def rewritten(self, game: str) -> None:
        """Let every process, this one included, read a game anew."""
        await self._bus.publish(REREAD + game, None)

    async def compare(self) -> None:
        """Look whether a hint was lost: then a room here is older than the store."""
        if not self._store.shared:
            return
        followed = [room.contest.id for room in self._rooms if not room.behind]
        for game, seq in (await self._store.reached(followed)).items():
            self._heard(game, seq)

    def _heard(self, game: str, seq: int | None) -> None:
        room = self._rooms.get(game.removeprefix(REREAD))
        if room is None:
            return
        if game.startswith(REREAD):
            self._work.keep("listening", partial(self.reread, room))
        elif room.behind:
            return
        elif seq is None:
            self._work.keep("listening", partial(self.look_around, room))
        elif seq > room.contest.seq and room.attended:
            self._work.keep("listening", partial(self._listen, room))
        elif seq > room.contest.seq:
            room.behind = True
            self._bus.leave(game)

    async def _listen(self, room: Room) -> None:
        async with room.lock:
            await self.catch_up(room)
