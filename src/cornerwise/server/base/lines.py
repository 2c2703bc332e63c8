"""Lines of play for the analysis board: a client sends one and is told what follows from it.

Nothing is kept here. A line begins at the empty board or at pieces that were set up.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from cornerwise.errors import CornerwiseError, IllegalMove, SetupError, VariantError
from cornerwise.game import Game
from cornerwise.geometry import bits
from cornerwise.kernel import differences
from cornerwise.notation import parse_move
from cornerwise.position import Illegality
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.setup import Setup
from cornerwise.tables import tables_of
from cornerwise.variants import Colour, recorded

MOST = 128
"""Pieces that a line may have, set up or moved: more than any variant has."""

Laid = tuple[m.Word, m.Number]
Leaving = tuple[Annotated[int, Meta(ge=0, le=MOST)], m.Word]


class Line(Struct, forbid_unknown_fields=True):
    """Where a game stands: how it began and what was moved since."""

    variant: m.Word
    options: Annotated[dict[m.Word, m.Word], Meta(max_length=8)] = {}
    placed: Annotated[list[Laid], Meta(max_length=MOST)] = []
    """Colour and placement of every piece that was set up."""
    to_play: m.Word | None = None
    """The colour on turn in what was set up."""
    sharer: m.Word | None = None
    """The seat that takes the next turn of a shared colour there."""
    moves: Annotated[list[m.Number], Meta(max_length=MOST)] = []
    left: Annotated[list[Leaving], Meta(max_length=8)] = []
    """The seats that left, each with the number of moves made before."""


class FreeLine(Line, forbid_unknown_fields=True):
    """A line, perhaps with the colour that shall lay its pieces anywhere."""

    free: m.Word | None = None


class WhyLine(Line, forbid_unknown_fields=True):
    """Why may this colour not lay this piece?"""

    colour: m.Word = ""
    placement: m.Number = 0


class PlayLine(Line, forbid_unknown_fields=True):
    """Who shall play on from here."""

    seats: Annotated[dict[m.Word, m.SeatChoice], Meta(max_length=8)] = {}
    clock: m.ClockChoice = m.ClockChoice()


class FaultView(Struct):
    """A piece that was set up where the rules do not let it lie."""

    colour: m.ColourName
    placement: int
    reason: m.ReasonView


class LineState(Struct):
    """What follows from a line."""

    to_play: m.ColourName | None
    seat: str | None
    legal: list[int]
    """What the colour on turn, or the one that lays freely, may place: as differences."""
    open: list[int]
    left: dict[m.ColourName, list[int]]
    finished: list[m.ColourName]
    scores: dict[str, int]
    winners: list[str]
    fault: FaultView | None
    """What is wrong with the pieces that were set up: then nothing can be played."""
    position: str
    """The situation as one line of text; empty where it has a fault."""


class WhyAnswer(Struct):
    reason: m.ReasonView | None


def game_of(line: Line) -> Game:
    """The game that a line describes; a clear refusal if it describes none."""
    try:
        of = recorded(line.variant, line.options)
        tables = tables_of(of.edition)
        placed = tuple((of.colour(c), parse_move(tables, number)) for c, number in line.placed)
        to_play = None if line.to_play is None else of.colour(line.to_play)
        setup = Setup(placed, to_play, line.sharer)
        return Game(of, setup=setup, moves=line.moves, retired=line.left)
    except (IllegalMove, SetupError) as error:
        raise Refusal("illegal", str(error)) from None
    except VariantError as error:
        raise Refusal("bad_variant", str(error)) from None
    except CornerwiseError as error:
        raise Refusal("bad_request", str(error)) from None


def line_of(game: Game) -> Line:
    """The line that describes a game."""
    return Line(
        game.variant.name,
        dict(game.variant.options),
        [(colour, move.number) for colour, move in game.setup.placements],
        game.setup.to_play,
        game.setup.sharer,
        [turn.move.number for turn in game.turns],
        list(game.retirements),
    )


def playable(line: Line) -> Game:
    """The same, if it can be thought about and played on: all lies as the rules let it lie."""
    game = game_of(line)
    fault = game.setup.fault(game.variant)
    if fault is not None:
        raise Refusal("illegal", f"{fault.move} of {fault.colour}: {fault.reason}")
    if game.is_over:
        raise Refusal("not_now", "nothing can be placed in this position any more")
    return game


def state(line: FreeLine) -> LineState:
    """What may be placed next, what is left, and what is wrong with what was set up."""
    game = game_of(line)
    fault = game.setup.fault(game.variant)
    position, colour = game.position, game.to_play
    legal = game.legal_moves.placements if fault is None else 0
    if line.free is not None:
        colour = _colour(game, line.free)
        legal = _anywhere(game, colour)
    corners = 0
    if colour is not None and fault is None:
        corners = position.anchors(colour)
    return LineState(
        to_play=game.to_play,
        seat=game.seat_to_play,
        legal=differences(legal),
        open=list(bits(corners)),
        left={str(c): list(position.hand(c).pieces) for c in game.variant.colours},
        finished=list(game.finished),
        scores=game.scores,
        winners=list(game.winners),
        fault=fault and FaultView(fault.colour, fault.move.number, _shown(fault.reason)),
        position="" if fault else game.position_string,
    )


def why(line: WhyLine) -> WhyAnswer:
    """Why a colour may not place a piece, None if it may."""
    game = game_of(line)
    colour = _colour(game, line.colour)
    try:
        number = game.move(line.placement).number
    except CornerwiseError as error:
        raise Refusal("bad_request", str(error)) from None
    reason = game.position.why_illegal(colour, number)
    if reason is None and not game.legal_moves_of(colour).placements >> number & 1:
        reason = Illegality("R5", "over", "this colour places nothing any more")
    return WhyAnswer(None if reason is None else _shown(reason))


def _anywhere(game: Game, colour: Colour) -> int:
    """Where the pieces that a colour holds can lie at all."""
    tables, position = game.tables, game.position
    held = taken = 0
    for piece in bits(position.hand(colour).left):
        held |= tables.of_piece[piece]
    for cell in bits(position.occupied):
        taken |= tables.covering[cell]
    return held & ~taken


def _colour(game: Game, name: str) -> Colour:
    try:
        return game.variant.colour(name)
    except CornerwiseError as error:
        raise Refusal("bad_request", str(error)) from None


def _shown(reason: Illegality) -> m.ReasonView:
    return m.ReasonView(reason.code, reason.rule, reason.cells, reason.message)
