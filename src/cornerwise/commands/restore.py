"""`cornerwise restore`: bring back the games of a copy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Copy = Annotated[Path, typer.Argument(help="A copy that `cornerwise backup` has written.")]
Data = Annotated[Path | None, typer.Option(help="The folder for games; by default the user's.")]
Force = Annotated[bool, typer.Option("--force", help="Though there are games: they are put aside.")]


def run(file: Copy, data: Data = None, *, force: Force = False) -> None:
    """Bring back the games of a copy; the server must not run."""
    from cornerwise.folders import data_folder
    from cornerwise.server.base.settings import GAMES
    from cornerwise.server.games import backup

    games = (data or data_folder()) / GAMES
    count, aside = backup.restore(file, games, force=force)
    typer.echo(f"brought back {count} games to {games.parent}")
    if aside is not None:
        typer.echo(f"the games that were there are in {aside}")


def register(app: typer.Typer) -> None:
    app.command("restore")(run)
