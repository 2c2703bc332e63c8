"""Ejection search: lay all pieces of a game. It finds solutions; a failure proves nothing."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cornerwise._kernel import EjectionSearch
from cornerwise.errors import PuzzleError
from cornerwise.geometry import bits
from cornerwise.notation import parse_move
from cornerwise.puzzles.puzzle import Laid, Puzzle
from cornerwise.symmetry import turn_of
from cornerwise.variants import Variant


class Ejection:
    """A search for an arrangement of all pieces that contains those laid.

    A symmetric one is mapped to itself by a turn that maps each colour to another: a quarter of a
    circle for the four colours of Classic, a half for Duo and Trigon.
    """

    def __init__(
        self, puzzle: Puzzle, laid: Sequence[Laid] = (), *, seed: int = 0, symmetric: bool = False
    ) -> None:
        if puzzle.variant is None:
            raise PuzzleError(f"{puzzle} is not laid by the rules of a game")
        if symmetric and laid:
            raise PuzzleError("a symmetric solution is sought from the empty board")
        self.puzzle = puzzle
        order, self._turn = _turn(puzzle) if symmetric else (1, tuple(range(len(puzzle.board))))
        self._families = puzzle.colours[: len(puzzle.colours) // order]
        classes = [min(_orbit(cell, self._turn)) for cell in range(len(puzzle.board))]
        self._ways = _ways(puzzle, classes)
        self._pieces = [
            (family, puzzle.shapes[name])
            for family in range(len(self._families))
            for name in puzzle.pieces[family][1]
        ]
        way_of = [{tuple(way): number for number, way in enumerate(ways)} for ways in self._ways]
        free = list(range(len(self._pieces)))
        fixed = []
        for colour, move in laid:
            shape = puzzle.shapes[move.piece.name]
            piece = (puzzle.colours.index(colour), shape)
            copy = next(at for at in free if self._pieces[at] == piece)
            free.remove(copy)
            fixed.append((copy, way_of[shape][move.cells]))
        board = puzzle.board
        last = [puzzle.is_last(piece.name) for piece in puzzle.variant.pieces]
        self._search = EjectionSearch(
            edges=[list(bits(near)) for near in board.edges],
            vertices=[list(bits(near)) for near in board.vertices],
            classes=classes,
            starts=_starts(puzzle.variant, self._families, laid, order, Random(seed)),
            shapes=self._ways,
            pieces=[(f, s, last[s]) for f, s in self._pieces],
            laid=fixed,
            seed=seed,
        )

    def run(self, seconds: float, steps: int = 2**60) -> bool:
        """Search on for a while or for some steps. True when all pieces lie."""
        return self._search.run(seconds, steps)

    @property
    def steps(self) -> int:
        return self._search.steps

    @property
    def missing(self) -> int:
        """How many pieces the best arrangement lacks."""
        return self._search.missing * (len(self.puzzle.colours) // len(self._families))

    @property
    def best(self) -> tuple[Laid, ...]:
        """The arrangement with the most pieces."""
        colours, tables = self.puzzle.colours, self.puzzle.tables
        found = []
        for (family, shape), way in zip(self._pieces, self._search.best, strict=True):
            if way < 0:
                continue
            cells: Sequence[int] = self._ways[shape][way]
            for colour in colours[family :: len(self._families)]:
                number = tables.number(cells)
                assert number is not None  # the board's turns map pieces to pieces
                found.append(Laid(colour, parse_move(tables, number)))
                cells = [self._turn[cell] for cell in cells]
        return tuple(found)


def _turn(puzzle: Puzzle) -> tuple[int, tuple[int, ...]]:
    """The smallest turn of the board that takes the colours round, and its order."""
    count = len(puzzle.colours)
    for order in range(count, 1, -1):
        turn = turn_of(puzzle.board, order) if count % order == 0 else None
        if turn is not None:
            return order, turn.cells
    raise PuzzleError(f"no turn of the board takes the colours of {puzzle} to each other")


def _orbit(cell: int, turn: Sequence[int]) -> list[int]:
    found = [cell]
    while turn[found[-1]] != cell:
        found.append(turn[found[-1]])
    return found


def _ways(puzzle: Puzzle, classes: Sequence[int]) -> list[list[list[int]]]:
    """For each piece the ways to lay it that do not overlap with their own images."""
    ways: list[list[list[int]]] = [[] for _ in puzzle.tables.pieces]
    for shape, cells in zip(puzzle.tables.piece, puzzle.tables.cells, strict=True):
        if len({classes[cell] for cell in cells}) == len(cells):
            ways[shape].append(list(cells))
    return ways


def _starts(
    rules: Variant, families: Sequence[str], laid: Sequence[Laid], order: int, random: Random
) -> list[int]:
    """A start field for each family: its own, the one it covers, or any that nobody has."""
    fields = list(rules.edition.fields)
    own = {colour: fields[at] for colour, at in rules.start_rule.own}
    for colour, move in laid:
        if covered := [cell for cell in fields if cell in move.cells]:
            own.setdefault(colour, covered[0])
            fields = [cell for cell in fields if cell not in covered]
    free = [cell for cell in fields[: len(fields) // order] if cell not in own.values()]
    random.shuffle(free)
    starts = []
    for family in rules.colours[: len(families)]:
        if family not in own and not free:
            raise PuzzleError(f"no start field is left for {family}")
        starts.append(own[family] if family in own else free.pop())
    return starts
