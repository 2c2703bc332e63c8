"""How an opening book grows: the engine searches the positions that are most worth knowing.

A position costs a step for each move that leads to it, and more for moves that are worse than the
best. The cheapest position that is not in the book is searched next. So the book has the main line
and its closest alternatives, and hardly any bad moves. The values found are carried back to the
positions before.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from cornerwise.engine.book import Book, Entry, read_book, sight, trusted
from cornerwise.engine.player import Engine
from cornerwise.errors import EngineError
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.setup import Setup
from cornerwise.variants import Variant, variant
from cornerwise.workers import ALONE, Workers

STEP = 0.02
"""The loss of value that weighs as much as a move."""

MOST_MOVES = 10
"""The most moves that are kept of a position. Moves tried far less than the best are not kept."""
FAR_LESS = 50


class Growth:
    """A book that grows in a file.

    thinking  how long the engine thinks about a position: `simulations` or `seconds`
    """

    def __init__(
        self,
        of: Variant,
        file: Path,
        *,
        thinking: Mapping[str, float],
        seed: int = 0,
        made_by: str = "",
    ) -> None:
        self.file, self.thinking, self.seed = file, dict(thinking), seed
        Engine(**thinking)  # type: ignore[arg-type]  # raises if that makes no sense
        self.book = read_book(file) if file.exists() else Book(of, (), {})
        if self.book.variant != of:
            raise EngineError(f"{file} is a book of {self.book.variant}, not of {of}")
        if made_by not in self.book.made_by:
            self.book.made_by += (made_by,)
        self._after: dict[tuple[str, int], tuple[str, bool] | None] = {}

    def grow(
        self,
        positions: int,
        workers: Workers = ALONE,
        on_position: Callable[[int], None] = lambda known: None,
    ) -> None:
        """Search until the book has so many positions, and say after each how many there are.

        The book takes positions one by one, the cheapest first. Further workers search those ahead
        that are likely next, so the book is the same however many there are.
        """
        count = workers.count or 1
        ahead: dict[str, tuple[Entry, ...]] = {}
        on_position(len(self.book))
        while len(self.book) < positions:
            keys = self._wanted(count + len(ahead))
            if not keys:
                return
            if keys[0] not in ahead:
                new = [key for key in keys if key not in ahead][:count]
                tasks = ((self.book.variant, key, self.thinking, self.seed) for key in new)
                ahead.update(workers.done(searched, tasks))
            self.book.positions[keys[0]] = ahead.pop(keys[0])
            self._take_back()
            self.book.write(self.file)
            on_position(len(self.book))

    def _wanted(self, count: int) -> list[str]:
        """The cheapest positions that are not in the book."""
        reached = [(0.0, sight(Game(self.book.variant)).key)]
        seen, found = set[str](), list[str]()
        while reached and len(found) < count:
            cost, key = heapq.heappop(reached)
            if key in seen:
                continue
            seen.add(key)
            if key not in self.book.positions:
                found.append(key)
                continue
            for entry, after in self._next(key):
                loss = trusted(self.book.positions[key])[0].value - entry.value
                heapq.heappush(reached, (cost + 1 + max(0.0, loss) / STEP, after))
        return found

    def _next(self, key: str) -> Iterator[tuple[Entry, str]]:
        """The moves of a position, each with the key of what follows unless the game ends there."""
        for entry in self.book.positions[key]:
            if after := self._following(key, entry.move):
                yield entry, after[0]

    def _following(self, key: str, move: int) -> tuple[str, bool] | None:
        """The position after a move, and whether the same side is to play there."""
        if (key, move) not in self._after:
            before = game_of(self.book.variant, key)
            after = before.copy()
            after.play(move)
            same = _team(before) == _team(after)
            self._after[key, move] = None if after.is_over else (sight(after).key, same)
        return self._after[key, move]

    def _take_back(self) -> None:
        """Let every move have the value of the position that it leads to."""
        positions = self.book.positions
        two = self.book.variant.team_count == 2
        for key in sorted(positions, key=_placed, reverse=True):
            entries = []
            for entry in positions[key]:
                after = self._following(key, entry.move)
                value, known = entry.value, after is not None and after[0] in positions
                if after is not None and known and (two or after[1]):
                    theirs = trusted(positions[after[0]])[0].value
                    value = theirs if after[1] else round(1 - theirs, 4)
                entries.append(entry._replace(value=value, searched=known))
            positions[key] = tuple(entries)


def _placed(key: str) -> int:
    """How many pieces lie on the board in the position of a key."""
    return len(key.partition(":")[2].replace("/", " ").split())


def game_of(of: Variant, key: str) -> Game:
    """The game with the position of a key set up."""
    on_turn, _, rows = key.partition(":")
    start = Game(of)

    def begins(number: int) -> bool:
        return any(field in start.tables.cells[number] for field in of.edition.fields)

    laid = []
    for colour, row in zip(of.colours, rows.split("/"), strict=True):
        # Where a colour started follows from its first piece.
        numbers = sorted(map(int, row.split()), key=begins, reverse=True)
        laid += [(colour, Move(start.tables, number)) for number in numbers]
    return Game(of, setup=Setup(tuple(laid), of.colours[int(on_turn)]))


def searched(
    of: Variant, key: str, thinking: Mapping[str, float], seed: int
) -> tuple[str, tuple[Entry, ...]]:
    """What a search finds in a position; moves that are alike are one."""
    game = game_of(variant(of), key)
    luck = random.Random(f"{seed}:{key}").getrandbits(31)
    engine = Engine(**thinking, seed=luck)  # type: ignore[arg-type]
    *_, last = engine.analyse(game)
    alike = sight(game).images
    visits: dict[int, int] = {}
    total: dict[int, float] = {}
    for candidate in last.candidates:
        move = min(candidate.move.transformed(image) for image in alike).number
        weight = max(1, candidate.visits)
        visits[move] = visits.get(move, 0) + weight
        total[move] = total.get(move, 0.0) + weight * candidate.value
    ranked = sorted(visits, key=lambda move: visits[move], reverse=True)
    best = visits[ranked[0]]
    kept = [move for move in ranked[:MOST_MOVES] if FAR_LESS * visits[move] >= best]
    return key, tuple(Entry(m, visits[m], round(total[m] / visits[m], 4)) for m in kept)


def _team(game: Game) -> int | None:
    return next((s.team for s in game.variant.seats if s.name == game.seat_to_play), None)
