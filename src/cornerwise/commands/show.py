"""`cornerwise show`: look at a game in a file."""

from __future__ import annotations

import typer

from cornerwise import visible
from cornerwise.commands.options import GameFile, MoveNumber
from cornerwise.commands.screen import look, note_first_game
from cornerwise.files import opened, read_trees
from cornerwise.records import GameTree


def run(file: GameFile, move: MoveNumber = None) -> None:
    """Show a game in a file: moves, board and points."""
    trees = read_trees(file)
    tree, shown = trees[0], look()
    game, fault = opened(tree, move)
    typer.echo("\n".join(_heading(tree)))
    for number, turn in enumerate(game.turns, start=1):
        colour = shown.paint(turn.colour, f"{turn.colour:7}")
        typer.echo(f"{number:4} {colour} {turn.move.piece}  {turn.move}")
    typer.echo(f"\n{shown.board(game)}\n")
    end = shown.result if game.is_over else shown.standings
    typer.echo(end(game, tree.players))
    note_first_game(file, len(trees), fault)


def register(app: typer.Typer) -> None:
    app.command("show")(run)


def _heading(tree: GameTree) -> list[str]:
    known = {
        "title": tree.title,
        "event": tree.event,
        "round": tree.round,
        "place": tree.place,
        "date": tree.date,
        "result": tree.result,
    }
    return [
        str(tree.variant),
        *(f"{key}: {visible.shown(text)}" for key, text in known.items() if text),
    ]
