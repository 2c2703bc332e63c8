"""Pictures of games: text for terminals, SVG, PNG, diagrams and rows of pieces.

`svg` and `png` take the options of `Options`; docs/pictures.md shows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cornerwise.errors import PictureError
from cornerwise.game import Game, a_game
from cornerwise.geometry import Board
from cornerwise.pieces import Piece
from cornerwise.position import Position
from cornerwise.render import scene as _scene
from cornerwise.render import svg as _svg
from cornerwise.render.options import Options, checked_size, checked_theme
from cornerwise.render.png import rasterised
from cornerwise.render.scene import Laid
from cornerwise.render.text import STYLES, board_text, text
from cornerwise.texts import amount
from cornerwise.variants import Colour, Variant, variant

__all__ = [
    "STYLES",
    "Laid",
    "Options",
    "board_text",
    "diagram",
    "pieces",
    "png",
    "position_svg",
    "rasterised",
    "svg",
    "text",
]


def svg(game: Game, **options: Any) -> str:
    """A game's board as SVG."""
    turns = [(turn.colour, turn.move) for turn in a_game(game).turns]
    laid = _scene.placements_of(game.setup.placements, turns)
    state = "over" if game.is_over else f"{game.to_play} to play"
    title = f"{game.variant.title}, {amount(len(turns), 'move')}, {state}"
    return position_svg(game.position, laid, to_play=game.to_play, title=title, **options)


def png(game: Game, **options: Any) -> bytes:
    """The same as PNG."""
    return rasterised(svg(game, **options))


def position_svg(
    position: Position,
    laid: Sequence[Laid],
    *,
    to_play: Colour | None = None,
    title: str = "",
    **options: Any,
) -> str:
    """A position as SVG, given what lies there piece by piece."""
    chosen = Options.of(options)
    return _svg.draw(
        _scene.scene_of(position, laid, to_play, chosen, title),
        size=chosen.size,
        theme=checked_theme(chosen.theme),
        coordinates=chosen.coordinates,
        labels=chosen.move_numbers,
        patterns=chosen.patterns,
    )


def diagram(
    board: Board,
    placements: Iterable[tuple[str, str]] = (),
    *,
    ghosts: Iterable[tuple[str, str]] = (),
    hints: Iterable[tuple[str, str]] = (),
    dots: Iterable[tuple[str, str]] = (),
    rings: Iterable[str] = (),
    labels: Sequence[str] = (),
    title: str = "",
    size: int = 240,
    theme: str = "light",
    coordinates: bool = False,
    patterns: bool = False,
) -> str:
    """A small board that shows a rule, as SVG.

    Placements, ghosts, hints and dots are pairs of a colour and cells such as "b2,c2". A ghost
    shows by itself what it does: a diamond where it touches its colour at a vertex, a thick bar
    and a hatch where it may not lie.
    """
    found = _scene.diagram_scene(
        board,
        placements,
        ghosts=ghosts,
        hints=hints,
        dots=dots,
        rings=rings,
        labels=labels,
        title=title,
    )
    return _svg.draw(
        found,
        size=checked_size(size),
        theme=checked_theme(theme),
        coordinates=coordinates,
        patterns=patterns,
    )


def pieces(
    of: str | Variant,
    colour: str = "blue",
    *,
    only: Iterable[Piece | str] | None = None,
    columns: int = 0,
    names: bool = False,
    size: int = 640,
    theme: str = "light",
    patterns: bool = False,
) -> str:
    """The pieces of a variant side by side as SVG, `size` pixels wide, or only some of them."""
    chosen = variant(of)
    shown: Sequence[Piece] = chosen.pieces
    if only is not None:
        by_name = {piece.name: piece for piece in chosen.pieces}
        wanted = [str(piece) for piece in only]
        for name in wanted:
            if name not in by_name:
                raise PictureError(
                    f"{name!r} is not a piece of {chosen.name}: it has {', '.join(by_name)}"
                )
        shown = [by_name[name] for name in wanted]
    if not shown:
        raise PictureError("there are no pieces to draw")
    if columns < 0:
        raise PictureError(f"there cannot be {columns} columns: 0 means all in one row")
    return _svg.draw_pieces(
        chosen.board.grid,
        shown,
        _scene.known_colour(colour),
        width=checked_size(size),
        theme=checked_theme(theme),
        names=names,
        patterns=patterns,
        columns=columns,
    )
