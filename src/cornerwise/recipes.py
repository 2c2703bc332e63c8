"""What a variant is: a frozen value that says all that is particular to one way to play.

A `Recipe` is a way to play before options are chosen. `Recipe.made` chooses them and gives a
`Variant`, which the rules read. No rule asks a variant for its name.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from cornerwise.editions import Edition
from cornerwise.errors import VariantError
from cornerwise.geometry import Board
from cornerwise.pieces import Piece
from cornerwise.scoring import ADVANCED, BASIC, Scoring
from cornerwise.symmetry import Symmetry, symmetries


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

OPTIONS = ("touch", "scoring", "starts", "first", "spare")
"""What can be chosen of a variant."""


@dataclass(frozen=True)
class StartRule:
    """Which start fields a colour may cover with its first placement.

    The start fields lie on a ring. `own` gives a colour its one field. Otherwise any free field
    will do whose distance along the ring from the other colours' starts is allowed: `partners` for
    colours that play together, `others` for the rest. An empty set allows every distance. `rule`
    is the name of the rule about distances. Where there are several to choose from, `title` is
    what the page calls this one, and `about` what it says of it.
    """

    own: tuple[tuple[Colour, int], ...] = ()
    partners: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()
    rule: str = "R3"
    title: str = ""
    about: str = ""

    @property
    def has_distances(self) -> bool:
        """Whether it matters where others have begun."""
        return bool(self.partners or self.others)


ANY_START = StartRule()
"""Any start field that is still free (T2)."""


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

    recipe        what it was made from
    colours       in playing order, the first to move first (R2)
    seats         in playing order
    spare         the colour that nobody chose, or None (C6, T6)
    shared        the spare colour where the seats take its turns in rotation (C6)
    table_first   who begins at a table unless the players say: a colour, or LOT (R2, D2)
    options       what was chosen otherwise than by default, as given to `variant`
    """

    recipe: Recipe
    colours: tuple[Colour, ...]
    seats: tuple[Seat, ...]
    start_rule: StartRule
    touch: str
    scoring: Scoring
    starts: str
    spare: Colour | None
    shared: Colour | None
    table_first: str
    options: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        return self.recipe.name

    @property
    def title(self) -> str:
        return self.recipe.title

    @property
    def edition(self) -> Edition:
        return self.recipe.edition

    @property
    def board(self) -> Board:
        return self.edition.board

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.edition.pieces

    @property
    def counts(self) -> tuple[int, ...]:
        """How many of each of its pieces a colour has."""
        return self.edition.counts

    @property
    def singles_last(self) -> bool:
        """Whether a colour's single cell must be its last piece (C7)."""
        return self.recipe.singles_last

    @property
    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """Every option that applies with the values one can choose, the default first.

        >>> from cornerwise import variant
        >>> variant("duo").choices["first"], variant("duo").choices["scoring"]
        (('blue', 'yellow'), ('advanced', 'basic'))
        """
        return self.recipe.choices(self.spare)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns and mirrorings of the board that change nothing, the first none at all.

        Start fields stay start fields at the same distances, and a colour's own one stays its own.
        """
        fields, ring = self.edition.fields, len(self.edition.fields)
        at = {cell: number for number, cell in enumerate(fields)}
        own = [fields[field] for colour, field in self.start_rule.own if colour in self.colours]

        def keeps(symmetry: Symmetry) -> bool:
            if not all(symmetry[cell] in at for cell in fields):
                return False
            steps = [at[symmetry[fields[n]]] - at[symmetry[fields[n - 1]]] for n in range(ring)]
            around = {step % ring for step in steps}
            return all(symmetry[cell] == cell for cell in own) and (
                not self.start_rule.has_distances or around in ({1}, {ring - 1})
            )

        return tuple(symmetry for symmetry in symmetries(self.board) if keeps(symmetry))

    @property
    def partners_opposite(self) -> bool:
        """Whether colours that play together begin on opposite start fields (C4, T7)."""
        return self.start_rule.partners == {len(self.edition.fields) / 2}

    @property
    def starts_alternate(self) -> bool:
        """Whether one start field stays free between two that are covered (T6)."""
        return self.start_rule.others == {2}

    @property
    def first(self) -> Colour:
        """The colour that begins."""
        return self.colours[0]

    @property
    def team_count(self) -> int:
        """How many sides compete: seats, or teams of seats."""
        return len({seat.team for seat in self.seats})

    def scoring_named(self, given: Scoring | str) -> Scoring:
        """A scoring, or the one of this name among those that the variant is played with."""
        return given if isinstance(given, Scoring) else self.recipe.scoring_named(given)

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

    def __hash__(self) -> int:
        return hash((self.name, self.options))

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{key}={value}" for key, value in self.options)])

    def __repr__(self) -> str:
        options = "".join(f", {key}={value!r}" for key, value in self.options)
        return f"cornerwise.variant({self.name!r}{options})"


_B, _Y, _R, _G = COLOURS
EACH = ((_B,), (_Y,), (_R,), (_G,))
"""Seats with one colour each."""
PAIRS = ((_B, _R), (_Y, _G))
"""Seats with two colours each."""


@dataclass(frozen=True)
class Recipe:
    """A way to play before options are chosen.

    seats         the colours of each seat; with a spare colour one of the seats goes
    teams         the team of each seat, if not each its own
    spare         what becomes of the colour nobody chose: "shared" or "unused"
    starts        the start rules to choose from, the default first
    scorings      the scorings to choose from, the default first
    singles_last  a colour's single cell must be its last piece (C7)
    by_lot        at a table lots decide who begins
    about         what is particular to it, in one line, for who chooses what to play
    rules         sentences for people who know the edition's first variant
    gm            the value of GM in .blksgf files, which variants may share; by default the title
    gtp           a short name for the command line of `cornerwise gtp`
    customary     the start fields that programs expect of colours, although any will do (D2)
    """

    name: str
    title: str
    edition: Edition
    starts: Mapping[str, StartRule] = field(
        default_factory=lambda: MappingProxyType({"free": ANY_START})
    )
    seats: tuple[tuple[Colour, ...], ...] = EACH
    teams: tuple[int, ...] = ()
    spare: str = ""
    scorings: tuple[Scoring, ...] = (ADVANCED, BASIC)
    singles_last: bool = False
    by_lot: bool = False
    about: str = ""
    rules: tuple[str, ...] = ()
    gm: str = ""
    gtp: str = ""
    customary: tuple[tuple[Colour, str], ...] = ()

    def __repr__(self) -> str:
        return f"<Recipe {self.name}>"

    def __post_init__(self) -> None:
        object.__setattr__(self, "gm", self.gm or self.title)
        if wrong := next(self._faults(), ""):
            raise VariantError(f"{self.name}: {wrong}")

    def _faults(self) -> Iterator[str]:
        """What is wrong with it, in words."""
        dealt = [colour for colours in self.seats for colour in colours]
        fields = range(len(self.edition.start_fields))
        if not all(self.seats) or not self.seats:
            yield "every seat needs a colour"
        if len(set(dealt)) < len(dealt):
            yield "a colour belongs to one seat"
        if self.teams and len(self.teams) != len(self.seats):
            yield f"{len(self.seats)} seats have {len(self.teams)} teams: say one for each seat"
        if not self.scorings:
            yield "it needs a scoring"
        if not self.starts:
            yield "it needs a start rule"
        for name, rule in self.starts.items():
            if lost := [colour for colour, field in rule.own if field not in fields]:
                yield f"start rule {name}: {lost[0]} has a start field that the edition has not"
        if len(fields) < len(dealt) - bool(self.spare):
            yield f"{len(dealt)} colours need as many start fields, not {len(fields)}"

    def __hash__(self) -> int:
        return hash(self.name)

    def choices(self, spare: Colour | None = None) -> dict[str, tuple[str, ...]]:
        """Every option that applies with its values, the default first.

        Which colours may begin depends on the spare one.
        """
        # On squares a vertex cannot meet a side without sharing an edge: nothing to choose.
        touches = ("any", "vertices") if self.edition.board.grid.straight > 2 else ("any",)
        last, *others = reversed(self._every_colour)
        known = {
            "touch": touches,
            "scoring": tuple(scoring.name for scoring in self.scorings),
            "starts": tuple(self.starts),
            "first": tuple(self._used(spare)),  # by default blue, or whoever is next without blue
        }
        if self.spare:
            known["spare"] = (last, *reversed(others))
        return known

    def made(
        self,
        given: Mapping[str, str | None] = MappingProxyType({}),
        seed: int | str | None = None,
    ) -> Variant:
        """The variant with these options chosen and the rest at their defaults."""
        known = self.choices()
        spare = Colour(self._chosen("spare", given, known)) if self.spare else None
        known = self.choices(spare)
        shared = spare if self.spare == "shared" else None
        used = self._used(spare)
        if given.get("first") == LOT:  # a colour that the players share never begins by lot
            drawn = random.Random(seed).choice([c for c in used if c != shared])
            given = {**given, "first": drawn}
        chosen = {option: self._chosen(option, given, known) for option in OPTIONS}
        begins = used.index(Colour(chosen["first"]))
        order = used[begins:] + used[:begins]
        return Variant(
            recipe=self,
            colours=order,
            seats=self._seated(spare, order),
            start_rule=self.starts[chosen["starts"]],
            touch=chosen["touch"],
            scoring=self.scoring_named(chosen["scoring"]),
            starts=chosen["starts"],
            spare=spare,
            shared=shared,
            table_first=LOT if self.by_lot else next(c for c in used if c != shared),
            options=tuple(
                (option, str(chosen[option]))
                for option in OPTIONS
                if option in known and chosen[option] != known[option][0]
            ),
        )

    def scoring_named(self, name: str) -> Scoring:
        for scoring in self.scorings:
            if scoring.name == name:
                return scoring
        known = " or ".join(scoring.name for scoring in self.scorings)
        raise VariantError(f"scoring={name!r} is not known: choose {known}")

    @property
    def _every_colour(self) -> tuple[Colour, ...]:
        return tuple(c for c in COLOURS if any(c in colours for colours in self.seats))

    def _used(self, spare: Colour | None) -> tuple[Colour, ...]:
        """The colours that lie on the board, from the first on."""
        return tuple(c for c in self._every_colour if c != spare or self.spare == "shared")

    def _seated(self, spare: Colour | None, order: tuple[Colour, ...]) -> tuple[Seat, ...]:
        """The seats in playing order."""
        dealt = tuple(colours for colours in self.seats if spare not in colours)
        teams = self.teams or tuple(range(len(dealt)))
        seats = [
            Seat("+".join(colours), colours, t) for colours, t in zip(dealt, teams, strict=True)
        ]
        return tuple(sorted(seats, key=lambda seat: min(map(order.index, seat.colours))))

    def _chosen(
        self,
        option: str,
        given: Mapping[str, str | None],
        every: Mapping[str, tuple[str, ...]],
    ) -> str:
        """The chosen value of an option, or its default: the first of the known ones, if any."""
        value, known = given.get(option), every.get(option, ())
        if value is None:
            return known[0] if known else ""
        if value in known:
            return value
        if len(known) > 1:
            raise VariantError(f"{option}={value!r} is not known: choose {' or '.join(known)}")
        only = f"only {option}={known[0]!r} applies" if known else f"{option} does not apply"
        raise VariantError(f"{option}={value!r} cannot be chosen for {self.name}: {only}")
