"""Picking and placing: what the tray shows, where the keys go, what ghost and buttons say."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import COMPUTER, HERE, ME, PHONE, Player

DUO = {"blue": ME, "yellow": COMPUTER}


def place_of(page: Page, selector: str) -> list[float]:
    """Left, top, right and bottom of an element, once what was asked for has been drawn."""
    found: list[float] = page.evaluate(
        """async selector => {
            const frame = () => new Promise(requestAnimationFrame);
            await frame();
            await frame();
            const box = document.querySelector(selector).getBoundingClientRect();
            return [box.left, box.top, box.right, box.bottom];
        }""",
        selector,
    )
    return found


@pytest.mark.parametrize("way", ["click", "key", "drag", "touch"])
def test_after_any_pick_tab_finds_the_next_spot_and_enter_places(
    person: Callable[..., Player], way: str
) -> None:
    ana = person(size=PHONE, touch=True) if way == "touch" else person()
    ana.open("duo", DUO, first="blue")
    page = ana.page
    slot = page.locator(".slot[data-piece=L5]")
    shown = slot.locator(".piece path").first.get_attribute("d") or ""
    if way == "click":
        slot.click()
    elif way == "touch":
        slot.tap()
    elif way == "key":
        page.locator(".tray").focus()
        while "L5" not in (page.locator(".slot.active").get_attribute("data-piece") or ""):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    else:
        slot.hover()
        page.mouse.down()
        page.mouse.move(*place_of(page, "#cell-100")[:2], steps=5)
    held = page.locator(".ghost path").first
    if way == "drag":  # it is held as the tray showed it
        expect(held).to_have_attribute("d", shown)
        page.mouse.up()
        expect(page.locator(".slot.picked")).to_have_count(1)
    page.keyboard.press("Tab")
    ghost = page.locator(".ghost-legal")
    expect(ghost).to_be_visible()
    first = ghost.get_attribute("transform") or ""
    page.keyboard.press("Tab")
    expect(ghost).not_to_have_attribute("transform", first)
    page.keyboard.press("Enter")
    expect(ana.pieces).not_to_have_count(0)


def test_turning_shows_in_the_tray_and_moves_nothing(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open(
        "classic",
        {"blue": ME, "yellow": COMPUTER, "red": COMPUTER, "green": COMPUTER},
        first="blue",
    )
    page = ana.page
    script = """() => [...document.querySelectorAll('.slot')].map(slot => {
        const b = slot.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })"""
    before = page.evaluate(script)
    assert len(before) == 21
    page.locator(".slot[data-piece=I5]").click()
    held = page.locator(".slot[data-piece=I5] .piece path:first-child")
    flat = held.get_attribute("d") or ""
    page.keyboard.press("r")
    expect(held).not_to_have_attribute("d", flat)
    upright = held.get_attribute("d") or ""
    assert page.evaluate(script) == before
    page.keyboard.press("Escape")
    expect(held).to_have_attribute("d", upright)  # as it will be held next time
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    expect(page.locator(".slot.used")).to_have_count(1)
    assert page.evaluate(script) == before


def test_the_ghost_stays_on_the_board_and_says_why(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("trigon", dict.fromkeys(("blue", "yellow", "red", "green"), ME), first="blue")
    page = ana.page
    page.locator(".slot[data-piece=I6]").click()
    # Corners of the window, far from the hexagon: the ghost goes to the nearest place on it.
    rim = place_of(page, ".board-svg .field")
    for x, y in ((rim[0] + 5, rim[1] + 5), (rim[2] - 5, rim[1] + 5), (rim[2] - 5, rim[3] - 5)):
        page.mouse.move(x, y, steps=3)
        expect(page.locator(".ghost-illegal")).to_be_visible()
        expect(page.locator(".why")).to_have_text(re.compile("start"))
        expect(page.locator(".why")).to_be_visible()  # it is drawn anew with its reason
        ghost = place_of(page, ".ghost-illegal")
        assert rim[0] - 1 <= ghost[0] <= ghost[2] <= rim[2] + 1
        assert rim[1] - 1 <= ghost[1] <= ghost[3] <= rim[3] + 1
    page.mouse.move(5, 300, steps=3)  # off the board: it stays, and so does its reason
    expect(page.locator(".ghost-illegal")).to_be_visible()
    expect(page.locator(".why")).to_be_visible()
    for key in ("ArrowRight", "ArrowDown") * 30:
        page.keyboard.press(key)
    ghost = place_of(page, ".ghost-illegal")
    assert ghost[2] <= rim[2] + 1
    assert ghost[3] <= rim[3] + 1
    expect(page.locator(".why")).to_have_text(re.compile("start"))
    for key in ("ArrowUp",) * 8:  # moved by keys, it has its bar: the reason hides neither
        page.keyboard.press(key)
        expect(page.locator(".bar")).to_be_visible()
        why, bar = place_of(page, ".why"), place_of(page, ".bar")
        beside = why[2] <= bar[0] or bar[2] <= why[0]
        assert beside or why[3] <= bar[1] or bar[3] <= why[1]


def test_a_reason_outlasts_the_moves_of_others(person: Callable[..., Player]) -> None:
    ana = person()
    game = ana.open("duo", {"blue": ME, "yellow": {"kind": "open"}}, first="yellow")
    invite = ana.snapshot()["you"]["invite"]
    bo = person()
    bo.context.request.post(f"/api/games/{game}/join", data={"key": invite, "name": "Bo"})
    expect(ana.title).not_to_have_text("Waiting for players")
    page = ana.page
    page.locator(".slot[data-piece=X5]").click()
    page.mouse.move(*place_of(page, "#cell-3")[:2], steps=3)
    expect(page.locator(".why")).to_be_visible()
    assert bo.play_by_protocol(game)
    expect(ana.pieces).to_have_count(1)
    expect(page.locator(".ghost-illegal")).to_be_visible()
    expect(page.locator(".why")).to_be_visible()


def test_what_cannot_be_placed_looks_so_everywhere(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("duo", DUO, first="blue")
    page = ana.page
    enter = page.locator(".keys [data-needs=ready]")
    expect(enter).to_have_class("off")
    page.keyboard.press("5")
    expect(enter).not_to_have_class("off")
    place = page.locator(".bar .place")
    expect(place).to_be_enabled()
    assert place.evaluate("e => getComputedStyle(e).borderStyle") != "dashed"
    for _ in range(6):
        page.keyboard.press("ArrowUp")
    expect(place).to_be_disabled()
    assert place.evaluate("e => getComputedStyle(e).borderStyle") == "dashed"
    expect(enter).to_have_class("off")


def test_undo_is_offered_only_when_it_will_work(person: Callable[..., Player]) -> None:
    ana = person()
    game = ana.open("duo", DUO, first="yellow")
    expect(ana.pieces).to_have_count(1)  # the computer's: not ours to take back
    undo = ana.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    ana.type_move()
    expect(undo).to_be_enabled()
    undo.click()
    expect(ana.pieces).to_have_count(1)
    expect(undo).to_be_disabled()
    assert ana.snapshot(game)["state"]["may_undo"] is False


def test_moves_are_typed_as_the_list_prints_them(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    page = ana.page
    expect(page.get_by_label("Type a move")).to_be_hidden()
    ana.type_move("X5 e9")
    expect(page.locator(".moves .newest-move")).to_have_text(re.compile("X5 e9$"))
    page.get_by_label("Type a move").fill("I5 j5")  # lying or standing: choose on the board
    page.keyboard.press("Enter")
    expect(page.locator(".g-status .words")).to_have_text(re.compile("several ways"))
    expect(page.locator(".ghost-legal")).to_be_visible()
    ways = set()
    for _ in range(4):
        ways.add(page.locator(".ghost-legal .under").get_attribute("d"))
        page.keyboard.press("Tab")
    assert len(ways) == 2
    page.keyboard.press("Enter")
    expect(page.locator(".moves .newest-move")).to_have_text(re.compile("I5 j5$"))


def test_refusals_fade_and_the_mouse_is_told_once(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    page.clock.install()
    ana.open("duo", DUO, first="blue")
    slot = page.locator(".slot[data-piece=L5]")
    slot.click()
    tip = page.locator(".tip")
    expect(tip).to_have_text("The wheel turns the piece, the right button flips it.")
    box = tip.bounding_box()
    assert box
    for other in page.locator(".slot, .hold button, .g-status .words").all():
        seen = other.bounding_box()
        assert seen
        assert seen["y"] + seen["height"] <= box["y"] + 1  # nothing is covered but keys
    page.clock.run_for(9_000)
    expect(tip).to_be_hidden()
    slot.click()
    slot.click()
    expect(page.locator(".slot.picked")).to_have_count(1)
    expect(tip).to_be_hidden()
    page.keyboard.press("Escape")
    ana.typing.fill("a1,c1")
    page.keyboard.press("Enter")
    words = page.locator(".g-status .words")
    expect(words).to_have_text("No piece has this shape.")
    page.clock.run_for(9_000)
    expect(words).to_have_text("Pick a piece.")


SPOTS = """() => {
    const press = (key) =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
    const covered = [];
    for (let piece = 0; piece < 12; piece++) {
        press("5");
        for (let spot = 0; spot < 40; spot++) {
            press("Tab");
            const [bar, ghost] = [box(".bar"), box(".ghost-legal .under")];
            if (!bar || !ghost) break;  // no spot is left for this piece
            if (bar.left < ghost.right - 1 && ghost.left < bar.right - 1 &&
                bar.top < ghost.bottom - 1 && ghost.top < bar.bottom - 1)
                covered.push([bar.left, bar.top, ghost.left, ghost.top]);
        }
    }
    press("Escape");
    return covered;
}"""
"""Where the bar covers the piece that it belongs to, of hundreds of spots."""


def test_the_bar_beside_a_ghost_never_covers_it(person: Callable[..., Player]) -> None:
    # At this size of the board a spot beside the ghost can be just too narrow for the bar.
    ana = person(size={"width": 1460, "height": 920})
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    for moves in (4, 12, 20):
        while ana.moves() < moves:
            ana.play_by_protocol()
        ana.in_step()
        assert ana.page.evaluate(SPOTS) == []
