"""`cornerwise evaluate`: how strong a player is."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from cornerwise.commands.arena import Cluster, Parallel, play
from cornerwise.commands.options import GameName
from cornerwise.variants import QUICK
from cornerwise.workers import Workers

if TYPE_CHECKING:
    from cornerwise.arena.evaluation import Result


def run(
    player: Annotated[
        str,
        typer.Argument(
            metavar="PLAYER",
            help="MODULE:CLASS (+ ,name=value), 'gtp:COMMAND LINE' or any other player of the "
            "arena, such as random, greedy, network, level:3.",
        ),
    ],
    *,
    game: GameName = QUICK,
    rounds: Annotated[
        int,
        typer.Option(
            "--pairs", "--rounds", metavar="N", min=2, help="Rounds with each of two levels."
        ),
    ] = 100,
    parallel: Parallel = None,
    cluster: Cluster = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep the matches here, and go on from them."),
    ] = None,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the result here.")
    ] = None,
    note: Annotated[
        str, typer.Option(metavar="TEXT", help="A few words about the player, for the table.")
    ] = "",
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print a table in Markdown, with the levels.")
    ] = False,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="When a program counts as hung.")
    ] = 300.0,
) -> None:
    """Measure a player in Elo, on the scale of the engine's levels.

    A few rounds find the two levels between which it stands. A match with each of them follows.
    Openings and seeds are fixed, so that all players meet the same conditions.
    """
    from cornerwise.arena.evaluation import Evaluation
    from cornerwise.arena.leaderboard import table

    workers = Workers(parallel, cluster)
    evaluation = Evaluation(player, game, rounds, save=save, timeout=timeout)
    result = replace(evaluation.play(lambda tournament: play(tournament, workers)), note=note)
    if json:
        result.write(json)
    if markdown:
        typer.echo(table([result]))
        return
    console = Console() if sys.stdout.isatty() else Console(width=200)
    console.print(f"{result.player} in {result.game}: Elo {result.words}", highlight=False)
    console.print(_meetings(result), highlight=False)
    if result.faults:
        console.print(f"{result.faults} games were lost by a crash or an illegal move")


def register(app: typer.Typer) -> None:
    app.command("evaluate")(run)


def _meetings(result: Result) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("against", "Elo", "rounds", "score", ""):
        table.add_column(head, justify="right", no_wrap=True)
    for met in result.meetings:
        score = f"{100 * met.score:.0f} % [{100 * met.low:.0f}, {100 * met.high:.0f}]"
        table.add_row(
            f"level {met.level}",
            str(met.elo),
            str(met.rounds),
            score,
            "" if met.counts else "to find the level, does not count",
        )
    return table
