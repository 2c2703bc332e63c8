"""Grids and boards: everything follows from "a cell is a set of lattice points".

A `Grid` says what its cells look like and which symmetries it has. A `Board` is a finite set of
cells of a grid. Cells are numbered from the bottom left, row by row: 0 is the first cell of the
bottom row. Sets of cells and sets of lattice points are Python integers used as bitsets throughout.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cornerwise.errors import NotationError

Point = tuple[int, int]
"""A lattice point, or the place of a cell in its grid: x to the right, y downwards."""


def bits(mask: int) -> Iterator[int]:
    """The members of a bitset, ascending.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    digits = bin(mask)[:1:-1]  # least significant first: one pass however wide the mask
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


def mask_of(members: Iterable[int]) -> int:
    """The bitset with these members."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


@dataclass(frozen=True)
class Grid:
    """A tiling of the plane as data.

    tiles     the corners of a cell at (0, 0); the cell at (x, y) uses tile (x + y) mod len(tiles)
    turn      the matrix a b c d of the smallest rotation of lattice points, over `divisor`
    turns     how many of them make a full turn
    straight  how many neighbouring cells round a lattice point make a straight angle
    unit      the size of a lattice step in a picture whose cells have sides of length 1
    pieces    the names of its polyforms, size by size, in the order of `pieces.free_polyforms`
    signs     a character for each tile, to draw regions with
    blocks    a text for each tile, to draw pieces with in a terminal
    scale     how much larger small pieces are drawn, so that their cells are seen as well
    vertex    what the corner of a cell is called
    """

    name: str
    cell_word: str
    tiles: tuple[tuple[Point, ...], ...]
    turn: tuple[int, int, int, int]
    divisor: int
    turns: int
    straight: int
    unit: tuple[float, float]
    pieces: tuple[tuple[str, ...], ...]
    signs: str
    blocks: tuple[str, ...]
    scale: float = 1.0
    vertex: str = "corner"

    def __hash__(self) -> int:
        return hash(self.name)

    def corners(self, cell: Point) -> tuple[Point, ...]:
        """The lattice points of a cell."""
        x, y = cell
        return tuple((x + dx, y + dy) for dx, dy in self.tiles[(x + y) % len(self.tiles)])

    def turned(self, cells: Iterable[Point]) -> tuple[Point, ...]:
        """The cells after one turn clockwise, moved to the origin."""
        a, b, c, d = self.turn
        k = self.divisor
        return self._mapped(cells, lambda x, y: ((a * x + b * y) // k, (c * x + d * y) // k))

    def flipped(self, cells: Iterable[Point]) -> tuple[Point, ...]:
        """The cells mirrored left to right, moved to the origin."""
        return self._mapped(cells, lambda x, y: (-x, y))

    def moved_home(self, cells: Iterable[Point]) -> tuple[Point, ...]:
        """The same shape as near to the origin as the grid's translations allow, sorted."""
        cells = list(cells)
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        left -= (left + top) % len(self.tiles)  # a translation must map each tile to its own kind
        return tuple(sorted((x - left, y - top) for x, y in cells))

    def neighbours(self, cell: Point) -> tuple[Point, ...]:
        """The cells of the endless grid that share an edge with this one."""
        x, y = cell
        own = set(self.corners(cell))
        near = ((x + dx, y + dy) for dx in (-2, -1, 0, 1, 2) for dy in (-1, 0, 1))
        return tuple(other for other in near if len(own & set(self.corners(other))) == 2)

    def points_of(self, cells: Iterable[Point]) -> set[Point]:
        """The lattice points of a set of cells."""
        return {point for cell in cells for point in self.corners(cell)}

    def straights_of(self, cells: Iterable[Point]) -> set[Point]:
        """The lattice points where the outline of these cells runs straight or turns inwards (T4).

        There, at least as many neighbouring cells lie round the point as make a straight angle.
        """
        cells = set(cells)
        found = set()
        for point in self.points_of(cells):
            rest = {cell for cell in cells if point in self.corners(cell)}
            while rest:
                run = {rest.pop()}
                while near := {c for c in rest if run & set(self.neighbours(c))}:
                    run |= near
                    rest -= near
                if len(run) >= self.straight:
                    found.add(point)
        return found

    def _mapped(
        self, cells: Iterable[Point], move: Callable[[int, int], Point]
    ) -> tuple[Point, ...]:
        def image(cell: Point) -> Point:
            corners = [move(x, y) for x, y in self.corners(cell)]
            # Every tile lies in the box that begins at its own cell's place.
            return min(x for x, _ in corners), min(y for _, y in corners)

        return self.moved_home(image(cell) for cell in cells)


SQUARES = Grid(
    name="squares",
    cell_word="square",
    tiles=(((0, 0), (1, 0), (1, 1), (0, 1)),),
    turn=(0, -1, 1, 0),
    divisor=1,
    turns=4,
    straight=2,
    unit=(1.0, 1.0),
    # A letter of that look and the size.
    pieces=(
        ("I1",),
        ("I2",),
        ("I3", "V3"),
        ("I4", "L4", "T4", "O4", "Z4"),
        ("I5", "L5", "Y5", "P5", "U5", "V5", "T5", "N5", "F5", "W5", "Z5", "X5"),
    ),
    signs="#",
    blocks=("[]",),
)

# A lattice step of 1 in x is half a side, so the corners of a triangle are two apart. The cell at
# (x, y) points down where x + y is even, and up where it is odd. All lattice points have x + y
# even.
TRIANGLES = Grid(
    name="triangles",
    cell_word="triangle",
    tiles=(((0, 0), (2, 0), (1, 1)), ((1, 0), (2, 1), (0, 1))),
    turn=(1, -3, 1, 1),
    divisor=2,
    turns=6,
    straight=3,
    unit=(0.5, 0.75**0.5),
    pieces=(
        ("I1",),
        ("I2",),
        ("I3",),
        ("C4", "A4", "I4"),
        ("L5", "P5", "I5", "C5"),
        ("S6", "F6", "M6", "X6", "W6", "J6", "E6", "T6", "I6", "U6", "V6", "O6"),
    ),
    signs="v^",
    blocks=("▼", "▲"),
    scale=4 / 3,
    vertex="vertex",
)


GRIDS = {grid.name: grid for grid in (SQUARES, TRIANGLES)}
"""The grids by their names."""


def column_name(x: int) -> str:
    """a … z, aa, ab … for 0, 1, 2 …

    >>> column_name(0), column_name(25), column_name(26), column_name(34)
    ('a', 'z', 'aa', 'ai')
    """
    name = ""
    x += 1
    while x:
        x, letter = divmod(x - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def column_number(name: str) -> int:
    """The inverse of `column_name`."""
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


_CELL = re.compile(r"([a-z]{1,3})([0-9]{1,3})")


@dataclass(frozen=True)
class Board:
    """A finite set of cells of a grid, and the relations between them.

    `rows` holds, from the top, the first and the last column of each row; `shift` moves the board's
    columns to the grid's, which decides which triangles point up; `gaps` are places of the grid
    within the rows that do not belong to the board. What follows from these is computed when first
    asked for.
    """

    name: str
    grid: Grid
    rows: tuple[tuple[int, int], ...]
    shift: int = 0
    gaps: frozenset[Point] = frozenset()

    def __repr__(self) -> str:
        return f"<Board {self.name}: {len(self.places)} {self.grid.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        # Nothing of what follows: it is soon computed again.
        return Board, (self.name, self.grid, self.rows, self.shift, self.gaps)

    @property
    def height(self) -> int:
        return len(self.rows)

    @cached_property
    def width(self) -> int:
        return max(last for _, last in self.rows) + 1

    @cached_property
    def places(self) -> tuple[Point, ...]:
        """Where each cell lies in the grid: the list that numbers the cells."""
        return tuple(
            (x + self.shift, y)
            for y in reversed(range(self.height))
            for x in range(self.rows[y][0], self.rows[y][1] + 1)
            if (x + self.shift, y) not in self.gaps
        )

    @cached_property
    def numbers(self) -> dict[Point, int]:
        """The cell at a place of the grid: the inverse of `places`."""
        return {place: cell for cell, place in enumerate(self.places)}

    def __len__(self) -> int:
        return len(self.places)

    # --- names ---------------------------------------------------------------------------

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        return tuple(f"{column_name(x - self.shift)}{self.height - y}" for x, y in self.places)

    def cell(self, name: str) -> int:
        """The cell with this name, such as e8; upper case will do."""
        text = name.strip().lower()
        found = _CELL.fullmatch(text)
        if not found:
            raise NotationError(
                f"{_clip(name)} is not a cell: write a column letter and a row number, "
                f"such as {self.cell_names[0]}"
            )
        place = (column_number(found[1]) + self.shift, self.height - int(found[2]))
        if place not in self.numbers:
            last = column_name(self.width - 1)
            raise NotationError(
                f"{text} is not on this board: "
                f"its columns are a to {last}, its rows 1 to {self.height}"
                + ("" if self.is_rectangle else ", within its outline")
            )
        return self.numbers[place]

    @property
    def is_rectangle(self) -> bool:
        return len(set(self.rows)) == 1 and not self.gaps

    # --- relations -----------------------------------------------------------------------

    @cached_property
    def lattice(self) -> tuple[Point, ...]:
        """The lattice points of the board: the list that numbers them."""
        return tuple(sorted({point for place in self.places for point in self.grid.corners(place)}))

    @cached_property
    def corners(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of each cell's lattice points, in the order of its outline."""
        number = {point: index for index, point in enumerate(self.lattice)}
        return tuple(tuple(number[p] for p in self.grid.corners(place)) for place in self.places)

    @cached_property
    def _round(self) -> tuple[tuple[int, ...], ...]:
        """The cells round each lattice point."""
        found: list[list[int]] = [[] for _ in self.lattice]
        for cell, points in enumerate(self.corners):
            for point in points:
                found[point].append(cell)
        return tuple(map(tuple, found))

    def _sharing(self, wanted: range) -> tuple[int, ...]:
        masks = []
        for cell, points in enumerate(self.corners):
            common: dict[int, int] = {}
            for point in points:
                for other in self._round[point]:
                    common[other] = common.get(other, 0) + 1
            masks.append(mask_of(o for o, count in common.items() if o != cell and count in wanted))
        return tuple(masks)

    @cached_property
    def edges(self) -> tuple[int, ...]:
        """For each cell, the cells that share an edge with it: two lattice points in common."""
        return self._sharing(range(2, 3))

    @cached_property
    def vertices(self) -> tuple[int, ...]:
        """For each cell, the cells that touch it at a vertex: exactly one point in common."""
        return self._sharing(range(1, 2))


def _clip(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def rectangle(name: str, width: int, height: int) -> Board:
    """A board of squares."""
    return Board(name, SQUARES, ((0, width - 1),) * height)


def hexagon(name: str, side: int) -> Board:
    """A hexagon of triangles."""
    depths = [min(y, 2 * side - 1 - y) for y in range(2 * side)]
    return Board(
        name, TRIANGLES, tuple((side - 1 - d, 3 * side - 1 + d) for d in depths), shift=side
    )
