"""Passkeys: keys that stay in somebody's device and open an account (WebAuthn).

A device signs a challenge of ours, and says for which site it does. The site is the name under
which the browser asked, so behind a proxy its Host and X-Forwarded-Proto must be right.
"""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from starlette.requests import Request

from cornerwise.server.base.clocks import Timekeeper
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import hashed
from cornerwise.server.people.forms import PasskeyView
from cornerwise.server.people.people import HANDLE
from cornerwise.server.people.tickets import Tickets
from cornerwise.server.storage.database import Change, Database
from cornerwise.visible import named

T = TypeVar("T")
MOST = 20
"""Passkeys that one account may have."""


class Place(NamedTuple):
    """For which site a device signs: its name, and where the page came from."""

    host: str
    origin: str


def place_of(request: Request) -> Place:
    host = request.url.hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return Place(host, f"{request.url.scheme}://{request.url.netloc}")
    raise Refusal("not_now", "passkeys need a site with a name: open it under one, not by address")


class Passkeys:
    """Gives out challenges, and knows the keys that answer them."""

    def __init__(self, database: Database, keeper: Timekeeper, tickets: Tickets) -> None:
        self._database, self._keeper, self._tickets = database, keeper, tickets

    async def of(self, account: str) -> list[PasskeyView]:
        """The passkeys of an account, the newest first."""
        return [PasskeyView(*row) for row in await self._database.ask(_OF, account=account)]

    # --- a new one ---------------------------------------------------------------------------

    async def invite(self, place: Place, name: str, account: str = "") -> dict[str, Any]:
        """What a browser needs to make a passkey, for an account or for one to be made."""
        query = "SELECT credential FROM passkeys WHERE account = :account"
        known = await self._database.ask(query, account=account) if account else []
        if len(known) >= MOST:
            raise Refusal("enough", f"an account has at most {MOST} passkeys", most=MOST)
        challenge = await self._tickets.give("challenge", account, note="new")
        return await asyncio.to_thread(
            _creation, place, name, _bytes(challenge), [bytes(row[0]) for row in known]
        )

    async def made(
        self, place: Place, credential: dict[str, Any], label: str, account: str = ""
    ) -> Change:
        """The change that keeps a new passkey, for the account `:owner`."""
        challenge = await self._challenged(credential, "new", account)
        found = await _checked(lambda: _registered(place, credential, _bytes(challenge)))
        now = self._keeper.now()
        return Change(_ADD, {
            "owner": account, "key": _key(found.credential_id), "credential": found.credential_id,
            "public_key": found.credential_public_key, "uses": found.sign_count, "now": now,
            "label": named(label, 64),
        }, needed=True)  # fmt: skip

    # --- a known one -------------------------------------------------------------------------

    async def challenge(self, place: Place) -> dict[str, Any]:
        """What a browser needs to ask for any passkey of this site."""
        challenge = await self._tickets.give("challenge", note="known")
        return await asyncio.to_thread(_request, place, _bytes(challenge))

    async def owner(self, place: Place, credential: dict[str, Any]) -> str:
        """The id of the account that a passkey opens."""
        challenge = await self._challenged(credential, "known")
        identity = credential.get("rawId") or credential.get("id")
        key = _key(_bytes(identity)) if isinstance(identity, str) else ""
        rows = await self._database.ask(_KNOWN, key=key)
        if not rows:
            raise _unknown()
        account, public_key, uses = rows[0]
        known = _bytes(challenge), bytes(public_key), uses
        count = await _checked(lambda: _authenticated(place, credential, *known))
        used = {"key": key, "now": self._keeper.now(), "uses": count}
        await self._database.change(Change(_USED, used))
        return str(account)

    async def remove(self, account: str, handle: str, others: bool) -> None:
        """Let a passkey open an account no more; without `others`, not the only way in."""
        if not others and len(await self.of(account)) == 1:
            raise Refusal(
                "only_way", "this is the only way into your account: set a password first"
            )
        which = f"account = :account AND substr(id, 1, {HANDLE}) = :handle"
        values = {"account": account, "handle": handle}
        await self._database.change(Change(f"DELETE FROM passkeys WHERE {which}", values))

    async def _challenged(self, credential: dict[str, Any], note: str, account: str = "") -> str:
        """The challenge that a device has answered: one of ours, for this purpose, used once."""
        try:
            said = json.loads(_bytes(credential["response"]["clientDataJSON"]))
            challenge = said["challenge"]
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            raise Refusal("bad_request", "passkey is not what a browser answers") from None
        good = isinstance(challenge, str) and len(challenge) < 100
        taken = await self._tickets.take("challenge", challenge, account) if good else None
        if taken is None or taken[1] != note:
            raise Refusal("bad_passkey", "this took too long: please try again")
        return str(challenge)


def _unknown() -> Refusal:
    return Refusal("bad_passkey", "this passkey is not known here")


def _key(credential: bytes) -> str:
    return hashed(base64.urlsafe_b64encode(credential).decode())


def _bytes(text: str) -> bytes:
    """The bytes of a text in base64 for addresses, which leaves its padding out."""
    if not isinstance(text, str) or len(text) > 1 << 16:
        raise Refusal("bad_request", "passkey is not what a browser answers")
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise Refusal("bad_request", "passkey is not what a browser answers") from None


# --- WebAuthn: the library is large and is loaded when it is first needed ------------------


async def _checked(check: Callable[[], T]) -> T:
    """What a check finds, in a thread. Whatever it stumbles over was sent by the browser."""
    try:
        return await asyncio.to_thread(check)
    except Exception:
        raise _unknown() from None


def _creation(place: Place, name: str, challenge: bytes, known: Sequence[bytes]) -> dict[str, Any]:
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=place.host,
        rp_name="Cornerwise",
        user_name=name,
        challenge=challenge,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=one) for one in known],
    )
    return dict(json.loads(webauthn.options_to_json(options)))


def _request(place: Place, challenge: bytes) -> dict[str, Any]:
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_authentication_options(
        rp_id=place.host,
        challenge=challenge,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return dict(json.loads(webauthn.options_to_json(options)))


def _registered(place: Place, credential: dict[str, Any], challenge: bytes) -> Any:
    import webauthn

    return webauthn.verify_registration_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=place.host,
        expected_origin=place.origin,
        require_user_verification=True,
    )


def _authenticated(
    place: Place, credential: dict[str, Any], challenge: bytes, public_key: bytes, uses: int
) -> int:
    import webauthn

    found = webauthn.verify_authentication_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=place.host,
        expected_origin=place.origin,
        credential_public_key=public_key,
        credential_current_sign_count=uses,
        require_user_verification=True,
    )
    return int(found.new_sign_count)


_OF = f"""
    SELECT substr(id, 1, {HANDLE}), made, used, label FROM passkeys
    WHERE account = :account ORDER BY made DESC
"""
_ADD = """
    INSERT INTO passkeys (id, account, credential, public_key, uses, made, used, label)
    VALUES (:key, :owner, :credential, :public_key, :uses, :now, :now, :label)
    ON CONFLICT DO NOTHING RETURNING 1
"""
_KNOWN = "SELECT account, public_key, uses FROM passkeys WHERE id = :key"
_USED = "UPDATE passkeys SET used = :now, uses = :uses WHERE id = :key"
