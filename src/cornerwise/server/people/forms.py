"""What goes over the wire about accounts: forms that are filled in, and what their owner sees."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

Written = Annotated[str, Meta(max_length=64)]
Password = Annotated[str, Meta(max_length=1024)]
Secret = Annotated[str, Meta(max_length=64)]
Email = Annotated[str, Meta(max_length=254)]
Credential = Annotated[dict[str, Any], Meta(max_length=16)]
"""What the browser answers for a passkey, as JSON of WebAuthn."""


class SignUp(Struct, forbid_unknown_fields=True):
    """A new account, with a password or with a passkey."""

    name: Written
    password: Password = ""
    passkey: Credential | None = None
    invitation: Secret = ""


class SignIn(Struct, forbid_unknown_fields=True):
    """By name and password, or by a passkey alone.

    bring   whether what this browser's guest has played comes along
    reopen  whether an account that was disabled is opened again
    """

    name: Written = ""
    password: Password = ""
    passkey: Credential | None = None
    bring: bool = True
    reopen: bool = False


class Recovery(Struct, forbid_unknown_fields=True):
    """A new password, for a recovery code with the name, or for the token of a mail."""

    password: Password
    name: Written = ""
    code: Secret = ""
    token: Secret = ""


class ForgottenName(Struct, forbid_unknown_fields=True):
    """Whoever has forgotten the password of this account is sent a mail."""

    name: Written


class Profile(Struct, forbid_unknown_fields=True):
    """What others see of an account besides its name; what is left out stays as it is."""

    country: Annotated[str, Meta(max_length=2)] | None = None
    about: Annotated[str, Meta(max_length=400)] | None = None


class NewPassword(Struct, forbid_unknown_fields=True):
    password: Password


class NewEmail(Struct, forbid_unknown_fields=True):
    email: Email


class Confirmation(Struct, forbid_unknown_fields=True):
    token: Secret


class NewPasskey(Struct, forbid_unknown_fields=True):
    passkey: Credential
    label: Written = ""


class PasskeyFor(Struct, forbid_unknown_fields=True):
    """For whom a passkey is to be made: a new account, or nobody else than who is signed in."""

    name: Written = ""
    invitation: Secret = ""


class BanFor(Struct, forbid_unknown_fields=True):
    """For how many days nobody may use an account, for good without them, and why."""

    days: Annotated[float, Meta(gt=0, le=36500)] | None = None
    reason: Annotated[str, Meta(max_length=400)] = ""


class SessionView(Struct):
    handle: str
    made: int
    seen: int
    device: str
    here: bool


class PasskeyView(Struct):
    handle: str
    made: int
    used: int
    label: str


class AccountView(Struct):
    """An account as its owner sees it.

    codes      recovery codes that were not used yet
    mail       whether this server can send mails
    countries  the codes of the countries that can be chosen
    """

    name: str
    role: str
    made: int
    country: str
    about: str
    email: str
    password: bool
    codes: int
    passkeys: list[PasskeyView]
    sessions: list[SessionView]
    mail: bool
    countries: list[str]


class EntranceView(Struct):
    """What can be done at the entrance.

    sign_up  open, invitation or closed: who may make an account
    mail     whether this server can send mails
    games    whether this browser's guest has games that could come along
    """

    sign_up: str
    mail: bool
    games: bool


class SignedIn(Struct):
    """Who is signed in now."""

    name: str
    role: str


class Codes(Struct):
    """Recovery codes: they are shown this once."""

    codes: list[str]


class PasskeyOptions(Struct):
    """What the browser needs to make or to use a passkey, as JSON of WebAuthn."""

    options: dict[str, Any]
