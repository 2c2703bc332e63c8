"""Passkeys over HTTP, with a device made of a few lines, which can also lie."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Callable
from typing import Any

import cbor2
import httpx
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from tests.server.site import Json, Person, Site, json_of

Special = Callable[..., Site]
PRESENT, VERIFIED, ATTESTED = 1, 4, 64
HERE = "localhost"


def text(part: bytes) -> str:
    return base64.urlsafe_b64encode(part).decode().rstrip("=")


class Device:
    """Makes one key, and signs with it whatever it is asked to."""

    def __init__(self, origin: str, host: str = HERE, flags: int = PRESENT | VERIFIED) -> None:
        self._origin, self._host, self._flags = origin, host, flags
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id, self._uses = secrets.token_bytes(16), 0

    def _client(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self._origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _data(self, more: int = 0) -> bytes:
        self._uses += 1
        host = hashlib.sha256(self._host.encode()).digest()
        return host + bytes([self._flags | more]) + self._uses.to_bytes(4, "big")

    def made(self, options: Json) -> Json:
        numbers = self._key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, **point})
        size = len(self._id).to_bytes(2, "big")
        data = self._data(ATTESTED) + bytes(16) + size + self._id + public
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer(clientDataJSON=client, attestationObject=attested)

    def known(self, options: Json) -> Json:
        client = self._client("webauthn.get", options["challenge"])
        data = self._data()
        signed = data + hashlib.sha256(client).digest()
        signature = self._key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _answer(self, **response: bytes) -> Json:
        parts = {name: text(part) for name, part in response.items()}
        key = text(self._id)
        return {"id": key, "rawId": key, "type": "public-key", "response": parts}


@pytest.fixture
def ana(shared: Site) -> Person:
    """Somebody who came to the server by its name."""
    person = shared.person()
    person.http.headers["Host"] = f"{HERE}:{shared.port}"
    return person


@pytest.fixture
def origin(shared: Site) -> str:
    return f"http://{HERE}:{shared.port}"


def options(person: Person, which: str, **body: Any) -> Json:
    answer = person.http.post(f"/api/passkeys/{which}", json=body)
    assert answer.status_code == 200, answer.text
    found: Json = json_of(answer)["options"]
    return found


def signed_up(person: Person, device: Device, name: str) -> httpx.Response:
    passkey = device.made(options(person, "new", name=name))
    return person.http.post("/api/account", json={"name": name, "passkey": passkey})


def signed_in(person: Person, passkey: Json) -> str:
    answer = person.http.post("/api/session", json={"passkey": passkey})
    return "done" if answer.status_code == 200 else str(answer.json()["error"]["code"])


def test_a_passkey_makes_an_account_and_opens_it(ana: Person, origin: str) -> None:
    device = Device(origin)
    assert signed_up(ana, device, "Hana").status_code == 201
    assert ana.account == "Hana"
    about = ana.http.get("/api/account").json()
    assert (about["password"], len(about["passkeys"])) == (False, 1)
    ana.http.delete("/api/session")
    answer = device.known(options(ana, "known"))
    assert signed_in(ana, answer) == "done"
    assert ana.account == "Hana"
    ana.http.delete("/api/session")
    assert signed_in(ana, answer) == "bad_passkey"  # a challenge is answered once
    body = {"name": "Hana", "password": "a long secret"}
    refused = ana.http.post("/api/session", json=body).json()["error"]["code"]
    assert refused == "bad_sign_in"  # there is no password that would fit


def test_what_a_device_says_must_be_true(ana: Person, origin: str, shared: Site) -> None:
    honest = Device(origin)
    assert signed_up(ana, honest, "Honest").status_code == 201
    ana.http.delete("/api/session")
    for liar in (
        Device("https://evil.example"),
        Device(origin, host="evil.example"),
        Device(origin, flags=PRESENT),  # nobody looked whose finger it was
    ):
        answer = signed_up(ana, liar, "Liar-Liar")
        assert answer.json()["error"]["code"] == "bad_passkey"
    stranger = Device(origin)
    assert signed_in(ana, stranger.known(options(ana, "known"))) == "bad_passkey"
    stranger._id = honest._id  # another key under the same name
    assert signed_in(ana, stranger.known(options(ana, "known"))) == "bad_passkey"
    made = options(ana, "new", name="Other-Name")
    assert signed_in(ana, honest.known(made)) == "bad_passkey"  # a challenge for something else
    assert signed_in(ana, honest.known({"challenge": "A" * 32})) == "bad_passkey"
    assert signed_in(ana, honest.known(options(ana, "known"))) == "done"
    for odd in ({}, {"response": 7}, {"response": {"clientDataJSON": "@@"}}, {"id": "x"}):
        assert signed_in(ana, odd) == "bad_request"


def test_passkeys_are_added_and_removed(ana: Person, origin: str) -> None:
    ana.sign_up("Ivan")
    first, second = Device(origin), Device(origin)
    for device in (first, second):
        passkey = device.made(options(ana, "new"))
        body = {"passkey": passkey, "label": "My key"}
        assert ana.http.post("/api/account/passkeys", json=body).status_code == 201
    kept = ana.http.get("/api/account").json()["passkeys"]
    assert [one["label"] for one in kept] == ["My key", "My key"]
    assert len(options(ana, "new")["excludeCredentials"]) == 2
    assert ana.http.delete(f"/api/account/passkeys/{kept[0]['handle']}").status_code == 200
    ana.http.delete("/api/session")
    answers = sorted(signed_in(ana, d.known(options(ana, "known"))) for d in (first, second))
    assert answers == ["bad_passkey", "done"]


def test_one_persons_challenge_makes_nobody_elses_passkey(ana: Person, shared: Site) -> None:
    eve = shared.person()
    eve.http.headers["Host"] = ana.http.headers["Host"]
    ana.sign_up("Jitka")
    eve.sign_up("Eve-Eve")
    origin = f"http://{ana.http.headers['Host']}"
    passkey = Device(origin).made(options(ana, "new"))
    stolen = eve.http.post("/api/account/passkeys", json={"passkey": passkey})
    assert stolen.json()["error"]["code"] == "bad_passkey"


def test_behind_a_proxy_a_passkey_is_for_the_name_that_people_see(special: Special) -> None:
    ana = special(hosts=("play.example.org",), proxies=("127.0.0.1",)).person()
    ana.http.headers.update({"Host": "play.example.org", "X-Forwarded-Proto": "https"})
    plain = Device("http://play.example.org", "play.example.org")
    assert signed_up(ana, plain, "Karel").json()["error"]["code"] == "bad_passkey"
    safe = Device("https://play.example.org", "play.example.org")
    answer = signed_up(ana, safe, "Karel")
    assert answer.status_code == 201
    assert "Secure" in answer.headers["set-cookie"]


def test_passkeys_need_a_name(shared: Site) -> None:
    answer = shared.person().http.post("/api/passkeys/known")
    assert answer.json()["error"]["code"] == "not_now"
