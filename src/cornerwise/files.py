"""Games in files, by their ending: .blksgf (docs/sgf.md) or .json (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cornerwise.errors import RecordError, SgfError
from cornerwise.game import Game
from cornerwise.records import GameTree, read_sgf, write_sgf

ENDINGS = (".blksgf", ".json")


class Opened(NamedTuple):
    """A game from a file, and a word on what the rules forbid in it, if anything."""

    game: Game
    note: str


def read_trees(path: Path) -> list[GameTree]:
    """The games in a file. Any other ending than .json is taken for .blksgf."""
    try:
        if path.suffix.lower() == ".json":
            return [GameTree.from_game(Game.from_json(path.read_bytes()))]
        return read_sgf(path)
    except (RecordError, SgfError) as error:
        raise RecordError(f"{path}: {error}") from error


def write_trees(trees: Sequence[GameTree], path: Path) -> None:
    """Write games in the format that the ending names; JSON takes the first one's main line."""
    ending = path.suffix.lower()
    if ending == ".json":
        path.write_text(opened(trees[0]).game.to_json() + "\n", encoding="utf-8")
    elif ending == ".blksgf":
        write_sgf(trees, path)
    else:
        raise RecordError(f"{path}: a game is kept in a file that ends in {' or '.join(ENDINGS)}")


def opened(tree: GameTree, moves: int | None = None) -> Opened:
    """The main line of a tree, as far as its first so many moves.

    Other programs let pass what our rules forbid (Trigon's starts, for one). As long as the pieces
    fit on the board such a game can be looked at and gone on with; the note says what is wrong.
    """
    node = None
    if moves is not None:
        made = [node for node in tree.main_line if node.move is not None]
        if not 0 <= moves <= len(made):
            raise RecordError(f"the game has {len(made)} moves: there is no move {moves}")
        if moves < len(made):
            node = made[moves].parent
    try:
        return Opened(tree.game(node), "")
    except SgfError as error:
        return Opened(tree.game(node, lenient=True), str(error))


def read_game(path: Path) -> Opened:
    """The game in a file: of several the first, of a tree the main line."""
    return opened(read_trees(path)[0])


def write_game(game: Game, path: Path) -> None:
    """Write a game in the format that the file's ending names."""
    write_trees([GameTree.from_game(game)], path)
