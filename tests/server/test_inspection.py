"""The server seen from outside: health, readiness, figures, logs without secrets."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable

import httpx
import pytest

from cornerwise.server.base.logs import JsonLines
from cornerwise.server.web.app import make_app
from tests.server.site import Site, until


def test_health_and_readiness(shared: Site) -> None:
    assert httpx.get(f"{shared.origin}/health").json() == {"status": "ok"}
    found = httpx.get(f"{shared.origin}/ready")
    assert found.json() == {"status": "ready", "store": "ok", "dead_tasks": 0, "set_aside": 0}
    assert found.headers["cache-control"] == "no-store"


def test_figures_count_what_happens(shared: Site) -> None:
    def moves() -> float:
        return shared.metric("cornerwise_events_total", type="moved") or 0

    def told() -> float:
        return shared.metric("cornerwise_acknowledgement_seconds_count") or 0

    before = moves(), told()
    person = shared.person()
    table = person.socket(person.new("duo", "me", "here")["game"]["id"])
    table.kind("snapshot")
    for _ in range(3):
        table.play()
    assert (moves(), told()) == (before[0] + 3, before[1] + 3)
    assert (shared.metric("cornerwise_sockets") or 0) >= 1
    assert (shared.metric("cornerwise_games_in_memory") or 0) >= 1
    assert shared.metric("cornerwise_dead_tasks") == 0
    assert shared.metric("cornerwise_store_writable") == 1
    assert shared.metric("cornerwise_searches", pool="engines") == 0
    assert shared.metric("cornerwise_requests_total", status="201")
    until(lambda: shared.metric("cornerwise_loop_lag_seconds_count"))


def test_figures_are_for_this_machine_or_for_who_has_the_token(
    shared: Site, special: Callable[..., Site]
) -> None:
    asyncio.run(_refused_elsewhere())
    address = f"{shared.origin}/metrics"
    assert httpx.get(address, headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 403
    closed = f"{special(metrics_token='opensesame').origin}/metrics"
    assert httpx.get(closed).status_code == 403
    assert httpx.get(closed, headers={"Authorization": "Bearer wrong"}).status_code == 403
    assert httpx.get(closed, headers={"Authorization": "Bearer opensesame"}).status_code == 200


async def _refused_elsewhere() -> None:
    """Who asks from another machine gets none."""
    there = httpx.ASGITransport(make_app(), client=("192.0.2.7", 1))
    async with httpx.AsyncClient(transport=there, base_url="http://localhost") as client:
        assert (await client.get("/metrics")).status_code == 403


def test_a_path_cannot_make_a_line_of_the_log(
    special: Callable[..., Site], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "cornerwise")
    special(access_log=True).person().http.get("/odd%0AERROR%20a%20line%1b[2J")
    # The line is written when the answer has gone out, so it may come a moment later.
    until(lambda: "/odd\\nERROR a line\\x1b[2J" in caplog.text)


def test_the_log_has_requests_with_their_ids_and_no_secrets(
    special: Callable[..., Site], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "cornerwise")
    caplog.handler.setFormatter(JsonLines())
    running = special(access_log=True)
    person, other = running.person(), running.person()
    made = person.new("duo", "me", "open")
    game = made["game"]["id"]
    other.join(made)
    claimed = other.http.post(f"/api/games/{game}/claim", json={"key": made["you"]["key"]})
    person.socket(game).kind("snapshot")
    request = claimed.headers["x-request-id"]
    until(lambda: request in caplog.text)
    lines = [json.loads(line) for line in caplog.text.splitlines()]
    (line,) = [line for line in lines if line.get("request") == request]
    assert (line["method"], line["status"]) == ("POST", 200)
    assert line["path"] == f"/api/games/{game[:6]}…/claim"
    secrets = [game, person.guest, other.guest, made["you"]["key"], made["you"]["invite"]]
    assert not [secret for secret in secrets if secret in caplog.text]
