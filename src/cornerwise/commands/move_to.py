"""`cornerwise move-to`: bring a server's whole data into a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Target = Annotated[
    str, typer.Argument(metavar="URL", help="An empty database: postgresql://user@host/name.")
]
Data = Annotated[Path | None, typer.Option(help="The folder for games; by default the user's.")]


def run(url: Target, data: Data = None) -> None:
    """Bring a server's whole data into a PostgreSQL database."""
    import asyncio

    from cornerwise.extras import need
    from cornerwise.folders import data_folder
    from cornerwise.server.base.settings import GAMES
    from cornerwise.server.thinking.adapters import check_store

    check_store("move-to", url)
    need("many")
    from cornerwise.server.storage.moving import Digest, move

    def told(name: str, digest: Digest) -> None:
        typer.echo(f"{name:16} {digest.rows:>10} rows   {digest}")

    if asyncio.run(move((data or data_folder()) / GAMES, url, told)):
        typer.echo("Everything is there, read back and compared. Start servers with --store.")
    else:
        typer.echo("Everything was there already.")


def register(app: typer.Typer) -> None:
    app.command("move-to")(run)
