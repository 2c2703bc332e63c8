"""A sample of benchmarks/hostile.py: whatever is sent gets a clear answer, and all go on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE
from tests.server import hostile
from tests.server.signing import signed_in
from tests.server.site import Person, Site, Socket, settings, site
from tests.server.test_lobby import lobby_of

TOO_BIG = 1009
"""A message that is too big ends a connection; nothing else does."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="module")
def running(data: Path) -> Iterator[Site]:
    with site(settings(data)) as started:
        yield started


@pytest.fixture(scope="module")
def game(running: Site, data: Path) -> str:
    bystander = signed_in(running, data, "Bystander")
    return str(bystander.new("duo", "me", "open")["game"]["id"])


@pytest.mark.parametrize("account", [False, True], ids=["a guest", "a user"])
def test_hostile_requests_get_clear_answers(
    running: Site, data: Path, game: str, account: bool
) -> None:
    eve = running.person()
    answers: Counter[int] = Counter()
    for number, request in enumerate(islice(hostile.requests(1 + account, game), 200)):
        if account and number % 50 == 0:  # they may have signed out, or worse
            eve = signed_in(running, data, f"Evelyn{number}")
        method, path, headers, body = request
        answer = eve.http.request(method, path, headers=headers, content=body)
        assert not hostile.complaint(answer)
        answers[answer.status_code] += 1
    assert len(answers) > 5, answers  # not all for the same reason
    assert answers[200] > 20, answers


@pytest.mark.parametrize("lobby", [True, False], ids=["lobby", "game"])
def test_hostile_messages_get_clear_answers(
    running: Site, data: Path, game: str, lobby: bool
) -> None:
    eve = signed_in(running, data, "Malory" if lobby else "Trudy")
    answers: Counter[str] = Counter()
    if lobby:
        with lobby_of(eve) as opened:
            talk(opened, hostile.messages(3, lobby=True), answers)
    else:
        talk(watched(eve, game), hostile.messages(4, lobby=False), answers)
    assert answers["fault"] == 0
    assert answers.total() > 100
    assert len(answers) > 3, answers


def watched(person: Person, game: str) -> Socket:
    opened = person.socket(game)
    opened.kind("snapshot")
    return opened


def talk(opened: Socket, said: Iterator[str], answers: Counter[str]) -> None:
    """Say it all; each is answered before the ping that follows it."""
    for number, text in enumerate(islice(said, 150)):
        opened.connection.send(text)
        opened.connection.send(json.dumps({"type": "ping", "id": f"after {number}"}))
        while True:
            heard = json.loads(opened.connection.recv(PATIENCE))
            if heard.get("id") == f"after {number}":
                break
            if heard["type"] == "error":
                assert heard["code"], heard
                assert heard["message"], heard
                answers[heard["code"]] += 1
            else:
                answers[heard["type"]] += 1
    # Little more than is allowed: of a long message the end would meet a closed connection, and
    # the code could be lost with it.
    opened.connection.send("x" * 10_000)
    assert closing_code(opened) == TOO_BIG


def closing_code(opened: Socket) -> int | None:
    while True:
        try:
            opened.connection.recv(PATIENCE)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else None
