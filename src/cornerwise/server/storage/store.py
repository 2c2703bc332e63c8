"""The store: where games live for good.

A game is an append-only list of events with the key (game, seq). An append succeeds only with the
next seq. To append the same bytes again is no error: a caller that lost the answer may ask again.
`Store` is the port; `sqlite` has the embedded adapter.

Several processes may share a store. The store then also decides who does what. Every few seconds a
process notes that it runs (`beat`). Its leases and its guests' attendance count as long as it does.
So a process that ends or hangs loses all of them at once, and nothing has to be renewed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import NamedTuple, Protocol

from cornerwise.errors import CornerwiseError
from cornerwise.server.storage.database import Database


class StoreError(CornerwiseError):
    """The store cannot be opened or used now; the message says why. It may work again later."""


class Unreadable(StoreError):
    """What was stored is damaged. Other games may well be readable."""


class Conflict(Exception):
    """Somebody else appended first; `last` is the newest seq, -1 if there is no such game."""

    def __init__(self, last: int) -> None:
        super().__init__(f"the newest event is {last}")
        self.last = last


class Holding(NamedTuple):
    """In a game, a guest may act as a holder of seats."""

    guest: str
    holder: str


class ListLine(NamedTuple):
    """What lists and restarts need to know of a game without reading its events.

    wakes     a computer is on turn
    turn_at   if a clock runs: when the turn began
    deadline  and when it runs out, should the server run on without a gap
    """

    wakes: bool
    over: bool
    updated: int
    summary: bytes
    turn_at: int | None = None
    deadline: int | None = None


class Place(NamedTuple):
    """A place in a guest's list of games: unfinished first, then newest."""

    over: bool
    updated: int
    game: str


class Entry(NamedTuple):
    """A game in a guest's list, and as whom the guest acts there."""

    place: Place
    summary: bytes
    holders: list[str]


class Alarm(NamedTuple):
    """A running clock: see `ListLine`."""

    game: str
    turn_at: int
    deadline: int


class Lease(NamedTuple):
    """The right to do some work in a game, which one process has as long as it runs."""

    game: str
    purpose: str
    run: str


class Attendance(NamedTuple):
    """That a guest is at a game, or was, as one process knows it.

    connections  its open sockets
    seen         when it was last known to be there
    until        until when it counts as being there without a socket
    beat         when the process was last known to run; the store fills this in
    """

    game: str
    guest: str
    run: str
    connections: int
    seen: int
    until: int
    beat: int = 0


class Ending(NamedTuple):
    """A game that an event has ended, about which not everybody has been told yet."""

    game: str
    seq: int


class ReviewKey(NamedTuple):
    """Of which end of a game a review is, and what it is made with."""

    game: str
    seq: int
    fingerprint: str


class ReviewWish(NamedTuple):
    """That somebody wants a game reviewed, in so many parts."""

    key: ReviewKey
    owner: str
    asked: int
    parts: int


class EarlyMove(NamedTuple):
    """A move at the beginning of a finished game, and what came of it.

    ply       how many moves were made before
    variant   with its options, but for which colour began
    position  the key of all positions that are alike
    move      its number there
    won       the share of the win that the side which made it got in the end
    """

    ply: int
    variant: str
    position: str
    move: int
    won: float


READ = EarlyMove(-1, "", "", -1, 0.0)
"""Is kept of every game that was looked at, also if there was nothing to note."""


class Played(NamedTuple):
    """How often a move was made in a position, in how many of these games it won or shared."""

    move: int
    games: int
    won: int
    tied: int


class KeptStudy(NamedTuple):
    """A tree of variations that a guest shared, as JSON."""

    id: str
    guest: str
    at: int
    body: bytes


class Store(Database, Protocol):
    """Where games live for good, beside tables of other things.

    Any driver error means: outcome unknown, read again.
    What cannot be done now raises StoreError, what is damaged Unreadable.
    """

    @property
    def shared(self) -> bool:
        """Whether other processes may use the store at the same time."""

    async def append(
        self, game: str, seq: int, body: bytes, line: ListLine, holdings: Sequence[Holding] = ()
    ) -> None:
        """Add an event (seq 0 makes the game). Raises Conflict unless seq is last + 1.

        An event that ends a game notes an `Ending` with it.
        """

    async def events(self, game: str, since: int = -1, limit: int = -1) -> list[bytes]:
        """The events after `since`, oldest first, so many or all; none if there is no such game."""

    async def hold(self, game: str, holding: Holding) -> None:
        """Let a guest act as a holder."""

    async def hide(self, game: str, guest: str, hidden: bool = True) -> None:
        """Take a game out of a guest's list, or put it back. To hold a seat anew lists it, too."""

    async def holdings(self, game: str) -> list[Holding]:
        """Who may act as whom in a game."""

    async def rekey(self, game: str, holder: str, keep: Collection[str]) -> int:
        """Change a holder's key: its new generation. Only these guests go on acting as it."""

    async def generations(self, game: str) -> dict[str, int]:
        """How often the keys of holders were changed, of those who ever did."""

    async def games_of(
        self, guest: str, limit: int, after: Place | None = None, over: bool | None = None
    ) -> list[Entry]:
        """A guest's games, unfinished first, then newest; only finished or unfinished ones."""

    async def waking(self, alive: int) -> list[str]:
        """The games in which a computer is on turn, and for which no running process thinks.

        Here and below, a process runs if it has beaten since `alive`.
        """

    async def alarms(self, until: int) -> list[Alarm]:
        """The running clocks that may run out until then."""

    async def reached(self, games: Collection[str]) -> dict[str, int]:
        """The newest seq of each of these games."""

    async def endings(self, alive: int) -> list[Ending]:
        """The games that have ended, of which no running process tells those who want to know."""

    async def settle(self, ending: Ending) -> None:
        """Everybody was told of an ending. If the game ended anew meanwhile, that one stays."""

    async def ask_review(self, wish: ReviewWish) -> bool:
        """Whether this wish is new. What there was of another end or engine is dropped."""

    async def add_part(self, key: ReviewKey, part: int, body: bytes) -> None:
        """Add a part of a review that is wished for, counted from 1; a second time is no error."""

    async def review(self, key: ReviewKey, since: int = 0) -> tuple[ReviewWish, list[bytes]] | None:
        """A wish and what there is of its review, after so many parts; None if nobody asked."""

    async def unreviewed(self, alive: int | None = None) -> list[ReviewWish]:
        """The reviews that lack parts, the oldest wish first.

        With `alive` only those that no running process makes.
        """

    async def drop_review(self, key: ReviewKey) -> None:
        """Forget a wish and what there is of its review."""

    async def note_opening(self, game: str, moves: Sequence[EarlyMove]) -> None:
        """Note how a finished game began. What was noted of it before is replaced."""

    async def opening(self, variant: str, position: str) -> list[Played]:
        """What was played in a position, the most often played first."""

    async def openings_missing(self, limit: int) -> list[str]:
        """Finished games of which nothing was noted yet, not even that there is nothing to note."""

    async def keep_study(self, study: KeptStudy) -> None:
        """Keep a study for good."""

    async def study(self, study: str) -> bytes | None:
        """The body of a study, if there is one of this id."""

    async def take(self, lease: Lease, alive: int) -> bool:
        """Whether the lease is now ours: it was free, or ours, or of a process that is gone."""

    async def give_up(self, leases: Sequence[Lease]) -> None:
        """Let others have leases; those that are not ours stay as they are."""

    async def attend(self, rows: Sequence[Attendance]) -> None:
        """Note who is where, many at once. Each row replaces that of its game, guest and run."""

    async def attendance(self, game: str) -> list[Attendance]:
        """Who is at a game, or was, by guest and process."""

    async def depart(self, run: str, now: int) -> None:
        """A process ends: its leases are free, and its guests are there no more."""

    async def secret(self, name: str) -> bytes:
        """32 random bytes that are the same for ever and for every process."""

    async def beat(self, run: str, start: int, now: int) -> None:
        """Note that the process `run`, which started then, is still running."""

    async def runs(self) -> list[tuple[int, int]]:
        """When processes ran: from, to."""

    async def running(self, alive: int) -> dict[str, int]:
        """The processes that run, each with the time of its last beat."""

    async def newest(self) -> int:
        """The latest time that was noted, of runs and of turns whose clock runs; 0 if none."""

    async def prune(self, before: int) -> None:
        """Forget runs that ended before then and that no running clock needs.

        With them go their leases, and who was where before then.
        """

    async def check(self) -> list[str]:
        """What is damaged, in a few words each; nothing if all is well."""

    async def close(self) -> None: ...


Part = Callable[[bool, int, Place | None], Awaitable[list[Entry]]]
"""Some of the finished or unfinished games of a list: which, how many, after which place."""


async def in_parts(part: Part, limit: int, after: Place | None, over: bool | None) -> list[Entry]:
    """A page of a list, unfinished games first: each part comes in the order of an index."""
    found: list[Entry] = []
    for which in (False, True):
        if over in (None, which) and (after is None or after.over <= which) and limit:
            where = after if after is not None and after.over == which else None
            found += await part(which, limit - len(found), where)
    return found
