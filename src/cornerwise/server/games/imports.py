"""Files as games: .blksgf and our JSON. What the rules forbid is named, never set up instead."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Protocol

from cornerwise.errors import CornerwiseError, RecordError, SgfError
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.records import GameTree, parse_sgf
from cornerwise.server.base.refusals import Refusal
from cornerwise.variants import Colour


class Imported(NamedTuple):
    """A game from a file, with the names of its players by seat."""

    game: Game
    players: dict[str, str]


class _File(Protocol):
    """A game in a file, of which any number of its first moves can be played through."""

    count: int
    players: dict[str, str]

    def game(self, moves: int | None = None) -> Game:
        """The game after so many moves, or to its very end; raises on what the rules forbid."""

    def move(self, number: int, before: Game) -> tuple[Colour | None, Move]:
        """A move, counted from 1, and who makes it."""


class _Tree:
    """The main line of the first game in a .blksgf text."""

    def __init__(self, text: bytes) -> None:
        self._tree: GameTree = parse_sgf(text)[0]
        self._made = [node for node in self._tree.main_line if node.move is not None]
        self.count, self.players = len(self._made), self._tree.players

    def game(self, moves: int | None = None) -> Game:
        if moves is None:
            return self._tree.game()
        return self._tree.game(self._made[moves - 1] if moves else self._tree.root)

    def move(self, number: int, before: Game) -> tuple[Colour | None, Move]:
        node = self._made[number - 1]
        assert node.move is not None
        return node.colour, node.move


class _Record:
    """A game as `Game.to_json` writes it."""

    def __init__(self, text: bytes) -> None:
        try:
            self._record: dict[str, Any] = json.loads(text)
            self._moves = list(self._record["moves"])
            self._left = [(int(ply), seat) for ply, seat in self._record.get("retired", ())]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            Game.from_json(text)  # says what is wrong
            raise RecordError("this game cannot be read") from None
        self.count = len(self._moves)
        self.players: dict[str, str] = {}

    def game(self, moves: int | None = None) -> Game:
        count = self.count if moves is None else moves
        left = [(ply, seat) for ply, seat in self._left if moves is None or ply <= count]
        record = {**self._record, "moves": self._moves[:count], "retired": left}
        return Game.from_json(json.dumps(record))

    def move(self, number: int, before: Game) -> tuple[Colour | None, Move]:
        return before.to_play, before.move(self._moves[number - 1])


def imported(text: bytes, moves: int | None = None) -> Imported:
    """The game in a file, or its first so many moves."""
    try:
        file: _File = _Record(text) if text.lstrip()[:1] == b"{" else _Tree(text)
    except CornerwiseError as error:
        raise _unreadable(error) from None
    if moves is not None and moves > file.count:
        raise Refusal("bad_request", f"the record has {file.count} moves, not {moves}")
    try:
        return Imported(file.game(moves), file.players)
    except CornerwiseError as error:
        raise _explained(file, error) from None


def _explained(file: _File, error: CornerwiseError) -> Refusal:
    """The same error with the number of the move that it is about, if it is about one."""
    low, high = 0, file.count + 1  # so many moves can be played, and so many cannot
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _plays(file, middle) else (low, middle)
    problem = _unreadable(error)
    if high > file.count or not _plays(file, low):
        return problem
    before = file.game(low)
    details = {**problem.details, "move": high, "readable": low}
    try:
        colour, move = file.move(high, before)
    except CornerwiseError as wrong:
        return Refusal("bad_record", f"move {high}: {wrong}", **details)
    reason = before.position.why_illegal(colour, move.number) if colour else None
    code = reason.code if reason else "turn" if before.to_play else "over"
    words = reason.message if reason else "the game is over"
    if code == "turn":
        words = f"it is {before.to_play}'s turn, not {colour}'s"
    details |= {"colour": colour, "reason": code}
    return Refusal("bad_record", f"move {high}, {move}: {words}", **details)


def _plays(file: _File, moves: int) -> bool:
    try:
        file.game(moves)
    except CornerwiseError:
        return False
    return True


def _unreadable(error: CornerwiseError) -> Refusal:
    if isinstance(error, SgfError):
        where = {"line": max(1, error.line), "column": max(1, error.column)}
        return Refusal("bad_record", error.message, **where)
    return Refusal("bad_record", str(error), line=1, column=1)
