"""What the server tells besides games: boards, variants, lessons, rules and puzzles, as structures.

Their makers (`catalogue`, `lessons`, `figures`, `puzzles`) write plain data. The structures say how
it looks. `types` makes the page's types from them, and `openapi` the description for machines. A
test reads every real answer as one of them.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from cornerwise.server.base.messages import ColourName, ReasonView

Point = Annotated[tuple[float, float], Meta(extra_json_schema={"title": "Point"})]
Laid = tuple[ColourName, int]
Arrangement = Annotated[
    list[tuple[ColourName, list[int]]], Meta(extra_json_schema={"title": "Arrangement"})
]
"""Pieces by colour and cells: enough to draw them without knowing their numbers."""


# --- boards and variants ------------------------------------------------------------------


class Grid(Struct, forbid_unknown_fields=True):
    tiles: list[list[Point]]
    """The corners of a cell at (0, 0); the cell at (x, y) uses tile (x + y) mod their number."""
    unit: Point
    """The size of a lattice step in a picture whose cells have sides of length 1."""


class PieceData(Struct, forbid_unknown_fields=True):
    name: str
    size: int
    count: int
    """How many of it each colour has."""
    orientations: list[list[Point]]
    turned: list[int]
    flipped: list[int]


class EditionData(Grid, forbid_unknown_fields=True):
    name: str
    title: str
    grid: str
    scale: float
    """How much larger small pieces are drawn, so that their cells are seen as well."""
    turns: int
    width: int
    height: int
    shift: int
    rows: list[Point]
    names: list[str]
    places: list[Point]
    starts: list[int]
    pieces: list[PieceData]
    placements: int
    sample: list[Laid] | UnsetType = UNSET
    """A position to look at, of boards that games are played on."""
    sample_placements: list[tuple[int, int, int, Point]] | UnsetType = UNSET
    """Number, piece, orientation and way of each: drawn before all placements are numbered."""


class VariantSeat(Struct, forbid_unknown_fields=True):
    name: str
    colours: list[ColourName]
    team: int


class Choice(Struct, forbid_unknown_fields=True):
    name: str
    values: list[str]


class StartRuleData(Struct, forbid_unknown_fields=True):
    """Where colours may begin, and what the page calls it."""

    name: str
    title: str
    about: str


class ScoringData(Struct, forbid_unknown_fields=True):
    name: str
    title: str
    phrase: str
    heading: str
    cell: int
    """Points for each cell of a piece that is left over."""
    bonus: int
    """Points for placing everything,"""
    single_bonus: int
    """and on top of that if a piece of one cell came last."""
    most_wins: bool


class FamilyData(Struct, forbid_unknown_fields=True):
    """An edition that stands for itself, and what is said of it."""

    name: str
    title: str
    about: str
    pitch: str
    variant: str
    """What is played of it unless somebody says."""


class VariantData(Struct, forbid_unknown_fields=True):
    name: str
    title: str
    about: str
    edition: str
    family: str
    minutes: str
    colours: list[ColourName]
    team_count: int
    seats: list[VariantSeat]
    shared: ColourName | None
    spare: ColourName | None
    singles_last: bool
    own_starts: dict[ColourName, int]
    """The starting spaces of colours that have one of their own."""
    start_rules: list[StartRuleData]
    """The default first."""
    rules: list[str]
    scorings: list[ScoringData]
    """The default first."""
    table_first: str
    options: list[Choice]
    seats_by_spare: dict[str, list[VariantSeat]] | UnsetType = UNSET


class LevelData(Struct, forbid_unknown_fields=True):
    level: int
    elo: dict[str, float]
    """Elo points above the lowest level, by edition."""


class Language(Struct, forbid_unknown_fields=True):
    code: str
    name: str


class OwnAccount(Struct, forbid_unknown_fields=True):
    """Who is signed in."""

    name: str
    role: str
    waiting: int
    """How many reports wait for a moderator; nobody else is told."""


class StartData(Struct, forbid_unknown_fields=True):
    account: OwnAccount | None
    version: str
    language: str
    languages: list[Language]
    editions: dict[str, str]
    """The address of each edition's board."""
    families: list[FamilyData]
    quick: str
    """The family of the game that is offered first."""
    variants: list[VariantData]
    levels: list[LevelData]
    away_seconds: int
    chat: Annotated[str, Meta(extra_json_schema={"enum": ["text", "phrases", "off"]})]
    messages: str | UnsetType = UNSET
    """In the data of a page: the address of the words of the first page and of games,"""
    more_messages: str | UnsetType = UNSET
    """and that of all other words."""


class Reachable(Struct, forbid_unknown_fields=True):
    """Where others find this server, and whether the reader may let them in."""

    address: str | None
    may_open: bool


# --- lessons and rules --------------------------------------------------------------------


class BareReason(Struct, forbid_unknown_fields=True):
    """A reason without its words: the page says it in the reader's language."""

    code: str
    rule: str
    cells: list[int]


class LessonStep(Struct, forbid_unknown_fields=True):
    name: str
    colour: ColourName
    piece: int
    """The piece to place."""
    placed: list[Laid]
    legal: list[int]
    """Where it may lie,"""
    aim: list[int]
    """and which of these spots show the rule."""
    reasons: dict[str, BareReason]
    """Why it may not lie elsewhere, by placement."""
    open: list[int]
    """The cells from which the colour can go on, now and after each legal placement."""
    open_after: dict[str, list[int]]


class LessonData(Struct, forbid_unknown_fields=True):
    name: str
    variant: str
    """What to play afterwards."""
    board: EditionData
    steps: list[LessonStep]


class Tried(Struct, forbid_unknown_fields=True):
    colour: ColourName
    placement: int
    reason: BareReason | None


class RuleFigure(Struct, forbid_unknown_fields=True):
    """A picture of a rule: a position, and the piece that is tried, with why it may not lie."""

    section: Annotated[str, Meta(extra_json_schema={"enum": ["beginning", "placing", "players"]})]
    caption: str
    edition: str
    placed: list[Laid]
    tried: Tried | None
    whole: bool


class WorkedColour(Struct, forbid_unknown_fields=True):
    colour: ColourName
    left: list[int]
    single_last: bool
    points: int


class WorkedScore(Struct, forbid_unknown_fields=True):
    colours: list[WorkedColour]
    teams: dict[str, int]
    source: str


class SolitaireData(Struct, forbid_unknown_fields=True):
    """A puzzle that is played with the edition: its id, what it is called and what is asked."""

    puzzle: str
    title: str
    task: str


class RulesData(Struct, forbid_unknown_fields=True):
    """The rules of a family. What it says nothing of follows from the board and the variants."""

    edition: str
    lead: str
    pieces: list[str]
    beginning: list[str]
    placing: list[str]
    scoring: list[str]
    advice: list[str]
    alone: list[SolitaireData]
    pattern: str
    """The id of a pattern to look at."""
    figures: dict[str, RuleFigure]
    scores: dict[str, WorkedScore]


# --- puzzles ------------------------------------------------------------------------------


class ContactData(Struct, forbid_unknown_fields=True):
    own: Annotated[str, Meta(extra_json_schema={"enum": ["vertices", "free"]})]
    touch: Annotated[str, Meta(extra_json_schema={"enum": ["free", "each", "chain"]})]
    equal: Annotated[str, Meta(extra_json_schema={"enum": ["free", "edges", "apart"]})]


class PuzzleAbout(Struct, forbid_unknown_fields=True):
    id: str
    title: str
    grid: str
    game: str | None
    goal: Annotated[str, Meta(extra_json_schema={"enum": ["fill", "place"]})]
    contact: ContactData
    cells: int
    piece_count: int
    piece_cells: int
    colours: list[ColourName]
    level: int
    unique: bool


class PuzzleSummary(PuzzleAbout, forbid_unknown_fields=True):
    places: list[Point]
    picture: Arrangement
    """A position to look at, empty for patterns."""


class PuzzleData(PuzzleAbout, forbid_unknown_fields=True):
    board: EditionData
    pieces: dict[ColourName, list[int]]
    note: str


class PuzzleList(Struct, forbid_unknown_fields=True):
    grids: dict[str, Grid]
    puzzles: list[PuzzleSummary]


class WhyAnswer(Struct, forbid_unknown_fields=True):
    reason: ReasonView | None


class Verdict(Struct, forbid_unknown_fields=True):
    """Whether a puzzle can still be solved, and with a hint one right piece."""

    verdict: Annotated[str, Meta(extra_json_schema={"enum": ["yes", "no", "unknown"]})]
    colour: ColourName | UnsetType = UNSET
    placement: int | UnsetType = UNSET


class OfTheDay(Struct, forbid_unknown_fields=True):
    """What to solve on a day, and whether it is among the puzzles or the problems."""

    date: str
    kind: Annotated[str, Meta(extra_json_schema={"enum": ["pattern", "problem"]})]
    id: str
    title: str
    variant: str | None
    """Whose rules hold, and then its number among the problems of that variant."""
    number: int | None
    level: int
    grid: Grid
    places: list[Point]
    picture: Arrangement
    """What lies there already: nothing where a pattern is to be filled."""


# --- problems -----------------------------------------------------------------------------


class ProblemAbout(Struct, forbid_unknown_fields=True):
    id: str
    number: int
    """Among the problems of its variant."""
    variant: str
    edition: str
    to_play: ColourName
    goal: Annotated[str, Meta(extra_json_schema={"enum": ["win", "draw", "loss"]})]
    """What the best move reaches."""
    level: int
    rating: int
    placed: dict[ColourName, list[int]]


class ProblemData(ProblemAbout, forbid_unknown_fields=True):
    sides: list[list[ColourName]]
    """The colours of the side to move, then those of the other."""
    legal: list[int]
    """Placements, ascending, each as its difference to the one before."""
    left: dict[ColourName, list[int]]


class ProblemList(Struct, forbid_unknown_fields=True):
    games: dict[str, int]
    """How many problems each variant has."""
    problems: list[ProblemAbout]


class TryAnswer(Struct, forbid_unknown_fields=True):
    """What a move comes to if both sides play on perfectly."""

    right: bool
    margin: int
    """By how much the side that moved comes out ahead."""
    best: int
    """The same for the best move."""
    line: list[tuple[ColourName, int]]
    """The moves up to the end of the game, beginning with this one."""
    second: int | UnsetType = UNSET
    """The margin of the second best move, once the best one is found."""


class ProblemHint(Struct, forbid_unknown_fields=True):
    piece: int
    placement: int | UnsetType = UNSET
    """Only if the whole move was asked for."""
