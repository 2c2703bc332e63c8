"""A game: a variant, the moves made so far and whose turn it is."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, SupportsIndex

from cornerwise import situation
from cornerwise.errors import (
    CornerwiseError,
    IllegalMove,
    NotationError,
    RecordError,
    VariantError,
)
from cornerwise.kernel import legal
from cornerwise.moves import LegalMoves
from cornerwise.notation import AnyMove, Move, parse_move
from cornerwise.outcome import Outcome, Termination
from cornerwise.pieces import Piece
from cornerwise.position import Illegality, Position
from cornerwise.setup import Setup
from cornerwise.symmetry import Symmetry
from cornerwise.tables import Tables, tables_of
from cornerwise.texts import amount
from cornerwise.variants import USUAL, Colour, Scoring, Variant, recorded, variant

_FIELDS = '"variant", "moves" and, if needed, "options", "setup", "retired"'


class Turn(NamedTuple):
    """A move that was made, with the colour placed and the seat that placed it."""

    colour: Colour
    seat: str
    move: Move


class Game:
    """A game of any variant.

    >>> game = Game("duo")
    >>> game.to_play, len(game.legal_moves)
    ('blue', 828)
    >>> game.play("e8,d9,e9,f9,e10")
    <Move e8,d9,e9,f9,e10 (X5)>
    >>> game.to_play
    'yellow'
    """

    def __init__(
        self,
        name: str | Variant = USUAL,
        *,
        setup: Setup | None = None,
        moves: Iterable[AnyMove] = (),
        retired: Iterable[tuple[int, str]] = (),
        seed: int | str | None = None,
        **options: str | None,
    ) -> None:
        """Start a game and make moves; `retired` are seats that leave after so many of them.

        With first="lot" the colour that begins is drawn, by `seed` if it is given.
        """
        self.variant = variant(name, seed=seed, **options)
        if not isinstance(setup, Setup | None):
            raise RecordError(f"setup is a Setup, not {type(setup).__name__}")
        self.setup = (setup or Setup()).read(self.variant)
        self._tables = tables_of(self.variant.edition)
        self._states = [self.setup.state(self.variant)]
        self._turns: list[Turn] = []
        leaving = _leaving(retired)
        self._retire_due(leaving)
        if not isinstance(moves, Iterable):
            raise RecordError(f"moves are a list of moves, not {type(moves).__name__}")
        for move in moves:
            self.play(move, recorded=True)
            self._retire_due(leaving)
        if leaving:
            raise IllegalMove(f"{leaving[0][1]} cannot retire after the last move")

    # --- the position --------------------------------------------------------------------

    @property
    def tables(self) -> Tables:
        """The numbered placements of this game's edition."""
        return self._tables

    @property
    def position(self) -> Position:
        """What lies on the board, as an immutable value."""
        return self._states[-1].position

    @property
    def to_play(self) -> Colour | None:
        """The colour on turn, None when the game is over."""
        return self._states[-1].to_play

    @property
    def seat_to_play(self) -> str | None:
        """The name of the seat on turn, None when the game is over."""
        return None if self.to_play is None else self.seat_for(self.to_play)

    def seat_for(self, colour: Colour) -> str:
        """The name of the seat that takes a colour's next turn; a shared one goes round (C6)."""
        return self._states[-1].seat_for(colour)

    @property
    def is_over(self) -> bool:
        """Whether no colour can place a piece any more (R5); a shared one does not count (C6)."""
        return self.to_play is None

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves of the colour on turn."""
        state = self._states[-1]
        return LegalMoves(self._tables, state.placements, state.to_play)

    def legal_moves_of(self, colour: Colour | str) -> LegalMoves:
        """The moves that any colour would have if it were on turn now."""
        colour = self.variant.colour(colour)
        open_to_it = not self.is_over and colour in self._states[-1].playing
        placements = legal(self.position, colour) if open_to_it else 0
        return LegalMoves(self._tables, placements, colour)

    @property
    def moves_after_end(self) -> LegalMoves:
        """What the shared colour could still place once the game is over (C6); it changes nothing.

        Records of other programs may go on with these: `play(move, recorded=True)`.
        """
        return LegalMoves(self._tables, self._states[-1].after_end, self.variant.shared)

    @property
    def finished(self) -> tuple[Colour, ...]:
        """The colours that can place no piece any more (R5), or whose seat has retired."""
        return tuple(c for c in self.variant.colours if not self.legal_moves_of(c))

    def pieces_left(self, colour: Colour | str) -> tuple[Piece, ...]:
        """The pieces that a colour has not placed, smallest first; one held twice comes twice."""
        hand = self.position.hand(self.variant.colour(colour))
        return tuple(self.variant.pieces[number] for number in hand.pieces)

    def owner(self, cell: str | SupportsIndex) -> Colour | None:
        """The colour on a cell, given by name or number, None if it is free."""
        return self.position.owner(cell)

    @property
    def placements(self) -> tuple[tuple[Colour, Move], ...]:
        """All that lies on the board: what was set up, then the moves, oldest first."""
        return (*self.setup.placements, *((turn.colour, turn.move) for turn in self._turns))

    @property
    def key(self) -> str:
        """A short text that is equal for equal situations, whatever the order of the moves.

        It covers all that the rest of the game depends on, the variant and the colour on turn
        included. Another version of Cornerwise may make other keys: to keep a situation, use
        `position_string`.

        >>> one, other = Game("duo"), Game("duo")
        >>> for move in ("e10,e11", "j5", "f12"): _ = one.play(move)
        >>> one.key == Game.from_position_string(one.position_string).key != other.key
        True
        """
        return self._states[-1].key

    @property
    def position_string(self) -> str:
        """The situation as one line of text (docs/formats.md), which `from_position_string` reads.

        >>> Game("duo", moves=["e10", "j5,j6"]).position_string
        'duo 130/323 blue - -'
        """
        return situation.written(self._states[-1], self.placements)

    @classmethod
    def from_position_string(cls, text: str) -> Game:
        """A game that goes on from the situation that a text describes."""
        read = situation.read(text)
        try:
            game = cls(read.variant, setup=replace(read.setup, sharer=None), retired=read.leaving)
            shared = read.variant.shared
            if read.setup.sharer and (shared is None or game.seat_for(shared) != read.setup.sharer):
                game = cls(read.variant, setup=read.setup, retired=read.leaving)
        except CornerwiseError as error:
            raise RecordError(f"this position cannot be read: {error}") from None
        if game.to_play != read.setup.to_play:
            says, is_so = (
                f"{c} is on turn" if c else "the game is over"
                for c in (read.setup.to_play, game.to_play)
            )
            raise RecordError(f"this position cannot be read: it says that {says}, but {is_so}")
        return game

    # --- playing -------------------------------------------------------------------------

    def move(self, given: AnyMove) -> Move:
        """A move of this game's board from its text or number, legal here or not."""
        return parse_move(self._tables, given)

    def play(self, move: AnyMove, *, recorded: bool = False) -> Move:
        """Make a move for the colour on turn. An illegal one raises and changes nothing.

        A move that a record has may also be one of `moves_after_end`.
        """
        move = self.move(move)
        state = self._states[-1]
        allowed, colour = state.placements, state.to_play
        if recorded and colour is None:
            allowed, colour = state.after_end, self.variant.shared
        if not allowed >> move.number & 1:
            raise IllegalMove(f"{move} is not legal: {self.illegality(move)}")
        assert colour is not None  # a finished game has no placements
        self._states.append(state.played(colour, move.number))
        self._turns.append(Turn(colour, state.seat_for(colour), move))
        return move

    def retire(self, seat: str, *, recorded: bool = False) -> None:
        """Let a seat leave the game: it resigned or ran out of time.

        Its colours are finished and keep their points. Where two sides play, the other one wins.
        A record may let it leave while there are `moves_after_end`.

        >>> game = Game("duo")
        >>> game.retire("blue")
        >>> game.is_over, game.winners
        (True, ('yellow',))
        """
        state = self._states[-1]
        if seat not in [known.name for known in self.variant.seats]:
            raise VariantError(f"{seat!r} is not a seat of {self.variant.name}")
        # Of a position that was set up we are told who is there; who left does not decide it.
        told = not self._turns and bool(self.setup) and self.variant.team_count > 2
        if state.to_play is None and not (recorded and (state.after_end or told)):
            raise IllegalMove(f"{seat} cannot retire: the game is over")
        if seat in state.retired:
            raise IllegalMove(f"{seat} has already retired")
        self._states[-1] = state.left_by(seat)

    def _retire_due(self, leaving: list[tuple[int, str]]) -> None:
        """Let those seats of a record leave that left after the moves made so far."""
        while leaving and leaving[0][0] <= len(self._turns):
            self.retire(leaving.pop(0)[1], recorded=True)

    @property
    def retired(self) -> tuple[str, ...]:
        """The seats that left the game before its end, in that order."""
        return self._states[-1].retired

    @property
    def retirements(self) -> tuple[tuple[int, str], ...]:
        """The seats that left, each with the number of moves that had been made."""
        return tuple(
            (next(n for n, state in enumerate(self._states) if seat in state.retired), seat)
            for seat in self.retired
        )

    def undo(self) -> Move:
        """Take back the last move, and with it what happened since, and return it."""
        if not self._turns:
            raise IllegalMove("there is no move to take back")
        self._states.pop()
        return self._turns.pop().move

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves made, oldest first."""
        return tuple(turn.move for turn in self._turns)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The moves made with the colour and the seat of each."""
        return tuple(self._turns)

    def why_illegal(self, move: AnyMove) -> str | None:
        """Why a move may not be made now, in words that name the rule; None if it may."""
        try:
            reason = self.illegality(move)
        except NotationError as error:
            return str(error)
        return None if reason is None else str(reason)

    def illegality(self, move: AnyMove) -> Illegality | None:
        """The same as data: rule, code and cells at fault. Raises on a text that is no move."""
        number = self.move(move).number
        if self.to_play is None:
            rule = "C6" if self.moves_after_end else "R5"
            return Illegality(rule, "over", "the game is over")
        return self.position.why_illegal(self.to_play, number)

    # --- the result ----------------------------------------------------------------------

    @property
    def colour_scores(self) -> dict[Colour, int]:
        """Each colour's points under the game's scoring (R6, R7)."""
        return {colour: self.position.points(colour) for colour in self.variant.colours}

    @property
    def scores(self) -> dict[str, int]:
        """Each seat's points under the game's scoring; both partners of a team have its sum."""
        return self.scores_under(self.variant.scoring)

    def scores_under(self, scoring: Scoring | str) -> dict[str, int]:
        """Each seat's points under a scoring, or the one of this name, as "basic"."""
        teams = {seat.team: 0 for seat in self.variant.seats}
        for seat in self.variant.seats:
            teams[seat.team] += sum(self.position.points(c, scoring) for c in seat.colours)
        return {seat.name: teams[seat.team] for seat in self.variant.seats}

    @property
    def winners(self) -> tuple[str, ...]:
        """The seats with the best result, several if they share it; none before the game is over.

        Alone at the table one wins by placing every piece.
        """
        if not self.is_over:
            return ()
        if len(self.variant.seats) == 1 and any(hand.left for hand in self.position.hands):
            return ()
        if self.retired and self.variant.team_count == 2:
            lost = {seat.team for seat in self.variant.seats if seat.name in self.retired}
            return tuple(seat.name for seat in self.variant.seats if seat.team not in lost)
        best = self.variant.scoring.best(self.scores.values())
        return tuple(seat for seat, points in self.scores.items() if points == best)

    @property
    def shares(self) -> dict[str, float]:
        """Each seat's share of the win: 1 if its side won alone; all 0 before the game is over."""
        winners = self.winners
        sides = len({seat.team for seat in self.variant.seats if seat.name in winners})
        return {seat.name: (seat.name in winners) / (sides or 1) for seat in self.variant.seats}

    @property
    def outcome(self) -> Outcome | None:
        """Why the game is over, who won and the points; None before it is over.

        >>> game = Game("duo")
        >>> game.retire("blue")
        >>> game.outcome.termination, game.outcome.winner
        (<Termination.RETIRED: 'retired'>, 'yellow')
        """
        if not self.is_over:
            return None
        counted = [c for c in self.variant.colours if c != self.variant.shared]
        if self.retired and not self._states[-1].playing:
            why = Termination.RETIRED
        elif not any(self.position.hand(colour).left for colour in counted):
            why = Termination.COMPLETE
        else:
            why = Termination.BLOCKED
        return Outcome(why, self.winners, self.scores)

    # --- symmetry ------------------------------------------------------------------------

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns and mirrorings of the board that the rules do not notice.

        >>> [len(Game(name).symmetries) for name in ("duo", "classic", "trigon")]
        [4, 1, 12]
        """
        return self.variant.symmetries

    def transformed(self, symmetry: Symmetry) -> Game:
        """The same game where a symmetry takes it: every move turned or mirrored."""
        laid = tuple((colour, move.transformed(symmetry)) for colour, move in self.setup.placements)
        return type(self)(
            self.variant,
            setup=replace(self.setup, placements=laid),
            moves=[move.transformed(symmetry) for move in self.history],
            retired=self.retirements,
        )

    def canonical(self) -> Game:
        """The game turned or mirrored so that all games that are alike have the same key."""
        return self.transformed(self.position.canonical_symmetry)

    # --- copies, records, pictures -------------------------------------------------------

    def after(self, moves: int) -> Game:
        """The game as it was after so many moves. Who left later is there again.

        >>> game = Game("duo", moves=["e10", "j5", "f11,f12"])
        >>> game.after(1), len(game.history)
        (<Game duo: 1 move, yellow to play>, 3)
        """
        if not 0 <= moves <= len(self._turns):
            raise IllegalMove(f"there is no move {moves}: {amount(len(self._turns), 'move')} made")
        past = self.copy()
        while len(past._turns) > moves:
            past.undo()
        return past

    def copy(self) -> Game:
        """A game that goes its own way from here."""
        other = object.__new__(type(self))
        other.variant, other.setup, other._tables = self.variant, self.setup, self._tables
        other._states, other._turns = self._states.copy(), self._turns.copy()
        return other

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()  # all that games share are values

    def to_json(self) -> str:
        """The game as a JSON text: variant, options, setup, moves, who left (docs/formats.md)."""
        record: dict[str, Any] = {"variant": self.variant.name}
        if self.variant.options:
            record["options"] = dict(self.variant.options)
        if self.setup:
            laid = [[colour, str(move)] for colour, move in self.setup.placements]
            record["setup"] = {"placements": laid}
            if self.setup.to_play is not None:
                record["setup"]["to_play"] = self.setup.to_play
            if self.setup.sharer is not None:
                record["setup"]["sharer"] = self.setup.sharer
        record["moves"] = [str(move) for move in self.history]
        if self.retired:
            record["retired"] = [list(retirement) for retirement in self.retirements]
        return json.dumps(record)

    @classmethod
    def from_json(cls, text: str | bytes) -> Game:
        """The game that `to_json` wrote."""
        try:
            record = json.loads(text)
        except (TypeError, ValueError, RecursionError) as error:
            raise RecordError(f"this is not JSON: {error}") from None
        try:
            return cls._from_record(record)
        except CornerwiseError as error:
            raise RecordError(f"this game cannot be read: {error}") from error
        except KeyError as error:
            raise RecordError(f"a game has {_FIELDS}; this one has no {error}") from None
        except (TypeError, ValueError, AttributeError) as error:
            raise RecordError(f"a game is an object with {_FIELDS}: {error}") from None

    @classmethod
    def _from_record(cls, record: Mapping[str, Any]) -> Game:
        chosen = recorded(record["variant"], record.get("options", {}))
        laid = record.get("setup", {})
        tables = tables_of(chosen.edition)
        setup = Setup(
            tuple(
                (chosen.colour(colour), parse_move(tables, move))
                for colour, move in laid.get("placements", ())
            ),
            chosen.colour(laid["to_play"]) if "to_play" in laid else None,
            laid.get("sharer"),
        )
        left = record.get("retired", ())
        return cls(chosen, setup=setup, moves=record["moves"], retired=left)

    def to_sgf(self) -> str:
        """The game as the text of a .blksgf file (docs/sgf.md)."""
        from cornerwise.records import GameTree

        return GameTree.from_game(self).to_sgf()

    def __reduce__(self) -> tuple[object, ...]:
        moves = tuple(move.number for move in self.history)
        return _restored, (self.variant, self.setup, moves, self.retirements)

    def __eq__(self, other: object) -> bool:
        """Games are equal when variant, setup, moves and who left are."""
        if not isinstance(other, Game):
            return NotImplemented
        mine = (self.variant, self.setup, self._turns, self.retirements)
        return mine == (other.variant, other.setup, other._turns, other.retirements)

    __hash__ = None  # type: ignore[assignment]  # a game changes; its `position` can be a key

    def svg(self, **options: Any) -> str:
        """A picture of the board as SVG; docs/pictures.md tells the options."""
        from cornerwise.render import svg

        return svg(self, **options)

    def png(self, **options: Any) -> bytes:
        """The same as PNG. It needs the extra `png`."""
        from cornerwise.render import png

        return png(self, **options)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg(size=480)

    def __str__(self) -> str:
        """The board as plain text, with each colour's points and the pieces it has left."""
        from cornerwise.render.text import text

        return text(self)

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"{self.to_play} to play"
        return f"<Game {self.variant}: {amount(len(self._turns), 'move')}, {state}>"


def a_game(given: Game) -> Game:
    """What is given where a game is wanted: anything else is refused in a word."""
    if not isinstance(given, Game):
        raise CornerwiseError(f"this needs a Game, not {type(given).__name__}")
    return given


def _leaving(retired: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Who leaves, each after so many moves, in this order."""
    try:
        read = [(operator.index(moves), seat) for moves, seat in retired]
    except (TypeError, ValueError):
        said = "retired has pairs of a number of moves and a seat, as in [(12, 'blue')]"
        raise RecordError(f"{said}, not {retired!r}") from None
    return sorted(read, key=lambda left: left[0])


def _restored(
    variant: Variant,
    setup: Setup,
    moves: tuple[int, ...],
    retirements: tuple[tuple[int, str], ...],
) -> Game:
    return Game(variant, setup=setup, moves=moves, retired=retirements)
