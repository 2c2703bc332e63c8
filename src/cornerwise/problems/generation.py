"""Make a collection of problems: games in their order until enough problems are found.

What was found is kept in a ledger, so that work which was stopped goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

import cornerwise
from cornerwise.errors import ProblemError
from cornerwise.ledger import Ledger
from cornerwise.problems.grading import GRADES
from cornerwise.problems.problem import Problem
from cornerwise.problems.record import problem_from
from cornerwise.problems.search import ProblemSearch
from cornerwise.tables import tables_of
from cornerwise.variants import variant
from cornerwise.workers import ALONE, Workers

PARTS = 5
"""One part of so many may have the same piece as its answer: else it would often be the smallest,
which fits where no other does."""
PATIENCE = 100
"""Games are looked through for one problem at most; usually it takes two or three."""


class Generation:
    """So many problems from the games of a seed.

    first  the number of the first one: ids of a collection that grows must not change
    """

    def __init__(self, search: ProblemSearch, count: int, ledger: Path, first: int = 1) -> None:
        self.search, self.count, self.first = search, count, first
        head = {"problems": search.variant, "seed": search.seed, "hardest": search.hardest}
        head["cornerwise"] = cornerwise.__version__
        self._ledger = Ledger(ledger, head)
        self._rows: dict[int, dict[str, Any]] = {row["game"]: row for row in self._ledger.rows}

    @property
    def command(self) -> str:
        """What makes the same problems."""
        return (
            f"cornerwise problems generate --game {self.search.variant} --count {self.count} "
            f"--seed {self.search.seed}"
            + (f" --hardest {self.search.hardest}" if self.search.hardest < GRADES else "")
            + (f" --first {self.first}" if self.first > 1 else "")
        )

    @property
    def games(self) -> int:
        """How many games have been looked through."""
        return len(self._rows)

    def run(
        self, workers: Workers = ALONE, show: Callable[[int], None] = lambda found: None
    ) -> tuple[Problem, ...]:
        """The problems, the easiest first. `show` is told how many there are."""
        show(len(self._found()))
        for row in workers.done(self.search.find, self._tasks()):
            self._ledger.add(row)
            self._rows[row["game"]] = row
            show(len(self._found()))
        found = self._found()[: self.count]
        if len(found) < self.count:
            raise ProblemError(
                f"only {len(found)} problems of {self.search.variant} are in {self.games} games"
            )
        parsed = [problem_from({"id": f"{self.search.variant}-1", **one}) for one in found]
        ranked = sorted(parsed, key=lambda one: (one.rating, one.source))
        return tuple(
            replace(one, name=f"{one.variant}-{number}")
            for number, one in enumerate(ranked, self.first)
        )

    def _tasks(self) -> Iterator[tuple[int]]:
        """Games that have not been looked through, until there are enough problems."""
        for number in range(PATIENCE * self.count):
            if number not in self._rows:
                if len(self._found()) >= self.count:
                    return
                yield (number,)

    def _found(self) -> list[dict[str, Any]]:
        """The problems of the games before the first that is still to be looked through.

        So the same problems are found however many workers there are. Those whose answer is a piece
        that was the answer often enough are left out.
        """
        found = []
        answers = Counter[int]()
        piece = tables_of(variant(self.search.variant).edition).piece
        for number in range(len(self._rows)):
            row = self._rows.get(number)
            if row is None:
                break
            if (one := row["problem"]) is None:
                continue
            answer = piece[one["line"][0]]
            if answers[answer] < ceil(self.count / PARTS):
                answers[answer] += 1
                found.append(one)
        return found
