"""The ranking of many people: ratings made again, whether to the bit, and a server's answers.

Run: python benchmarks/ranking.py rebuild [--games 1000000]
     python benchmarks/ranking.py ranking [--people 10000] [--games 100000] [--data FOLDER]
"""

import argparse
import asyncio
import hashlib
import random
import struct
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cornerwise.ratings import Member, Ranking, Rater, Rating, Result, Side, parameters, pools
from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.base.settings import GAMES
from cornerwise.server.ratings.rating_views import RatingDesk
from cornerwise.server.ratings.ratings import Ratings
from cornerwise.server.storage.database import Change
from cornerwise.server.storage.sqlite import SqliteStore
from cornerwise.variants import QUICK, VARIANTS


def rebuild(count: int) -> None:
    """Rate games of 10,000 people, and once more in parts with the ranking kept in between."""
    began, clock = time.process_time(), time.perf_counter()
    first = digest(Ranking(Rater(parameters())).rebuild(many(count)))
    took, waited = time.process_time() - began, time.perf_counter() - clock
    print(
        f"{count:,} games rebuilt in {waited:.0f} s, {took:.0f} s of processor time: {first}",
        flush=True,
    )
    half = Ranking(Rater(parameters()))
    results = many(count)
    for number, result in enumerate(results):
        half.add(result)
        if number % (count // 4) == 0:
            # As a server does: what was rated is read from where it was stored.
            kept = {
                key: Rating(stored(r.mu), stored(r.sigma), r.games, r.at)
                for key, r in half.ratings.items()
            }
            half = Ranking(Rater(parameters()), kept)
    print("again, in parts:", digest(half) == first)


def stored(value: float) -> float:
    """A number as a database gives it back."""
    back: float = struct.unpack("<d", struct.pack("<d", value))[0]
    return back


def many(count: int) -> Iterator[Result]:
    chance = random.Random(0)
    names = [name for name, of in VARIANTS.items() if of.team_count > 1]
    for number in range(count):
        name = names[number % len(names)]
        of, sides = VARIANTS[name], []
        who = chance.sample(range(10_000), len(of.seats))
        for team in range(of.team_count):
            members = tuple(
                Member(f"{who[n]:05}") if n == 0 or chance.random() < 0.8 else Member(level=5)
                for n, seat in enumerate(of.seats)
                if seat.team == team
            )
            sides.append(Side(members, chance.randrange(-60, 20)))
        yield Result(str(number), number * 60_000, name, tuple(sides))


def ranking(people: int, games: int, folder: Path | None) -> None:
    """Fill a server's store with people and their results, and ask for the ranking."""
    with tempfile.TemporaryDirectory() as made:
        asyncio.run(_ranking(people, games, folder or Path(made)))


async def _ranking(people: int, games: int, folder: Path) -> None:
    store = SqliteStore(folder / GAMES)
    chance, now = random.Random(0), int(time.time() * 1000)
    true = {f"{n:064x}": chance.gauss(1450, 220) for n in range(people)}
    countries = ["", "DE", "PL", "CZ", "PT", "BR", "GB", "FR"]
    await store.change(
        *(
            Change(_ACCOUNT, {"id": who, "holder": f"{n:032x}", "name": f"Player {n}",
                              "folded": f"player {n}", "country": chance.choice(countries)})
            for n, who in enumerate(true)
        )
    )  # fmt: skip
    ids, rows, span = list(true), [], 90 * 86_400_000
    for number in range(1, games + 1):
        one = chance.randrange(people)
        two = (one + chance.randrange(1, 50)) % people
        won = chance.gauss(true[ids[one]] - true[ids[two]], 300)
        sides = Side((Member(ids[one]),), round(won)), Side((Member(ids[two]),), 0)
        result = Result(f"g{number}", now - span + span * number // games, QUICK, sides)
        rows.append(
            Change(_RESULT, {"number": number, "game": result.game, "at": result.at,
                             "body": result.to_json().encode(), "pool": QUICK})
        )  # fmt: skip
    await store.change(*rows)
    began = time.perf_counter()
    ratings = Ratings(store)
    print(f"rebuilt: {await ratings.rebuild(QUICK)}, {time.perf_counter() - began:.1f} s")
    print(f"again, with how many differing: {await ratings.rebuild(QUICK)}")
    desk = RatingDesk(store, ratings, Timekeeper([], 0))
    pool = next(pool for pool in pools() if QUICK in pool.variants)
    queries: dict[str, dict[str, Any]] = {
        "the first page, everything read": {"start": 0},
        "the first page": {"start": 0},
        "a page in the middle": {"start": people // 2},
        "by name": {"find": f"player {people // 3}"},
        "a country": {"country": "PL"},
        "a country again": {"country": "PL"},
    }
    for name, query in queries.items():
        asked = {"computers": False, "country": "", "start": 0, "find": "", **query}
        began = time.perf_counter()
        found = await desk.ranking(pool, limit=10, account=ids[7], **asked)
        took = 1000 * (time.perf_counter() - began)
        print(f"{name}: {took:.1f} ms; {found.total} people")
    await store.close()


_ACCOUNT = """
    INSERT INTO accounts (id, holder, name, folded, made, kind, role, state, country, about)
    VALUES (:id, :holder, :name, :folded, 0, 'person', 'user', 'active', :country, '')
"""
_RESULT = """
    INSERT INTO results (pool, number, game, at, body) VALUES (:pool, :number, :game, :at, :body)
"""


def digest(ranking: Ranking) -> str:
    made = hashlib.sha256()
    for key, rating in sorted(ranking.ratings.items()):
        made.update(f"{key}".encode() + struct.pack("<ddqq", *rating))
    return made.hexdigest()[:16]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("rebuild", "ranking"))
    parser.add_argument("--games", type=int, help="how many were played")
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--data", type=Path, help="ranking: a folder to keep, for a server")
    given = parser.parse_args()
    if given.what == "rebuild":
        rebuild(given.games or 1_000_000)
    else:
        ranking(given.people, given.games or 10 * given.people, given.data)


if __name__ == "__main__":
    main()
