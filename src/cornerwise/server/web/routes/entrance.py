"""The entrance: signing up, in and out, and a way back for who has forgotten the password."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import address_of
from cornerwise.server.people import forms, names
from cornerwise.server.people.accounts import Kept
from cornerwise.server.people.identity import (
    BROWSER,
    SESSION,
    account_of,
    guest_of,
    keep,
    known,
    session_secret,
)
from cornerwise.server.people.passkeys import place_of
from cornerwise.server.people.people import device_of
from cornerwise.server.web.routes.asking import body_of, in_json, language_of, life_of, proven


async def _let_in(request: Request, kept: Kept, bring: bool, status: int = 200) -> Response:
    """Begin a session in this browser; one that it had before ends."""
    people, before = life_of(request).people, session_secret(request)
    if bring and account_of(request) is None:
        await people.bring(guest_of(request), kept.id)
    secret = await people.sign_in(kept.id, device(request))
    if before is not None:
        await people.sign_out(before)
    answer = in_json(m.encode(forms.SignedIn(kept.name, kept.role)), status)
    keep(request, answer, SESSION, secret)
    keep(request, answer, BROWSER, life_of(request).entrance.browser_key(kept.id))
    return answer


def _browser(request: Request) -> str:
    return request.cookies.get(BROWSER, "")


def device(request: Request) -> str:
    return device_of(request.headers.get("user-agent", ""))


def let_out(body: bytes = b"{}") -> Response:
    answer = in_json(body)
    answer.delete_cookie(SESSION, httponly=True, samesite="lax")
    return answer


# --- in and out ---------------------------------------------------------------------------


async def look(request: Request) -> Response:
    """What can be done at the entrance."""
    life, settings = life_of(request), request.app.state.settings
    games = await life.house.archive.games_of(guest_of(request), 1)
    view = forms.EntranceView(settings.sign_up, life.mail.works, bool(games))
    return known(request, in_json(m.encode(view)))


async def sign_up(request: Request) -> Response:
    form = m.read_body(forms.SignUp, await body_of(request))
    if account_of(request) is not None:
        raise Refusal("signed_in", "you are signed in: sign out before you make another account")
    life, key = life_of(request), []
    if form.passkey is not None:
        key.append(await life.passkeys.made(place_of(request), form.passkey, device(request)))
    kept = await life.entrance.sign_up(form, guest_of(request), address_of(request), key)
    return await _let_in(request, kept, False, 201)


async def sign_in(request: Request) -> Response:
    form = m.read_body(forms.SignIn, await body_of(request))
    life = life_of(request)
    if form.passkey is None:
        kept = await life.entrance.sign_in(form, address_of(request), _browser(request))
    else:
        life.entrance.attempt(address_of(request))
        owner = await life.passkeys.owner(place_of(request), form.passkey)
        kept = await life.entrance.opened(owner, form.reopen)
    return await _let_in(request, kept, form.bring)


async def challenge(request: Request) -> Response:
    """What the browser needs to sign in with a passkey."""
    life = life_of(request)
    life.entrance.attempt(address_of(request))
    options = await life.passkeys.challenge(place_of(request))
    return in_json(m.encode(forms.PasskeyOptions(options)))


async def sign_out(request: Request) -> Response:
    secret = session_secret(request)
    if secret is not None:
        await life_of(request).people.sign_out(secret)
    return let_out()


async def recover(request: Request) -> Response:
    form = m.read_body(forms.Recovery, await body_of(request))
    kept = await life_of(request).entrance.recover(form, address_of(request), _browser(request))
    return await _let_in(request, kept, False)


async def forgotten(request: Request) -> Response:
    """A mail to the owner of a name, if it has an address; the answer is always the same."""
    form = m.read_body(forms.ForgottenName, await body_of(request))
    life = life_of(request)
    if not life.mail.works:
        raise Refusal("not_now", "this server sends no e-mails")
    life.entrance.attempt(address_of(request))
    folded = await asyncio.to_thread(names.folding, form.name)
    request.app.state.mails.check(folded)
    life.mail.forgotten(folded, language_of(request))
    return in_json(b"{}", 202)


async def passkey_for(request: Request) -> Response:
    """What the browser needs to make a passkey: for this account, or for one to be made."""
    form = m.read_body(forms.PasskeyFor, await body_of(request))
    life, place = life_of(request), place_of(request)
    if account_of(request) is not None:
        asks = proven(request)
        options = await life.passkeys.invite(place, asks.name, asks.id)
    else:
        name, _ = await life.entrance.may_be(form.name, form.invitation, address_of(request))
        options = await life.passkeys.invite(place, name)
    return in_json(m.encode(forms.PasskeyOptions(options)))


async def confirm_email(request: Request) -> Response:
    form, life = m.read_body(forms.Confirmation, await body_of(request)), life_of(request)
    life.entrance.attempt(address_of(request))
    taken = await life.tickets.take("mail", form.token)
    if taken is None:
        raise Refusal("bad_code", "this link is not valid, or it was used already")
    await life.accounts.set_email(*taken)
    return in_json(b"{}")


ROUTES: list[BaseRoute] = [
    Route("/api/entrance", look),
    Route("/api/account", sign_up, methods=["POST"]),
    Route("/api/session", sign_in, methods=["POST"]),
    Route("/api/session", sign_out, methods=["DELETE"]),
    Route("/api/recovery", recover, methods=["POST"]),
    Route("/api/recovery/mail", forgotten, methods=["POST"]),
    Route("/api/account/email/confirmed", confirm_email, methods=["POST"]),
    Route("/api/passkeys/new", passkey_for, methods=["POST"]),
    Route("/api/passkeys/known", challenge, methods=["POST"]),
]
