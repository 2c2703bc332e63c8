"""The reception: lets people look at games, come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cornerwise.server.base import messages as m
from cornerwise.server.games.chronicle import Chronicle
from cornerwise.server.games.contest import Actor
from cornerwise.server.games.ground import Ground
from cornerwise.server.games.presence import Presence
from cornerwise.server.games.room import Connection, Room
from cornerwise.server.games.snapshots import Snapshots


class Reception:
    """Receives those who look at games.

    wake  is called with a room that somebody looks at: its computers may go on now
    """

    def __init__(
        self,
        ground: Ground,
        chronicle: Chronicle,
        shown: Snapshots,
        presence: Presence,
        wake: Callable[[Room], None],
    ) -> None:
        self._archive, self._keeper = ground.archive, ground.keeper
        self._page = ground.settings.page
        self._chronicle, self._shown, self._presence, self._wake = chronicle, shown, presence, wake

    def look(self, room: Room, guest: str, address: str) -> None:
        """Somebody looks at a game, which may go on now; searches count for its host's address."""
        room.looked = asyncio.get_running_loop().time()
        if address and room.actor(guest).host:
            room.address = address
        self._wake(room)

    async def connect(self, room: Room, connection: Connection, since: int | None = None) -> None:
        """Somebody came. A seat reserved for this guest is taken thereby.

        The first message and being told of events begin at the same moment: no gap, no overlap.
        """
        actor = room.actor(connection.guest)
        if any(not room.contest.chairs[seat].joined for seat in actor.seats):
            async with room.lock:
                await self._take_reserved(room, actor)
        await self._presence.refresh(room)
        missed = None if since is None else room.contest.since(since)
        if missed is None:
            connection.send(self._shown.snapshot(room, connection.guest))
        else:
            connection.send(self._shown.events(room, connection.guest, missed))
        room.connections.add(connection)
        self._chronicle.attend(room)
        self._wake(room)
        self._presence.came(room, connection)

    async def _take_reserved(self, room: Room, actor: Actor) -> None:
        for seat in actor.seats:
            chair = room.contest.chairs[seat]
            if not chair.joined:
                event = m.Joined(
                    seq=room.contest.seq + 1,
                    at=self._keeper.now(),
                    seat=seat,
                    player=chair.player,
                    holder=chair.holder,
                    account=chair.account,
                )
                await self._chronicle.append(room, event)

    def disconnect(self, room: Room, connection: Connection, *, moves: bool = False) -> None:
        """Somebody went, perhaps to another process."""
        room.connections.discard(connection)
        room.used = room.looked = asyncio.get_running_loop().time()
        self._presence.went(room, connection, moves=moves)

    async def since(self, room: Room, guest: str, since: int) -> bytes:
        """The events after a seq, at most a page of them, with the state now."""
        missed = room.contest.since(since)
        if missed is None:
            page = await self._archive.after(room.contest, since, self._page)
            missed = [event for event in page if event.seq <= room.contest.seq]
        return self._shown.events(room, guest, missed)
