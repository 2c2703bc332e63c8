"""`cornerwise variants`: the table of all there is to play."""

from __future__ import annotations

import sys

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from cornerwise.errors import VariantError
from cornerwise.geometry import Board
from cornerwise.variants import COLOURS, SCORINGS, VARIANTS, Variant, variant

_VALUES = {
    "touch": ("any", "vertices"),
    "scoring": SCORINGS,
    "starts": ("own", "free"),
    "first": COLOURS,
    "spare": COLOURS,
}


def run() -> None:
    """List the variants: boards, seats, rules and options."""
    table = Table("name", "board", "seats", "rules", "options", box=box.SIMPLE_HEAD, pad_edge=False)
    for name, known in VARIANTS.items():
        options = (option for option in _VALUES if len(_choices(known, option)) > 1)
        table.add_row(name, _board(known.board), _seats(known), _rules(known), " ".join(options))
    # Into a file or another program no line is broken.
    console = Console() if sys.stdout.isatty() else Console(width=150)
    console.print(table)
    for option, values in _VALUES.items():
        console.print(f"{option:8} {' | '.join(values)}", highlight=False)


def register(app: typer.Typer) -> None:
    app.command("variants")(run)


def _board(board: Board) -> str:
    word = board.grid.cell_word
    if board.is_rectangle:
        return f"{board.width}×{board.height} {word}s"
    return f"{len(board)} {word}s"


def _seats(known: Variant) -> str:
    if len(known.seats) == 1:
        return "one for all colours"
    teams: dict[int, list[str]] = {}
    for seat in known.seats:
        teams.setdefault(seat.team, []).append(seat.name)
    words = ", ".join(" & ".join(names) for names in teams.values())
    return f"{words} ({known.shared} shared)" if known.shared else words


def _rules(known: Variant) -> str:
    """What sets a variant apart, in a few words."""
    rule = known.start_rule
    if rule.own:
        starts = "own corners"
    elif rule.partners:
        starts = "partners start opposite"
    else:
        starts = "alternate start fields" if rule.others else "any start field"
    single = ["single cells last"] if known.singles_last else []
    return ", ".join([starts, *single, f"{known.scoring} scoring"])


def _choices(known: Variant, option: str) -> list[str]:
    """The values of an option that this variant takes."""
    fitting = []
    for value in _VALUES[option]:
        try:
            variant(known.name, **{option: value})
        except VariantError:
            continue
        fitting.append(str(value))
    return fitting
