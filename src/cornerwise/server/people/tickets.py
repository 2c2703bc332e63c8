"""Tickets: secrets that are good for one purpose, for a time, so many times.

Recovery codes, invitations, links in mails and the challenges of passkeys are all tickets. The
store keeps the hash of each, so who reads the database cannot use them.
"""

from __future__ import annotations

import secrets
from typing import Literal

from cornerwise.server.base.clocks import DAY, Timekeeper
from cornerwise.server.base.security import hashed
from cornerwise.server.storage.database import Change, Database

Purpose = Literal["recovery", "invitation", "reset", "mail", "challenge"]
MINUTE = 60_000
LASTS: dict[Purpose, int] = {
    "recovery": 100 * 365 * DAY,
    "invitation": 14 * DAY,
    "reset": 60 * MINUTE,
    "mail": 3 * DAY,
    "challenge": 10 * MINUTE,
}
"""For how many milliseconds tickets are good."""
CODES = 10
"""Recovery codes that an account is given at once."""
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without what looks alike: people type codes from paper."""


def new_code() -> str:
    """A code to be typed: 79 random bits, as abcd-efgh-jkmn-pqrs."""
    letters = [secrets.choice(_ALPHABET) for _ in range(16)]
    return "-".join("".join(letters[at : at + 4]) for at in range(0, 16, 4))


def typed(code: str) -> str:
    """A code as it was given out, however it was typed."""
    plain = "".join(c for c in code.lower()[:64] if c in _ALPHABET)
    return "-".join(plain[at : at + 4] for at in range(0, len(plain), 4))


class Tickets:
    """Gives out tickets and takes them."""

    def __init__(self, database: Database, keeper: Timekeeper) -> None:
        self._database, self._keeper = database, keeper

    async def give(
        self,
        purpose: Purpose,
        account: str = "",
        *,
        note: str = "",
        uses: int = 1,
        lasts: int | None = None,
    ) -> str:
        """A new ticket: its secret, which is known nowhere else."""
        secret = secrets.token_urlsafe(24)
        given = self.giving(secret, purpose, account, note=note, uses=uses, lasts=lasts)
        await self._database.change(given)
        return secret

    def giving(
        self,
        secret: str,
        purpose: Purpose,
        account: str = "",
        *,
        note: str = "",
        uses: int = 1,
        lasts: int | None = None,
    ) -> Change:
        """The change by which a secret becomes a ticket."""
        now = self._keeper.now()
        values = {
            "id": hashed(secret), "purpose": purpose, "account": account, "uses": uses,
            "now": now, "until": now + (LASTS[purpose] if lasts is None else lasts), "note": note,
        }  # fmt: skip
        return Change(_GIVE, values)

    def taking(self, purpose: Purpose, secret: str, account: str | None = None) -> Change:
        """The change that uses a ticket once; it is refused unless the ticket is good.

        account  whose ticket it must be
        """
        values = {
            "id": hashed(secret), "purpose": purpose, "now": self._keeper.now(), "account": account,
        }  # fmt: skip
        return Change(_TAKE, values, needed=True)

    async def take(
        self, purpose: Purpose, secret: str, account: str | None = None
    ) -> tuple[str, str] | None:
        """Use a ticket once: for which account it is and its note; None if it is not good."""
        made = await self._database.change(self.taking(purpose, secret, account))
        return None if made is None else (str(made[0][0][0]), str(made[0][0][1]))

    async def codes(self, account: str) -> list[str]:
        """New recovery codes of an account; the old ones are good no more."""
        codes = [new_code() for _ in range(CODES)]
        old = Change(
            "DELETE FROM tickets WHERE account = :account AND purpose = 'recovery'",
            {"account": account},
        )
        await self._database.change(
            old, *(self.giving(code, "recovery", account) for code in codes)
        )
        return codes

    async def codes_left(self, account: str) -> int:
        query = (
            "SELECT count(*) FROM tickets"
            " WHERE account = :account AND purpose = 'recovery' AND uses > 0"
        )
        return int((await self._database.ask(query, account=account))[0][0])

    async def invitations(self, withdraw: bool = False) -> list[tuple[int, int, str]]:
        """The invitations that are still good: uses left, until when, and for whom."""
        which = "purpose = 'invitation' AND uses > 0 AND until > :now"
        now = self._keeper.now()
        query = f"SELECT uses, until, note FROM tickets WHERE {which} ORDER BY until"
        rows = await self._database.ask(query, now=now)
        if withdraw:
            await self._database.change(Change(f"DELETE FROM tickets WHERE {which}", {"now": now}))
        return [(int(uses), int(until), str(note)) for uses, until, note in rows]

    def pruning(self) -> Change:
        """The change that drops what is good no more."""
        query = "DELETE FROM tickets WHERE until < :now OR uses = 0"
        return Change(query, {"now": self._keeper.now()})


_GIVE = """
    INSERT INTO tickets (id, purpose, account, uses, made, until, note)
    VALUES (:id, :purpose, :account, :uses, :now, :until, :note)
"""
_TAKE = """
    UPDATE tickets SET uses = uses - 1
    WHERE id = :id AND purpose = :purpose AND uses > 0 AND until > :now
        AND (CAST(:account AS TEXT) IS NULL OR account = :account)
    RETURNING account, note
"""
