"""Accounts in the browser: signing up, out and in, with a password and with a passkey."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.player import HERE, ME, PHONE, Player
from tests.browser.test_pages import violations

SECRET = "a long secret"


def sign_up(page: Page, name: str) -> None:
    page.goto("/sign-up")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Make an account").click()
    expect(page.locator("#top .person")).to_have_accessible_name(name)


def with_device(player: Player) -> Page:
    """The page at a name, in a browser whose device makes passkeys and always knows its owner."""
    session = player.context.new_cdp_session(player.page)
    session.send("WebAuthn.enable")
    session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return player.page


@pytest.fixture
def home(house: Any) -> str:
    """The server under a name: a passkey belongs to one."""
    return str(house.address).replace("127.0.0.1", "localhost")


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_recovery_codes_are_offered_once_an_account_is_made(
    person: Callable[..., Player], size: dict[str, int] | None
) -> None:
    """Without e-mails they are the only way back; nothing waits for an answer."""
    name = "Offered" if size is None else "Offered-too"
    ana = person(size=size, touch=size is not None)
    page, offer = ana.page, ana.page.locator(".codes-offer")
    page.goto("/sign-up?next=/ranking")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Make an account").click()
    expect(page).to_have_url(re.compile("/ranking$"))
    expect(offer).to_contain_text("only a recovery code lets you in again")
    ana.fits()
    assert violations(page) == []
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    expect(page.locator(".game")).to_be_visible()
    expect(offer).to_have_count(0)  # a board keeps its room
    page.goto("/ranking")
    offer.get_by_role("button", name="Make recovery codes").click()
    expect(page.locator("ol.codes li")).to_have_count(10)
    page.keyboard.press("Escape")
    expect(offer).to_have_count(0)
    page.reload()
    expect(page.locator("h1")).to_be_visible()
    expect(offer).to_have_count(0)


def test_a_guest_signs_up_and_the_games_come_along(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    game = ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    page.goto("/lobby")
    expect(page.get_by_role("checkbox").first).to_be_attached()  # its ticks are drawn otherwise
    page.get_by_role("link", name="Sign in", exact=True).click()
    expect(page.get_by_role("checkbox", name="Bring along")).to_have_css("opacity", "1")
    page.get_by_role("link", name="Make an account").click()
    expect(page.get_by_text("come along")).to_be_visible()
    page.get_by_label("Name").fill("Ana-of-Prague")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Make an account").click()
    expect(page.get_by_label("Password")).to_have_js_property("validity.tooShort", True)
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Make an account").click()
    expect(page.locator("#top .person")).to_have_accessible_name("Ana-of-Prague")
    page.goto(f"/game/{game}")
    expect(page.locator(".g-tray")).to_be_visible()

    page.goto("/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    page.goto("/sign-in")
    page.get_by_label("Name").fill("ana-of-prague")
    page.get_by_label("Password").fill("not my secret")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("do not belong together")
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator("#top .person")).to_have_accessible_name("Ana-of-Prague")
    page.goto("/games")
    expect(page.locator(f'a[href="/game/{game}"]').first).to_be_visible()


def test_a_name_is_taken_once(person: Callable[..., Player]) -> None:
    sign_up(person().page, "Only-One")
    page = person(language="de").page
    page.goto("/sign-up")
    page.get_by_label("Name").fill("0nly-0ne")
    page.get_by_label("Passwort").fill(SECRET)
    page.get_by_label("Passwort").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Name")
    expect(page).to_have_url(re.compile("/sign-up$"))


def test_who_signs_in_goes_on_where_they_were_and_nowhere_else(
    person: Callable[..., Player],
) -> None:
    page = person().page
    sign_up(page, "Goes-On")
    for asked, reached in (
        ("/ranking/duo", "/ranking/duo"),
        ("/\t/example.org/a", "/"),
        ("//example.org/a", "/"),
        ("https://example.org/a", "/"),
        ("https://", "/"),
        ("/.//example.org", "//example.org"),
    ):
        page.context.clear_cookies(name="session")
        if asked == reached:
            page.goto(asked)
            page.locator("#top .person").click()
        else:
            page.goto(f"/sign-in?{urlencode({'next': asked})}")
        page.get_by_label("Name").fill("Goes-On")
        page.get_by_label("Password", exact=True).fill(SECRET)
        page.get_by_label("Password", exact=True).press("Enter")
        expect(page.locator("#top .person")).to_have_accessible_name("Goes-On")
        expect(page).to_have_url(re.compile(rf"^http://[\d.:]+{reached}$"))


def test_a_passkey_alone_makes_and_opens_an_account(
    person: Callable[..., Player], home: str
) -> None:
    page = with_device(person())
    page.goto(f"{home}/sign-up")
    page.get_by_label("Name").fill("Key-Keeper")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("#top .person")).to_have_accessible_name("Key-Keeper")
    page.goto(f"{home}/account")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("alert").filter(has_text="only way")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    page.goto(f"{home}/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("#top .person")).to_have_accessible_name("Key-Keeper")


def test_a_passkey_is_added_and_removed(person: Callable[..., Player], home: str) -> None:
    page = with_device(person())
    page.goto(f"{home}/sign-up")
    page.get_by_label("Name").fill("Two-Ways")
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Make an account").click()
    expect(page.locator("#top .person")).to_have_accessible_name("Two-Ways")
    page.goto(f"{home}/account")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("button", name="Remove")).to_have_count(1)
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Remove")).to_have_count(0)


def test_an_account_is_looked_after(person: Callable[..., Player]) -> None:
    ana = person(size=PHONE, touch=True)
    page = ana.page
    sign_up(page, "Caretaker")
    page.goto("/account")
    page.get_by_label("Country").select_option("CZ")
    page.get_by_label("A line about you").fill("I like corners.")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Make recovery codes").click()
    codes = page.locator("ol.codes li")
    expect(codes).to_have_count(10)
    code = codes.first.inner_text()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.get_by_text("10 codes are left.")).to_be_visible()
    expect(page.get_by_label("Country")).to_have_value("CZ")
    ana.fits()

    lost = person().page
    lost.goto("/recover")
    lost.get_by_label("Name").fill("Caretaker")
    lost.get_by_label("Recovery code").fill(code)
    lost.get_by_label("New password").fill("a newer secret")
    lost.get_by_role("button", name="Set the password").click()
    expect(lost.get_by_text("9 codes are left.")).to_be_visible()
    page.reload()  # the old session ended with the old password
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_who_signed_in_long_ago_is_asked_again(person: Callable[..., Player]) -> None:
    page = person().page
    sign_up(page, "Long-Ago")
    page.goto("/account")
    refusal = {"error": {"code": "prove_again", "message": "sign in again"}}
    page.route(
        "**/api/account/codes", lambda route: route.fulfill(status=401, json=refusal), times=1
    )
    page.get_by_role("button", name="Make recovery codes").click()
    asked = page.get_by_role("dialog", name="Is it you?")
    asked.get_by_label("Password").fill("not my secret")
    asked.get_by_role("button", name="Go on").click()
    expect(asked.get_by_role("alert").first).to_contain_text("do not belong together")
    asked.get_by_label("Password").fill(SECRET)
    asked.get_by_role("button", name="Go on").click()
    expect(page.locator("ol.codes li")).to_have_count(10)


def test_who_is_signed_out_from_elsewhere_sees_it_at_once(person: Callable[..., Player]) -> None:
    ana = person()
    sign_up(ana.page, "Left-Open")
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    expect(ana.page.locator("#top .person")).to_have_accessible_name("Left-Open")
    elsewhere = person().page
    form = {"name": "Left-Open", "password": SECRET}
    assert elsewhere.request.post("/api/session", data=form).ok
    assert elsewhere.request.delete("/api/account/sessions").ok
    expect(ana.page.locator("#top .person")).to_have_accessible_name("Sign in")


def test_a_closed_account_is_opened_again(person: Callable[..., Player]) -> None:
    page = person().page
    sign_up(page, "Sleeper")
    page.goto("/account")
    page.get_by_role("button", name="Close the account").click()
    page.get_by_role("button", name="Keep the account").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Close the account").click()
    page.get_by_role("button", name="Close it now").click()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    page.goto("/sign-in?next=/account")
    page.get_by_label("Name").fill("Sleeper")
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("button", name="Open it again").click()
    expect(page.get_by_role("heading", name="Sleeper")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_read_and_use_it(person: Callable[..., Player], theme: str) -> None:
    page = person(theme=theme).page
    sign_up(page, f"Reader-{theme}")
    page.goto("/account")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    axe = Axe()
    faults = [*axe.run(page).response["violations"]]
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    for path in ("/sign-in", "/sign-up", "/recover"):
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        faults += axe.run(page).response["violations"]
    assert [(fault["id"], fault["nodes"][0]["html"]) for fault in faults] == []
