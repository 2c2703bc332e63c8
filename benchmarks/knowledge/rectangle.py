"""The rectangle as a formula: 8×10 squares, twenty pieces of four squares in four colours.

The formula is made from the words of the rulebook (C8) and shares nothing with Cornerwise: neither
its geometry nor its solver. A SAT solver that refutes it writes a proof, and `dratify`, which
shares nothing with the solver, checks every step of that proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise, product
from typing import NamedTuple

Cell = tuple[int, int]
Clause = tuple[int, ...]
WIDTH, HEIGHT = 10, 8
COLOURS = ("blue", "yellow", "red", "green")
SHAPES: dict[str, tuple[Cell, ...]] = {
    "I4": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "L4": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "T4": ((0, 0), (1, 0), (2, 0), (1, 1)),
    "O4": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "Z4": ((0, 0), (1, 0), (1, 1), (2, 1)),
}
BESIDE = ((1, 0), (0, 1), (-1, 0), (0, -1))
ACROSS = ((1, 1), (-1, 1), (-1, -1), (1, -1))


class Spot(NamedTuple):
    """A shape that lies somewhere."""

    shape: str
    cells: frozenset[Cell]


def spots(width: int = WIDTH, height: int = HEIGHT) -> list[Spot]:
    """Every way to lay every shape, in a fixed order."""
    found = set()
    for shape, cells in SHAPES.items():
        for turns, flipped in product(range(4), (False, True)):
            turned = [(-x, y) if flipped else (x, y) for x, y in cells]
            for _ in range(turns):
                turned = [(-y, x) for x, y in turned]
            left, low = min(x for x, _ in turned), min(y for _, y in turned)
            for dx, dy in product(range(width), range(height)):
                there = frozenset((x - left + dx, y - low + dy) for x, y in turned)
                if all(x < width and y < height for x, y in there):
                    found.add(Spot(shape, there))
    return sorted(found, key=lambda spot: (spot.shape, sorted(spot.cells)))


def around(cells: Iterable[Cell], steps: Iterable[Cell]) -> set[Cell]:
    """The cells so many steps from these, on the board or not, these left out."""
    cells = set(cells)
    return {(x + dx, y + dy) for x, y in cells for dx, dy in steps} - cells


class Formula:
    """Clauses that say what a solution is.

    equal  "edges": equal shapes share no edge; "free": they may
    ways   each variable that lays a piece: its colour and its spot

    Colours have the same pieces, so a solution with colours exchanged is a solution as well. Only
    the one counts, of each 24, in which the colours appear in their order from a1 outwards.
    Likewise a solution can be turned and mirrored, and not all of these images count.
    """

    def __init__(self, equal: str = "free", width: int = WIDTH, height: int = HEIGHT) -> None:
        self.clauses: list[Clause] = []
        self.count = 0
        self.width, self.height = width, height
        self.cells = list(product(range(width), range(height)))
        self.spots = spots(width, height)
        self.lays = {(colour, n): self._new() for colour in COLOURS for n in range(len(self.spots))}
        self.ways = {way: (colour, self.spots[n]) for (colour, n), way in self.lays.items()}
        self.painted = {key: self._new() for key in product(self.cells, COLOURS)}
        self.shaped = {key: self._new() for key in product(self.cells, SHAPES)}
        self.joined = {
            frozenset(pair): self._new() for pair in combinations(self.cells, 2) if _near(*pair)
        }
        self._every_piece_once()
        self._every_cell_once()
        self._cells_follow_pieces()
        self._own_pieces_apart()
        self._own_pieces_touch()
        if equal == "edges":
            self._equal_shapes_apart()
        self._colours_in_order()
        self._one_way_up()

    def block(self, solution: Iterable[int]) -> None:
        """Let this not be a solution."""
        self.clauses.append(tuple(-way for way in solution))

    def dimacs(self) -> str:
        """The formula as SAT solvers read it."""
        rows = (" ".join(map(str, (*clause, 0))) for clause in self.clauses)
        return "\n".join([f"p cnf {self.count} {len(self.clauses)}", *rows]) + "\n"

    def _new(self) -> int:
        self.count += 1
        return self.count

    def _exactly_one(self, literals: Sequence[int]) -> None:
        self.clauses.append(tuple(literals))
        self._at_most_one(literals)

    def _at_most_one(self, literals: Sequence[int]) -> None:
        """In groups of few, each of which says whether it has the one, so that clauses are few."""
        while len(literals) > 6:
            groups = []
            for at in range(0, len(literals), 4):
                some = literals[at : at + 4]
                group = self._new()
                self.clauses += [(-literal, group) for literal in some]
                self.clauses += [(-a, -b) for a, b in combinations(some, 2)]
                groups.append(group)
            literals = groups
        self.clauses += [(-a, -b) for a, b in combinations(literals, 2)]

    def _every_piece_once(self) -> None:
        for colour, shape in product(COLOURS, SHAPES):
            of = [n for n, spot in enumerate(self.spots) if spot.shape == shape]
            self._exactly_one([self.lays[colour, n] for n in of])

    def _every_cell_once(self) -> None:
        for cell in self.cells:
            over = [n for n, spot in enumerate(self.spots) if cell in spot.cells]
            self._exactly_one([self.lays[colour, n] for n in over for colour in COLOURS])
            for colour in COLOURS:
                ways = (self.lays[colour, n] for n in over)
                self.clauses.append((-self.painted[cell, colour], *ways))
            for shape in SHAPES:
                of = [n for n in over if self.spots[n].shape == shape]
                ways = (self.lays[colour, n] for n in of for colour in COLOURS)
                self.clauses.append((-self.shaped[cell, shape], *ways))
            self._exactly_one([self.painted[cell, colour] for colour in COLOURS])
            self._exactly_one([self.shaped[cell, shape] for shape in SHAPES])

    def _cells_follow_pieces(self) -> None:
        for (colour, n), lay in self.lays.items():
            spot = self.spots[n]
            for cell in spot.cells:
                self.clauses += [
                    (-lay, self.painted[cell, colour]),
                    (-lay, self.shaped[cell, spot.shape]),
                ]
                for dx, dy in BESIDE:
                    other = cell[0] + dx, cell[1] + dy
                    joint = self.joined.get(frozenset((cell, other)))
                    if joint:
                        self.clauses.append((-lay, joint if other in spot.cells else -joint))

    def _own_pieces_apart(self) -> None:
        """Two cells side by side with the same colour belong to one piece."""
        for (pair, joint), colour in product(self.joined.items(), COLOURS):
            self.clauses.append((*(-self.painted[cell, colour] for cell in pair), joint))

    def _equal_shapes_apart(self) -> None:
        for (pair, joint), shape in product(self.joined.items(), SHAPES):
            self.clauses.append((*(-self.shaped[cell, shape] for cell in pair), joint))

    def _own_pieces_touch(self) -> None:
        """Across a vertex of every piece lies a cell of its colour. It cannot lie beside it."""
        for (colour, n), lay in self.lays.items():
            cells = self.spots[n].cells
            reached = (around(cells, ACROSS) - around(cells, BESIDE)) & set(self.cells)
            self.clauses.append((-lay, *(self.painted[cell, colour] for cell in sorted(reached))))

    def _colours_in_order(self) -> None:
        """From a1 outwards no colour appears before the one that comes before it in the list."""
        outwards = sorted(self.cells, key=lambda cell: (sum(cell), cell))
        for before, colour in pairwise(COLOURS):
            seen = 0  # a variable: `before` lies on a cell nearer to a1
            for cell in outwards:
                earlier = (seen,) if seen else ()
                self.clauses.append((-self.painted[cell, colour], *earlier))
                now = self._new()
                self.clauses.append((-now, self.painted[cell, before], *earlier))
                seen = now

    def _one_way_up(self) -> None:
        """Of a solution and its images, take one with the first shape of all corners at a1."""
        shapes, first = list(SHAPES), (0, 0)
        right, top = self.width - 1, self.height - 1
        for corner in ((right, 0), (0, top), (right, top)):
            for before, shape in combinations(shapes, 2):
                self.clauses.append((-self.shaped[first, shape], -self.shaped[corner, before]))


def _near(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
