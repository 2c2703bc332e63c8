"""`cornerwise problems`: endings with one best move."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import cornerwise
from cornerwise.commands.arena import Parallel
from cornerwise.commands.screen import bar, look
from cornerwise.errors import ProblemError
from cornerwise.problems import (
    Generation,
    Problem,
    ProblemSearch,
    problem,
    problems,
    read_problems,
    to_json,
)
from cornerwise.problems.grading import GRADES
from cornerwise.puzzles.daily import daily
from cornerwise.variants import QUICK, variant
from cornerwise.workers import Workers

app = typer.Typer(add_completion=False, rich_markup_mode=None)

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="A problem: see `list`; or `today`, where it is one.")
]
File = Annotated[
    Path | None, typer.Option("--file", metavar="FILE", help="Problems that `generate` made.")
]

WORDS = {"win": "wins by the most", "draw": "saves the tie", "loss": "loses by the least"}


@app.command("list")
def show_list(
    game: Annotated[
        str | None, typer.Option("--game", "-g", metavar="NAME", help="Only this variant.")
    ] = None,
    level: Annotated[int | None, typer.Option(min=1, max=5, help="Only this level.")] = None,
    file: File = None,
) -> None:
    """List the problems."""
    if game is not None:
        variant(game)
    table = Table("name", "to move", "moves", "level", "rating", "decides", box=None)
    for one in _all(file):
        if game in (None, one.variant) and level in (None, one.level):
            table.add_row(
                one.name,
                one.game.to_play,
                str(len(one.game.legal_moves)),
                "*" * one.level,
                str(one.rating),
                one.result if one.decides else "",
            )
    Console().print(table)


@app.command("show")
def show(
    name: Name,
    *,
    file: File = None,
    answer: Annotated[
        bool, typer.Option("--answer", help="The best move too, and the line that proves it.")
    ] = False,
    move: Annotated[
        str | None, typer.Option(metavar="MOVE", help="Try a move: what does it come to?")
    ] = None,
) -> None:
    """Show a problem, and with --move what a move comes to."""
    one = _problem(name, file)
    shown = look()
    typer.echo(f"{one.name}, level {one.level}, rating {one.rating}")
    typer.echo(f"\n{shown.board(one.game)}\n")
    typer.echo(shown.standings(one.game, {seat.name: "" for seat in one.game.variant.seats}))
    typer.echo(f"\n{one.game.to_play} to move: find the move that {WORDS[one.result]}")
    if answer:
        typer.echo(f"best: {one.best}, {_ahead(one.margin)}; the next best {_ahead(one.runner_up)}")
        typer.echo(f"line: {_line(one, one.line)}")
    if move is not None:
        found = one.judge(move)
        verdict = (
            "right" if found.margin == one.margin else f"costs {one.margin - found.margin} points"
        )
        typer.echo(f"{one.game.move(move)}: {verdict}, {_ahead(found.margin)}")
        if found.margin != one.margin:
            typer.echo(f"line: {_line(one, found.line)}")


@app.command("check")
def check(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Which problems [all].")
    ] = None,
    *,
    file: File = None,
) -> None:
    """Prove problems anew by the solver: the best move, its margin and that it is the only one."""
    chosen = [_problem(name, file) for name in names] if names else list(_all(file))
    with bar("checked", len(chosen)) as tell:
        for done, one in enumerate(chosen, 1):
            one.check()
            tell(done)
    typer.echo(f"{len(chosen)} problems: all proved")


@app.command("generate")
def generate(
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Where they go: a .json file.")
    ],
    game: Annotated[str, typer.Option("--game", "-g", metavar="NAME", help="The variant.")] = QUICK,
    count: Annotated[int, typer.Option(metavar="N", min=1, help="How many problems.")] = 100,
    seed: Annotated[
        int, typer.Option(metavar="S", min=0, help="Another seed, other problems.")
    ] = 0,
    hardest: Annotated[
        int, typer.Option(metavar="LEVEL", min=1, max=5, help="No problem is harder than this.")
    ] = GRADES,
    first: Annotated[
        int, typer.Option(metavar="N", min=1, help="The number of the first one.")
    ] = 1,
    parallel: Parallel = None,
) -> None:
    """Make problems: let the engine play, and look for them in its endings.

    What was found is kept beside the file, as .jsonl. The same command goes on where it was
    stopped, and finds the same problems however often that happens.
    """
    search = ProblemSearch(game, seed, hardest)
    generation = Generation(search, count, output.with_suffix(".jsonl"), first)
    with bar("problems", count) as tell:
        made = generation.run(Workers(parallel), lambda found: tell(min(found, count)))
    output.write_text(to_json(made, generation.command, cornerwise.__version__), encoding="utf-8")
    levels = ", ".join(
        f"{sum(one.level == level for one in made)} of level {level}" for level in range(1, 6)
    )
    typer.echo(f"{output}: {len(made)} problems from {generation.games} games: {levels}")


def register(parent: typer.Typer) -> None:
    parent.add_typer(
        app,
        name="problems",
        help="Endings with one best move: look at them, check them, make more.",
    )


# --- parts -------------------------------------------------------------------------------


def _all(file: Path | None) -> tuple[Problem, ...]:
    return tuple(problems().values()) if file is None else read_problems(file)


def _problem(name: str, file: Path | None) -> Problem:
    if name == "today":
        found = daily(date.today())
        if not isinstance(found, Problem):
            raise ProblemError(
                f"today's puzzle is a pattern: `cornerwise puzzle show {found.name}`"
            )
        return found
    if file is None:
        return problem(name)
    for one in read_problems(file):
        if one.name == name:
            return one
    raise ProblemError(f"{file} has no problem {name!r}: `problems list --file {file}` shows them")


def _ahead(margin: int) -> str:
    if margin == 0:
        return "a tie"
    return f"{'wins' if margin > 0 else 'loses'} by {abs(margin)}"


def _line(one: Problem, line: tuple[int, ...]) -> str:
    """The moves of a line, each with its colour."""
    game = one.game.copy()
    words = []
    for placement in line:
        words.append(f"{game.to_play} {game.move(placement)}")
        game.play(placement)
    return "; ".join(words)
