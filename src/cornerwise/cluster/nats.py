"""NATS as a service."""

from __future__ import annotations

import secrets
from pathlib import Path

from cornerwise.cluster.programs import free_port, program
from cornerwise.cluster.service import Service


class Nats(Service):
    """A broker in memory. Only who knows its token may use it."""

    def __init__(self, folder: Path, *, log: Path | None = None) -> None:
        port, token = free_port(), secrets.token_urlsafe(24)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = folder / "nats.conf"
        file.touch(0o600)
        file.write_text(
            f'listen: "127.0.0.1:{port}"\nauthorization {{ token: "{token}" }}\n', "utf-8"
        )
        self.url = f"nats://{token}@127.0.0.1:{port}"
        super().__init__("nats", [program("nats-server"), "-c", str(file)], port, log=log)
