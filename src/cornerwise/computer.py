"""A simple computer player: it looks one placement ahead and follows the rulebooks' tips."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from cornerwise.errors import IllegalMove
from cornerwise.game import Game
from cornerwise.geometry import Board, mask_of
from cornerwise.notation import Move
from cornerwise.tables import union
from cornerwise.variants import Colour


class Player(Protocol):
    """Whoever can be asked for a move: what terminal, protocol and server need of a computer."""

    def choose(self, game: Game) -> Move:
        """A legal move for the colour on turn; the game is left as it is."""
        ...


@dataclass(frozen=True)
class Preferences:
    """What a placement is worth, in cells.

    anchor  each open corner that the colour has afterwards
    block   each open corner that an opponent loses
    centre  lying in the middle of the board instead of at its rim, at the start of the game
    noise   how much chance may add, so that not all games are alike
    """

    anchor: float = 0.3
    block: float = 0.3
    centre: float = 2.0
    noise: float = 0.5


class SimpleComputer:
    """A quick player for every variant.

    It places large pieces first, heads for the centre, keeps its open corners and closes those of
    its opponents. The same seed and the same game always give the same move.

    >>> SimpleComputer(seed=1).choose(Game("classic")) in Game("classic").legal_moves
    True
    """

    def __init__(self, seed: int | None = None, preferences: Preferences | None = None) -> None:
        self.seed = random.randrange(1 << 32) if seed is None else seed
        self.preferences = preferences or Preferences()

    def choose(self, game: Game) -> Move:
        """The placement that is worth most."""
        if game.is_over:
            raise IllegalMove("the game is over: there is no move to choose")
        played = ",".join(str(move.number) for move in game.history)
        chance = random.Random(f"{self.seed}:{game.variant}:{played}")
        view = _View(game, self.preferences)
        best = max(
            game.legal_moves.numbers,
            key=lambda number: view.worth(number) + self.preferences.noise * chance.random(),
        )
        return game.move(best)

    def __repr__(self) -> str:
        return f"SimpleComputer(seed={self.seed})"


class _View:
    """A position as the seat on turn sees it, made ready to weigh many placements."""

    def __init__(self, game: Game, preferences: Preferences) -> None:
        position, colour = game.position, game.to_play
        assert colour is not None
        hand = position.hand(colour)
        mine = _own_colours(game)
        self.tables, self.board = game.tables, game.variant.board
        self.preferences = preferences
        self.vertices, self.closed = hand.vertices, position.closed(colour)
        # A placement of the shared colour earns nothing: it can only hinder the others.
        self.grows = colour in mine
        self.targets = [
            position.anchors(other)
            for other in game.variant.colours
            if other not in mine and other != game.variant.shared
        ]
        left = sum(hand.counts) / sum(game.variant.counts)
        self.centre = preferences.centre * max(0.0, 4 * left - 3)  # only the first few pieces
        self.middle = _middle(self.board)

    def worth(self, number: int) -> float:
        cells = self.tables.cells[number]
        covered = mask_of(cells)
        lost = sum((covered & target).bit_count() for target in self.targets)
        value = self.preferences.block * lost
        if self.grows and self.centre:
            value += self.centre * max(self.middle[cell] for cell in cells)
        if self.grows:
            reach = self.vertices | union(self.board.vertices, cells)
            open_cells = reach & ~(self.closed | covered | union(self.board.edges, cells))
            value += len(cells) + self.preferences.anchor * open_cells.bit_count()
        return value


def _own_colours(game: Game) -> set[Colour]:
    """The colours that count for the seat on turn: its own and its partner's."""
    team = next(seat.team for seat in game.variant.seats if seat.name == game.seat_to_play)
    return {c for seat in game.variant.seats if seat.team == team for c in seat.colours}


@cache
def _middle(board: Board) -> tuple[float, ...]:
    """How central each cell of a board is: 1 in the middle, 0 at the farthest rim."""
    spots = [_spot(board, cell) for cell in range(len(board))]
    centre = sum(spots) / len(spots)
    far = max(abs(spot - centre) for spot in spots)
    return tuple(1 - abs(spot - centre) / far for spot in spots)


def _spot(board: Board, cell: int) -> complex:
    """The middle of a cell in the plane."""
    across, down = board.grid.unit
    points = [board.lattice[point] for point in board.corners[cell]]
    return sum(complex(x * across, y * down) for x, y in points) / len(points)
