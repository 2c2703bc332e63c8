"""Classic: four colours on a large square (C1 to C9 of docs/rules.md)."""

from dataclasses import replace

from cornerwise.editions import Edition, Strength
from cornerwise.geometry import rectangle
from cornerwise.presentation import Figure, Presentation, RulesPage, Solitaire, WorkedScore
from cornerwise.recipes import COLOURS, PAIRS, Recipe, StartRule
from cornerwise.rulebooks import sentences
from cornerwise.scoring import ADVANCED, BASIC
from cornerwise.texts import marked

_SAMPLE = (
    "c18,b19,c19,a20,b20 r18,r19,s19,s20,t20 s1,t1,r2,s2,r3 a1,b1,b2,c2,b3 "
    "e15,d16,e16,f16,d17 p15,o16,p16,p17,q17 p4,q4,o5,p5,p6 d3,e3,e4,f4,f5 "
    "h12,f13,g13,h13,f14 m12,m13,m14,n14,n15 q7,q8,p9,q9,p10 g6,g7,h7,i7,i8 "
    "j10,k10,l10,i11,j11 k11,l11,k12,j13,k13 m9,m10,m11,n11,o11 l8,m8,j9,k9,l9 "
    "i14,i15,i16,j16,i17 q11,q12,q13,r13,q14 l5,k6,l6,m6,n6 f8,f9,e10,f10,f11 "
    "k17,j18,k18,l18,k19 r7,s7,r8,r9,r10 k2,j3,k3,l3,k4 c8,b9,c9,d9,c10 "
    "c11,d11,e11,d12,e12 k15,l15,k16,l16,l17 g3,g4,h4,i4,g5 o8,n9,o9,n10,o10"
)

_FOURS = ("I4", "L4", "T4", "O4")
_RED = ("V3", *_FOURS, "W5")
_GREEN = ("I3", "L4", "Z4", "T4", "P5")

_RULES = RulesPage(
    lead=marked("Place as many of your pieces as you can, one a turn. For one to four players."),
    pieces=(
        marked("The board has 400 spaces. The four corners are the starting spaces."),
        marked("Each colour has 21 pieces of one to five squares. Turn and flip them as you like."),
    ),
    beginning=(
        sentences.ORDER,
        marked("Blue begins. Four players may also agree on another colour, or draw lots."),
        marked(
            "Your first piece covers your own corner. "
            "With free corners it covers any corner that is still free."
        ),
    ),
    scoring=(marked("Basic scoring has no bonus: fewest squares left wins."),),
    advice=(
        sentences.BIG_FIRST,
        sentences.CORNERS,
        sentences.SHAPES,
        sentences.THROUGH,
        sentences.WATCH,
        sentences.BONUS,
    ),
    figures=(
        Figure(
            "start",
            "beginning",
            "classic",
            sentences.FIRST_PIECE,
            tried=("blue", "a20,a19,a18,b18"),
        ),
        Figure(
            "corner",
            "placing",
            "classic",
            sentences.CORNER_TO_CORNER,
            (("blue", "a20,a19,a18,b18"),),
            ("blue", "c17,d17,d16,d15,c15"),
        ),
        Figure(
            "side",
            "placing",
            "classic",
            sentences.SHARED_SIDE,
            (("blue", "a20,a19,a18,b18"),),
            ("blue", "c18,d18,d17"),
        ),
        sentences.OTHERS_ON_SQUARES,
        Figure(
            "partners",
            "players",
            "classic_teams",
            marked("Partners start in opposite corners"),
            (
                ("blue", "a20,b20,b19"),
                ("yellow", "t20,s20,s19,r19"),
                ("red", "t1,t2,s2,s3,s4"),
            ),
            ("green", "a1,a2,a3,b3"),
            whole=True,
        ),
    ),
    scores=(
        WorkedScore(
            "books",  # the German and the Polish book (C9)
            "classic_teams",
            ((), ("L4", "T4"), _RED, _GREEN),
            frozenset({"blue"}),
            marked("The example of the German and the Polish book. The sums are those of teams."),
        ),
        WorkedScore(
            "portuguese",
            "classic_teams",
            ((), ("V3",), _RED, _GREEN),
            frozenset({"blue"}),
            marked(
                "The Portuguese book's example. "
                "It prints −28 for yellow and green; −3 and −20 are −23."
            ),
        ),
    ),
    pattern="cat",
    alone=(
        Solitaire(
            "the-84",
            marked("The 84"),
            marked("Place all pieces of all four colours. The four one-square pieces come last."),
        ),
        Solitaire(
            "rectangle",
            marked("The rectangle"),
            marked(
                "Fill a rectangle with the twenty pieces of four squares. "
                "Equal shapes may not touch."
            ),
        ),
    ),
)

CLASSIC = Edition(
    "classic",
    marked("Classic"),
    rectangle("classic", 20, 20),
    ("a20", "t20", "t1", "a1"),
    "20-30",
    strength=Strength(
        simulations=(25, 35, 70, 145, 300, 650, 1_600, 10_000, 60_000),
        temperatures=(2.25, 1.87, 1.4, 1.1, 0.93, 0.77, 0.5, 0.25, 0.0),
    ),
    presentation=Presentation(
        about=marked("20 by 20 spaces, 1 to 4 players"),
        pitch=marked("Classic: 20 by 20 spaces, up to four colours from the corners."),
        sample=_SAMPLE,
        rules=_RULES,
    ),
)

_CORNERS = StartRule(own=tuple((colour, at) for at, colour in enumerate(COLOURS)))
_FREE = StartRule(
    title=marked("Free corners"), about=marked("Begin in any corner that is still free")
)
_DIAGONAL = replace(_FREE, partners=frozenset({2}), others=frozenset({1}), rule="C4")
_STARTS = {"own": _CORNERS, "free": _FREE}

CLASSICS = (
    Recipe(
        "classic",
        marked("Classic for four"),
        CLASSIC,
        _STARTS,
        about=marked("Each plays one colour. Fewest squares left wins."),
        gm="Blokus",
        gtp="c",
    ),
    Recipe(
        "classic_2",
        marked("Classic for two"),
        CLASSIC,
        _STARTS,
        seats=PAIRS,
        about=marked(
            "Each plays two colours, blue and red against yellow and green; both count together."
        ),
        rules=(sentences.PAIRS, sentences.SUMS),
        gm="Blokus Two-Player",
        gtp="c2",
    ),
    Recipe(
        "classic_3",
        marked("Classic for three"),
        CLASSIC,
        _STARTS,
        spare="shared",
        about=marked(
            "Each plays one colour; the fourth is played by all three in turn and does not count."
        ),
        rules=(
            marked(
                "Each plays one colour. The fourth colour is shared: "
                "you take its turns one after the other."
            ),
            marked(
                "The shared colour counts for nobody. The game ends when no player can place a "
                "piece of their own colour."
            ),
        ),
        gm="Blokus Three-Player",
        gtp="c3",
    ),
    Recipe(
        "classic_teams",
        marked("Classic in teams"),
        CLASSIC,
        {"own": _CORNERS, "free": _DIAGONAL},
        teams=(0, 1, 0, 1),
        about=sentences.TWO_TEAMS,
        rules=(sentences.TEAMS, marked("Partners start in opposite corners.")),
        gm="Blokus",
    ),
    Recipe(
        "classic_solo",
        marked("Classic solo: the 84"),
        CLASSIC,
        _STARTS,
        seats=(COLOURS,),
        scorings=(BASIC, ADVANCED),
        singles_last=True,
        about=marked("Place all 84 pieces, the four one-square pieces last."),
        gm="Blokus",
    ),
)
