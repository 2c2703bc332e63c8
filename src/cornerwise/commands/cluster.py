"""`cornerwise cluster`: many processes on one machine, for trying."""

from __future__ import annotations

import os
import signal
import sys
import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cornerwise.errors import CornerwiseError
from cornerwise.extras import need
from cornerwise.folders import data_folder


class Action(StrEnum):
    """What is to be done with a cluster."""

    start = "start"
    restart = "restart"
    status = "status"


What = Annotated[
    Action,
    typer.Argument(
        help="start it; or restart the servers of a running one, one at a time; or show its parts."
    ),
]
Servers = Annotated[int, typer.Option(min=0, max=64, help="How many servers.")]
Workers = Annotated[int, typer.Option(min=0, max=64, help="How many engine workers.")]
Folder = Annotated[
    Path | None, typer.Option(help="The folder for data and logs; by default the user's.")
]
Host = Annotated[str, typer.Option(help="The address of the proxy; 0.0.0.0 for every one.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Its port; 0 for any free one.")]
Config = Annotated[
    Path | None, typer.Option(help="A TOML file with settings of the servers (docs/server.md).")
]
Store = Annotated[
    str | None, typer.Option(metavar="URL", help="A database that runs already: postgresql://…")
]
Bus = Annotated[
    str | None, typer.Option(metavar="URL", help="A broker that runs already: nats://…")
]


def run(
    action: What = Action.start,
    *,
    servers: Servers = 2,
    workers: Workers = 1,  # it thinks as much as the machine can spare
    folder: Folder = None,
    host: Host = "127.0.0.1",
    port: Port = 8080,
    config: Config = None,
    store: Store = None,
    bus: Bus = None,
) -> None:
    """Try many processes: database, broker, servers and proxy."""
    if sys.platform == "win32":
        raise CornerwiseError("a cluster runs on Linux and macOS only: use `cornerwise serve`")
    place = (folder or data_folder() / "cluster").absolute()
    if action is Action.restart:
        _restart(place)
    elif action is Action.status:
        _show(place)
    else:
        need("many")
        from cornerwise.cluster.plan import Plan

        given = (host, port, config, store or "", bus or "")
        Plan(place, servers, workers, *given).run(typer.echo)


def register(app: typer.Typer) -> None:
    app.command("cluster")(run)


def _restart(folder: Path) -> None:
    """Ask a running cluster for a rolling restart, and wait for it."""
    from cornerwise.cluster.cluster import read
    from cornerwise.cluster.service import ServiceError

    before = read(folder)
    _tell(before["pid"], signal.SIGHUP, folder)
    servers = sum(part["name"].startswith("server") for part in before["parts"])
    while (now := read(folder))["rounds"] == before["rounds"]:
        time.sleep(0.1)
        _tell(before["pid"], 0, folder)
    if now["trouble"]:
        raise ServiceError(f"the servers are not all new: {now['trouble']}")
    typer.echo(f"all {servers} servers are new: {now['address']}")


def _tell(pid: int, number: int, folder: Path) -> None:
    """Send the cluster a signal; 0 only looks whether it is there."""
    from cornerwise.cluster.service import ServiceError

    try:
        os.kill(pid, number)
    except ProcessLookupError:
        raise ServiceError(f"no cluster runs in {folder} any more") from None


def _show(folder: Path) -> None:
    from cornerwise.cluster.cluster import read

    found = read(folder)
    for part in found["parts"]:
        where = f"127.0.0.1:{part['port']}" if part["port"] else ""
        process = f"process {part['pid']}, start {part['starts']}"
        typer.echo(f"{part['name']:12} {where:16} {process:26} {part['log']}")
