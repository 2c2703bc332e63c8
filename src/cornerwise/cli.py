"""The command line: `cornerwise --help` tells it all."""

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


def main() -> None:
    app()
