"""Ten thousand hostile requests on all that people meet through: accounts, lobby, chat, profiles,
ratings, moderation; by a guest, a user and a moderator, over HTTP and sockets.

Limits are taken away, so that each request is looked at. Each answer must be clear: no fault, all
security headers, a code and words for what is refused. Meanwhile a player at another address pings
and moves. It goes to a server of its own on this machine's loopback addresses, and ends by itself.

Run: PYTHONPATH=. python benchmarks/hostile.py [--requests 10000] [--seed 1]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from pathlib import Path

import httpx
from siege import ATTACKER, PLAYER, Felt, Person, moving, pinging, quantile
from websockets import Origin
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from cornerwise.server.base.settings import Rate, Settings
from cornerwise.server.people.office import opened
from tests.server import hostile

MUCH = Rate(1e6, 1e6)
AT_ONCE = 4
"""Of each kind of attacker."""
ROLES = ("guest", "user", "moderator")
FRESH = 100
"""After so many requests somebody begins with a new account: what they sent may have ended it."""


def settings(data: Path) -> Settings:
    """Without limits of what one address may send; what is limited in all stays so."""
    return Settings(
        data=data, requests=MUCH, games=MUCH, messages=MUCH, messages_per_address=MUCH,
        frames=MUCH, handshakes=MUCH, seeks=MUCH, knocks=MUCH, sockets=1000,
        connections_per_address=2000, sign_ups=MUCH, sign_ins=MUCH, sign_ins_name=MUCH,
        reports=MUCH, mails=MUCH, exports=MUCH,
    )  # fmt: skip


def serve(port: int, data: str) -> None:
    from cornerwise.server.web.process import run

    listener = socket.create_server(("127.0.0.1", port), backlog=2048)
    run(listener, settings(Path(data)), lambda: print("ready", flush=True))


@contextlib.contextmanager
def server(data: Path) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    command = [sys.executable, __file__, "--serve", str(port), str(data)]
    with (
        (data / "log").open("w") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield port
        finally:
            process.terminate()


class Attack:
    """What was sent, and what came back."""

    def __init__(self, port: int, data: Path, count: int, seed: int) -> None:
        self.port, self.data, self.count, self.seed = port, data, count, seed
        self.sent, self.statuses = 0, Counter[int]()
        self.messages, self.codes = 0, Counter[str]()
        self.complaints: list[str] = []
        self._accounts = 0

    @contextlib.asynccontextmanager
    async def client(self) -> AsyncIterator[httpx.AsyncClient]:
        transport = httpx.AsyncHTTPTransport(local_address=ATTACKER)
        base = f"http://127.0.0.1:{self.port}"
        async with httpx.AsyncClient(base_url=base, transport=transport, timeout=120) as client:
            await client.get("/api/start")
            yield client

    async def sign_up(self, client: httpx.AsyncClient, role: str) -> None:
        """A new account; the hashes of passwords are limited in all, so it may take turns."""
        client.cookies.delete("session")
        self._accounts += 1
        name = f"Evelyn-{self._accounts}x"
        body = {"name": name, "password": "a long secret"}
        while (await client.post("/api/account", json=body)).status_code != 201:
            await asyncio.sleep(0.1)
        if role == "moderator":
            async with opened(settings(self.data)) as office:
                await office.accounts.set_role((await office.find(name)).id, "moderator")

    async def ask(self, role: str, game: str, seed: int, count: int) -> None:
        async with self.client() as client:
            for number, request in enumerate(islice(hostile.requests(seed, game), count)):
                if role != "guest" and number % FRESH == 0:
                    await self.sign_up(client, role)
                method, path, headers, body = request
                answer = await client.request(method, path, headers=headers, content=body)
                self.sent += 1
                self.statuses[answer.status_code] += 1
                if wrong := hostile.complaint(answer):
                    self.complaints.append(f"{role}: {wrong}")

    async def talk(self, path: str, lobby: bool, seed: int, count: int) -> None:
        """Messages on a socket; one that is closed is opened again."""
        said = islice(hostile.messages(seed, lobby=lobby), count)
        async with self.client() as client:
            await self.sign_up(client, "user")
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            left = True
            while left:
                left = False
                with contextlib.suppress(ConnectionClosed):
                    async with connect(
                        f"ws://127.0.0.1:{self.port}{path}",
                        additional_headers={"Cookie": cookie},
                        origin=Origin(f"http://127.0.0.1:{self.port}"),
                        local_addr=(ATTACKER, 0),
                        open_timeout=120,
                    ) as connection:
                        for text in said:
                            left = True
                            self.messages += 1
                            await connection.send(text)
                            await connection.send('{"type": "ping", "id": "there"}')
                            await self._answered(connection)
                        left = False

    async def _answered(self, connection: object) -> None:
        while True:
            heard = json.loads(await connection.recv())  # type: ignore[attr-defined]
            if heard.get("id") == "there":
                return
            if heard["type"] == "error":
                self.codes[heard["code"]] += 1
                if heard["code"] == "fault" or not heard["message"]:
                    self.complaints.append(f"socket: {heard}")

    async def run(self, game: str) -> None:
        """Nine tenths of it by HTTP, the rest on sockets."""
        each = self.count * 9 // 10 // (AT_ONCE * len(ROLES))
        rest = self.count - each * AT_ONCE * len(ROLES)
        asked = [
            self.ask(role, game, self.seed * 100 + number * 10 + at, each)
            for number, role in enumerate(ROLES)
            for at in range(AT_ONCE)
        ]
        said = [
            self.talk("/api/lobby/socket", True, self.seed, rest // 2),
            self.talk(f"/api/games/{game}/socket", False, self.seed, rest - rest // 2),
        ]
        await asyncio.gather(*asked, *said)


async def besieged(port: int, data: Path, count: int, seed: int) -> tuple[Attack, list[Felt]]:
    """The attack, and what a player felt before it and meanwhile."""
    felts = [Felt(), Felt()]
    attack = Attack(port, data, count, seed)
    async with attack.client() as bystander:
        body = {"name": "Bystander", "password": "a long secret"}
        (await bystander.post("/api/account", json=body)).raise_for_status()
        seats = {"blue": {"kind": "me"}, "yellow": {"kind": "open"}}
        made = await bystander.post("/api/games", json={"variant": "duo", "seats": seats})
        game = made.json()["game"]["id"]
    for felt in felts:
        player = Person(port, PLAYER)
        works = [asyncio.create_task(work(player, felt)) for work in (pinging, moving)]
        if felt is felts[0]:
            await asyncio.sleep(8)
        else:
            await attack.run(game)
        for work in works:
            if work.done():
                raise SystemExit(f"the player was thrown out: {work.exception()!r}")
            work.cancel()
    return attack, felts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(int(given.serve[0]), given.serve[1])
        return
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as port:
        os.nice(1)  # it would come from another machine
        begun = time.perf_counter()
        attack, (before, during) = asyncio.run(
            besieged(port, Path(folder), given.requests, given.seed)
        )
        took = time.perf_counter() - begun
        faults = sum(" ERROR " in line for line in (Path(folder) / "log").read_text().splitlines())
    print(f"{attack.sent} requests and {attack.messages} messages in {took:.0f} s")
    print("answers:", ", ".join(f"{n} x {s}" for s, n in sorted(attack.statuses.items())))
    print("refusals on sockets:", ", ".join(f"{n} {c}" for c, n in attack.codes.most_common()))
    print(f"not clear: {len(attack.complaints)}; faults in the log: {faults}")
    for wrong in attack.complaints[:20]:
        print(" ", wrong)
    for name in ("pings", "moves"):
        waits = [quantile(getattr(felt, name), 0.99) for felt in (before, during)]
        print(f"{name}, p99: {waits[0]:.0f} ms before, {waits[1]:.0f} ms meanwhile")
    if attack.complaints or faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
