"""Exact search: every solution of a puzzle on a small region, or proof that there is none."""

from __future__ import annotations

from collections.abc import Sequence

from cornerwise._kernel import CoverSearch
from cornerwise.errors import PuzzleError
from cornerwise.geometry import bits
from cornerwise.notation import Move
from cornerwise.puzzles.puzzle import Laid, Puzzle
from cornerwise.symmetry import symmetries
from cornerwise.variants import Colour

MAX_OPTIONS = 12_000
"""The search keeps a bit for each pair of placements: beyond this it would take too much memory."""


class Exact:
    """A search for the solutions that contain some pieces.

    With `reduced`, solutions that are turned or mirrored images of each other are found only once
    or a few times instead of always; that makes sense on an empty board.
    """

    def __init__(
        self, puzzle: Puzzle, laid: Sequence[Laid] = (), *, seed: int = 0, reduced: bool = False
    ) -> None:
        self.puzzle = puzzle
        self.possible = not puzzle.check(laid).problems
        self._options = options(puzzle, laid)
        if len(self._options) > MAX_OPTIONS:
            raise PuzzleError(f"{puzzle} is too big for the exact search")
        board, colours = puzzle.board, puzzle.colours
        pieces = _pieces(puzzle)
        shapes = sorted({name for _, name in pieces})
        self._search = CoverSearch(
            edges=[list(bits(near)) for near in board.edges],
            vertices=[list(bits(near)) for near in board.vertices],
            pieces=[
                (colours.index(colour), shapes.index(name), puzzle.is_last(name))
                for colour, name in pieces
            ],
            options=[(piece, move.cells) for piece, (_, move) in self._options],
            kinds=puzzle.kinds,
            laid=list(range(len(laid))) if self.possible else [],  # they come first
            images=_images(puzzle, self._options) if reduced and not laid else [],
            fill=puzzle.goal == "fill",
            all=puzzle.uses_all,
            own_edges=puzzle.contact.own == "free",
            touch=puzzle.contact.touch,
            equal=puzzle.contact.equal,
            seed=seed,
        )

    def run(self, seconds: float, solutions: int = 1, steps: int = 2**60) -> bool:
        """Search on for a while, for some steps or until so many more solutions are found.

        True when all is searched.
        """
        return not self.possible or self._search.run(seconds, solutions, steps)

    @property
    def finished(self) -> bool:
        return not self.possible or self._search.finished

    @property
    def steps(self) -> int:
        return self._search.nodes

    @property
    def found(self) -> int:
        return self._search.found if self.possible else 0

    @property
    def solutions(self) -> list[tuple[Laid, ...]]:
        if not self.possible:
            return []
        return [self._laid(solution) for solution in self._search.solutions]

    @property
    def best(self) -> tuple[Laid, ...]:
        """The most of the region that was covered."""
        return self._laid(self._search.best)

    def _laid(self, options: Sequence[int]) -> tuple[Laid, ...]:
        return tuple(self._options[option][1] for option in options)


Option = tuple[int, Laid]
"""A piece, as its number among all pieces of all colours, and how it lies."""


def _pieces(puzzle: Puzzle) -> list[tuple[Colour, str]]:
    """Every piece of every colour. Copies of one are pieces of their own."""
    return [(colour, name) for colour, names in puzzle.pieces for name in names]


def options(puzzle: Puzzle, laid: Sequence[Laid]) -> list[Option]:
    """What lies there, and every way to lay another piece that does not clash with it at once."""
    layout = puzzle.layout(laid)
    free: dict[tuple[Colour, str], list[int]] = {}
    for number, piece in enumerate(_pieces(puzzle)):
        free.setdefault(piece, []).append(number)
    found = []
    for one in dict.fromkeys(laid):
        copies = free.get((one.colour, one.move.piece.name))
        if copies:  # else it is one too many, and there is no solution
            found.append((copies.pop(0), one))
    for colour in puzzle.colours:
        for number in bits(layout.room(colour)):
            one = Laid(colour, Move(puzzle.tables, number))
            found += [(piece, one) for piece in free[colour, one.move.piece.name]]
    return found


def _images(puzzle: Puzzle, ways: Sequence[Option]) -> list[list[int]]:
    at = {(piece, move.cells): index for index, (piece, (_, move)) in enumerate(ways)}
    return [
        [at[piece, tuple(sorted(image[c] for c in move.cells))] for piece, (_, move) in ways]
        for image in symmetries(puzzle.board)
    ]
