"""A reason: a true statement about a move, as data and in words.

What each kind of reason means exactly stands in docs/tutor.md. A colour's name is always the
subject of the sentence, so that no language has to put names into another case.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from cornerwise.texts import Message, Value, counted, grouped, marked
from cornerwise.variants import Colour

Words = str | tuple[str, str]
"""A sentence, or its singular and plural."""

WORDS: dict[str, Words] = {
    "only": marked("{colour} has no other move."),
    "wins": counted(
        "This surely wins by {n} point or more.", "This surely wins by {n} points or more."
    ),
    "draws": marked("This surely leads to a tie or better."),
    "loses": counted(
        "This loses by {n} point if nobody makes a mistake.",
        "This loses by {n} points if nobody makes a mistake.",
    ),
    "complete": marked("{colour} has placed all its pieces."),
    "large": marked("{colour} places one of the largest pieces that fit."),
    "smaller": marked("{colour} could cover these spaces and more with {pieces}."),
    "scarce": counted(
        "{colour} had only {n} spot left for {pieces}.",
        "{colour} had only {n} spots left for {pieces}.",
    ),
    "opens": counted("{colour} opens {n} new corner.", "{colour} opens {n} new corners."),
    "closes": counted("{colour} loses {n} open corner.", "{colour} loses {n} open corners."),
    "sheltered": counted(
        "{colour} keeps {n} open corner that no opponent can cover next.",
        "{colour} keeps {n} open corners that no opponent can cover next.",
    ),
    "threat": counted(
        "{colour} can cover {n} of these corners next.",
        "{colour} can cover {n} of these corners next.",
    ),
    "fits": marked("{colour} can cover these corners only with {pieces}."),
    "unfit": marked("{colour} has no piece left that could cover these corners next."),
    "reaches": counted(
        "{colour} reaches {n} new space with its next piece.",
        "{colour} reaches {n} new spaces with its next piece.",
    ),
    "hampers": counted(
        "{colour} reaches {n} space fewer with its next piece.",
        "{colour} reaches {n} spaces fewer with its next piece.",
    ),
    "nears": counted(
        "{colour} comes {n} step nearer to the centre.",
        "{colour} comes {n} steps nearer to the centre.",
    ),
    "cuts": counted(
        "{colour} is cut off for good from {n} of {before} spaces.",
        "{colour} is cut off for good from {n} of {before} spaces.",
    ),
    "confines": counted(
        "{colour} can reach only {n} more space, less than its pieces need.",
        "{colour} can reach only {n} more spaces, fewer than its pieces need.",
    ),
    "kisses": counted(
        "{colour} can still slip past this piece at {n} corner.",
        "{colour} can still slip past this piece at {n} corners.",
    ),
    "enters": counted(
        "{colour} gets a way into an area of {n} space.",
        "{colour} gets a way into an area of {n} spaces.",
    ),
    "claims": counted(
        "{colour} gains {n} space that nobody else can reach.",
        "{colour} gains {n} spaces that nobody else can reach.",
    ),
    "safe": marked("{colour} has room of its own for {pieces}."),
    "denies": marked("{colour} can no longer place {pieces}."),
    "tightens": counted(
        "{colour} has only {n} spot left for {pieces}.",
        "{colour} has only {n} spots left for {pieces}.",
    ),
    "finishes": marked("{colour} can place no more pieces."),
    "bonus": marked("{colour} can still place all its pieces."),
    "no_bonus": marked("{colour} can no longer place all its pieces."),
    "single_kept": marked("{colour} keeps {pieces} for last."),
    "single_spent": marked("{colour} can no longer place {pieces} last."),
    "mirrors": marked("{colour} mirrors the opponent's pieces."),
    "unmirrors": marked("{colour} makes a move that cannot be mirrored."),
}
"""The sentence of every kind of reason."""

VERTEX_WORDS: dict[str, Words] = {
    "opens": counted("{colour} opens {n} new vertex.", "{colour} opens {n} new vertices."),
    "closes": counted("{colour} loses {n} open vertex.", "{colour} loses {n} open vertices."),
    "sheltered": counted(
        "{colour} keeps {n} open vertex that no opponent can cover next.",
        "{colour} keeps {n} open vertices that no opponent can cover next.",
    ),
    "threat": counted(
        "{colour} can cover {n} of these vertices next.",
        "{colour} can cover {n} of these vertices next.",
    ),
    "fits": marked("{colour} can cover these vertices only with {pieces}."),
    "unfit": marked("{colour} has no piece left that could cover these vertices next."),
    "kisses": counted(
        "{colour} can still slip past this piece at {n} vertex.",
        "{colour} can still slip past this piece at {n} vertices.",
    ),
}
"""The sentences that differ where cells are triangles: there a corner is called a vertex."""

MANY_WORDS: dict[str, tuple[str, str]] = {
    "safe": counted(
        "{colour} has room of its own for {n} piece: {pieces}.",
        "{colour} has room of its own for {n} pieces, such as {pieces}.",
    ),
    "denies": counted(
        "{colour} can no longer place {n} piece: {pieces}.",
        "{colour} can no longer place {n} of its pieces, such as {pieces}.",
    ),
}
"""The sentences about more pieces than are named; they count the pieces."""

NAMED = 3
"""So many pieces are named, the largest."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A statement about a move that can be counted on the board.

    name     its kind, as "closes"
    colour   whom it speaks of
    good     whether it speaks for the move or against it
    cells    the cells to draw, ascending
    pieces   the names of the pieces it speaks of
    numbers  what was counted, as pairs of a name and a number; the sentence counts by "n"
    vertex   whether corners are called vertices here

    >>> Reason("closes", Colour.YELLOW, True, cells=(3, 8), numbers=(("n", 2),)).text
    'Yellow loses 2 open corners.'
    """

    name: str
    colour: Colour
    good: bool
    cells: tuple[int, ...] = ()
    pieces: tuple[str, ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()
    vertex: bool = False

    @property
    def n(self) -> int:
        """The number that the sentence counts by; without one, how many pieces it speaks of."""
        return dict(self.numbers).get("n", len(self.pieces) or 1)

    @property
    def message(self) -> Message:
        """The sentence as data for a page. The values are a colour and names of pieces."""
        words = VERTEX_WORDS.get(self.name) if self.vertex else None
        words = words or WORDS[self.name]
        values: dict[str, Value] = {"colour": self.colour.value}
        pieces = grouped(self.pieces)
        if len(pieces) > NAMED and self.name in MANY_WORDS:
            values["pieces"] = pieces[-NAMED:]  # they come smallest first
            return Message(*MANY_WORDS[self.name], len(self.pieces), values)
        values |= {name: number for name, number in self.numbers if name != "n"}
        if self.pieces:
            values["pieces"] = pieces
        if isinstance(words, str):
            return Message(words, values=values)
        return Message(*words, self.n, values)

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.message.text

    def implies(self, other: Reason) -> bool:
        """Whether the other statement holds as well wherever this one does.

        Of two counts the greater says more, and so do more pieces of the same kind.
        """
        if (self.name, self.colour) != (other.name, other.colour):
            return False
        mine, theirs = Counter(self.pieces), Counter(other.pieces)
        if self.name in LESS_SAYS_MORE:
            return mine <= theirs and self.n <= other.n
        return mine >= theirs and self.n >= other.n

    def __str__(self) -> str:
        return self.text


LESS_SAYS_MORE = frozenset({"scarce", "tightens", "confines", "fits", "loses"})
"""The kinds of which a smaller number, or fewer pieces, says more."""
