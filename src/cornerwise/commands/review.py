"""`cornerwise review`: what a game in a file teaches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cornerwise.commands.judging import Language, Seconds, Simulations, judge, speaker
from cornerwise.commands.options import GameFile
from cornerwise.commands.screen import bar, note_first_game
from cornerwise.errors import ReviewError
from cornerwise.files import opened, read_trees
from cornerwise.records import GameTree
from cornerwise.texts import Message, Speech
from cornerwise.tutor import Review, review
from cornerwise.tutor.annotation import ACCURACY, annotated
from cornerwise.tutor.report import report

ENDINGS = (".blksgf", ".html", ".json")


def run(
    file: GameFile,
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="Where it is written: .blksgf with comments and variations, .html or .json.",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="Speak to one player: blue, or blue+red."),
    ] = None,
    seconds: Seconds = None,
    simulations: Simulations = None,
    language: Language = "en",
) -> None:
    """Judge every move of a game, and say what was better and why."""
    if output is not None:  # what is wrong is said before the long work, not after it
        if output.suffix.lower() not in ENDINGS:
            raise ReviewError(f"{output}: a review's name ends in {', '.join(ENDINGS)}")
        if not output.parent.is_dir():
            raise ReviewError(f"{output}: there is no folder {output.parent}")
    speech = speaker(language)
    trees = read_trees(file)
    tree = trees[0]
    game, fault = opened(tree)
    seats = [known.name for known in game.variant.seats]
    if seat is not None and seat not in seats:
        raise ReviewError(f"{seat!r} is not a seat of this game: it has {', '.join(seats)}")
    with bar("moves", len(game.turns)) as show:
        found = review(game, judge(game, seconds, simulations), progress=lambda done, _: show(done))
    if output is None:
        typer.echo("\n".join(_told(found, seat, speech)))
    else:
        _write(found, output, tree, seat, speech)
    note_first_game(file, len(trees), fault)


def register(app: typer.Typer) -> None:
    app.command("review")(run)


def _write(found: Review, output: Path, tree: GameTree, seat: str | None, speech: Speech) -> None:
    ending = output.suffix.lower()
    if ending == ".blksgf":
        annotated(found, tree, seat=seat, speech=speech).write(output)
    elif ending == ".html":
        page = report(found, seat=seat, players=tree.players, speech=speech)
        output.write_text(page, encoding="utf-8")
    else:
        output.write_text(found.to_json() + "\n", encoding="utf-8")


def _told(found: Review, seat: str | None, speech: Speech) -> list[str]:
    """The review in short, for a terminal."""
    lines = [speech.say(statement.message) for statement in found.summary(seat)]
    for name, value in found.accuracy.items():
        if value is not None:
            said = speech.say(Message(ACCURACY, values={"value": round(value)}))
            lines.append(f"{speech.colours(name.split('+'))}: {said}")
    for move in found.turning_points(seat):
        who, mark = speech.colours([move.colour]), speech.say(move.mark.message)
        why = " ".join(speech.say(message) for message in move.messages)
        lines += ["", f"{move.number}. {who} {move.move}: {mark}", f"   {why}"]
        if move.alternatives and not move.is_best:
            lines.append(f"   {' · '.join(map(str, move.alternatives[0].line))}")
    return lines
