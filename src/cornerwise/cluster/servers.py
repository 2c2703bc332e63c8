"""Our own processes as services: servers, and workers that think for them."""

from __future__ import annotations

import http.client
import os
import sys
from pathlib import Path

from cornerwise.cluster.programs import free_port
from cornerwise.cluster.service import Service

SELF = (sys.executable, "-m", "cornerwise")


class Server(Service):
    """One of the servers that share a database. Its URLs may hold passwords: `ps` shows none."""

    def __init__(self, number: int, options: list[str], store: str, bus: str, log: Path) -> None:
        port = free_port()
        options = ["--port", str(port), "--proxy", "127.0.0.1", *options]
        super().__init__(
            f"server {number}",
            [*SELF, "serve", "--no-open", *options],
            port,
            log=log,
            environment={"CORNERWISE_STORE": store, "CORNERWISE_BUS": bus},
        )

    def ready(self) -> bool:
        """Whether players can be sent here."""
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            asked.request("GET", "/ready")
            return asked.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            asked.close()


class Worker(Service):
    """Thinks for whichever server asks over the bus; several share the machine."""

    def __init__(self, number: int, of: int, bus: str, log: Path) -> None:
        share = max(1, (os.cpu_count() or 1) // of) if of > 1 else 0
        super().__init__(
            f"worker {number}",
            [*SELF, "engine", "--threads", str(share)],
            log=log,
            environment={"CORNERWISE_BUS": bus},
        )

    def ready(self) -> bool:
        """It listens at no port: nobody waits for it, since servers think themselves meanwhile."""
        return self.alive
