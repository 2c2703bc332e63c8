"""Moves as people type them: in notation, or as a piece and cells that it shall cover."""

from __future__ import annotations

from cornerwise.errors import CornerwiseError, IllegalMove, NotationError
from cornerwise.game import Game
from cornerwise.geometry import bits
from cornerwise.notation import Move
from cornerwise.pieces import Piece


class SeveralMoves(CornerwiseError):
    """What was typed fits several moves: `moves` lists them."""

    def __init__(self, moves: tuple[Move, ...]) -> None:
        super().__init__(f"{len(moves)} moves fit")
        self.moves = moves


def piece_named(game: Game, word: str) -> Piece | None:
    """The piece with a name, in any letter case."""
    return next((p for p in game.variant.pieces if p.name.lower() == word.lower()), None)


def typed_move(game: Game, text: str) -> Move:
    """The legal move that a text means for the colour on turn.

    `e8,d9,e9,f9,e10` is a move in notation. `X5 e9` is a piece and cells that it shall cover, as
    many as it takes to mean one placement. A piece alone stands for all its placements, if its
    first letter is large: `f5` is a cell, `F5` a piece. Raises `SeveralMoves` when several fit.
    """
    words = text.split()
    piece = piece_named(game, words[0]) if words else None
    alone = len(words) == 1
    if piece is None or "," in text or (alone and not text.strip()[0].isupper()):
        move = game.move(",".join(words) if "," not in text else text)
        if reason := game.illegality(move):
            raise IllegalMove(f"{move} is not legal: {reason}")
        return move
    fitting = moves_with(game, piece, words[1:])
    if len(fitting) > 1:
        raise SeveralMoves(fitting)
    return fitting[0]


def moves_with(game: Game, piece: Piece, cells: list[str]) -> tuple[Move, ...]:
    """The legal moves that place a piece on all of these cells; an error says why there is none."""
    colour = game.to_play or game.variant.first
    if used := game.position.why_used(colour, game.variant.pieces.index(piece)):
        raise IllegalMove(str(used))
    moves = game.legal_moves.of_piece(piece)
    if not moves:
        raise IllegalMove(f"{game.to_play} can place its {piece} nowhere now")
    placements = moves.placements
    for name in cells:
        placements &= game.tables.covering[game.variant.board.cell(name)]
    if not placements:
        raise NotationError(
            f"no legal move places {piece} on {' and '.join(cells)}: "
            f"`moves {piece}` lists where it can go"
        )
    return tuple(game.move(number) for number in bits(placements))
