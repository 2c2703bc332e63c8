"""Snapshots: a game as one viewer sees it now, as bytes that can be sent."""

from __future__ import annotations

from collections.abc import Sequence

from cornerwise.server.base import messages as m
from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.games import views
from cornerwise.server.games.keys import Keys
from cornerwise.server.games.room import Room


class Snapshots:
    """Writes what viewers are shown."""

    def __init__(self, keeper: Timekeeper, keys: Keys) -> None:
        self._keeper, self._keys = keeper, keys

    def state(self, room: Room) -> bytes:
        """What is the case now, for everybody."""
        return m.encode(views.state(room.contest, self._keeper.now(), self._keeper.elapsed))

    def you(self, room: Room, guest: str) -> m.You:
        """What concerns only one guest: its seats and keys."""
        actor, contest = room.actor(guest), room.contest
        has_open = any(chair.kind == "open" for chair in contest.chairs.values())
        mine = self._keys.own(room, guest)
        return m.You(
            seats=list(actor.seats),
            host=actor.host,
            invite=self._keys.invitation(room) if actor.host and has_open else None,
            key=self._keys.seat(room, mine) if mine else None,
        )

    def snapshot(self, room: Room, guest: str) -> bytes:
        """Everything a viewer needs, at once."""
        you, contest = self.you(room, guest), room.contest
        state = views.personal_state(contest, self.state(room), you.seats)
        return m.encode(m.Snapshot(views.game_view(contest), contest.moves, state, you))

    def events(self, room: Room, guest: str, events: Sequence[m.AnyEvent]) -> bytes:
        """What happened, and what is the case now."""
        state = views.personal_state(room.contest, self.state(room), room.actor(guest).seats)
        more = bool(events) and events[-1].seq < room.contest.seq
        return m.encode(m.Events([m.public(event) for event in events], state, more))
