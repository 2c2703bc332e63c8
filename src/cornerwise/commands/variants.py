"""`cornerwise variants`: the table of all there is to play."""

from __future__ import annotations

import sys

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from cornerwise.geometry import Board
from cornerwise.variants import COLOURS, OPTIONS, VARIANTS, Variant


def run() -> None:
    """List the variants: boards, seats, rules and options."""
    table = Table("name", "board", "seats", "rules", "options", box=box.SIMPLE_HEAD, pad_edge=False)
    for name, known in VARIANTS.items():
        options = (option for option, values in known.choices.items() if len(values) > 1)
        table.add_row(name, _board(known.board), _seats(known), _rules(known), " ".join(options))
    # Into a file or another program no line is broken.
    console = Console() if sys.stdout.isatty() else Console(width=150)
    console.print(table)
    for option, values in _values().items():
        console.print(f"{option:8} {values}", highlight=False)


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
    if known.start_rule.own:
        starts = "own start fields"
    elif known.partners_opposite:
        starts = "partners start opposite"
    elif known.starts_alternate:
        starts = "alternate start fields"
    else:
        starts = "start fields apart" if known.start_rule.has_distances else "any start field"
    single = ["single cells last"] if known.singles_last else []
    return ", ".join([starts, *single, f"{known.scoring} scoring"])


def _values() -> dict[str, str]:
    """Every value that an option has in some variant; those of a colour in their order."""
    found: dict[str, dict[str, None]] = {option: {} for option in OPTIONS}
    for known in VARIANTS.values():
        for option, values in known.choices.items():
            found[option] |= dict.fromkeys(values)
    order: list[str] = [*COLOURS]
    return {
        option: " | ".join(sorted(values, key=order.index) if {*values} <= {*order} else values)
        for option, values in found.items()
    }
