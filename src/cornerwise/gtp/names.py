"""The words of the dialect for games and colours, and a custom of its controllers."""

from __future__ import annotations

from cornerwise.game import Game
from cornerwise.gtp.protocol import Failure
from cornerwise.notation import Move
from cornerwise.records.dialect import game_names, meant
from cornerwise.variants import COLOURS, VARIANTS, Colour, Variant, variant

_TWO = (
    {"b", "black", "1", "blue", "purple"},
    {"w", "white", "2", "yellow", "green", "orange"},
)
"""What controllers call the two colours of Duo, whose second one has had several names."""


def colour_named(chosen: Variant, word: str) -> Colour:
    """The colour of a variant that a controller means: 1 to 4 or its name, in Duo also B and W."""
    text = word.lower()
    of_two = len(chosen.colours) == 2
    for number, colour in enumerate(COLOURS, start=1):
        words = _TWO[number - 1] if of_two and number <= 2 else {str(number), str(colour)}
        if text in words and colour in chosen.colours:
            return colour
    raise Failure(f"invalid color argument '{word}'")


def long_name(name: str) -> str:
    """The name of the variant that has this short one, else the name itself."""
    return next((known for known, of in VARIANTS.items() if of.recipe.gtp == name), name)


def game_named(text: str, options: tuple[tuple[str, str], ...] = ()) -> Variant:
    """The variant with a name of ours or one of .blksgf files, and what applies of the options."""
    words = " ".join(text.lower().split())
    name = meant(words) or words
    if name not in VARIANTS:
        known = ", ".join(game_names())
        raise Failure(f"invalid argument: the games are {known}")
    chosen = VARIANTS[name]
    for option, value in options:
        if value in chosen.choices.get(option, ()):
            chosen = variant(chosen, **{option: value})
    return chosen


def customary(game: Game, move: Move) -> Move:
    """The move. On an empty board it is turned to the start field that controllers expect."""
    custom = dict(game.variant.recipe.customary)
    if game.position.occupied or game.to_play not in custom:
        return move
    board = game.variant.board
    if board.cell(custom[game.to_play]) in move.cells:
        return move
    # The cells are numbered row by row, so half a turn of the board reverses their order.
    number = game.tables.number(len(board) - 1 - cell for cell in move.cells)
    assert number is not None
    return game.move(number)
