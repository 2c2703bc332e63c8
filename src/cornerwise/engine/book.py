"""Opening books: what long searches found in the first positions of a game (docs/book.md).

Positions that differ only by a turn or mirroring of the board share one place in the book.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

import cornerwise
from cornerwise.errors import CornerwiseError, EngineError
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.symmetry import Symmetry
from cornerwise.variants import Variant, variant

FROM_LEVEL = 6
"""The lowest level that plays by the book of its own accord: lower ones find their own way."""

SMALL_LOSS = 0.01
"""How far below the best value a move may lie and still be played, so that games differ."""


class Entry(NamedTuple):
    """A move in a book.

    move      its number, in the position as the book has it
    visits    how often the search tried it
    value     from 0 to 1 for the side to play: as the search found it, or as the book has it of the
              position that follows
    searched  whether that position is in the book
    """

    move: int
    visits: int
    value: float
    searched: bool = False


class Sight(NamedTuple):
    """A position as a book sees it: the key of all that are alike, and what leads there."""

    key: str
    images: tuple[Symmetry, ...]


def sight(game: Game) -> Sight:
    """How a book sees the position of a game: turned so that those that are alike look alike."""
    colours = game.variant.colours
    laid: list[list[Move]] = [[] for _ in colours]
    for colour, move in game.placements:
        laid[colours.index(colour)].append(game.move(move))
    seen: dict[str, list[Symmetry]] = {}
    for image in game.symmetries:
        rows = (sorted(move.transformed(image).number for move in moves) for moves in laid)
        seen.setdefault("/".join(" ".join(map(str, row)) for row in rows), []).append(image)
    least = min(seen)
    on_turn = "-" if game.to_play is None else colours.index(game.to_play)
    return Sight(f"{on_turn}:{least}", tuple(seen[least]))


def trusted(entries: Iterable[Entry]) -> list[Entry]:
    """The moves whose values can be trusted, best first: tried often, or followed in the book."""
    known = list(entries)
    most = max(entry.visits for entry in known)
    founded = (entry for entry in known if entry.searched or 2 * entry.visits >= most)
    return sorted(founded, key=lambda entry: (-entry.value, -entry.visits))


@dataclass
class Book:
    """Moves for the first positions of a variant, whichever colour begins.

    made_by    the commands that grew it
    positions  by key, what is known of each
    """

    variant: Variant
    made_by: tuple[str, ...]
    positions: dict[str, tuple[Entry, ...]]

    def __len__(self) -> int:
        return len(self.positions)

    def fits(self, of: Variant) -> bool:
        """Whether the book is of this variant with these options."""
        return self.variant == variant(of.name, **{k: v for k, v in of.options if k != "first"})

    def look_up(self, game: Game) -> list[tuple[Move, Entry]]:
        """The moves known here, the most tried first; none if the book does not know the position.

        A move stands for all that are alike.
        """
        if game.retired or not self.fits(game.variant):
            return []
        seen = sight(game)
        back = seen.images[0].inverse
        found = (
            (Move(game.tables, entry.move).transformed(back), entry)
            for entry in self.positions.get(seen.key, ())
        )
        return [(move, entry) for move, entry in found if move in game.legal_moves]

    def choose(self, game: Game, dice: random.Random) -> Move | None:
        """One of the best moves known here, or None if the book has nothing to say."""
        known = [entry for _, entry in self.look_up(game)]
        if not known:
            return None
        best, *others = trusted(known)
        near = [best, *(other for other in others if other.value >= best.value - SMALL_LOSS)]
        chosen = dice.choices(near, [1 + entry.visits for entry in near])[0]
        # Where the position is symmetric several moves are alike.
        back = dice.choice(sight(game).images).inverse
        return Move(game.tables, chosen.move).transformed(back)

    def write(self, path: Path) -> None:
        """Keep the book in a file, a position a line; it is there as a whole or not at all."""
        head = {
            "variant": self.variant.name,
            "options": dict(self.variant.options),
            "made_by": self.made_by,
            "cornerwise": cornerwise.__version__,
        }
        rows = (
            f"  {json.dumps(key)}: {json.dumps([_row(entry) for entry in entries])}"
            for key, entries in sorted(self.positions.items(), key=lambda row: len(row[0]))
        )
        text = json.dumps(head, indent=1).removesuffix("\n}")
        new = path.with_name(path.name + ".new")
        new.write_text(
            text + ',\n "positions": {\n' + ",\n".join(rows) + "\n }\n}\n", encoding="utf-8"
        )
        new.replace(path)


def _row(entry: Entry) -> list[float]:
    return [entry.move, entry.visits, round(entry.value, 4), int(entry.searched)]


@cache
def book_of(name: str) -> Book | None:
    """The book of a variant that comes with the package, if there is one."""
    source = files(__package__) / "books" / f"{name}.json"
    return read_book(source) if source.is_file() else None


@cache
def book_in(path: Path) -> Book:
    """The book in a file, read once a process."""
    return read_book(path)


def read_book(source: Traversable) -> Book:
    """The book that `Book.write` wrote."""
    try:
        return _parsed(json.loads(source.read_text(encoding="utf-8")))
    except OSError as error:
        raise EngineError(f"{source} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError, CornerwiseError) as error:
        reason = str(error) if isinstance(error, CornerwiseError) else repr(error)
        raise EngineError(f"{source} is not an opening book: {reason}") from None


def _parsed(record: Mapping[str, Any]) -> Book:
    of = variant(record["variant"], **record["options"])
    positions = {
        str(key): tuple(_entry(*row) for row in rows) for key, rows in record["positions"].items()
    }
    tables = Game(of).tables
    for entries in positions.values():
        for entry in entries:
            if not 0 <= entry.move < len(tables):
                raise EngineError(f"there is no placement {entry.move} in {of}")
    return Book(of, tuple(map(str, record["made_by"])), positions)


def _entry(move: int, visits: int, value: float, searched: int) -> Entry:
    if not (isinstance(move, int) and isinstance(visits, int) and visits >= 0):
        raise EngineError("a move and its visits are whole numbers")
    return Entry(move, visits, float(value), bool(searched))
