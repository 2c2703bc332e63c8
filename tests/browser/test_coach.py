"""Tips and the coach in the browser: three steps, a warning before a mistake, and nothing moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.player import COMPUTER, HERE, ME, OPEN, PHONE, TALL_PHONE, Player
from tests.browser.test_calm import WATCH
from tests.browser.test_layout import LANGUAGES, LAYOUT, SIZES, speak
from tests.browser.wire import Wire

DUO = {"blue": ME, "yellow": COMPUTER}
FOUR = {"blue": ME, "yellow": COMPUTER, "red": COMPUTER, "green": COMPUTER}
Meet = Callable[..., Player]


def panel(player: Player) -> Locator:
    return player.page.locator(".g-coach")


def say(player: Player, *, en: str, de: str) -> Locator:
    """A button by its words in the player's language."""
    german = player.page.locator("html[lang=de]").count()
    return player.page.get_by_role("button", name=de if german else en, exact=True)


def ready(player: Player, wire: Wire) -> None:
    """Wait until the coach looks on."""
    wire.connected()
    expect(panel(player)).to_be_attached()


def lay_single(player: Player, wire: Wire) -> None:
    """Lay the smallest piece, which is a poor beginning, and wait until the coach has seen it."""
    ready(player, wire)
    before = wire.weighed
    player.page.keyboard.press("1")
    expect(player.page.locator(".ghost-legal")).to_be_visible()
    wire.wait(before + 1)


# --- tips ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "language"), [(None, "en"), (TALL_PHONE, "de")], ids=["desk", "phone"]
)
def test_a_tip_comes_in_three_steps(
    person: Meet, size: dict[str, int] | None, language: str
) -> None:
    ana = person(size=size, touch=size is not None, language=language)
    page = ana.page
    wire = Wire(page)
    ana.open("duo", DUO, first="blue")
    wire.connected()
    expect(page.locator(".slot")).to_have_count(21)
    page.evaluate(WATCH)
    tip = say(ana, en="Tip", de="Tipp")
    page.keyboard.press("?")  # the list of keys calls it the same
    expect(page.locator("dt:has(kbd:text-is('H')) + dd")).to_have_text(
        {"en": "tip", "de": "Tipp"}[language]
    )
    page.keyboard.press("Escape")
    areas, hint = page.locator(".areas .area"), page.locator(".hint-shape")
    words, live = page.locator(".g-status .words"), page.locator("#live")

    tip.click()
    expect(page.locator(".slot .nudged")).to_have_count(1)  # the piece to think of
    expect(areas).to_have_count(1)  # and where
    expect(hint).to_have_count(0)
    expect(words).to_contain_text("X5")
    expect(live).to_contain_text("25")  # which can be heard, too

    tip.click()
    expect(words).not_to_contain_text("X5")  # why
    assert areas.count() >= 1
    expect(hint).to_have_count(0)

    tip.click()
    expect(hint).to_be_visible()  # the move
    expect(words).to_contain_text("X5")
    page.locator(".board .cells").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ghost-legal")).to_be_visible()
    say(ana, en="Place", de="Legen").click()
    expect(ana.pieces).to_have_count(2)
    expect(areas).to_have_count(0)
    assert page.evaluate("moved") == []
    assert page.evaluate("shifted") == []


def test_tips_have_room_on_phone_and_desk_in_every_language(person: Meet) -> None:
    ana = person()
    page = ana.page
    ana.open("classic", FOUR, first="blue")
    words, faults = page.locator(".g-status .words"), []
    for language in LANGUAGES:
        page.set_viewport_size({"width": 1280, "height": 800})
        if language != "en":
            speak(ana, language)
        expect(page.locator(".slot")).to_have_count(21)
        for step in range(3):
            before = words.inner_text()
            page.keyboard.press("h")
            expect(words).not_to_have_text(before)
            for width, height in ((390, 844), (1280, 800)):
                page.set_viewport_size({"width": width, "height": height})
                found = page.evaluate(LAYOUT)
                faults += [f"{language} step {step} {width}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


def test_tips_among_people_need_their_consent(person: Meet) -> None:
    ana, bo = person(), person()
    ana.page.goto("/new?edition=duo&people=open")
    ana.page.get_by_label("Tips allowed").check(force=True)
    ana.page.get_by_role("button", name="Start game").click()
    expect(ana.page.locator(".invite")).to_be_visible()
    link = ana.page.locator(".invite input").first.input_value()
    bo.page.goto(link)
    expect(bo.page.locator(".join")).to_contain_text("tips allowed")
    bo.page.get_by_role("button", name="Take the seat").click()
    expect(ana.page.get_by_role("button", name="Tip", exact=True)).to_be_visible()
    expect(bo.page.get_by_role("button", name="Tip", exact=True)).to_be_visible()


def test_without_consent_there_are_no_tips_among_people(person: Meet) -> None:
    ana, bo = person(), person()
    game = ana.make("duo", {"blue": ME, "yellow": OPEN}, first="blue")
    ana.page.goto(f"/game/{game['game']['id']}")
    bo.page.goto(f"/game/{game['game']['id']}#join={game['you']['invite']}")
    expect(bo.page.locator(".join")).not_to_contain_text("tips allowed")
    bo.page.get_by_role("button", name="Take the seat").click()
    expect(ana.title).to_have_text("Your turn")
    expect(ana.page.get_by_role("button", name="Tip", exact=True)).to_have_count(0)


# --- the coach ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "language"), [(None, "de"), (TALL_PHONE, "en")], ids=["desk", "phone"]
)
def test_the_coach_warns_before_a_mistake(
    person: Meet, size: dict[str, int] | None, language: str
) -> None:
    ana = person(size=size, touch=size is not None, language=language, coach="on")
    page = ana.page
    wire = Wire(page)
    ana.open("duo", DUO, first="blue")
    expect(page.locator(".slot")).to_have_count(21)
    page.evaluate(WATCH)
    lay_single(ana, wire)
    page.keyboard.press("Enter")
    expect(panel(ana)).to_be_visible()
    expect(panel(ana).locator("p")).to_contain_text("X5")  # it covers the same and more
    expect(page.locator(".areas .area")).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("X5")
    expect(page.locator(".hint-shape")).to_have_count(0)  # never the better move
    look = say(ana, en="Look again", de="Nochmal ansehen")
    expect(look).to_be_focused()
    look.click()
    expect(panel(ana)).to_be_hidden()
    expect(page.locator(".ghost-legal")).to_be_visible()
    expect(page.locator(".areas .area")).to_have_count(0)
    assert ana.moves() == 0

    page.keyboard.press("1")  # put back, and laid again: it was warned of that
    page.keyboard.press("5")
    expect(page.locator(".slot.picked")).not_to_have_attribute("data-piece", "I1")
    page.keyboard.press("1")
    while not ana.moves():  # a press at once would have been meant for the piece
        page.keyboard.press("Enter")
    expect(ana.pieces).to_have_count(2)
    assert page.evaluate("moved") == []
    assert page.evaluate("shifted") == []


def test_the_move_can_be_played_all_the_same_and_warnings_become_rarer(person: Meet) -> None:
    ana = person(coach="on")
    page = ana.page
    wire = Wire(page)
    wire.change = lambda answer: answer | {"loss": 0.3}  # between twice and four times the limit
    ana.open("duo", DUO, first="blue")
    lay_single(ana, wire)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Play it").click()
    expect(ana.pieces).to_have_count(2)
    expect(panel(ana)).to_be_hidden()
    expect(ana.title).to_have_text("Your turn")

    for warned in (True, True, False):
        before = wire.weighed
        ana.page.keyboard.press("2" if not warned else "3" if wire.weighed > 1 else "4")
        expect(page.locator(".ghost-legal")).to_be_visible()
        wire.wait(before + 1)
        made = ana.moves()
        page.keyboard.press("Enter")
        if not warned:
            expect(ana.pieces).not_to_have_count(made)
            break
        page.get_by_role("button", name="Warn me less").click()
        expect(panel(ana)).to_be_hidden()
        page.keyboard.press("Escape")
        assert ana.moves() == made


def test_a_quick_player_is_not_held_up_and_may_take_back_once(person: Meet) -> None:
    """The answer comes too late for a warning: it comes as soon as one is on turn again."""
    ana = person(coach="on")
    page = ana.page
    wire = Wire(page)
    wire.hold()
    ana.open("duo", DUO, first="blue")
    ready(ana, wire)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(ana.pieces).to_have_count(2)  # nobody has said anything yet
    expect(ana.title).to_have_text("Your turn")
    wire.wait(1)
    wire.let_go()
    expect(panel(ana)).to_contain_text("Your last move was a mistake.")
    page.get_by_role("button", name="Take it back").click()
    expect(ana.pieces).to_have_count(0)
    expect(ana.title).to_have_text("Your turn")

    wire.hold()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(ana.pieces).to_have_count(2)
    wire.let_go()
    lay = page.locator(".ghost-legal")
    page.keyboard.press("5")
    expect(lay).to_be_visible()
    expect(panel(ana)).to_be_hidden()  # once


def test_what_was_good_is_praised_in_one_sentence(person: Meet) -> None:
    ana = person(coach="on")
    page = ana.page
    wire = Wire(page)
    ana.open("duo", DUO, first="blue")
    ready(ana, wire)
    for step in "123":
        page.keyboard.press("h")
        expect(page.locator(f".g-actions .tips[data-steps='{step}']")).to_be_enabled()
    expect(page.locator(".hint-shape")).to_be_visible()
    page.keyboard.press("Enter")
    wire.wait(1)
    page.keyboard.press("Enter")
    expect(ana.pieces).to_have_count(2)
    expect(page.locator(".g-status .words")).to_contain_text("Well placed: Blue opens 8")
    page.keyboard.press("5")
    expect(page.locator(".g-status .words")).not_to_contain_text("Well placed")


def test_in_the_first_games_the_coach_is_there_by_itself(person: Meet) -> None:
    ana = person(coach="auto")
    page = ana.page
    ana.open("duo", DUO, first="blue")
    expect(panel(ana)).to_contain_text("In your first games a coach warns you")
    page.keyboard.press("5")  # who goes on has read it
    expect(panel(ana)).to_be_hidden()
    kept: Any = page.evaluate("JSON.parse(localStorage.cornerwise)")
    assert len(kept["coached"]) == 1
    for count in (2, 3, 3):
        ana.open("duo", DUO, first="blue")
        expect(page.locator(".slot")).to_have_count(21)
        expect(panel(ana)).to_be_hidden()  # said once
        kept = page.evaluate("JSON.parse(localStorage.cornerwise)")
        assert len(kept["coached"]) == count
    wire = Wire(page)  # the fourth is played without
    page.reload()
    expect(page.locator(".slot")).to_have_count(21)
    page.keyboard.press("1")
    expect(page.locator(".ghost-legal")).to_be_visible()
    page.keyboard.press("Enter")
    expect(ana.pieces).to_have_count(2)
    assert wire.weighed == 0


def test_the_coach_can_be_switched_off_with_one_click(person: Meet) -> None:
    ana = person(size=PHONE, touch=True, coach="auto")
    page = ana.page
    ana.open("duo", DUO, first="blue")
    page.get_by_role("button", name="Switch off").click()
    expect(panel(ana)).to_be_hidden()
    assert page.evaluate("JSON.parse(localStorage.cornerwise).coach") == "off"
    page.locator(".strip").get_by_role("button", name="Menu").click()
    page.get_by_label("Coach against computers").select_option("on")
    assert page.evaluate("JSON.parse(localStorage.cornerwise).coach") == "on"


def test_the_coach_is_for_games_against_computers(person: Meet) -> None:
    ana = person(coach="on")
    wire = Wire(ana.page)
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    ana.page.keyboard.press("1")
    expect(ana.page.locator(".ghost-legal")).to_be_visible()
    ana.page.keyboard.press("Enter")
    expect(ana.pieces).to_have_count(1)
    assert wire.weighed == 0


LONG = {
    "good": False,
    "sayings": [
        {
            "one": "If {other} answers with {answer} at {cell}:",
            "many": "",
            "n": None,
            "values": {"other": "yellow", "answer": "L5", "cell": "j11"},
        },
        {
            "one": "{colour} reaches {n} space fewer with its next piece.",
            "many": "{colour} reaches {n} spaces fewer with its next piece.",
            "n": 17,
            "values": {"colour": "yellow"},
        },
    ],
    "colour": "blue",
    "cells": [3, 4, 5],
    "answer": None,
}
"""The longest of what the coach says."""

PANEL = """() => {
    const box = document.querySelector('.g-coach').getBoundingClientRect();
    const out = [...document.querySelectorAll('.g-coach *')].filter((part) => {
        const { left, right, top, bottom, width } = part.getBoundingClientRect();
        return width && (left < box.left - 1 || right > box.right + 1
            || top < box.top - 1 || bottom > box.bottom + 1);
    });
    const under = [...document.querySelectorAll('.slot, .board-svg .rim, .g-me')].filter((part) => {
        const { left, top, right, bottom, width } = part.getBoundingClientRect();
        const wide = Math.min(right, box.right) - Math.max(left, box.left);
        const high = Math.min(bottom, box.bottom) - Math.max(top, box.top);
        return width && wide > 3 && high > 3;
    });
    return [...out.map((part) => `sticks out: ${part.outerHTML.slice(0, 80)}`),
        ...under.map((part) => `lies under the coach: ${part.outerHTML.slice(0, 80)}`)];
}"""


@pytest.mark.parametrize("name", ["classic", "trigon"])
def test_the_coach_has_room_at_every_size_and_in_every_language(person: Meet, name: str) -> None:
    ana = person(coach="on")
    page = ana.page
    wire = Wire(page)
    wire.change = lambda answer: answer | {"loss": 0.5, "limit": 0.12, "remark": LONG}
    ana.open(name, FOUR, first="blue")
    faults = []
    for language in LANGUAGES:
        if language != "en":
            page.set_viewport_size({"width": 1280, "height": 800})
            speak(ana, language)
        lay_single(ana, wire)
        page.keyboard.press("Enter")
        expect(panel(ana)).to_be_visible()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(LAYOUT) + page.evaluate(PANEL)
            faults += [f"{language} {width}x{height}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
