"""`cornerwise cluster`: everything on one machine, kept running, and nothing left behind."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from websockets.exceptions import WebSocketException

from cornerwise.cli import app
from cornerwise.cluster import programs
from cornerwise.cluster.cluster import Cluster
from cornerwise.cluster.servers import Server
from tests.server import services
from tests.server.site import Person, Site, Socket, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
SLOW = 120.0
"""Seconds that a cluster may take to start or to restart on a busy machine."""


class Running:
    """A cluster, as the one who has started it sees it."""

    def __init__(self, folder: Path, *options: str) -> None:
        for name in ("postgres", "nats-server", "nginx"):
            services.program(name)
        self.folder = folder
        command = [sys.executable, "-m", "cornerwise", "cluster", "--folder", str(folder)]
        self.process = subprocess.Popen(
            [*command, "--port", "0", *options], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.said = ""
        while "is ready" not in self.said:
            line = self.process.stdout.readline()
            assert line, f"it does not start: {self.said}"
            self.said += line

    @property
    def status(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "cluster.json").read_text())
        return found

    @property
    def pids(self) -> dict[str, int]:
        return {part["name"]: part["pid"] for part in self.status["parts"]}

    def all_pids(self) -> list[int]:
        """Also of what the parts have started themselves."""
        asked = ["pgrep", "-P", ",".join(map(str, self.pids.values()))]
        below = subprocess.run(asked, check=False, capture_output=True, text=True).stdout.split()
        return [*self.pids.values(), *map(int, below)]

    def end(self, how: signal.Signals) -> None:
        pids = self.all_pids()
        self.process.send_signal(how)
        self.process.wait(SLOW)
        assert self.process.stdout is not None
        self.process.stdout.close()
        until(lambda: not any(map(lives, pids)), SLOW)


def lives(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return " Z " not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:4]
    return False


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that PostgreSQL's user can reach; that of pytest is closed to it."""
    made = Path(tempfile.mkdtemp(prefix="cornerwise-cluster-"))
    made.chmod(0o711)
    yield made / "cluster"
    shutil.rmtree(made, ignore_errors=True)


def played(person: Person, game: str, table: Socket) -> Socket:
    """Make one more move, whatever happens to the connection; the table as it is then."""
    before = len(table.moves)
    while len(table.moves) <= before:
        with contextlib.suppress(WebSocketException, OSError, EOFError):
            if table.state.get("seq") is None:
                table.kind("snapshot")
            table.play()
            continue
        with contextlib.suppress(WebSocketException, OSError, EOFError):
            table = person.socket(game)
            table.kind("snapshot")
    return table


def test_a_game_goes_on_when_a_server_is_killed(folder: Path) -> None:
    cluster = Running(folder, "--servers", "2", "--workers", "0")
    try:
        address = cluster.status["address"]
        assert address in cluster.said
        site = Site(int(address.rstrip("/").rpartition(":")[2]))
        person = site.person()
        game = person.new("duo", "me", "here", first="blue")["game"]["id"]
        table = person.socket(game)
        table = played(person, game, table)
        before = cluster.pids
        for name in ("server 1", "server 2"):  # one of them has our connection
            os.kill(before[name], signal.SIGKILL)
            table = played(person, game, table)
        until(lambda: not set(before.values()) & {cluster.pids[f"server {n}"] for n in (1, 2)})
        table = played(person, game, table)
        assert len(person.show(game)["moves"]) == len(table.moves) == 4

        killed = cluster.pids
        asked = CliRunner().invoke(app, ["cluster", "restart", "--folder", str(folder)])
        assert asked.exit_code == 0, asked.output
        for name, pid in cluster.pids.items():
            assert (pid != killed[name]) == name.startswith("server"), name
        table = played(person, game, table)
        assert len(person.show(game)["moves"]) == 5
        site.close()
    finally:
        cluster.end(signal.SIGTERM)
    assert cluster.process.returncode == 0
    assert not (folder / "cluster.json").exists()


STARTS = """
import http.server, pathlib, sys
log, port, bad = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3].split(",")
with log.open("a") as file:
    file.write("start\\n")
if str(len(log.read_text().splitlines())) in bad:
    sys.exit("the database does not answer")
class Ready(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
http.server.HTTPServer(("127.0.0.1", port), Ready).serve_forever()
"""


class Unsteady(Server):
    """A server that ends at some of its starts."""

    def __init__(self, folder: Path, bad: str) -> None:
        super().__init__(1, [], "", "", folder / "log")
        command = [sys.executable, "-c", STARTS, str(folder / "starts"), str(self.port), bad]
        self._command = command


@pytest.mark.parametrize(
    ("bad", "starts", "outcome"),
    [("", 2, "server 1 is new"), ("2,3", 4, "server 1 is new"), ("2,3,4,5", 4, "stops here")],
)
def test_a_rolling_restart_tries_a_server_again_that_does_not_start(
    tmp_path: Path, bad: str, starts: int, outcome: str
) -> None:
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        if "is new" in text or "stops here" in text:
            os.kill(os.getpid(), signal.SIGTERM)

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    cluster = Cluster(tmp_path, say)
    cluster.handle()
    try:
        cluster.begin(Unsteady(tmp_path, bad))
        os.kill(os.getpid(), signal.SIGHUP)
        cluster.run()
        [part] = cluster.parts
        assert part.starts == starts
        assert outcome in said[-1]
    finally:
        cluster.end()
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def test_it_leaves_nothing_behind_even_when_it_is_killed(folder: Path) -> None:
    cluster = Running(folder, "--servers", "0", "--workers", "0")
    assert set(cluster.pids) == {"nats", "postgresql"}
    refused = CliRunner().invoke(app, ["cluster", "--folder", str(folder), "--servers", "0"])
    assert refused.exit_code == 2
    assert "in use by another Cornerwise" in refused.stderr
    shown = CliRunner().invoke(app, ["cluster", "status", "--folder", str(folder)])
    assert f"process {cluster.pids['nats']}" in shown.stdout
    cluster.end(signal.SIGKILL)
    again = Running(folder, "--servers", "0", "--workers", "0")  # on the same data
    again.end(signal.SIGINT)
    assert again.process.returncode == 0


def test_what_is_missing_is_named() -> None:
    with pytest.raises(programs.MissingProgram, match=r"nats-serwer.*apt-get install nats-serwer"):
        programs.program("nats-serwer")
    with pytest.raises(programs.MissingProgram, match=r"apt-get install a b\)"):
        programs.need("a", "b")


def test_what_cannot_be_done_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for arguments, message in (
        (["restart"], "no cluster runs in"),
        (["status"], "no cluster runs in"),
        (["--servers", "65"], "--servers"),
        (["--folder", str(tmp_path / "file")], "file"),
    ):
        given = ["--folder", str(tmp_path / "none"), *arguments]
        result = CliRunner().invoke(app, ["cluster", *given])
        assert result.exit_code == 2, result.output
        assert result.stderr.startswith("cornerwise: ")
        assert message in result.stderr
        assert result.stderr.count("\n") == 1
