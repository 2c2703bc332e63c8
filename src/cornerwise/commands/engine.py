"""`cornerwise engine`: a worker that thinks for servers anywhere."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import Annotated, Literal
from urllib.parse import urlsplit

import typer

from cornerwise import plugins

Bus = Annotated[
    str,
    typer.Option(
        metavar="URL",
        envvar="CORNERWISE_BUS",
        help="Where the servers ask: nats://… or tls://… (docs/many.md).",
    ),
]
Threads = Annotated[
    int, typer.Option(min=0, help="Searches at once; 0 for as many as the machine can spare.")
]
Which = Literal["heavy", "light", "both"]
Queue = Annotated[
    Which,
    typer.Option(
        help="Which searches to take: light ones (quick moves of computers), heavy ones (all "
        "else), or both. Light ones and advice have one more thread each."
    ),
]


def run(bus: Bus, threads: Threads = 0, queue: Queue = "both") -> None:
    """Think for servers anywhere: moves, reviews, analysis, puzzles."""
    plugins.load()
    from cornerwise.server.base import logs
    from cornerwise.server.thinking.adapters import check_bus

    check_bus("--bus", bus)
    logs.begin("text")
    sys.setswitchinterval(0.001)  # a search in Python lets servers be answered sooner
    asyncio.run(_work(bus, threads, queue))


async def _work(bus: str, threads: int, queue: Which) -> None:
    from cornerwise.server.engines.engines import QUEUES
    from cornerwise.server.thinking.worker import Worker

    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(ended.set))
    taken = [name for name in QUEUES if queue == "both" or (name == "light") == (queue == "light")]
    worker = Worker(bus, threads, taken)
    beginning = asyncio.ensure_future(worker.begin())
    ending = asyncio.ensure_future(ended.wait())
    await asyncio.wait([beginning, ending], return_when=asyncio.FIRST_COMPLETED)
    if beginning.done():
        await beginning
        places = ", ".join(f"{count} {name}" for name, count in worker.threads.items())
        typer.echo(f"Cornerwise engine is ready at {_host(bus)}: {places} (end it with Ctrl+C)")
        await ending
    beginning.cancel()
    await worker.end()


def _host(bus: str) -> str:
    """Where a URL leads, without the password that may stand in it."""
    parts = urlsplit(bus)
    return f"{parts.hostname}:{parts.port or 4222}"


def register(app: typer.Typer) -> None:
    app.command("engine")(run)
