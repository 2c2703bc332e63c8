"""Accounts: what an owner does with one, and what moderators do."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import address_of, hashed
from cornerwise.server.house import mail
from cornerwise.server.house.dossier import dossier
from cornerwise.server.people import forms, names, passwords
from cornerwise.server.people.accounts import Kept
from cornerwise.server.people.countries import COUNTRIES
from cornerwise.server.people.identity import session_secret
from cornerwise.server.people.passkeys import place_of
from cornerwise.server.people.people import HANDLE
from cornerwise.server.web.routes.asking import (
    body_of,
    in_json,
    language_of,
    life_of,
    owner_of,
    proven,
)
from cornerwise.server.web.routes.entrance import device, let_out

# --- an owner's account -------------------------------------------------------------------


async def show(request: Request) -> Response:
    life, asks = life_of(request), owner_of(request)
    kept = await life.accounts.of(asks.id)
    if kept is None:
        raise Refusal("sign_in", "sign in to do this")
    here = hashed(session_secret(request) or "")[:HANDLE]
    sessions = [
        forms.SessionView(*session, here=session.handle == here)
        for session in await life.people.sessions(asks.id)
    ]
    view = forms.AccountView(
        name=kept.name,
        role=kept.role,
        made=kept.made,
        country=kept.country,
        about=kept.about,
        email=kept.email or "",
        password=kept.password is not None,
        codes=await life.tickets.codes_left(asks.id),
        passkeys=await life.passkeys.of(asks.id),
        sessions=sessions,
        mail=life.mail.works,
        countries=list(COUNTRIES),
    )
    return in_json(m.encode(view))


async def describe(request: Request) -> Response:
    asks, profile = owner_of(request), m.read_body(forms.Profile, await body_of(request))
    await life_of(request).accounts.describe(asks.id, profile)
    return in_json(b"{}")


async def set_password(request: Request) -> Response:
    asks, form = proven(request), m.read_body(forms.NewPassword, await body_of(request))
    passwords.check(form.password, asks.name)
    life = life_of(request)
    password = await life.passwords.made(form.password, address_of(request))
    await life.accounts.set_password(asks.id, password, hashed(session_secret(request) or ""))
    return in_json(b"{}")


async def new_codes(request: Request) -> Response:
    asks = proven(request)
    return in_json(m.encode(forms.Codes(await life_of(request).tickets.codes(asks.id))))


# --- passkeys -----------------------------------------------------------------------------


async def add_passkey(request: Request) -> Response:
    asks, form = proven(request), m.read_body(forms.NewPasskey, await body_of(request))
    life, label = life_of(request), form.label or device(request)
    key = await life.passkeys.made(place_of(request), form.passkey, label, asks.id)
    if await life.house.store.change(key) is None:
        raise Refusal("bad_passkey", "this passkey opens an account already")
    return in_json(b"{}", 201)


async def remove_passkey(request: Request) -> Response:
    asks, life = proven(request), life_of(request)
    kept = await life.accounts.of(asks.id)
    others = kept is not None and kept.password is not None
    await life.passkeys.remove(asks.id, request.path_params["passkey"], others)
    return in_json(b"{}")


# --- sessions -----------------------------------------------------------------------------


async def end_session(request: Request) -> Response:
    asks = owner_of(request)
    which = f"account = :account AND substr(id, 1, {HANDLE}) = :handle"
    handle = request.path_params["session"]
    await life_of(request).people.end_sessions(which, account=asks.id, handle=handle)
    return in_json(b"{}")


async def end_others(request: Request) -> Response:
    """Every session ends but this one."""
    asks, here = owner_of(request), hashed(session_secret(request) or "")
    which = "account = :account AND id <> :here"
    await life_of(request).people.end_sessions(which, account=asks.id, here=here)
    return in_json(b"{}")


async def disable(request: Request) -> Response:
    await life_of(request).accounts.set_state(proven(request).id, "disabled")
    return let_out()


async def erase(request: Request) -> Response:
    """The account goes for good; the server does the rest by itself."""
    await life_of(request).accounts.set_state(proven(request).id, "erasing")
    return let_out()


async def export(request: Request) -> Response:
    """Everything of the account as files."""
    asks, life = owner_of(request), life_of(request)
    request.app.state.exports.check(asks.id)
    kept = await life.accounts.of(asks.id)
    if kept is None:
        raise Refusal("sign_in", "sign in to do this")
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": 'attachment; filename="cornerwise.zip"',
        "Content-Encoding": "identity",  # it is compressed already
    }
    return StreamingResponse(dossier(life.house.store, kept), 200, headers, "application/zip")


# --- mail ---------------------------------------------------------------------------------


async def set_email(request: Request) -> Response:
    """Send a mail to an address; it counts once the link in it was opened."""
    asks, form = proven(request), m.read_body(forms.NewEmail, await body_of(request))
    email = mail.checked(form.email)
    request.app.state.mails.check(asks.id)
    life_of(request).mail.confirm(asks.id, asks.name, email, language_of(request))
    return in_json(b"{}", 202)


async def remove_email(request: Request) -> Response:
    await life_of(request).accounts.set_email(proven(request).id, None)
    return in_json(b"{}")


# --- by moderators ------------------------------------------------------------------------


async def ban(request: Request) -> Response:
    """Let nobody use an account for a time."""
    form = m.read_body(forms.BanFor, await body_of(request))
    kept = await _lower(request)
    made = await life_of(request).accounts.shut_out(kept.id, form.days, form.reason)
    moderation = life_of(request).moderation
    await moderation.note(owner_of(request), "ban", kept.id, kept.name, made.until)
    return in_json(m.encode({"until": made.until}))


async def pardon(request: Request) -> Response:
    kept = await _lower(request)
    await life_of(request).accounts.pardon(kept.id)
    await life_of(request).moderation.note(owner_of(request), "pardon", kept.id, kept.name)
    return in_json(b"{}")


async def _lower(request: Request) -> Kept:
    """The account that the address names, over which who asks has a say."""
    asks = owner_of(request)
    folded = await asyncio.to_thread(names.folding, request.path_params["name"])
    kept = await life_of(request).accounts.named(folded)
    if kept is None:
        raise Refusal("not_found", "there is no such account")
    if kept.role != "user" and (asks.role != "admin" or kept.id == asks.id):
        raise Refusal("forbidden", "only an admin has a say over moderators")
    return kept


ROUTES: list[BaseRoute] = [
    Route("/api/account", show),
    Route("/api/account", describe, methods=["PATCH"]),
    Route("/api/account", erase, methods=["DELETE"]),
    Route("/api/account/export", export),
    Route("/api/account/email", set_email, methods=["POST"]),
    Route("/api/account/email", remove_email, methods=["DELETE"]),
    Route("/api/account/password", set_password, methods=["POST"]),
    Route("/api/account/codes", new_codes, methods=["POST"]),
    Route("/api/account/sessions", end_others, methods=["DELETE"]),
    Route("/api/account/sessions/{session}", end_session, methods=["DELETE"]),
    Route("/api/account/passkeys", add_passkey, methods=["POST"]),
    Route("/api/account/passkeys/{passkey}", remove_passkey, methods=["DELETE"]),
    Route("/api/account/disable", disable, methods=["POST"]),
    Route("/api/people/{name}/ban", ban, methods=["POST"]),
    Route("/api/people/{name}/ban", pardon, methods=["DELETE"]),
]
