"""Accounts as the store keeps them: what is known of each, and what changes it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cornerwise.server.base.clocks import DAY, Timekeeper
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.people.countries import COUNTRIES
from cornerwise.server.people.forms import Profile
from cornerwise.server.people.people import People, gone
from cornerwise.server.storage.database import Change, Database
from cornerwise.visible import named

Role = Literal["user", "moderator", "admin"]
ABOUT = 200
"""The longest line of text about oneself."""
FOR_EVER = 1 << 52


class Kept(NamedTuple):
    """What is kept of an account.

    state     active, disabled, erasing (it goes as soon as its games are anonymous) or deleted
    password  its hash, if there is one
    """

    id: str
    holder: str
    name: str
    folded: str
    made: int
    role: str
    state: str
    password: str | None
    country: str
    about: str
    email: str | None


class Ban(NamedTuple):
    """That an account may not be used until then, and why."""

    until: int
    reason: str


class Accounts:
    """Reads and changes accounts."""

    def __init__(self, database: Database, keeper: Timekeeper, people: People) -> None:
        self._database, self._keeper, self._people = database, keeper, people

    # --- reading -----------------------------------------------------------------------------

    async def named(self, folded: str) -> Kept | None:
        """The account of a name, as names are compared; one that was deleted has none."""
        return await self._one("folded = :folded AND state <> 'deleted'", folded=folded)

    async def is_free(self, folded: str) -> bool:
        """Whether a name can be given: nobody has it, and nobody who is gone had it."""
        query = "SELECT 1 FROM accounts WHERE folded = :folded OR folded = :gone"
        return not await self._database.ask(query, folded=folded, gone=gone(folded))

    async def of(self, account: str) -> Kept | None:
        return await self._one("id = :id", id=account)

    async def _one(self, which: str, **values: object) -> Kept | None:
        rows = await self._database.ask(f"{_KEPT} WHERE {which}", **values)
        return Kept(*rows[0]) if rows else None

    async def all(self, after: str = "", limit: int = 100) -> list[Kept]:
        """Accounts in the order of their names, those after a name."""
        query = f"{_KEPT} WHERE state <> 'deleted' AND folded > :after ORDER BY folded LIMIT :most"
        return [Kept(*row) for row in await self._database.ask(query, after=after, most=limit)]

    async def in_state(self, state: str) -> list[Kept]:
        rows = await self._database.ask(f"{_KEPT} WHERE state = :state", state=state)
        return [Kept(*row) for row in rows]

    async def ban(self, account: str) -> Ban | None:
        """Why an account may not be used now, if that is so."""
        query = "SELECT until, reason FROM bans WHERE account = :account AND until > :now"
        rows = await self._database.ask(query, account=account, now=self._keeper.now())
        return Ban(*rows[0]) if rows else None

    # --- by its owner ------------------------------------------------------------------------

    async def describe(self, account: str, profile: Profile) -> None:
        """What others see of an account besides its name."""
        if profile.country is not None:
            if profile.country and profile.country not in COUNTRIES:
                message = f"there is no country {profile.country!r}: use a code such as DE, or none"
                raise Refusal("bad_request", message)
            await self._set(account, "country", profile.country)
        if profile.about is not None:
            if len(profile.about) > ABOUT:
                raise Refusal("bad_request", f"a line about you has at most {ABOUT} characters")
            await self._set(account, "about", named(profile.about, ABOUT))

    async def set_password(self, account: str, password: str, keep: str = "") -> None:
        """Keep another password's hash. Every session ends but the one with the id `keep`."""
        await self._database.change(
            Change("UPDATE accounts SET password = :password WHERE id = :id",
                   {"password": password, "id": account}),
            Change("DELETE FROM tickets WHERE purpose = 'reset' AND account = :id",
                   {"id": account}),
            *self._people.ending("account = :account AND id <> :keep", account=account, keep=keep),
        )  # fmt: skip
        await self._people.told()

    async def set_email(self, account: str, email: str | None) -> None:
        await self._set(account, "email", email)

    async def _set(self, account: str, column: str, value: object) -> None:
        query = f"UPDATE accounts SET {column} = :value WHERE id = :id"
        await self._database.change(Change(query, {"value": value, "id": account}))

    async def set_state(
        self, account: str, state: Literal["active", "disabled", "erasing"]
    ) -> None:
        """Open an account, close it for a time or for good; then all its sessions end."""
        query = "UPDATE accounts SET state = :state WHERE id = :id AND state <> 'deleted'"
        changes = [Change(query, {"state": state, "id": account})]
        if state != "active":
            changes += self._people.ending("account = :account", account=account)
        await self._database.change(*changes)
        await self._people.told()

    # --- by those who run the server ---------------------------------------------------------

    async def set_role(self, account: str, role: Role) -> None:
        await self._set(account, "role", role)

    async def shut_out(self, account: str, days: float | None, reason: str) -> Ban:
        """Ban an account for some days, or for good; its sessions end."""
        now = self._keeper.now()
        until = FOR_EVER if days is None else now + round(days * DAY)
        ban = Ban(until, named(reason, 400))
        values = {"account": account, "now": now, "until": until, "reason": ban.reason}
        await self._database.change(
            Change(_BAN, values), *self._people.ending("account = :account", account=account)
        )
        await self._people.told()
        return ban

    async def pardon(self, account: str, *also: Change) -> None:
        """End a ban; `also` are changes that belong to it."""
        query = "DELETE FROM bans WHERE account = :account"
        await self._database.change(Change(query, {"account": account}), *also)

    def erased(self, kept: Kept) -> Change:
        """The change after which nothing of a person is left in its account.

        The row stays, so that games go on to have somebody who played them. Of the name a hash
        stays, so that nobody is given it again.
        """
        return Change(_ERASED, {"id": kept.id, "gone": gone(kept.folded)})


_KEPT = (
    "SELECT id, holder, name, folded, made, role, state, password, country, about, email"
    " FROM accounts"
)
_BAN = """
    INSERT INTO bans (account, made, until, reason) VALUES (:account, :now, :until, :reason)
    ON CONFLICT (account) DO UPDATE SET made = :now, until = :until, reason = :reason
"""
_ERASED = """
    UPDATE accounts SET name = '', folded = :gone, state = 'deleted', role = 'user',
        password = NULL, country = '', about = '', email = NULL
    WHERE id = :id
"""
