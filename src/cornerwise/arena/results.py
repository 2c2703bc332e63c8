"""The results of a match as a file of JSON lines, which a match that was stopped goes on from.

The first line says what is played, each further one is a round. Rounds stand in the order in which
they were finished. `docs/arena.md` describes the fields.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cornerwise
from cornerwise.arena.match import GameResult, Match, Part, Round
from cornerwise.errors import CornerwiseError

NAME = "results.jsonl"


class ResultsError(CornerwiseError):
    """A file of results that cannot be gone on with."""


class Results:
    """A directory with the results and the games of one match."""

    def __init__(self, directory: Path, match: Match) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.directory, self.path = directory, directory / NAME
        self.rounds: dict[int, Round] = {}
        head = _head(match)
        if not self.path.exists():
            self._append(head)
            return
        whole = _whole_lines(self.path)
        known, *rounds = [_parsed(self.path, line) for line in whole] or [head]
        if known != head:
            raise ResultsError(
                f"{self.path} holds another match ({_words(known)}): choose another directory"
            )
        try:
            self.rounds = {row["round"]: _round(row) for row in rounds}
        except (KeyError, TypeError) as error:
            raise ResultsError(f"{self.path} does not hold rounds of a match: {error}") from None
        # Whatever was cut off when the match was stopped is played again.
        self.path.write_text("".join(f"{line}\n" for line in whole or [json.dumps(head)]))

    def add(self, played: Round) -> None:
        """Keep a round and its games."""
        for index, game in enumerate(played.games, start=1):
            name = f"{played.number + 1:04}-{index}.blksgf"
            (self.directory / name).write_text(game.record, encoding="utf-8", newline="\n")
        games = [{k: v for k, v in asdict(game).items() if k != "record"} for game in played.games]
        self._append({"round": played.number, "games": games})
        self.rounds[played.number] = played

    def _append(self, row: Mapping[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def _head(match: Match) -> dict[str, Any]:
    return {
        "players": list(match.players),
        "game": match.variant.name,
        "options": dict(match.variant.options),
        "openings": match.plies,
        "seed": match.seed,
        "cornerwise": cornerwise.__version__,
    }


def _words(head: Any) -> str:
    if not isinstance(head, dict):
        return "no head"
    return ", ".join(f"{key} {value}" for key, value in head.items())


def _whole_lines(path: Path) -> list[str]:
    return [line[:-1] for line in path.read_text("utf-8").splitlines(True) if line.endswith("\n")]


def _parsed(path: Path, line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise ResultsError(f"{path} is not a file of results: {error}") from None


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
