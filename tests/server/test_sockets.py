"""Sockets: how many there may be, who does not read, and what ends none of them."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from cornerwise.server.storage.sqlite import SqliteStore
from cornerwise.server.web import clerk
from cornerwise.server.web.process import prepared
from tests.patience import PATIENCE
from tests.server.site import Socket, until
from tests.server.test_security import Special, closing_code, duo


def test_sockets_are_limited_per_address(special: Special) -> None:
    person = special(sockets=2).person()
    game, first = duo(person)
    person.socket(game).kind("snapshot")
    assert closing_code(person.socket(game)) == 1013
    first.close()
    until(lambda: admitted(person.socket(game)))


def admitted(opened: Socket) -> bool:
    """Whether a socket is let in."""
    try:
        return bool(opened.receive()["type"] == "snapshot")
    except ConnectionClosed:
        return False


@pytest.mark.parametrize("limit", [{"queue": 8}, {"queue": 10_000, "queue_bytes": 10_000}])
def test_a_client_that_does_not_read_is_let_go_and_holds_up_nobody(
    special: Special, limit: dict[str, int]
) -> None:
    person = special(**limit).person()
    game, table = duo(person)
    with socket.socket() as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.connect(("127.0.0.1", person.site.port))
        lazy.sendall(
            f"GET /api/games/{game}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        table.settle(lambda: table.presence.get("watching") == 1)
        steps = 0
        while table.presence["watching"]:  # the room knows it no more
            table.play()
            table.step(type="undo")
            steps += 2
            assert steps < 400, "everything is kept for a client that does not read"
        assert table.ask(type="ping")["seq"] == steps


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
def test_the_system_drops_connections_that_take_nothing() -> None:
    with (
        prepared(socket.create_server(("127.0.0.1", 0))) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as opened,
    ):
        assert opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000


def test_a_move_is_told_though_its_player_goes_while_it_is_stored(
    special: Special, monkeypatch: pytest.MonkeyPatch
) -> None:
    storing, go_on, append = threading.Event(), threading.Event(), SqliteStore.append

    async def slow(store: SqliteStore, game: str, seq: int, *more: Any) -> None:
        if seq:
            storing.set()
            await asyncio.to_thread(go_on.wait, PATIENCE)
        await append(store, game, seq, *more)

    monkeypatch.setattr(SqliteStore, "append", slow)
    running = special()
    game, table = duo(running.person())
    move = {"type": "play", "seq": 1, "placement": table.legal()[0]}
    table.connection.send(json.dumps(move))
    assert storing.wait(PATIENCE)
    table.close()
    other = running.person().socket(game)  # of whom the first would be told
    other.kind("snapshot")
    until(lambda: running.metric("cornerwise_sockets") == 1)
    go_on.set()
    assert [event["type"] for event in other.kind("events")["events"]] == ["move"]


def test_a_fault_of_ours_ends_no_socket(special: Special, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(clerk, "_found", broken)
    _, table = duo(special().person())
    answer = table.ask(type="find", text="e8")
    assert (answer["code"], "a mistake" in answer["message"]) == ("fault", False)
    assert table.ask(type="ping")["type"] == "pong"
