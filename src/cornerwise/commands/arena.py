"""`cornerwise arena`: let players compete."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from cornerwise.commands.options import First, GameName, Scoring, Spare, Starts, Touch
from cornerwise.commands.screen import bar
from cornerwise.errors import CornerwiseError
from cornerwise.variants import QUICK, variant
from cornerwise.workers import Workers

if TYPE_CHECKING:
    from cornerwise.arena import Sprt, Tournament

Openings = Annotated[
    int | None,
    typer.Option(
        metavar="PLIES", min=0, help="Random moves at the start [one more than there are colours]."
    ),
]
Parallel = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="How many games or rounds are played at the same time [1; all that a cluster can].",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Play on a Ray cluster: HOST:PORT, auto for this machine's."
    ),
]


def run(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="A B ...",
            help="simple, random, greedy, network, level:5, seconds:1.0, simulations:1000, "
            "equal:0.5 (+ ,weights=FILE,threads=N,book=on,prove=off), python:MODULE:CLASS "
            "(+ ,name=value) or 'gtp:COMMAND LINE'.",
        ),
    ],
    *,
    game: GameName = QUICK,
    rounds: Annotated[
        int,
        typer.Option(
            "--pairs",
            "--rounds",
            metavar="N",
            min=1,
            help="How many rounds are played, each from one opening.",
        ),
    ] = 20,
    openings: Openings = None,
    parallel: Parallel = None,
    cluster: Cluster = None,
    seed: Annotated[int, typer.Option(metavar="S", help="What chance starts from.")] = 0,
    save: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep results and games here, and go on from them."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1", help="Stop when A is better by the one rather than the other."
        ),
    ] = None,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="When a program counts as hung.")
    ] = 300.0,
    touch: Touch = None,
    scoring: Scoring = None,
    starts: Starts = None,
    first: First = None,
    spare: Spare = None,
) -> None:
    """Let players compete.

    Each round is a random opening from which the players change places until each has played
    everywhere: two players play it twice. A program that crashes, hangs or moves illegally loses
    the game. The same command goes on with what it saved.
    """
    from cornerwise.arena import Match, Tournament

    chosen = variant(
        game,
        seed=seed,
        touch=touch,
        scoring=scoring,
        starts=starts,
        first=first,
        spare=spare,
    )
    match = Match.between(players, chosen, openings, seed=seed, timeout=timeout)
    test = _sprt(sprt, len(players)) if sprt else None
    play_and_report(Tournament(match, rounds, save, test), Workers(parallel, cluster))


def register(app: typer.Typer) -> None:
    app.command("arena")(run)


def play_and_report(tournament: Tournament, workers: Workers) -> None:
    """Play with a progress bar, then say how it went, also if it was stopped."""
    from cornerwise.arena.report import report

    stopped = False
    try:
        play(tournament, workers)
    except KeyboardInterrupt:
        stopped = True
    console = Console()
    for piece in report(tournament):
        console.print(piece, highlight=False, soft_wrap=isinstance(piece, str))
    if stopped:
        raise typer.Exit(130)


def play(tournament: Tournament, workers: Workers) -> None:
    """Play what is missing of a tournament, with a progress bar."""
    with bar("rounds", tournament.count) as show:
        show(len(tournament.rounds), _standing(tournament))
        tournament.play(workers, lambda _: show(len(tournament.rounds), _standing(tournament)))


def _standing(tournament: Tournament) -> str:
    rounds = tournament.in_order
    if not rounds:
        return ""
    shares = (fmean(r.share(p) for r in rounds) for p in range(len(tournament.match.players)))
    return "wins " + " : ".join(f"{100 * share:.0f} %" for share in shares)


def _sprt(text: str, players: int) -> Sprt:
    from cornerwise.arena import Sprt

    if players != 2:
        raise CornerwiseError("--sprt compares two players")
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise CornerwiseError(
            f"--sprt needs two Elo differences, as in 0,20, not {text!r}"
        ) from None
    if not -1000 <= low < high <= 1000:
        raise CornerwiseError("--sprt needs the smaller difference first, both within ±1000")
    return Sprt(low, high)
