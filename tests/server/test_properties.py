"""Whatever is sent, to every address and as every message: an answer, never a fault of ours.

The cases are made from our own OpenAPI document. Most are sent to games that exist and go on from
case to case, so that they reach further than the first check.
"""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case

from cornerwise.server.base.security import HEADERS
from cornerwise.server.web import openapi
from tests.server.site import Person, Site, Socket, site, summed
from tests.server.site import settings as limits
from tests.server.test_analysts import analysis

EASY = settings(
    max_examples=12,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
schema = schemathesis.openapi.from_dict(openapi.document())
PUZZLES = ("cat", "daily", "none")
PROBLEMS = ("duo-1", "classic_2-3", "none")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(limits(tmp_path_factory.mktemp("games"), away=0)) as started:
        yield started


@pytest.fixture(scope="module")
def ana(running: Site) -> Person:
    return running.person()


@pytest.fixture(scope="module")
def games(running: Site, ana: Person) -> list[str]:
    """Games in every state: waiting, going on alone, against others and the computer, over."""
    waiting, alone = ana.new("duo", "me", "open"), ana.new("classic_3", "me", "here", "here")
    shared, against = ana.new("trigon_2", "me", "open"), ana.new("duo", "me", "computer")
    over = ana.new("duo", "me", "here", clock={"kind": "live", "minutes": 5})
    running.person().join(shared)
    ana.act(over["game"]["id"], type="resign", seq=1, seat="blue")
    return [made["game"]["id"] for made in (waiting, alone, shared, against, over)]


def check(answer: httpx.Response) -> None:
    """An answer of ours: no fault, all headers, and words if something was refused."""
    assert answer.status_code < 500, (answer.request.method, answer.request.url, answer.text)
    assert HEADERS.items() <= {k.title(): v for k, v in answer.headers.items()}.items()
    if answer.status_code >= 400:
        assert answer.json()["error"]["code"]


@pytest.fixture(scope="module")
def owners(running: Site) -> Callable[[], Person]:
    """Somebody who is signed in, as long as they stay so; then somebody else."""
    names = (f"Owner-{number}x" for number in itertools.count(2))
    here = [running.person()]

    def owner() -> Person:
        if "session" not in here[-1].http.cookies:
            here.append(running.person())
            here[-1].sign_up(next(names))
        return here[-1]

    return owner


ABOUT_ACCOUNTS = [
    operation
    for operation in openapi.OPERATIONS
    if re.match("/api/(account|session|recovery|passkeys|people|entrance)", operation.path)
]
hostile = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["Ana", "ana@example.org", "AAAA", "\u202e", "x" * 2000, "admin", "a-long-secret", "0" * 64]
    ),
    st.none(),
    st.booleans(),
    st.integers(-(1 << 70), 1 << 70),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(
        st.sampled_from(["id", "rawId", "response", "type", "x"]),
        st.one_of(
            st.text(max_size=30),
            st.dictionaries(
                st.sampled_from(["clientDataJSON", "attestationObject", "signature"]),
                st.one_of(st.text(max_size=40), st.just("eyJjaGFsbGVuZ2UiOiJBQUFBIn0")),
                max_size=3,
            ),
        ),
        max_size=4,
    ),
)
forms = st.dictionaries(
    st.sampled_from(
        ["name", "password", "passkey", "invitation", "code", "token", "email", "country", "about",
         "label", "bring", "reopen", "days", "reason", "more"]
    ),
    hostile,
    max_size=4,
)  # fmt: skip


@pytest.mark.parametrize("operation", ABOUT_ACCOUNTS)
def test_whatever_is_asked_about_accounts_has_an_answer(
    operation: openapi.Operation, owners: Callable[[], Person]
) -> None:
    @settings(EASY, max_examples=6)
    @given(form=st.one_of(forms, hostile), part=st.text(min_size=1, max_size=20))
    def ask(form: Any, part: str) -> None:
        path = re.sub(r"{\w+}", lambda _: quote(part, safe=""), operation.path)
        sends = operation.method in ("post", "patch")
        content = json.dumps(form).encode() if sends else None
        check(owners().http.request(operation.method, path, content=content))

    ask()


@schema.parametrize()
@EASY
def test_every_address_has_an_answer(case: Case[Any], ana: Person, games: list[str]) -> None:
    turn = sum(map(ord, repr((case.body, case.query))))
    path = case.path.replace("{game}", games[turn % len(games)])
    path = path.replace("{puzzle}", PUZZLES[turn % len(PUZZLES)])
    path = path.replace("{problem}", PROBLEMS[turn % len(PROBLEMS)])
    for name, value in (case.path_parameters or {}).items():
        path = path.replace("{" + name + "}", quote(str(value), safe=""))
    body = case.body if isinstance(case.body, str | bytes) else json.dumps(case.body, default=str)
    content = body.encode("utf-8", "replace") if isinstance(body, str) else body
    query = {str(name): str(value) for name, value in (case.query or {}).items()}
    sends = case.method.upper() not in ("GET", "DELETE")
    answer = ana.http.request(case.method, path, params=query, content=content if sends else None)
    check(answer)
    if "{game}" in case.path and case.path.count("{") == 1:
        assert answer.status_code != 404, path  # every case is about a game that exists


values: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(
        ["next", "legal", "blue", "yellow", "x" * 40, "", "\u202e", None, True, [], {}]
    ),
    st.integers(-2, 1 << 60),
    st.floats(),
    st.text(max_size=20),
)
kinds = st.sampled_from(
    [
        "play",
        "resign",
        "undo",
        "answer",
        "take_over",
        "take_back",
        "fill",
        "rematch",
        "why",
        "hint",
        "weigh",
        "find",
        "sync",
        "ping",
        "dance",
    ]
)
fields = st.sampled_from(
    ["seq", "seat", "placement", "yes", "level", "colour", "text", "since", "id", "more"]
)
FIT = {
    "seq": "next", "placement": "legal", "yes": True, "seat": "blue", "text": "e8", "since": 0,
}  # fmt: skip
NEEDED = {
    "play": ("seq", "placement"), "resign": ("seq", "seat"), "undo": ("seq",),
    "answer": ("seq", "yes"), "take_over": ("seq", "seat"), "take_back": ("seq", "seat"),
    "fill": ("seq", "seat"), "rematch": ("seq",), "why": ("placement",), "find": ("text",),
    "weigh": ("placement",), "sync": ("since",),
}  # fmt: skip
odd = st.dictionaries(fields, values, min_size=1, max_size=2)
messages = st.tuples(kinds, st.one_of(*3 * [st.just({})], odd))


def test_every_message_has_an_answer(ana: Person, games: list[str]) -> None:
    answers: Counter[str] = Counter()

    @settings(EASY, max_examples=20)
    @given(said=st.lists(messages, min_size=1, max_size=8), which=st.integers(0, 4))
    def say(said: list[tuple[str, dict[str, Any]]], which: int) -> None:
        opened = ana.socket(games[which])
        opened.kind("snapshot")
        for kind, odd in said:
            wanted = {**{name: FIT[name] for name in NEEDED.get(kind, ())}, **odd}
            message = {name: _meant(opened, value) for name, value in wanted.items()}
            opened.connection.send(json.dumps({"type": kind, **message}))
            opened.connection.send('{"type": "ping", "id": "there"}')
            # The server goes on while it searches, and answers that when it has found something.
            before = opened.state["seq"]
            if kind == "sync":
                del opened.state["seq"]  # what is known already may come again
            missing = {"there", "search"} if kind in ("hint", "weigh") else {"there"}
            while missing:
                heard = opened.receive()
                missing.discard(str(heard.get("id")))
                if heard["type"] in ("ok", "error", "why", "find", "hint", "weigh"):
                    answers[heard.get("code", "done")] += 1
                    missing.discard("search")
            opened.state.setdefault("seq", before)
        opened.close()
        check(ana.http.get(f"/api/games/{games[which]}"))

    say()
    assert answers["fault"] == 0
    assert answers["done"] > 0
    # Most were understood and judged by what is the case in a game.
    assert answers["bad_request"] < answers.total() / 2, answers


def _meant(opened: Socket, value: Any) -> Any:
    """What a word stands for in this position."""
    if value == "next":
        return opened.state["seq"] + 1
    if value == "legal":
        legal = opened.state["legal"].get(opened.state["to_play"], [])
        return summed(legal)[0] if legal else 0
    return value


lines = st.fixed_dictionaries(
    {"variant": st.sampled_from(["duo", "duo", "duo", "classic_3", "chess", "", 7])},
    optional={
        "options": st.sampled_from([{}, {"first": "yellow"}, {"touch": "x"}, []]),
        "placed": st.lists(st.tuples(values, st.integers(-2, 14_000)), max_size=3),
        "to_play": values,
        "sharer": values,
        "moves": st.lists(st.sampled_from([0, 77, 120, 9_000, -1, 1 << 60, "a1"]), max_size=3),
        "left": st.lists(st.tuples(st.integers(-1, 200), values), max_size=2),
        "more": values,
    },
)
wishes = st.one_of(
    st.fixed_dictionaries({"type": st.just("analyse"), "line": st.one_of(lines, lines, values)}),
    st.fixed_dictionaries({"type": st.just("explain"), "placement": values}),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["stop", "ping", "dance"])}, optional={"id": values}
    ),
)


def test_every_wish_on_the_analysis_board_has_an_answer(ana: Person) -> None:
    answers: Counter[str] = Counter()

    @settings(EASY, max_examples=25)
    @given(said=st.lists(wishes, min_size=1, max_size=6))
    def say(said: list[dict[str, Any]]) -> None:
        with analysis(ana) as board:
            for at, wish in enumerate(said):
                board.connection.send(json.dumps({"id": at, **wish}))
                board.connection.send(json.dumps({"type": "ping", "id": f"after {at}"}))
                while (heard := board.receive()).get("id") != f"after {at}":
                    answers[str(heard.get("code") or heard["type"])] += 1

    say()
    assert answers["fault"] == 0
    assert answers.total() > 20
