"""What the properties of .blksgf files mean: names of games, colours, moves and setup.

The properties are Pentobi's (docs/sgf.md), with those of our own, CW…, for what it does not know.
A `Dialect` reads the nodes of one tree. It first brings old and loose forms into the present one.
So all that follows sees a single way to write each thing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from cornerwise import sgf
from cornerwise.errors import NotationError, SgfError, VariantError
from cornerwise.game import Game
from cornerwise.notation import Move, parse_move
from cornerwise.tables import Tables, tables_of
from cornerwise.variants import (
    COLOURS,
    OPTIONS,
    VARIANTS,
    Colour,
    Seat,
    Variant,
    recorded,
    variant,
)

VARIANT = "CWVARIANT"
RETIRED, SHARER = "CWRETIRED", "CWSHARER"
"""The properties that keep which seats left the game after the move of their node, and which seat
takes the next turn of a shared colour."""
OPTION = {option: f"CW{option.upper()}" for option in OPTIONS}
"""The properties that keep our variants and options."""

_BLUE, _YELLOW = COLOURS[:2]
_NUMBERS = {colour: str(number) for number, colour in enumerate(COLOURS, start=1)}
_LETTERS = {_BLUE: "B", _YELLOW: "W"}
# Moves as the first versions of Pentobi wrote them; it calls the colours of Duo blue and green.
_OLD_NUMBERS = {colour.name: colour for colour in COLOURS}
_OLD_LETTERS = {"1": _BLUE, "2": _YELLOW, "BLUE": _BLUE, "GREEN": _YELLOW}


@dataclass(frozen=True)
class Act:
    """What a node does to the game: first its setup, then its move, then who leaves.

    placements  pieces laid on the board
    removed     pieces taken from it
    to_play     the colour put on turn
    colour      the colour that moves, if any does
    move        its move; None with a colour is a pass
    retired     the seats that leave the game
    sharer      the seat put on turn for the shared colour (C6)
    """

    placements: tuple[tuple[Colour, Move], ...] = ()
    removed: tuple[Move, ...] = ()
    to_play: Colour | None = None
    colour: Colour | None = None
    move: Move | None = None
    retired: tuple[str, ...] = ()
    sharer: str | None = None

    @property
    def has_setup(self) -> bool:
        return bool(self.placements or self.removed or self.to_play or self.sharer)


_NOTHING = Act()


def game_names() -> tuple[str, ...]:
    """Every value that GM may have."""
    return tuple(dict.fromkeys(of.recipe.gm for of in VARIANTS.values()))


def meant(game: str) -> str | None:
    """The variant that a value of GM means by itself: the first that has it."""
    names = (name for name, of in VARIANTS.items() if of.recipe.gm.lower() == game.lower())
    return next(names, None)


def _first(seat: Seat) -> Colour:
    return min(seat.colours, key=COLOURS.index)


def _order(seat: Seat) -> int:
    return COLOURS.index(_first(seat))


class Dialect:
    """The meaning of properties in trees of one variant, read from one text."""

    def __init__(self, variant: Variant, source: str = "") -> None:
        self.variant, self._source = variant, source
        self._tables = tables_of(variant.edition)
        two = set(variant.colours) == set(_LETTERS)
        self._ids = dict(_LETTERS if two else _NUMBERS)
        self._colours = {name: colour for colour, name in self._ids.items()}
        self._moves = self._colours | (_OLD_LETTERS if two else _OLD_NUMBERS)
        self._players = self._colours | {"B": _BLUE, "W": _YELLOW, "1": _BLUE, "2": _YELLOW}
        self._setups = {f"A{name}": colour for name, colour in self._players.items()}

    @classmethod
    def of(cls, root: sgf.Node, source: str) -> Dialect:
        """The dialect of a tree that was read, as its root declares it."""
        game = " ".join(root.text("GM").split())
        name = sgf.clip(root.text(VARIANT).strip()) or meant(game)
        if name is None:
            what = f"GM[{sgf.clip(game)}] is not a game we know" if game else "GM names no game"
            known = ", ".join(game_names())
            raise _fault(source, root, f"{what}: it must be one of {known}", "GM")
        at = VARIANT
        try:
            chosen = variant(name)
            for option, at in reversed(OPTION.items()):  # the spare colour before the first one
                if at in root.properties:
                    value = sgf.clip(root.text(at).strip())
                    chosen = recorded(chosen, {option: value})
        except VariantError as error:
            raise _fault(source, root, str(error), at) from None
        needed = chosen.recipe.gm
        if needed.lower() != game.lower():
            message = f"{VARIANT}[{name}] needs GM[{needed}], not GM[{sgf.clip(game)}]"
            raise _fault(source, root, message, VARIANT)
        return cls(chosen, source)

    def declare(self, root: sgf.Node) -> None:
        """Give a new root the properties that name the game."""
        game = self.variant.recipe.gm
        root.properties |= {"GM": [game], "CA": ["UTF-8"], "AP": ["Cornerwise"]}
        if self.variant.name != meant(game):
            root.properties[VARIANT] = [self.variant.name]
        for option, value in self.variant.options:
            root.properties[OPTION[option]] = [value]

    def fault(self, node: sgf.Node, message: str, name: str = "") -> SgfError:
        """The error at a node, or at one of its properties."""
        return _fault(self._source, node, message, name)

    # --- colours and players -------------------------------------------------------------

    def move_id(self, colour: Colour) -> str:
        """The property of a colour's moves; with A before it, that of its setup."""
        return self._ids[colour]

    def player_id(self, seat: Seat) -> str:
        """What stands for a seat: B and W for two players, else the number of its first colour."""
        if len(self.variant.seats) != 2:
            return _NUMBERS[_first(seat)]
        return "B" if seat == min(self.variant.seats, key=_order) else "W"

    def result(self, game: Game) -> str:
        """The value of RE for a game that is over: the winners and their lead, as B+12 or 1=3+4.

        "0" when all share the first place, "" before the end and for one player alone. Where two
        sides play and one has left, points do not decide: then it is R, as in B+R.
        """
        if not game.winners or len(game.variant.seats) == 1:
            return ""
        ids = (self.player_id(s) for s in game.variant.seats if s.name in game.winners)
        winners = "=".join(sorted(ids))
        if game.retired and game.variant.team_count == 2:
            return f"{winners}+R"
        rivals = [points for seat, points in game.scores.items() if seat not in game.winners]
        if not rivals:
            return "0"
        lead = abs(game.scores[game.winners[0]] - game.variant.scoring.best(rivals))
        return f"{winners}+{lead}"

    # --- nodes ---------------------------------------------------------------------------

    def act(self, node: sgf.Node) -> Act:
        """What a node with properties in their present form does."""
        if not node.properties:
            return _NOTHING
        placements: list[tuple[Colour, Move]] = []
        removed: tuple[Move, ...] = ()
        to_play = colour = move = sharer = None
        retired: tuple[str, ...] = ()
        for name, values in node.properties.items():
            if name in self._colours:
                colour = self._colours[name]
                move = self._move(values[0]) if values[0] else None
            elif name in self._setups:
                placements += [(self._setups[name], self._move(value)) for value in values]
            elif name == "AE":
                removed = tuple(map(self._move, values))
            elif name == "PL":
                to_play = self._players[values[0]]
            elif name == RETIRED:
                retired = tuple(values)
            elif name == SHARER:
                sharer = values[0]
        return Act(tuple(placements), removed, to_play, colour, move, retired, sharer)

    def property_of(self, node: sgf.Node, part: str) -> str:
        """The first property of a node that makes a part of its act: "setup", "move", "retired"."""
        parts = {
            "setup": {*self._setups, "AE", "PL", SHARER},
            "move": self._colours.keys(),
            "retired": {RETIRED},
        }
        return next((name for name in node.properties if name in parts[part]), "")

    def modernise(self, node: sgf.Node) -> None:
        """Bring a node's moves and setup into the present form, or say what is wrong with them."""
        modern: dict[str, list[str]] = {}
        moved = ""
        for name, values in node.properties.items():
            if name in self._moves:
                if moved:
                    raise self.fault(node, f"two moves in one node, {moved} and {name}", name)
                moved = name
                text = ",".join(values)  # a list of points in the oldest files
                modern[self._id(node, name, self._moves[name])] = (
                    [self._tidy(node, name, text)] if text.strip() else [""]
                )
            elif name in self._setups or name == "AE":
                known = name if name == "AE" else "A" + self._id(node, name, self._setups[name])
                tidy = [self._tidy(node, name, value) for value in values if value.strip()]
                modern.setdefault(known, []).extend(tidy)
            elif name == "PL":
                modern[name] = [self._to_play(node)]
            elif name in (RETIRED, SHARER):
                modern[name] = [self._seat(node, name, v) for v in values if v.strip()]
            else:
                modern[name] = values
        node.properties = modern

    def _id(self, node: sgf.Node, name: str, colour: Colour) -> str:
        if colour not in self.variant.colours:
            message = f"{name} is of {colour}, which does not play in {self.variant}"
            raise self.fault(node, message, name)
        return self._ids[colour]

    def _to_play(self, node: sgf.Node) -> str:
        text = node.text("PL").strip().upper()
        known = self._moves | self._players
        if text not in known:
            choices = ", ".join(self._ids[colour] for colour in self.variant.colours)
            message = f"PL[{sgf.clip(text)}] is no colour: it must be one of {choices}"
            raise self.fault(node, message, "PL")
        return self._id(node, "PL", known[text])

    def _seat(self, node: sgf.Node, name: str, text: str) -> str:
        seats = [seat.name for seat in self.variant.seats]
        if text.strip() not in seats:
            message = f"{name}[{sgf.clip(text)}] is no seat: it must be one of {', '.join(seats)}"
            raise self.fault(node, message, name)
        return text.strip()

    def _tidy(self, node: sgf.Node, name: str, text: str) -> str:
        try:
            return str(self._move(text))
        except NotationError as error:
            raise self.fault(node, f"{name}: {error}", name) from None

    def _move(self, text: str) -> Move:
        return _read(self._tables, "".join(text.split()))


@lru_cache(maxsize=2**15)
def _read(tables: Tables, text: str) -> Move:
    """The move that a text names. Games share many moves, and each is asked for more than once."""
    return parse_move(tables, text)


def _fault(source: str, node: sgf.Node, message: str, name: str) -> SgfError:
    if node.at < 0:
        return SgfError(message)
    return sgf.error_at(source, sgf.place_of(source, node, name), message)
