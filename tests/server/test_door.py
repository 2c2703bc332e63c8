"""Floods stop at the door: each is a few bytes that a real attack would send without end."""

from __future__ import annotations

import contextlib
import gc
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cornerwise.server.base.settings import Rate
from tests.patience import PATIENCE
from tests.server.site import Site, until
from tests.server.test_security import Special, closing_code, duo

PING, PONG = b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0"
EMPTY = b"\x82\x80\0\0\0\0"
EMPTY_TEXT, FIRST_PART, NEXT_PART = b"\x81\x80\0\0\0\0", b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"
NO_TEXT, NO_TEXT_PART = b"\x81\x82\0\0\0\0\xc3\x28", b"\x80\x82\0\0\0\0\xc3\x28"


@pytest.fixture
def raw() -> Iterator[Raw]:
    opened = Raw()
    yield opened
    opened.close()


class Raw:
    """Connections that send whatever they like."""

    def __init__(self) -> None:
        self._open: list[socket.socket] = []

    def connect(self, site: Site, first: bytes = b"") -> socket.socket:
        self._open.append(socket.create_connection(("127.0.0.1", site.port), PATIENCE))
        self._open[-1].sendall(first)
        return self._open[-1]

    def close(self) -> None:
        for connection in self._open:
            connection.close()


def answer(connection: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    found = b""
    try:
        while part := connection.recv(65536):
            found += part
    except ConnectionError:
        pass
    return found


def refused(site: Site, raw: Raw) -> bool:
    """Whether a connection is turned away before it has asked anything."""
    connection = raw.connect(site)
    connection.settimeout(0.2)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


# --- frames -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "flood",
    [PING * 400, PONG * 400, EMPTY_TEXT * 400, EMPTY * 400, FIRST_PART + NEXT_PART * 400],
    ids=["ping", "pong", "text", "bytes", "fragments"],
)
def test_frames_of_every_kind_are_counted(special: Special, flood: bytes) -> None:
    running = special(frames=Rate(1, 100))
    eve, ana = running.person(), running.person()
    _, flooded = duo(eve)
    _, calm = duo(ana)
    flooded.connection.socket.sendall(flood)
    assert closing_code(flooded) == 4029
    assert calm.ask(type="ping")["type"] == "pong"


@pytest.mark.parametrize("parts", [NO_TEXT, FIRST_PART + NO_TEXT_PART], ids=["whole", "in parts"])
def test_what_is_no_text_ends_its_socket_and_fills_no_log(
    special: Special, caplog: pytest.LogCaptureFixture, parts: bytes
) -> None:
    _, table = duo(special().person())
    table.connection.socket.sendall(parts)
    with pytest.raises(ConnectionClosed) as closed:
        table.until(lambda _: False)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1007, "text must be UTF-8")
    assert "Traceback" not in caplog.text


def test_frames_at_a_calm_pace_are_let_through(special: Special) -> None:
    _, table = duo(special(frames=Rate(1e6, 100)).person())
    for _ in range(5):
        table.connection.socket.sendall(PING * 50)
        assert table.ask(type="ping")["type"] == "pong"


def test_who_floods_a_socket_opens_no_other_for_a_while(special: Special) -> None:
    person = special(frames=Rate(1, 100), handshakes=Rate(5, 200)).person()
    game, flooded = duo(person)
    flooded.connection.socket.sendall(PING * 400)
    assert closing_code(flooded) == 4029
    with pytest.raises(InvalidStatus):
        person.socket(game)


def test_messages_are_limited_over_all_sockets_of_an_address(special: Special) -> None:
    person = special(messages_per_address=Rate(0.01, 3)).person()
    game, one = duo(person)
    other = person.socket(game)
    other.kind("snapshot")
    assert [one.ask(type="ping")["type"], other.ask(type="ping")["type"]] == ["pong", "pong"]
    assert one.ask(type="ping")["type"] == "pong"
    other.connection.send('{"type": "ping"}')
    assert other.kind("error")["code"] == "too_many"


def test_handshakes_are_limited_per_address(special: Special) -> None:
    person = special(handshakes=Rate(0.01, 2)).person()
    game, _ = duo(person)
    person.socket(game).kind("snapshot")
    with pytest.raises(InvalidStatus) as refusal:
        person.socket(game)
    assert refusal.value.response.status_code == 429
    assert "content-security-policy" in refusal.value.response.headers


def test_a_socket_leaves_nothing_behind(special: Special, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that only looking through all objects for garbage would find: that is rare."""
    monkeypatch.setattr(gc, "collect", lambda *_: 0)
    person = special().person()
    game, _ = duo(person)

    def protocols() -> int:
        return sum(issubclass(type(one), HttpToolsProtocol) for one in gc.get_objects())

    gc.disable()
    try:
        before = protocols()
        for _ in range(5):
            visitor = person.socket(game)
            visitor.kind("snapshot")
            visitor.connection.close()
        assert protocols() <= before
    finally:
        gc.enable()


# --- heads and bodies ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "head",
    [
        b"X: " + b"a" * 10_000,
        b"".join(b"X%d: a\r\n" % n for n in range(40)),
        b"a" * 10_000,
    ],
    ids=["one long line", "many lines", "no line at all"],
)
def test_a_large_head_is_refused(special: Special, raw: Raw, head: bytes) -> None:
    running = special(head_bytes=4096, head_lines=30)
    connection = raw.connect(running, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + head)
    got = answer(connection)
    assert got.startswith(b"HTTP/1.1 431")
    assert b"Content-Security-Policy" in got


def test_a_long_address_is_refused(special: Special, raw: Raw) -> None:
    running = special(head_bytes=4096)
    connection = raw.connect(running, b"GET /" + b"a" * 10_000)
    assert answer(connection).startswith(b"HTTP/1.1 431")


def test_what_is_not_http_is_answered_and_hung_up(special: Special, raw: Raw) -> None:
    got = answer(raw.connect(special(), b"\0\1\2 nonsense\r\n\r\n"))
    assert got.startswith(b"HTTP/1.1 400")
    assert b"Content-Security-Policy" in got


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
    ],
    ids=["silent", "half a head", "half a body"],
)
def test_half_a_request_is_not_waited_for_long(
    special: Special, raw: Raw, beginning: bytes
) -> None:
    running = special(head_seconds=0.2, body_seconds=0.2)
    assert answer(raw.connect(running, beginning)).startswith(b"HTTP/1.1 408")


def test_a_connection_may_be_used_again_after_a_while(special: Special) -> None:
    person = special(head_seconds=0.2, body_seconds=0.2).person()
    for _ in range(3):
        assert person.http.get("/api/start").status_code == 200
        person.new("duo", "me", "here")


def test_silent_connections_are_limited_per_address(special: Special, raw: Raw) -> None:
    running = special(silent_per_address=3)
    silent = [raw.connect(running) for _ in range(3)]
    until(lambda: refused(running, raw))
    silent[0].close()
    until(lambda: httpx.get(running.origin + "/api/start").status_code == 200)


def test_connections_are_limited_per_address(special: Special, raw: Raw) -> None:
    running = special(connections_per_address=4)
    whole = b"GET /api/start HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    held = [raw.connect(running, whole) for _ in range(4)]
    assert all(connection.recv(8) == b"HTTP/1.1" for connection in held)
    until(lambda: refused(running, raw))


def test_new_connections_are_limited_per_address(special: Special, raw: Raw) -> None:
    running = special(knocks=Rate(0.01, 3))
    whole = b"GET /api/start HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    for _ in range(3):
        assert answer(raw.connect(running, whole)).startswith(b"HTTP/1.1 200")
    assert refused(running, raw)


def test_what_follows_a_body_that_is_too_large_is_not_taken(special: Special, raw: Raw) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000000\r\n\r\n"
    connection = raw.connect(special(), head + b" " * 70_000)
    got = answer(connection)
    assert got.startswith(b"HTTP/1.1 413")
    assert b"connection: close" in got.lower()  # at once, not when it has been idle for a while


# --- who asks -----------------------------------------------------------------------------


def starts(site: Site, forwarded: str, **more: str) -> httpx.Response:
    headers = {"X-Forwarded-For": forwarded, **more}
    return httpx.get(site.origin + "/api/start", headers=headers, timeout=PATIENCE)


def test_a_stranger_does_not_choose_the_address_it_is_counted_under(special: Special) -> None:
    running = special(requests=Rate(0.01, 3))
    statuses = [starts(running, f"192.0.2.{n}").status_code for n in range(4)]
    assert statuses == [200, 200, 200, 429]


def test_a_proxy_is_believed_for_whom_it_asks(special: Special) -> None:
    running = special(requests=Rate(0.01, 3), proxies=("127.0.0.1/32",))
    for n in range(4):
        assert starts(running, f"6.6.6.6, 192.0.2.{n}").status_code == 200
    household = [starts(running, f"2001:db8::{n}").status_code for n in range(4)]
    assert household == [200, 200, 200, 429]
    nonsense = [starts(running, "x" * n).status_code for n in range(1, 5)]
    assert nonsense == [200, 200, 200, 429]


PRIVATE = {"X-Forwarded-Proto": "https"}


def test_a_proxy_says_that_the_connection_is_private(special: Special) -> None:
    found = starts(special(proxies=("127.0.0.1/32",)), "192.0.2.1", **PRIVATE).headers
    assert "max-age" in found["strict-transport-security"]
    assert "secure" in found["set-cookie"].lower()


def test_a_stranger_does_not(special: Special) -> None:
    found = starts(special(), "192.0.2.1", **PRIVATE).headers
    assert "strict-transport-security" not in found
    assert "secure" not in found["set-cookie"].lower()


# --- file handles -------------------------------------------------------------------------

FEW_FILES = """
import resource, socket, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
from cornerwise.server.web.process import run
from cornerwise.server.base.settings import Rate, Settings
wide = 10_000  # no address is turned away by itself: all there are run out
settings = Settings(
    data=Path(sys.argv[2]), connections_per_address=wide, silent_per_address=wide,
    knocks=Rate(wide, wide),
)
listener = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=512)
run(listener, settings, lambda: print("ready", flush=True))
"""


def test_running_out_of_file_handles_is_survived(tmp_path: Path, raw: Raw) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-c", FEW_FILES, str(port), str(tmp_path)]
    log, site = tmp_path / "log", Site(port)
    with (
        contextlib.closing(site),
        log.open("w") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n"
            ana = site.person()
            game = ana.new("duo", "me", "here")["game"]["id"]
            held = [raw.connect(site) for _ in range(300)]
            until(lambda: "all 136 connections are taken" in log.read_text())
            # Who is in goes on, even with what opens files: games are stored, pictures drawn.
            assert ana.http.get(f"/api/games/{game}.png").status_code == 200
            for connection in held:
                connection.close()
            until(lambda: _answers(site))
        finally:
            process.terminate()


def _answers(site: Site) -> bool:
    try:
        return httpx.get(site.origin + "/api/start", timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False
