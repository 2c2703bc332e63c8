"""The command line: `cornerwise --help` tells it all."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import cornerwise
from cornerwise.commands import (
    arena,
    book,
    convert,
    gtp,
    levels,
    perft,
    play,
    puzzle,
    render,
    serve,
    show,
    train,
    variants,
)
from cornerwise.errors import CornerwiseError


class Commands(TyperGroup):
    """The commands, with every expected error told in one line and exit code 2."""

    def main(self, *args: Any, **extra: Any) -> Any:
        try:
            status = super().main(*args, **{**extra, "standalone_mode": False})
        except typer.TyperException as error:
            status = _refuse(error.format_message())
        except CornerwiseError as error:
            status = _refuse(str(error))
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            status = _refuse(f"{where}{error.strerror or error}")
        except typer.Abort:
            status = _refuse("stopped")
        sys.exit(status or 0)


def _refuse(message: str) -> int:
    typer.echo(f"cornerwise: {' '.join(message.split())}", err=True)
    return 2


app = typer.Typer(cls=Commands, add_completion=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """The Blokus family of board games: play, keep and look at games, and drive a computer player.

    Variants are named as `cornerwise variants` lists them; files are .blksgf or .json.
    """
    if version:
        typer.echo(f"cornerwise {cornerwise.__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


for module in (
    serve,
    play,
    puzzle,
    variants,
    show,
    render,
    convert,
    gtp,
    arena,
    levels,
    train,
    book,
    perft,
):
    module.register(app)


def main() -> None:
    """The console script."""
    app(prog_name="cornerwise")
