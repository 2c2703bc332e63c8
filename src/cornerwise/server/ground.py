"""The ground: what all parts of a house stand on."""

from __future__ import annotations

from dataclasses import dataclass

from cornerwise.server.archive import Archive
from cornerwise.server.bus import Bus
from cornerwise.server.clocks import Timekeeper
from cornerwise.server.engines import EnginePool
from cornerwise.server.leases import Leases
from cornerwise.server.metrics import Metrics
from cornerwise.server.peers import Peers
from cornerwise.server.ports import Ports
from cornerwise.server.settings import Settings
from cornerwise.server.store import Store
from cornerwise.server.supervision import Supervisor


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
