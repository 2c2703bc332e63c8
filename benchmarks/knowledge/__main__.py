"""What is known of these games: makes the data, the charts and the tables of docs/knowledge.

Run: python -m benchmarks.knowledge perft        count lines of play
     python -m benchmarks.knowledge games        watch games of agents and of the archives
     python -m benchmarks.knowledge handicap     the points that make Duo even
     python -m benchmarks.knowledge pieces       what the pieces of Duo are worth
     python -m benchmarks.knowledge rectangle    prove the rectangle, and check the proof
     python -m benchmarks.knowledge solitaires   solve The 84, The 88, The 42, The 48
     python -m benchmarks.knowledge pages        tables and pictures, from the data
     python -m benchmarks.knowledge play --level 4 --games 200 --save FILE [--variant duo]
     python -m benchmarks.knowledge pack --level 4 FILE...
"""

from __future__ import annotations

import argparse
from pathlib import Path

from . import (
    handicap,
    pages,
    perft,
    pieces,
    proofs,
    selfplay,
    solitaires,
    watching,
)

MAKERS = {
    "perft": perft.make,
    "games": watching.make,
    "handicap": handicap.make,
    "pieces": pieces.make,
    "rectangle": proofs.make,
    "solitaires": solitaires.make,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.knowledge")
    parts = parser.add_subparsers(dest="what", required=True)
    for name in (*MAKERS, "pages"):
        parts.add_parser(name)
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
        MAKERS[given.what](f"python -m benchmarks.knowledge {given.what}")


if __name__ == "__main__":
    main()
