"""What people are shown of an edition, as plain data: texts, a position to look at, its rules.

Everything may be left out. The page then says what follows from the board, pieces and variants.
Texts are English and marked for translation (`texts.marked`).
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Figure:
    """A picture of a rule: what lies on the board of a variant, and the piece that is tried.

    name     what the picture is about; each picture of an edition has another
    section  the part of the rules it belongs to: "beginning", "placing" or "players"
    variant  by whose rules the pieces lie there
    caption  what the reader is to see
    placed   colours with the cells of a piece, oldest first
    tried    a colour and the cells of the piece that somebody tries
    options  of the variant
    whole    whether the whole board is to be seen
    """

    name: str
    section: str
    variant: str
    caption: str
    placed: tuple[tuple[str, str], ...] = ()
    tried: tuple[str, str] | None = None
    options: tuple[tuple[str, str], ...] = ()
    whole: bool = False


@dataclass(frozen=True)
class WorkedScore:
    """A score worked out: the pieces that each colour has left, and who placed a single cell last.

    source  where the example comes from
    """

    name: str
    variant: str
    left: tuple[tuple[str, ...], ...]
    single_last: frozenset[str] = frozenset()
    source: str = ""


@dataclass(frozen=True)
class Solitaire:
    """A puzzle that is played with the edition: its id, what it is called and what is asked."""

    puzzle: str
    title: str
    task: str


@dataclass(frozen=True)
class RulesPage:
    """The page of rules of an edition: sentences for each part, pictures and examples.

    A part without sentences tells what follows from the variants. `scoring` is added to that.
    `pattern` is the id of a puzzle: a pattern to look at.
    """

    lead: str = ""
    pieces: tuple[str, ...] = ()
    beginning: tuple[str, ...] = ()
    placing: tuple[str, ...] = ()
    scoring: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    scores: tuple[WorkedScore, ...] = ()
    alone: tuple[Solitaire, ...] = ()
    pattern: str = ""


@dataclass(frozen=True)
class Presentation:
    """What people are shown of an edition.

    about   what it is, in one line: the size of the board, how many play
    pitch   one sentence for the first page
    sample  a position to look at: moves in playing order, with spaces between them
    """

    about: str = ""
    pitch: str = ""
    sample: str = ""
    rules: RulesPage = field(default_factory=RulesPage)
