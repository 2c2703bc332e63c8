"""`cornerwise perft`: count lines of play."""

from __future__ import annotations

from typing import Annotated

import typer

from cornerwise.commands.options import First, Name, Scoring, Spare, Starts, Touch
from cornerwise.game import Game
from cornerwise.perft import divide, perft


def run(
    name: Name,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, help="How many moves.")],
    *,
    divided: Annotated[
        bool, typer.Option("--divide", help="Count for each first move on its own.")
    ] = False,
    touch: Touch = None,
    scoring: Scoring = None,
    starts: Starts = None,
    first: First = None,
    spare: Spare = None,
) -> None:
    """Count the lines of play to a depth.

    The number of sequences of DEPTH moves from the start is a check of move generators."""
    game = Game(name, touch=touch, scoring=scoring, starts=starts, first=first, spare=spare)
    if divided and depth > 0:
        counts = divide(game, depth)
        for move, count in counts.items():
            typer.echo(f"{move} {count}")
        typer.echo(f"total {sum(counts.values())}")
    else:
        typer.echo(perft(game, depth))


def register(app: typer.Typer) -> None:
    app.command("perft")(run)
