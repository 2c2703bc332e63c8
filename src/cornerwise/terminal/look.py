"""What the terminal shows: texts made from a game, with colours or without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from cornerwise import visible
from cornerwise.game import Game
from cornerwise.geometry import Grid
from cornerwise.notation import Move
from cornerwise.pieces import Piece, listed
from cornerwise.render.palette import TERMINAL
from cornerwise.render.text import board_text
from cornerwise.terminal.seating import Seating
from cornerwise.variants import Colour


class Look:
    """How things look: `style` says how text may be coloured (`render.text.STYLES`)."""

    def __init__(self, style: str = "plain", width: int = 80) -> None:
        self.style, self.width = style, width

    def paint(self, colour: Colour, text: str) -> str:
        """The text as a label in the colour of that name, readable on any background."""
        if self.style == "plain":
            return text
        fill, _, label = TERMINAL[colour]
        return f"\x1b[38;5;{label};48;5;{fill}m{text}\x1b[0m"

    def board(self, game: Game, highlight: Move | None = None) -> str:
        """The board, with a move to be considered."""
        return board_text(game, style=self.style, highlight=[highlight] if highlight else [])

    def who(self, game: Game, seating: Seating, colour: Colour) -> str:
        """A colour and who plays it; on its turn, which seat places the shared colour (C6)."""
        seat = game.variant.seat_of(colour)
        if seat is not None:
            return self.paint(colour, colour) + _in_brackets(seating[seat.name])
        turn = game.seat_to_play
        now = f", now by {self.seat(turn, seating)}" if turn and colour == game.to_play else ""
        return f"{self.paint(colour, colour)} (shared{now})"

    def standings(self, game: Game, seating: Seating) -> str:
        """A line for each colour: who plays it, its points and the pieces it has left."""
        finished = game.finished
        lines = []
        for colour in game.variant.colours:
            left = game.pieces_left(colour)
            mark = ">" if colour == game.to_play else " "
            state = ", finished" if colour in finished and left else ""
            names = listed(left) or "all pieces placed"
            points = _counted(game.colour_scores[colour], "point")
            head = f"{mark} {self.who(game, seating, colour)}, {points}{state}: "
            lines.append(head + names)
        return "\n".join(lines)

    def scores(self, game: Game, seating: Seating) -> str:
        """The points of each seat, and of each colour where they differ."""
        order = "highest wins" if game.variant.scoring.most_wins else "fewest wins"
        lines = [f"Points ({game.variant.scoring} scoring, {order}):"]
        for seat in game.variant.seats:
            own = [f"{c} {game.colour_scores[c]}" for c in seat.colours]
            parts = f" = {' + '.join(own)}" if len(own) > 1 else ""
            lines.append(f"  {self.seat(seat.name, seating)}: {game.scores[seat.name]}{parts}")
        if game.variant.shared:
            lines.append(f"  {game.variant.shared} is shared: its points count for nobody")
        return "\n".join(lines)

    def seat(self, name: str, seating: Seating) -> str:
        """A seat, by its colours and who sits there."""
        colours = [self.paint(Colour(part), part) for part in name.split("+")]
        return "+".join(colours) + _in_brackets(seating[name])

    def result(self, game: Game, seating: Seating) -> str:
        """The end of a game in words."""
        winners = game.winners
        if not winners:
            words = "Some pieces are left over: not solved this time."
        elif len(game.variant.seats) == 1:
            words = "All pieces are placed: solved!"
        else:
            names = [self.seat(winner, seating) for winner in winners]
            one_side = len({s.team for s in game.variant.seats if s.name in winners}) == 1
            verb = "wins" if len(names) == 1 else "win" if one_side else "share the first place"
            words = f"{' and '.join(names)} {verb}."
        return f"The game is over. {words}\n{self.scores(game, seating)}"

    def moves(self, moves: Sequence[tuple[int, Move]]) -> str:
        """Numbered moves, in as many columns as fit."""
        return "\n".join(_columns([f"{number:3} {move}" for number, move in moves], self.width))

    def pieces(self, game: Game, pieces: Iterable[Piece]) -> str:
        """Pieces drawn with their names, as many side by side as fit."""
        grid, rows, width = game.variant.board.grid, [], 0
        row: list[list[str]] = []
        for piece, count in Counter(pieces).items():
            drawn = [listed([piece] * count), *drawing(grid, piece)]
            size = max(map(len, drawn)) + 3
            drawn = [line.ljust(size) for line in drawn]
            if row and width + size > self.width:
                rows.append(row)
                row, width = [], 0
            row.append(drawn)
            width += size
        rows.append(row)
        return "\n\n".join(map(_side_by_side, rows))


def drawing(grid: Grid, piece: Piece) -> list[str]:
    """The first orientation of a piece in characters, line by line."""
    cells = set(piece.orientations[0])
    signs = grid.blocks
    return [
        "".join(
            signs[(x + y) % len(signs)] if (x, y) in cells else " " * len(signs[0])
            for x in range(max(x for x, _ in cells) + 1)
        )
        for y in range(max(y for _, y in cells) + 1)
    ]


def _side_by_side(blocks: Sequence[Sequence[str]]) -> str:
    widths = [len(block[0]) for block in blocks]
    lines = zip_longest(*blocks)
    return "\n".join(
        "".join((part or "").ljust(w) for part, w in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _columns(texts: Sequence[str], width: int) -> list[str]:
    if not texts:
        return []
    column = max(map(len, texts)) + 2
    count = max(1, width // column)
    return [
        "".join(text.ljust(column) for text in texts[at : at + count]).rstrip()
        for at in range(0, len(texts), count)
    ]


def _in_brackets(name: str) -> str:
    """Who it is, if that is known."""
    return f" ({visible.shown(name)})" if name else ""


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if abs(number) == 1 else 's'}"
