"""The page for a new game: what it says will happen, what it asks for, and that all of it fits."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player

SIZES = [(360, 640), (768, 1024), (1024, 768), (1280, 800), (1440, 900)]
CLIPPED = """() => {
  const texts = ["button", "label span", "b", "h2"].map((one) => `.newgame ${one}`).join();
  const wide = (one) => one.scrollWidth > one.clientWidth + 1;
  return [...document.querySelectorAll(texts)]
    .filter((one) => wide(one) && getComputedStyle(one).display !== "inline")
    .map((one) => one.textContent);
}"""


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_button_is_in_sight_and_nothing_is_clipped(
    person: Callable[..., Player], language: str
) -> None:
    page = person().page
    page.goto("/new?edition=classic")
    chooser = page.locator("select", has=page.locator(f"option[value={language}]")).first
    chooser.select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    for edition in ("classic", "trigon"):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"/new?edition={edition}")
            expect(page.locator(".start .primary")).to_be_in_viewport(ratio=1)
            where = (edition, width, language)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
            assert page.evaluate(CLIPPED) == [], where


def test_colours_and_who_begins_are_drawn_or_chosen(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    foot = page.locator(".newgame .start p").first
    page.goto("/new?edition=duo")
    expect(foot).to_contain_text("Who plays which colour, and who begins, is drawn by lot.")
    page.goto("/new?edition=classic")
    expect(foot).to_contain_text("Who plays which colour is drawn by lot. Blue begins.")
    expect(page.get_by_role("group", name="Player 2")).to_contain_text("Colour by lot")
    with page.expect_request("**/api/games") as asked:
        page.get_by_role("button", name="Start game").click()
    body = asked.value.post_data_json or {}
    assert (body["colours"], body["first"]) == ("lot", "blue")
    page.wait_for_url("**/game/*")

    page.goto("/new?edition=classic")
    page.get_by_label("Your colour").select_option("red")
    expect(foot).to_contain_text("You play red. Blue begins.")
    expect(page.get_by_role("group", name="Yellow")).to_contain_text("Yellow, level")
    page.get_by_label("Who begins").select_option("red")
    expect(foot).to_contain_text("You play red. Red begins.")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/game/*")
    shown = ana.snapshot()
    assert shown["you"]["seats"] == ["red"]
    assert shown["game"]["colours"][0] == "red"

    # The spare colour is not among those that may begin.
    page.goto("/new?edition=classic")
    page.get_by_role("radio", name="3 players").check()
    values = (
        page.get_by_label("Who begins")
        .locator("option")
        .evaluate_all("all => all.map((one) => one.value)")
    )
    assert values == ["lot", "blue", "yellow", "red"]
