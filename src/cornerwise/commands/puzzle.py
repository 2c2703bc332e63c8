"""`cornerwise puzzle`: the puzzles for one player, and their solver."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from time import monotonic
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from cornerwise import visible
from cornerwise.commands.screen import note
from cornerwise.errors import PuzzleError
from cornerwise.files import ENDINGS, read_game, write_game
from cornerwise.geometry import GRIDS
from cornerwise.puzzles import picture
from cornerwise.puzzles.collection import collection, puzzle
from cornerwise.puzzles.count import count
from cornerwise.puzzles.daily import daily
from cornerwise.puzzles.figures import figure, random_figure
from cornerwise.puzzles.generate import generate
from cornerwise.puzzles.order import as_game
from cornerwise.puzzles.puzzle import Contact, Laid, Puzzle
from cornerwise.puzzles.record import read_puzzles, to_json
from cornerwise.puzzles.solver import Solver

app = typer.Typer(add_completion=False, rich_markup_mode=None)

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="A puzzle: see `list`; `today`; or a .json file.")
]
Seconds = Annotated[float, typer.Option(metavar="N", min=0, help="How long to search at most.")]
Seed = Annotated[int, typer.Option(metavar="N", min=0, help="Another seed, another search.")]
Begun = Annotated[
    Path | None,
    typer.Option("--from", metavar="FILE", help="Pieces that lie already: .json or .blksgf."),
]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE")]
Touch = Annotated[
    str | None,
    typer.Option(metavar="free|each|chain", help="Ask for other contacts of each colour."),
]
Equal = Annotated[
    str | None,
    typer.Option(metavar="free|edges|apart", help="Forbid contact of equal shapes."),
]


@app.command("list")
def show_list(
    level: Annotated[int | None, typer.Option(min=1, max=5, help="Only this level.")] = None,
    grid: Annotated[str | None, typer.Option(metavar="squares|triangles")] = None,
) -> None:
    """List the puzzles."""
    if grid is not None and grid not in GRIDS:
        raise PuzzleError(f"{grid!r} is not a grid: choose {' or '.join(GRIDS)}")
    table = Table("name", "grid", "cells", "pieces", "colours", "level", "solutions", box=None)
    for known in collection().values():
        if level in (None, known.level) and grid in (None, known.board.grid.name):
            table.add_row(
                known.name,
                known.board.grid.name,
                str(len(known.board)),
                str(known.piece_count),
                str(len(known.colours)),
                "*" * known.level,
                _known(known),
            )
    Console().print(table)


def _known(known: Puzzle) -> str:
    if known.is_unique:
        return "unique"
    return str(len(known.solutions)) if known.complete else ""


@app.command("show")
def show(name: Name, output: Output = None) -> None:
    """Show a puzzle: its region, its pieces and what is known of it; -o draws it as SVG."""
    chosen = _puzzle(name)
    if output:
        output.write_text(picture.svg(chosen), encoding="utf-8")
        return
    typer.echo(visible.shown(f"{chosen.title} ({chosen.name})"))
    if chosen.game:
        typer.echo(f"by the rules of {chosen.game}")
    _draw(chosen, ())
    for colour, names in chosen.pieces:
        typer.echo(f"{colour}: {' '.join(names)}")
    contact = chosen.contact
    typer.echo(
        f"goal {chosen.goal}; own {contact.own}, touch {contact.touch}, equal {contact.equal}"
    )
    if chosen.level:
        typer.echo(f"level {chosen.level}")
    if _known(chosen):
        typer.echo(f"solutions: {_known(chosen)}")
    if chosen.note:
        typer.echo(visible.shown(chosen.note))


@app.command("solve")
def solve(
    name: Name,
    *,
    begun: Begun = None,
    output: Output = None,
    symmetric: Annotated[
        bool, typer.Option("--symmetric", help="the-84, the-42 …: a symmetric solution.")
    ] = False,
    seed: Seed = 0,
    seconds: Seconds = 120,
    touch: Touch = None,
    equal: Equal = None,
) -> None:
    """Solve a puzzle: yes and how, no (proved), or don't know.

    -o writes the solution: a game as .blksgf or .json, a picture as .svg, other puzzles as .json.
    Ctrl-C stops with the best so far. The exit code is 0 for yes and 1 otherwise.
    """
    chosen = _varied(_puzzle(name), touch, equal)
    if output:
        _check_ending(chosen, output)
    solver = Solver(chosen, _read(chosen, begun), seed=seed, symmetric=symmetric)
    end = monotonic() + seconds
    with _watched() as (stopped, tell):
        while not solver.run() and monotonic() < end and not stopped():
            tell(f"{solver.steps:,} steps, best {len(solver.best)} of {chosen.piece_count} pieces")
    answer = solver.answer
    laid = answer.solution or answer.best
    _draw(chosen, laid)
    if answer.verdict == "yes":
        typer.echo(f"yes: {len(laid)} pieces ({answer.steps:,} steps, {answer.seconds:.2f} s)")
    elif answer.verdict == "no":
        typer.echo(f"no: it cannot be solved ({answer.steps:,} steps, {answer.seconds:.2f} s)")
    else:
        typer.echo(f"don't know: at best {len(laid)} of {chosen.piece_count} pieces were laid")
    if output and laid:
        _write(chosen, laid, output)
    if answer.verdict != "yes":
        raise typer.Exit(1)


@app.command("check")
def check(
    name: Name,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Pieces: .json or .blksgf.")],
    seconds: Seconds = 5,
) -> None:
    """Check pieces on the board: is it solved, and if not, can it still be?"""
    chosen = _puzzle(name)
    laid = _read(chosen, file)
    found = chosen.check(laid)
    for problem in found.problems:
        typer.echo(visible.shown(str(problem)))
    if found.solved:
        typer.echo("solved")
        return
    if not found.problems:
        solver = Solver(chosen, laid)
        end = monotonic() + seconds
        with _watched() as (stopped, tell):
            while not solver.run() and monotonic() < end and not stopped():
                tell(f"{solver.steps:,} steps")
        words = {"yes": "can still be solved", "no": "can no longer be solved"}
        answer = words.get(solver.answer.verdict, "may or may not be solvable: don't know")
        left = sum(map(len, found.pieces.values()))
        typer.echo(f"not solved yet, {left} pieces and {found.cells_left} cells left: {answer}")
    raise typer.Exit(1)


@app.command("count")
def show_count(
    name: Name,
    *,
    begun: Begun = None,
    touch: Touch = None,
    equal: Equal = None,
    seconds: Seconds = 3600,
) -> None:
    """Count the solutions, in all, up to renaming colours and up to symmetry."""
    chosen = _varied(_puzzle(name), touch, equal)
    if chosen.game:
        raise PuzzleError(f"the solutions of {chosen} are too many to be counted")
    with _watched() as (stopped, tell):

        def report(steps: int, found: int) -> bool:
            tell(f"{steps:,} steps, {found} found")
            return stopped()

        found = count(chosen, _read(chosen, begun), seconds=seconds, report=report)
    least = "" if found.exact else "at least "
    typer.echo(f"{least}{found.coloured} solutions")
    typer.echo(f"{least}{found.renamed} up to renaming colours")
    typer.echo(f"{least}{found.different} essentially different")


@app.command("generate")
def make(
    *,
    drawing: Annotated[
        str | None, typer.Option("--figure", metavar="NAME", help="A drawing of the collection.")
    ] = None,
    grid: Annotated[str, typer.Option(metavar="squares|triangles")] = "squares",
    size: Annotated[int, typer.Option(metavar="CELLS", help="Of a random figure.")] = 30,
    symmetry: Annotated[
        str, typer.Option(metavar="none|half|mirror|turn|full", help="Of a random figure.")
    ] = "mirror",
    colours: Annotated[int, typer.Option(metavar="N", help="How many colours, 1 to 4.")] = 1,
    unique: Annotated[bool, typer.Option("--unique", help="With one solution only.")] = False,
    seed: Seed = 0,
    seconds: Seconds = 60,
    output: Output = None,
) -> None:
    """Make a pattern: a figure, drawn or random, and pieces that fill it."""
    if grid not in GRIDS:
        raise PuzzleError(f"{grid!r} is not a grid: choose {' or '.join(GRIDS)}")
    board = figure(drawing) if drawing else random_figure(GRIDS[grid], size, symmetry, Random(seed))
    name = f"{drawing or symmetry}-{seed}"
    with _watched() as (stopped, tell):
        tell(f"choosing pieces for {len(board)} cells")
        made = generate(
            board,
            name=name,
            title=name.replace("-", " ").capitalize(),
            colours=colours,
            unique=unique,
            seed=seed,
            seconds=seconds,
            stop=stopped,
        )
    if output:
        output.write_text(to_json(made) + "\n", encoding="utf-8")
    else:
        typer.echo(to_json(made))


def register(parent: typer.Typer) -> None:
    parent.add_typer(app, name="puzzle", help="Puzzles for one player, and their solver.")


# --- parts -------------------------------------------------------------------------------


def _puzzle(name: str) -> Puzzle:
    if name == "today":
        today = daily(date.today())
        if not isinstance(today, Puzzle):
            raise PuzzleError(f"today brings a problem: `cornerwise problems show {today.name}`")
        return today
    if not name.lower().endswith(".json"):
        return puzzle(name)
    found = read_puzzles(Path(name))
    if len(found) != 1:
        raise PuzzleError(f"{name} has {len(found)} puzzles: give a file with one")
    return found[0]


def _varied(chosen: Puzzle, touch: str | None, equal: str | None) -> Puzzle:
    """The puzzle with other contact rules, of which then nothing is known."""
    contact = Contact(
        chosen.contact.own, touch or chosen.contact.touch, equal or chosen.contact.equal
    )
    if contact == chosen.contact:
        return chosen
    if chosen.game:
        raise PuzzleError(f"the contacts in {chosen} are those of the game")
    return replace(chosen, contact=contact, solutions=(), complete=False)


def _read(chosen: Puzzle, path: Path | None) -> tuple[Laid, ...]:
    """The pieces in a file: a game, or an object that gives each colour its moves."""
    if path is None:
        return ()
    if path.suffix.lower() == ".json":
        try:
            found = json.loads(path.read_bytes())
        except ValueError as error:
            raise PuzzleError(f"{path} is not JSON: {error}") from None
        if isinstance(found, dict) and "variant" not in found:
            if not all(isinstance(moves, list) for moves in found.values()):
                raise PuzzleError(f"{path}: give each colour a list of moves")
            return chosen.laid((c, m) for c, moves in found.items() for m in moves)
    game = read_game(path).game
    return chosen.laid((turn.colour, str(turn.move)) for turn in game.turns)


def _check_ending(chosen: Puzzle, path: Path) -> None:
    known = (*ENDINGS, ".svg") if chosen.game else (".json", ".svg")
    if path.suffix.lower() not in known:
        raise PuzzleError(f"{path}: a solution of {chosen} is written as {' or '.join(known)}")


def _write(chosen: Puzzle, laid: tuple[Laid, ...], path: Path) -> None:
    if path.suffix.lower() == ".svg":
        path.write_text(picture.svg(chosen, laid), encoding="utf-8")
    elif chosen.game:
        write_game(as_game(chosen, laid), path)
    else:
        moves: dict[str, list[str]] = {}
        for colour, move in laid:
            moves.setdefault(str(colour), []).append(str(move))
        path.write_text(json.dumps(moves, indent=1) + "\n", encoding="utf-8")


def _draw(chosen: Puzzle, laid: tuple[Laid, ...]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    for row in picture.spans(chosen, laid):
        console.print(Text.assemble(*((sign, colour or "default") for sign, colour in row)))


@contextmanager
def _watched() -> Iterator[tuple[Callable[[], bool], Callable[[str], None]]]:
    """Progress on a terminal, and Ctrl-C as a wish to stop instead of an exception."""
    wishes: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: wishes.append(number))
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    console = Console(stderr=True)
    hidden = not console.is_terminal
    try:
        with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
            task = progress.add_task("searching")
            yield (
                lambda: bool(wishes),
                lambda words: progress.update(task, description=words),
            )
    finally:
        signal.signal(signal.SIGINT, before)
    if wishes:
        note("stopped")
