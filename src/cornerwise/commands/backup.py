"""`cornerwise backup`: copy all games of a server, even while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Copy = Annotated[Path, typer.Argument(help="The file to write.")]
Data = Annotated[Path | None, typer.Option(help="The folder for games; by default the user's.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
Salvage = Annotated[
    bool, typer.Option("--salvage", help="The games are damaged: save what can be read.")
]


def run(file: Copy, data: Data = None, *, force: Force = False, salvage: Salvage = False) -> None:
    """Copy all games of a server, even while it runs."""
    from cornerwise.folders import data_folder
    from cornerwise.server.base.settings import GAMES
    from cornerwise.server.games import backup

    games = (data or data_folder()) / GAMES
    if salvage:
        saved = backup.salvage(games, file, force=force)
        typer.echo(
            f"saved {saved.whole} games in {file}; {saved.cut} more up to where they are damaged; "
            f"{saved.lost} could not be read"
        )
    else:
        typer.echo(f"copied {backup.backup(games, file, force=force)} games to {file}")


def register(app: typer.Typer) -> None:
    app.command("backup")(run)
