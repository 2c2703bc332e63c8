"""A whole game against the computer, from the first page, in each edition."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.player import COMPUTER, ME, Player


@pytest.mark.parametrize("edition", ["Classic", "Duo", "Trigon"])
def test_whole_game(person: Callable[..., Player], edition: str) -> None:
    ana = person()
    page = ana.page
    page.add_init_script("localStorage.cornerwise ??= JSON.stringify({ level: 1, edition: '?' })")
    page.goto("/")
    page.locator(".edition", has_text=edition).click()
    page.get_by_role("button", name="Play the computer").click()
    expect(ana.title).to_have_text("Your turn")

    begun = ana.in_step()
    _by_mouse(ana)
    expect(ana.pieces).not_to_have_count(begun)
    expect(ana.title).to_have_text("Your turn")
    ana.type_move()
    expect(ana.title).to_have_text("Your turn")
    ana.finish()
    expect(page.locator("table.result")).to_be_visible()
    seats = len(ana.snapshot()["state"]["seats"])
    expect(page.locator("table.result tbody tr")).to_have_count(seats)
    ana.fits(all_at_once=True)  # long lists scroll in their own box


def _by_mouse(ana: Player) -> None:
    """Pick a piece, move over the board until it fits, click."""
    page = ana.page
    tables = ana.tables()
    number = ana.legal()[-1]
    piece = tables.pieces[tables.piece[number]].name
    page.locator(f".slot[data-piece={piece}]").click()
    expect(page.locator(".slot.picked .piece path:first-child")).to_be_visible()
    wanted = tables.orientation[number]
    for _ in range(12):  # turning and flipping reaches every orientation
        if _shows(ana, wanted):
            break
        page.keyboard.press("r")
        if _shows(ana, wanted):
            break
        page.keyboard.press("f")
    box = _box(ana, number)
    page.mouse.move(box[0], box[1], steps=4)
    expect(page.locator(".ghost-legal")).to_be_visible()
    expect(page.locator(".g-status .words")).to_have_text("Fits here.")
    page.mouse.click(*box)


def _shows(ana: Player, orientation: int) -> bool:
    """Whether the preview shows an orientation: compared by its outline at home."""
    tables = ana.tables()
    picked = ana.page.locator(".slot.picked").get_attribute("data-piece")
    piece = next(n for n, one in enumerate(tables.pieces) if one.name == picked)
    script = """async ([piece, orientation]) => {
        const { shapeOf } = await import('/static/js/piece.js');
        const start = await (await fetch('/api/start')).json();
        const id = location.pathname.split('/').pop();
        const game = (await (await fetch('/api/games/' + id)).json()).game;
        const edition = await (await fetch(start.editions[game.edition])).json();
        const face = document.querySelector('.slot.picked .piece path:first-child');
        return face.getAttribute('d') === shapeOf(edition, piece, orientation).body; }"""
    return bool(ana.page.evaluate(script, [piece, orientation]))


def _box(ana: Player, number: int) -> tuple[float, float]:
    """The middle of the box of a placement on the screen."""
    boxes = [
        ana.page.locator(f"#cell-{cell}").bounding_box() for cell in ana.tables().cells[number]
    ]
    found = [box for box in boxes if box]
    left, top = min(b["x"] for b in found), min(b["y"] for b in found)
    right = max(b["x"] + b["width"] for b in found)
    bottom = max(b["y"] + b["height"] for b in found)
    return (left + right) / 2, (top + bottom) / 2


def test_undo_is_free_against_the_computer(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.type_move()
    expect(ana.title).to_have_text("Your turn")
    ana.page.get_by_role("button", name="Undo").click()
    expect(ana.pieces).to_have_count(0)
    assert ana.moves() == 0


def test_an_illegal_spot_says_why(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.page.locator(".slot[data-piece=X5]").click()
    corner = ana.page.locator("#cell-90").bounding_box()
    assert corner
    ana.page.mouse.move(corner["x"] + 5, corner["y"] + 5, steps=3)
    expect(ana.page.locator(".ghost-illegal")).to_be_visible()
    expect(ana.page.locator(".why")).to_have_text("The first piece must cover a starting space.")
    ana.page.mouse.click(corner["x"] + 5, corner["y"] + 5)
    assert ana.moves() == 0


def test_typed_nonsense_is_answered(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    for text, answer in (
        ("zz99", "zz99 is not a space of this board."),
        ("a1,c1", "No piece has this shape."),
        ("a1", "The first piece must cover a starting space."),
    ):
        ana.typing.fill(text)
        ana.page.keyboard.press("Enter")
        expect(ana.page.locator(".g-status .words")).to_have_text(answer)


def test_resigning_ends_a_game_of_two(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.page.get_by_role("button", name="Resign").click()
    ana.page.locator("dialog").get_by_role("button", name="Resign").click()
    expect(ana.title).to_have_text("You resigned")
    ana.page.get_by_role("button", name="Rematch").click()
    expect(ana.page.locator("table.result")).to_have_count(0)
    expect(ana.page.locator(".g-board")).to_be_visible()
