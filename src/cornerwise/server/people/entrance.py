"""The entrance: how somebody becomes an account, and proves to be one.

Whether a name exists is not to be learned here: the errors are the same and take as long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import Limiter, hashed, same, signed
from cornerwise.server.base.settings import Settings
from cornerwise.server.people import names, passwords
from cornerwise.server.people.accounts import Accounts, Kept
from cornerwise.server.people.forms import Recovery, SignIn, SignUp
from cornerwise.server.people.passwords import Passwords
from cornerwise.server.people.people import People
from cornerwise.server.people.tickets import Tickets, typed
from cornerwise.server.storage.database import Change


class Entrance:
    """Lets people in."""

    def __init__(
        self,
        settings: Settings,
        people: People,
        accounts: Accounts,
        tickets: Tickets,
        hashing: Passwords,
        *,
        secret: bytes,
    ) -> None:
        self._secret = secret
        self._settings, self._people, self._accounts = settings, people, accounts
        self._tickets, self._hashing = tickets, hashing
        self._new = Limiter(settings.sign_ups)
        self._attempts = Limiter(settings.sign_ins)
        self._names = Limiter(settings.sign_ins_name)
        self.limiters = {
            "sign_ups": self._new, "sign_ins": self._attempts, "sign_ins_name": self._names,
        }  # fmt: skip

    async def may_be(self, name: str, invitation: str, address: str) -> tuple[str, str]:
        """A name for a new account, as it is shown and compared, if it can be had now."""
        if self._settings.sign_up == "closed":
            raise Refusal("no_sign_up", "this server makes no new accounts")
        if self._settings.sign_up == "invitation" and not invitation:
            raise Refusal("bad_invitation", "an account needs an invitation here")
        self._attempts.check(address)
        shown, folded = await asyncio.to_thread(names.checked, name)
        if not await self._accounts.is_free(folded):
            raise _taken(shown)
        return shown, folded

    async def sign_up(
        self, form: SignUp, guest: str, address: str, passkey: Sequence[Change] = ()
    ) -> Kept:
        """A new account with all that the guest has.

        passkey  the changes that give it one, if it has one instead of a password
        """
        name, folded = await self.may_be(form.name, form.invitation, address)
        if form.password or not passkey:
            passwords.check(form.password, name)
        self._new.check(address)
        password = await self._hashing.made(form.password, address) if form.password else None
        also = [*passkey]
        if self._settings.sign_up == "invitation":
            also.append(self._tickets.taking("invitation", form.invitation))
        account = await self._people.sign_up(name, folded, password, guest, also)
        made = await self._accounts.of(account) if account is not None else None
        if made is not None:
            return made
        if await self._accounts.is_free(folded):
            raise Refusal("bad_invitation", "this invitation is not valid any more")
        raise _taken(name)

    def browser_key(self, account: str) -> str:
        """What a browser keeps in which the owner of an account has signed in."""
        return signed(self._secret, "browser", account)

    async def sign_in(self, form: SignIn, address: str, browser: str = "") -> Kept:
        """The account that a name and its password open; a browser may have been here before."""
        kept = await self._known(form.name, address, browser)
        usable = kept is not None and kept.state in ("active", "disabled")
        password = kept.password if kept is not None and usable else None
        if not await self._hashing.fits(form.password, password, address) or kept is None:
            raise Refusal("bad_sign_in", "this name and this password do not belong together")
        return await self.admit(kept, form.reopen)

    async def opened(self, account: str, reopen: bool = False) -> Kept:
        """The account that a passkey opens."""
        kept = await self._accounts.of(account)
        if kept is None or kept.state not in ("active", "disabled"):
            raise Refusal("bad_passkey", "this passkey is not known here")
        return await self.admit(kept, reopen)

    def attempt(self, address: str) -> None:
        """Count an attempt to sign in."""
        self._attempts.check(address)

    async def admit(self, kept: Kept, reopen: bool = False) -> Kept:
        """Let the owner of an account in, unless it is banned or closed."""
        ban = await self._accounts.ban(kept.id)
        if ban is not None:
            message = f"this account is banned: {ban.reason or 'its owner broke the rules'}"
            raise Refusal("banned", message, until=ban.until, reason=ban.reason)
        if kept.state == "disabled":
            if not reopen:
                raise Refusal("disabled", "this account is closed: its owner may open it again")
            await self._accounts.set_state(kept.id, "active")
        elif kept.state != "active":
            raise Refusal("bad_sign_in", "this account is being deleted")
        return kept

    async def recover(self, form: Recovery, address: str, browser: str = "") -> Kept:
        """A new password for a recovery code of a name, or for the token of a mail."""
        passwords.check(form.password, form.name)
        kept = await self._known(form.name, address, browser)
        password = await self._hashing.made(form.password, address)
        if form.token:
            taken = await self._tickets.take("reset", form.token)
        else:
            whose = kept.id if kept is not None else "nobody"
            taken = await self._tickets.take("recovery", typed(form.code), whose)
        owner = await self._accounts.of(taken[0]) if taken is not None else None
        if owner is None:
            raise Refusal("bad_code", "this code is not valid, or it was used already")
        await self._accounts.set_password(owner.id, password)
        return await self.admit(owner, reopen=True)

    async def _known(self, name: str, address: str, browser: str) -> Kept | None:
        """The account of a name, as often as somebody may ask.

        Strangers who try a name do not hold up its owner: known browsers are counted apart.
        """
        self._attempts.check(address)
        folded = await asyncio.to_thread(names.folding, name)
        kept = await self._accounts.named(folded)
        known = kept is not None and same(browser, self.browser_key(kept.id))
        if folded:
            self._names.check(hashed(browser) if known else folded)
        return kept


def _taken(name: str) -> Refusal:
    return Refusal("name_taken", f"the name {name} is taken, or looks like one that is")
