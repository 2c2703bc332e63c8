"""A room: a game in memory and everybody who looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from cornerwise.server.base import messages as m
from cornerwise.server.games import views
from cornerwise.server.games.contest import Actor, Contest

WATCHERS = 20
"""So many of those who watch are named."""


class Connection(Protocol):
    """A socket as a room sees it."""

    @property
    def guest(self) -> str:
        """The hashed secret of who is there."""

    def send(self, message: bytes) -> None:
        """Queue a message; never waits."""


class Stay(NamedTuple):
    """That a guest is at a game, or was.

    connections  its open sockets
    seen         when it was last known to be there
    until        until when it counts as being there without a socket
    """

    connections: int
    seen: int
    until: int

    def lasts(self, now: int) -> bool:
        return self.connections > 0 or self.until > now

    def joined(self, other: Stay) -> Stay:
        """What two processes know of one guest: all sockets, and what it did last."""
        latest = max(self[1:], other[1:])
        return Stay(self.connections + other.connections, *latest)


@dataclass(eq=False)
class Room:
    """A game in memory, with everybody who watches.

    acts       as which holders each guest may act
    opened     when it came into memory
    here       which guests are here or were, by this process's own knowledge
    elsewhere  the same by what other processes noted, each guest once or more often
    behind     there are news that nobody here needed yet
    used       when anything last happened, by the event loop's clock
    looked     when somebody last looked at it without staying, by the same clock
    address    from which the host came, if that is known
    names      what those who look and have an account are called
    thinking   the computer player at work, if any
    thinker    whose turn to think it is, here or in another process
    chosen     what it found and could not store yet: after which seq, and the placement
    news       is set for a moment whenever something happened
    generations  how often holders changed their seat keys
    """

    contest: Contest
    acts: dict[str, set[str]]
    connections: set[Connection] = field(default_factory=set)
    opened: int = 0
    here: dict[str, Stay] = field(default_factory=dict)
    elsewhere: list[tuple[str, Stay]] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    thinking: asyncio.Task[None] | None = None
    thinker: str | None = None
    chosen: tuple[int, int] | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    generations: dict[str, int] = field(default_factory=dict)
    telling: asyncio.TimerHandle | None = None
    lapse: asyncio.TimerHandle | None = None
    behind: bool = False
    used: float = 0
    looked: float = float("-inf")
    address: str = ""
    names: dict[str, str] = field(default_factory=dict)

    def actor(self, guest: str) -> Actor:
        holders = self.acts.get(guest, set())
        host = self.contest.created.host in holders
        return Actor(self.contest.seats_of(holders), host, holders)

    @property
    def attended(self) -> bool:
        """Whether somebody here must hear of news: who looks, or a computer that may be next."""
        chairs = self.contest.chairs.values()
        return bool(self.connections) or any(chair.kind == "computer" for chair in chairs)

    @property
    def owner(self) -> str:
        """On whose account the computers think here."""
        return self.address or self.contest.created.host

    def let(self, guest: str, holder: str) -> None:
        self.acts.setdefault(guest, set()).add(holder)

    def touch(self) -> None:
        """Something happens here."""
        self.used = asyncio.get_running_loop().time()
        self.news.set()
        self.news.clear()

    # --- who is there ------------------------------------------------------------------------

    @property
    def stays(self) -> dict[str, Stay]:
        """Who is or was there, in whichever process."""
        if not self.elsewhere:
            return self.here
        found = self.here.copy()
        for guest, stay in self.elsewhere:
            found[guest] = found[guest].joined(stay) if guest in found else stay
        return found

    def present(self, now: int) -> set[str]:
        """The seats whose holder is connected, or has asked something not long ago."""
        holders: set[str] = set()
        for guest, stay in self.stays.items():
            if stay.lasts(now):
                holders |= self.acts.get(guest, set())
        return set(self.contest.seats_of(holders))

    def away(self, seat: str, now: int) -> int:
        """For how many milliseconds the holder of a seat has not been there."""
        holder = self.contest.chairs[seat].holder
        own = [guest for guest, holders in self.acts.items() if holder in holders]
        seen = [stay.seen for guest, stay in self.stays.items() if guest in own]
        return now - max(seen, default=self.opened)

    def presence(self, now: int) -> m.PresenceView:
        """Who is there, who is away, who thinks."""
        here = self.present(now)
        persons = [chair.name for chair in self.contest.chairs.values() if chair.kind == "person"]
        watching = {g: s.connections for g, s in self.stays.items() if not self.actor(g).seats}
        named = sorted(self.names[g] for g, there in watching.items() if there and g in self.names)
        return m.PresenceView(
            present=[seat for seat in persons if seat in here],
            away={seat: self.away(seat, now) for seat in persons if seat not in here},
            thinking=self.thinker,
            watching=sum(watching.values()),
            watchers=named[:WATCHERS],
        )

    # --- what they are told ------------------------------------------------------------------

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
                    m.Events(shown, views.personal_state(self.contest, state, seats))
                )
            connection.send(told[seats])
