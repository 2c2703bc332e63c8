"""Puzzles for one player: the solitaires of the rulebooks, patterns to fill, and a solver.

>>> from cornerwise.puzzles import puzzle, solve
>>> the_84 = puzzle("the-84")
>>> answer = solve(the_84, symmetric=True, seed=1)
>>> answer.verdict, len(answer.solution), the_84.check(answer.solution).solved
('yes', 84, True)
"""

from cornerwise.puzzles.collection import collection, patterns, puzzle
from cornerwise.puzzles.count import Count, count
from cornerwise.puzzles.daily import daily, streak
from cornerwise.puzzles.generate import generate
from cornerwise.puzzles.layout import Layout
from cornerwise.puzzles.order import as_game
from cornerwise.puzzles.puzzle import Check, Contact, Laid, Puzzle
from cornerwise.puzzles.record import parse_puzzles, puzzle_from, read_puzzles, record_of, to_json
from cornerwise.puzzles.solver import Answer, Hint, Solver, hint, solve

__all__ = [
    "Answer",
    "Check",
    "Contact",
    "Count",
    "Hint",
    "Laid",
    "Layout",
    "Puzzle",
    "Solver",
    "as_game",
    "collection",
    "count",
    "daily",
    "generate",
    "hint",
    "parse_puzzles",
    "patterns",
    "puzzle",
    "puzzle_from",
    "read_puzzles",
    "record_of",
    "solve",
    "streak",
    "to_json",
]
