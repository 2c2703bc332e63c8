"""Exact search: every solution of a puzzle on a small region, or proof that there is none."""

from __future__ import annotations

from collections.abc import Sequence

from cornerwise._kernel import CoverSearch
from cornerwise.errors import PuzzleError
from cornerwise.geometry import bits
from cornerwise.notation import Move
from cornerwise.puzzles.puzzle import Laid, Puzzle
from cornerwise.symmetry import symmetries

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
        pieces = [(colour, name) for colour, names in puzzle.pieces for name in names]
        number = {piece: at for at, piece in enumerate(pieces)}
        shapes = sorted({name for _, name in pieces})
        at = {option: index for index, option in enumerate(self._options)}
        self._search = CoverSearch(
            edges=[list(bits(near)) for near in board.edges],
            vertices=[list(bits(near)) for near in board.vertices],
            pieces=[
                (colours.index(colour), shapes.index(name), puzzle.is_last(name))
                for colour, name in pieces
            ],
            options=[(number[c, move.piece.name], move.cells) for c, move in self._options],
            kinds=puzzle.kinds,
            laid=[at[piece] for piece in laid] if self.possible else [],
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
        return tuple(self._options[option] for option in options)


def options(puzzle: Puzzle, laid: Sequence[Laid]) -> list[Laid]:
    """What lies there, and every way to lay another piece that does not clash with it at once."""
    layout = puzzle.layout(laid)
    found = list(dict.fromkeys(laid))
    for colour in puzzle.colours:
        found += [Laid(colour, Move(puzzle.tables, n)) for n in bits(layout.room(colour))]
    return found


def _images(puzzle: Puzzle, ways: Sequence[Laid]) -> list[list[int]]:
    at = {(colour, move.cells): index for index, (colour, move) in enumerate(ways)}
    return [
        [at[colour, tuple(sorted(image[c] for c in move.cells))] for colour, move in ways]
        for image in symmetries(puzzle.board)
    ]
