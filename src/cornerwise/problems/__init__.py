"""Problems: endings from the engine's own games in which one move is best, proved and graded.

>>> from cornerwise.problems import problem
>>> one = problem("duo-1")
>>> one.judge(one.best).margin == one.margin
True
>>> worse = next(move for move in one.game.legal_moves if move != one.best)
>>> one.judge(worse).margin < one.margin
True
"""

from cornerwise.problems.collection import problem, problems
from cornerwise.problems.generation import Generation
from cornerwise.problems.grading import grade_of, misses_of, rating_of
from cornerwise.problems.problem import Problem, Source, is_problem, result_of
from cornerwise.problems.proofs import Proof, proof_of, proofs
from cornerwise.problems.record import parse_problems, problem_from, read_problems, to_json
from cornerwise.problems.search import ProblemSearch

__all__ = [
    "Generation",
    "Problem",
    "ProblemSearch",
    "Proof",
    "Source",
    "grade_of",
    "is_problem",
    "misses_of",
    "parse_problems",
    "problem",
    "problem_from",
    "problems",
    "proof_of",
    "proofs",
    "rating_of",
    "read_problems",
    "result_of",
    "to_json",
]
