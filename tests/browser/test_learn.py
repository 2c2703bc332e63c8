"""Learn in a minute: both lessons walked by mouse, touch and keys, with wrong tries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cornerwise.server.page.i18n import LANGUAGES
from cornerwise.server.page.lessons import LESSONS
from cornerwise.tables import tables_of
from tests.browser.player import PHONE, TALL_PHONE, Player
from tests.browser.test_pages import violations

STEPS = 6


def begin(person: Player, name: str) -> tuple[Page, list[dict[str, Any]]]:
    page = person.page
    page.goto(f"/learn/{name}")
    expect(page.locator(".lesson .slot.picked")).to_be_visible()
    steps = person.context.request.get(f"/api/lessons/{name}").json()["steps"]
    assert len(steps) == STEPS
    return page, steps


def middle(page: Page, name: str, number: int) -> tuple[float, float]:
    """Where the middle of a placement is on the screen."""
    cells = tables_of(LESSONS[name].variant.edition).cells[number]
    boxes = [box for cell in cells if (box := page.locator(f"#cell-{cell}").bounding_box())]
    xs = [x for box in boxes for x in (box["x"], box["x"] + box["width"])]
    ys = [y for box in boxes for y in (box["y"], box["y"] + box["height"])]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def shape(page: Page) -> int:
    """How the piece in the hand is turned."""
    found: int = page.evaluate("() => Number(document.querySelector('.lesson').dataset.turned)")
    return found


def turn_to(page: Page, name: str, number: int) -> None:
    """Press keys until the piece in the hand is turned as this placement wants it."""
    tables = tables_of(LESSONS[name].variant.edition)
    piece, wanted = tables.pieces[tables.piece[number]], tables.orientation[number]
    for key in ("r", "f"):
        for _ in range(len(piece.orientations)):
            if shape(page) == wanted:
                return
            page.keyboard.press("r")
        if shape(page) == wanted:
            return
        page.keyboard.press(key.replace("r", "f"))
    assert shape(page) == wanted


STARTS = {"squares": "own", "triangles": "start"}
"""Why a first piece may not lie elsewhere: only on squares has each colour a field of its own."""


def wrong_place(name: str, step: dict[str, Any], code: str) -> int:
    """A placement that is illegal for this reason, with no legal one near that it could snap to."""
    tables = tables_of(LESSONS[name].variant.edition)

    def far(number: int) -> bool:
        x, y = tables.moved[number]
        same = (n for n in step["legal"] if tables.orientation[n] == tables.orientation[number])
        return all(abs(tables.moved[n][0] - x) + abs(tables.moved[n][1] - y) > 1 for n in same)

    wrong = [int(n) for n, reason in step["reasons"].items() if reason["code"] == code]
    return next((number for number in wrong if far(number)), wrong[0])


@pytest.mark.parametrize(("name", "language"), [("squares", "en"), ("triangles", "pl")])
def test_a_lesson_by_mouse(person: Callable[..., Player], name: str, language: str) -> None:
    ana = person(language=language)
    page, steps = begin(ana, name)
    next_button, hint = page.locator(".next"), page.locator(".hint-shape")
    for at, step in enumerate(steps):
        title = page.locator(".steps li.here")
        expect(page.locator(".steps li").nth(at)).to_have_class("here")
        expect(page.locator(".lesson h1")).to_have_text(title.inner_text())
        expect(next_button).to_be_disabled()
        expect(next_button).not_to_have_class("primary")
        code = {"start": STARTS[name], "corners": "apart"}.get(step["name"])
        if code:
            wrong = wrong_place(name, step, code)
            turn_to(page, name, wrong)
            page.mouse.click(*middle(page, name, wrong))
            expect(page.locator(".ghost-illegal")).to_be_visible()
            expect(page.locator(".why")).to_be_visible()
            expect(page.locator(".way.says b")).to_be_visible()  # and the way out
            expect(next_button).to_be_disabled()
        if step["name"] == "sides":
            wrong = wrong_place(name, step, "edge")
            turn_to(page, name, wrong)
            page.mouse.move(*middle(page, name, wrong))
            expect(page.locator(".ghost .fault")).not_to_have_count(0)  # the shared side as a bar
            page.mouse.move(5, 5)
        elsewhere = sorted(set(step["legal"]) - set(step["aim"]))
        if elsewhere:  # allowed, but not what the step is about
            turn_to(page, name, elsewhere[0])
            page.mouse.click(*middle(page, name, elsewhere[0]))
            expect(page.locator(".lesson.laid")).to_be_visible()
            expect(next_button).to_be_disabled()
            page.locator(".takeback").click()
        page.locator(".showme").click()
        expect(hint).to_be_visible()
        turn_to(page, name, step["aim"][0])
        page.mouse.click(*middle(page, name, step["aim"][0]))
        expect(page.locator(".lesson.laid")).to_be_visible()
        expect(next_button).to_be_enabled()
        expect(page.locator(".primary")).to_have_count(1)
        expect(hint).to_have_count(0)
        if at < STEPS - 1:
            next_button.click()
    page.locator(".steps-dots button").first.click()  # dots lead back
    expect(page.locator(".steps li").first).to_have_class("here")
    page.locator(".steps-dots button").last.click()
    page.locator(".showme").click()
    turn_to(page, name, steps[-1]["aim"][0])
    page.mouse.click(*middle(page, name, steps[-1]["aim"][0]))
    next_button.click()
    page.wait_for_url("**/game/*")
    expect(page.locator(".g-board .board")).to_be_visible()


@pytest.mark.parametrize(("name", "language"), [("squares", "de"), ("triangles", "en")])
def test_a_lesson_by_keys(person: Callable[..., Player], name: str, language: str) -> None:
    ana = person(language=language, size={"width": 1280, "height": 800})
    page, steps = begin(ana, name)
    for at, step in enumerate(steps):
        expect(page.locator(".next")).to_be_in_viewport(ratio=1)
        expect(page.locator(".steps li").nth(at)).to_have_class("here")
        board = page.locator(".lesson .cells")
        board.focus()
        page.keyboard.press("Tab")  # the first legal spot
        expect(page.locator(".ghost-legal")).to_be_visible()
        if at == 1:  # three tries in vain, then the spot is outlined
            tried = 0
            for key in ("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight") * 6:
                page.keyboard.press(key)
                if page.locator(".ghost-illegal").count():
                    page.keyboard.press("Enter")
                    expect(page.locator("#live")).not_to_be_empty()
                    tried += 1
                if page.locator(".hint-shape").count():
                    break
            assert tried >= 3
            expect(page.locator(".hint-shape")).to_be_visible()
        for _ in range(len(step["legal"]) + 1):  # through the spots to one that shows the rule
            if laid_at(page) in step["aim"]:
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator(".next")).to_be_focused()
        ana.fits(all_at_once=True)
        if at < STEPS - 1:
            page.keyboard.press("Enter")
            expect(page.locator(".lesson h1")).to_be_focused()


def laid_at(page: Page) -> int:
    found: int = page.evaluate("() => Number(document.querySelector('.lesson').dataset.spot)")
    return found


def test_a_lesson_by_touch(person: Callable[..., Player]) -> None:
    ana = person(size=TALL_PHONE, touch=True, language="cs")
    page, steps = begin(ana, "squares")
    for at, step in enumerate(steps):
        page.locator(".showme").tap()
        expect(page.locator(".hint-shape")).to_be_visible()
        turn_to(page, "squares", step["aim"][0])
        x, y = middle(page, "squares", step["aim"][0])
        page.touchscreen.tap(x, y)
        expect(page.locator(".ghost-legal")).to_be_visible()
        page.locator(".g-bar .place").tap()
        expect(page.locator(".lesson.laid")).to_be_visible()
        ana.fits(all_at_once=True)
        if at < STEPS - 1:
            page.locator(".next").tap()
    expect(page.locator(".next")).to_be_enabled()


@pytest.mark.parametrize("name", LESSONS)
def test_no_rule_is_longer_than_two_lines(person: Callable[..., Player], name: str) -> None:
    """In any language, on the smallest phone; and axe finds nothing."""
    ana = person(size=PHONE, touch=True)
    page, _ = begin(ana, name)
    long = []
    for language in LANGUAGES:
        texts = page.evaluate(
            """async ([language, name]) => {
              const { speak } = await import("/static/js/i18n.js");
              const { stepWords } = await import("/static/js/lessonwords.js");
              const messages = await (await fetch(`/api/messages?lang=${language}`)).json();
              speak(messages.language, messages.messages);
              const lesson = await (await fetch(`/api/lessons/${name}`)).json();
              const rule = document.querySelector(".lesson .rule");
              return lesson.steps.map((step) => {
                rule.textContent = stepWords(lesson, step).rule;
                const line = parseFloat(getComputedStyle(rule).lineHeight);
                return [rule.textContent, rule.scrollHeight / line];
              });
            }""",
            [language, name],
        )
        long += [(language, text) for text, lines in texts if lines > 2.1]
    assert long == []
    page.reload()
    expect(page.locator(".lesson .slot.picked")).to_be_visible()
    ana.fits(all_at_once=True)
    assert violations(page) == []


def test_one_click_from_the_first_page(person: Callable[..., Player]) -> None:
    ana = person()
    ana.page.goto("/")
    ana.page.locator("a[href='/learn']").first.click()
    expect(ana.page.locator(".lesson h1")).to_be_visible()
    ana.page.locator(".lesson .tabs a").last.click()
    expect(ana.page.locator(".lesson.triangles .slot.picked")).to_be_visible()
    assert violations(ana.page) == []
    ana.page.locator(".skip").click()
    ana.page.wait_for_url("**/new?edition=trigon")
