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
        self._tested: list[float] = []

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
        """The rounds that count, by number.

        When the test is settled, rounds may be under way on other processors. Their results are
        kept but do not count, so that the outcome does not depend on how many there are.
        """
        numbers = range(len(self._tested)) if self.is_settled else sorted(self.rounds)
        return [self.rounds[number] for number in numbers]

    @property
    def is_settled(self) -> bool:
        """Whether the sequential test has an answer.

        It takes rounds in the order of their numbers, up to the first that is missing. Otherwise
        short games, which come in first and may favour one side, would bias it.
        """
        return self._test()

    @property
    def tested(self) -> list[float]:
        """The scores of the first player, as far as the sequential test has looked at them."""
        self._test()
        return list(self._tested)

    def _test(self) -> bool:
        """Look at further rounds until the test has an answer or one is missing."""
        if self.sprt is None:
            return False
        while not self.sprt.verdict(self._tested):
            if (played := self.rounds.get(len(self._tested))) is None:
                return False
            self._tested.append(played.share(0))
        return True
