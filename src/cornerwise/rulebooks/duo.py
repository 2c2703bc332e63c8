"""Duo: two colours on a small square (D1 to D3 of docs/rules.md)."""

from cornerwise.editions import Edition, Strength
from cornerwise.geometry import rectangle
from cornerwise.presentation import Figure, Presentation, RulesPage, Solitaire, WorkedScore
from cornerwise.recipes import EACH, Colour, Recipe
from cornerwise.rulebooks import sentences
from cornerwise.texts import marked

_SAMPLE = (
    "f8,g8,e9,f9,e10 j5,i6,j6,k6,i7 g4,g5,h5,h6,h7 h8,h9,h10,i10,i11 "
    "c6,b7,c7,c8,d8 g11,f12,g12,e13,f13 i8,j8,k8,l8,l9 k11,j12,k12,l12,k13 "
    "j2,h3,i3,j3,k3 e5,f5,f6,f7,g7 e2,d3,e3,f3,e4 c2,c3,b4,c4,d4 "
    "b11,c11,d11,c12,c13 l2,l3,m3,l4,l5 m5,n5,m6,n6,m7 a5,a6,a7,a8,b8"
)

_RULES = RulesPage(
    lead=sentences.SHORT_FOR_TWO,
    pieces=(
        sentences.BOARD_OF_FOURTEEN,
        marked("Each colour has 21 pieces of one to five squares. Turn and flip them as you like."),
    ),
    beginning=(sentences.LOTS, sentences.EITHER_START),
    advice=(
        sentences.BIG_FIRST,
        sentences.CORNERS,
        sentences.SHAPES,
        sentences.THROUGH,
        marked(
            "Watch which pieces your opponent still holds: what they can still do, and what not."
        ),
        marked("All 42 pieces could fit: leave your opponent little room."),
        marked("Yet placing all of your own usually beats hindering the other."),
    ),
    figures=(
        Figure(
            "start",
            "beginning",
            "duo",
            sentences.FIRST_PIECE,
            tried=("blue", "e10,e9,f9,f8,e11"),
        ),
        *sentences.PLACING_ON_FOURTEEN,
    ),
    scores=(
        WorkedScore(
            "books",
            "duo",
            (("V3", "I3", "L4"), ()),
            frozenset({"yellow"}),
            marked("The example of the German book."),
        ),
    ),
    pattern="cat",
    alone=(Solitaire("the-42", marked("The 42"), sentences.ALL_OF_BOTH),),
)

DUO = Edition(
    "duo",
    marked("Duo"),
    rectangle("duo", 14, 14),
    ("e10", "j5"),
    "10-15",
    strength=Strength(
        simulations=(25, 35, 80, 190, 430, 710, 1_540, 6_000, 200_000),
        temperatures=(2.25, 1.75, 1.4, 1.1, 0.95, 0.84, 0.59, 0.31, 0.0),
    ),
    graders=Strength(
        simulations=(25, 35, 80, 190, 430, 950, 2_000, 8_000, 200_000),
        temperatures=(2.25, 1.75, 1.4, 1.1, 0.95, 0.77, 0.5, 0.25, 0.0),
    ),
    presentation=Presentation(
        about=marked("14 by 14 spaces, 2 players"),
        pitch=marked("Duo: 14 by 14 spaces for two, a game of ten to fifteen minutes."),
        sample=_SAMPLE,
        rules=_RULES,
    ),
)

DUOS = (
    Recipe(
        "duo",
        marked("Duo"),
        DUO,
        seats=EACH[:2],
        by_lot=True,
        about=marked("Each plays one colour and begins on one of the two starting spaces."),
        gm="Blokus Duo",
        gtp="d",
        customary=((Colour.BLUE, "e10"), (Colour.YELLOW, "j5")),
    ),
)
