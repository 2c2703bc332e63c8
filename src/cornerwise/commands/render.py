"""`cornerwise render`: a picture of a game in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from cornerwise.commands.options import GameFile, MoveNumber
from cornerwise.commands.screen import note_first_game
from cornerwise.errors import PictureError
from cornerwise.files import opened, read_trees


def run(
    file: GameFile,
    *,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT", help="The picture: .svg, .png or .txt."),
    ],
    move: MoveNumber = None,
    size: Annotated[int, typer.Option(metavar="PIXELS", help="The picture's longer side.")] = 640,
    theme: Annotated[str, typer.Option(metavar="light|dark", help="Its colours.")] = "light",
    coordinates: Annotated[bool, typer.Option(help="Letters and numbers in the rim.")] = True,
    move_numbers: Annotated[
        bool, typer.Option("--move-numbers", help="Number the pieces by their moves.")
    ] = False,
    last_move: Annotated[bool, typer.Option(help="Mark the piece placed last.")] = True,
    anchors: Annotated[
        str | None, typer.Option(metavar="COLOUR", help="Dots where this colour can connect.")
    ] = None,
    highlight: Annotated[
        list[str] | None,
        typer.Option(metavar="MOVE", help="A move to show as a ghost; may be given repeatedly."),
    ] = None,
    patterns: Annotated[
        bool, typer.Option("--patterns", help="A sign in each cell: colour is not needed.")
    ] = False,
) -> None:
    """Draw a game in a file as SVG, PNG or text."""
    from cornerwise import render

    kind = output.suffix.lower()
    if kind not in (".svg", ".png", ".txt"):
        raise PictureError(f"{output}: a picture's name ends in .svg, .png or .txt")
    trees = read_trees(file)
    game, fault = opened(trees[0], move)
    shown: dict[str, Any] = {
        "coordinates": coordinates,
        "last_move": last_move,
        "anchors": anchors,
        "highlight": highlight or (),
    }
    if kind == ".txt":
        data = (render.text(game, **shown) + "\n").encode()
    else:
        picture = render.svg(
            game, size=size, theme=theme, move_numbers=move_numbers, patterns=patterns, **shown
        )
        data = render.rasterised(picture) if kind == ".png" else picture.encode()
    output.write_bytes(data)
    note_first_game(file, len(trees), fault)


def register(app: typer.Typer) -> None:
    app.command("render")(run)
