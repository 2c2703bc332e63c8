"""The command line: `cornerwise --help` tells it all."""

import typer

from cornerwise.commands import serve

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback()
def start() -> None:
    """The Blokus family of board games."""


serve.register(app)


def main() -> None:
    app()
