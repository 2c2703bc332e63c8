"""A second, independent way to compute legal moves, for comparison with the library.

It shares nothing with the library but the names of variants and options. Cells are polygons whose
corners follow the coordinate formulas of docs/rules.md; placements are *all connected sets of
cells* up to the largest size (every polyform is a piece, so every connected set is a placement; of
Junior only those that lie like one of twelve drawings); pieces are told apart by the distances
between their cells; rules are checked on sets of names.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

ORDER = ("blue", "yellow", "red", "green")
STARTS = {
    "classic": ("a20", "t20", "t1", "a1"),
    "duo": ("e10", "j5"),
    "junior": ("e10", "j5"),
    "trigon": ("r15", "z12", "z7", "r4", "j7", "j12"),
    "trigon8": ("p14", "x11", "x6", "p3", "h6", "h11"),
}
JUNIOR = (
    "a1", "a1,a2", "a1,a2,a3", "a1,a2,b1", "a1,a2,a3,a4", "a1,a2,a3,b1", "a1,a2,b1,b2",
    "a1,a2,a3,b2", "a1,a2,b2,b3", "a1,a2,a3,a4,a5", "a1,a2,a3,a4,b1", "a1,a2,a3,b1,b2",
)  # fmt: skip
"""The shapes of Junior, of which each colour has two, as they lie in a corner of the board."""
Corner = tuple[float, float]
Cells = frozenset[str]
Shape = tuple[tuple[float, ...], ...]


def letters(x: int) -> str:
    return chr(97 + x) if x < 26 else "a" + chr(97 + x - 26)


def square_board(side: int) -> dict[str, frozenset[Corner]]:
    return {
        f"{letters(x)}{y + 1}": frozenset({(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)})
        for x in range(side)
        for y in range(side)
    }


def hexagon_board(n: int) -> dict[str, frozenset[Corner]]:
    cells = {}
    for y in range(2 * n):
        d = min(y, 2 * n - 1 - y)
        for x in range(n - 1 - d, 3 * n - 1 + d + 1):
            up = (x + y + n) % 2 == 1
            top, bottom = [(x + 1, y)], [(x, y + 1), (x + 2, y + 1)]
            if not up:
                top, bottom = [(x, y), (x + 2, y)], [(x + 1, y + 1)]
            cells[f"{letters(x)}{2 * n - y}"] = frozenset(
                (px / 2, -py * math.sqrt(3) / 2) for px, py in top + bottom
            )
    return cells


@dataclass
class Edition:
    """A board as corner sets, its neighbourhoods, and every connected set of cells up to a size."""

    name: str
    corners: dict[str, frozenset[Corner]]
    largest: int
    drawings: tuple[str, ...] = ()  # of the pieces, if not every polyform is one
    copies: int = 1  # of each piece
    sharing_edge: dict[str, set[str]] = field(default_factory=dict)
    touching: dict[str, set[str]] = field(default_factory=dict)
    shapes: list[Shape] = field(default_factory=list)
    placements: dict[Cells, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        at: dict[Corner, set[str]] = {}
        for name, corners in self.corners.items():
            for corner in corners:
                at.setdefault(corner, set()).add(name)
        for name, corners in self.corners.items():
            near = set().union(*(at[corner] for corner in corners)) - {name}
            common = {other: len(corners & self.corners[other]) for other in near}
            self.sharing_edge[name] = {other for other, n in common.items() if n == 2}
            self.touching[name] = {other for other, n in common.items() if n == 1}
        level = {frozenset({name}) for name in self.corners}
        for _ in range(self.largest):
            self.placements |= {cells: self.piece(cells) for cells in level}
            level = {
                cells | {near}
                for cells in level
                for cell in cells
                for near in self.sharing_edge[cell]
                if near not in cells
            }
        self.at = at
        if self.drawings:
            wanted = {self.placements[frozenset(drawing.split(","))] for drawing in self.drawings}
            self.placements = {c: piece for c, piece in self.placements.items() if piece in wanted}

    def middle(self, cell: str) -> Corner:
        corners = self.corners[cell]
        return (
            sum(x for x, _ in corners) / len(corners),
            sum(y for _, y in corners) / len(corners),
        )

    def piece(self, cells: Cells) -> int:
        """Which piece a set of cells is: the number of its shape."""
        shape = self.shape(cells)
        if shape not in self.shapes:
            self.shapes.append(shape)
        return self.shapes.index(shape)

    def shape(self, cells: Cells) -> Shape:
        """How far each cell is from every other one: the same for congruent sets only."""
        middles = [self.middle(cell) for cell in cells]
        return tuple(
            sorted(tuple(sorted(round(math.dist(a, b), 3) for b in middles)) for a in middles)
        )

    def straight(self, cells: Cells, corner: Corner) -> bool:
        """Whether the cells cover three sixths of the circle round a corner in a row."""
        slots = set()
        for cell in cells:
            if corner in self.corners[cell]:
                x, y = self.middle(cell)
                slots.add(round(math.degrees(math.atan2(y - corner[1], x - corner[0])) - 30) // 60)
        slots = {slot % 6 for slot in slots}
        return any({a, (a + 1) % 6, (a + 2) % 6} <= slots for a in range(6))


@cache
def edition(name: str) -> Edition:
    if name == "junior":
        return Edition(name, square_board(14), 5, JUNIOR, copies=2)
    if name in ("classic", "duo"):
        return Edition(name, square_board({"classic": 20, "duo": 14}[name]), 5)
    return Edition(name, hexagon_board({"trigon": 9, "trigon8": 8}[name]), 6)


EDITION_OF = {"duo": "duo", "trigon_3": "trigon8"}
TWO = ({"blue", "red"}, {"yellow", "green"})


@dataclass
class Table:
    """What lies on the table: the placements of each colour in the order they were made."""

    variant: str
    touch: str = "any"
    starts: str = ""
    laid: list[tuple[str, Cells]] = field(default_factory=list)

    @property
    def edition(self) -> Edition:
        return edition(EDITION_OF.get(self.variant, self.variant.split("_")[0]))

    def of(self, colour: str) -> list[Cells]:
        return [cells for who, cells in self.laid if who == colour]

    def start_fields(self, colour: str) -> set[str]:
        """The free start fields that the books allow a colour to begin on."""
        ring = STARTS[self.edition.name]
        covered = {cell for _, cells in self.laid for cell in cells}
        if self.edition.name == "classic" and self.starts != "free":
            return {ring[ORDER.index(colour)]} - covered
        begun = {
            who: next(place for place, name in enumerate(ring) if name in self.of(who)[0])
            for who in ORDER
            if self.of(who)
        }
        allowed = set()
        for place, name in enumerate(ring):
            steps = {who: abs(place - start) for who, start in begun.items()}
            mate = next((who for pair in TWO if colour in pair for who in pair - {colour}), None)
            half = len(ring) // 2
            if self.variant == "trigon_3":
                good = all(s in (2, 4) for s in steps.values())
            elif self.variant in ("trigon_2", "classic_teams"):
                good = all((s == half) == (who == mate) for who, s in steps.items())
            else:
                good = True
            if good and name not in covered:
                allowed.add(name)
        return allowed

    def legal(self, colour: str) -> set[Cells]:
        board, mine = self.edition, self.of(colour)
        covered = {cell for _, cells in self.laid for cell in cells}
        own = set().union(*mine)
        closed = covered.union(*(board.sharing_edge[cell] for cell in own))
        wanted = set().union(*(board.touching[cell] for cell in own))
        if not mine:
            wanted = self.start_fields(colour)
        laid = Counter(board.placements[cells] for cells in mine)
        used = {piece for piece, count in laid.items() if count >= board.copies}
        if self.variant == "classic_solo" and len(used) < len(board.shapes) - 1:
            used = used | {0}  # the single square, the first shape found, must wait
        return {
            cells
            for cells, piece in board.placements.items()
            if not wanted.isdisjoint(cells)
            and closed.isdisjoint(cells)
            and piece not in used
            and (self.touch == "any" or self.only_vertices(cells, mine))
        }

    def only_vertices(self, cells: Cells, mine: list[Cells]) -> bool:
        board = self.edition
        corners = set().union(*(board.corners[cell] for cell in cells))
        for other in mine:
            for corner in corners & set().union(*(board.corners[cell] for cell in other)):
                if board.straight(cells, corner) or board.straight(other, corner):
                    return False
        return True
