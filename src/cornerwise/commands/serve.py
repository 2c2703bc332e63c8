"""`cornerwise serve`: play in the browser."""

from __future__ import annotations

import gc
import os
import socket
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from cornerwise import plugins
from cornerwise.errors import CornerwiseError

BACKLOG = 2048
"""Connections that may wait to be accepted."""
Host = Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for every one.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")]
Data = Annotated[Path | None, typer.Option(help="The folder for games; by default the user's.")]
Store = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="The database of several servers: postgresql://… (docs/many.md)."
    ),
]
Bus = Annotated[
    str | None,
    typer.Option(metavar="URL", help="How these servers tell each other of news: nats://…"),
]
Config = Annotated[Path | None, typer.Option(help="A TOML file with settings (docs/server.md).")]
Proxy = Annotated[
    list[str] | None,
    typer.Option(help="The address or network of your proxy. It is believed about who asks."),
]
Names = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host",
        metavar="NAME",
        help="A name by which the server may be reached, besides this machine's own. "
        "Repeat it for more names; * allows any.",
    ),
]
Lan = Annotated[
    bool | None,
    typer.Option(
        "--allow-lan/--no-allow-lan",
        help="Let the page on this machine open the server to the network.",
    ),
]
Open = Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")]


def run(
    host: Host = "127.0.0.1",
    port: Port = 8080,
    data: Data = None,
    *,
    config: Config = None,
    store: Store = None,
    bus: Bus = None,
    proxy: Proxy = None,
    names: Names = None,
    lan: Lan = None,
    page: Open = True,
) -> None:
    """Play in the browser: start the game server and open its page."""
    plugins.load()  # what is wrong with one is told here, before anybody comes
    listener = _bound(host, port)
    # Who comes while the server is being loaded is not refused, but waits until it is ready. One of
    # many servers does refuse meanwhile: a proxy then asks another one.
    if not (config or store or "CORNERWISE_STORE" in os.environ):
        listener.listen(BACKLOG)
    gc.disable()  # nothing that is made until then is garbage
    from cornerwise.server.base.configuration import configured
    from cornerwise.server.web.process import run as serve

    settings = configured(
        config,
        os.environ,
        data=data,
        store=store,
        bus=bus,
        proxies=proxy or None,
        hosts=names or None,
        allow_lan=lan,
    )
    if not settings.store:
        listener.listen(BACKLOG)
    settings = replace(settings, hosts=(*settings.hosts, host))
    address = f"http://{_shown(host)}:{listener.getsockname()[1]}/"

    def ready() -> None:
        typer.echo(f"Cornerwise is ready at {address} (end it with Ctrl+C)")
        if page:
            webbrowser.open(address)

    with listener:
        serve(listener, settings, ready)


def register(app: typer.Typer) -> None:
    app.command("serve")(run)


def _bound(host: str, port: int) -> socket.socket:
    """A socket with an address of its own, which does not listen yet."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        if os.name == "posix":  # as socket.create_server does
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise CornerwiseError(f"cannot listen at {host}:{port}: {error.strerror}") from None
    return listener


def _shown(host: str) -> str:
    """The host as a browser can reach it: if others may come, under the name they need too."""
    if host in ("127.0.0.1", "::1"):
        return "localhost"
    if host in ("0.0.0.0", "::"):
        from cornerwise.server.base.network import own_address

        return own_address() or "localhost"
    return f"[{host}]" if ":" in host else host
