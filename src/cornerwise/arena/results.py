"""The results and the games of a match in a directory, from which it goes on if it was stopped.

`docs/arena.md` describes the files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cornerwise
from cornerwise.arena.match import GameResult, Match, Part, Round
from cornerwise.ledger import Ledger, LedgerError

NAME = "results.jsonl"


class Results:
    """A directory that holds one match.

    rounds  those played before, by number
    """

    def __init__(self, directory: Path, match: Match) -> None:
        self._directory = directory
        self._ledger = Ledger(directory / NAME, _head(match))
        try:
            self.rounds = {row["round"]: _round(row) for row in self._ledger.rows}
        except (KeyError, TypeError) as error:
            raise LedgerError(f"{self._ledger.path} holds what is no round: {error}") from None

    def add(self, played: Round) -> None:
        """Keep a round and its games."""
        for index, game in enumerate(played.games, start=1):
            name = f"{played.number + 1:04}-{index}.blksgf"
            (self._directory / name).write_text(game.record, encoding="utf-8", newline="\n")
        games = [{k: v for k, v in asdict(game).items() if k != "record"} for game in played.games]
        self._ledger.add({"round": played.number, "games": games})


def _head(match: Match) -> dict[str, Any]:
    return {
        "players": match.players,
        "game": match.variant.name,
        "options": dict(match.variant.options),
        "openings": match.plies,
        "seed": match.seed,
        "cornerwise": cornerwise.__version__,
    }


def _round(row: Mapping[str, Any]) -> Round:
    games = (
        GameResult(
            tuple(game["seating"]),
            tuple(Part(**part) for part in game["parts"]),
            game["fault"],
            game["culprit"],
        )
        for game in row["games"]
    )
    return Round(row["round"], tuple(games))
