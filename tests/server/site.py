"""A server on a real socket, and people who use it, for tests."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path
from typing import Any

import httpx
from prometheus_client.parser import text_string_to_metric_families
from websockets.sync.client import ClientConnection, connect

from cornerwise import variant
from cornerwise.server.base.settings import Rate, Settings
from cornerwise.server.thinking.adapters import chosen
from cornerwise.server.thinking.ports import Ports
from cornerwise.server.web.process import Server, configured, prepared
from tests.patience import PATIENCE

MUCH = Rate(1e6, 1e6)
Json = dict[str, Any]
PATIENT: Json = dict.fromkeys({"ping_interval"} & set(signature(connect).parameters))
"""Nobody is taken for gone because the machine is busy. Before websockets 15 nobody ever was."""


def settings(data: Path, **changes: Any) -> Settings:
    """Settings under which only what is changed limits a test."""
    limits: Json = {"requests": MUCH, "games": MUCH, "messages": MUCH, "sockets": 1000}
    limits |= {
        "frames": MUCH,
        "handshakes": MUCH,
        "seeks": MUCH,
        "knocks": MUCH,
        "messages_per_address": MUCH,
        "connections_per_address": 2000,
        "sign_ups": MUCH,
        "sign_ins": MUCH,
        "sign_ins_name": MUCH,
        "hashes_each": 64,
        "picture_seconds": PATIENCE,
    }
    return Settings(data=data, **{**limits, **changes})


@contextlib.contextmanager
def site(given: Settings, ports: Callable[[Settings], Ports] = chosen) -> Iterator[Site]:
    """A running server, in a thread of this process."""
    listener = prepared(socket.create_server(("127.0.0.1", 0), backlog=512))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # who does not read is noticed
    server = Server(configured(given, ports))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    until(lambda: server.started or not thread.is_alive())
    running = Site(listener.getsockname()[1])
    try:
        yield running
    finally:
        running.close()
        server.should_exit = True
        thread.join()
        listener.close()


class Site:
    """Where a server can be reached."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"
        self._clients: list[Person] = []

    def person(self, guest: str = "") -> Person:
        """Somebody with a browser of their own, who may have been here before."""
        self._clients.append(Person(self, guest))
        return self._clients[-1]

    def metric(self, name: str, **labels: str) -> float | None:
        """A figure as Prometheus would read it."""
        text = httpx.get(f"{self.origin}/metrics", timeout=PATIENCE).text
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                if sample.name == name and labels.items() <= sample.labels.items():
                    return float(sample.value)
        return None

    def close(self) -> None:
        for client in self._clients:
            client.close()


class Person:
    """A browser: cookies, requests and sockets."""

    def __init__(self, site: Site, guest: str = "") -> None:
        self.site = site
        cookies = {"guest": guest} if guest else {}
        self.http = httpx.Client(base_url=site.origin, timeout=PATIENCE, cookies=cookies)
        self.http.get("/api/start")
        self._sockets = contextlib.ExitStack()

    @property
    def guest(self) -> str:
        return str(self.http.cookies["guest"])

    def close(self) -> None:
        self._sockets.close()
        self.http.close()

    def new(self, name: str, *kinds: str, **more: Any) -> Json:
        """Make a game; kinds are those of the seats, such as me, here, open, computer."""
        options = more.pop("options", {})
        first = more.pop("first", variant(name, **options).first)
        seats = variant(name, **options).seats
        chosen = {s.name: {"kind": kind} for s, kind in zip(seats, kinds, strict=True)}
        body = {"variant": name, "seats": chosen, "first": first, "options": options, **more}
        answer = self.http.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        return json_of(answer)

    def show(self, game: str, **query: Any) -> Json:
        return json_of(self.http.get(f"/api/games/{game}", params=query))

    def join(self, game: Json, **more: Any) -> Json:
        """Take an open seat with the invitation in somebody else's snapshot."""
        body = {"key": game["you"]["invite"], **more}
        return json_of(self.http.post(f"/api/games/{game['game']['id']}/join", json=body))

    def act(self, game: str, **action: Any) -> httpx.Response:
        return self.http.post(f"/api/games/{game}/actions", json=action)

    def sign_up(self, name: str, password: str = "a long secret", **more: Any) -> Json:
        """Make an account."""
        body = {"name": name, "password": password, **more}
        answer = self.http.post("/api/account", json=body)
        assert answer.status_code == 201, answer.text
        return json_of(answer)

    def sign_in(self, name: str, password: str = "a long secret", **more: Any) -> httpx.Response:
        body = {"name": name, "password": password, **more}
        return self.http.post("/api/session", json=body)

    @property
    def account(self) -> str | None:
        """The name under which the server knows this person."""
        known = self.http.get("/api/start").json()["account"]
        return known and str(known["name"])

    def socket(self, game: str, query: str = "", **headers: Any) -> Socket:
        """Connect to a game."""
        origin = headers.pop("Origin", self.site.origin)
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        opening = connect(
            f"ws://127.0.0.1:{self.site.port}/api/games/{game}/socket{query}",
            additional_headers={"Cookie": cookie, **headers},
            origin=origin,
            open_timeout=PATIENCE,
            close_timeout=2,
            **PATIENT,
        )
        return Socket(self._sockets.enter_context(opening))


class Socket:
    """A connected game as a client knows it: it applies events as docs/protocol.md says."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.moves: list[list[Any]] = []
        self.state: Json = {}
        self.you: Json = {}
        self.presence: Json = {}
        self.said: list[Json] = []
        self._asked = 0

    def close(self) -> None:
        self.connection.close()

    def receive(self, timeout: float = PATIENCE) -> Json:
        """The next message, applied."""
        message: Json = json.loads(self.connection.recv(timeout))
        match message["type"]:
            case "snapshot":
                self.moves, self.state = message["moves"], message["state"]
                self.you = message["you"]
            case "events":
                self._happened(message)
            case "presence":
                self.presence = message
            case "chat":
                self.said += message["lines"]
        return message

    def _happened(self, message: Json) -> None:
        for event in message["events"]:
            assert event["seq"] == self.state.get("seq", event["seq"] - 1) + 1
            self.state["seq"] = event["seq"]
            if event["type"] == "move":
                keys = ("colour", "placement", "seat")
                self.moves.append([*(event[key] for key in keys), event.get("ms", 0)])
            elif event["type"] == "undo":
                del self.moves[event["to"] :]
        self.state = message["state"]

    def until(self, wanted: Callable[[Json], object], timeout: float = PATIENCE) -> Json:
        """Read on until a message is wanted."""
        end = time.monotonic() + timeout
        while True:
            message = self.receive(max(0.01, end - time.monotonic()))
            if wanted(message):
                return message

    def settle(self, wanted: Callable[[], object], timeout: float = PATIENCE) -> None:
        """Read on until something is the case, if it is not already."""
        if not wanted():
            self.until(lambda _: wanted(), timeout)

    def kind(self, kind: str, timeout: float = PATIENCE) -> Json:
        return self.until(lambda message: message["type"] == kind, timeout)

    def ask(self, **request: Any) -> Json:
        """Send a request and read on until its answer."""
        self._asked += 1
        self.connection.send(json.dumps({"id": self._asked, **request}))
        return self.until(lambda message: message.get("id") == self._asked)

    def step(self, **request: Any) -> Json:
        """Ask for the next event, and read on until it has happened."""
        seq = self.state["seq"] + 1
        answer = self.ask(seq=seq, **request)
        if answer["type"] == "ok":
            self.wait(seq)
        return answer

    def wait(self, seq: int) -> None:
        while self.state.get("seq", -1) < seq:
            self.receive()

    def play(self, which: int = -1) -> Json:
        """Make one of the legal moves of the colour on turn."""
        return self.step(type="play", placement=self.legal()[which])

    def legal(self) -> list[int]:
        return summed(self.state["legal"][self.state["to_play"]])


def json_of(answer: httpx.Response) -> Json:
    found: Json = answer.json()
    return found


def summed(differences: list[int]) -> list[int]:
    """Numbers from their differences."""
    found, number = [], 0
    for difference in differences:
        number += difference
        found.append(number)
    return found


def until(wanted: Callable[[], object], timeout: float = PATIENCE) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + timeout
    while not wanted():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)
