"""Datasets: games of the engine against itself, as Parquet files that others can learn from.

A dataset is a folder that any reader of Parquet takes as one table. `_dataset.json` says how it was
made. Each `games-NNNNN.parquet` is a shard, and `_records` may have its games as .blksgf files.
A row is a position of a game, in playing order:

| column | type | meaning |
|---|---|---|
| `game` | int32 | the number of the game; all its rows follow each other |
| `variant` | string | its name, as `cornerwise variants` lists it |
| `ply` | int16 | how many moves were made before |
| `colour`, `seat` | string | who is on turn |
| `move` | int32 | the placement that was made (`Tables`, docs/formats.md) |
| `searched`, `visits` | list of int32 | the moves that the search looked at, and how often |
| `exact` | bool | whether the position was solved: then there are no visits |
| `expected` | list of float32 | each seat's expected share of the win after the best move |
| `result` | list of float32 | each seat's share of the win when the game was over |
| `points` | list of int16 | and its points |

Seats come in the order of `Game(variant).variant.seats`. With the same settings the rows are the
same, whatever the number of workers. A shard that is there is not made again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cornerwise import __version__
from cornerwise.errors import CornerwiseError
from cornerwise.extras import need
from cornerwise.game import Game
from cornerwise.learning.selfplay import SelfPlay
from cornerwise.records import GameTree
from cornerwise.variants import variant
from cornerwise.workers import Workers

if TYPE_CHECKING:
    import pyarrow

HEAD = "_dataset.json"
LICENCE = "CC0-1.0"
"""Datasets of our engine's games are free for every use."""


class DatasetError(CornerwiseError):
    """A folder that holds another dataset than what is asked for, or none."""


@dataclass(frozen=True)
class Dataset:
    """How a dataset is made.

    games  in all, and how many of them are in a `shard`
    """

    variants: tuple[str, ...]
    games: int
    simulations: int
    seed: int = 0
    shard: int = 100

    def __post_init__(self) -> None:
        for name in self.variants:
            if variant(name).team_count < 2:
                raise DatasetError(f"{name} is for one player: a dataset is of games with others")

    def write(
        self,
        folder: Path,
        workers: Workers,
        show: Callable[[int], None] = lambda done: None,
        *,
        records: bool = False,
    ) -> None:
        """Make every shard that is missing; with `records` the games as .blksgf files, too."""
        need("data")
        self._claim(folder)
        shards = range(-(-self.games // self.shard))
        missing = [shard for shard in shards if not _parquet(folder, shard).exists()]
        done = self.games - sum(len(self._numbers(shard)) for shard in missing)
        show(done)
        for shard, rows in workers.done(self.played, [(shard,) for shard in missing]):
            if records:
                _replace(_record(folder, shard), _collection(rows).encode())
            _write_table(_parquet(folder, shard), _table(rows))
            done += len(rows)
            show(done)

    def played(self, shard: int) -> tuple[int, list[dict[str, Any]]]:
        """The games of a shard as rows of self-play."""
        play = SelfPlay(self.variants, self.simulations, self.seed)
        return shard, [play.play(number) for number in self._numbers(shard)]

    def _numbers(self, shard: int) -> range:
        return range(shard * self.shard, min(self.games, (shard + 1) * self.shard))

    def _claim(self, folder: Path) -> None:
        """Note what the folder holds. A dataset may grow; nothing else of it may change."""
        head = {**asdict(self), "variants": list(self.variants), "licence": LICENCE,
                "version": __version__}  # fmt: skip
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / HEAD
            known = json.loads(file.read_text("utf-8")) if file.exists() else head
        except (OSError, ValueError) as error:
            raise DatasetError(f"{folder} cannot be used for a dataset: {error}") from None
        fixed = ("variants", "simulations", "seed", "shard", "version")
        other = [name for name in fixed if known.get(name) != head[name]]
        if other:
            words = ", ".join(f"{name} {known.get(name)}" for name in other)
            raise DatasetError(f"{folder} holds another dataset ({words}): choose another folder")
        if known["games"] > self.games:
            raise DatasetError(f"{folder} is for {known['games']} games already: ask for more")
        if known["games"] % self.shard and known["games"] < self.games:
            last = known["games"] // self.shard  # it has fewer games than it will have
            _parquet(folder, last).unlink(missing_ok=True)
        _replace(file, (json.dumps(head, indent=1) + "\n").encode())


def _parquet(folder: Path, shard: int) -> Path:
    return folder / f"games-{shard:05d}.parquet"


def _record(folder: Path, shard: int) -> Path:
    return folder / "_records" / f"games-{shard:05d}.blksgf"


def _replace(file: Path, body: bytes) -> None:
    """Write a file whole or not at all."""
    file.parent.mkdir(exist_ok=True)
    part = file.with_suffix(".part")
    part.write_bytes(body)
    part.replace(file)


# --- rows -----------------------------------------------------------------------------------


def positions(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The positions of a game of self-play, as rows of a dataset."""
    game = Game(row["variant"], moves=row["moves"])
    result, points = list(game.shares.values()), list(game.scores.values())
    searches = zip(game.turns, row["visits"], row["expected"], strict=True)
    for ply, (turn, visits, expected) in enumerate(searches):
        yield {
            "game": row["game"],
            "variant": row["variant"],
            "ply": ply,
            "colour": str(turn.colour),
            "seat": turn.seat,
            "move": turn.move.number,
            "searched": [move for move, _ in visits],
            "visits": [count for _, count in visits],
            "exact": not visits,
            "expected": expected,
            "result": result,
            "points": points,
        }


def _table(rows: list[dict[str, Any]]) -> pyarrow.Table:
    import pyarrow as pa

    numbers, shares = pa.list_(pa.int32()), pa.list_(pa.float32())
    schema = pa.schema(
        [
            ("game", pa.int32()),
            ("variant", pa.string()),
            ("ply", pa.int16()),
            ("colour", pa.string()),
            ("seat", pa.string()),
            ("move", pa.int32()),
            ("searched", numbers),
            ("visits", numbers),
            ("exact", pa.bool_()),
            ("expected", shares),
            ("result", shares),
            ("points", pa.list_(pa.int16())),
        ],
        metadata={"cornerwise": __version__, "licence": LICENCE},
    )
    found = [position for row in rows for position in positions(row)]
    return pa.Table.from_pylist(found, schema=schema)


def _write_table(file: Path, table: pyarrow.Table) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    buffer = pa.BufferOutputStream()
    pq.write_table(table, buffer, compression="zstd")
    _replace(file, buffer.getvalue().to_pybytes())


def _collection(rows: list[dict[str, Any]]) -> str:
    """The games as a collection of game trees."""
    return "\n".join(
        GameTree.from_game(Game(row["variant"], moves=row["moves"])).to_sgf() for row in rows
    )
