"""The variants of the five rulebooks, as frozen values in one registry.

A `Variant` says everything that distinguishes one game from another: board, pieces, colours and
their order, who plays which colour, start fields and the rule for them, contact rule, scoring. The
rules read these values and ask no variant for its name. To add a variant, add a `_Recipe`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from cornerwise.errors import VariantError
from cornerwise.geometry import Board, hexagon, rectangle
from cornerwise.pieces import Piece, piece_set


class Colour(StrEnum):
    """The four colours in their order round the board (R2)."""

    BLUE = "blue"
    YELLOW = "yellow"
    RED = "red"
    GREEN = "green"

    def __repr__(self) -> str:
        return repr(self.value)  # a colour is its name: scores and tours read better


COLOURS = tuple(Colour)

LOT = "lot"
"""As the colour that begins: one that is drawn."""


@dataclass(frozen=True)
class Edition:
    """A board and its start fields, clockwise from the top or the top left."""

    name: str
    title: str
    board: Board
    start_fields: tuple[str, ...]
    minutes: str

    @cached_property
    def fields(self) -> tuple[int, ...]:
        """The cells of the start fields."""
        return tuple(self.board.cell(name) for name in self.start_fields)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of each colour (R1)."""
        return piece_set(self.board.grid)

    def __hash__(self) -> int:
        return hash(self.name)  # tables are looked up by edition all the time: the board is large


CLASSIC = Edition(
    "classic", "Classic", rectangle("classic", 20, 20), ("a20", "t20", "t1", "a1"), "20-30"
)
DUO = Edition("duo", "Duo", rectangle("duo", 14, 14), ("e10", "j5"), "10-15")
TRIGON = Edition(
    "trigon", "Trigon", hexagon("trigon", 9), ("r15", "z12", "z7", "r4", "j7", "j12"), "20-30"
)
TRIGON_INNER = Edition(
    "trigon8", "Trigon", hexagon("trigon8", 8), ("p14", "x11", "x6", "p3", "h6", "h11"), "20-30"
)
EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {edition.name: edition for edition in (CLASSIC, DUO, TRIGON, TRIGON_INNER)}
)


@dataclass(frozen=True)
class StartRule:
    """Which start fields a colour may cover with its first placement.

    The start fields lie on a ring. `own` gives a colour its one field. Otherwise any free field
    will do whose distance along the ring from the other colours' starts is allowed: `partners` for
    colours that play together, `others` for the rest. An empty set allows every distance. `rule`
    is the name of the rule about distances.
    """

    own: tuple[tuple[Colour, int], ...] = ()
    partners: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()
    rule: str = "R3"


@dataclass(frozen=True)
class Seat:
    """A person or computer at the table: its name says its colours, its team may hold two seats."""

    name: str
    colours: tuple[Colour, ...]
    team: int

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Variant:
    """One way to play: a value that the rules read. Make one with `variant(name, option=…)`.

    colours       in playing order, the first to move first (R2)
    seats         in playing order
    spare         the colour that nobody chose, or None (C6, T6)
    shared        the spare colour where the seats take its turns in rotation (C6)
    singles_last  a colour's single cell must be its last piece (C7)
    table_first   who begins at a table unless the players say: a colour, or LOT (R2, D2)
    options       what was chosen otherwise than by default, as given to `variant`
    """

    name: str
    title: str
    edition: Edition
    colours: tuple[Colour, ...]
    seats: tuple[Seat, ...]
    start_rule: StartRule
    touch: str
    scoring: str
    starts: str
    spare: Colour | None
    shared: Colour | None
    singles_last: bool
    table_first: str
    options: tuple[tuple[str, str], ...]

    @property
    def board(self) -> Board:
        return self.edition.board

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.edition.pieces

    @property
    def first(self) -> Colour:
        """The colour that begins."""
        return self.colours[0]

    @property
    def team_count(self) -> int:
        """How many sides compete: seats, or teams of seats."""
        return len({seat.team for seat in self.seats})

    def seat_of(self, colour: Colour) -> Seat | None:
        """The seat that always plays this colour; None for the shared colour."""
        return next((seat for seat in self.seats if colour in seat.colours), None)

    def are_partners(self, colour: Colour, other: Colour) -> bool:
        """Whether two colours play for the same seat or team."""
        mine, theirs = self.seat_of(colour), self.seat_of(other)
        return mine is not None and theirs is not None and mine.team == theirs.team

    def colour(self, name: str) -> Colour:
        """The colour of this variant with this name."""
        for colour in self.colours:
            if colour == name:
                return colour
        known = ", ".join(self.colours)
        raise VariantError(f"{name!r} is not a colour of {self.name}: it has {known}")

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.name, self.options)  # the name says it all; no boards in pickles

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{key}={value}" for key, value in self.options)])

    def __repr__(self) -> str:
        options = "".join(f", {key}={value!r}" for key, value in self.options)
        return f"cornerwise.variant({self.name!r}{options})"


_B, _Y, _R, _G = COLOURS
_EACH = ((_B,), (_Y,), (_R,), (_G,))
_PAIRS = ((_B, _R), (_Y, _G))
_CORNERS = StartRule(own=((_B, 0), (_Y, 1), (_R, 2), (_G, 3)))
_FREE = StartRule()
_FACING = {4: StartRule(partners=frozenset({2}), others=frozenset({1}), rule="C4"),
           6: StartRule(partners=frozenset({3}), others=frozenset({1, 2}), rule="T7")}  # fmt: skip
_ALTERNATE = StartRule(others=frozenset({2}), rule="T6")


@dataclass(frozen=True)
class _Recipe:
    """A row of the registry, before options are chosen.

    seats    the colours of each seat; with a spare colour the seats are what is left of `_EACH`
    teams    the team of each seat, if not each its own
    spare    what becomes of the colour nobody chose: "shared" or "unused"
    starts   the start rules to choose from, the default first
    by_lot   at a table lots decide who begins
    """

    name: str
    title: str
    edition: Edition
    starts: Mapping[str, StartRule]
    seats: tuple[tuple[Colour, ...], ...] = _EACH
    teams: tuple[int, ...] = ()
    spare: str = ""
    scoring: str = "advanced"
    singles_last: bool = False
    by_lot: bool = False

    @property
    def touches(self) -> tuple[str, ...]:
        # On squares a vertex cannot meet a side without sharing an edge: nothing to choose.
        return ("any", "vertices") if self.edition.board.grid.straight > 2 else ("any",)


_OWN_OR_FREE = {"own": _CORNERS, "free": _FREE}
_RECIPES = (
    _Recipe("classic", "Classic", CLASSIC, _OWN_OR_FREE),
    _Recipe("classic_2", "Classic for two", CLASSIC, _OWN_OR_FREE, seats=_PAIRS),
    _Recipe("classic_3", "Classic for three", CLASSIC, _OWN_OR_FREE, spare="shared"),
    _Recipe("classic_teams", "Classic in teams", CLASSIC, {"own": _CORNERS, "free": _FACING[4]},
            teams=(0, 1, 0, 1)),
    _Recipe("classic_solo", "The 84", CLASSIC, _OWN_OR_FREE, seats=(COLOURS,), scoring="basic",
            singles_last=True),
    _Recipe("duo", "Duo", DUO, {"free": _FREE}, seats=((_B,), (_Y,)), by_lot=True),
    _Recipe("trigon", "Trigon", TRIGON, {"free": _FREE}),
    _Recipe("trigon_2", "Trigon for two", TRIGON, {"free": _FACING[6]}, seats=_PAIRS),
    _Recipe("trigon_3", "Trigon for three", TRIGON_INNER, {"free": _ALTERNATE}, spare="unused"),
    _Recipe("trigon_teams", "Trigon in teams", TRIGON, {"free": _FREE}, teams=(0, 1, 0, 1)),
    _Recipe("trigon_solo", "The 88", TRIGON, {"free": _FREE}, seats=(COLOURS,), scoring="basic"),
)  # fmt: skip
SCORINGS = ("advanced", "basic")
OPTIONS = ("touch", "scoring", "starts", "first", "spare")


def _one_of(recipe: _Recipe, option: str, value: str | None, known: tuple[str, ...]) -> str:
    """The chosen value of an option, or its default: the first of the known ones, if any."""
    if value is None:
        return known[0] if known else ""
    if value in known:
        return value
    if len(known) > 1:
        raise VariantError(f"{option}={value!r} is not known: choose {' or '.join(known)}")
    only = f"only {option}={known[0]!r} applies" if known else f"{option} does not apply"
    raise VariantError(f"{option}={value!r} cannot be chosen for {recipe.name}: {only}")


def _make(
    recipe: _Recipe,
    given: Mapping[str, str | None] = MappingProxyType({}),
    seed: int | str | None = None,
) -> Variant:
    """The recipe with these options chosen and the rest at their defaults."""
    scorings = (recipe.scoring, *(s for s in SCORINGS if s != recipe.scoring))
    known = {
        "touch": recipe.touches,
        "scoring": scorings,
        "starts": tuple(recipe.starts),
        "spare": tuple(reversed(COLOURS)) if recipe.spare else (),
    }
    chosen = {name: _one_of(recipe, name, given.get(name), of) for name, of in known.items()}

    spare = Colour(chosen["spare"]) if recipe.spare else None
    shared = spare if recipe.spare == "shared" else None
    dealt = tuple(colours for colours in recipe.seats if spare not in colours)
    used = tuple(c for c in COLOURS if c == shared or any(c in colours for colours in dealt))
    known["first"] = used  # by default blue, or whoever is next where nobody plays blue
    first = given.get("first")
    if first == LOT:  # among the players: a colour that they share never begins by lot
        first = random.Random(seed).choice([c for c in used if c != shared])
    chosen["first"] = _one_of(recipe, "first", first, known["first"])
    begins = used.index(Colour(chosen["first"]))
    order = used[begins:] + used[:begins]

    teams = recipe.teams or tuple(range(len(dealt)))
    seats = [Seat("+".join(colours), colours, t) for colours, t in zip(dealt, teams, strict=True)]
    seats.sort(key=lambda seat: min(map(order.index, seat.colours)))
    return Variant(
        name=recipe.name,
        title=recipe.title,
        edition=recipe.edition,
        colours=order,
        seats=tuple(seats),
        start_rule=recipe.starts[chosen["starts"]],
        touch=chosen["touch"],
        scoring=chosen["scoring"],
        starts=chosen["starts"],
        spare=spare,
        shared=shared,
        singles_last=recipe.singles_last,
        table_first=LOT if recipe.by_lot else next(c for c in used if c != shared),
        options=tuple(
            (o, str(chosen[o])) for o in OPTIONS if known[o] and chosen[o] != known[o][0]
        ),
    )


VARIANTS: Mapping[str, Variant] = MappingProxyType({r.name: _make(r) for r in _RECIPES})
"""Every variant with its default options, by name."""

_BY_NAME = {recipe.name: recipe for recipe in _RECIPES}


def variant(
    name: str | Variant, /, *, seed: int | str | None = None, **options: str | None
) -> Variant:
    """The variant of this name with these options: touch, scoring, starts, first, spare.

    With first="lot" one of the players' colours is drawn, always the same with the same seed; the
    variant then says which.

    >>> variant("trigon", touch="vertices")
    cornerwise.variant('trigon', touch='vertices')
    >>> variant("duo", first="lot", seed=3).first
    'blue'
    """
    _check_options(options)
    if isinstance(name, Variant):
        options = {**dict(name.options), **options}
        name = name.name
    if not isinstance(name, str) or name not in _BY_NAME:
        raise VariantError(f"{name!r} is not a variant: choose one of {', '.join(_BY_NAME)}")
    return _make(_BY_NAME[name], options, seed)


def _check_options(options: Mapping[str, str | None]) -> None:
    unknown = options.keys() - set(OPTIONS)
    if unknown:
        raise VariantError(
            f"there is no option {sorted(unknown)[0]!r}: the options are {', '.join(OPTIONS)}"
        )


def recorded(name: str | Variant, options: Mapping[str, str]) -> Variant:
    """The variant that a record names, which leaves nothing to a lot."""
    if options.get("first") == LOT:
        raise VariantError("a record says which colour begins: first must be a colour")
    _check_options(options)
    return variant(name, **options)


def _restored(name: str, options: tuple[tuple[str, str], ...]) -> Variant:
    return variant(name, **dict(options))
