"""The rectangle as printed has no solution: a SAT solver's proof, checked by other programs.

The weakest reading of the rulebook is refuted: each piece touches another of its colour, and equal
shapes share no edge. Every other reading asks for more, so it has no solution either.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from dratify import check_proof, parse_dimacs
from pysat.solvers import Solver

from . import sheets
from .rectangle import Formula

SOLVER, CHECKER = "cadical195", "minisat22"


class Answer(NamedTuple):
    """A solution, as the variables that are true, or a proof in the format DRAT that none is."""

    solution: frozenset[int] | None
    proof: str


def solved(formula: Formula) -> Answer:
    """What the SAT solver finds."""
    with Solver(SOLVER, bootstrap_with=map(list, formula.clauses), with_proof=True) as solver:
        if solver.solve():
            return Answer(frozenset(way for way in solver.get_model() if way > 0), "")
        return Answer(None, "\n".join(solver.get_proof()) + "\n")


def derived(proof: str) -> Iterator[tuple[int, ...]]:
    """The clauses that a proof derives, in order. What it deletes may as well be kept."""
    for line in proof.splitlines():
        if not line.startswith("d"):
            yield tuple(int(word) for word in line.split()[:-1])


def follows(formula: Formula, proof: str) -> bool:
    """Whether each clause follows from those before by unit propagation, up to a contradiction.

    MiniSat propagates, and does nothing else: if the opposite of a clause leads to a contradiction,
    the clause is added. It shares no code with the solver that wrote the proof.
    """
    with Solver(CHECKER) as checker:
        refuted = False

        def add(clause: Iterable[int]) -> bool:
            return not checker.add_clause(list(clause), no_return=False)

        for clause in formula.clauses:
            refuted = add(clause) or refuted
        for clause in derived(proof):
            if refuted or not clause:
                break
            possible, _ = checker.propagate(assumptions=[-literal for literal in clause])
            if possible:
                return False
            refuted = add(clause)
        return refuted


def dratify_agrees(formula: Formula, proof: str) -> bool:
    """The same by a program made for it. It is slower."""
    checked = check_proof(parse_dimacs(formula.dimacs()), proof)
    return bool(checked.ok and checked.reached_empty)


def row_of(reading: str, formula: Formula, *, twice: bool) -> dict[str, Any]:
    """Search, check the proof, and tell of both."""
    clock = sheets.Stopwatch()
    answer = solved(formula)
    searching = clock.seconds
    checks = {"MiniSat": follows, **({"dratify": dratify_agrees} if twice else {})}
    said = [name for name, check in checks.items() if check(formula, answer.proof)]
    return {
        "reading": reading,
        "variables": formula.count,
        "clauses": len(formula.clauses),
        "solutions": 0 if answer.solution is None else 1,
        "steps": sum(1 for _ in derived(answer.proof)),
        "bytes": len(answer.proof),
        "formula": hashlib.sha256(formula.dimacs().encode()).hexdigest(),
        "proof": hashlib.sha256(answer.proof.encode()).hexdigest(),
        "searching": round(searching, 1),
        "checking": round(clock.seconds - searching, 1),
        "verified": said,
    }


def with_line_at_a1() -> Formula:
    """A part of the search: blue's I4 covers a1, in the first of its two ways."""
    formula = Formula("edges")
    first = next(
        way
        for way, (_, spot) in formula.ways.items()
        if spot.shape == "I4" and (0, 0) in spot.cells
    )
    formula.clauses.append((first,))
    return formula


def rows() -> Iterator[dict[str, Any]]:
    """The whole proof, and a part of it that two programs check."""
    yield row_of("as printed, contact by edges", Formula("edges"), twice=False)
    yield row_of("the same, with the first I4 at a1", with_line_at_a1(), twice=True)
