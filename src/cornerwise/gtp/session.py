"""The game that a controller drives, command by command."""

from __future__ import annotations

import time
from collections.abc import Callable
from operator import mul
from pathlib import Path

import cornerwise
from cornerwise.computer import Player
from cornerwise.engine import Analysis, Engine
from cornerwise.errors import NotationError
from cornerwise.game import Game
from cornerwise.gtp.clock import Clock
from cornerwise.gtp.names import colour_named, customary, game_named
from cornerwise.gtp.protocol import Command, Failure, Handler
from cornerwise.notation import Move
from cornerwise.records import read_sgf
from cornerwise.setup import Setup
from cornerwise.variants import COLOURS, Colour, Variant


class Session:
    """A game, a computer that chooses moves, and a handler for each command.

    A controller names the colour of each move and may let any colour play at any time. A `Game`
    keeps turns, so a move out of turn goes on in a new game that is set up from the one before;
    `_earlier` holds those for undo.
    """

    def __init__(
        self,
        chosen: Variant,
        player: Callable[[int | None, float | None], Player] | None = None,
        seed: int | None = None,
        identity: tuple[str, str] = ("Cornerwise", cornerwise.__version__),
    ) -> None:
        """`player` makes a computer from a seed and, where time is limited, seconds for a move.

        identity  what `name` and `version` answer
        """
        self.options = chosen.options
        self.game = Game(chosen)
        self._make_player = player or _engine
        self.player = self._make_player(seed, None)
        self._seed, self._identity = seed, identity
        self._clock = Clock()
        self._earlier: list[Game] = []

    @property
    def handlers(self) -> dict[str, Handler]:
        """The commands by name."""
        return {
            "all_legal": self._all_legal,
            "clear_board": self._clear_board,
            "cputime": self._cputime,
            "final_score": self._final_score,
            "g": self._g,
            "genmove": self._genmove,
            "get_value": self._get_value,
            "loadsgf": self._loadsgf,
            "move_values": self._move_values,
            "name": self._name,
            "p": self._p,
            "play": self._play,
            "protocol_version": self._protocol_version,
            "reg_genmove": self._reg_genmove,
            "savesgf": self._savesgf,
            "set_game": self._set_game,
            "set_random_seed": self._set_random_seed,
            "showboard": self._showboard,
            "time_left": self._time_left,
            "time_settings": self._time_settings,
            "undo": self._undo,
            "version": self._version,
        }

    # --- the engine ----------------------------------------------------------------------

    def _name(self, command: Command) -> str:
        command.no_arguments()
        return self._identity[0]

    def _version(self, command: Command) -> str:
        command.no_arguments()
        return self._identity[1]

    def _protocol_version(self, command: Command) -> str:
        command.no_arguments()
        return "2"

    def _cputime(self, command: Command) -> str:
        command.no_arguments()
        return f"{time.process_time():.3f}"

    def _set_random_seed(self, command: Command) -> str:
        self._seed = _number(command.argument())
        self.player = self._make_player(self._seed, None)
        return ""

    def _time_settings(self, command: Command) -> str:
        main, period, moves = command.exactly(3)
        self._clock.set(_seconds(main), _seconds(period), _number(moves, least=0))
        return ""

    def _time_left(self, command: Command) -> str:
        colour, seconds, moves = command.exactly(3)
        self._clock.tell(self._colour(colour), _seconds(seconds), _number(moves, least=0))
        return ""

    def _get_value(self, command: Command) -> str:
        """The share of the win that the side to move expected at the last search."""
        command.no_arguments()
        analysis = self._searched()
        return f"{analysis.results[analysis.seat]:.4f}"

    def _move_values(self, command: Command) -> str:
        """The moves of the last search, best first: visits, value, move."""
        command.no_arguments()
        rows = self._searched().candidates
        return "\n".join(f"{row.visits} {row.value:.4f} {row.move}" for row in rows)

    def _searched(self) -> Analysis:
        if not isinstance(self.player, Engine) or self.player.analysis is None:
            raise Failure(
                "no search has been made: none yet, or the move was the only one or by book"
            )
        return self.player.analysis

    # --- the board -----------------------------------------------------------------------

    def _clear_board(self, command: Command) -> str:
        command.no_arguments()
        self._begin(Game(self.game.variant))
        return ""

    def _set_game(self, command: Command) -> str:
        self._begin(Game(game_named(command.rest, self.options)))
        return ""

    def _showboard(self, command: Command) -> str:
        command.no_arguments()
        return f"\n{self.game}"

    def _all_legal(self, command: Command) -> str:
        moves = self.game.legal_moves_of(self._colour(command.argument()))
        return "\n".join(map(str, moves))

    def _final_score(self, command: Command) -> str:
        """The lead of one of two sides, or the points of each colour of more."""
        command.no_arguments()
        points = _points(self.game)
        if self.game.variant.team_count != 2:
            return " ".join(str(points[c]) for c in COLOURS if c in points)
        first = min(points, key=COLOURS.index)
        partners = self.game.variant.are_partners
        lead = sum(n if partners(first, colour) else -n for colour, n in points.items())
        return f"{'B' if lead > 0 else 'W'}+{abs(lead)}" if lead else "0"

    # --- moves ---------------------------------------------------------------------------

    def _play(self, command: Command) -> str:
        word, text = command.first_and_rest()
        self._make(self._colour(word), text)
        return ""

    def _p(self, command: Command) -> str:
        if self.game.to_play is None:
            raise Failure("illegal move: the game is over")
        self._make(self.game.to_play, command.rest)
        return ""

    def _genmove(self, command: Command) -> str:
        return self._generate(self._colour(command.argument()))

    def _g(self, command: Command) -> str:
        command.no_arguments()
        return "pass" if self.game.to_play is None else self._generate(self.game.to_play)

    def _reg_genmove(self, command: Command) -> str:
        """Choose as `genmove` would, and leave the board as it is."""
        colour = self._colour(command.argument())
        if not self.game.legal_moves_of(colour):
            raise Failure(f"{colour} has no move")
        return str(self._chosen(colour))

    def _undo(self, command: Command) -> str:
        command.no_arguments()
        if not self.game.turns:
            raise Failure("cannot undo")
        self.game.undo()
        if self._earlier and not self.game.turns:
            self.game = self._earlier.pop()
        return ""

    # --- files ---------------------------------------------------------------------------

    def _loadsgf(self, command: Command) -> str:
        """The end of the main line, or the position before a move of it, counted from 1."""
        name, *number = command.at_most(2)
        before = _number(number[0], least=1) if number else None
        try:
            tree = read_sgf(name)[0]
        except OSError as error:
            raise Failure(f"cannot read '{name}': {error.strerror or error}") from error
        made = [node for node in tree.main_line if node.move is not None]
        end = made[before - 1].parent if before is not None and before <= len(made) else None
        self._begin(tree.game(end, lenient=True))
        return ""

    def _savesgf(self, command: Command) -> str:
        name = command.argument()
        try:
            Path(name).write_text(self.game.to_sgf(), encoding="utf-8", newline="\n")
        except OSError as error:
            raise Failure(f"cannot write '{name}': {error.strerror or error}") from error
        return ""

    # --- parts ---------------------------------------------------------------------------

    def _begin(self, game: Game) -> None:
        self.game = game
        self._earlier.clear()

    def _colour(self, word: str) -> Colour:
        return colour_named(self.game.variant, word)

    def _generate(self, colour: Colour) -> str:
        if not self.game.legal_moves_of(colour):
            return "pass"
        move = self._chosen(colour)
        self._make(colour, move)
        return str(move)

    def _chosen(self, colour: Colour) -> Move:
        game = self._turned_to(colour)
        seconds = self._clock.seconds(colour, len(game.pieces_left(colour)))
        if seconds is not None:
            self.player = self._make_player(self._seed, seconds)
        begun = time.perf_counter()
        move = self.player.choose(game)
        self._clock.spend(colour, time.perf_counter() - begun)
        return customary(game, move)

    def _make(self, colour: Colour, given: Move | str) -> None:
        if given in ("pass", "null"):
            raise Failure("a pass cannot be played: a colour without moves is passed over")
        try:
            move = self.game.move(given)
        except NotationError as error:
            raise Failure(f"invalid move: {error}") from error
        if reason := self.game.position.why_illegal(colour, move.number):
            raise Failure(f"illegal move: {reason}")
        if move in self.game.moves_after_end and colour == self.game.variant.shared:
            self.game.play(move, recorded=True)  # another program lets the shared colour go on (C6)
            return
        game = self._turned_to(colour)
        if game.is_over:
            raise Failure("illegal move: the game is over")
        game.play(move)
        if game is not self.game:
            self._earlier.append(self.game)
            self.game = game

    def _turned_to(self, colour: Colour) -> Game:
        """The game with this colour, which can move, on turn."""
        game = self.game
        if colour == game.to_play:
            return game
        return Game(game.variant, setup=Setup(game.placements, colour))


def _points(game: Game) -> dict[Colour, int]:
    """The cells each colour has placed, with the bonus if the game's scoring has one (R7)."""
    edition = game.variant.edition
    every = sum(map(mul, edition.sizes, edition.counts))
    worth = game.variant.scoring.worth
    return {colour: every + worth(score) for colour, score in game.colour_scores.items()}


def _engine(seed: int | None, seconds: float | None) -> Engine:
    return Engine(seconds=seconds, seed=seed)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds < 1e9:
        raise Failure(f"argument '{text[:40]}' is not a time in seconds")
    return seconds


def _number(text: str, least: int | None = None) -> int:
    try:
        number = int(text)
    except ValueError:
        raise Failure(f"argument '{text[:40]}' is not a whole number") from None
    if least is not None and number < least:
        raise Failure(f"argument {number} must be {least} or more")
    return number
