"""The command line: `cornerwise --help` tells it all."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

import cornerwise
from cornerwise import visible
from cornerwise.errors import CornerwiseError

COMMANDS = {
    "serve": "Play in the browser: start the game server and open its page.",
    "engine": "Think for servers anywhere: moves, reviews, analysis, puzzles.",
    "cluster": "Try many processes: database, broker, servers and proxy.",
    "backup": "Copy all games of a server, even while it runs.",
    "admin": "Look after the accounts of a server, even while it runs.",
    "restore": "Bring back the games of a copy; the server must not run.",
    "move-to": "Bring a server's whole data into a PostgreSQL database.",
    "play": "Play in the terminal.",
    "variants": "List the variants: boards, seats, rules and options.",
    "show": "Show a game in a file: moves, board and points.",
    "render": "Draw a game in a file as SVG, PNG or text.",
    "review": "Judge every move of a game, and say what was better and why.",
    "explain": "Say what speaks for the best move, or against the one made.",
    "convert": "Convert games between .blksgf and .json.",
    "gtp": "Be driven by a program, through the Go Text Protocol.",
    "arena": "Let players compete.",
    "evaluate": "Measure a player in Elo, on the scale of the engine's levels.",
    "leaderboard": "Make a leaderboard in Markdown from the results of evaluations.",
    "levels": "Show what the computer's levels are, and how strong, in Elo.",
    "ratings": "Ratings of a server: rebuild them, explain them, dump games.",
    "train": "Learn by self-play which moves look good.",
    "dataset": "Write games of the engine against itself, to learn from.",
    "book": "Opening books: grow them and look into them.",
    "perft": "Count the lines of play to a depth.",
    "puzzle": "Puzzles for one player, and their solver.",
    "problems": "Endings with one best move: look at them, check them, make more.",
}
"""The commands with the first line of their help, so that neither the list of them nor any one has
to import the others. Each lives in the module of its name in `cornerwise.commands`,
with _ for -."""


class Commands(TyperGroup):
    """The commands, with every expected error told in one line and exit code 2."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        # Where there is no such command all are loaded, so that one may be suggested.
        registry = typer.Typer(rich_markup_mode=None)
        for name in [cmd_name] if cmd_name in COMMANDS else COMMANDS:
            import_module(f"cornerwise.commands.{name.replace('-', '_')}").register(registry)
        self.commands.update(get_group(registry).commands)
        return self.commands.get(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

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
    typer.echo(f"cornerwise: {visible.shown(' '.join(message.split()))}", err=True)
    return 2


app = typer.Typer(cls=Commands, rich_markup_mode=None)


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
