"""How strong a player is on the scale of the levels: a protocol that anybody can repeat.

A few rounds with some levels find the two between which the player stands. Then a full match with
each of the two gives its Elo number. Openings and seeds are fixed, so that all players meet the
same conditions. `docs/evaluate.md` tells more.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import cornerwise
from cornerwise.arena.match import Match
from cornerwise.arena.openings import random_opening
from cornerwise.arena.statistics import rating_of, score_of
from cornerwise.arena.tournament import Tournament
from cornerwise.engine.ladder import read_ladders
from cornerwise.errors import CornerwiseError, PlayerFault
from cornerwise.variants import variant

PROTOCOL = 1
"""Goes up when results can no longer be compared with those before."""
SEED = 0
PROBE = 5
"""The rounds with a level that only tell whether the player belongs above or below it."""


class EvaluationError(CornerwiseError):
    """A game without pinned levels, or a file that holds no result."""


@dataclass(frozen=True)
class Meeting:
    """How the player fared against a level.

    counts  whether the Elo number comes from it, too
    """

    level: int
    elo: int
    rounds: int
    score: float
    low: float
    high: float
    counts: bool


@dataclass(frozen=True)
class Result:
    """What is known of a player afterwards.

    elo     its number, between low and high 19 times in 20, if those of the levels are right
    bound   "upper" if it won nothing and is at most `high`; "lower" if it won all and is at least
            `low`; otherwise ""
    cpu     CPU seconds for a move
    faults  games lost by a crash or an illegal move
    note    one line about the player, for the leaderboard
    """

    player: str
    game: str
    elo: int
    low: int
    high: int
    bound: str
    meetings: tuple[Meeting, ...]
    cpu: float
    faults: int
    openings: int
    command: str
    note: str = ""
    seed: int = SEED
    protocol: int = PROTOCOL
    cornerwise: str = cornerwise.__version__

    def write(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, file: Path) -> Result:
        try:
            record: dict[str, Any] = json.loads(file.read_text("utf-8"))
            meetings = tuple(Meeting(**meeting) for meeting in record.pop("meetings"))
            return cls(meetings=meetings, **record)
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise EvaluationError(f"{file} is not the result of an evaluation: {error}") from None

    @property
    def words(self) -> str:
        """The Elo number with its interval.

        >>> found = Result("a", "duo", 276, 240, 312, "", (), 0.01, 0, 3, "cornerwise evaluate a")
        >>> found.words
        '276 [240, 312]'
        """
        if self.bound == "upper":
            return f"below {self.high}"
        return f"above {self.low}" if self.bound else f"{self.elo} [{self.low}, {self.high}]"


class Evaluation:
    """An evaluation under way.

    player  as the arena names it, or a bot itself
    rounds  with each of the two levels
    save    a folder to keep the matches in, from which it goes on
    """

    def __init__(
        self,
        player: Any,
        game: str,
        rounds: int = 100,
        *,
        save: Path | None = None,
        timeout: float = 300.0,
    ) -> None:
        self.rounds, self._player, self._save, self._timeout = rounds, player, save, timeout
        name, ladders = variant(game).name, read_ladders()
        if name not in ladders:
            raise EvaluationError(
                f"the levels of {name} have no Elo numbers: choose {', '.join(ladders)}"
            )
        self._elo = dict(enumerate(ladders[name].ratings.values(), start=1))
        self.game = name
        self._tournaments: dict[int, Tournament] = {}
        _try(self._tournament(1).match)

    def play(self, play: Callable[[Tournament], None] = Tournament.play) -> Result:
        """Find the two levels, and play the matches with them. `play` plays one tournament."""
        low, high = 0, len(self._elo) + 1  # beats `low`, does not beat `high`
        while high - low > 1:
            middle = (low + high) // 2
            if self._score(middle, min(PROBE, self.rounds), play) > 0.5:
                low = middle
            else:
                high = middle
        near = [level for level in (low, high) if level in self._elo]
        for level in near:
            self._score(level, self.rounds, play)
        return self._result(near)

    def _score(self, level: int, rounds: int, play: Callable[[Tournament], None]) -> float:
        tournament = self._tournament(level)
        tournament.count = rounds
        play(tournament)
        return fmean(_scores(tournament))

    def _tournament(self, level: int) -> Tournament:
        if level not in self._tournaments:
            players = [self._player, f"level:{level}"]
            match = Match.between(players, self.game, seed=SEED, timeout=self._timeout)
            folder = self._save and self._save / f"{self.game}-{level}"
            self._tournaments[level] = Tournament(match, self.rounds, folder)
        return self._tournaments[level]

    def _result(self, near: list[int]) -> Result:
        played = {n: t for n, t in sorted(self._tournaments.items()) if t.rounds}
        scores = [(self._elo[level], _scores(played[level])) for level in near]
        found = rating_of(scores)
        every = [score for _, several in scores for score in several]
        parts = [p for t in played.values() for r in t.rounds.values() for p in r.parts(0)]
        match = played[near[0]].match
        words = ["cornerwise", "evaluate", match.players[0], "--game", self.game]
        return Result(
            player=match.players[0],
            game=self.game,
            elo=round(found.mean),
            low=round(found.low),
            high=round(found.high),
            bound="lower" if min(every) == 1 else "upper" if max(every) == 0 else "",
            meetings=tuple(
                self._meeting(level, tournament, level in near)
                for level, tournament in played.items()
            ),
            cpu=round(sum(part.cpu for part in parts) / max(1, sum(p.moves for p in parts)), 4),
            faults=sum(
                game.culprit == 0
                for tournament in played.values()
                for round_ in tournament.rounds.values()
                for game in round_.games
            ),
            openings=match.plies,
            command=shlex.join([*words, "--pairs", str(self.rounds)]),
        )

    def _meeting(self, level: int, tournament: Tournament, counts: bool) -> Meeting:
        scores = _scores(tournament)
        found = score_of(scores)
        mean, low, high = (round(value, 4) for value in (found.mean, found.low, found.high))
        return Meeting(level, self._elo[level], len(scores), mean, low, high, counts)


def _try(match: Match) -> None:
    """Ask the player for a move, so that one that cannot play is told before anything is played."""
    opening = random_opening(match.variant, match.plies, f"{match.seed}:0")
    player = match.entrants[0].make(match.seed, match.timeout)
    try:
        player.choose(opening, None)
    except PlayerFault as fault:
        raise EvaluationError(f"{match.players[0]} cannot play: it {fault}") from fault
    finally:
        player.close()


def _scores(tournament: Tournament) -> list[float]:
    """The player's score in each round that is asked for; an earlier run may have kept more."""
    return [played.share(0) for played in tournament.in_order if played.number < tournament.count]
