"""What the exact search calls impossible, a SAT solver written by others calls impossible too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from cornerwise.errors import PuzzleError
from cornerwise.geometry import SQUARES, TRIANGLES, Grid, bits, mask_of
from cornerwise.puzzles import Contact, Laid, Puzzle, puzzle, solve
from cornerwise.puzzles.exact import options
from cornerwise.puzzles.figures import random_figure
from cornerwise.puzzles.generate import _choice
from cornerwise.tables import union

cardinality = pytest.importorskip("pysat.card")
solvers = pytest.importorskip("pysat.solvers")


def satisfiable(puzzle: Puzzle, laid: Sequence[Laid] = ()) -> bool:
    """The puzzle said in clauses, without a line of our searches; chains are not known here."""
    assert puzzle.contact.touch in ("free", "each")
    ways = [way for _, way in options(puzzle, ())]
    number = {way: at for at, way in enumerate(ways, start=1)}
    exactly, at_most = groups(puzzle, ways)
    if len(exactly) < len(puzzle.board) + puzzle.piece_count:
        return False  # a cell or a piece without any way to lay it
    top = len(ways)
    with solvers.Solver(name="cadical195") as solver:
        for group in exactly:
            solver.add_clause(group)
        for group in exactly + at_most:
            most = cardinality.CardEnc.atmost(group, top_id=top)
            top = max(top, most.nv)
            solver.append_formula(most)
        if puzzle.contact.touch == "each":
            for at, near in enumerate(touching(puzzle, ways), start=1):
                solver.add_clause([-at, *near])
        for way in laid:
            solver.add_clause([number[way]])
        return bool(solver.solve())


def groups(puzzle: Puzzle, ways: Sequence[Laid]) -> tuple[list[list[int]], list[list[int]]]:
    """The ways to lay a piece of which exactly one, and those of which at most one, may be used.

    Exactly one covers a cell and one lays a piece. At most one of a colour lies at either side of
    an edge, at most one of a shape has an edge or a point.
    """
    board, contact = puzzle.board, puzzle.contact
    exactly: dict[object, list[int]] = {}
    at_most: dict[object, list[int]] = {}
    for at, (colour, move) in enumerate(ways, start=1):
        mine, name = mask_of(move.cells), move.piece.name
        exactly.setdefault((colour, name), []).append(at)
        for cell in move.cells:
            exactly.setdefault(cell, []).append(at)
            for other in bits(board.edges[cell] & ~mine):
                edge = (min(cell, other), max(cell, other))
                if contact.own == "vertices":
                    at_most.setdefault((colour, edge), []).append(at)
                if contact.equal == "edges":
                    at_most.setdefault((name, edge), []).append(at)
        if contact.equal == "apart":
            for point in {point for cell in move.cells for point in board.corners[cell]}:
                at_most.setdefault((name, point), []).append(at)
    return list(exactly.values()), list(at_most.values())


def touching(puzzle: Puzzle, ways: Sequence[Laid]) -> Iterator[list[int]]:
    """For each way to lay a piece, those of its colour that touch it at a vertex."""
    by_cell: dict[tuple[str, int], list[int]] = {}
    for at, (colour, move) in enumerate(ways, start=1):
        for cell in move.cells:
            by_cell.setdefault((colour, cell), []).append(at)
    for colour, move in ways:
        near = union(puzzle.board.vertices, move.cells) & ~mask_of(move.cells)
        yield [at for cell in bits(near) for at in by_cell.get((colour, cell), ())]


@pytest.mark.parametrize(("grid", "colours"), [(SQUARES, 2), (SQUARES, 3), (TRIANGLES, 2)])
def test_random_puzzles(grid: Grid, colours: int) -> None:
    verdicts = set()
    random = Random(colours)
    for touch, equal in combinations(("free", "each", "edges", "apart"), 2):
        contact = Contact(
            touch="each" if "each" in (touch, equal) else "free",
            equal=equal if equal in ("edges", "apart") else "free",
        )
        for _ in range(4):
            board = random_figure(grid, 18, "none", random)
            try:
                pieces = _choice(board, colours, random)
            except PuzzleError:
                continue
            made = Puzzle("random", "random", board, pieces, contact)
            verdict = solve(made).verdict
            verdicts.add(verdict)
            assert (verdict == "yes") == satisfiable(made)
    assert "no" in verdicts


def test_positions_of_the_rectangle() -> None:
    """As printed none can be completed, however well it begins; otherwise solutions can."""
    table = puzzle("rectangle")
    free = replace(table, complete=False, solutions=())
    printed = replace(free, contact=Contact(touch="each", equal="edges"))
    random = Random(5)
    for _ in range(3):
        solution = list(table.laid(random.choice(table.solutions)))
        random.shuffle(solution)
        assert satisfiable(free, solution[:10])
        assert solve(free, solution[:10]).verdict == "yes"
        begun: list[Laid] = []
        for piece in solution:
            if len(begun) < 8 and not printed.check([*begun, piece]).problems:
                begun.append(piece)
        assert len(begun) == 8
        assert not satisfiable(printed, begun)
        assert solve(printed, begun).verdict == "no"
