"""The value: how many more points every colour will make, foretold from the outlook of all.

What is seen of a colour adds to its own points, to those of its opponents and to those of its
partners, with weights that change with the pieces it has placed: they are fitted at a few knots and
run straight between them. So the points are a linear function of the weights, and least squares
finds them. How far to trust a margin is then fitted to who won, and how much playouts from the same
positions should count besides to how the games ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from cornerwise import _kernel, kernel
from cornerwise.engine.knowledge import PROSPECTS, ROLES
from cornerwise.engine.player import position_of
from cornerwise.game import Game
from cornerwise.learning.samples import Floats
from cornerwise.variants import EDITIONS

KNOTS = (0, 3, 7, 12, 17, 22)
PENALTY = 30.0
SPREADS = np.geomspace(0.5, 40, 45)
BATCH = 2000
PLAYOUTS = 10
"""So many playouts from a position are compared with what is foretold of it."""
DOUBTS = 200
"""From many fewer positions than these not much is learned of how far to trust playouts."""


@dataclass(frozen=True)
class Scene:
    """A position and how its game ended.

    seen    for each colour what is seen of it, a row
    placed  by each colour
    sides   of each colour, -1 for one that counts for nobody
    alive   whether each colour can still move
    points  of each colour now, and
    final   at the end
    played  the points of each side after playouts, on average; nothing if there were none
    """

    seen: Floats
    placed: tuple[int, ...]
    sides: tuple[int, ...]
    alive: tuple[bool, ...]
    points: Floats
    final: Floats
    played: Floats


def scenes(rows: Iterable[Mapping[str, Any]], playouts: int = 0) -> Iterator[Scene]:
    """The positions of recorded games, each played out so many times."""
    for row in rows:
        game = Game(row["variant"])
        sides = side_of_colours(game)
        position = position_of(game)
        found = []
        for move in row["moves"]:
            played = _played_out(position, playouts)
            found.append((position.turn, position.outlook(), position.points(), played))
            position.play(move)
        final = np.array(position.points(), dtype=float)
        pieces = len(game.variant.pieces)
        for turn, outlook, points, played in found:
            colours = len(outlook)
            yield Scene(
                np.array(
                    [
                        _seen(pieces, outlook[colour], (colour - turn) % colours)
                        for colour in range(colours)
                    ]
                ),
                tuple(pieces - left.bit_count() for left, _, _ in outlook),
                sides,
                tuple(fitting > 0 for _, fitting, _ in outlook),
                np.array(points, dtype=float),
                final,
                played,
            )


def side_of_colours(game: Game) -> tuple[int, ...]:
    """The side that each colour counts for in the kernel, -1 for one that counts for none."""
    teams = kernel.sides(game.variant)
    owner = {colour: seat.team for seat in game.variant.seats for colour in seat.colours}
    return tuple(
        teams.index(owner[colour]) if colour in owner else -1 for colour in game.variant.colours
    )


class Forecast:
    """Weights of a value: [role][knot][what is seen]."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights
        self.spreads = [1.0] * len(KNOTS)
        self.trusts = [0.5] * len(KNOTS)

    @classmethod
    def fitted(cls, taught: Iterable[Scene], unseen: Sequence[Scene]) -> Forecast:
        """Weights from some scenes; from others, with playouts, how far to trust them."""
        squares: Floats | None = None
        products: Floats | None = None
        for rows, targets in _batches(taught):
            if squares is None or products is None:
                squares = np.zeros((rows.shape[1],) * 2)
                products = np.zeros(rows.shape[1])
            squares += rows.T @ rows
            products += rows.T @ targets
        if squares is None or products is None:
            raise ValueError("there is nothing to learn from")
        scale = np.sqrt(np.diag(squares).mean() / np.maximum(np.diag(squares), 1e-9))
        scale[np.diag(squares) == 0] = 0  # never seen
        scaled = squares * np.outer(scale, scale)
        penalty = PENALTY * np.diag(scaled).mean() / max(len(unseen), 1000)
        solved = np.linalg.solve(scaled + penalty * np.eye(len(scaled)), products * scale)
        weights = (solved * scale).reshape(len(ROLES), len(KNOTS), -1)
        forecast = cls(weights)
        by_knot = forecast._by_knot(unseen)
        forecast.spreads = _fitted_spreads(by_knot)
        forecast.trusts = _fitted_trusts(by_knot)
        return forecast

    def points(self, scene: Scene) -> Floats:
        """The points that each side is expected to have at the end."""
        expected = np.zeros(max(scene.sides) + 1)
        for colour, side in enumerate(scene.sides):
            if side >= 0:
                more = _row(scene, colour) @ self.weights.ravel() if scene.alive[colour] else 0.0
                expected[side] += scene.points[colour] + more
        return expected

    def error(self, unseen: Sequence[Scene]) -> float:
        """The mean error of the points of a side."""
        errors = [np.abs(self.points(scene) - _ended(scene)).mean() for scene in unseen]
        return float(np.mean(errors)) if errors else 0.0

    def named(self, edition: str) -> dict[str, Any]:
        """As a file of weights has it."""
        pieces = [piece.name for piece in EDITIONS[edition].pieces]
        return {
            "knots": list(KNOTS),
            "spreads": [round(spread, 3) for spread in self.spreads],
            "trusts": [round(trust, 3) for trust in self.trusts],
            "roles": {
                role: [_named(pieces, row) for row in rows]
                for role, rows in zip(ROLES, self.weights, strict=True)
            },
        }

    def _by_knot(self, unseen: Sequence[Scene]) -> list[list[_Case]]:
        """For each knot the scenes that are nearest to it."""
        found: list[list[_Case]] = [[] for _ in KNOTS]
        for scene in unseen:
            stage = np.mean(scene.placed)
            nearest = int(np.argmin([abs(stage - knot) for knot in KNOTS]))
            found[nearest].append(_Case(self.points(scene), scene.played, _ended(scene)))
        return found


@dataclass(frozen=True)
class _Case:
    """The points of each side as foretold, as played out, and as they came."""

    foretold: Floats
    played: Floats
    ended: Floats


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


def _fitted_trusts(by_knot: Sequence[Sequence[_Case]]) -> list[float]:
    """For each knot the share of playouts that brings the margins nearest to how games ended."""
    trusts: list[float] = []
    for cases in by_knot:
        along = square = 0.0
        for case in cases:
            if len(case.played):
                differ = _margins(case.played) - _margins(case.foretold)
                along += float(differ @ (_margins(case.ended) - _margins(case.foretold)))
                square += float(differ @ differ)
        # As if there had been some more cases in which both were right by half.
        more = DOUBTS * square / max(1, len(cases))
        found = (along + 0.5 * more) / (square + more) if square > 0 else 0.5
        trusts.append(min(1.0, max(0.0, found)))
    return trusts


def _margins(points: Floats) -> Floats:
    margins: Floats = points - points.mean()
    return margins


def _played_out(position: _kernel.Position, playouts: int) -> Floats:
    """The mean points of the sides after playouts."""
    if not playouts:
        return np.zeros(0)
    ends = []
    for seed in range(playouts):
        played = copy(position)
        played.play_out(_kernel.MAX_PIECES * _kernel.MAX_COLOURS, seed)
        ends.append(played.side_points())
    mean: Floats = np.array(ends, dtype=float).mean(axis=0)
    return mean


def _seen(pieces: int, outlook: tuple[int, int, list[int]], turns: int) -> list[float]:
    left, fitting, counts = outlook
    return [
        1.0,
        *(float(left >> piece & 1) for piece in range(pieces)),
        *(float(fitting >> piece & 1) for piece in range(pieces)),
        *map(float, counts),
        *(float(number == turns) for number in range(_kernel.MAX_COLOURS)),
    ]


def _hat(placed: int) -> Floats:
    """How much each knot counts at a number of pieces placed."""
    return np.array(
        [np.interp(placed, KNOTS, np.eye(len(KNOTS))[knot]) for knot in range(len(KNOTS))]
    )


_HATS = np.array([_hat(placed) for placed in range(_kernel.MAX_PIECES + 1)])


def _row(scene: Scene, colour: int) -> Floats:
    """What adds to the points of a colour: the coefficients of all weights."""
    side = scene.sides[colour]
    others = [other for other in range(len(scene.sides)) if other != colour]
    groups = (
        [colour],
        [other for other in others if scene.sides[other] != side],
        [other for other in others if scene.sides[other] == side],
    )
    row = np.zeros((len(ROLES), len(KNOTS), scene.seen.shape[1]))
    for role, group in enumerate(groups):
        for other in group:
            row[role] += np.outer(_HATS[scene.placed[other]], scene.seen[other]) / len(group)
    return row.ravel()


def _batches(found: Iterable[Scene]) -> Iterator[tuple[Floats, Floats]]:
    """Coefficients of many colours and the points that each still made."""
    rows: list[Floats] = []
    targets: list[float] = []
    for scene in found:
        for colour, side in enumerate(scene.sides):
            if side >= 0 and scene.alive[colour]:
                rows.append(_row(scene, colour))
                targets.append(scene.final[colour] - scene.points[colour])
        if len(rows) >= BATCH:
            yield np.array(rows), np.array(targets)
            rows, targets = [], []
    if rows:
        yield np.array(rows), np.array(targets)


def _ended(scene: Scene) -> Floats:
    """The points of each side at the end."""
    total = np.zeros(max(scene.sides) + 1)
    for colour, side in enumerate(scene.sides):
        if side >= 0:
            total[side] += scene.final[colour]
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
