"""An edition from elsewhere in the browser: chosen, played, its rules read, in two languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests import toy
from tests.browser.house import House
from tests.browser.player import DESKTOP, PHONE, Player
from tests.browser.test_layout import LAYOUT
from tests.browser.test_pages import violations


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose environment names the file of docs/new-edition.md."""
    with toy.added(tmp_path_factory.mktemp("toy")):
        running = House(tmp_path_factory.mktemp("games"))
        yield running
        running.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_it_is_chosen_on_the_first_page_and_played(
    person: Callable[..., Player], size: dict[str, int]
) -> None:
    ana = person(size=size, touch=size == PHONE)
    page = ana.page
    page.goto("/")
    page.locator(".edition", has_text="Trio").click()
    if size == DESKTOP:
        expect(page.locator(".show")).to_contain_text("Trio: three colours on a small board.")
    assert page.evaluate(LAYOUT) == []
    page.get_by_role("button", name="Play the computer").click()
    page.wait_for_url("**/game/*")
    assert ana.snapshot()["game"]["variant"] == "trio"
    # Eleven pieces lie in the tray, those twice that a colour has twice.
    expect(page.locator(".slot")).to_have_count(11)
    expect(page.locator(".slot[data-piece=V3]")).to_have_count(2)
    expect(page.locator("[role=option]")).to_have_count(8)
    while ana.snapshot()["state"]["seat"] not in ana.snapshot()["you"]["seats"]:
        page.wait_for_timeout(20)
    before = ana.in_step()
    page.locator(".slot[data-piece=V3]").last.click()  # the second one serves as well
    page.locator("body").press("Tab")
    page.locator("body").press("Enter")
    page.wait_for_function(
        "before => document.querySelectorAll('.board-svg .pieces > .piece').length > before",
        arg=before,
    )
    expect(page.locator(".slot[data-piece=V3]")).to_have_count(1)
    expect(page.locator(".slot.used")).to_have_count(1)


def test_a_whole_game_ends_with_its_own_score(person: Callable[..., Player]) -> None:
    ana = person()
    seats = {"blue": {"kind": "me"}, "yellow": {"kind": "here"}, "red": {"kind": "here"}}
    ana.open("trio", seats, first="blue")
    ana.type_move()
    ana.type_move()
    ana.finish()
    expect(ana.page.locator("table.result")).to_contain_text("double score")
    assert ana.page.evaluate(LAYOUT) == []
    ana.page.goto("/games")
    expect(ana.page.locator(".games li")).to_have_count(1)
    expect(ana.page.locator(".games li")).to_contain_text("Trio")


def test_a_new_game_tells_what_it_is(person: Callable[..., Player]) -> None:
    page = person(language="de").page
    page.goto("/new?edition=trio")
    expect(page.locator(".newgame")).to_contain_text("13 mal 11 Felder, 3 Spieler")
    expect(page.locator(".newgame")).to_contain_text("hat ein eigenes Startfeld.")
    expect(page.locator(".seatrow")).to_have_count(3)
    expect(page.locator("#starts, #scoring-double, #touch")).to_have_count(0)
    page.locator("#colour").select_option("red")
    expect(page.locator(".start p").first).to_contain_text("Du spielst Rot.")
    expect(page.get_by_role("group", name="Blau")).to_contain_text("oben links")
    assert page.evaluate(LAYOUT) == []


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "en"), (PHONE, "de")])
def test_its_rules_follow_from_board_and_pieces(
    person: Callable[..., Player], size: dict[str, int], language: str
) -> None:
    ana = person(size=size, language=language, touch=size == PHONE)
    page = ana.page
    page.goto("/rules/trio")
    told = {
        "en": (
            "The board has 143 spaces. 3 of them are starting spaces.",
            "Each colour has 11 pieces of 1 to 5 squares.",
            "The colours take turns: blue, yellow, red.",
            "Your first piece covers your own starting space.",
            "−2 for each square left; +10 for placing all.",
            "Head for the middle: two others want it, too.",
        ),
        "de": ("143 Felder", "11 Steine", "−2 für jedes übrige Quadrat", "Zieh früh zur Mitte"),
    }
    for text in told[language]:
        expect(page.locator(".rules")).to_contain_text(text)
    expect(page.locator(".set svg")).to_have_count(11)
    ana.fits()
    assert violations(page) == []
