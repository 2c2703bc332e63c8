"""`cornerwise gtp`: be driven by a controller program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from cornerwise import bots
from cornerwise.commands.options import (
    First,
    GameName,
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
from cornerwise.gtp import Session, serve
from cornerwise.gtp.names import long_name
from cornerwise.gtp.service import talk
from cornerwise.variants import USUAL, variant


def run(
    *,
    game: GameName = USUAL,
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
    player: Annotated[
        str | None,
        typer.Option(metavar="MODULE:CLASS", help="Offer a bot of yours instead of the engine."),
    ] = None,
    noresign: Annotated[
        bool, typer.Option("--noresign", help="For controllers that ask: it never resigns.")
    ] = False,
    book: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Play by this opening book (see `cornerwise book`)."),
    ] = None,
    nobook: Annotated[bool, typer.Option("--nobook", help="Play by no opening book.")] = False,
) -> None:
    """Be driven by a program, through the Go Text Protocol.

    Commands come on standard input, in the dialect of Pentobi.

    Options stay in force, where they apply, when the controller sets another game.
    """
    chosen = variant(
        long_name(game),
        seed=seed,
        touch=touch,
        scoring=scoring,
        starts=starts,
        first=first,
        spare=spare,
    )

    if player is not None:
        engines = [level, seconds, simulations, book]
        if nobook or threads != 1 or any(given is not None for given in engines):
            raise typer.BadParameter("a bot of yours takes no settings of the engine")
        _until_stopped(lambda: serve(bots.found(player), chosen, seed))
        return
    if book is not None and nobook:
        raise typer.BadParameter("give either --book or --nobook, not both")
    by_book = False if nobook else book

    def engine(seed: int | None, limit: float | None) -> Engine:
        if limit is not None:  # the controller's clock goes before all else
            by_the_clock = True if by_book is None else by_book
            return Engine(seconds=limit, threads=threads, seed=seed, book=by_the_clock)
        return Engine(
            level,
            seconds=seconds,
            simulations=simulations,
            threads=threads,
            seed=seed,
            book=by_book,
        )

    _until_stopped(lambda: talk(Session(chosen, engine, seed=seed)))


def _until_stopped(work: Callable[[], None]) -> None:
    try:
        work()
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def register(app: typer.Typer) -> None:
    app.command("gtp")(run)
