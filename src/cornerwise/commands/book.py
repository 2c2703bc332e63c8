"""`cornerwise book`: grow opening books and look into them."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from cornerwise.commands.arena import Parallel
from cornerwise.commands.options import GameName, Seconds, Simulations
from cornerwise.commands.screen import bar
from cornerwise.engine.book import Book, book_in, book_of, trusted
from cornerwise.engine.growth import Growth
from cornerwise.errors import CornerwiseError
from cornerwise.game import Game
from cornerwise.variants import QUICK, variant
from cornerwise.workers import Workers

SIMULATIONS = 20_000
"""What a position is searched with unless something else is asked for."""

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def grow(
    *,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="The book, begun or to be begun."),
    ],
    game: GameName = QUICK,
    positions: Annotated[
        int, typer.Option(metavar="N", min=1, help="Stop when it has so many positions.")
    ] = 100,
    seconds: Seconds = None,
    simulations: Simulations = None,
    parallel: Parallel = None,
    seed: Annotated[int, typer.Option(metavar="S", help="What chance starts from.")] = 0,
) -> None:
    """Grow a book by long searches of the engine.

    The main line is searched first, then what is closest to it. The same command goes on where it
    was stopped; more positions or other searches can be added to a book at any time.
    """
    if seconds is not None and simulations is not None:
        raise CornerwiseError("give either --seconds or --simulations, not both")
    if seconds is not None:
        thinking: dict[str, float] = {"seconds": seconds}
    else:
        thinking = {"simulations": SIMULATIONS if simulations is None else simulations}
    words = ["cornerwise", "book", "grow", "--game", game, "--seed", str(seed)]
    for name, value in thinking.items():
        words += [f"--{name}", str(value)]
    growth = Growth(variant(game), output, thinking=thinking, seed=seed, made_by=shlex.join(words))
    try:
        with bar("positions", positions) as show:
            growth.grow(positions, Workers(parallel), show)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    typer.echo(f"{output}: {len(growth.book)} positions")


@app.command()
def show(
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="[MOVE...]", help="From the start, in order.")
    ] = None,
    *,
    game: GameName = QUICK,
    file: Annotated[
        Path | None,
        typer.Option("--book", metavar="FILE", help="A book instead of the package's own."),
    ] = None,
) -> None:
    """Show what a book knows, at the start or after some moves."""
    book = book_of(variant(game).name) if file is None else book_in(file)
    if book is None:
        raise CornerwiseError(f"there is no book of {game}: grow one with `cornerwise book grow`")
    position = Game(book.variant, moves=moves or ())
    console = Console() if sys.stdout.isatty() else Console(width=150)
    console.print(f"{book.variant}: {len(book)} positions", highlight=False)
    for command in book.made_by:
        console.print(f"grown by: {command}", highlight=False, soft_wrap=True)
    known = book.look_up(position)
    if not known:
        console.print("the book does not know this position")
        return
    console.print(_table(book, position), highlight=False)
    console.print(f"main line: {' '.join(_line(book, position))}", highlight=False, soft_wrap=True)


def register(parent: typer.Typer) -> None:
    parent.add_typer(app, name="book", help="Opening books: grow them and look into them.")


def _table(book: Book, position: Game) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(f"{position.to_play}'s move", no_wrap=True)
    for head in ("piece", "visits", "value", "goes on"):
        table.add_column(head, justify="right", no_wrap=True)
    for move, entry in book.look_up(position):
        further = "yes" if entry.searched else ""
        table.add_row(
            str(move), move.piece.name, f"{entry.visits:,}", f"{entry.value:.3f}", further
        )
    return table


def _line(book: Book, position: Game) -> list[str]:
    """The best moves on both sides as far as the book goes."""
    game, line = position.copy(), []
    while known := {entry: move for move, entry in book.look_up(game)}:
        line.append(str(game.play(known[trusted(known)[0]])))
    return line
