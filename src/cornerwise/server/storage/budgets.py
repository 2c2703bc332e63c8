"""Budgets: what an address may do is counted once, however many processes it asks.

Every process tells the others each second what was spent where it is, and counts what they tell. So
an address can spend more than its share for a second at most.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from cornerwise.server.base.security import Limiter, new_id
from cornerwise.server.storage.bus import Bus

EVERY = 1.0
"""Seconds between two tellings."""

log = logging.getLogger("cornerwise.budgets")


class Spent(Struct, tag="spent", array_like=True):
    """What was spent in a process: by limit, then by address."""

    process: str
    limits: dict[str, dict[str, int]]


class Budgets:
    """Limits that several processes share, each by its name."""

    def __init__(self, limiters: Mapping[str, Limiter], bus: Bus) -> None:
        self._limiters, self._bus, self._me = limiters, bus, new_id()
        bus.hear(self._heard)

    async def tell(self) -> None:
        """Tell the others what was spent here since the last time."""
        spent = {name: found for name, of in self._limiters.items() if (found := of.spent())}
        if spent:
            await self._bus.tell(msgspec.msgpack.encode(Spent(self._me, spent)))

    def _heard(self, message: bytes) -> None:
        try:
            told = msgspec.msgpack.decode(message, type=Spent)
        except msgspec.DecodeError:
            return  # it is about something else, or of another version
        if told.process == self._me:
            return
        for name in told.limits.keys() & self._limiters.keys():
            for address, count in told.limits[name].items():
                self._limiters[name].charge(address, count)
