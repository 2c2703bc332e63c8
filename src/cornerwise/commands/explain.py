"""`cornerwise explain`: why a move is good, or what would have been better."""

from __future__ import annotations

from typing import Annotated

import typer

from cornerwise.commands.judging import Language, Seconds, Simulations, judge, speaker
from cornerwise.commands.options import GameFile
from cornerwise.commands.screen import note_first_game
from cornerwise.errors import ReviewError
from cornerwise.files import opened, read_trees
from cornerwise.tutor import explain
from cornerwise.tutor.searches import Searches


def run(
    file: GameFile,
    *,
    move: Annotated[
        int | None,
        typer.Option("--move", metavar="N", min=1, help="Explain move N that was made."),
    ] = None,
    seconds: Seconds = None,
    simulations: Simulations = None,
    language: Language = "en",
) -> None:
    """Say what speaks for the best move, or against the one made."""
    speech = speaker(language)
    trees = read_trees(file)
    game, fault = opened(trees[0])
    made = None
    if move is not None:
        if move > len(game.turns):
            raise ReviewError(f"the game has {len(game.turns)} moves: there is no move {move}")
        made, game = game.turns[move - 1].move, game.after(move - 1)
    found = explain(game, made, engine=Searches(judge(game, seconds, simulations)))
    typer.echo(f"{speech.colours([found.colour])}: {found.move.piece} {found.move}")
    for message in found.messages:
        typer.echo(speech.say(message))
    typer.echo(" · ".join(map(str, found.line)))
    note_first_game(file, len(trees), fault)


def register(app: typer.Typer) -> None:
    app.command("explain")(run)
