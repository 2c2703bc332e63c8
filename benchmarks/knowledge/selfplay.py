"""Games of a level against itself from the empty board: what the statistics are made of.

The variant, the level and the number of a game decide every move in it. So an archive can be
stopped, gone on with, and made again.
"""

from __future__ import annotations

import json
import lzma
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cornerwise
from cornerwise import Engine, Game
from cornerwise.ledger import Ledger
from cornerwise.variants import VARIANTS
from cornerwise.workers import Workers

ARCHIVES = Path(__file__).parents[1] / "games"
CONTESTS = tuple(name for name, of in VARIANTS.items() if of.team_count > 1)
"""The variants in which somebody can win against somebody."""


class Played(NamedTuple):
    """A game of an archive; points by seat, in the order of play."""

    variant: str
    number: int
    moves: tuple[int, ...]
    points: tuple[int, ...]
    seconds: float


def archive_of(level: int) -> Path:
    """Where the games of a level are kept."""
    return ARCHIVES / f"selfplay-{level}.jsonl.xz"


def played(name: str, level: int, number: int) -> dict[str, Any]:
    """A game as a row of an archive."""
    began = time.process_time()
    engine, game = Engine(level=level, seed=number, book=False), Game(name)
    while not game.is_over:
        game.play(engine.choose(game))
    assert game.outcome is not None
    return {
        "variant": name,
        "number": number,
        "moves": [move.number for move in game.history],
        "points": list(game.outcome.scores.values()),
        "seconds": round(time.process_time() - began, 2),
    }


def play(path: Path, level: int, names: Sequence[str], games: int, parallel: int) -> None:
    """Play what an archive lacks, the variants in turn."""
    ledger = Ledger(path, {"level": level, "cornerwise": cornerwise.__version__})
    known = {(row["variant"], row["number"]) for row in ledger.rows}

    def missing() -> Iterator[tuple[str, int, int]]:
        for number in range(games):
            for name in names:
                if (name, number) not in known:
                    yield name, level, number

    for row in Workers(parallel).done(played, missing()):
        ledger.add(row)


def pack(paths: Iterable[Path], level: int) -> None:
    """Keep the games of these archives in order, in the repository."""
    rows: dict[tuple[int, int], str] = {}
    head = ""
    for path in paths:
        head, *more = path.read_text(encoding="utf-8").splitlines()
        for row in map(json.loads, more):
            key = CONTESTS.index(row["variant"]), row["number"]
            rows[key] = json.dumps(row, separators=(",", ":"))
    lines = [head, *(rows[key] for key in sorted(rows))]
    archive_of(level).write_bytes(lzma.compress(("\n".join(lines) + "\n").encode(), preset=9))


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a packed archive."""
    text = lzma.decompress(path.read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()[1:]]


def read(level: int) -> list[Played]:
    """The games of a level."""
    return [
        Played(
            row["variant"], row["number"], tuple(row["moves"]), tuple(row["points"]), row["seconds"]
        )
        for row in rows_of(archive_of(level))
    ]
