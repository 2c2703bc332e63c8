"""Hashes of passwords: few are made at once, few of one address, and nobody learns who is here."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence

import pytest

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.settings import Settings
from cornerwise.server.people import passwords
from cornerwise.server.people.passwords import DECOY, Passwords
from tests.patience import PATIENCE
from tests.server.site import Site


class Hasher:
    """Makes hashes once it is let; remembers what it compared with."""

    def __init__(self) -> None:
        self.go, self.compared = threading.Event(), list[str]()

    def hash(self, password: str) -> str:
        assert self.go.wait(PATIENCE)
        return f"hash of {password}"

    def verify(self, kept: str, password: str) -> bool:
        from argon2.exceptions import VerifyMismatchError

        self.compared.append(kept)
        raise VerifyMismatchError


@pytest.fixture
def hasher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hasher]:
    made = Hasher()
    monkeypatch.setattr(passwords, "_hasher", lambda: made)
    yield made
    made.go.set()


def answers(hasher: Hasher, settings: Settings, addresses: Sequence[str]) -> list[str]:
    """Whether each hash is made that these addresses ask for at once."""

    async def ask() -> list[str]:
        hashing = Passwords(settings)
        asked = [asyncio.create_task(hashing.made("secret", address)) for address in addresses]
        await asyncio.sleep(0)  # all have asked
        hasher.go.set()
        found = await asyncio.gather(*asked, return_exceptions=True)
        await hashing.close()
        return ["busy" if isinstance(one, Refusal) else str(one) for one in found]

    return asyncio.run(ask())


def test_hashes_of_an_address_are_few(hasher: Hasher) -> None:
    settings = Settings(hashers=1, hashes_waiting=8, hashes_each=2)
    made = "hash of secret"
    found = answers(hasher, settings, ["eve", "eve", "eve", "ana"])
    assert found == [made, made, "busy", made]


def test_hashes_that_wait_are_few(hasher: Hasher) -> None:
    settings = Settings(hashers=1, hashes_waiting=2, hashes_each=8)
    found = answers(hasher, settings, ["ana", "bo", "cy", "eve"])
    assert found == ["hash of secret"] * 3 + ["busy"]


def test_a_name_that_nobody_has_costs_a_hash(hasher: Hasher, shared: Site) -> None:
    assert shared.person().sign_in("Nobody-At-All", "a long secret").status_code == 403
    assert hasher.compared == [DECOY]
