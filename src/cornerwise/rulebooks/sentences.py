"""What several rulebooks say alike."""

from cornerwise.presentation import Figure
from cornerwise.texts import marked

ORDER = marked("The colours take turns: blue, yellow, red, green.")

PAIRS = marked("One plays blue and red, the other yellow and green.")
SUMS = marked("The points of both colours are added.")
TWO_TEAMS = marked(
    "Two against two: blue and red against yellow and green; a team's points are added."
)
TEAMS = marked("Blue and red play against yellow and green. The points of a team are added.")

BIG_FIRST = marked("Place the big pieces first: room for them grows scarce.")
CORNERS = marked("Count corners: keep as many open as you can for later.")
SHAPES = marked("Some shapes attack, others defend. Learn what each is good for.")
THROUGH = marked("Look for ways through the others' pieces, and don't let yourself be shut in.")
WATCH = marked("Watch which pieces the others still hold.")
BONUS = marked(
    "Don't let anyone place all pieces and earn the bonus, even if it costs you a piece."
)

SHORT_FOR_TWO = marked(
    "Place as many of your pieces as you can, one a turn. For two players, ten to fifteen minutes."
)
BOARD_OF_FOURTEEN = marked("The board has 196 spaces, two of them starting spaces.")
LOTS = marked("Draw lots to see who begins.")
EITHER_START = marked(
    "The first piece covers either of the two starting spaces. "
    "The other player takes the other one."
)
ALL_OF_BOTH = marked("Place all pieces of both colours.")

FIRST_PIECE = marked("The first piece covers a starting space")
CORNER_TO_CORNER = marked("Right: corner to corner")
SHARED_SIDE = marked("Wrong: the two pieces share a side")
OTHERS_TOUCH = marked("Different colours may share a side")
OTHERS_ON_SQUARES = Figure(
    "others",
    "placing",
    "duo",
    OTHERS_TOUCH,
    (("blue", "e10,e9,f9,f8"), ("yellow", "j5,j6,i6,i7"), ("blue", "g7,g6,g5,f5")),
    ("yellow", "h8,g8,g9"),
)
PLACING_ON_FOURTEEN = (
    Figure(
        "corner",
        "placing",
        "duo",
        CORNER_TO_CORNER,
        (("blue", "e10,e9,f9,f8"),),
        ("blue", "g7,h7,g6,g5"),
    ),
    Figure(
        "side",
        "placing",
        "duo",
        SHARED_SIDE,
        (("blue", "e10,e9,f9,f8"),),
        ("blue", "g8,h8,h7"),
    ),
    OTHERS_ON_SQUARES,
)
