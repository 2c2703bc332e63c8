"""The plan of a cluster: what runs in it, and in which order it is started."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cornerwise.cluster.cluster import Cluster, Say
from cornerwise.cluster.nats import Nats
from cornerwise.cluster.nginx import Nginx
from cornerwise.cluster.postgres import Postgres
from cornerwise.cluster.programs import free_port, need
from cornerwise.cluster.servers import Server, Worker
from cornerwise.server.storage.folder import Lock


@dataclass(frozen=True)
class Plan:
    """What is wanted.

    folder         for data, logs and the file that tells of the parts
    host, port     of the proxy; port 0 for any free one
    config         a file with settings of the servers
    store, bus     of a database and a broker that run already; without them they are started
    """

    folder: Path
    servers: int
    workers: int
    host: str = "127.0.0.1"
    port: int = 0
    config: Path | None = None
    store: str = ""
    bus: str = ""

    def run(self, say: Say) -> None:
        """Start everything, and keep it running until we are told to end."""
        need(
            *([] if self.bus else ["nats-server"]),
            *([] if self.store else ["initdb", "postgres", "pg_isready", "psql"]),
            *(["nginx"] if self.servers else []),
        )
        with self._alone():
            cluster = Cluster(self.folder, say)
            cluster.handle()
            try:
                at = self._start(cluster)
                say(cluster.table())
                say(f"Cornerwise is ready{at} (end it with Ctrl+C)")
                cluster.run()
            finally:
                cluster.end()

    def _start(self, cluster: Cluster) -> str:
        bus, store = self.bus, self.store
        if not bus:
            nats = Nats(self.folder / "nats", log=self._log("nats"))
            cluster.begin(nats)
            bus = nats.url
        if not store:
            postgres = Postgres(self.folder / "postgresql", log=self._log("postgresql"))
            cluster.begin(postgres)
            store = postgres.create("games")
        cluster.note(pid=os.getpid(), store=store, bus=bus)
        servers = [self._server(n, store, bus) for n in range(1, self.servers + 1)]
        workers = [
            Worker(n, self.workers, bus, self._log(f"worker-{n}"))
            for n in range(1, self.workers + 1)
        ]
        cluster.begin(*servers, *workers)
        if not servers:
            return ""
        ports, port = [server.port for server in servers], self.port or free_port()
        proxy = Nginx(self.folder / "nginx", self.host, port, ports, log=self._log("nginx"))
        cluster.note(address=proxy.address)
        cluster.begin(proxy)
        return f" at {proxy.address}"

    def _server(self, number: int, store: str, bus: str) -> Server:
        name = f"server-{number}"
        options = ["--data", str(self.folder / name)]
        options += ["--config", str(self.config)] if self.config else []
        return Server(number, options, store, bus, self._log(name))

    def _log(self, name: str) -> Path:
        return self.folder / "logs" / f"{name}.log"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """The folder is ours alone. Others may pass through it, as PostgreSQL's user must."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o711)
        lock = Lock(self.folder / "cluster")
        try:
            (self.folder / "logs").mkdir(exist_ok=True, mode=0o700)
            yield
        finally:
            lock.release()
