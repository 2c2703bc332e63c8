"""Keys alone, fingers, wheel and buttons."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import CDPSession, expect

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
    first = page.locator(".ghost-legal").get_attribute("transform")
    page.keyboard.press("Tab")
    second = page.locator(".ghost-legal").get_attribute("transform")
    assert first != second or page.locator(".ghost-legal").count() == 1
    page.keyboard.press("Shift+Tab")
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

    def shape() -> str:
        return page.locator(".preview .edge").get_attribute("d") or ""

    seen = [shape()]
    middle = page.locator("#cell-90").bounding_box()
    assert middle
    page.mouse.move(middle["x"], middle["y"])
    page.mouse.wheel(0, 100)
    seen.append(shape())
    page.mouse.click(middle["x"], middle["y"], button="right")
    seen.append(shape())
    page.locator(".hold").get_by_role("button", name="Turn left").click()
    seen.append(shape())
    page.locator(".hold").get_by_role("button", name="Flip").click()
    seen.append(shape())
    assert len(set(seen)) == 5
    page.locator(".hold").get_by_role("button", name="Flip").click()
    assert shape() == seen[3]


def _touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    session.send(
        "Input.dispatchTouchEvent",
        {
            "type": kind,
            "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)],
        },
    )


def test_touch_drag_and_two_finger_tap(person: Callable[..., Player]) -> None:
    ana = person(size=PHONE, touch=True)
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    page = ana.page
    slot = page.locator(".slot[data-piece=X5]").bounding_box()
    field = page.locator(f"#cell-{ana.tables().board.cell('e10')}").bounding_box()
    assert slot
    assert field
    session = ana.context.new_cdp_session(page)
    x, y = slot["x"] + slot["width"] / 2, slot["y"] + slot["height"] / 2
    to = field["x"] + field["width"] / 2, field["y"] + field["height"] * 2
    _touch(session, "touchStart", (x, y))
    for step in range(1, 9):
        at = x + (to[0] - x) * step / 8, y + (to[1] - y) * step / 8
        _touch(session, "touchMove", at)
    page.wait_for_timeout(150)  # a finger that rests does not fling
    _touch(session, "touchMove", to)
    page.wait_for_timeout(100)
    _touch(session, "touchEnd")
    expect(page.locator(".ghost-legal")).to_be_visible()
    assert ana.moves() == 0  # a finger lays the piece; Place confirms it
    page.locator(".g-bar .place").tap()
    expect(ana.pieces).to_have_count(2)

    page.locator(".slot[data-piece=L5]").tap()
    expect(page.locator(".ghost-legal")).to_be_visible()
    before = page.locator(".ghost .under, .ghost-illegal").first.get_attribute("d")
    board = page.locator(".board-svg").bounding_box()
    assert board
    middle = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    _touch(session, "touchStart", middle, (middle[0] + 60, middle[1]))
    _touch(session, "touchEnd")
    after = page.locator(".ghost .under, .ghost-illegal").first.get_attribute("d")
    assert before != after


def test_arrows_move_a_laid_piece_on_a_phone(person: Callable[..., Player]) -> None:
    ana = person(size=PHONE, touch=True)
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.page.locator(".slot[data-piece=O4]").tap()
    expect(ana.page.locator(".ghost-legal")).to_be_visible()
    for name in ("Move left", "Move up") * 3:
        ana.page.get_by_role("button", name=name).tap()
    expect(ana.page.locator(".ghost-illegal")).to_be_visible()
    expect(ana.page.locator(".g-status .words")).to_have_text(
        "The first piece must cover a start field."
    )
    expect(ana.page.locator(".g-bar .place")).to_be_disabled()


def test_nothing_scrolls_away_on_a_phone(person: Callable[..., Player]) -> None:
    for size in (PHONE, TALL_PHONE):
        for variant in ("classic", "trigon"):
            ana = person(size=size, touch=True)
            seats = {"blue": ME, "yellow": COMPUTER, "red": COMPUTER, "green": COMPUTER}
            ana.open(variant, seats, first="blue")
            room = ana.page.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            )
            assert room[0] <= size["width"]
            assert room[1] <= size["height"]
            board = ana.page.locator(".board-svg").bounding_box()
            assert board
            assert board["width"] >= 0.9 * size["width"] or variant == "trigon"
            for slot in ana.page.locator(".slot").all():
                box = slot.bounding_box()
                assert box
                assert box["y"] + box["height"] <= size["height"] - 60


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
    assert page.locator(".board-svg .pieces .sign").count() > 0
