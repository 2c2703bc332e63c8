"""What every bus must do. A new adapter is added to `buses`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from cornerwise.server.bus import Bus, LocalBus

buses: dict[str, Callable[[], Bus]] = {"local": LocalBus}


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
