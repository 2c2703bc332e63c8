"""Keys alone, fingers, wheel and buttons."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import COMPUTER, ME, PHONE, TALL_PHONE, Player


def test_whole_game_by_keys_alone(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    page.add_init_script("localStorage.cornerwise ??= JSON.stringify({ level: 1 })")
    page.goto("/")
    expect(page.get_by_role("button", name="Play the computer")).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Play the computer":
            break
    page.keyboard.press("Enter")
    expect(page.locator(".game")).to_be_visible()
    for _ in range(60):
        if _over(ana):
            break
        expect(ana.title).to_have_text("Your turn")
        before = ana.moves()
        _place_by_keys(ana)
        expect(ana.pieces).not_to_have_count(before)
    expect(page.locator("table.result")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".replay .where")).to_contain_text(f"Move {ana.moves() - 1} of")


def _over(ana: Player) -> bool:
    state = ana.snapshot()["state"]
    while state["status"] == "playing" and state["seat"] not in ana.snapshot()["you"]["seats"]:
        ana.page.wait_for_timeout(20)
        state = ana.snapshot()["state"]
    return bool(state["status"] == "over")


def _place_by_keys(ana: Player) -> None:
    """Go through the sizes until a piece finds a spot; then place it."""
    page = ana.page
    for size in "54321":
        for _ in range(12):
            page.keyboard.press(size)
            if page.locator(".ghost-legal").count():
                page.keyboard.press("Enter")
                return
    raise AssertionError("no piece found a spot")


def test_arrows_tab_and_escape(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    page = ana.page
    page.keyboard.press("5")
    ghost = page.locator(".ghost-legal")
    first = ghost.get_attribute("transform") or ""
    page.keyboard.press("Tab")
    expect(ghost).not_to_have_attribute("transform", first)
    page.keyboard.press("Shift+Tab")
    expect(ghost).to_have_attribute("transform", first)
    for _ in range(6):
        page.keyboard.press("ArrowUp")
    expect(page.locator(".ghost-illegal")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".ghost-illegal")).to_have_count(0)
    expect(page.locator(".slot.picked")).to_have_count(0)


def test_wheel_right_click_and_buttons_turn_the_piece(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    page = ana.page
    page.locator(".slot[data-piece=F5]").click()

    shape = page.locator(".slot.picked .piece path:first-child")
    seen = [shape.get_attribute("d") or ""]

    def turned() -> None:
        expect(shape).not_to_have_attribute("d", seen[-1])
        seen.append(shape.get_attribute("d") or "")

    middle = page.locator("#cell-90").bounding_box()
    assert middle
    page.mouse.move(middle["x"], middle["y"])
    page.mouse.wheel(0, 100)
    turned()
    page.mouse.click(middle["x"], middle["y"], button="right")
    turned()
    page.locator(".hold").get_by_role("button", name="Turn left").click()
    turned()
    page.locator(".hold").get_by_role("button", name="Flip").click()
    turned()
    assert len(set(seen)) == 5
    page.locator(".hold").get_by_role("button", name="Flip").click()
    expect(shape).to_have_attribute("d", seen[3])


Spot = tuple[float, float]


class Fingers:
    """Fingers on the screen. They move by a clock of their own: a busy machine slows no gesture."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._now = time.time()

    def __call__(self, kind: str, *spots: Spot, after: float = 0.02) -> None:
        self._now += after
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(spots)]
        event = {"type": kind, "touchPoints": points, "timestamp": self._now}
        self._session.send("Input.dispatchTouchEvent", event)

    def drag(self, *ways: tuple[Spot, Spot], steps: int = 8, rest: float = 0.3) -> None:
        """Each finger goes its way; at the end all rest before they are lifted, else they fling."""
        self("touchStart", *(begin for begin, _ in ways))
        for step in range(1, steps + 1):
            share = step / steps
            now = [(x + (u - x) * share, y + (v - y) * share) for (x, y), (u, v) in ways]
            self("touchMove", *now)
        self("touchMove", *(end for _, end in ways), after=rest)
        self("touchEnd")

    def tap(self, *spots: Spot) -> None:
        self("touchStart", *spots)
        self("touchEnd", after=0.1)


def middle(page: Page, selector: str) -> Spot:
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_touch_drag_and_two_finger_tap(person: Callable[..., Player]) -> None:
    ana = person(size=PHONE, touch=True)
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    page = ana.page
    fingers = Fingers(page)
    x, y = middle(page, f"#cell-{ana.tables().board.cell('e10')}")
    cell = page.evaluate("document.querySelector('#cell-0').getBoundingClientRect().height")
    fingers.drag((middle(page, ".slot[data-piece=X5]"), (x, y + 1.5 * cell)))
    expect(page.locator(".ghost-legal")).to_be_visible()
    assert ana.moves() == 0  # a finger lays the piece; Place confirms it
    page.locator(".g-bar .place").tap()
    expect(ana.pieces).to_have_count(2)

    page.locator(".slot[data-piece=L5]").tap()
    expect(page.locator(".ghost-legal")).to_be_visible()
    shape = page.locator(".slot.picked .piece path:first-child")
    before = shape.get_attribute("d") or ""
    u, v = middle(page, ".board-svg")
    fingers.tap((u, v), (u + 60, v))
    expect(shape).not_to_have_attribute("d", before)
    fingers.tap((u, v), (u + 60, v))
    expect(shape).to_have_attribute("d", before)  # it is flipped, not turned


def test_two_fingers_twist_the_piece(person: Callable[..., Player]) -> None:
    ana = person(size=PHONE, touch=True)
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    page = ana.page
    page.locator(".slot[data-piece=L5]").tap()
    shape = page.locator(".slot.picked .piece path:first-child")
    before = shape.get_attribute("d") or ""
    u, v = middle(page, ".board-svg")
    low, high = ((u + 52, v + 30), (u - 52, v - 30)), ((u + 52, v - 30), (u - 52, v + 30))
    fingers = Fingers(page)
    fingers.drag(*zip(((u + 60, v), (u - 60, v)), low, strict=True), steps=1)  # clockwise
    page.locator(".g-bar").get_by_role("button", name="Turn left").tap()
    expect(shape).to_have_attribute("d", before)
    fingers.drag(*zip(((u + 60, v), (u - 60, v)), high, strict=True), steps=1)
    page.locator(".g-bar").get_by_role("button", name="Turn right").tap()
    expect(shape).to_have_attribute("d", before)
    expect(page.locator(".board-svg")).to_have_css("transform", "none")


def test_two_fingers_zoom_the_board(person: Callable[..., Player]) -> None:
    ana = person(size=PHONE, touch=True)
    ana.open("classic", dict.fromkeys(("blue", "yellow", "red", "green"), ME), first="blue")
    page = ana.page
    board = page.locator(".board-svg")
    width = page.evaluate("document.querySelector('.board-svg').getBoundingClientRect().width")
    u, v = middle(page, ".board-svg")
    fingers = Fingers(page)
    fingers.drag(((u - 30, v), (u - 60, v)), ((u + 30, v), (u + 60, v)))
    expect(board).to_have_css("transform", re.compile(r"matrix\((2|1\.9|2\.0)"))
    assert ana.moves() == 0
    page.locator(".slot[data-piece=L5]").tap()  # the board is played on as it lies there
    expect(page.locator(".ghost-legal")).to_be_visible()
    page.locator(".g-bar .place").tap()
    expect(ana.pieces).to_have_count(1)
    fingers.drag(((u - 90, v), (u - 30, v)), ((u + 90, v), (u + 30, v)))
    expect(board).to_have_css("transform", "none")
    now = page.evaluate("document.querySelector('.board-svg').getBoundingClientRect().width")
    assert now == width


def test_arrows_move_a_laid_piece_on_a_phone(person: Callable[..., Player]) -> None:
    ana = person(size=PHONE, touch=True)
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.page.locator(".slot[data-piece=O4]").tap()
    expect(ana.page.locator(".ghost-legal")).to_be_visible()
    for name in ("Move left", "Move up") * 3:
        ana.page.get_by_role("button", name=name).tap()
    expect(ana.page.locator(".ghost-illegal")).to_be_visible()
    expect(ana.page.locator(".g-status .words")).to_have_text(
        "The first piece must cover a starting space."
    )
    expect(ana.page.locator(".g-bar .place")).to_be_disabled()


def test_nothing_scrolls_away_on_a_phone(person: Callable[..., Player]) -> None:
    for size in (PHONE, TALL_PHONE):
        for variant in ("classic", "trigon"):
            ana = person(size=size, touch=True)
            seats = {"blue": ME, "yellow": COMPUTER, "red": COMPUTER, "green": COMPUTER}
            ana.open(variant, seats, first="blue")
            ana.fits(all_at_once=True)
            board = ana.page.locator(".board-svg").bounding_box()
            assert board
            assert board["width"] >= 0.9 * size["width"] or variant == "trigon"
            ana.page.wait_for_function(
                """most => [...document.querySelectorAll('.slot')].every(
                    slot => slot.getBoundingClientRect().bottom <= most)""",
                arg=size["height"] - 60,
            )


def test_settings_are_remembered(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    page = ana.page
    expect(page.locator(".labels text")).to_have_count(28)
    page.keyboard.press("c")
    expect(page.locator(".labels text")).to_have_count(0)
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_label("Move numbers").click()
    page.get_by_label("Patterns on the pieces").click()
    page.get_by_role("button", name="Close").click()
    ana.type_move()
    page.reload()
    expect(page.locator(".labels text")).to_have_count(0)
    expect(page.locator(".numbers text").first).to_have_text("1")
    expect(page.locator(".board-svg .pieces .sign").first).to_be_attached()


def test_a_button_keeps_the_focus_or_gives_it_to_the_board(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.type_move()
    expect(ana.pieces).to_have_count(2)
    tip = page.locator(".g-actions").get_by_role("button", name="Tip")
    tip.focus()
    for step in ("1", "2"):
        page.keyboard.press("Enter")
        expect(tip).to_have_attribute("data-steps", step)
        expect(tip).to_be_focused()
    page.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    expect(ana.pieces).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    expect(page.get_by_label("Board", exact=True)).to_be_focused()


@pytest.mark.parametrize(
    ("path", "word"), [("/puzzles/cat", "hint"), ("/analysis", "best moves on or off")]
)
def test_the_keys_are_those_of_the_page(
    person: Callable[..., Player], path: str, word: str
) -> None:
    ana = person()
    page = ana.page
    key = page.locator(".keytable dt", has=page.get_by_text("H", exact=True))
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    page.keyboard.press("?")
    expect(key.locator("+ dd")).to_have_text("tip")
    page.goto(path)
    expect(page.locator(".board-svg").first).to_be_visible()
    page.keyboard.press("?")
    expect(key.locator("+ dd")).to_have_text(word)
