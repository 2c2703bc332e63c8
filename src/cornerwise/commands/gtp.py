"""`cornerwise gtp`: be driven by a controller program."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cornerwise.commands.options import (
    First,
    Level,
    Scoring,
    Seconds,
    Seed,
    Simulations,
    Spare,
    Starts,
    Threads,
    Touch,
)
from cornerwise.engine import Engine
from cornerwise.gtp import Protocol, Session
from cornerwise.gtp.names import ABBREVIATIONS
from cornerwise.variants import variant


def run(
    *,
    game: Annotated[
        str, typer.Option("--game", "-g", metavar="NAME", help="The variant at the start.")
    ] = "classic",
    touch: Touch = None,
    scoring: Scoring = None,
    starts: Starts = None,
    first: First = None,
    spare: Spare = None,
    level: Level = None,
    seconds: Seconds = None,
    simulations: Simulations = None,
    threads: Threads = 1,
    seed: Seed = None,
    noresign: Annotated[
        bool, typer.Option("--noresign", help="For controllers that ask: it never resigns.")
    ] = False,
    nobook: Annotated[
        bool, typer.Option("--nobook", help="For controllers that ask: it has no book.")
    ] = False,
) -> None:
    """Be driven by a program, through the Go Text Protocol.

    Commands come on standard input, in the dialect of Pentobi.

    Options stay in force, where they apply, when the controller sets another game.
    """
    chosen = variant(
        ABBREVIATIONS.get(game, game),
        touch=touch,
        scoring=scoring,
        starts=starts,
        first=first,
        spare=spare,
    )

    def player(seed: int | None, limit: float | None) -> Engine:
        if limit is not None:  # the controller's clock goes before all else
            return Engine(seconds=limit, threads=threads, seed=seed)
        return Engine(level, seconds=seconds, simulations=simulations, threads=threads, seed=seed)

    session = Session(chosen, player, seed=seed)
    try:
        Protocol(session.handlers).serve(sys.stdin.buffer, sys.stdout.buffer)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def register(app: typer.Typer) -> None:
    app.command("gtp")(run)
