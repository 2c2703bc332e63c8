"""An archive of games between the computer's levels, in all variants and seatings.

The ratings' parameters are fitted on it (benchmarks/ratings.py). The number of a game decides who
plays what, in which order. So the archive can be stopped, gone on with, and made again.

The first line of an archive says how each level plays each edition. When an edition's `Strength`
changes, the games of the levels that play otherwise now no longer count: `pack` drops them.

Run: nice python benchmarks/levels.py --save archive.jsonl [--games 6000] [--first 0] [--top 9]
         [--lowest 1] [--variants duo,junior]
     python benchmarks/levels.py --pack archive.jsonl ...      add its games to those that we keep
"""

import argparse
import json
import lzma
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cornerwise
from cornerwise import Game, variant
from cornerwise.arena.match import Match, play_game
from cornerwise.arena.players import parse_player
from cornerwise.ledger import Ledger
from cornerwise.variants import EDITIONS, VARIANTS
from cornerwise.workers import Workers

ARCHIVE = Path(__file__).parent / "games" / "levels.jsonl.xz"
LEVELS = range(1, 10)
OFTEN = (6, 6, 6, 6, 6, 6, 5, 3, 1)
"""How often each level is drawn: the highest ones take long for a move. For the same reason they
take part in every fourth round of the variants only."""
AROUND = 2
"""Levels that meet lie so far from a common one at most: others would only confirm who wins."""


@dataclass(frozen=True)
class Choice:
    """What is drawn from: by default all levels, and all variants that have an opponent."""

    lowest: int = 1
    top: int = 9
    variants: tuple[str, ...] = tuple(n for n, of in VARIANTS.items() if of.team_count > 1)


def drawn(number: int, of: Choice) -> tuple[str, list[int]]:
    """Which variant is played in a game, and the level of each side in the order of play."""
    chance = random.Random(f"levels:{number}")
    turn, place = divmod(number, len(of.variants))
    # Who asks for high levels alone wants them in every round.
    top = of.top if turn % 4 == 0 or of.lowest > 1 else min(of.top, 7)
    name, levels = of.variants[place], LEVELS[of.lowest - 1 : top]
    middle = chance.choice(levels)
    near = [level for level in levels if abs(level - middle) <= AROUND]
    often = [OFTEN[level - 1] for level in near]
    return name, chance.choices(near, often, k=variant(name).team_count)


def played(number: int, choice: Choice) -> dict[str, object]:
    """A game from the empty board, as a row of the archive."""
    name, levels = drawn(number, choice)
    of = variant(name)
    entrants = tuple(parse_player(f"level:{level}") for level in levels)
    match = Match(entrants, of, plies=0)
    # Sides are numbered as their seats come in the order of play.
    order = list(dict.fromkeys(seat.team for seat in of.seats))
    seating = tuple(order.index(team) for team in range(len(order)))
    result = play_game(match, Game(of), seating, f"levels:{number}")
    points = [part.points for part in sorted(result.parts, key=lambda part: part.player)]
    return {"game": number, "variant": name, "levels": levels, "points": points}


def head() -> dict[str, Any]:
    """The first line of an archive: how each level plays each edition, `Strength` by level."""
    strengths = {
        name: [list(level) for level in zip(of.simulations, of.temperatures, strict=True)]
        for name, of in ((edition.name, edition.strength) for edition in EDITIONS.values())
    }
    return {"levels": "1-9", "cornerwise": cornerwise.__version__, "strengths": strengths}


def pack(paths: Iterable[Path], to: Path = ARCHIVE) -> None:
    """Keep the games of these archives and of this one in which all levels play as today."""
    today, kept = head(), {}
    for path in [to, *paths] if to.exists() else paths:
        packed = path.read_bytes()
        text = (lzma.decompress(packed) if path.suffix == ".xz" else packed).decode()
        then, *rows = (json.loads(line) for line in text.splitlines())
        for row in rows:
            edition = variant(row["variant"]).edition.name
            now, before = today["strengths"][edition], then["strengths"][edition]
            if all(now[level - 1] == before[level - 1] for level in row["levels"]):
                kept[row["game"]] = row
    lines = [today, *(kept[number] for number in sorted(kept))]
    to.write_bytes(lzma.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--lowest", type=int, default=1, help="the lowest level that takes part")
    parser.add_argument("--top", type=int, default=9, help="the highest level that takes part")
    parser.add_argument(
        "--variants", default=",".join(Choice.variants), help="those that are played, with commas"
    )
    parser.add_argument("--parallel", type=int, default=1)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--save", type=Path, help="play, and keep the games here")
    what.add_argument("--pack", type=Path, nargs="+", help="add these games to those that we keep")
    given = parser.parse_args()
    if given.pack:
        pack(given.pack)
        return
    choice = Choice(given.lowest, given.top, tuple(given.variants.split(",")))
    ledger = Ledger(given.save, head())
    known = {row["game"] for row in ledger.rows}

    def missing() -> Iterator[tuple[int, Choice]]:
        for number in range(given.first, given.first + given.games):
            if number not in known:
                yield number, choice

    for row in Workers(given.parallel).done(played, missing()):
        ledger.add(row)


if __name__ == "__main__":
    main()
