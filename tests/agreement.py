"""The kernel against the plain rules, position by position.

One mechanism serves the tests, which take a sample, and `python -m benchmarks.agreement`, which
takes as many positions as are asked for. A difference is told like a divided perft: the moves that
one side knows and the other does not, and how to get there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, product

from cornerwise import (
    VARIANTS,
    Colour,
    Game,
    Position,
    Setup,
    Variant,
    _kernel,
    kernel,
    variant,
)
from cornerwise.geometry import bits
from cornerwise.notation import parse_move
from cornerwise.tables import union
from cornerwise.turns import State


class Disagreement(AssertionError):
    """The kernel and the plain rules differ; the message says where and in what."""


def every_variant(*names: str) -> list[Variant]:
    """The variants of these names, or all there are, with every combination of their options."""
    found = []
    for name in names or VARIANTS:
        for spare in VARIANTS[name].choices.get("spare", (None,)):
            choices = {**variant(name, spare=spare).choices, "spare": (spare,)}
            found += [
                variant(name, **dict(zip(choices, values, strict=True)))
                for values in product(*choices.values())
            ]
    return found


def compare(of: Variant, seed: int, share: float = 1.0) -> int:
    """Play a random game both ways and compare a share of its positions; return how many.

    Every other game begins with pieces that lie anywhere, in numbers that chance decides: so hands
    are seen that hardly any game leads to, empty ones too. Where more than two sides play, seats
    leave now and then, and the others play on.
    """
    dice = random.Random(f"{of} {seed}")
    table = Table(of)
    if seed % 2:
        table.scatter(dice)
    compared = 0
    while table.kernel.turn >= 0:
        if dice.random() < share:
            table.check()
            compared += 1
        there = [seat.name for seat in of.seats if seat.name not in table.state.retired]
        if of.team_count > 2 and dice.random() < 0.03:
            table.retire(dice.choice(there))
        else:
            table.play(dice.choice(list(bits(table.moves(table.kernel.turn)))))
    table.check()
    return compared + 1


class Table:
    """A game that both sides follow.

    state  the game by the plain rules
    laid   the placements in their order, each with the number of its colour
    late   the kernel's position as it keeps late ones, from the first time that it can
    """

    def __init__(self, of: Variant) -> None:
        self.variant = of
        self.state, self.kernel = (
            State.start(Position.start(of)),
            _kernel.Position(kernel.rules(of)),
        )
        self.late: _kernel.LatePosition | None = None
        self.laid: list[tuple[int, int]] = []

    @property
    def plain(self) -> Position:
        """What lies on the board by the plain rules."""
        return self.state.position

    @property
    def turn(self) -> int:
        """The colour on turn by the plain rules, -1 when all is over."""
        colour = self.state.to_play
        return -1 if colour is None else self.variant.colours.index(colour)

    def scatter(self, dice: random.Random) -> None:
        """Lay pieces wherever there is room, by no other rule, and let some colour go on."""
        pieces, tables = self.plain.hands[0].pieces, self.plain.tables
        packed = dice.random() < 0.5  # side by side from the bottom: then more of them fit
        position = self.plain
        for number, colour in enumerate(self.variant.colours):
            for piece in dice.sample(pieces, min(len(pieces), dice.choice((0, 5, 15, 99)))):
                taken = union(tables.covering, bits(position.occupied))
                if room := list(bits(tables.of_piece[piece] & ~taken)):
                    move = room[0] if packed else dice.choice(room)
                    position = position.place(colour, move)
                    self.laid.append((number, move))
                    self.kernel.lay(number, move)
        number = dice.randrange(len(self.variant.colours))
        self.state = State.start(position, self.variant.colours[number])
        self.kernel.give_turn(number)
        self.late = _kernel.LatePosition.of(self.kernel)

    def play(self, move: int) -> None:
        """Make a move for the colour on turn."""
        self.laid.append((self.turn, move))
        self.state = self.state.played(self.variant.colours[self.turn], move)
        self.kernel.play(move)
        if self.late is None:
            self.late = _kernel.LatePosition.of(self.kernel)
        else:
            self.late.play(move)

    def retire(self, name: str) -> None:
        """Let a seat leave, of which others than the two sides of a duel play on."""
        self.state = self.state.left_by(name)
        for seat in self.variant.seats:
            for colour in seat.colours if seat.name == name else ():
                self.kernel.retire(self.variant.colours.index(colour))
        self.late = _kernel.LatePosition.of(self.kernel)

    def moves(self, colour: int) -> int:
        """A colour's legal moves as the kernel keeps them."""
        return int.from_bytes(self.kernel.legal(colour), "little")

    def check(self) -> None:
        """Raise `Disagreement` unless both sides say the same of this position."""
        for number, colour in enumerate(self.variant.colours):
            self._check_moves(number, colour)
        worth = self.variant.scoring.worth  # the kernel counts in cells, and more is better
        points = [worth(self.plain.points(colour)) for colour in self.variant.colours]
        for position in self._kept():
            self._same("turn", self.turn, position.turn)
            self._same("side to play", self._side(), position.side)
            self._same("points", points, position.points())
        if self.turn < 0:
            self._check_result()
        if not self.kernel.is_consistent:
            raise self._difference("what the kernel keeps does not follow from what is laid")

    # --- parts ---------------------------------------------------------------------------

    def _kept(self) -> list[_kernel.Situation]:
        """The position in every way in which the kernel keeps it."""
        return [self.kernel] if self.late is None else [self.kernel, self.late]

    def _side(self) -> int:
        """The side that decides the next move; the seats take a shared colour in turn (C6)."""
        if self.state.to_play is None:
            return -1
        name = self.state.seat_for(self.state.to_play)
        seat = next(seat for seat in self.variant.seats if seat.name == name)
        return kernel.sides(self.variant).index(seat.team)

    def _check_moves(self, number: int, colour: Colour) -> None:
        seat = self.variant.seat_of(colour)
        has_left = seat is not None and seat.name in self.state.retired
        plain = 0 if has_left else self.plain.legal(colour)
        answers = {"kept": self.moves(number)}
        if not has_left:
            answers["from scratch"] = kernel.legal(self.plain, colour)
        if self.late is not None:
            answers["late"] = int.from_bytes(self.late.legal(number), "little")
        for how, found in answers.items():
            if found != plain:
                raise self._difference(
                    f"{colour} has {plain.bit_count()} moves, but {found.bit_count()} "
                    f"by the kernel's sets ({how})",
                    *(f"{self._text(m)}: not found by the kernel" for m in bits(plain & ~found)),
                    *(f"{self._text(m)}: found, but not legal" for m in bits(found & ~plain)),
                )
        for position in self._kept():
            self._same(f"number of {colour}'s moves", plain.bit_count(), position.count(number))

    def _check_result(self) -> None:
        """The end of a game: the points of each side and who wins."""
        tables, colours = self.plain.tables, self.variant.colours
        laid = tuple((colours[colour], parse_move(tables, move)) for colour, move in self.laid)
        game = Game(self.variant, setup=Setup(laid))
        for seat in self.state.retired:
            if not game.is_over:
                game.retire(seat)
        seats = {seat.team: seat.name for seat in self.variant.seats}
        sides = [seats[team] for team in kernel.sides(self.variant)]  # partners have one result
        points = [self.variant.scoring.worth(game.scores[seat]) for seat in sides]
        won = [seat in game.winners for seat in sides]
        shares = [round(wins / max(1, sum(won)), 6) for wins in won]
        self._same("points of the sides", points, self.kernel.side_points())
        found = [round(share, 6) for share in self.kernel.side_shares()]
        self._same("shares of the win", shares, found)

    def _same(self, what: str, plain: object, found: object) -> None:
        if plain != found:
            raise self._difference(f"{what}: {plain} by the plain rules, {found} by the kernel")

    def _difference(self, head: str, *rows: str) -> Disagreement:
        shown = [f"  {row}" for row in rows[:40]]
        if len(rows) > 40:
            shown.append(f"  and {len(rows) - 40} more")
        laid = " ".join(f"{colour}:{move}" for colour, move in self.laid)
        where = f"{self.variant}, {len(self.laid)} pieces laid (colour:placement): {laid}"
        if self.state.retired:
            where += f"; left: {', '.join(self.state.retired)}"
        return Disagreement("\n".join([head, *shown, where]))

    def _text(self, move: int) -> str:
        return str(parse_move(self.plain.tables, move))


def games(seed: int) -> Iterator[tuple[Variant, int]]:
    """Endless work: a game of each variant in turn, whose options take turns too."""
    options = {name: every_variant(name) for name in VARIANTS}
    for number in count():
        for of in options.values():
            laps, at = divmod(number, len(of))
            yield of[at], seed + number + laps  # an even number of options must not mean even seeds
