"""A room: a game in memory and everybody who looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from cornerwise.server import messages as m
from cornerwise.server import views
from cornerwise.server.match import Actor, Match


class Connection(Protocol):
    """A socket as a room sees it."""

    @property
    def guest(self) -> str:
        """The hashed secret of who is there."""

    def send(self, message: bytes) -> None:
        """Queue a message; never waits."""


@dataclass(eq=False)
class Room:
    """A game in memory, with everybody who watches.

    acts      as which holders each guest may act
    left      since when each person's seat has had no connection
    seen      when each seat's holder last asked something over HTTP
    patience  for how long that counts as being there, milliseconds
    looked    when somebody last looked at it without staying
    address   from which the host came, if that is known
    thinking  the computer player at work, if any
    generations  how often holders changed their seat keys
    chosen    what it found and could not store yet: after which seq, and the placement
    """

    match: Match
    acts: dict[str, set[str]]
    connections: set[Connection] = field(default_factory=set)
    left: dict[str, int] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    patience: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    thinking: asyncio.Task[None] | None = None
    thinker: str | None = None
    chosen: tuple[int, int] | None = None
    generations: dict[str, int] = field(default_factory=dict)
    table_due: asyncio.TimerHandle | None = None
    lapse: asyncio.TimerHandle | None = None
    used: float = 0
    looked: float = float("-inf")
    address: str = ""

    def actor(self, guest: str) -> Actor:
        holders = self.acts.get(guest, set())
        host = self.match.created.host in holders
        return Actor(self.match.seats_of(holders), host, holders)

    @property
    def owner(self) -> str:
        """On whose account the computers think here."""
        return self.address or self.match.created.host

    def let(self, guest: str, holder: str) -> None:
        self.acts.setdefault(guest, set()).add(holder)

    def present(self, now: int) -> set[str]:
        """The seats whose holder is connected, or has asked something not long ago."""
        asking = {seat for seat, at in self.seen.items() if now - at < self.patience}
        return self.connected | asking

    @property
    def connected(self) -> set[str]:
        """The seats whose holder has a connection."""
        holders: set[str] = set()
        for connection in self.connections:
            holders |= self.acts.get(connection.guest, set())
        return set(self.match.seats_of(holders))

    def table(self, now: int) -> m.TableView:
        """Who is there, who is away, who thinks."""
        here = self.present(now)
        persons = [chair.name for chair in self.match.chairs.values() if chair.kind == "person"]
        playing = sum(1 for c in self.connections if self.actor(c.guest).seats)
        return m.TableView(
            present=[seat for seat in persons if seat in here],
            away={s: now - self.left.get(s, now) for s in persons if s not in here},
            thinking=self.thinker,
            watching=len(self.connections) - playing,
        )

    def tell(self, message: bytes) -> None:
        """Say the same to everybody."""
        for connection in self.connections:
            connection.send(message)

    def tell_events(self, events: Sequence[m.AnyEvent], state: bytes) -> None:
        """Tell everybody what happened, and each what its own colours may do now."""
        shown = [m.public(event) for event in events]
        told: dict[tuple[str, ...], bytes] = {}
        for connection in self.connections:
            seats = tuple(self.actor(connection.guest).seats)
            if seats not in told:
                told[seats] = m.encode(
                    m.Events(shown, views.personal_state(self.match, state, seats))
                )
            connection.send(told[seats])
