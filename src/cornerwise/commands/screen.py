"""Standard output and standard error as the commands use them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cornerwise import visible
from cornerwise.terminal.look import Look


def look() -> Look:
    """Colours on a terminal, unless the environment declines them (https://no-color.org)."""
    return Look(style(), width=shutil.get_terminal_size((80, 24)).columns)


def style() -> str:
    """How text on standard output may be coloured."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if plain or not sys.stdout.isatty():
        return "plain"
    return "truecolour" if os.environ.get("COLORTERM") in ("truecolor", "24bit") else "256"


def note(text: str) -> None:
    """Something worth knowing that is no error."""
    typer.echo(f"cornerwise: note: {visible.shown(text)}", err=True)


def note_first_game(file: Path, games: int, fault: str) -> None:
    """What is worth knowing of a file whose first game was taken: what is wrong, what is left."""
    if fault:
        note(f"{file}: {fault}")
    if games > 1:
        note(f"{file}: this is the first of {games} games")


class Bar(Protocol):
    """Shows how much is done, and words if there are any."""

    def __call__(self, done: int, words: str = "") -> None: ...


@contextmanager
def bar(title: str, total: int) -> Iterator[Bar]:
    """A progress bar, if there is a terminal for it."""
    console = Console(stderr=True)
    if not console.is_terminal:  # rich ends even a bar that it does not show with an empty line
        yield lambda done, words="": None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as shown:
        task = shown.add_task(title, total=total)

        def show(done: int, words: str = "") -> None:
            shown.update(task, completed=done, description=words or title)

        yield show
