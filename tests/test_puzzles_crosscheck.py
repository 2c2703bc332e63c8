"""What the exact search calls impossible, a SAT solver written by others calls impossible too."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from cornerwise.errors import PuzzleError
from cornerwise.geometry import SQUARES, TRIANGLES, Grid, bits, mask_of
from cornerwise.puzzles import Contact, Puzzle, puzzle, solve
from cornerwise.puzzles.exact import options
from cornerwise.puzzles.figures import random_figure
from cornerwise.puzzles.generate import _choice
from cornerwise.tables import union

cardinality = pytest.importorskip("pysat.card")
solvers = pytest.importorskip("pysat.solvers")


def satisfiable(puzzle: Puzzle) -> bool:
    """The puzzle said in clauses, without a line of our searches: "each" at most, no chains."""
    assert puzzle.contact.touch in ("free", "each")
    board, contact = puzzle.board, puzzle.contact
    ways = options(puzzle, ())
    number = {way: at for at, way in enumerate(ways, start=1)}
    top = len(ways)
    groups: dict[object, list[int]] = {}
    for way in ways:
        groups.setdefault((way.colour, way.move.piece.name), []).append(number[way])
        for cell in way.move.cells:
            groups.setdefault(cell, []).append(number[way])
    if len(groups) < len(board) + puzzle.piece_count:
        return False  # a cell or a piece without any way to lay it
    with solvers.Solver(name="cadical195") as solver:
        for group in groups.values():
            solver.add_clause(group)
            most = cardinality.CardEnc.atmost(group, top_id=top)
            top = max(top, most.nv)
            solver.append_formula(most)
        # A claim on an edge or a point of the board that a colour or a shape may make once.
        claims: dict[object, list[int]] = {}
        touching: dict[int, list[int]] = {}
        by_cell: dict[tuple[object, int], list[int]] = {}
        for way in ways:
            for cell in way.move.cells:
                by_cell.setdefault((way.colour, cell), []).append(number[way])
        for way in ways:
            mine, at = mask_of(way.move.cells), number[way]
            for cell in way.move.cells:
                for other in bits(board.edges[cell] & ~mine):
                    edge = (min(cell, other), max(cell, other))
                    if contact.own == "vertices":
                        claims.setdefault((way.colour, edge), []).append(at)
                    if contact.equal == "edges":
                        claims.setdefault((way.move.piece.name, edge), []).append(at)
            if contact.equal == "apart":
                for point in {p for cell in way.move.cells for p in board.corners[cell]}:
                    claims.setdefault((way.move.piece.name, point), []).append(at)
            near = union(board.vertices, way.move.cells) & ~mine
            touching[at] = [o for c in bits(near) for o in by_cell.get((way.colour, c), ())]
        for group in claims.values():
            most = cardinality.CardEnc.atmost(group, top_id=top)
            top = max(top, most.nv)
            solver.append_formula(most)
        if contact.touch == "each":
            for at, near_ways in touching.items():
                solver.add_clause([-at, *near_ways])
        return bool(solver.solve())


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


def test_the_rectangle_as_printed() -> None:
    printed = replace(
        puzzle("rectangle"),
        contact=Contact(touch="each", equal="apart"),
        complete=False,
        solutions=(),
    )
    assert solve(printed).verdict == "no"
    assert not satisfiable(printed)
