"""`cornerwise levels`: how strong the computer's levels are."""

from __future__ import annotations

import shlex
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from cornerwise.commands.arena import Cluster, Openings, Parallel, play
from cornerwise.commands.options import variants_beginning
from cornerwise.errors import CornerwiseError
from cornerwise.variants import variant
from cornerwise.workers import Workers

if TYPE_CHECKING:
    from cornerwise.engine.ladder import Ladder, Step


def run(
    *,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            "-g",
            metavar="NAME",
            help="One variant, in more detail.",
            autocompletion=variants_beginning,
        ),
    ] = None,
    tables: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Tables from here instead of those of the package."),
    ] = None,
    measure: Annotated[
        bool, typer.Option("--measure", help="Play matches of neighbours and write a new table.")
    ] = False,
    rounds: Annotated[
        int,
        typer.Option("--pairs", "--rounds", metavar="N", min=1, help="Measure: openings a match."),
    ] = 50,
    openings: Openings = None,
    cpu: Annotated[
        float | None,
        typer.Option(
            metavar="S", min=0.0, help="Measure: begin no more games of a step after S CPU seconds."
        ),
    ] = None,
    parallel: Parallel = None,
    cluster: Cluster = None,
    seed: Annotated[int, typer.Option(metavar="S", help="Measure: what chance starts from.")] = 0,
    save: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Measure: keep the matches, and go on from them."),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="A;B;...", help="Measure: these players, the weakest first [all levels]."
        ),
    ] = None,
) -> None:
    """Show what the computer's levels are, and how strong, in Elo.

    Their strength comes from our own matches, each level against the one below it. With --measure
    they are played again, and the table is written to the directory given with --tables.
    """
    from cornerwise.engine.ladder import TABLES, read_ladders

    if game is not None:
        variant(game)  # says what there is if there is no such one
    console = Console() if sys.stdout.isatty() else Console(width=200)
    if measure:
        if game is None or tables is None:
            raise CornerwiseError("--measure needs --game NAME and --tables DIR to write to")
        workers = Workers(parallel, cluster)
        ladder = _measured(
            game, players, rounds, openings, cpu, workers=workers, seed=seed, save=save
        )
        typer.echo(f"written: {ladder.write(tables)}")
    found = read_ladders(tables or TABLES)
    if game is not None and game not in found:
        raise CornerwiseError(f"the levels of {game} have not been measured: {_known(found)}")
    if game is not None:
        console.print(_detail(found[game]), highlight=False)
        console.print(f"measured by: {found[game].command}", highlight=False, soft_wrap=True)
    else:
        console.print(_settings(), highlight=False)
        console.print("simulations a move; the first levels also play moves that are not the best")
    if game is None and found:
        console.print(_overview(found), highlight=False)
        console.print("Elo; the lowest level has 0", highlight=False)


def register(app: typer.Typer) -> None:
    app.command("levels")(run)


def _measured(
    game: str,
    players: str | None,
    rounds: int,
    openings: int | None,
    cpu: float | None,
    *,
    workers: Workers,
    seed: int,
    save: Path | None,
) -> Ladder:
    from cornerwise.arena import Match, Tournament
    from cornerwise.arena.ladder import climb
    from cornerwise.engine import LEVELS

    rungs = players.split(";") if players else [f"level:{level.number}" for level in LEVELS]
    if len(rungs) < 2:
        raise CornerwiseError("--players needs at least two, as in 'level:1;level:2'")
    tournaments = [
        Tournament(
            Match.between([upper, lower], game, openings, seed=seed),
            rounds,
            save and save / f"{game}-{number}",
            cpu=cpu,
        )
        for number, (lower, upper) in enumerate(pairwise(rungs), start=1)
    ]
    for tournament in tournaments:
        play(tournament, workers)
    words = ["--measure", "--game", game, "--pairs", str(rounds), "--seed", str(seed)]
    if openings is not None:
        words += ["--openings", str(openings)]
    if cpu is not None:
        words += ["--cpu", f"{cpu:g}"]
    if players:
        words += ["--players", players]
    return climb(tournaments, shlex.join(["cornerwise", "levels", *words]))


def _settings() -> Table:
    """What the levels are."""
    from cornerwise.engine import LEVELS
    from cornerwise.variants import EDITIONS

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("level", *EDITIONS):
        table.add_column(head, justify="right", no_wrap=True)
    for level in LEVELS:
        table.add_row(str(level.number), *(f"{level.simulations(e):,}" for e in EDITIONS.values()))
    return table


def _known(found: dict[str, Ladder]) -> str:
    return f"those of {', '.join(found)} have" if found else "none have"


def _overview(found: dict[str, Ladder]) -> Table:
    """The Elo numbers of all variants, side by side."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("", *found):
        table.add_column(head, justify="right", no_wrap=True)
    names = dict.fromkeys(step.player for ladder in found.values() for step in ladder.steps)
    for name in names:
        table.add_row(name, *(str(ladder.ratings.get(name, "")) for ladder in found.values()))
    return table


def _detail(ladder: Ladder) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("", "Elo", "against the one below", "rounds", "CPU s/move"):
        table.add_column(head, justify="right", no_wrap=True)
    ratings = ladder.ratings
    for step in ladder.steps:
        rounds = str(step.rounds) if step.rounds else ""
        rating = str(ratings[step.player])
        table.add_row(step.player, rating, _score(step), rounds, f"{step.cpu:.3f}")
    return table


def _score(step: Step) -> str:
    if step.score is None or step.low is None or step.high is None:
        return ""
    return f"{100 * step.score:.0f} % [{100 * step.low:.0f}, {100 * step.high:.0f}]"
