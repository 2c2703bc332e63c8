"""`cornerwise convert`: from one kind of file to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cornerwise.commands.options import GameFile
from cornerwise.commands.screen import note
from cornerwise.files import read_trees, write_trees
from cornerwise.records import GameTree


def run(
    source: GameFile,
    target: Annotated[Path, typer.Argument(metavar="OUT", help="Its ending says what is written.")],
) -> None:
    """Convert games between .blksgf and .json.

    From .blksgf to .blksgf they are only tidied."""
    trees = read_trees(source)
    write_trees(trees, target)
    if target.suffix.lower() == ".json" and _has_more(trees):
        note(f"{target} holds the main line of the first game and nothing else")


def register(app: typer.Typer) -> None:
    app.command("convert")(run)


def _has_more(trees: list[GameTree]) -> bool:
    """Whether there are further games, or variations."""
    return len(trees) > 1 or any(len(node.children) > 1 for node in trees[0].nodes())
