"""The pages of rules: every picture is there, the scores add up, the puzzles are in reach."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.player import DESKTOP, PHONE, Player
from tests.browser.test_pages import violations


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "en"), (PHONE, "de")])
@pytest.mark.parametrize("edition", ["classic", "duo", "trigon", "junior"])
def test_every_rule_has_its_picture(
    person: Callable[..., Player], edition: str, size: dict[str, int], language: str
) -> None:
    ana = person(size=size, language=language, touch=size == PHONE)
    page = ana.page
    page.goto(f"/rules/{edition}")
    data = ana.context.request.get(f"/api/rules/{edition}").json()
    for name, figure in data["figures"].items():
        shown = page.locator(f"[data-figure={name}]")
        expect(shown.locator("figcaption")).not_to_be_empty()
        expect(shown.locator(".pieces > g")).to_have_count(len(figure["placed"]))
        wrong = figure["tried"]["reason"] is not None
        expect(shown.locator(".ghost-illegal")).to_have_count(int(wrong))
        expect(shown.locator(".ghost-legal")).to_have_count(int(not wrong))
    for name, score in data["scores"].items():
        points = page.locator(f"[data-score={name}] tbody .points")
        wanted = [row["points"] for row in score["colours"]] + list(score["teams"].values())
        texts = [text.replace("−", "-").replace("+", "") for text in points.all_inner_texts()]
        assert [int(text) for text in texts] == wanted
    ana.fits()
    assert violations(page) == []
    puzzle = page.locator(".alone").first
    href = puzzle.get_attribute("href")
    puzzle.click()
    page.wait_for_url(f"**{href}")
    expect(page.locator(".puzzle .slot").first).to_be_visible()
