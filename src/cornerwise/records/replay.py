"""Playing through a game tree: a game and what a node does give the next game.

What the rules forbid is an error. With `lenient`, a forbidden piece that can lie on the board is
set up instead. The game then starts from that position (`Game.setup`), and goes on with moves as
soon as the rules allow them.
"""

from __future__ import annotations

from collections.abc import Iterable

from cornerwise.errors import CornerwiseError, IllegalMove, SetupError
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.records.dialect import Act
from cornerwise.setup import Setup
from cornerwise.variants import Colour, variant


class ReplayError(CornerwiseError):
    """What is wrong with an act; `part` says with which: "setup", "move" or "retired"."""

    def __init__(self, message: str, part: str) -> None:
        super().__init__(message)
        self.part = part


def advance(game: Game, act: Act, lenient: bool = False) -> Game:
    """The game after an act; the given one is used up."""
    if act.has_setup:
        game = _set_up(game, act, lenient)
    if act.colour is not None and act.move is None:
        game = _passed(game, act.colour, lenient)
    elif act.colour is not None and act.move is not None:
        game = _played(game, act.colour, act.move, lenient)
    for seat in act.retired:
        _retire(game, seat, lenient)
    return game


def _set_up(game: Game, act: Act, lenient: bool) -> Game:
    placed = list(game.placements)
    setup = (act.placements, act.removed, act.sharer, act.to_play)
    if game.turns and setup == ((), (), None, game.to_play):
        return game  # it only repeats whose turn it is: the moves so far can stay moves
    for move in act.removed:
        found = next((laid for laid in placed if laid[1] == move), None)
        if found is not None:
            placed.remove(found)
        elif not lenient:
            raise ReplayError(f"{move} cannot be removed: no such piece lies there", "setup")
    going_on = game.to_play if game.turns or game.setup else None
    placed += act.placements
    return _starting(game, placed, act.to_play or going_on, "setup", act.sharer)


def _passed(game: Game, colour: Colour, lenient: bool) -> Game:
    if not lenient and game.legal_moves_of(colour):
        raise ReplayError(f"{colour} passes, but it can place a piece and so must (R5)", "move")
    return game


def _played(game: Game, colour: Colour, move: Move, lenient: bool) -> Game:
    if colour != game.to_play and _may_begin(game, colour):
        game = Game(variant(game.variant, first=colour))
    reason = game.position.why_illegal(colour, move.number)
    if reason is None and colour == game.variant.shared and game.moves_after_end:
        game.play(move, recorded=True)  # it changes nothing any more, but it is there (C6)
        return game
    if reason is None and colour != game.to_play and lenient:
        game = _starting(game, game.placements, colour, "move")
    if reason is None and colour == game.to_play:
        game.play(move)
        return game
    if not lenient:
        turn = (
            f"it is {game.to_play}'s turn, not {colour}'s" if game.to_play else "the game is over"
        )
        words = reason or turn
        raise ReplayError(f"{move} is not legal: {words}", "move")
    order = game.variant.colours
    following = order[(order.index(colour) + 1) % len(order)]
    return _starting(game, [*game.placements, (colour, move)], following, "move")


def _retire(game: Game, seat: str, lenient: bool) -> None:
    try:
        game.retire(seat, recorded=True)
    except IllegalMove as error:  # it has left already, or the game is over
        if not lenient:
            raise ReplayError(str(error), "retired") from None


def _may_begin(game: Game, colour: Colour) -> bool:
    """Whether a file may simply let this colour begin (R2): nothing says otherwise."""
    begun = game.turns or game.setup or game.retired
    return not begun and "first" not in dict(game.variant.options)


def _starting(
    game: Game,
    placed: Iterable[tuple[Colour, Move]],
    to_play: Colour | None,
    part: str,
    sharer: str | None = None,
) -> Game:
    """A game of the same variant from a position; who has left stays away."""
    try:
        other = Game(game.variant, setup=Setup(tuple(placed), to_play, sharer))
    except SetupError as error:
        raise ReplayError(str(error), part) from None
    for seat in game.retired:
        _retire(other, seat, lenient=True)
    return other
