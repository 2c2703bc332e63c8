"""Who can reach the server, and who may change that."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from cornerwise.server.base import network
from tests.patience import PATIENCE
from tests.server.site import Site, json_of, settings, site
from tests.server.test_security import Special

ELSEWHERE = "127.0.0.5"
"""Stands for the machine's address in its network; it is one of its own, too."""


@pytest.fixture(autouse=True)
def address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_address", lambda: ELSEWHERE)


def asked(running: Site, method: str = "GET", host: str = "127.0.0.1") -> httpx.Response:
    return httpx.request(
        method, f"http://{host}:{running.port}/api/network", headers={}, timeout=PATIENCE
    )


def test_by_default_only_this_machine_reaches_it_and_nobody_changes_that(special: Special) -> None:
    running = special()
    assert json_of(asked(running)) == {"address": None, "may_open": False}
    assert asked(running, "POST").status_code == 403
    with pytest.raises(httpx.ConnectError):
        asked(running, host=ELSEWHERE)


def test_where_it_is_allowed_one_request_opens_it(special: Special) -> None:
    running = special(allow_lan=True)
    assert json_of(asked(running)) == {"address": None, "may_open": True}
    found = f"http://{ELSEWHERE}:{running.port}"
    assert json_of(asked(running, "POST")) == {"address": found, "may_open": False}
    assert json_of(asked(running, host=ELSEWHERE))["address"] == found
    assert asked(running, "POST").status_code == 403  # it is open already


def test_nobody_from_elsewhere_opens_it(special: Special) -> None:
    running = special(allow_lan=True, proxies=("127.0.0.1/32",))
    stranger = {"X-Forwarded-For": "192.0.2.7"}
    answer = httpx.post(f"{running.origin}/api/network", headers=stranger, timeout=PATIENCE)
    assert answer.status_code == 403


def test_it_ends_with_the_server(tmp_path: Path) -> None:
    with site(settings(tmp_path, allow_lan=True)) as running:
        asked(running, "POST")
        port = running.port
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://{ELSEWHERE}:{port}/api/network")
