"""One of two servers ends: the page goes on with the other, and shows nothing of it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocket, expect

from tests.browser.player import HERE, ME, Player
from tests.patience import PATIENCE
from tests.server import services
from tests.server.relay import Relay
from tests.server.site import Site, until
from tests.server.test_rolling import Server

NOTED = """() => {
    const status = document.querySelector(".g-status");
    window.seen = [];
    new MutationObserver(() => window.seen.push(status.textContent))
        .observe(status, { childList: true, subtree: true, characterData: true });
}"""


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Server, Relay]]:
    """Two servers behind one address; the first gets whoever comes as long as it is there."""
    urls = {"store": services.postgres().empty(), "bus": services.nats().url}
    servers = [Server(tmp_path / name, **urls) for name in ("first", "second")]
    relay = Relay([server.port for server in servers])
    until(lambda: Site(servers[0].port).metric("cornerwise_processes") == 2)
    yield servers[0], relay
    relay.close()
    for server in servers:
        server.close()
    services.close_all()


def test_the_page_plays_on_while_its_server_ends(
    browser: Browser, two: tuple[Server, Relay]
) -> None:
    first, relay = two
    ana = Player(browser, f"http://127.0.0.1:{relay.port}")
    lost: list[float] = []
    heard: list[float] = []

    def opened(socket: WebSocket) -> None:
        socket.on("close", lambda _: lost.append(time.monotonic()))
        socket.on("framereceived", lambda _: heard.append(time.monotonic()))

    ana.page.on("websocket", opened)
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    ana.type_move()
    ana.page.evaluate(NOTED)
    first.end()
    for count in range(2, 6):
        ana.type_move()
        expect(ana.pieces).to_have_count(count)
    first.process.wait(PATIENCE)
    assert len(lost) == 1
    assert not [text for text in ana.page.evaluate("window.seen") if "lost" in text]
    assert len(ana.snapshot()["moves"]) == 5
    blink = next(at for at in heard if at > lost[0]) - lost[0]
    print(f"the page heard nothing for {blink:.3f} s")
    ana.close()
