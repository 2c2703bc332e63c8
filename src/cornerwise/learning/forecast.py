"""The value: a forecast of how many more points every colour will make, from the outlook of all.

What is seen of a colour adds to its own points, to those of its opponents and to those of its
partners. The weights change with the number of pieces that the colour has placed: they are fitted
at a few knots, and are linear between them. So the points are a linear function of the weights, and
least squares finds them.

A tuning is fitted for each number of sides, to positions that weights from other games forecast. It
holds the spread of the margins, fitted to who won. It also holds the horizon of playouts, how often
they reply to the last moves, and how much they count beside the value. These three are fitted to
how the games ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import islice
from typing import Any

import numpy as np

from cornerwise import _kernel, kernel
from cornerwise.engine.knowledge import PROSPECTS, ROLES, TUNINGS, flat_value
from cornerwise.engine.player import position_of
from cornerwise.game import Game
from cornerwise.learning.samples import Floats
from cornerwise.variants import EDITIONS, VARIANTS

KNOTS = (0, 3, 7, 12, 17, 22)
PENALTY = 600.0
SPREADS = np.geomspace(0.5, 40, 45)
BATCH = 500
APART = 5
"""One position in so many is played out: positions of many games teach more than many of one game.
It is no multiple of a number of colours, so that every colour is on turn."""
PLAYOUTS = 10
"""The number of playouts of each kind from a position."""
REPLIES = (0.4, 0.55, 0.7, 0.85, 1.0)
"""How often playouts may reply to the last moves: the shares that are tried."""
USUAL = 2
"""Which of `REPLIES` is taken if nothing else is known."""
THE_END = _kernel.MAX_PIECES * _kernel.MAX_COLOURS
HORIZONS = (8, 12, 16, 24, THE_END)
"""After how many moves playouts may end. The value then stands for the rest of the game."""
SLACK = 0.01
"""By how much shorter playouts may be worse, since they take less time."""
DOUBTS = 200
"""The positions that it takes to learn much about playouts."""


@dataclass(frozen=True)
class Example:
    """A position to learn from, and how its game ended.

    seen    for each colour what is seen of it, a row
    placed  by each colour
    sides   of each colour, -1 for one that counts for nobody
    alive   whether each colour can still move
    points  of each colour now, and
    final   at the end
    origin  how to come to the position, if it is to be played out: the variant and the moves
    """

    seen: Floats
    placed: tuple[int, ...]
    sides: tuple[int, ...]
    alive: tuple[bool, ...]
    points: Floats
    final: Floats
    origin: tuple[str, tuple[int, ...]] | None


def examples(rows: Iterable[Mapping[str, Any]]) -> Iterator[Example]:
    """The positions of recorded games, some of them to be played out."""
    for row in rows:
        game = Game(row["variant"])
        sides = side_of_colours(game)
        position = position_of(game)
        found = []
        for number, move in enumerate(row["moves"]):
            tried = (row["game"] + number) % APART == 0
            origin = (row["variant"], tuple(row["moves"][:number])) if tried else None
            found.append((position.turn, position.outlook(), position.points(), origin))
            position.play(move)
        final = np.array(position.points(), dtype=float)
        pieces = sum(game.variant.counts)
        for turn, outlook, points, origin in found:
            colours = len(outlook)
            yield Example(
                np.array(
                    [_seen(outlook[colour], (colour - turn) % colours) for colour in range(colours)]
                ),
                tuple(pieces - sum(left) for left, _, _ in outlook),
                sides,
                tuple(fitting > 0 for _, fitting, _ in outlook),
                np.array(points, dtype=float),
                final,
                origin,
            )


def side_of_colours(game: Game) -> tuple[int, ...]:
    """The side that each colour counts for in the kernel, -1 for one that counts for none."""
    teams = kernel.sides(game.variant)
    owner = {colour: seat.team for seat in game.variant.seats for colour in seat.colours}
    return tuple(
        teams.index(owner[colour]) if colour in owner else -1 for colour in game.variant.colours
    )


@dataclass(frozen=True)
class Tuning:
    """What else a search needs to know, at each knot.

    spreads  by how much forecast margins err
    trusts   how much playouts count instead
    replies  how often playouts reply to the last moves
    horizons after how many moves they end
    """

    spreads: list[float]
    trusts: list[float]
    replies: list[float]
    horizons: list[float]


Playouts = Callable[[Example], Floats]
"""For each of `REPLIES` and each horizon the points of each side after playouts, on average."""


class Forecast:
    """Weights of a value, [role][knot][what is seen], and the tuning for each number of sides."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights
        self.tunings: dict[int, Tuning] = {}
        self.error = 0.0
        """The mean error of the points of a side, in games that the weights were fitted without."""

    @classmethod
    def fitted(
        cls,
        parts: Iterable[Iterable[Example]],
        horizons: Sequence[int] = HORIZONS,
        playouts: Playouts | None = None,
    ) -> Forecast:
        """Fit to examples in parts; each part is forecast by weights from the others.

        The playouts to learn from end with this forecast itself, unless there are others.
        """
        sums, tried = [], []
        for part in parts:
            of_part = _Sums()
            tried.append([example for example in of_part.adding(part) if example.origin])
            sums.append(of_part)
        total = sum(sums, _Sums())
        forecast = cls(total.weights())
        cases = [
            case
            for without, unseen in zip(sums, tried, strict=True)
            if unseen
            for case in cls((total - without).weights())._cases(unseen, horizons, playouts)
        ]
        forecast.error = float(np.mean([case.error for case in cases]))
        for sides in sorted({case.sides for case in cases}):
            by_knot = _by_knot(case for case in cases if case.sides == sides)
            of_playouts = [_fitted_playouts(of_knot, horizons) for of_knot in by_knot]
            forecast.tunings[sides] = Tuning(
                _fitted_spreads(by_knot), *map(list, zip(*of_playouts, strict=True))
            )
        return forecast

    def points(self, example: Example) -> Floats:
        """The points that each side is expected to have at the end."""
        expected = np.zeros(max(example.sides) + 1)
        for colour, side in enumerate(example.sides):
            if side >= 0:
                more = (
                    _row(example, colour) @ self.weights.ravel() if example.alive[colour] else 0.0
                )
                expected[side] += example.points[colour] + more
        return expected

    def named(self, edition: str) -> dict[str, Any]:
        """As a file of weights has it."""
        pieces = [piece.name for piece in EDITIONS[edition].pieces]
        return {
            "knots": list(KNOTS),
            "tunings": {
                str(sides): {
                    name: [round(number, 3) for number in numbers]
                    for name, numbers in asdict(tuning).items()
                }
                for sides, tuning in self.tunings.items()
            },
            "roles": {
                role: [_named(pieces, row) for row in rows]
                for role, rows in zip(ROLES, self.weights, strict=True)
            },
        }

    def _cases(
        self, unseen: Iterable[Example], horizons: Sequence[int], playouts: Playouts | None
    ) -> Iterator[_Case]:
        playouts = playouts or self._playouts(horizons)
        for example in unseen:
            stage = float(np.mean(example.placed))
            yield _Case(stage, self.points(example), playouts(example), _ended(example))

    def _playouts(self, horizons: Sequence[int]) -> Playouts:
        """Playouts that end with this forecast."""

        @cache
        def value_of(edition: str) -> tuple[float, ...]:
            # The tunings are still to be found; what is foretold does not depend on them.
            tunings = {"2": dict.fromkeys(TUNINGS, [1] * len(KNOTS))}
            return flat_value(edition, 2, {**self.named(edition), "tunings": tunings})

        def playouts(example: Example) -> Floats:
            assert example.origin
            variant, moves = example.origin
            position = position_of(Game(variant))
            for move in moves:
                position.play(move)
            value = value_of(VARIANTS[variant].edition.name)
            found: Floats = np.array(
                [position.expected(value, horizons, PLAYOUTS, 1, reply) for reply in REPLIES]
            )
            return found

        return playouts


@dataclass
class _Sums:
    """What least squares needs to know of examples. Sums of these serve several parts together."""

    squares: Floats = field(default_factory=lambda: np.zeros(()))
    products: Floats = field(default_factory=lambda: np.zeros(()))
    rows: int = 0

    def __add__(self, other: _Sums) -> _Sums:
        return _Sums(
            self.squares + other.squares, self.products + other.products, self.rows + other.rows
        )

    def __sub__(self, other: _Sums) -> _Sums:
        return _Sums(
            self.squares - other.squares, self.products - other.products, self.rows - other.rows
        )

    def adding(self, found: Iterable[Example]) -> Iterator[Example]:
        """The same examples, which have been added once all have been asked for."""
        left = iter(found)
        while batch := list(islice(left, BATCH)):
            rows, targets = _equations(batch)
            self.squares = self.squares + rows.T @ rows
            self.products = self.products + rows.T @ targets
            self.rows += len(rows)
            yield from batch

    def weights(self) -> Floats:
        """[role][knot][what is seen], with the least squares of errors."""
        if not self.rows:
            raise ValueError("there is nothing to learn from")
        squares = self.squares
        scale = np.sqrt(np.diag(squares).mean() / np.maximum(np.diag(squares), 1e-9))
        scale[np.diag(squares) < 0.5] = 0  # never seen
        scaled = squares * np.outer(scale, scale)
        penalty = PENALTY * np.diag(scaled).mean() / max(self.rows, 20_000)
        solved = np.linalg.solve(scaled + penalty * np.eye(len(scaled)), self.products * scale)
        weights: Floats = (solved * scale).reshape(len(ROLES), len(KNOTS), -1)
        return weights


@dataclass(frozen=True)
class _Case:
    """The points of each side: as forecast at a stage, after `Playouts`, and at the end.

    The stage is how many pieces the colours have placed on average.
    """

    stage: float
    foretold: Floats
    played: Floats
    ended: Floats

    @property
    def sides(self) -> int:
        return len(self.ended)

    @property
    def error(self) -> float:
        return float(np.abs(self.foretold - self.ended).mean())


def _by_knot(cases: Iterable[_Case]) -> list[list[_Case]]:
    """For each knot the cases that are nearest to it."""
    found: list[list[_Case]] = [[] for _ in KNOTS]
    for case in cases:
        found[int(np.argmin([abs(case.stage - knot) for knot in KNOTS]))].append(case)
    return found


def _fitted_spreads(by_knot: Sequence[Sequence[_Case]]) -> list[float]:
    """For each knot the spread that makes who won most likely."""
    spreads: list[float] = []
    for cases in by_knot:
        losses = [
            sum(_surprise(case.foretold, case.ended, spread) for case in cases)
            for spread in SPREADS
        ]
        before = spreads[-1] if spreads else float(SPREADS[-1])
        spreads.append(min(before, float(SPREADS[int(np.argmin(losses))])) if cases else before)
    return spreads


def _fitted_playouts(cases: Sequence[_Case], horizons: Sequence[int]) -> tuple[float, float, int]:
    """How far to trust playouts, how often they should reply, and their horizon.

    The replies are those that make playouts end most like the games. The horizon is the one whose
    margins come nearest, with the best trust for each.
    """
    found = []
    for number, horizon in enumerate(horizons):
        reply = _fitted_reply(cases, number)
        trust = _fitted_trust(cases, reply, number)
        error = sum(
            _square((1 - trust) * case.foretold + trust * case.played[reply, number] - case.ended)
            for case in cases
        )
        found.append((error, trust, REPLIES[reply], horizon))
    enough = (1 + SLACK) * min(error for error, *_ in found)
    _, trust, often, horizon = next(one for one in found if one[0] <= enough)
    return trust, often, horizon


def _fitted_reply(cases: Sequence[_Case], horizon: int) -> int:
    """Which of `REPLIES` makes playouts end most like the games."""
    errors = np.zeros(len(REPLIES))
    for case in cases:
        errors += [_square(played - case.ended) for played in case.played[:, horizon]]
    # As if there had been some more cases that spoke for the usual one.
    away = (np.array(REPLIES) - REPLIES[USUAL]) ** 2
    more = DOUBTS * errors.mean() / max(1, len(cases)) * away
    return int(np.argmin(errors + more)) if errors.any() else USUAL


def _fitted_trust(cases: Sequence[_Case], reply: int, horizon: int) -> float:
    """The share of playouts that brings the margins nearest to how games ended."""
    along = square = 0.0
    for case in cases:
        differ = _margins(case.played[reply, horizon]) - _margins(case.foretold)
        along += float(differ @ (_margins(case.ended) - _margins(case.foretold)))
        square += float(differ @ differ)
    # As if there had been some more cases in which both were right by half.
    more = DOUBTS * square / max(1, len(cases))
    found = (along + 0.5 * more) / (square + more) if square > 0 else 0.5
    return min(1.0, max(0.0, found))


def _square(points: Floats) -> float:
    """How large the margins between sides with these points are."""
    margins = _margins(points)
    return float(margins @ margins)


def _margins(points: Floats) -> Floats:
    margins: Floats = points - points.mean()
    return margins


def _seen(outlook: tuple[list[int], int, list[int]], turns: int) -> list[float]:
    left, fitting, counts = outlook
    return [
        1.0,
        *map(float, left),
        *(float(fitting >> piece & 1) for piece in range(len(left))),
        *map(float, counts),
        *(float(number == turns) for number in range(_kernel.MAX_COLOURS)),
    ]


def _hat(placed: int) -> Floats:
    """How much each knot counts at a number of pieces placed."""
    return np.array(
        [np.interp(placed, KNOTS, np.eye(len(KNOTS))[knot]) for knot in range(len(KNOTS))]
    )


_HATS = np.array([_hat(placed) for placed in range(_kernel.MAX_PIECES + 1)])


def _row(example: Example, colour: int) -> Floats:
    """What adds to the points of a colour: the coefficients of all weights."""
    side = example.sides[colour]
    others = [other for other in range(len(example.sides)) if other != colour]
    groups = (
        [colour],
        [other for other in others if example.sides[other] != side],
        [other for other in others if example.sides[other] == side],
    )
    row = np.zeros((len(ROLES), len(KNOTS), example.seen.shape[1]))
    for role, group in enumerate(groups):
        for other in group:
            row[role] += np.outer(_HATS[example.placed[other]], example.seen[other]) / len(group)
    return row.ravel()


def _equations(found: Iterable[Example]) -> tuple[Floats, Floats]:
    """The coefficients of all colours, and the points that each still made."""
    rows: list[Floats] = []
    targets: list[float] = []
    for example in found:
        for colour, side in enumerate(example.sides):
            if side >= 0 and example.alive[colour]:
                rows.append(_row(example, colour))
                targets.append(example.final[colour] - example.points[colour])
    return np.array(rows), np.array(targets)


def _ended(example: Example) -> Floats:
    """The points of each side at the end."""
    total = np.zeros(max(example.sides) + 1)
    for colour, side in enumerate(example.sides):
        if side >= 0:
            total[side] += example.final[colour]
    return total


def _surprise(expected: Floats, ended: Floats, spread: float) -> float:
    """The cross-entropy of who won, if chances follow from points and spread."""
    won = (ended == ended.max()) / np.count_nonzero(ended == ended.max())
    sums = (expected - expected.max()) / spread
    return float(won @ (np.log(np.exp(sums).sum()) - sums))


def _named(pieces: Sequence[str], row: Floats) -> dict[str, Any]:
    values = [round(float(weight), 4) for weight in row]
    ends = np.cumsum([1, len(pieces), len(pieces), len(PROSPECTS)])
    return {
        "always": values[0],
        "left": dict(zip(pieces, values[ends[0] : ends[1]], strict=True)),
        "fitting": dict(zip(pieces, values[ends[1] : ends[2]], strict=True)),
        "prospects": dict(zip(PROSPECTS, values[ends[2] : ends[3]], strict=True)),
        "turns": values[ends[3] :],
    }
