"""Rooms over one store: no process owns a game, and an unknown outcome is read again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from cornerwise.server.base import messages as m
from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.settings import Settings
from cornerwise.server.engines.engines import ThreadPool
from cornerwise.server.games import beginnings
from cornerwise.server.games.archive import SLICE, Archive
from cornerwise.server.games.contest import Contest
from cornerwise.server.games.lists import line_of
from cornerwise.server.games.room import Room
from cornerwise.server.house.desk import Desk
from cornerwise.server.house.house import House
from cornerwise.server.storage.bus import LocalBus
from cornerwise.server.storage.sqlite import SqliteStore
from cornerwise.server.storage.store import Holding, ListLine, Store, StoreError
from cornerwise.server.thinking.ports import Ports
from cornerwise.server.web.clerk import Clerk
from tests.patience import PATIENCE

ANA = "a" * 64


class Listener:
    """A connection that remembers what it was sent."""

    def __init__(self, guest: str = ANA) -> None:
        self.guest = guest
        self.heard: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    def seqs(self) -> list[int]:
        return [e["seq"] for h in self.heard if h["type"] == "events" for e in h["events"]]


class Process:
    """What one server process has in memory."""

    def __init__(self, store: SqliteStore, bus: LocalBus) -> None:
        self.engines = ThreadPool()
        ports = Ports(store, bus, self.engines)
        self.house = House(ports, Timekeeper(), b"s" * 32, Settings(away=0))
        self.desk, self.clerk = Desk(self.house), Clerk(self.house, self.engines)

    async def play(self, room: Room, which: int = 0) -> dict[str, Any]:
        number = room.contest.game.legal_moves.numbers[which]
        answers: list[bytes] = []
        step = m.Play(seq=room.contest.seq + 1, placement=number)
        await self.clerk.act(room, ANA, step, answers.append)
        answer: dict[str, Any] = json.loads(answers[0])
        return answer


Test = Callable[[Process, Process], Awaitable[None]]


def with_two_processes(data: Path, test: Test, kind: type[SqliteStore] = SqliteStore) -> None:
    async def run() -> None:
        store, bus = kind(data / "games.sqlite", shared=True), LocalBus()
        processes = Process(store, bus), Process(store, bus)
        await test(*processes)
        for process in processes:
            await process.house.close()
            await process.engines.close()
        await store.close()

    asyncio.run(run())


def alone(name: str = "duo") -> m.NewGame:
    seats = {"blue": m.SeatChoice("me"), "yellow": m.SeatChoice("here")}
    return m.NewGame(variant=name, seats=seats, first="blue")


def test_what_one_process_appends_the_other_tells_its_clients(tmp_path: Path) -> None:
    async def test(first: Process, second: Process) -> None:
        room = await first.desk.create(alone(), ANA)
        other = await second.house.rooms.room(room.contest.id)
        here, there = Listener(), Listener()
        await first.house.reception.connect(room, here)
        await second.house.reception.connect(other, there)
        async with asyncio.timeout(PATIENCE):
            await first.play(room)
            while there.seqs() != [1]:
                await asyncio.sleep(0.01)
            await second.play(other)
            while here.seqs() != [1, 2]:
                await asyncio.sleep(0.01)
        assert there.seqs() == [1, 2]
        assert room.contest.moves == other.contest.moves

    with_two_processes(tmp_path, test)


def test_of_two_processes_only_one_can_append(tmp_path: Path) -> None:
    async def test(first: Process, second: Process) -> None:
        room = await first.desk.create(alone(), ANA)
        other = await second.house.rooms.room(room.contest.id)
        answers = await asyncio.gather(
            first.play(room, 0), second.play(other, 1), return_exceptions=True
        )
        refused = [answer for answer in answers if isinstance(answer, Refusal)]
        assert len(refused) == 1
        assert refused[0].code == "stale"
        assert refused[0].details == {"last": 1}
        assert room.contest.moves == other.contest.moves
        assert len(room.contest.moves) == 1

    with_two_processes(tmp_path, test)


class ShakyStore(SqliteStore):
    """Stores, or not, and then says that something went wrong."""

    stores = True

    async def append(
        self, game: str, seq: int, body: bytes, line: ListLine, holdings: Sequence[Holding] = ()
    ) -> None:
        if seq == 0 or self.stores:
            await super().append(game, seq, body, line, holdings)
        if seq > 0:
            raise StoreError("the wire was cut")


@pytest.mark.parametrize("stores", [True, False])
def test_when_the_outcome_is_unknown_the_store_is_read_again(tmp_path: Path, stores: bool) -> None:
    class Shaky(ShakyStore):
        pass

    Shaky.stores = stores

    async def test(first: Process, second: Process) -> None:
        room = await first.desk.create(alone(), ANA)
        if stores:
            assert await first.play(room) == {"type": "ok", "seq": 1}
        else:
            with pytest.raises(StoreError):
                await first.play(room)
        assert room.contest.seq == len(room.contest.moves) == int(stores)

    with_two_processes(tmp_path, test, Shaky)


def test_a_first_message_leaves_no_gap(tmp_path: Path) -> None:
    async def test(first: Process, second: Process) -> None:
        room = await first.desk.create(alone(), ANA)
        for _ in range(3):
            await first.play(room)
        short, long, odd = Listener(), Listener(), Listener()
        await first.house.reception.connect(room, short, since=1)
        await first.house.reception.connect(room, long)
        await first.house.reception.connect(room, odd, since=77)
        await first.play(room)
        assert short.seqs() == [2, 3, 4]
        assert long.heard[0]["state"]["seq"] == odd.heard[0]["state"]["seq"] == 3
        assert long.seqs() == odd.seqs() == [4]

    with_two_processes(tmp_path, test)


def test_quiet_games_give_back_memory_and_unwatched_ones_go(tmp_path: Path) -> None:
    async def test(first: Process, second: Process) -> None:
        house = House(
            Ports(SqliteStore(tmp_path / "more.sqlite"), LocalBus(), first.engines),
            Timekeeper(),
            b"s" * 32,
            Settings(idle=0.4),
        )
        house.start()
        desk = Desk(house)
        watched, left = await desk.create(alone(), ANA), await desk.create(alone(), ANA)
        await house.reception.connect(watched, Listener())
        async with asyncio.timeout(PATIENCE):
            while await house.rooms.room(left.contest.id) is left:  # which counts as looking at it
                await asyncio.sleep(0.7)
        assert await house.rooms.room(watched.contest.id) is watched
        assert watched.contest.game.legal_moves
        await house.close()

    with_two_processes(tmp_path, test)


# --- reading ------------------------------------------------------------------------------


def test_events_that_make_no_game_are_set_aside(tmp_path: Path) -> None:
    async def test(first: Process, second: Process) -> None:
        room = await first.desk.create(alone(), ANA)
        game = room.contest.id
        odd = m.Moved(seq=1, at=1, seat="blue", colour="blue", placement=0)  # not at its start
        assert room.contest.why(0) is not None
        await first.house.store.append(game, 1, m.encode(odd), line_of(room.contest))
        with pytest.raises(Refusal, match="damaged"):
            await second.house.rooms.room(game)
        assert game in second.house.rooms.aside

    with_two_processes(tmp_path, test)


class Kept:
    """A store with one game, which it has at hand."""

    def __init__(self, *events: m.AnyEvent) -> None:
        self._bodies = [m.encode(event) for event in events]

    async def events(self, game: str, since: int = -1, limit: int = -1) -> list[bytes]:
        return self._bodies


def test_a_long_game_is_read_in_slices() -> None:
    async def test() -> None:
        created = beginnings.new_game(alone(), "ana", 1)
        contest, events = Contest("g", created), list[m.AnyEvent]()
        for n in range(50):
            seq, number = 2 * n + 1, contest.game.legal_moves.numbers[0]
            events.append(m.Moved(seq=seq, at=1, seat="blue", colour="blue", placement=number))
            events.append(m.Undone(seq=seq + 1, at=1, seat="blue", to=0, stay=False))
        archive, turns = Archive(cast(Store, Kept(created, *events))), 0
        reading = asyncio.create_task(archive.contest("g"))
        while not reading.done():  # others have their turn meanwhile
            turns += 1
            await asyncio.sleep(0)
        assert (await reading).seq == 100
        assert turns > 100 // SLICE

    asyncio.run(test())
