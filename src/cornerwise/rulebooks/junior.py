"""Junior: two colours on Duo's board, simple shapes, each twice (J1 to J3 of docs/rules.md)."""

from cornerwise.editions import Edition, Strength
from cornerwise.geometry import rectangle
from cornerwise.presentation import Figure, Presentation, RulesPage, Solitaire
from cornerwise.recipes import EACH, Colour, Recipe
from cornerwise.rulebooks import sentences
from cornerwise.rulebooks.duo import DUO
from cornerwise.scoring import BASIC
from cornerwise.texts import marked

_SHAPES = ("I1", "I2", "I3", "V3", "I4", "L4", "O4", "T4", "Z4", "I5", "L5", "P5")

_SAMPLE = (
    "f8,e9,f9,e10 j5,i6,j6,j7 h5,g6,h6,g7,h7 g8,h8,i8,h9,i9 g10,h10,i10,j10,j11 "
    "k8,k9,k10,k11,k12 j3,k3,i4,j4,k4 l3,l4,l5,l6,l7 i12,i13,j13,k13,l13 e6,f6,e7,f7,e8 "
    "b10,c10,c11,d11 c8,c9,d9,d10 c4,d4,e4,f4,g4 e11,d12,e12,f12 b12,b13,b14,c14 "
    "a7,b7,a8,a9,a10 l1,m1,l2,m2 k1,h2,i2,j2,k2 g12,g13,g14,h14 m8,m9,n9,n10"
)

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
    alone=(Solitaire("the-48", marked("The 48"), sentences.ALL_OF_BOTH),),
)

JUNIOR = Edition(
    "junior",
    marked("Junior"),
    rectangle("junior", 14, 14),
    ("e10", "j5"),
    "10-15",
    shapes=_SHAPES * 2,
    # Much as in Duo up to level 7. Here as many simulations beyond it would make too large steps.
    strength=Strength(
        simulations=(22, 35, 92, 190, 430, 950, 2_000, 6_000, 16_000),
        temperatures=(2.44, 1.75, 1.35, 1.1, 0.95, 0.77, 0.5, 0.28, 0.0),
    ),
    weights=DUO.name,  # the same board and some of the same pieces: they serve it well
    presentation=Presentation(
        about=marked("Each shape twice, 2 players"),
        pitch=marked("Junior: the board of Duo with the simpler shapes, two of each."),
        sample=_SAMPLE,
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
