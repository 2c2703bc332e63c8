"""What the Tab key offers in the terminal: the words with which a line can go on."""

from __future__ import annotations

from collections.abc import Iterable
from glob import escape, glob
from pathlib import Path

from cornerwise.entry import moves_with, piece_named
from cornerwise.errors import CornerwiseError
from cornerwise.files import ENDINGS
from cornerwise.game import Game
from cornerwise.variants import VARIANTS

MOVE, PIECE, COLOUR, VARIANT, FILE, NOTHING = "MOVE", "PIECE", "COLOUR", "VARIANT", "FILE", ""
"""What the words after a command are."""


def offered(game: Game, line: str, after: dict[str, str]) -> list[str]:
    """The words that can stand for the last one of a line, which may be empty.

    `after` has the commands, and for each what follows it. Words that begin a line are commands
    and pieces. After a piece come the cells that it can cover, together with those named so far.
    """
    *before, word = line.split(" ") if line else [""]
    before = [part for part in before if part]
    if not before:
        return _beginning(word, [*after, *_movable(game)])
    kind = after.get(before[0], MOVE)
    if before[0] in after:
        before = before[1:]
    if kind in (MOVE, PIECE):
        words: Iterable[str] = _cells(game, before) if before else _movable(game)
    elif kind == FILE:
        words = _files(line.lstrip().partition(" ")[2].lstrip(), word)
    elif before or kind == NOTHING:
        words = ()
    else:
        words = game.variant.colours if kind == COLOUR else VARIANTS
    return _beginning(word, words)


def _beginning(word: str, words: Iterable[str]) -> list[str]:
    return [known for known in words if known.lower().startswith(word.lower())]


def _movable(game: Game) -> list[str]:
    """The pieces that can be placed now, the largest first."""
    legal = game.legal_moves
    return [piece.name for piece in reversed(game.variant.pieces) if legal.of_piece(piece)]


def _cells(game: Game, before: list[str]) -> list[str]:
    """The cells that a piece can cover besides those named, by row from the bottom."""
    piece = piece_named(game.variant.pieces, before[0])
    if piece is None:
        return []
    try:
        moves = moves_with(game, piece, before[1:])
    except CornerwiseError:
        return []
    names = game.variant.board.cell_names
    named = {name.lower() for name in before[1:]}
    return [names[c] for c in sorted({c for m in moves for c in m.cells}) if names[c] not in named]


def _files(typed: str, word: str) -> list[str]:
    """Games and folders whose names begin so, from the last word of what was typed on."""
    seen = len(typed) - len(word)
    names = sorted(glob(f"{escape(typed)}*"))  # noqa: PTH207  (a Path would drop "./")
    folders = {name for name in names if Path(name).is_dir()}
    games = {name for name in names if Path(name).suffix.lower() in ENDINGS}
    return [f"{name}{'/' * (name in folders)}"[seen:] for name in names if name in folders | games]
