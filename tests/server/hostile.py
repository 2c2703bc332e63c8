"""What somebody sends who means no good, to all that people meet through: accounts, lobby, chat,
profiles, ratings, moderation. Endless, by chance, and the same for the same seed."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args
from urllib.parse import quote

import httpx

from cornerwise.server.base import messages as m
from cornerwise.server.base.security import HEADERS
from cornerwise.server.games import lobby_views as v
from cornerwise.server.web import openapi

SURFACE = re.compile(
    r"/api/(account|session|recovery|passkeys|entrance|people|following|blocks|feats|lobby|phrases|"
    r"ranking|moderation|games/{game}/(chat|ratings))"
)
OPERATIONS = [one for one in openapi.OPERATIONS if SURFACE.match(one.path)]
ODD: list[Any] = [
    None, True, -1, 0, 1 << 63, -(1 << 70), 1e308, "", " ", "x" * 300, "x" * 5000, "\u202eanA",
    "\x00", "\ud7ff\ufffe", "\u0410na", "<img src=x onerror=alert(1)>", "' OR 1=1 --",
    "../../etc/passwd", "%00%0a", "{{7*7}}", "admin", "0" * 64, "AAAA", "a@b@c", "duo", "rude",
    "eyJjaGFsbGVuZ2UiOiJBQUFBIn0", [], [[]] * 20, {}, {"a": {"b": {"c": []}}}, ["duo"] * 50,
]  # fmt: skip
FIT: dict[str, Any] = {
    "name": "Bystander", "password": "a long secret", "rival": "Bystander", "variant": "duo",
    "clock": {"kind": "live", "minutes": 5}, "reason": "spam", "days": 1, "act": "dismiss",
    "phrase": "hello", "seq": 1, "text": "e8", "placement": 0, "since": 0, "seat": "blue",
    "wish": {"variants": ["duo"], "clocks": [{"kind": "live", "minutes": 5}]},
}  # fmt: skip
"""What is meant well, so that some of it reaches further than the first check."""
METHODS = ("GET", "POST", "PATCH", "DELETE", "PUT", "OPTIONS", "HEAD")
HEADERS_SENT: list[dict[str, str]] = [
    {"Content-Type": "text/html"},
    {"Content-Type": "application/x-www-form-urlencoded"},
    {"Origin": "http://evil.example"},
    {"Host": "evil.example"},
    {"Cookie": "session=" + "A" * 32},
    {"Cookie": "guest=%00; session=../../x"},
    {"Authorization": "Bearer " + "x" * 500},
    {"X-Forwarded-For": "127.0.0.1, ::1, nonsense"},
    {"Accept-Language": "xx-" + "y" * 500},
    {"Content-Encoding": "gzip"},
    {"Range": "bytes=0-18446744073709551615"},
]


class Request(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None


def requests(seed: int, game: str) -> Iterator[Request]:
    """Requests to a server on which there is a game."""
    chance = random.Random(seed)
    while True:
        operation = chance.choice(OPERATIONS)
        method = operation.method.upper()
        if chance.random() < 0.05:
            method = chance.choice(METHODS)
        path = operation.path.replace("{game}", game if chance.random() < 0.8 else "nothing")
        path = re.sub(r"{(\w+)}", lambda part: _part(chance, part[1]), path)
        if operation.query and chance.random() < 0.7:
            asked = {name: str(chance.choice(ODD))[:200] for name in operation.query}
            path += "?" + "&".join(f"{k}={quote(v, safe='')}" for k, v in asked.items())
        headers = chance.choice(HEADERS_SENT) if chance.random() < 0.15 else {}
        sends = method in ("POST", "PATCH", "PUT")
        yield Request(method, path, headers, _body(chance, operation.body) if sends else None)


def _part(chance: random.Random, name: str) -> str:
    """A part of a path: mostly something that is there, or might be."""
    good = {"name": "Bystander", "pool": "duo"}.get(name, "1")
    odd = str(chance.choice(ODD))[:100] or "-"
    return quote(good if chance.random() < 0.6 else odd, safe="")


def _body(chance: random.Random, kind: Any) -> bytes:
    match chance.randrange(12):
        case 0:
            return bytes(chance.randrange(256) for _ in range(chance.randrange(80)))
        case 1:
            return b"[" * 5000
        case 2:
            return b'{"name": "' + b"x" * 100_000 + b'"}'
        case 3:
            return _json(chance.choice(ODD))
    return _json(_spoilt(chance, getattr(kind, "__struct_fields__", ("name", "password"))))


def _spoilt(chance: random.Random, fields: tuple[str, ...]) -> dict[str, Any]:
    """Fields, most of them as they should be."""
    names = [name for name in fields if chance.random() < 0.9]
    if chance.random() < 0.1:
        names.append("more")
    return {
        name: FIT[name] if name in FIT and chance.random() < 0.6 else chance.choice(ODD)
        for name in names
    }


def _json(value: Any) -> bytes:
    return json.dumps(value).encode("utf-8", "replace")


def messages(seed: int, *, lobby: bool) -> Iterator[str]:
    """Messages for the socket of the lobby, or what is said at a game."""
    chance = random.Random(seed)
    kinds = get_args(v.AnyAction) if lobby else (m.Say, m.Say, m.Rematch, m.Sync, m.Ping)
    while True:
        if chance.random() < 0.1:
            yield chance.choice(
                ["", "{", "[" * 5000, "null", '{"type": 7}', '"\\ud800"', "x" * 999]
            )
            continue
        kind = chance.choice(kinds)
        tag = kind.__struct_config__.tag if chance.random() < 0.95 else "dance"
        fields = tuple(name for name in kind.__struct_fields__ if name != "id")
        said = {"type": tag, **_spoilt(chance, fields)}
        if chance.random() < 0.1:
            said["id"] = chance.choice(ODD)
        yield json.dumps(said)


def complaint(answer: httpx.Response) -> str:
    """What is wrong with an answer; empty if it is a clear one, be it a refusal."""
    sent = {name.title(): value for name, value in answer.headers.items()}
    about = f"{answer.request.method} {answer.request.url}: {answer.status_code}"
    if not HEADERS.items() <= sent.items():
        return f"{about} without {sorted(HEADERS.keys() - sent.keys())}"
    if answer.status_code == 500 or answer.status_code > 503:
        return f"{about} {answer.text[:200]}"
    if answer.status_code >= 400 and answer.request.method != "HEAD":
        try:
            error = answer.json()["error"]
        except (ValueError, KeyError, TypeError):
            return f"{about} says nothing: {answer.text[:80]!r}"
        if not error["code"] or not error["message"] or error["code"] == "fault":
            return f"{about} is not clear: {error}"
    return ""
