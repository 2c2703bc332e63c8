"""Several server processes over one store and one bus, in one test, in a time of its own.

Time passes only by waiting: whoever sleeps wakes at once, in the right order. A minute takes a
moment, nothing depends on the machine, and the same chance gives the same run.
"""

from __future__ import annotations

import asyncio
import json
import random
import selectors
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from cornerwise.server.base import messages as m
from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.base.security import hashed
from cornerwise.server.base.settings import Settings
from cornerwise.server.engines.jobs import Attempt, Course, Job, Memory
from cornerwise.server.games.room import Room
from cornerwise.server.house.desk import Desk
from cornerwise.server.house.house import BEAT, House
from cornerwise.server.storage.bus import LocalBus
from cornerwise.server.storage.sqlite import SqliteStore, _Job
from cornerwise.server.storage.store import Store
from cornerwise.server.thinking.ports import Ports
from cornerwise.server.thinking.searches import Choose
from cornerwise.server.web.clerk import Clerk
from tests.server.memory import MemoryStore

ANA, BO, CY = (hashed(name * 20) for name in ("ana", "bo", "cy"))
Json = dict[str, Any]


class _Waiting(selectors.DefaultSelector):
    """Does not wait, but says for how long it would have."""

    waited = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        self.waited += timeout or 0.0
        return super().select(0 if timeout is not None else None)


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose time passes by waiting alone."""

    def __init__(self) -> None:
        self._waiting = _Waiting()
        super().__init__(self._waiting)

    def time(self) -> float:
        return self._waiting.waited


class Keeper(Timekeeper):
    """Tells the time of the event loop, the same in every process."""

    def __init__(self) -> None:
        super().__init__(newest=4_000_000_000_000 + self.ticks() // 1_000_000)

    def ticks(self) -> int:
        return int(asyncio.get_running_loop().time() * 1e9)


class Thinking:
    """An engine pool that counts what it is asked, and takes its time."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.asked: Counter[tuple[int, ...]] = Counter()
        self.searches = 0

        self._memory = Memory()

    async def run(self, job: Job[Any], owner: str = "") -> Any:
        if isinstance(job, Choose):
            self.asked[tuple(move.number for move in job.game.history)] += 1
            number = job.game.legal_moves.numbers[-1]
            await asyncio.sleep(self.seconds)
            return number
        self.searches += 1
        if job.spare:
            await asyncio.sleep(self.seconds)
        return job.run(Attempt(self._memory))

    def follow(self, course: Course[Any], owner: str = "") -> Any:
        raise AssertionError("nobody analyses here")

    async def close(self) -> None: ...


class InlineSqlite(SqliteStore):
    """SQLite without its threads, which know nothing of the loop's time."""

    async def _later(self, work: Callable[..., object]) -> Any:
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        self._carry_out([job])[0].tell()
        return await job.done

    async def _fetched(self, query: str, values: Any) -> list[Any]:
        if self._reading is None:
            self._reading = self.connect()
        return self._reading.execute(query, values).fetchall()


class Listener:
    """A connection that remembers what it was sent."""

    def __init__(self, guest: str = ANA) -> None:
        self.guest = guest
        self.heard: list[Json] = []

    def send(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    def seqs(self) -> list[int]:
        return [e["seq"] for h in self.heard if h["type"] == "events" for e in h["events"]]

    def last(self, kind: str) -> Json:
        return next(message for message in reversed(self.heard) if message["type"] == kind)

    @property
    def presence(self) -> Json:
        return self.last("presence")


class Process:
    """What one server process has in memory."""

    def __init__(self, store: Store, bus: LocalBus, engines: Thinking, **changes: Any) -> None:
        self.engines, self.keeper = engines, Keeper()
        settings = Settings(**{"away": 60_000, **changes})
        self.house = House(Ports(store, bus, engines), self.keeper, b"s" * 32, settings)
        self.desk, self.clerk = Desk(self.house), Clerk(self.house, engines)
        self.runs = False

    async def start(self) -> None:
        await self.house.beat()
        self.house.work.repeat("beating", self.house.beat, BEAT)
        self.house.start()
        self.runs = True

    async def kill(self) -> None:
        """Nothing more happens here, and nobody is told."""
        self.runs = False
        self.house.chronicle.close()
        self.house.timeouts.close()
        for room in self.house.rooms:
            room.connections.clear()
            self.house.presence.forget(room)
        await self.house.work.close()

    async def stop(self) -> None:
        self.runs = False
        await self.house.close()

    # --- what people do ----------------------------------------------------------------------

    async def create(self, *kinds: str, guest: str = ANA, **more: Any) -> str:
        """Make a game of Duo or, for more seats, Classic."""
        name = "duo" if len(kinds) == 2 else "classic"
        names = ("blue", "yellow", "red", "green")
        seats = {seat: m.SeatChoice(kind) for seat, kind in zip(names, kinds, strict=False)}
        wanted = m.NewGame(variant=name, seats=seats, first="blue", **more)
        return (await self.desk.create(wanted, guest)).contest.id

    async def room(self, game: str) -> Room:
        return await self.house.rooms.room(game)

    async def connect(self, game: str, guest: str = ANA) -> Listener:
        listener = Listener(guest)
        room = await self.room(game)
        self.house.reception.look(room, guest, "")
        await self.house.reception.connect(room, listener)
        return listener

    async def disconnect(self, game: str, listener: Listener) -> None:
        self.house.reception.disconnect(await self.room(game), listener)

    async def join(self, game: str, guest: str) -> None:
        room = await self.room(game)
        await self.desk.join(room, m.Join(key=self.house.keys.invitation(room)), guest)

    async def act(self, game: str, guest: str, action: m.AnyAction) -> Json:
        answers: list[bytes] = []
        await self.clerk.act(await self.room(game), guest, action, answers.append)
        answer: Json = json.loads(answers[0])
        return answer

    async def play(self, game: str, guest: str = ANA, which: int = 0) -> Json:
        contest = (await self.room(game)).contest
        placement = contest.game.legal_moves.numbers[which]
        return await self.act(game, guest, m.Play(seq=contest.seq + 1, placement=placement))


class World:
    """A store, a bus, engines, and the processes that share them."""

    def __init__(self, store: Store, chance: random.Random, seconds: float = 1.0) -> None:
        self.store, self.bus, self.chance = store, LocalBus(), chance
        self.engines = Thinking(seconds)
        self.processes: list[Process] = []

    async def process(self, **changes: Any) -> Process:
        made = Process(self.store, self.bus, self.engines, **changes)
        self.processes.append(made)
        await made.start()
        return made

    async def until(self, wanted: Callable[[], object], seconds: float = 60) -> None:
        """Let time pass until something is the case."""
        async with asyncio.timeout(seconds):
            while not wanted():
                await asyncio.sleep(0.05)


STORES: dict[str, Callable[[Path, random.Random], Store]] = {
    "memory": lambda path, chance: MemoryStore(chance),
    "sqlite": lambda path, chance: InlineSqlite(path / "games.sqlite", shared=True),
}
"""How to open a store that several processes share; a new adapter is added here."""


def run(test: Callable[[World], Awaitable[None]], store: Store, chance: random.Random) -> None:
    """Run a test in a world of its own."""

    async def go() -> None:
        world = World(store, chance)
        try:
            await test(world)
        finally:
            for process in world.processes:
                if process.runs:
                    await process.stop()
            await store.close()

    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(go())
