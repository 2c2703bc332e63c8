"""Chat at a game: phrases in two languages at once, texts, what is hidden, where it is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.house import House
from tests.browser.player import ME, OPEN, PHONE, Player
from tests.server.signing import session

People = Callable[..., Player]


def sit_down(ana: Player, bo: Player, variant: str = "duo") -> str:
    """Two persons at one game, both with its page open."""
    made = ana.make(variant, {"blue": ME, "yellow": OPEN}, first="blue")
    game: str = made["game"]["id"]
    joined = bo.context.request.post(
        f"/api/games/{game}/join", data={"key": made["you"]["invite"], "name": "Bo"}
    )
    assert joined.ok
    for player in (ana, bo):
        player.page.goto(f"/game/{game}")
    return game


def sign_in(player: Player, house: House, name: str, role: str = "user") -> None:
    """Give a person an account."""
    secret = session(house.data, name, role=role)
    cookie: Any = {"name": "session", "value": secret, "url": house.address}
    player.context.add_cookies([cookie])


def talk(player: Player) -> Locator:
    """The chat of a game on a desk, unfolded."""
    page = player.page
    page.get_by_role("tab").nth(1).click()
    expect(page.locator(".chat")).to_be_visible()
    return page.locator(".chat-log li:not(.quiet)")


def say(player: Player, phrase: str, phrases: str = "Phrases") -> None:
    player.page.get_by_role("button", name=phrases, exact=True).click()
    player.page.locator(".chat-phrases").get_by_role("button", name=phrase, exact=True).click()


def write(player: Player, text: str) -> None:
    player.page.get_by_label("Write something").fill(text)
    player.page.keyboard.press("Enter")


def test_each_reads_phrases_in_their_own_language(person: People) -> None:
    ana, bo = person(language="en"), person(language="de")
    sit_down(ana, bo)
    hers, his = talk(ana), talk(bo)
    say(ana, "Good luck")
    expect(his).to_have_text(["AnaViel Glück"])
    expect(hers).to_have_text(["YouGood luck"])
    say(bo, "Danke", "Feste Sätze")
    expect(hers).to_have_text(["YouGood luck", "BoThank you"])
    bo.page.reload()  # who comes back sees it again
    expect(talk(bo)).to_have_text(["AnaViel Glück", "DuDanke"])


def test_what_was_said_meanwhile_is_counted(person: People) -> None:
    ana, bo = person(), person(size=PHONE, touch=True)
    sit_down(ana, bo)
    talk(ana)
    button = bo.page.get_by_role("button", name="Chat")
    expect(button).to_be_visible()
    say(ana, "Hello")
    say(ana, "Have fun")
    expect(bo.page.locator(".tochat .chat-count")).to_have_text("2")
    bo.fits(all_at_once=True)
    button.tap()
    expect(bo.page.locator("dialog .chat-log li")).to_have_text(["AnaHello", "AnaHave fun"])
    say(bo, "Thank you")
    expect(ana.page.locator(".chat-log li").last).to_contain_text("Thank you")
    bo.page.get_by_role("button", name="Close").tap()
    expect(bo.page.locator(".tochat .chat-count")).to_be_empty()
    ana.page.get_by_role("tab", name="Moves").click()
    expect(ana.page.locator(".moves")).to_be_visible()
    expect(ana.page.locator(".chat")).to_be_hidden()
    expect(ana.page.get_by_role("tab", name="Chat")).to_have_text("Chat")


def test_texts_are_for_those_who_want_them(person: People, house: House) -> None:
    ana, bo = person(), person()
    sign_in(ana, house, "Ana Texts")
    sit_down(ana, bo)
    talk(ana)
    heard = talk(bo)
    expect(bo.page.get_by_label("Write something")).to_be_hidden()  # guests say phrases
    markup = "<img src=x onerror=alert(1)> <b>bold</b> https://example.org"
    write(ana, markup)
    expect(heard.locator(".said")).to_have_text([markup])
    expect(bo.page.locator(".said img, .said b, .said a")).to_have_count(0)
    bo.page.evaluate(
        """() => { localStorage.cornerwise = JSON.stringify(
            { ...JSON.parse(localStorage.cornerwise), chat: 'phrases' }); }"""
    )
    bo.page.reload()
    heard = talk(bo)
    say(ana, "Hello")
    expect(heard).to_have_text(["Ana TextsHello"])  # the text is left out
    write(ana, "Come on, move")
    expect(ana.page.locator(".chat-log li").last).to_contain_text("Come on, move")
    write(ana, "come on, move!")
    expect(ana.page.get_by_label("Write something")).to_have_value("come on, move!")
    expect(ana.page.locator(".chat-why")).to_contain_text("too much at once")


def test_who_plays_alone_has_no_chat(person: People) -> None:
    ana = person()
    ana.open("duo", {"blue": ME, "yellow": {"kind": "computer", "level": 1}}, first="blue")
    ana.type_move()
    expect(ana.page.locator(".chat-tabs, .tochat")).to_have_count(0)


def test_spectators_talk_among_themselves_until_the_end(person: People) -> None:
    ana, bo, eva = person(), person(), person()
    game = sit_down(ana, bo)
    hers = talk(ana)
    eva.page.goto(f"/game/{game}")
    watching = talk(eva)
    say(eva, "Nice move")
    say(ana, "Hello")
    expect(watching).to_have_text(["YouNice move"])
    expect(hers).to_have_text(["YouHello"])
    ana.page.get_by_role("button", name="Resign").click()
    ana.page.locator("dialog").get_by_role("button", name="Resign").click()
    expect(hers).to_have_text(["Guest, watchingNice move", "YouHello"])
    expect(watching).to_have_text(["YouNice move", "AnaHello"])


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_nothing_moves_when_somebody_talks(person: People, size: dict[str, int] | None) -> None:
    from tests.browser.test_calm import WATCH

    ana, bo = person(size=size, touch=size is not None), person()
    game = sit_down(ana, bo)
    page = ana.page
    expect(page.locator(".tochat" if size else ".chat-tabs")).to_be_visible()
    page.wait_for_function("() => document.querySelectorAll('.slot').length === 21")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    page.evaluate(WATCH)
    for phrase in ("hello", "fun", "luck"):
        said = bo.context.request.post(
            f"/api/games/{game}/actions", data={"type": "say", "phrase": phrase}
        )
        assert said.ok
    expect(page.locator(".tochat .chat-count, .chat-tabs .chat-count").first).to_have_text("3")
    assert page.evaluate("moved") == []
    assert page.evaluate("shifted") == []
