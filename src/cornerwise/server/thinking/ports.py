"""The ports: what a server needs from outside, and which adapters it was given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cornerwise.server.engines.engines import EnginePool, ThreadPool
from cornerwise.server.storage.bus import Bus
from cornerwise.server.storage.store import Store


@dataclass
class Ports:
    """The adapters in use."""

    store: Store
    bus: Bus
    engines: EnginePool
    helped: Callable[[ThreadPool], EnginePool] = lambda threads: threads
    """Lets workers elsewhere do what else would be done in these threads."""
