"""`cornerwise train`: learn weights for the engine by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from cornerwise.commands.arena import Cluster, Parallel, play_and_report
from cornerwise.commands.screen import bar
from cornerwise.workers import Workers


def run(
    edition: Annotated[
        str, typer.Argument(metavar="EDITION", help="What to learn, as duo or trigon.")
    ],
    *,
    save: Annotated[
        Path, typer.Option(metavar="DIR", help="Where everything is kept, to be gone on with.")
    ],
    generations: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="Turns of the loop, each from the last's weights."),
    ] = 1,
    games: Annotated[
        int, typer.Option(metavar="N", min=2, help="Games of self-play a generation.")
    ] = 200,
    simulations: Annotated[
        int, typer.Option(metavar="N", min=10, help="For each move, in games and matches.")
    ] = 2000,
    positions: Annotated[
        int, typer.Option(metavar="N", min=10, help="The most positions of each phase of the game.")
    ] = 2000,
    whole: Annotated[
        bool,
        typer.Option("--whole", help="Play out to the end of the game: slower, better in Duo."),
    ] = False,
    temperature: Annotated[
        float | None,
        typer.Option(metavar="T", help="Divide the priors' weights by this [as before]."),
    ] = None,
    sides: Annotated[
        int | None,
        typer.Option(metavar="N", help="Learn for games of so many sides only [all alike]."),
    ] = None,
    rounds: Annotated[
        int, typer.Option("--pairs", metavar="N", min=0, help="Pairs of the match; 0 for none.")
    ] = 50,
    ship: Annotated[
        bool,
        typer.Option("--ship", help="Let the engine use the last weights, unless they lost."),
    ] = False,
    parallel: Parallel = None,
    cluster: Cluster = None,
    seed: Annotated[int, typer.Option(metavar="S", help="What chance starts from.")] = 0,
) -> None:
    """Learn by self-play which moves look good.

    The engine plays games with itself. Weights are fitted that forecast what its searches found.
    Then new weights play a match against the old ones. The same command goes on where it was
    stopped.
    With --ship the engine uses the last generation's weights from then on.
    """
    from cornerwise.learning import Training

    training = Training(
        edition, save, games, simulations, positions, seed, whole, temperature, sides
    )
    console, workers = Console(), Workers(parallel, cluster)
    for number in range(1, generations + 1):
        generation = training.generation(number)
        with bar(f"generation {number}: games", games) as show:
            generation.play(workers, show)
        found = generation.fit()
        console.print(
            f"{generation.weights}: fitted to {found['positions']} positions; "
            f"cross-entropy in games not seen {found['loss']['before']:.3f} before, "
            f"{found['loss']['after']:.3f} after",
            highlight=False,
            soft_wrap=True,
        )
        match = generation.match(rounds) if rounds else None
        if match is not None:
            play_and_report(match, workers)
    if ship:
        place = generation.ship(match)
        console.print(
            f"{place}: the engine uses these weights from now on; remove the file to go back",
            highlight=False,
            soft_wrap=True,
        )


def register(app: typer.Typer) -> None:
    app.command("train")(run)
