"""What is known of these games: makes the data, the charts and the tables of docs/knowledge.

Run: python -m benchmarks.knowledge perft        count lines of play
     python -m benchmarks.knowledge games        watch games of agents and of the archives
     python -m benchmarks.knowledge handicap     the points that make Duo even
     python -m benchmarks.knowledge firsts       search the first moves of Duo, Classic and Trigon
     python -m benchmarks.knowledge pieces       what the pieces of Duo are worth
     python -m benchmarks.knowledge rectangle    prove the rectangle, and check the proof
     python -m benchmarks.knowledge solitaires   solve The 84, The 88, The 42, The 48
     python -m benchmarks.knowledge pages        tables and pictures, from the data
     python -m benchmarks.knowledge play --level 4 --games 200 --save FILE [--variant duo]
     python -m benchmarks.knowledge pack --level 4 FILE...
The first seven write docs/knowledge/data, or the folder of --to. --games plays fewer of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from . import (
    firsts,
    handicap,
    pages,
    perft,
    pieces,
    proofs,
    selfplay,
    sheets,
    solitaires,
    watching,
)

MAKERS: dict[str, Callable[..., Iterable[dict[str, Any]]]] = {
    "perft": perft.rows,
    "games": watching.rows,
    "handicap": handicap.rows,
    "firsts": firsts.rows,
    "pieces": pieces.rows,
    "rectangle": proofs.rows,
    "solitaires": solitaires.rows,
}
SAMPLED = {"games": watching.GAMES, "firsts": firsts.GAMES, "pieces": pieces.GAMES}
"""What is made of games, and of how many."""


def make(name: str, folder: Path, games: int | None) -> None:
    """Write a sheet. The archives' games were played before: their seconds are added."""
    clock = sheets.Stopwatch()
    usual = games == SAMPLED.get(name)
    found = list(MAKERS[name]() if usual else MAKERS[name](games=games))
    before = watching.played_seconds() if name == "games" else 0
    command = f"python -m benchmarks.knowledge {name}" + ("" if usual else f" --games {games}")
    sheets.write(name, command, clock.seconds + before, found, folder)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.knowledge")
    parts = parser.add_subparsers(dest="what", required=True)
    for name in MAKERS:
        part = parts.add_parser(name)
        part.add_argument("--to", type=Path, metavar="DIR", default=sheets.DATA)
        part.set_defaults(games=None)
        if name in SAMPLED:
            part.add_argument("--games", type=int, metavar="N", default=SAMPLED[name])
    parts.add_parser("pages")
    play = parts.add_parser("play", help="play games of a level against itself")
    play.add_argument("--level", type=int, required=True, choices=range(1, 10))
    play.add_argument("--games", type=int, default=200, help="of each variant")
    play.add_argument("--variant", action="append", choices=selfplay.CONTESTS)
    play.add_argument("--parallel", type=int, default=1)
    play.add_argument("--save", type=Path, required=True)
    pack = parts.add_parser("pack", help="keep such games in the repository")
    pack.add_argument("--level", type=int, required=True, choices=range(1, 10))
    pack.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.what == "pages":
        pages.write()
    elif given.what == "play":
        names = given.variant or selfplay.CONTESTS
        selfplay.play(given.save, given.level, names, given.games, given.parallel)
    elif given.what == "pack":
        selfplay.pack(given.files, given.level)
    else:
        make(given.what, given.to, given.games)


if __name__ == "__main__":
    main()
