"""Standard output and standard error as the commands use them."""

from __future__ import annotations

import os
import shutil
import sys

import typer

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
    typer.echo(f"cornerwise: note: {text}", err=True)
