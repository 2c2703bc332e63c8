"""How strong the levels are: a ladder of players, each measured against the one below.

A ladder is one JSON file for each variant, with the command that made it. The package has those of
the engine's levels; `cornerwise levels` shows them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from cornerwise.errors import CornerwiseError

TABLES = Path(__file__).parent / "ladders"


class LadderError(CornerwiseError):
    """A table of levels that cannot be read."""


@dataclass(frozen=True)
class Step:
    """A player and its score against the one below. The lowest has none.

    score  its share of the wins, between low and high 19 times in 20
    elo    how much stronger it is than the one below
    cpu    the CPU seconds it takes for a move
    """

    player: str
    cpu: float
    rounds: int = 0
    score: float | None = None
    low: float | None = None
    high: float | None = None
    elo: int = 0


@dataclass(frozen=True)
class Ladder:
    """The measured strength of players, the weakest first."""

    game: str
    command: str
    cornerwise: str
    steps: tuple[Step, ...]

    @property
    def ratings(self) -> dict[str, int]:
        """The Elo number of each player; the lowest has 0."""
        players = (step.player for step in self.steps)
        return dict(zip(players, accumulate(step.elo for step in self.steps), strict=True))

    def write(self, directory: Path) -> Path:
        """Keep the table where `read_ladders` finds it."""
        directory.mkdir(parents=True, exist_ok=True)
        path = directory / f"{self.game}.json"
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")
        return path


def read_ladders(directory: Path = TABLES) -> dict[str, Ladder]:
    """The tables of a directory, by variant."""
    return {path.stem: _read(path) for path in sorted(directory.glob("*.json"))}


def _read(path: Path) -> Ladder:
    try:
        record: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
        steps = tuple(Step(**step) for step in record["steps"])
        return Ladder(record["game"], record["command"], record["cornerwise"], steps)
    except (ValueError, TypeError, KeyError) as error:
        raise LadderError(f"{path} is not a table of levels: {error}") from None
