"""`cornerwise play`: a game in the terminal."""

from __future__ import annotations

import contextlib
import random
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from cornerwise.commands.options import (
    First,
    Level,
    Scoring,
    Seed,
    Spare,
    Starts,
    Touch,
    variants_beginning,
)
from cornerwise.commands.screen import look
from cornerwise.engine import Engine
from cornerwise.game import Game
from cornerwise.terminal import Table, people_in, seat_by_lot, seat_words
from cornerwise.terminal.seating import Seating
from cornerwise.variants import QUICK, VARIANTS, Variant, variant


def run(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[VARIANT]",
            help="Asked for if it is not given.",
            autocompletion=variants_beginning,
        ),
    ] = None,
    *,
    people: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="How many people play; computers take the rest."),
    ] = None,
    colour: Annotated[
        str | None,
        typer.Option(metavar="COLOUR", help="A colour that you play; by lot if it is not given."),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO...",
            help="Who sits on each seat: computer, or a person's name, such as me,computer.",
        ),
    ] = None,
    touch: Touch = None,
    scoring: Scoring = None,
    starts: Starts = None,
    first: First = None,
    spare: Spare = None,
    level: Level = None,
    seed: Seed = None,
) -> None:
    """Play in the terminal.

    Any mix of people and computers can play. The colours are drawn by lot,
    and in Duo who begins, unless you choose. Type help once you are in."""
    _prepare_streams()
    try:
        named = name or _ask_variant()
        rules = {"touch": touch, "scoring": scoring, "starts": starts, "spare": spare}
        begins = first or variant(named, **rules).table_first
        chosen = variant(named, seed=seed, **rules, first=begins)
        if seats is not None and (people is not None or colour is not None):
            raise typer.BadParameter("give either --people and --colour or --seats, not both")
        if seats is not None:
            seating = seat_words(chosen, seats)
        else:
            asked = name is None and people is None
            count = _ask_people(chosen) if asked else _some(people)
            # Not the dice that drew who begins: with the same ones the two would go together.
            dice = random.Random(None if seed is None else f"seats {seed}")
            seating = seat_by_lot(chosen, count, dice, colour)
    except (EOFError, KeyboardInterrupt):
        typer.echo("\nGoodbye.")
        return
    typer.echo(f"{chosen.title}. Type help to see what you can type.")
    if len(chosen.seats) > 1:
        typer.echo(_beginning(chosen, seating))
    computer = Engine(5 if level is None else level, seed=seed)
    table = Table(Game(chosen), seating, computer=computer, look=look())
    _complete_with(table.offered)
    table.run()


def register(app: typer.Typer) -> None:
    app.command("play")(run)


def _prepare_streams() -> None:
    """Line editing where there is a terminal, and no failure on one that lacks a character."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # input() then has a history, and Tab completes
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _complete_with(offered: Callable[[str], list[str]]) -> None:
    """Let Tab offer words for the line so far, where there is a terminal with line editing."""
    readline = sys.modules.get("readline")
    if readline is None:
        return

    def complete(word: str, state: int) -> str | None:
        line = readline.get_line_buffer()[: readline.get_endidx()]
        words = offered(line)
        # A folder goes on: no space after it.
        ends = "" if len(words) == 1 and words[0].endswith("/") else " "
        return words[state] + ends * (len(words) == 1) if state < len(words) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    # macOS has another library behind the same module, with other words.
    other = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if other else "tab: complete")


def _beginning(chosen: Variant, seating: Seating) -> str:
    """Who plays what and begins, as lots or choices have decided."""
    mine = [seat for seat, name in seating.items() if name == "you"]
    you = f"You play {mine[0].replace('+', ' and ')}. " if people_in(seating) == 1 and mine else ""
    return f"{you}{str(chosen.first).capitalize()} begins."


def _some(people: int | None) -> int:
    return 1 if people is None else people


def _ask_variant() -> str:
    names = list(VARIANTS)
    for number, name in enumerate(names, start=1):
        known = VARIANTS[name]
        typer.echo(f"{number:3}  {name:14} {known.title}: {_players(known)}")
    while True:
        word = input(f"Which game? (number or name, Enter for {QUICK}) ").strip().lower() or QUICK
        if word.isdecimal() and len(word) < 4 and 1 <= int(word) <= len(names):
            return names[int(word) - 1]
        if word in VARIANTS:
            return word
        typer.echo(f"There is no {word[:20]}: type a number from 1 to {len(names)}.")


def _ask_people(chosen: Variant) -> int:
    most = len(chosen.seats)
    if most == 1:
        return 1
    while True:
        word = input(f"How many people play? (0 to {most}, Enter for 1) ").strip() or "1"
        if word.isdecimal() and len(word) < 4 and int(word) <= most:
            return int(word)
        typer.echo(f"Type a number from 0 to {most}; computers take the other seats.")


def _players(known: Variant) -> str:
    seats = len(known.seats)
    if seats == 1:
        return "1 player"
    return f"{seats} players" + (" in 2 teams" if known.team_count < seats else "")
