"""A calm table: nothing changes place during a game, and the eye can follow what the others do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.player import COMPUTER, ME, PHONE, Player

THREE_COMPUTERS = {"blue": ME, "yellow": COMPUTER, "red": COMPUTER, "green": COMPUTER}

WATCH = """() => {
    const parts = '.slot, .board-svg, .g-status, .g-me, .seat, .hold button, .g-actions button, '
        + '.g-bar button, .strip button, .g-head .more';
    const boxes = () => Object.fromEntries([...document.querySelectorAll(parts)].map((part, at) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const name = part.dataset.colour ?? part.getAttribute('aria-label') ?? '';
        return [`${at} ${part.tagName} ${part.classList[0] ?? ''} ${name.split(',')[0]}`,
            [x, y, width, height].map((n) => Math.round(10 * n) / 10).join()];
    }));
    const places = (all) => Object.fromEntries(Object.entries(all).map(
        ([name, box]) => [name.split(' ').slice(0, 2).join(' '), [name, box]]));
    const first = places(boxes());
    window.moved = [];
    window.samples = 0;
    const sample = () => {
        if (document.querySelector('.game.over')) return;
        window.samples++;
        const now = places(boxes());
        for (const key of new Set([...Object.keys(first), ...Object.keys(now)])) {
            const [was, is] = [first[key]?.[1], now[key]?.[1]];
            if (was !== is && moved.length < 20) {
                moved.push([first[key]?.[0], was, now[key]?.[0], is]);
            }
        }
    };
    new MutationObserver(sample).observe(document.querySelector('.game'),
        { subtree: true, childList: true, attributes: true, characterData: true });
    const frames = () => { sample(); requestAnimationFrame(frames); };
    frames();
    window.shifted = [];
    const kept = '.tray, .g-board, button';
    new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries()) {
            for (const { node, previousRect, currentRect } of sources ?? []) {
                const element = node?.nodeType === 1 ? node : node?.parentElement;
                if (document.querySelector('.game.over') || !element?.closest(kept)) continue;
                if (element.closest('.bar, .board-svg .pieces')) continue;  // meant to move
                shifted.push([element.outerHTML.slice(0, 120), previousRect, currentRect]);
            }
        }
    }).observe({ type: 'layout-shift' });
}"""
"""Notes every box that moves or grows, at each change of the page and in each frame."""


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_nothing_changes_place_in_a_whole_game(
    person: Callable[..., Player], size: dict[str, int] | None
) -> None:
    ana = person(size=size, touch=size is not None)
    page = ana.page
    ana.open("classic", THREE_COMPUTERS, first="blue")
    expect(ana.title if size is None else page.locator(".g-me .name")).to_have_text("Your turn")
    page.wait_for_function("() => document.querySelectorAll('.slot').length === 21")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    page.evaluate(WATCH)
    for turn in range(3):  # by hand, with all that is shown meanwhile
        expect(page.locator(".g-status")).to_contain_text("Pick a piece")
        page.keyboard.press("5")
        expect(page.locator(".ghost-legal")).to_be_visible()
        page.keyboard.press("Enter")
        expect(ana.pieces).to_have_count(4 * (turn + 1))
    ana.finish()
    expect(page.locator("table.result")).to_be_visible()
    assert page.evaluate("samples") > 100
    assert page.evaluate("moved") == []
    assert page.evaluate("shifted") == []


@pytest.mark.parametrize("width", [360, 844, 768, 1024, 1280, 1440])
@pytest.mark.parametrize("variant", ["classic", "trigon"])
def test_nothing_changes_place_for_a_typed_move(
    person: Callable[..., Player], variant: str, width: int
) -> None:
    height = {360: 640, 844: 390, 768: 1024, 1024: 768, 1280: 800, 1440: 900}[width]
    ana = person(size={"width": width, "height": height})
    page = ana.page
    ana.open(variant, THREE_COMPUTERS, first="blue")
    page.wait_for_function("() => document.querySelectorAll('.slot').length > 20")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    page.evaluate(WATCH)
    page.keyboard.press("t")
    expect(page.get_by_label("Type a move")).to_be_focused()
    page.keyboard.type("nonsense")
    page.keyboard.press("Enter")
    expect(page.locator(".g-status")).not_to_contain_text("Pick a piece")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Type a move")).to_be_hidden()
    assert page.evaluate("moved") == []


def _moved(ana: Player, count: int) -> None:
    """Wait until the server knows so many moves."""
    while ana.moves() < count:
        ana.page.wait_for_timeout(20)


@pytest.mark.parametrize(("pace", "gap"), [("normal", 500), ("slow", 1000)])
def test_computers_answer_one_after_another(
    person: Callable[..., Player], pace: str, gap: int
) -> None:
    ana = person(pace=pace)
    page = ana.page
    page.clock.install()
    game = ana.open("classic", THREE_COMPUTERS, first="blue")
    ana.stop_clock()
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    expect(ana.pieces).to_have_count(1)  # one's own at once
    _moved(ana, 4)
    for count, title in ((2, "Red"), (3, "Green")):
        page.clock.run_for(gap - 50)
        expect(ana.pieces).to_have_count(count - 1)
        page.clock.run_for(50)
        expect(ana.pieces).to_have_count(count)
        expect(ana.title).to_contain_text(title)
    page.clock.run_for(gap)
    expect(ana.pieces).to_have_count(4)
    expect(ana.title).to_have_text("Your turn")

    expect(page.locator(".newest")).to_have_count(3)  # what each of them did
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    expect(ana.pieces).to_have_count(5)
    expect(page.locator(".newest")).to_have_count(1)
    _moved(ana, 8)
    assert ana.pieces.count() == 5
    page.evaluate(  # a reader who is not there has seen all when she is back
        """() => { Object.defineProperty(document, 'hidden', { get: () => true });
            document.dispatchEvent(new Event('visibilitychange')); }"""
    )
    expect(ana.pieces).to_have_count(8)
    assert game == ana.game


def test_whoever_is_in_a_hurry_need_not_wait(person: Callable[..., Player]) -> None:
    ana = person(pace="normal")
    page = ana.page
    page.clock.install()
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.stop_clock()
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    expect(ana.pieces).to_have_count(1)
    _moved(ana, 2)
    for size in "5544332211":  # the piece waits on the board, then Enter brings up what happened
        page.keyboard.press(size)
        if page.locator(".ghost-legal").count():
            break
    assert ana.pieces.count() == 1
    page.keyboard.press("Enter")
    expect(ana.pieces).not_to_have_count(1)


def test_the_pace_is_chosen_in_the_menu(person: Callable[..., Player]) -> None:
    ana = person(pace="normal")
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.page.get_by_role("button", name="Menu").first.click()
    ana.page.get_by_label("Pace of the others' moves").select_option("instant")
    settings: Any = ana.page.evaluate("JSON.parse(localStorage.cornerwise)")
    assert settings["pace"] == "instant"


def test_a_piece_is_marked_when_it_has_landed(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    page.add_init_script(
        """addEventListener('DOMContentLoaded', () => {
            const style = new CSSStyleSheet();
            style.replaceSync('.slide, .settle { animation-play-state: paused !important; }');
            window.hold = style;
            document.adoptedStyleSheets.push(style);
        })"""
    )
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.type_move()
    expect(ana.pieces).to_have_count(2)
    assert page.locator(".newest").count() == 0
    page.evaluate("hold.replaceSync('')")
    expect(page.locator(".newest")).to_have_count(1)


def test_a_quiet_game_changes_nothing_in_the_page(person: Callable[..., Player]) -> None:
    """What costs processor time while one thinks: drawing anew. Many ticks draw nothing."""
    ana = person()
    page = ana.page
    page.clock.install()
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    expect(ana.title).to_have_text("Your turn")
    ana.stop_clock()
    page.evaluate(
        """() => {
            window.changes = 0;
            new MutationObserver((all) => { changes += all.length; }).observe(document,
                { subtree: true, childList: true, attributes: true, characterData: true }); }"""
    )
    # What was asked for before may still come and be drawn. Ticks that draw do so each time.
    for _ in range(5):
        page.evaluate("changes = 0")
        page.clock.run_for(4_000)
        if page.evaluate("changes") == 0:
            break
    assert page.evaluate("changes") == 0
    page.locator(".slot").first.click()
    assert page.evaluate("changes") > 0
