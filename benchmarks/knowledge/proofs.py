"""The rectangle as printed has no solution: a SAT solver's proof, checked by another program.

The weakest reading of the rulebook is refuted: each piece touches another of its colour, and equal
shapes share no edge. Every other reading asks for more, so it has no solution either.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from dratify import check_proof, parse_dimacs
from pysat.solvers import Solver

from . import sheets
from .rectangle import Formula

SOLVER = "cadical195"


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


def is_proved(formula: Formula, proof: str) -> bool:
    """Whether every step follows, by a checker that shares nothing with solver or Cornerwise."""
    checked = check_proof(parse_dimacs(formula.dimacs()), proof)
    return bool(checked.ok and checked.reached_empty)


def make(command: str) -> None:
    """Search, check the proof, and write the sheet."""
    formula, clock = Formula("edges"), sheets.Stopwatch()
    answer = solved(formula)
    searching = clock.seconds
    row: dict[str, Any] = {
        "reading": "as printed, contact by edges",
        "variables": formula.count,
        "clauses": len(formula.clauses),
        "solutions": 0 if answer.solution is None else 1,
        "steps": sum(not line.startswith("d") for line in answer.proof.splitlines()),
        "bytes": len(answer.proof),
        "formula": hashlib.sha256(formula.dimacs().encode()).hexdigest(),
        "proof": hashlib.sha256(answer.proof.encode()).hexdigest(),
        "searching": round(searching, 1),
        "verdict": "verified" if is_proved(formula, answer.proof) else "not verified",
        "checking": round(clock.seconds - searching, 1),
    }
    sheets.write("rectangle", command, clock.seconds, [row])
