"""The ground: what all parts of a house stand on."""

from __future__ import annotations

from dataclasses import dataclass

from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.base.metrics import Metrics
from cornerwise.server.base.settings import Settings
from cornerwise.server.base.supervision import Supervisor
from cornerwise.server.engines.engines import EnginePool
from cornerwise.server.games.archive import Archive
from cornerwise.server.storage.bus import Bus
from cornerwise.server.storage.leases import Leases
from cornerwise.server.storage.peers import Peers
from cornerwise.server.storage.store import Store
from cornerwise.server.thinking.ports import Ports


@dataclass(frozen=True)
class Ground:
    """The ports, the time, what is set; this process among others; work in the background."""

    store: Store
    bus: Bus
    engines: EnginePool
    keeper: Timekeeper
    settings: Settings
    metrics: Metrics
    peers: Peers
    leases: Leases
    archive: Archive
    work: Supervisor

    @classmethod
    def laid(
        cls, ports: Ports, keeper: Timekeeper, settings: Settings, metrics: Metrics | None = None
    ) -> Ground:
        store = ports.store
        peers = Peers(store, keeper)
        return cls(
            store=store,
            bus=ports.bus,
            engines=ports.engines,
            keeper=keeper,
            settings=settings,
            metrics=metrics or Metrics(),
            peers=peers,
            leases=Leases(store, peers),
            archive=Archive(store),
            work=Supervisor(),
        )
