"""Opening theory: what books of long searches say of the first moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cornerwise import Game, Move
from cornerwise.engine import book as books
from cornerwise.engine.book import Book, book_in, book_of, trusted

from .sheets import DATA

NAMES = ("duo", "classic", "trigon")
OWN = Path(books.__file__).parent / "books" / "duo.json"
"""The package's own book of Duo."""
HOME = "https://github.com/cornerwise/cornerwise/blob/main/src/cornerwise/engine"


def book(name: str) -> Book:
    """What is known of a variant's opening."""
    path = file_of(name)
    found = book_of(name) if path == OWN else book_in(path)
    assert found is not None
    return found


def file_of(name: str) -> Path:
    return OWN if name == "duo" else DATA / f"opening-{name}.json"


def first_moves(name: str) -> list[tuple[str, str, int, float, str]]:
    """The first moves that were searched: move, piece, visits, value for the mover, best reply.

    A move stands for all that are alike by a symmetry of the board.
    """
    known, found = book(name), []
    for move, entry in known.look_up(Game(name)):
        game = Game(name, moves=[move])
        replies = {reply: answer for answer, reply in known.look_up(game)}
        answer = str(replies[trusted(replies)[0]]) if replies else ""
        found.append((str(move), move.piece.name, entry.visits, entry.value, answer))
    return found


def line(name: str) -> list[Move]:
    """The best moves of all sides as far as the book goes."""
    known, game = book(name), Game(name)
    while replies := {entry: move for move, entry in known.look_up(game)}:
        game.play(replies[trusted(replies)[0]])
    return list(game.history)


def main_line(name: str) -> list[str]:
    return [str(move) for move in line(name)]


def sources() -> Iterator[tuple[str, str, str]]:
    """Each variant with the command that grows its book, and a link to the file."""
    for name in NAMES:
        known, path = book(name), file_of(name)
        command = f"{known.made_by[0]} --positions {len(known)} -o {path.name}"
        inside = path.relative_to(OWN.parents[1]) if path == OWN else None
        link = f"{HOME}/{inside.as_posix()}" if inside else f"data/{path.name}"
        yield name, command, f"[{path.name}]({link})"
