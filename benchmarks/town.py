"""A simulated town: `python benchmarks/town.py [--arrivals 1000] [--seed 1] [--real]`.

People come to the lobby with ratings, patience and mixed wishes, so often that on average 5, 50 or
500 of them are there, playing or waiting. Time is simulated, pairing is the server's own. Computers
are offered after as long as the server takes; most people take the offer after a moment to read it,
some insist on people and leave when their patience ends.

`--real` does the same once with a few people, real sockets and a real server. A part of them never
moves. It tells how long everybody waited, and whether any game took longer than twice its clocks.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import json
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

import httpx
from load import server
from websockets import Origin
from websockets.asyncio.client import connect

from cornerwise.server.games.pairing import Group, Seek, Terms, gap, pairings
from cornerwise.server.lobby.lobby import SEEKING, SOON
from cornerwise.server.lobby.lobby_scene import OFFERED

GAME = 600.0
"""Seconds that a game takes on average."""
VARIANTS = {
    "duo": (2, 60), "classic_2": (2, 15), "classic": (4, 25), "classic_3": (3, 10),
    "classic_teams": (4, 8), "trigon_2": (2, 12), "trigon": (4, 10), "junior": (2, 5),
}  # fmt: skip
"""With their seats, and how many of a hundred people tick them."""
CLOCKS = {"3+2": 35, "5+3": 70, "10+5": 50, "day": 10}
INSIST = 0.05
"""The share of people who want to play with people only."""
ROUND = SEEKING * 1000


@dataclass
class Person:
    """Somebody who comes: with a wish, and with how long they read, and wait at most."""

    seek: Seek
    reads: float
    patience: float
    insists: bool
    waited: float | None = None


@dataclass
class Town:
    """Who waits, and what came of it."""

    waiting: dict[str, Person] = field(default_factory=dict)
    games: list[Group] = field(default_factory=list)
    left: int = 0


def person(number: int, now: int, dice: random.Random) -> Person:
    variants = [name for name, (_, share) in VARIANTS.items() if dice.random() * 100 < share]
    clocks = [name for name, share in CLOCKS.items() if dice.random() * 100 < share]
    rated = dice.random() < 0.4
    terms = frozenset(
        Terms(name, VARIANTS[name][0], clock, rated)
        for name in variants or ["duo"]
        for clock in clocks or ["5+3"]
    )
    rating = dice.gauss(1500, 300)
    known = rated or dice.random() < 0.5
    ratings = {name: dice.gauss(rating, 60) for name in VARIANTS} if known else {}
    return Person(
        Seek(f"p{number}", terms, ratings, now),
        reads=min(6.0, dice.lognormvariate(0.7, 0.5)),
        patience=dice.uniform(30, 180),
        insists=dice.random() < INSIST,
    )


def lived(arrivals: int, online: int, seed: int) -> tuple[Town, list[Person]]:
    """Let people come until so many have."""
    dice, town = random.Random(seed), Town()
    people: list[Person] = []
    at = 0.0
    for number in range(arrivals):
        at += dice.expovariate(online / GAME) * 1000
        people.append(person(number, int(at), dice))
    # What happens: somebody comes, somebody says yes to computers, the server looks again.
    events: list[tuple[int, int, str, Person | None]] = [
        (one.seek.since, number, "comes", one) for number, one in enumerate(people)
    ]
    heapq.heapify(events)
    count = len(events)

    def later(when: float, what: str, who: Person | None = None) -> None:
        nonlocal count
        count += 1
        heapq.heappush(events, (int(when), count, what, who))

    looks = -1
    while events:
        now, _, what, who = heapq.heappop(events)
        if what == "comes" and who is not None:
            town.waiting[who.seek.person] = who
            if not who.insists:
                later(now + OFFERED + ROUND / 2 + who.reads * 1000, "agrees", who)
            later(now + who.patience * 1000, "leaves", who)
            later(now + SOON * 1000, "look")
        elif what == "agrees" and who is not None and who.seek.person in town.waiting:
            who.seek = replace(who.seek, filled=now)
            later(now + SOON * 1000, "look")
        elif what == "leaves" and who is not None and who.seek.person in town.waiting:
            del town.waiting[who.seek.person]
            town.left += 1
        elif what == "look" and now > looks:
            looks = now
            for group in pairings([one.seek for one in town.waiting.values()], now):
                town.games.append(group)
                for seek in group.seeks:
                    town.waiting.pop(seek.person).waited = (now - seek.since) / 1000
            if town.waiting:
                later(now + ROUND, "look")
    return town, people


def share(values: Sequence[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


def told(online: int, town: Town, people: Sequence[Person]) -> str:
    """A row of the table."""
    easy = [one for one in people if not one.insists]
    waits = [one.waited for one in easy if one.waited is not None]
    strict = [one for one in people if one.insists]
    met = [one.waited for one in strict if one.waited is not None]
    gaps = [
        max(gap(a, b, group.terms.variant) for a in group.seeks for b in group.seeks)
        for group in town.games
        if len(group.seeks) > 1 and all(group.terms.variant in s.ratings for s in group.seeks)
    ]
    filled = sum(group.computers > 0 for group in town.games) / len(town.games)
    alone = sum(len(group.seeks) == 1 for group in town.games) / len(town.games)
    return (
        f"| {online} | {median(waits):.1f} s | {share(waits, 0.99):.1f} s | {max(waits):.1f} s "
        f"| {share(gaps, 0.5):.0f} | {share(gaps, 0.9):.0f} | {filled:.0%} | {alone:.0%} "
        f"| {len(met)} of {len(strict)}, {median(met) if met else float('nan'):.1f} s |"
    )


HEAD = """| online | wait, median | 99 of 100 | longest | rating gap, median | 9 of 10 \
| games with computers | of one person | who insist on people: met, median wait |
|---|---|---|---|---|---|---|---|---|"""


# --- a real server ----------------------------------------------------------------------------

SECONDS = 3
REAL = {"kind": "live", "minutes": SECONDS / 60, "increment": 0}


async def visit(origin: str, number: int, dice: random.Random) -> tuple[float, float, str]:
    """Look for a game, play it or sit still: how long that took, and which game it was."""
    async with httpx.AsyncClient(base_url=origin, timeout=60) as http:
        await http.get("/api/start")
        cookie = f"guest={http.cookies['guest']}"
        address = origin.replace("http", "ws") + "/api/lobby/socket"
        async with connect(
            address, additional_headers={"Cookie": cookie}, origin=Origin(origin)
        ) as line:
            variants = dice.sample(["duo", "classic_2", "classic"], 2)
            wish = {"variants": variants, "clocks": [REAL], "level": 1, "name": f"P{number}"}
            began = time.monotonic()
            await line.send(json.dumps({"type": "seek", "wish": wish}))
            while True:
                message = json.loads(await line.recv())
                if message["type"] == "begins":
                    break
                seek = message.get("seek") or {}
                if seek.get("offer") and not seek["filled"]:
                    await line.send(json.dumps({"type": "fill"}))
        waited, game = time.monotonic() - began, message["game"]
        sits = dice.random() < 0.3
        began = time.monotonic()
        while True:
            snapshot = (await http.get(f"/api/games/{game}")).json()
            state = snapshot["state"]
            if state["status"] == "over":
                return waited, time.monotonic() - began, game
            if state["seat"] in snapshot["you"]["seats"] and not sits:
                move = {"type": "play", "seq": state["seq"] + 1}
                move["placement"] = state["legal"][state["to_play"]][0]
                await http.post(f"/api/games/{game}/actions", json=move)
            else:
                await asyncio.sleep(0.1)


async def real(people: int, seed: int) -> None:
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), 60) as (port, _):
        origin, visits = f"http://127.0.0.1:{port}", []
        for number in range(people):
            visits.append(asyncio.create_task(visit(origin, number, random.Random(seed + number))))
            await asyncio.sleep(dice.expovariate(2))
        found = await asyncio.gather(*visits)
    waits, lengths = [one[0] for one in found], [one[1] for one in found]
    games = len({one[2] for one in found})
    print(f"{people} people, {games} games: waited {median(waits):.1f} s (median),"
          f" {max(waits):.1f} s (longest); the longest game took {max(lengths):.1f} s,"
          f" with clocks of {SECONDS} s each for up to four")  # fmt: skip
    stalled = [length for length in lengths if length > 2 * 4 * SECONDS]
    print(f"games that took longer than twice their clocks: {len(stalled)}")


def rows(arrivals: int, seed: int) -> Iterator[str]:
    yield HEAD
    for online in (5, 50, 500):
        yield told(online, *lived(arrivals, online, seed))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--arrivals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--real", action="store_true", help="a real server, and 24 people")
    given = parser.parse_args()
    if given.real:
        asyncio.run(real(24, given.seed))
    else:
        for row in rows(given.arrivals, given.seed):
            print(row)


if __name__ == "__main__":
    main()
