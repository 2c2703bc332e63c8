"""A store in memory: the port in its plainest form, against which other adapters are compared.

It is deterministic. With `chance` every call waits for a random moment before and after it does
its work, as a store at the other end of a wire would, so that calls of many processes interleave.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import sqlite3
from collections.abc import Collection, Sequence

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

from cornerwise.server.storage import schema, statements
from cornerwise.server.storage.database import Change, Row
from cornerwise.server.storage.store import (
    Alarm,
    Attendance,
    Conflict,
    EarlyMove,
    Ending,
    Entry,
    Holding,
    KeptStudy,
    Lease,
    ListLine,
    Place,
    Played,
    ReviewKey,
    ReviewWish,
)


class MemoryStore:
    """Everything in dictionaries, lost at the end."""

    def __init__(self, chance: random.Random | None = None, *, shared: bool = True) -> None:
        self._chance, self.shared = chance, shared
        self._events: dict[str, list[bytes]] = {}
        self._lines: dict[str, ListLine] = {}
        self._held: dict[str, dict[Holding, bool]] = {}
        self._generations: dict[str, dict[str, int]] = {}
        self._secrets: dict[str, bytes] = {}
        self._runs: dict[str, tuple[int, int]] = {}
        self._leases: dict[tuple[str, str], str] = {}
        self._attending: dict[tuple[str, str, str], Attendance] = {}
        self._endings: dict[str, int] = {}
        self._reviews: dict[ReviewKey, tuple[ReviewWish, dict[int, bytes]]] = {}
        self._openings: dict[str, list[EarlyMove]] = {}
        self._studies: dict[str, bytes] = {}
        self._tables: sqlite3.Connection | None = None

    async def _wire(self) -> None:
        if self._chance is not None:
            await asyncio.sleep(self._chance.random() * 0.05)

    # Tables are a matter of SQL: there is no plainer form of them.

    @property
    def _database(self) -> sqlite3.Connection:
        if self._tables is None:
            self._tables = sqlite3.connect(":memory:", isolation_level=None)
            for table in schema.metadata.sorted_tables:
                self._tables.execute(str(CreateTable(table).compile(dialect=sqlite.dialect())))
        return self._tables

    async def ask(self, text: str, **values: object) -> list[Row]:
        await self._wire()
        return self._database.execute(text, values).fetchall()

    async def change(self, *changes: Change) -> list[list[Row]] | None:
        await self._wire()
        self._database.execute("BEGIN")
        made = statements.change(self._database, changes)
        self._database.execute("COMMIT")
        return made

    async def append(
        self, game: str, seq: int, body: bytes, line: ListLine, holdings: Sequence[Holding] = ()
    ) -> None:
        await self._wire()
        events = self._events.get(game, [])
        if seq != len(events):
            if seq < len(events) and events[seq] == body:
                return
            raise Conflict(len(events) - 1)
        self._events.setdefault(game, []).append(body)
        over = self._lines[game].over if seq else line.over
        self._lines[game] = line
        if line.over and not over:
            self._endings[game] = seq
        elif over and not line.over:
            self._endings.pop(game, None)
        self._held.setdefault(game, {}).update(dict.fromkeys(holdings, False))
        await self._wire()

    async def events(self, game: str, since: int = -1, limit: int = -1) -> list[bytes]:
        await self._wire()
        later = self._events.get(game, [])[since + 1 :]
        return later if limit < 0 else later[:limit]

    async def hold(self, game: str, holding: Holding) -> None:
        await self._wire()
        if game in self._held:
            self._held[game][holding] = False

    async def hide(self, game: str, guest: str, hidden: bool = True) -> None:
        await self._wire()
        for holding in self._held.get(game, {}):
            if holding.guest == guest:
                self._held[game][holding] = hidden

    async def holdings(self, game: str) -> list[Holding]:
        await self._wire()
        return list(self._held.get(game, ()))

    async def rekey(self, game: str, holder: str, keep: Collection[str]) -> int:
        await self._wire()
        generations = self._generations.setdefault(game, {})
        generations[holder] = generations.get(holder, 0) + 1
        self._held[game] = {
            held: hidden
            for held, hidden in self._held[game].items()
            if held.holder != holder or held.guest in keep
        }
        return generations[holder]

    async def generations(self, game: str) -> dict[str, int]:
        await self._wire()
        return dict(self._generations.get(game, {}))

    async def games_of(
        self, guest: str, limit: int, after: Place | None = None, over: bool | None = None
    ) -> list[Entry]:
        await self._wire()
        found = []
        for game, held in self._held.items():
            holders = [h.holder for h, hidden in held.items() if h.guest == guest and not hidden]
            line = self._lines[game]
            if holders and over in (None, line.over):
                found.append(Entry(Place(line.over, line.updated, game), line.summary, holders))

        def order(place: Place) -> tuple[bool, int, str]:
            return place.over, -place.updated, place.game

        found.sort(key=lambda entry: order(entry.place))
        if after is not None:
            found = [entry for entry in found if order(entry.place) > order(after)]
        return found[:limit]

    async def waking(self, alive: int) -> list[str]:
        await self._wire()
        return [
            game
            for game, line in self._lines.items()
            if line.wakes and not self._leased(game, "think", alive)
        ]

    async def alarms(self, until: int) -> list[Alarm]:
        await self._wire()
        return [
            Alarm(game, line.turn_at or 0, line.deadline)
            for game, line in self._lines.items()
            if line.deadline is not None and line.deadline <= until
        ]

    async def reached(self, games: Collection[str]) -> dict[str, int]:
        await self._wire()
        return {game: len(self._events[game]) - 1 for game in games if game in self._events}

    async def endings(self, alive: int) -> list[Ending]:
        await self._wire()
        untold = [Ending(*item) for item in self._endings.items()]
        return [ending for ending in untold if not self._leased(ending.game, "tell", alive)]

    async def settle(self, ending: Ending) -> None:
        await self._wire()
        if self._endings.get(ending.game) == ending.seq:
            del self._endings[ending.game]

    async def ask_review(self, wish: ReviewWish) -> bool:
        await self._wire()
        if wish.key in self._reviews:
            return False
        others = {key: found for key, found in self._reviews.items() if key.game != wish.key.game}
        self._reviews = {**others, wish.key: (wish, {})}
        return True

    async def add_part(self, key: ReviewKey, part: int, body: bytes) -> None:
        await self._wire()
        if key in self._reviews:
            self._reviews[key][1].setdefault(part, body)

    async def review(self, key: ReviewKey, since: int = 0) -> tuple[ReviewWish, list[bytes]] | None:
        await self._wire()
        if key not in self._reviews:
            return None
        wish, parts = self._reviews[key]
        return wish, [parts[number] for number in sorted(parts) if number > since]

    async def unreviewed(self, alive: int | None = None) -> list[ReviewWish]:
        await self._wire()
        return sorted(
            (
                wish
                for wish, parts in self._reviews.values()
                if len(parts) < wish.parts
                and (alive is None or not self._leased(wish.key.game, "review", alive))
            ),
            key=lambda wish: (wish.asked, wish.key.game),
        )

    async def drop_review(self, key: ReviewKey) -> None:
        await self._wire()
        self._reviews.pop(key, None)

    def _leased(self, game: str, purpose: str, alive: int) -> bool:
        return self._runs.get(self._leases.get((game, purpose), ""), (0, 0))[1] > alive

    async def take(self, lease: Lease, alive: int) -> bool:
        await self._wire()
        key = (lease.game, lease.purpose)
        free = self._leases.get(key, lease.run) == lease.run or not self._leased(*key, alive)
        if free:
            self._leases[key] = lease.run
        await self._wire()
        return free

    async def give_up(self, leases: Sequence[Lease]) -> None:
        await self._wire()
        for lease in leases:
            if self._leases.get((lease.game, lease.purpose)) == lease.run:
                del self._leases[lease.game, lease.purpose]

    async def attend(self, rows: Sequence[Attendance]) -> None:
        await self._wire()
        for row in rows:
            self._attending[row.game, row.guest, row.run] = row

    async def attendance(self, game: str) -> list[Attendance]:
        await self._wire()
        rows = [row for row in self._attending.values() if row.game == game]
        return [row._replace(beat=self._runs.get(row.run, (0, 0))[1]) for row in rows]

    async def depart(self, run: str, now: int) -> None:
        await self._wire()
        self._leases = {key: owner for key, owner in self._leases.items() if owner != run}
        for key, row in self._attending.items():
            if row.run == run and row.connections:
                self._attending[key] = row._replace(connections=0, seen=now, until=now)

    async def secret(self, name: str) -> bytes:
        return self._secrets.setdefault(name, secrets.token_bytes(32))

    async def beat(self, run: str, start: int, now: int) -> None:
        await self._wire()
        self._runs[run] = (start, now)

    async def runs(self) -> list[tuple[int, int]]:
        await self._wire()
        return sorted(self._runs.values())

    async def running(self, alive: int) -> dict[str, int]:
        await self._wire()
        return {run: last for run, (_, last) in self._runs.items() if last > alive}

    async def newest(self) -> int:
        beats = [last for _, last in self._runs.values()]
        turns = [line.turn_at or 0 for line in self._lines.values() if line.deadline is not None]
        return max([0, *beats, *turns])

    async def prune(self, before: int) -> None:
        await self._wire()
        needed = [line.turn_at or 0 for line in self._lines.values() if line.deadline is not None]
        needed += [line.updated for line in self._lines.values() if line.wakes]
        newest = max((last for _, last in self._runs.values()), default=0)
        limit = min([before, newest, *needed])
        self._runs = {run: span for run, span in self._runs.items() if span[1] >= limit}
        self._leases = {key: run for key, run in self._leases.items() if run in self._runs}
        self._attending = {
            key: row
            for key, row in self._attending.items()
            if row.seen >= before or (row.connections and row.run in self._runs)
        }

    async def note_opening(self, game: str, moves: Sequence[EarlyMove]) -> None:
        await self._wire()
        self._openings[game] = list(moves)

    async def opening(self, variant: str, position: str) -> list[Played]:
        await self._wire()
        found: dict[int, list[float]] = {}
        for moves in self._openings.values():
            for move in moves:
                if (move.variant, move.position) == (variant, position):
                    found.setdefault(move.move, []).append(move.won)
        played = [
            Played(move, len(won), won.count(1), len(won) - won.count(1) - won.count(0))
            for move, won in found.items()
        ]
        return sorted(played, key=lambda row: (-row.games, row.move))

    async def openings_missing(self, limit: int) -> list[str]:
        await self._wire()
        over = [game for game, line in self._lines.items() if line.over]
        return [game for game in over if game not in self._openings][:limit]

    async def keep_study(self, study: KeptStudy) -> None:
        await self._wire()
        self._studies[study.id] = study.body

    async def study(self, study: str) -> bytes | None:
        await self._wire()
        return self._studies.get(study)

    async def check(self) -> list[str]:
        return []

    async def close(self) -> None:
        """What it holds stays, as on a disk: it can be opened again."""
