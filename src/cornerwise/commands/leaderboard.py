"""`cornerwise leaderboard`: evaluated players in one table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def run(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The results: files of `evaluate --json`.")
    ],
    *,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the page here, not to the screen.")
    ] = None,
) -> None:
    """Make a leaderboard in Markdown from the results of evaluations."""
    from cornerwise.arena.leaderboard import page, read_results

    text = page(read_results(folder), folder.as_posix())
    if write:
        write.write_text(text, encoding="utf-8")
    else:
        typer.echo(text, nl=False)


def register(app: typer.Typer) -> None:
    app.command("leaderboard")(run)
