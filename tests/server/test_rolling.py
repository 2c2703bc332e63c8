"""Rolling restart: one of several servers ends, and those who were connected to it play on."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from cornerwise.cluster.programs import free_port, listens
from tests.patience import PATIENCE
from tests.server import services
from tests.server.relay import Relay
from tests.server.site import Json, Person, Site, Socket, settings, site, until


class Server:
    """`cornerwise serve` in a process of its own."""

    def __init__(self, folder: Path, store: str, bus: str) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "cornerwise", "serve", "--no-open"]
        options = ["--port", str(self.port), "--data", str(folder), "--store", store, "--bus", bus]
        self.process = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL)
        until(lambda: listens(self.port))

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


class Traveller:
    """A client that connects again where it is asked to, and makes each move once."""

    def __init__(self, person: Person, game: str) -> None:
        self._person, self._game = person, game
        self.acknowledged: list[int] = []
        self.codes: list[int] = []
        self.longest = 0.0
        self.table = person.socket(game)
        self.table.kind("snapshot")

    def play(self) -> None:
        """Make a move, whatever becomes of the connection meanwhile."""
        seq, placement = self.table.state["seq"] + 1, self.table.legal()[-1]
        began = time.monotonic()
        self._until_done(lambda: self.table.ask(type="play", seq=seq, placement=placement))
        self._until_done(lambda: self.table.wait(seq))
        self.longest = max(self.longest, time.monotonic() - began)
        self.acknowledged.append(placement)

    def wait(self) -> None:
        """Until the computer has answered, wherever it thinks."""
        count = 2 * len(self.acknowledged)

        def answered() -> bool:
            state = self.table.state
            return len(self.table.moves) >= count and state["to_play"] in state["legal"]

        self._until_done(lambda: self.table.settle(answered))

    def listen(self) -> None:
        """Hear what is said, and go where one is asked to."""

        def hear() -> None:
            with contextlib.suppress(TimeoutError):
                while True:
                    self.table.receive(0.01)

        self._until_done(hear)

    def _until_done(self, wanted: Callable[[], object]) -> None:
        while True:
            try:
                wanted()
                return
            except ConnectionClosed as closed:
                self.codes.append(closed.rcvd.code if closed.rcvd else 0)
                self._connect_again()

    def _connect_again(self) -> None:
        before: Socket = self.table
        self.table = self._person.socket(self._game, f"?since={before.state['seq']}")
        self.table.moves, self.table.state = before.moves, before.state


def test_who_is_connected_to_a_server_that_ends_plays_on(tmp_path: Path) -> None:
    urls = {"store": services.postgres().database(), "bus": services.nats().url}
    first = Server(tmp_path / "first", **urls)
    try:
        with site(settings(tmp_path / "second", **urls)) as second:
            relay = Relay([first.port, second.port])
            try:
                until(lambda: Site(first.port).metric("cornerwise_processes") == 2)
                _played_on(first, relay, second)
            finally:
                relay.close()
    finally:
        first.close()


def _played_on(first: Server, relay: Relay, second: Site) -> None:
    ana = Site(relay.port).person()
    games = [ana.new("duo", "me", "here", first="blue")["game"]["id"] for _ in range(4)]
    tables = [Traveller(ana, game) for game in games]
    against = Traveller(ana, ana.new("duo", "me", "computer", first="blue")["game"]["id"])
    bo = second.person().socket(games[0])  # watches from elsewhere
    bo.settle(lambda: bo.presence.get("away") == {})  # it has heard that Ana is there
    seen: list[Json] = []
    for n in range(8):
        for table in tables:
            table.play()
        against.play()
        if n == 2:
            first.end()
        against.wait()
    everybody = [*tables, against]
    while not all(one.codes for one in everybody):
        for one in everybody:
            one.listen()
    assert first.process.wait(PATIENCE) in (0, -signal.SIGTERM)  # it ended by itself
    for game, table in zip(games, tables, strict=True):
        assert table.codes == [1012]  # asked once to move, and never lost
        stored = [move[1] for move in ana.show(game)["moves"]]
        assert stored == table.acknowledged
    assert against.codes == [1012]
    while bo.state["seq"] < tables[0].table.state["seq"]:
        seen.append(bo.receive())
    assert not any(message.get("away") for message in seen)  # nobody seems to have gone
    print("the longest move took", max(table.longest for table in tables))
    ana.close()
