"""An archive of games between the computer's levels, in all variants and seatings.

The ratings' parameters are fitted on it (benchmarks/ratings.py). The number of a game decides who
plays what, in which order. So the archive can be stopped, gone on with, and made again.

Run: nice python benchmarks/levels.py --save archive.jsonl [--games 6000] [--first 0] [--top 9]
         [--lowest 1] [--variants duo,junior]
"""

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cornerwise
from cornerwise import Game, variant
from cornerwise.arena.match import Match, play_game
from cornerwise.arena.players import parse_player
from cornerwise.ledger import Ledger
from cornerwise.variants import VARIANTS
from cornerwise.workers import Workers

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
    parser.add_argument("--save", type=Path, required=True)
    given = parser.parse_args()
    choice = Choice(given.lowest, given.top, tuple(given.variants.split(",")))
    ledger = Ledger(given.save, {"levels": "1-9", "cornerwise": cornerwise.__version__})
    known = {row["game"] for row in ledger.rows}

    def missing() -> Iterator[tuple[int, Choice]]:
        for number in range(given.first, given.first + given.games):
            if number not in known:
                yield number, choice

    for row in Workers(given.parallel).done(played, missing()):
        ledger.add(row)


if __name__ == "__main__":
    main()
