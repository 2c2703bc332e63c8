"""Passwords: hashed with argon2id at OWASP's setting, in a bounded pool of threads of its own.

A hash takes a twentieth of a second on purpose. So only a few are made at once, few may wait, and
each address has only some of the places: a flood of sign-ins waits for itself.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeVar

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.settings import Settings
from cornerwise.server.engines.engines import ThreadPool
from cornerwise.server.engines.jobs import Attempt, Busy, Interrupted, Job

if TYPE_CHECKING:
    from argon2 import PasswordHasher

T = TypeVar("T")
SHORTEST, LONGEST = 8, 256
SECONDS = 0.05
"""How long one hash takes, roughly."""
DECOY = (
    "$argon2id$v=19$m=19456,t=2,p=1$3PwNV+llrXaF1FjoYS3Iwg"
    "$XBLY3EaNrb+x98FUEH5/dAIQeRT//crygDNR9Fxn4f0"
)
"""What is compared where there is no password, so that it takes as long."""
COMMON = frozenset(
    """
    password passw0rd password1 password12 password123 12345678 123456789 1234567890 0123456789
    87654321 987654321 11111111 00000000 12341234 11223344 qwertyui qwertyuiop qwerty123 qwertz123
    1q2w3e4r 1qaz2wsx asdfghjk asdfghjkl zxcvbnm1 abcdefgh abcd1234 iloveyou sunshine princess
    football baseball superman trustno1 starwars whatever letmein1 welcome1 changeme computer
    internet passwort geheim123 hallo123 heslo123 qwerty12 zaq12wsx polska123 palavrapasse
    cornerwise blokus123 administrator
    """.split()  # noqa: SIM905 (a list of words reads better so)
)


def check(password: str, name: str = "") -> None:
    """Refuse a password that others would guess first."""
    low = password.casefold()
    if not SHORTEST <= len(password) <= LONGEST:
        message = f"a password has {SHORTEST} to {LONGEST} characters"
        raise Refusal("bad_password", message, why="length")
    if low in COMMON or len(set(low)) < 4 or (name and name.casefold() in (low, low[::-1])):
        raise Refusal("bad_password", "this password is too easy to guess", why="easy")


# These jobs are known by no name: passwords never leave this process.


class _Hash(Job[str], frozen=True, kw_only=True):
    password: str

    @property
    def cost(self) -> float:
        return SECONDS

    def run(self, attempt: Attempt) -> str:
        return _hasher().hash(self.password)


class _Compare(Job[bool], frozen=True, kw_only=True):
    password: str
    kept: str | None

    @property
    def cost(self) -> float:
        return SECONDS

    def run(self, attempt: Attempt) -> bool:
        return _fits(self.password, self.kept)


class Passwords:
    """Makes and compares hashes of passwords."""

    def __init__(self, settings: Settings) -> None:
        self._pool = ThreadPool(
            settings.hashers, settings.hashes_waiting, each=settings.hashes_each
        )

    async def made(self, password: str, address: str) -> str:
        """The hash to keep of a password."""
        return await self._run(_Hash(password=password), address)

    async def fits(self, password: str, kept: str | None, address: str) -> bool:
        """Whether a password is the one whose hash is kept; without one it takes as long."""
        return await self._run(_Compare(password=password, kept=kept), address)

    async def _run(self, work: Job[T], address: str) -> T:
        try:
            return await self._pool.run(work, address)
        except (Busy, Interrupted):
            raise Refusal(
                "busy", "too many people are signing in right now", retry_after=1
            ) from None

    async def close(self) -> None:
        await self._pool.close()


def _fits(password: str, kept: str | None) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        _hasher().verify(kept or DECOY, password[:LONGEST])
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
