"""People together: profiles, following, blocking, reports, and moderators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import company
from tests.browser.house import House
from tests.browser.player import COMPUTER, ME, OPEN, PHONE, Player
from tests.browser.test_chat import say, sign_in, sit_down, talk, write
from tests.browser.test_pages import violations

People = Callable[..., Player]


def lost(ana: Player, bo: Player) -> str:
    """A game that Ana has lost to Bo."""
    made = ana.make("duo", {"blue": ME, "yellow": OPEN}, first="blue")
    game: str = made["game"]["id"]
    key = {"key": made["you"]["invite"]}
    assert bo.context.request.post(f"/api/games/{game}/join", data=key).ok
    for player in (ana, bo):
        player.play_by_protocol(game)
    seq = ana.snapshot(game)["state"]["seq"]
    resigned = ana.context.request.post(
        f"/api/games/{game}/actions", data={"type": "resign", "seq": seq + 1}
    )
    assert resigned.ok
    return game


def noted(player: Player, name: str, games: int) -> None:
    """Wait until so many games of somebody are known to be over."""
    while player.context.request.get(f"/api/people/{name}").json()["games"] < games:
        player.page.wait_for_timeout(20)


def test_from_a_report_to_a_mute_that_nobody_notices(person: People, house: House) -> None:
    ana, bo, eva = person(), person(), person()
    for player, name, role in (
        (ana, "Anna", "user"),
        (bo, "Bob", "user"),
        (eva, "Eve", "moderator"),
    ):
        sign_in(player, house, name, role)
    sit_down(ana, bo)
    hers, his = talk(ana), talk(bo)
    say(ana, "Hello")
    write(bo, "<i>You</i> play badly")
    expect(hers).to_have_count(2)
    ana.page.get_by_role("button", name="Report or block Bob").click()
    ana.page.get_by_label("What happened?").fill("He is <b>rude</b>")
    ana.page.get_by_role("button", name="Report", exact=True).click()
    expect(ana.page.get_by_text("A moderator will look at it")).to_be_visible()
    ana.page.locator("dialog form").get_by_role("button", name="Close").click()

    page = eva.page
    page.goto("/")
    head = page.locator("#top .person")
    expect(head).to_have_accessible_name("Eve (1)")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    expect(head.locator("small")).to_be_visible()
    eva.fits()
    page.set_viewport_size(eva.size)  # type: ignore[arg-type]
    head.click()
    page.get_by_role("link", name="Moderation (1)").click()
    card = page.get_by_role("article", name="Bob")
    expect(card).to_contain_text("Insults or threats")
    expect(card.locator("blockquote")).to_have_text("He is <b>rude</b>")
    expect(card.locator(".report-lines li")).to_have_text(
        ["Anna Hello", "Bob <i>You</i> play badly"]
    )
    expect(page.locator("main i, main .report-card b")).to_have_count(0)
    card.get_by_label("How long").select_option("7 days")
    card.get_by_role("button", name="Mute").click()
    expect(page.get_by_text("No report is waiting.")).to_be_visible()
    expect(head).to_have_accessible_name("Eve")
    expect(page.locator(".list li")).to_contain_text(["Bob muted, until"])

    write(bo, "Can anybody hear me?")
    expect(his.last).to_contain_text("Can anybody hear me?")
    say(ana, "Good luck")
    expect(his.last).to_contain_text("Good luck")
    expect(hers).to_have_count(3)  # all but what the muted one said
    ana.page.reload()
    expect(talk(ana)).to_have_count(3)
    page.get_by_role("button", name="Lift").click()
    expect(page.locator(".list li")).to_contain_text(["Mute of Bob lifted", "Bob muted"])


def test_moderation_is_closed_to_others(person: People) -> None:
    page = person().page
    page.goto("/moderation")
    expect(page.get_by_text("You may not do that here.")).to_be_visible()


def test_who_is_blocked_is_no_longer_heard(person: People, house: House) -> None:
    ana, bo = person(), person()
    sign_in(ana, house, "Blocker")
    sit_down(ana, bo)
    hers = talk(ana)
    talk(bo)
    say(bo, "Hello")
    expect(hers).to_have_count(1)
    ana.page.get_by_role("button", name="Report or block Bo").click()
    ana.page.get_by_role("button", name="Block", exact=True).click()
    expect(hers).to_have_count(0)
    say(bo, "Good luck")
    say(ana, "Have fun")
    expect(hers).to_have_text(["YouHave fun"])
    address = ana.page.url
    ana.page.goto("/settings")
    blocked = ana.page.locator("section", has_text="Blocked people")
    expect(blocked.get_by_role("listitem")).to_contain_text(["Bo"])
    ana.fits()
    blocked.get_by_role("button", name="Unblock Bo").click()
    expect(blocked).to_contain_text("You block nobody.")
    ana.page.goto(address)
    expect(talk(ana)).to_have_text(["BoHello", "BoGood luck", "YouHave fun"])


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_a_profile(person: People, house: House, size: dict[str, int] | None) -> None:
    ana, bo = person(size=size, touch=size is not None), person()
    mine, theirs = ("Ines", "Jonas") if size else ("Marta", "Karel")
    sign_in(ana, house, mine)
    sign_in(bo, house, theirs)
    lost(ana, bo)
    noted(ana, theirs, 1)
    page = ana.page
    page.goto(f"/@/{theirs}")
    expect(page.locator("h1")).to_contain_text(theirs)
    expect(page.get_by_text(f"Between you: {theirs} 1, you 0")).to_be_visible()
    expect(page.locator(".p-games li")).to_have_text([f"Won{mine}, Duo"])
    expect(page.locator(".p-games .board-svg .piece")).to_have_count(2)
    expect(page.locator(".p-seats tr")).to_contain_text(["1 of 1"])
    expect(page.locator(".p-bar")).to_have_count(0)  # one game says little
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.get_by_text("1 follower")).to_be_visible()
    page.get_by_role("button", name="Unfollow").click()
    expect(page.get_by_text("1 follower")).to_be_hidden()
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.get_by_role("button", name="Unfollow")).to_be_visible()
    ana.fits()
    page.get_by_role("link", name=f"Challenge {theirs}").click()
    expect(page.get_by_role("dialog")).to_contain_text(theirs)  # on which terms
    page.keyboard.press("Escape")

    page.goto(f"/@/{mine}")
    expect(page.get_by_role("link", name="Play a rated game")).to_be_visible()
    expect(page.get_by_role("button", name="Report")).to_have_count(0)
    expect(page.locator(".p-games li")).to_have_text([f"Lost{theirs}, Duo"])
    expect(page.locator(".p-followed")).to_contain_text(theirs)
    ana.fits()


def test_a_profile_without_games_and_one_of_nobody(person: People, house: House) -> None:
    ana, bo = person(), person()
    sign_in(bo, house, "Newcomer")
    page = ana.page
    page.goto("/@/Newcomer")
    expect(page.get_by_text("No game yet", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Follow", exact=True)).to_have_count(0)  # guests do not
    page.get_by_role("button", name="Report").click()
    expect(page.locator("dialog")).to_contain_text("Report to the moderators")
    page.keyboard.press("Escape")
    assert page.goto("/@/Nobody").status == 404  # type: ignore[union-attr]
    expect(page.locator("h1")).to_have_text("There is nobody with this name")


def test_puzzles_come_along_from_every_browser(person: People, house: House) -> None:
    ana, elsewhere = person(), person()
    sign_in(ana, house, "Puzzler")
    kept: Any = ana.context.cookies()
    elsewhere.context.add_cookies(kept)
    for player, day, cat in ((ana, "2026-03-01", "cat"), (elsewhere, "2026-03-02", "dog")):
        player.page.goto("/settings")
        player.page.evaluate(
            """([day, cat]) => {
                localStorage['cornerwise-days'] = JSON.stringify({ [day]: 0 });
                localStorage[`cornerwise-puzzles/${cat}`] =
                    JSON.stringify({ solved: { ms: 1000, hints: 0, laid: [] } }); }""",
            [day, cat],
        )
        player.page.goto("/@/Puzzler")
        expect(player.page.locator(".p-puzzles")).to_be_visible()
    expect(elsewhere.page.locator(".p-puzzles")).to_contain_text("2 puzzles solved")
    expect(elsewhere.page.locator(".p-puzzles")).to_contain_text("longest streak 2 days")
    known = elsewhere.page.evaluate("Object.keys(JSON.parse(localStorage['cornerwise-days']))")
    assert known == ["2026-03-01", "2026-03-02"]


def test_a_computer_is_an_opponent_like_others(person: People, house: House) -> None:
    ana = person()
    sign_in(ana, house, "Solo")
    ana.given_up("duo", {"blue": ME, "yellow": COMPUTER}, own=1)
    noted(ana, "Solo", 1)
    ana.page.goto("/@/Solo")
    expect(ana.page.locator(".p-games li")).to_have_text(["LostLevel 1, Duo"])


@pytest.mark.parametrize(
    ("theme", "size"), [("light", None), ("dark", PHONE)], ids=["light", "phone-dark"]
)
def test_no_serious_violation(person: People, theme: str, size: dict[str, int] | None) -> None:
    found = []
    for show in (company.profile, company.own_profile, company.moderation, company.talking):
        ana = person(theme=theme, touch=size is not None)
        show(ana)
        ana.page.set_viewport_size(size or ana.size)  # type: ignore[arg-type]
        if size and show is company.talking:
            ana.page.get_by_role("button", name="Chat").tap()
            ana.page.get_by_role("button", name="Phrases").tap()
            expect(ana.page.locator(".chat-phrases")).to_be_visible()
        found += violations(ana.page)
    assert not found, "\n".join(found)
