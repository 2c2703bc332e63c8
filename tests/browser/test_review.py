"""The review of a game, and learning from its mistakes, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from cornerwise import random_game
from cornerwise.tables import tables_of
from cornerwise.variants import EDITIONS
from tests.browser.player import COMPUTER, HERE, ME, TALL_PHONE, Player
from tests.browser.test_pages import violations

DUO = {"blue": ME, "yellow": COMPUTER}


def reviewed(ana: Player, game: str) -> dict[str, Any]:
    """Wait until a review is done, and look at it past the page."""
    expect(ana.page.locator(".r-foot")).to_be_visible()
    found: dict[str, Any] = ana.context.request.get(f"/api/games/{game}/review").json()
    assert found["status"] == "done"
    return found


def hints(page: Page) -> Locator:
    return page.locator(".board-svg .hints > g")


def cells_of(placement: int, edition: str = "duo") -> str:
    tables = tables_of(EDITIONS[edition])
    return ",".join(tables.board.cell_names[cell] for cell in tables.cells[placement])


def test_a_review_leads_through_the_game(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    game = ana.given_up("duo", DUO)
    page.goto(f"/game/{game}")
    page.get_by_role("link", name="Review", exact=True).click()  # one press, and it is made
    found = reviewed(ana, game)
    assert found["seat"] == "blue"
    expect(page.locator(".r-summary")).to_contain_text("You left the game.")
    rows = page.locator(".r-list > li")
    assert set(found["errors"]) <= {int(row.get_attribute("data-move") or 0) for row in rows.all()}

    # It opens at the dearest turning point: the better move as a ghost, the one made as a line.
    dearest = max(
        (found["moves"][number - 1] for number in found["turning_points"]),
        key=lambda move: float(move["loss"]),
    )
    here = page.locator(".r-list .here")
    expect(here).to_have_attribute("data-move", str(dearest["number"]))
    expect(page.locator(".hints .ghost-legal")).to_have_count(1)
    expect(page.locator(".hints .made-shape")).to_have_count(1)
    expect(ana.pieces).to_have_count(dearest["number"] - 1)
    expect(here.locator(".mark-sign")).to_contain_text(dearest["mark"].capitalize())

    # A reason is drawn while it is pointed at, and stays when it is picked.
    reason = here.locator("button.reason").first
    areas = page.locator(".board-svg .area")
    expect(areas).to_have_count(0)
    reason.hover()
    expect(areas).to_have_count(1)
    reason.click()
    page.locator("h1").hover()
    expect(areas).to_have_count(1)
    reason.click()
    page.locator("h1").hover()
    expect(areas).to_have_count(0)

    # A plays the line of the better move, arrows go through it, Escape leaves it.
    line = dearest["alternatives"][0]["line"]
    page.locator("h1").click()
    page.keyboard.press("a")
    expect(ana.pieces).to_have_count(dearest["number"])
    expect(hints(page)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(ana.pieces).to_have_count(dearest["number"] + min(1, len(line) - 1))
    page.keyboard.press("Escape")
    expect(ana.pieces).to_have_count(dearest["number"] - 1)

    # Arrows, the chart and the numbers lead through the game.
    page.get_by_role("button", name="To the start").click()
    expect(ana.pieces).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay .where")).to_have_text(f"Move 1 of {found['all']}")
    page.get_by_role("button", name="Turning point 1").click()
    expect(here).to_have_attribute("data-move", str(found["turning_points"][0]))
    box = page.locator(".chart-svg").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 40)
    expect(page.locator(".replay .where")).to_have_text(f"Move {found['all']} of {found['all']}")

    # The chart in words, the marks in words, everybody's accuracy.
    table = page.locator(".chart table tbody tr")
    assert table.count() == found["all"] + 1
    page.get_by_role("radio", name="Points expected").check()
    expect(page.locator(".chart .course")).to_have_count(2)
    page.locator(".r-all summary").click()
    signs = page.locator(".marked-moves .mark-sign .unseen").all_text_contents()
    assert len(signs) == found["all"]
    assert {"Best move", "Blunder", "Mistake", "Inaccuracy", "Good move"} >= set(signs)
    accuracy = page.locator(".accuracy tbody tr").first.locator("td").first
    expect(accuracy).to_have_text(str(round(found["accuracy"]["blue"])))
    assert violations(page) == []


def test_mistakes_come_back_and_are_put_right(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    game = ana.given_up("duo", DUO, own=2)
    page.goto(f"/review/{game}")
    page.get_by_role("button", name="Review this game").click()
    found = reviewed(ana, game)
    page.get_by_role("link", name="Learn from your mistakes").click()
    errors = [found["moves"][number - 1] for number in found["errors"]]
    expect(page.locator("h1")).to_have_text(f"Position 1 of {len(errors)}")
    assert violations(page) == []

    # The move that was made is wrong again, and is answered on the board.
    expect(ana.pieces).to_have_count(errors[0]["number"] - 1)
    ana.typing.fill(cells_of(errors[0]["placement"]))
    page.keyboard.press("Enter")
    way = page.locator(".retry .way")
    expect(way).to_contain_text("Compared with the best move")
    expect(page.locator(".hints .made-shape")).to_have_count(1)
    expect(page.locator(".hints .c-yellow")).to_have_count(1)
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()

    # The best move is right.
    ana.typing.fill(cells_of(errors[0]["alternatives"][0]["placement"]))
    page.keyboard.press("Enter")
    expect(way).to_contain_text("Right: this is the best move.")
    expect(ana.pieces).to_have_count(errors[0]["number"])
    for at in range(1, len(errors) + 1):
        page.get_by_role(
            "button", name="Next" if at < len(errors) else "Finish", exact=True
        ).click()
        if at < len(errors):
            expect(page.locator("h1")).to_have_text(f"Position {at + 1} of {len(errors)}")
            page.get_by_role("button", name="Show me").click()
            expect(way).to_contain_text("The best move is")
            expect(page.locator(".hints .ghost-legal")).to_have_count(1)
    expect(page.locator("h1")).to_contain_text("You found 1 better move")
    page.get_by_role("link", name="To the review").first.click()
    expect(page.locator(".r-summary .lead")).to_be_visible()


def test_on_a_phone_in_german(person: Callable[..., Player]) -> None:
    ana = person(size=TALL_PHONE, touch=True, language="de", theme="dark")
    page = ana.page
    game = ana.given_up("trigon_2", {"blue+red": ME, "yellow+green": COMPUTER}, own=4)
    page.goto("/games")
    page.get_by_role("link", name="Rückblick").tap()
    found = reviewed(ana, game)
    ana.fits()
    expect(page.locator(".r-summary .lead")).to_be_visible()
    assert "url(" in page.locator(".area-band").first.evaluate("e => getComputedStyle(e).fill")
    row = page.locator(f".r-list [data-move='{found['errors'][0]}'] .review-row")
    row.scroll_into_view_if_needed()
    row.tap()
    board = page.locator(".r-board")
    expect(board).to_be_in_viewport()  # it stays where the words go by
    expect(page.locator(".hints .ghost-legal")).to_have_count(1)
    page.locator(".here .line-move").nth(1).tap()
    expect(ana.pieces).to_have_count(found["errors"][0] + 1)
    assert violations(page) == []

    page.get_by_role("link", name="Lerne aus deinen Fehlern").tap()
    expect(page.locator(".retry .rule")).to_contain_text("Finde einen besseren Zug.")
    ana.fits(all_at_once=True)
    page.locator(".slot:not(.stuck, .used)").last.tap()
    page.locator(".g-bar .place").tap()
    page.wait_for_function(
        """() => /Gewinnchance|Richtig|Punkte/.test(
            document.querySelector('.retry .way')?.textContent ?? '')"""
    )
    ana.fits(all_at_once=True)
    assert violations(page) == []


def test_at_one_screen_one_chooses_whose_moves(
    person: Callable[..., Player],
) -> None:
    ana = person()
    page = ana.page
    game = ana.given_up("duo", {"blue": ME, "yellow": HERE}, own=6)
    page.goto(f"/review/{game}#make")
    assert reviewed(ana, game)["seat"] is None
    learn = page.locator(".r-foot .learn")
    expect(learn).to_have_text("Learn from the mistakes")
    page.get_by_label("Whose moves").select_option("Yellow")
    expect(learn).to_have_text("Learn from your mistakes")
    assert str(learn.get_attribute("href")).endswith("/learn?seat=yellow")
    theirs = ana.context.request.get(f"/api/games/{game}/review?seat=yellow").json()
    rows = {int(row.get_attribute("data-move") or 0) for row in page.locator(".r-list > li").all()}
    assert set(theirs["errors"]) <= rows
    assert {theirs["moves"][number - 1]["seat"] for number in theirs["errors"]} == {"yellow"}


def test_who_made_no_mistake_is_told_so_and_plays_again(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page

    def without_mistakes(route: Route) -> None:
        found = route.fetch().json()
        route.fulfill(json=found | {"errors": [], "turning_points": [], "closest": 1})

    game = ana.given_up("duo", DUO, own=2)
    page.goto(f"/review/{game}#make")
    reviewed(ana, game)
    page.route("**/api/games/*/review*", without_mistakes)
    page.goto(f"/review/{game}")
    expect(page.get_by_role("heading", name="No move cost you much")).to_be_visible()
    expect(page.get_by_text("The closest decision")).to_be_visible()
    expect(page.locator(".r-list > li").first).to_have_attribute("data-move", "1")
    expect(page.locator(".r-foot .learn")).to_have_count(0)  # there is nothing to learn from
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".slot").first).to_be_visible()
    assert game not in page.url


@pytest.mark.parametrize("name", ["classic_3", "classic_teams", "trigon"])
def test_records_of_every_kind_are_shown_to_everybody(
    person: Callable[..., Player], name: str
) -> None:
    ana = person()
    record = random_game(name, seed=2, plies=14).to_json()
    answer = ana.context.request.post("/api/import", data=record).json()
    game = answer["game"]["id"]
    ana.page.goto(f"/review/{game}#make")
    found = reviewed(ana, game)
    assert found["seat"] is None
    expect(ana.page.get_by_role("link", name="Learn from the mistakes")).to_be_visible()
    sides = 2 if name == "classic_teams" else 3 if name == "classic_3" else 4
    expect(ana.page.locator(".area-band")).to_have_count(sides)
    expect(ana.page.locator(".r-list .here")).to_be_visible()


def test_what_cannot_be_reviewed_says_so(person: Callable[..., Player]) -> None:
    ana = person()
    running = ana.make("duo", DUO, first="blue")["game"]["id"]
    ana.page.goto(f"/review/{running}")
    expect(ana.page.locator(".r-summary")).to_contain_text("Only a finished game")
    game = ana.given_up("duo", DUO, own=1)
    ana.page.goto(f"/review/{game}/learn")
    expect(ana.page.get_by_text("The game must be reviewed first.")).to_be_visible()
    ana.page.goto("/review/nothing")
    expect(ana.page.locator("h1")).to_be_visible()
