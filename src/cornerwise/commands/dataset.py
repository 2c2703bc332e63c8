"""`cornerwise dataset`: write games of the engine against itself for others to learn from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from cornerwise.commands.arena import Cluster, Parallel
from cornerwise.commands.options import variants_beginning
from cornerwise.commands.screen import bar
from cornerwise.workers import Workers


def run(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where the files go; one that is there grows.")
    ],
    *,
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            "-g",
            metavar="NAME",
            help="A variant; given several times, they are taken in turn [duo].",
            autocompletion=variants_beginning,
        ),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="In all.")] = 1000,
    simulations: Annotated[int, typer.Option(metavar="N", min=10, help="For each move.")] = 400,
    shard: Annotated[int, typer.Option(metavar="N", min=1, help="Games in one file.")] = 100,
    records: Annotated[
        bool, typer.Option("--records", help="Write the games as .blksgf files, too.")
    ] = False,
    parallel: Parallel = None,
    cluster: Cluster = None,
    seed: Annotated[int, typer.Option(metavar="S", help="What chance starts from.")] = 0,
) -> None:
    """Write games of the engine against itself, to learn from.

    Every position comes with the visits and the expectation of its search, and the game's result.
    The files are Parquet. The same command goes on where it was stopped.
    """
    from cornerwise.learning.dataset import Dataset

    wanted = Dataset(tuple(game or ("duo",)), games, simulations, seed, shard)
    with bar("games", games) as show:
        wanted.write(folder, Workers(parallel, cluster), show, records=records)
    Console().print(f"{folder}: {games} games", highlight=False, soft_wrap=True)


def register(app: typer.Typer) -> None:
    app.command("dataset")(run)
