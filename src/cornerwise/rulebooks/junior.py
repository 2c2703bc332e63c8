"""Junior: two colours on Duo's board, simple shapes, each twice (J1 to J3 of docs/rules.md)."""

from cornerwise.editions import Edition
from cornerwise.geometry import rectangle
from cornerwise.presentation import Figure, Presentation, RulesPage
from cornerwise.recipes import EACH, Colour, Recipe
from cornerwise.rulebooks import sentences
from cornerwise.rulebooks.duo import DUO
from cornerwise.scoring import BASIC
from cornerwise.texts import marked

_SHAPES = ("I1", "I2", "I3", "V3", "I4", "L4", "O4", "T4", "Z4", "I5", "L5", "P5")

_RULES = RulesPage(
    lead=sentences.SHORT_FOR_TWO,
    pieces=(
        sentences.BOARD_OF_FOURTEEN,
        marked("Each colour has twelve shapes of one to five squares, and two pieces of each."),
        marked("Turn and flip them as you like."),
    ),
    beginning=(sentences.LOTS, sentences.EITHER_START),
    advice=(
        sentences.BIG_FIRST,
        sentences.CORNERS,
        sentences.THROUGH,
        marked("Each shape comes twice: watch which ones your opponent has used up."),
        marked("All 48 pieces could fit: leave your opponent little room."),
    ),
    figures=(
        Figure(
            "start",
            "beginning",
            "junior",
            sentences.FIRST_PIECE,
            tried=("blue", "e10,e9,f9,f8"),
        ),
        *sentences.PLACING_ON_FOURTEEN,
    ),
    pattern="cat",
)

JUNIOR = Edition(
    "junior",
    marked("Junior"),
    rectangle("junior", 14, 14),
    ("e10", "j5"),
    "10-15",
    shapes=_SHAPES * 2,
    strength=DUO.strength,
    presentation=Presentation(
        about=marked("Twelve shapes, each twice, 2 players"),
        pitch=marked("Junior: the board of Duo with the simpler shapes, two of each."),
        rules=_RULES,
    ),
)

JUNIORS = (
    Recipe(
        "junior",
        marked("Junior"),
        JUNIOR,
        seats=EACH[:2],
        scorings=(BASIC,),
        by_lot=True,
        about=marked("Each plays one colour and has every piece twice. Fewest squares left wins."),
        gm="Blokus Junior",
        gtp="j",
        customary=((Colour.BLUE, "e10"), (Colour.YELLOW, "j5")),
    ),
)
