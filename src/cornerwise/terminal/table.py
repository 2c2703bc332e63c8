"""The table: a game, who sits at it, and the commands that people type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from cornerwise import visible
from cornerwise.computer import Player
from cornerwise.entry import SeveralMoves, moves_with, piece_named, typed_move
from cornerwise.errors import CornerwiseError, IllegalMove, NotationError
from cornerwise.files import read_game, write_game
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.terminal import completion
from cornerwise.terminal.look import Look
from cornerwise.terminal.pages import Pages
from cornerwise.terminal.seating import COMPUTER, Seating, people_in, seat_people
from cornerwise.texts import amount
from cornerwise.variants import Colour, variant

MOVES_HELP = """\
Type a move as its cells, such as e8,d9,e9,f9,e10
or as a piece and cells it shall cover: X5 e9
  If several placements fit you get a numbered list: answer with a number, or name more cells.
  Tab completes what you type. Enter alone shows the next page of a list.
Other commands (the first letters are enough):"""


class Table:
    """A game in progress. `read` asks for a line and may raise EOFError, `write` shows a text."""

    def __init__(
        self,
        game: Game,
        seating: Seating,
        *,
        computer: Player,
        look: Look | None = None,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
    ) -> None:
        self.game, self.seating = game, dict(seating)
        self.computer = computer
        self.look = look or Look()
        self._read, self._write = read, write
        self._pages = Pages()
        self._ended = False
        self._changed = True
        self._finished: frozenset[Colour] = frozenset(game.finished)

    # --- the loop ------------------------------------------------------------------------

    def run(self) -> None:
        """Play until someone leaves, or to the end if nobody but computers sits here."""
        try:
            while not self._ended:
                self._step()
        except (EOFError, KeyboardInterrupt):
            self._write("")
        self._write("Goodbye.")

    def _step(self) -> None:
        game = self.game
        if not game.is_over and self._name_on_turn() == COMPUTER:
            self._place(self.computer.choose(game))
            return
        if self._changed:
            self._changed = False
            self._write(f"\n{self.look.board(game)}\n")
            self._write(
                self.look.result(game, self.seating)
                if game.is_over
                else self.look.standings(game, self.seating)
            )
        if game.is_over and not people_in(self.seating):
            self._ended = True
            return
        self._obey(self._read(self._prompt()))

    def _prompt(self) -> str:
        if self.game.to_play is None:
            return "new, undo, save or quit> "
        shared = "shared, " if self.game.to_play == self.game.variant.shared else ""
        return f"{self.game.to_play} ({shared}{self._name_on_turn()})> "

    def _name_on_turn(self) -> str:
        return self.seating[self.game.seat_to_play or ""]

    def _obey(self, line: str) -> None:
        words = line.split()
        try:
            if not words:
                self._turn_page()
                return
            command = _command(words[0])
            if command is not None:
                command.run(self, words[1:])
            else:
                self._typed(line)
        except SeveralMoves as several:
            self._list(several.moves, "fits", "fit")
        except CornerwiseError as error:
            self._write(_sentence(visible.shown(str(error))))
        except OSError as error:
            self._write(f"{error.filename or 'The file'}: {error.strerror or error}.")

    # --- moves ---------------------------------------------------------------------------

    def _typed(self, line: str) -> None:
        text = line.strip()
        if self.game.is_over:
            raise IllegalMove("the game is over: type new, undo, save or quit")
        self._place(self._meant(text))

    def _meant(self, text: str) -> Move:
        """The move that a number of the list or a text means."""
        return self._pages.move(text) if text.isdecimal() else typed_move(self.game, text)

    def _place(self, move: Move) -> None:
        game, colour = self.game, self.game.to_play
        assert colour is not None
        who = self.look.who(game, self.seating, colour)
        game.play(move)
        self._write(f"{who} places {move.piece}: {move}")
        self._after_change()

    def _after_change(self) -> None:
        """Forget the last list, and say which colours have just come to their end (R5)."""
        self._pages, self._changed = Pages(), True
        before, self._finished = self._finished, frozenset(self.game.finished)
        for colour in self.game.variant.colours:
            if colour in self._finished - before:
                left = self.game.pieces_left(colour)
                how = f"with {len(left)} left over" if left else "with all pieces placed"
                self._write(f"{self.look.paint(colour, colour)} is finished, {how}.")

    def _list(self, moves: Sequence[Move], one: str, many: str) -> None:
        """Show moves; `one` and `many` end the sentence that tells how many there are."""
        self._pages = Pages(moves)
        self._show_page()
        told = f"{amount(len(moves), 'move')} {one if len(moves) == 1 else many}"
        self._write(f"{told}: type a number, or the piece and more cells.")

    def _show_page(self, page: int | None = None) -> None:
        pages = self._pages
        moves = pages.turned(page)
        self._write(self.look.moves(moves))
        if left := len(pages) - moves[-1][0]:
            at = f"page {pages.page} of {pages.count}"
            self._write(f"... and {left} more ({at}): Enter shows the next page.")

    def _turn_page(self) -> None:
        """Enter alone: the next page of a list, if there is one."""
        if self._pages.page < self._pages.count:
            self._show_page()

    # --- commands ------------------------------------------------------------------------

    def moves(self, words: list[str]) -> None:
        """List the moves there are: all pieces, one piece, one piece on certain cells."""
        game = self.game
        if words:
            piece = piece_named(game.variant.pieces, words[0])
            if piece is None:
                names = ", ".join(known.name for known in game.variant.pieces)
                raise NotationError(f"{words[0][:20]} is not a piece: they are {names}")
            self._list(moves_with(game, piece, words[1:]), "is possible", "are possible")
            return
        legal = game.legal_moves
        counts = [(piece, len(legal.of_piece(piece))) for piece in game.variant.pieces]
        some = ", ".join(f"{piece} {count}" for piece, count in counts if count)
        if not some:
            raise IllegalMove("no moves: the game is over")
        self._write(f"{amount(len(legal), 'move')}: {some}")
        self._pages = Pages(legal[::-1])  # the largest pieces first
        self._write("Enter lists them all, page by page.")

    def page(self, words: list[str]) -> None:
        """Show a page of the list, or the next one."""
        if words and not (words[0].isdecimal() and len(words[0]) < 6):
            raise NotationError("page needs a number, such as page 2")
        self._show_page(int(words[0]) if words else None)

    def look_at(self, words: list[str]) -> None:
        """Show a move on the board without making it."""
        if not words:
            raise NotationError("look needs a number of the list or a move, such as look 1")
        if self.game.is_over:
            raise IllegalMove("the game is over")
        move = self._meant(" ".join(words))
        self._write(self.look.board(self.game, highlight=move))
        self._write(f"{move.piece}: {move}")

    def pieces(self, words: list[str]) -> None:
        """Draw the pieces that a colour has left."""
        colour = self.game.to_play or self.game.variant.first
        if words:
            colour = self.game.variant.colour(words[0].lower())
        left = self.game.pieces_left(colour)
        self._write(self.look.pieces(self.game, left) if left else f"{colour} has placed them all.")

    def board(self, words: list[str]) -> None:
        """Show the board again."""
        self._changed = True

    def hint(self, words: list[str]) -> None:
        """Say what the computer would do."""
        if self.game.is_over:
            raise IllegalMove("the game is over")
        move = self.computer.choose(self.game)
        self._write(self.look.board(self.game, highlight=move))
        self._pages = Pages([move])
        self._pages.turned()
        self._write(f"Try {move.piece}: {move} (type 1 to place it)")

    def why(self, words: list[str]) -> None:
        """Say why a move is not allowed."""
        text = " ".join(words)
        if text.isdecimal() or not text:
            raise NotationError("why needs a move, such as why a1,a2")
        reason = self.game.why_illegal(text.replace(" ", "," if "," not in text else " "))
        self._write(f"Not allowed: {reason}." if reason else "It is allowed.")

    def score(self, words: list[str]) -> None:
        """Show the points."""
        self._write(self.look.scores(self.game, self.seating))

    def undo(self, words: list[str]) -> None:
        """Take back the last move of a person, and what computers answered."""
        by_people = [self.seating[turn.seat] != COMPUTER for turn in self.game.turns]
        if True not in by_people:
            raise IllegalMove("there is no move of yours to take back")
        count = 1 + by_people[::-1].index(True)
        for _ in range(count):
            self.game.undo()
        self._finished = frozenset(self.game.finished)
        self._after_change()
        self._write("Took back one move." if count == 1 else f"Took back {count} moves.")

    def save(self, words: list[str]) -> None:
        """Write the game to a file."""
        path = _path(words, "save")
        write_game(self.game, path)
        self._write(f"Saved as {path}.")

    def load(self, words: list[str]) -> None:
        """Go on with a game from a file."""
        game, note = read_game(_path(words, "load"))
        self._begin(game)
        if note:
            self._write(f"The file breaks a rule: {visible.shown(note)}.")

    def new(self, words: list[str]) -> None:
        """Begin again, with the same variant and options or another variant."""
        self._begin(Game(variant(words[0]) if words else self.game.variant))

    def help(self, words: list[str]) -> None:
        """Show what can be typed."""
        lines = [f"  {c.usage:24} {c.text}" for c in COMMANDS]
        self._write("\n".join([MOVES_HELP, *lines]))

    def offered(self, line: str) -> list[str]:
        """What Tab offers for the last word of a line."""
        return completion.offered(self.game, line, {c.name: c.follows for c in COMMANDS})

    def quit(self, words: list[str]) -> None:
        """Leave."""
        self._ended = True

    def _begin(self, game: Game) -> None:
        if [seat.name for seat in game.variant.seats] != list(self.seating):
            people = min(people_in(self.seating), len(game.variant.seats))
            self.seating = seat_people(game.variant, people)
        self.game = game
        self._finished = frozenset(game.finished)
        self._after_change()


class _Command(NamedTuple):
    """A word that can be typed: how it is used, what it does, and the method that does it."""

    usage: str
    text: str
    run: Callable[[Table, list[str]], None]
    follows: str = completion.NOTHING

    @property
    def name(self) -> str:
        return self.usage.split()[0]


COMMANDS = (
    _Command("moves [PIECE [CELL...]]", "the moves, numbered", Table.moves, completion.PIECE),
    _Command("page [N]", "the next page of the list, or page N", Table.page),
    _Command("look N", "a move of the list, or any other, drawn", Table.look_at, completion.MOVE),
    _Command("pieces [COLOUR]", "the pieces left, drawn", Table.pieces, completion.COLOUR),
    _Command("hint", "what the computer would do", Table.hint),
    _Command("why MOVE", "why a move is not allowed", Table.why),
    _Command("score", "the points", Table.score),
    _Command("board", "the board again", Table.board),
    _Command("undo", "take back your last move", Table.undo),
    _Command("save FILE", "keep the game (.blksgf or .json)", Table.save, completion.FILE),
    _Command("load FILE", "go on with a game", Table.load, completion.FILE),
    _Command("new [VARIANT]", "begin again", Table.new, completion.VARIANT),
    _Command("help", "this list", Table.help),
    _Command("quit", "leave", Table.quit),
)


def _command(word: str) -> _Command | None:
    """The command that a word begins; None for a word that is part of a move."""
    if not word.isalpha() and word != "?":
        return None
    word = "help" if word == "?" else word.lower()
    fitting = {c.name: c for c in COMMANDS if c.name.startswith(word)}
    if not fitting:
        raise NotationError(f"`{word[:20]}` is neither a command nor a move: type help")
    if len(fitting) > 1 and word not in fitting:
        raise NotationError(f"`{word}` can be {' or '.join(fitting)}: type more of it")
    return fitting.get(word) or next(iter(fitting.values()))


def _sentence(text: str) -> str:
    """A message with a capital letter, unless it begins with a cell, a file or the like."""
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    end = "" if text.endswith(".") else "."
    return (text[0].upper() + text[1:] if first.isalpha() else text) + end


def _path(words: list[str], command: str) -> Path:
    if not words:
        raise NotationError(f"{command} needs a file name, such as {command} game.blksgf")
    name = " ".join(words)
    try:
        if name.isprintable():
            return Path(name).expanduser()
    except RuntimeError:  # ~ with the name of nobody
        pass
    raise NotationError(f"{command} needs the name of a file, not {name!r}")
