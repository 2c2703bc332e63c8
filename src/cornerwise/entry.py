"""Moves as people type them: in notation, or as a piece and cells that it shall cover."""

from __future__ import annotations

from collections.abc import Sequence

from cornerwise.errors import CornerwiseError, IllegalMove, NotationError
from cornerwise.game import Game
from cornerwise.geometry import bits
from cornerwise.notation import Move, parse_move
from cornerwise.pieces import Piece
from cornerwise.tables import Tables


class SeveralMoves(CornerwiseError):
    """What was typed fits several moves: `moves` lists them."""

    def __init__(self, moves: tuple[Move, ...]) -> None:
        super().__init__(f"{len(moves)} moves fit")
        self.moves = moves


def piece_named(pieces: Sequence[Piece], word: str) -> Piece | None:
    """The piece with a name, in any letter case."""
    return next((piece for piece in pieces if piece.name.lower() == word.lower()), None)


def piece_and_cells(tables: Tables, text: str) -> tuple[Piece, list[str]] | None:
    """The piece that a text names, and the cells that follow; None for a text of cells only.

    Some names are those of cells, too. `I5 i6` is a piece and a cell, for its first letter is
    large. `i5 i6` and `I5,I6` are two cells. `x5 e9` cannot be anything but a piece and a cell.
    """
    words = text.split()
    piece = piece_named(tables.pieces, words[0]) if words else None
    if piece is None or "," in text:
        return None
    if words[0] != piece.name and _is_a_move(tables, words):
        return None
    return piece, words[1:]


def readings(tables: Tables, text: str) -> tuple[tuple[Move, ...], ...]:
    """What a text can mean, legal or not: the narrowest reading first.

    The page's list of moves prints a piece and its first cell. So `X5 e9` is read first as the
    placements that begin at e9, then as all that cover it. A reading without a move is left out.

    >>> first, wide = readings(Game("duo").tables, "X5 e9")
    >>> [str(move) for move in first], len(wide)
    (['e9,d10,e10,f10,e11'], 5)
    """
    named = piece_and_cells(tables, text)
    if named is None:
        return ((_in_notation(tables, text),),)
    piece, cells = named
    wide = tuple(Move(tables, number) for number in bits(_covering(tables, piece, cells)))
    if not wide:
        raise NotationError(f"{piece} cannot lie on {' and '.join(cells)}")
    first = tuple(move for move in wide if cells and move.cells[0] == tables.board.cell(cells[0]))
    return (first, wide) if first else (wide,)


def typed_move(game: Game, text: str) -> Move:
    """The legal move that a text means for the colour on turn.

    `e8,d9,e9,f9,e10` is a move in notation. `X5 e9` is a piece and cells that it shall cover, as
    many as it takes to mean one placement. A piece alone stands for all its placements. Raises
    `SeveralMoves` when several fit.
    """
    named = piece_and_cells(game.tables, text)
    if named is None:
        move = _in_notation(game.tables, text)
        if reason := game.illegality(move):
            raise IllegalMove(f"{move} is not legal: {reason}")
        return move
    fitting = moves_with(game, *named)
    if len(fitting) > 1:
        raise SeveralMoves(fitting)
    return fitting[0]


def moves_with(game: Game, piece: Piece, cells: Sequence[str]) -> tuple[Move, ...]:
    """The legal moves that place a piece on all of these cells; an error says why there is none."""
    colour = game.to_play or game.variant.first
    if used := game.position.why_used(colour, game.variant.pieces.index(piece)):
        raise IllegalMove(str(used))
    moves = game.legal_moves.of_piece(piece)
    if not moves:
        raise IllegalMove(f"{game.to_play} can place its {piece} nowhere now")
    placements = moves.placements & _covering(game.tables, piece, cells)
    if not placements:
        raise NotationError(
            f"no legal move places {piece} on {' and '.join(cells)}: "
            f"`moves {piece}` lists where it can go"
        )
    return tuple(game.move(number) for number in bits(placements))


def _in_notation(tables: Tables, text: str) -> Move:
    """A move as its cells, between commas or spaces."""
    return parse_move(tables, text if "," in text else ",".join(text.split()))


def _is_a_move(tables: Tables, words: Sequence[str]) -> bool:
    try:
        parse_move(tables, ",".join(words))
    except NotationError:
        return False
    return True


def _covering(tables: Tables, piece: Piece, cells: Sequence[str]) -> int:
    """The placements of a piece that cover all of these cells."""
    found = tables.of_piece[tables.pieces.index(piece)]
    for name in cells:
        found &= tables.covering[tables.board.cell(name)]
    return found
