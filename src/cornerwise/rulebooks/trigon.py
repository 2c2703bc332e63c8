"""Trigon: four colours on a hexagon of triangles (T1 to T9 of docs/rules.md)."""

from cornerwise.editions import Edition, Strength
from cornerwise.geometry import hexagon
from cornerwise.presentation import Figure, Presentation, RulesPage, Solitaire, WorkedScore
from cornerwise.recipes import COLOURS, PAIRS, Recipe, StartRule
from cornerwise.rulebooks import sentences
from cornerwise.scoring import ADVANCED, BASIC
from cornerwise.texts import marked

_SAMPLE = (
    "l10,k11,l11,m11,j12,k12 y7,z7,x8,y8,z8,x9 s13,t13,u13,r14,s14,r15 "
    "w11,x11,y11,w12,y12,z12 p10,q10,r10,o11,p11,q11 u7,s8,t8,u8,v8,t9 "
    "m13,o13,m14,n14,o14,p14 z10,aa10,ab10,ac10,ad10,ad11 p6,o7,p7,o8,p8,p9 "
    "u4,v4,t5,u5,v5,u6 r16,s16,t16,u16,q17,r17 ac8,ad8,ad9,ae9,af9,ag9 "
    "h8,i8,j8,h9,j9,k9 n3,o3,p3,q3,q4,r4 s10,t10,u10,s11,t11,s12 "
    "y5,y6,z6,aa6,ab6,ab7 g5,f6,g6,h6,i6,h7 l4,m4,l5,m5,l6,m6 "
    "k15,l15,m15,i16,j16,k16 aa13,z14,aa14,ab14,z15,ab15 e9,d10,e10,f10,g10,d11 "
    "v2,w2,v3,w3,x3,y3 w16,x16,w17,x17,y17,z17 v6,w6,v7,w7,x7,w8 "
    "g13,i13,g14,h14,i14,h15 j6,i7,j7,k7,k8,l8 q7,r7,s7,q8,r8,r9 s5,q6,r6,s6,t6,t7 "
    "k3,l3,m3,j4,k4,j5 d8,e8,f8,g8,f9,g9 x12,w13,x13,y13,z13,y14 t2,r3,s3,t3,u3,s4"
)

_BAR = (("blue", "r15,q15,p15,s15,t15"),)
_INSIDE = ("blue", "r13,s13,t13,s14")

_FIGURES = (
    Figure("start", "beginning", "trigon", sentences.FIRST_PIECE, tried=_BAR[0]),
    Figure(
        "vertex",
        "placing",
        "trigon",
        marked("Right: vertex to vertex"),
        _BAR,
        ("blue", "t13,u13,v13,u14"),
    ),
    Figure(
        "inside",
        "placing",
        "trigon",
        marked("Right: vertex to a point inside a side"),
        _BAR,
        _INSIDE,
    ),
    Figure(
        "side",
        "placing",
        "trigon",
        sentences.SHARED_SIDE,
        _BAR,
        ("blue", "u15,v15,w15"),
    ),
    Figure(
        "others",
        "placing",
        "trigon",
        sentences.OTHERS_TOUCH,
        (*_BAR, ("yellow", "y11,z11,y12,z12,y13,z13")),
        ("yellow", "r14,s14,t14,u14,v14,w14"),
    ),
    Figure(
        "vertices_only",
        "placing",
        "trigon",
        marked("With the option “Vertices only”: wrong"),
        _BAR,
        _INSIDE,
        options=(("touch", "vertices"),),
    ),
    Figure(
        "opposite",
        "players",
        "trigon_2",
        marked("Two players: red starts opposite blue"),
        (("blue", "r14,q15,r15,s15"), ("yellow", "y12,z12,aa12,z13")),
        ("red", "q4,r4,s4,r5"),
        whole=True,
    ),
    Figure(
        "alternate",
        "players",
        "trigon_3",
        marked("Three players: one starting space stays free between two"),
        (("blue", "p13,o14,p14,q14"), ("yellow", "w5,x5,y5,x6")),
        ("red", "g5,h5,i5,h6"),
        whole=True,
    ),
    Figure(
        "spacing",
        "players",
        "trigon_3",
        marked("Wrong: no starting space stays free between the two"),
        (("blue", "p13,o14,p14,q14"),),
        ("yellow", "w11,x11,y11,x12"),
        whole=True,
    ),
)

_RULES = RulesPage(
    lead=marked(
        "Place as many of your pieces as you can, one a turn. "
        "For one to four players, twenty to thirty minutes."
    ),
    pieces=(
        marked(
            "The board has 486 spaces. Six of them are starting spaces, the same for all colours."
        ),
        marked(
            "Each colour has 22 pieces of one to six triangles. Turn and flip them as you like."
        ),
    ),
    advice=(
        marked("Head for the centre early: a colour shut in at its edge places little."),
        sentences.BIG_FIRST,
        marked("Count vertices: keep as many open as you can for later."),
        sentences.SHAPES,
        sentences.THROUGH,
        sentences.WATCH,
        sentences.BONUS,
    ),
    figures=_FIGURES,
    scores=(
        WorkedScore(
            "books",
            "trigon",
            (
                (),
                ("C4", "A4", "I4"),
                ("L5", "A4"),
                ("C4", "I4", "P5", "S6", "X6", "O6"),
            ),
            frozenset({"blue"}),
            marked("The example of the Czech book."),
        ),
    ),
    pattern="fox",
    alone=(Solitaire("the-88", marked("The 88"), marked("Place all pieces of all four colours.")),),
)

_STRENGTH = Strength(
    simulations=(25, 33, 75, 170, 330, 700, 1_500, 4_500, 40_000),
    temperatures=(2.05, 1.7, 1.4, 1.12, 0.96, 0.85, 0.68, 0.4, 0.0),
)
TRIGON = Edition(
    "trigon",
    marked("Trigon"),
    hexagon("trigon", 9),
    ("r15", "z12", "z7", "r4", "j7", "j12"),
    "20-30",
    strength=_STRENGTH,
    graders=Strength(
        simulations=(25, 33, 75, 170, 330, 700, 1_250, 4_500, 40_000),
        temperatures=(2.05, 1.7, 1.4, 1.12, 0.96, 0.85, 0.73, 0.4, 0.0),
    ),
    presentation=Presentation(
        about=marked("486 spaces, 1 to 4 players"),
        pitch=marked("Trigon: a hexagon of 486 triangular spaces, up to four colours."),
        sample=_SAMPLE,
        rules=_RULES,
    ),
)
TRIGON_INNER = Edition(
    "trigon8",
    "Trigon",
    hexagon("trigon8", 8),
    ("p14", "x11", "x6", "p3", "h6", "h11"),
    "20-30",
    family="trigon",
    strength=_STRENGTH,
    weights="trigon",  # so alike that what was learned of one serves for the other
)

_OPPOSITE = StartRule(partners=frozenset({3}), others=frozenset({1, 2}), rule="T7")
_ALTERNATE = StartRule(others=frozenset({2}), rule="T6")

TRIGONS = (
    Recipe(
        "trigon",
        marked("Trigon for four"),
        TRIGON,
        about=marked("Each plays one colour and begins on any free starting space."),
        gm="Blokus Trigon",
        gtp="t",
    ),
    Recipe(
        "trigon_2",
        marked("Trigon for two"),
        TRIGON,
        {"free": _OPPOSITE},
        seats=PAIRS,
        about=marked("Each plays two colours; the second starts opposite the first."),
        rules=(
            sentences.PAIRS,
            marked("Your second colour starts opposite your first."),
            sentences.SUMS,
        ),
        gm="Blokus Trigon Two-Player",
        gtp="t2",
    ),
    Recipe(
        "trigon_3",
        marked("Trigon for three"),
        TRIGON_INNER,
        {"free": _ALTERNATE},
        spare="unused",
        about=marked(
            "Each plays one colour on the smaller hexagon; "
            "one starting space stays free between two."
        ),
        rules=(
            marked("The fourth colour is not used. You play on the inner 384 spaces."),
            marked("Between two starting spaces that are covered, one stays free."),
        ),
        gm="Blokus Trigon Three-Player",
        gtp="t3",
    ),
    Recipe(
        "trigon_teams",
        marked("Trigon in teams"),
        TRIGON,
        teams=(0, 1, 0, 1),
        about=sentences.TWO_TEAMS,
        rules=(sentences.TEAMS,),
        gm="Blokus Trigon",
    ),
    Recipe(
        "trigon_solo",
        marked("Trigon solo: the 88"),
        TRIGON,
        seats=(COLOURS,),
        scorings=(BASIC, ADVANCED),
        about=marked("Place all 88 pieces."),
        gm="Blokus Trigon",
    ),
)
