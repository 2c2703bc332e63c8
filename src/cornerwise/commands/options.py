"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cornerwise.variants import VARIANTS


def variants_beginning(incomplete: str) -> list[str]:
    """What the shell offers for a variant whose name has begun so."""
    return [name for name in VARIANTS if name.startswith(incomplete)]


Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="The variant: see `cornerwise variants`.",
        autocompletion=variants_beginning,
    ),
]
GameName = Annotated[
    str,
    typer.Option(
        "--game", "-g", metavar="NAME", help="The variant.", autocompletion=variants_beginning
    ),
]
Touch = Annotated[
    str | None,
    typer.Option(metavar="any|vertices", help="Trigon: may a vertex meet the side of a piece?"),
]
Scoring = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="How results count, as advanced or basic."),
]
Starts = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Where colours begin, as own or free in Classic."),
]
First = Annotated[
    str | None,
    typer.Option(metavar="COLOUR|lot", help="The colour that begins, or lot to draw it."),
]
Spare = Annotated[
    str | None,
    typer.Option(metavar="COLOUR", help="With three players, the colour that nobody chose."),
]
Seed = Annotated[
    int | None, typer.Option(metavar="N", help="Make lots and the computer's choices repeatable.")
]
Level = Annotated[
    int | None,
    typer.Option(min=1, max=9, metavar="1-9", help="How strong the computer is (default 5)."),
]
Seconds = Annotated[float | None, typer.Option(metavar="S", help="Let it think this long instead.")]
Simulations = Annotated[
    int | None, typer.Option(metavar="N", help="Let it play out so many games instead.")
]
Threads = Annotated[int, typer.Option(metavar="N", help="Threads that think together.")]
GameFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A game: .blksgf, or .json as Cornerwise writes it.")
]
MoveNumber = Annotated[
    int | None,
    typer.Option("--move", metavar="N", min=0, help="Stop after move N; 0 is the start."),
]
