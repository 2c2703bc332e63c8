"""Profiles: what others see of somebody who has an account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable
from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import hashed
from cornerwise.server.games import lists
from cornerwise.server.house.house import House
from cornerwise.server.people import names
from cornerwise.server.puzzles.feats import FeatsBook
from cornerwise.server.ratings.placings import SeatTally
from cornerwise.server.talk.conduct import PauseView
from cornerwise.variants import VARIANTS

RECENT = 8
"""So many of the newest games are shown."""
DAYS = 400
"""So many of the days on which the puzzle of the day was solved."""
RUNNING = 3
"""So many running games of somebody who is followed."""

Online = Callable[[], Awaitable[Collection[str]]]
"""Tells who is there now, guests and accounts."""


class SeatRecord(Struct):
    """How somebody does in a seat of a variant; `even` is the share that chance would give."""

    variant: str
    seat: str
    colours: tuple[m.ColourName, ...]
    games: int
    won: float
    even: float


class PuzzleRecords(Struct):
    """The puzzles that somebody has solved."""

    days: dict[str, int]
    """The newest days on which the puzzle of the day was solved, each with its hints."""
    longest: int
    """The longest run of such days."""
    solved: int
    problems: int


class ProfileView(Struct):
    """Somebody as others see them; of an account that is closed only the name."""

    name: str
    state: Annotated[str, Meta(extra_json_schema={"enum": ["active", "disabled"]})]
    country: str = ""
    about: str = ""
    since: int = 0
    own: bool = False
    online: bool = False
    games: int = 0
    followers: int = 0
    following: bool = False
    blocked: bool = False
    between: tuple[int, int] | None = None
    """How often this person and the reader have won against each other."""
    seats: list[SeatRecord] = []
    recent: list[lists.Summary] = []
    puzzles: PuzzleRecords | None = None
    pause: PauseView | None = None
    """On the own page: the pause that must be taken now."""


class Followed(Struct):
    """Somebody whom the reader follows, with the games that can be watched now."""

    name: str
    country: str
    online: bool
    games: list[lists.Summary]


class Blocked(Struct):
    """Somebody whom the reader has blocked; `id` names the block, and nothing else."""

    id: str
    name: str
    """What they were called; empty for a guest without a name."""
    account: bool
    at: int


class Known(Struct):
    """An account as a profile needs it."""

    id: str
    name: str
    made: int
    state: str
    country: str
    about: str


class Profiles:
    """Tells about people."""

    def __init__(self, house: House, online: Online | None = None) -> None:
        self._house, self._store, self._keeper = house, house.store, house.keeper
        self.ties, self._placings, self._conduct = house.talk.ties, house.placings, house.conduct
        self.feats = FeatsBook(house.store)
        self._online = online or self._at_games

    async def _at_games(self) -> Collection[str]:
        """Who is at a game of this process."""
        return {one.guest for room in self._house.rooms for one in room.connections}

    async def known(self, name: str) -> Known:
        """The account of a name in large or small letters, also one that is closed for a time."""
        rows = await self._store.ask(_KNOWN, folded=names.folding(name))
        if not rows or rows[0][1].casefold() != name.casefold():
            raise Refusal("nobody", "nobody here has this name")
        return Known(*rows[0])

    async def of(self, name: str, reader: str) -> ProfileView:
        """What a reader sees of somebody."""
        known = await self.known(name)
        own = known.id == reader
        if known.state != "active":
            return ProfileView(known.name, "disabled")
        return ProfileView(
            name=known.name,
            state="active",
            country=known.country,
            about=known.about,
            since=known.made,
            own=own,
            online=known.id in await self._online(),
            games=await self._placings.count(known.id),
            followers=await self.ties.followers(known.id),
            following=await self.ties.has(reader, "follow", known.id),
            blocked=await self.ties.has(reader, "block", known.id),
            between=None if own else await self._between(known.id, reader),
            seats=_by_variant(await self._placings.tallies(known.id)),
            recent=await self._recent(known.id, reader),
            puzzles=await self._puzzles(known.id),
            pause=await self._conduct.pause(known.id) if own else None,
        )

    async def _between(self, person: str, reader: str) -> tuple[int, int] | None:
        theirs, mine = await self._placings.between(person, reader)
        return (theirs, mine) if theirs or mine else None

    async def _recent(self, person: str, reader: str) -> list[lists.Summary]:
        found = await self._placings.recent(person, RECENT, reader)
        holders = {holder for (holder,) in await self._store.ask(_HOLDERS, person=person)}
        return [lists.seen(summary, holders) for summary in found]

    async def _puzzles(self, person: str) -> PuzzleRecords:
        feats = await self.feats.of(person)
        return PuzzleRecords(
            days=dict(sorted(feats.days.items())[-DAYS:]),
            longest=longest_run(feats.days),
            solved=len(feats.puzzles),
            problems=sum(feat.solved for feat in feats.problems.values()),
        )

    async def following(self, reader: str) -> list[Followed]:
        """Whom a reader follows: who is there first."""
        online, found = await self._online(), []
        for person in await self.ties.others(reader, "follow"):
            rows = await self._store.ask(_PERSON, id=person)
            if not rows or rows[0][3] != "active":
                continue
            known = Known(*rows[0])
            games = await self._running(known)
            found.append(Followed(known.name, known.country, known.id in online, games))
        return sorted(found, key=lambda one: (not one.online, not one.games, one.name.casefold()))

    async def blocks(self, reader: str) -> list[Blocked]:
        """Whom a reader has blocked, the newest first."""
        rows = await self._store.ask(_BLOCKED_ACCOUNTS, person=reader)
        accounts = {str(account): str(name) for account, name in rows}
        found = []
        for other, called, at in await self.ties.of(reader, "block"):
            account = accounts.get(other, "")
            name = called or account
            # A guest who has made an account since goes by the name of before.
            shown = Blocked(_block(reader, other), name, bool(name) and name == account, at)
            found.append(shown)
        return found

    async def unblock(self, reader: str, block: str) -> None:
        """No longer block somebody."""
        for other in await self.ties.others(reader, "block"):
            if _block(reader, other) == block:
                await self.ties.untie(reader, "block", other)

    async def _running(self, known: Known) -> list[lists.Summary]:
        """The games that somebody plays with others, under their name, for all to watch, now."""
        entries = await self._house.archive.games_of(known.id, 4 * RUNNING, None, False)
        listed = {game for (game,) in await self._store.ask(_LISTED, person=known.id)}
        games = [
            lists.seen(entry.summary, set(entry.holders))
            for entry in entries
            if entry.place.game in listed
        ]
        return [game for game in games if _is_shown(game, known.name)][:RUNNING]


def _block(reader: str, other: str) -> str:
    """What a block is called: it tells its reader nothing of who is blocked."""
    return hashed(f"block {reader} {other}")[:16]


def _is_shown(game: lists.Summary, name: str) -> bool:
    named = any(seat.you and seat.player == name for seat in game.seats)
    others = sum(seat.kind == "person" for seat in game.seats) > 1
    return game.status == "playing" and named and others


def _by_variant(tallies: Iterable[SeatTally]) -> list[SeatRecord]:
    """The variant that is played most first, its seats in their order of play."""
    records = [_record(*tally) for tally in tallies]
    games: Counter[str] = Counter()
    for one in records:
        games[one.variant] += one.games
    orders = {
        name: [seat.name for seat in VARIANTS[name].seats] for name in games if name in VARIANTS
    }

    def place(one: SeatRecord) -> tuple[int, str, int]:
        order = orders.get(one.variant, [])
        at = order.index(one.seat) if one.seat in order else len(order)
        return -games[one.variant], one.variant, at

    return sorted(records, key=place)


def _record(variant: str, seat: str, games: int, won: float) -> SeatRecord:
    known = VARIANTS.get(variant)
    seats = {one.name: one for one in known.seats} if known is not None else {}
    colours = tuple(map(str, seats[seat].colours)) if seat in seats else ()
    sides = len({one.team for one in seats.values()}) or 1
    return SeatRecord(variant, seat, colours, games, won, 1 / sides)


def longest_run(days: Collection[str]) -> int:
    """The most days in a row.

    >>> longest_run({"2026-02-27": 0, "2026-02-28": 0, "2026-03-01": 0, "2026-03-03": 0})
    3
    """
    numbers = sorted(number for day in days if (number := _day_number(day)) is not None)
    longest = run = 0
    last = None
    for number in numbers:
        run = run + 1 if last is not None and number == last + 1 else 1
        longest, last = max(longest, run), number
    return longest


def _day_number(day: str) -> int | None:
    try:
        return date.fromisoformat(day).toordinal()
    except ValueError:
        return None  # such as the 31st of February


_COLUMNS = "id, name, made, state, country, about"
_KNOWN = f"""
    SELECT {_COLUMNS} FROM accounts WHERE folded = :folded AND state <> 'deleted'
"""
_PERSON = f"SELECT {_COLUMNS} FROM accounts WHERE id = :id"
_BLOCKED_ACCOUNTS = """
    SELECT accounts.id, accounts.name FROM ties JOIN accounts ON accounts.id = ties.other
    WHERE ties.person = :person AND ties.kind = 'block'
"""
_HOLDERS = "SELECT DISTINCT holder FROM holdings WHERE guest = :person"
_LISTED = """
    SELECT listings.game FROM holdings JOIN listings ON listings.game = holdings.game
    WHERE holdings.guest = :person AND holdings.over = 0
"""
