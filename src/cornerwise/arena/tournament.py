"""The rounds of a match, played in parallel and stopped as soon as the question is settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from cornerwise.arena.match import Match, Round, play_round
from cornerwise.arena.results import Results
from cornerwise.arena.statistics import Sprt
from cornerwise.workers import ALONE, Workers


class Tournament:
    """A match under way.

    rounds  those played so far, by number, from earlier runs too
    cpu     the CPU seconds after which no further round begins
    """

    def __init__(
        self,
        match: Match,
        count: int,
        save: Path | None = None,
        sprt: Sprt | None = None,
        cpu: float | None = None,
    ) -> None:
        self.match, self.count, self.sprt, self.cpu = match, count, sprt, cpu
        self._results = Results(save, match) if save else None
        kept = self._results.rounds if self._results else {}
        self.rounds: dict[int, Round] = {n: kept[n] for n in sorted(kept) if n < count}

    def play(
        self,
        workers: Workers = ALONE,
        on_round: Callable[[Round], None] = lambda played: None,
    ) -> None:
        """Play what is still to be played."""
        missing = [number for number in range(self.count) if number not in self.rounds]
        for played in workers.done(play_round, self._tasks(missing)):
            self.rounds[played.number] = played
            if self._results:
                self._results.add(played)
            on_round(played)

    def _tasks(self, missing: list[int]) -> Iterator[tuple[Match, int]]:
        """The rounds to play, as long as the test has no answer and there is time."""
        for number in missing:
            if self.is_settled or self.is_out_of_time:
                return
            yield self.match, number

    @property
    def is_out_of_time(self) -> bool:
        """Whether the players took all the CPU seconds there are, in one round at least."""
        players = range(len(self.match.players))
        spent = [part.cpu for r in self.rounds.values() for p in players for part in r.parts(p)]
        return self.cpu is not None and bool(spent) and sum(spent) >= self.cpu

    @property
    def in_order(self) -> list[Round]:
        """The rounds by number."""
        return [self.rounds[number] for number in sorted(self.rounds)]

    @property
    def is_settled(self) -> bool:
        """Whether the sequential test has an answer.

        It looks at rounds in the order of their numbers as far as none is missing: short games,
        which may favour one side, come in first.
        """
        if self.sprt is None:
            return False
        return bool(self.sprt.verdict([played.share(0) for played in self.without_gap]))

    @property
    def without_gap(self) -> list[Round]:
        """The rounds before the first that is missing."""
        return [self.rounds[number] for number in self._numbers()]

    def _numbers(self) -> Iterator[int]:
        number = 0
        while number in self.rounds:
            yield number
            number += 1
