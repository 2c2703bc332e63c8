"""What every bus must do. A new adapter is added to `buses`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from cornerwise.server.storage.bus import Bus, LocalBus
from cornerwise.server.storage.nats_bus import NatsBus
from tests.patience import PATIENCE
from tests.server import services

buses: dict[str, Callable[[], Bus]] = {
    "local": LocalBus,
    "nats": lambda: NatsBus(services.nats().url),
}


@pytest.mark.parametrize("kind", buses)
def test_everybody_who_listens_hears(kind: str) -> None:
    async def test() -> None:
        bus = buses[kind]()
        first: list[tuple[str, int | None]] = []
        second: list[tuple[str, int | None]] = []
        bus.listen(lambda game, seq: first.append((game, seq)))
        stop = bus.listen(lambda game, seq: second.append((game, seq)))
        await bus.publish("g", 1)
        await asyncio.sleep(0)
        stop()
        stop()
        await bus.publish("h", None)
        await asyncio.sleep(0)
        assert first == [("g", 1), ("h", None)]
        assert second == [("g", 1)]
        await bus.close()
        await bus.publish("i", 3)
        assert len(first) == 2

    asyncio.run(test())


def test_other_processes_hear_once_what_is_new_and_nothing_twice() -> None:
    async def test() -> None:
        url = services.nats().url
        one, other = NatsBus(url), NatsBus(url)
        heard: list[tuple[str, tuple[str, int | None]]] = []
        for name, bus in (("one", one), ("other", other)):
            bus.listen(lambda game, seq, name=name: heard.append((name, (game, seq))))  # type: ignore[misc]
            await bus.ready()
            for game in ("g", "h", "i"):
                await bus.follow(game)
        await one.publish("g", 7)
        await other.publish("h", None)
        async with asyncio.timeout(PATIENCE):
            while len(heard) < 4:
                await asyncio.sleep(0.01)
        await one.publish("i", 8)  # what came before has been heard when this is
        async with asyncio.timeout(PATIENCE):
            while ("other", ("i", 8)) not in heard:
                await asyncio.sleep(0.01)
        expected = [(name, news) for name in ("one", "other") for news in (("g", 7), ("h", None))]
        expected += [("one", ("i", 8)), ("other", ("i", 8))]
        assert sorted(heard, key=str) == sorted(expected, key=str)
        await one.close()
        await other.close()

    asyncio.run(test())


def test_a_process_hears_of_games_that_it_follows_and_of_what_is_no_game() -> None:
    async def test() -> None:
        url = services.nats().url
        one, other = NatsBus(url), NatsBus(url)
        heard: set[str] = set()
        await other.follow("early")
        other.listen(lambda game, _: heard.add(game))
        await one.ready()
        await other.ready()
        for game in ("followed", "left"):
            await other.follow(game)
            await other.follow(game)  # once more is no more
        other.leave("left")
        other.leave("never followed")
        # A broker that is busy may not know yet what is followed: it is told again.
        async with asyncio.timeout(PATIENCE):
            while len(heard) < 3:
                for game in ("strange", "left", "followed", "early", "@lobby"):
                    await one.publish(game, 1)
                await asyncio.sleep(0.05)
        assert heard == {"@lobby", "early", "followed"}
        await other.follow("left")
        async with asyncio.timeout(PATIENCE):
            while "left" not in heard:
                await one.publish("left", 2)
                await asyncio.sleep(0.05)
        assert heard == {"@lobby", "early", "followed", "left"}
        await one.close()
        await other.close()

    asyncio.run(test())


def test_hints_come_again_when_the_broker_does() -> None:
    """While it is away a process hears itself, and to tell something is no error."""

    async def test(nats: services.Nats) -> None:
        nats.kill()
        one, other = NatsBus(nats.url), NatsBus(nats.url)
        mine: list[int | None] = []
        theirs: list[int | None] = []
        one.listen(lambda _, seq: mine.append(seq))
        other.listen(lambda _, seq: theirs.append(seq))
        await other.follow("g")
        await one.publish("g", 1)
        assert mine == [1]
        nats.start()
        await one.ready()
        await other.ready()
        await one.publish("g", 2)
        async with asyncio.timeout(PATIENCE):
            while theirs != [2]:
                await asyncio.sleep(0.01)
        nats.kill()
        await one.publish("g", 3)
        nats.start()
        seq = 4
        async with asyncio.timeout(PATIENCE):
            while len(theirs) < 2:  # the clients find their way back by themselves
                await one.publish("g", seq)
                seq += 1
                await asyncio.sleep(0.05)
        await one.close()
        await other.close()

    with services.own_nats() as nats:
        asyncio.run(test(nats))


@pytest.mark.parametrize("kind", buses)
def test_what_is_about_no_game_is_heard_by_all(kind: str) -> None:
    async def test() -> None:
        one = buses[kind]()
        other = buses[kind]() if kind == "nats" else one
        heard: list[tuple[int, bytes]] = []
        for number, bus in enumerate((one, other)):
            bus.hear(lambda message, number=number: heard.append((number, message)))  # type: ignore[misc]
            if isinstance(bus, NatsBus):
                await bus.ready()
        await one.tell(b"so \x00 it is")
        async with asyncio.timeout(PATIENCE):
            while len(heard) < 2:
                await asyncio.sleep(0.01)
        assert sorted(heard) == [(0, b"so \x00 it is"), (1, b"so \x00 it is")]
        await one.close()
        await other.close()

    asyncio.run(test())
