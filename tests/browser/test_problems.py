"""Problems in the browser: tried, refuted, hinted, rated, and of the day."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from cornerwise.notation import Move
from cornerwise.problems import Problem, problem, problems
from cornerwise.puzzles import daily
from tests.browser.player import PHONE, Player
from tests.browser.problems import attempt, open_problem, type_move
from tests.browser.test_layout import speak
from tests.browser.test_pages import violations

EASY = "duo-3"


def wrong_move(one: Problem) -> Move:
    return next(move for move in one.game.legal_moves if move != one.best)


def where(page: Page) -> str:
    return page.locator(".replay .where").inner_text()


@pytest.mark.parametrize("name", [EASY, "classic_2-3", "trigon_2-3"])
def test_a_wrong_try_is_refuted_and_the_right_one_proved(
    person: Callable[..., Player], name: str
) -> None:
    ana, one = person(), problem(name)
    page, wrong = ana.page, wrong_move(one)
    refutation = one.judge(wrong)
    before = len(one.game.placements)
    open_problem(ana, one)
    expect(ana.pieces).to_have_count(before)
    to_play = str(one.game.to_play).capitalize()
    expect(page.locator(".about")).to_contain_text(f"{to_play} to move. Find the")
    type_move(ana, wrong)
    expect(page.locator(".verdict")).to_contain_text("Not the best move.")
    cost = one.margin - refutation.margin
    expect(page.locator(".verdict")).to_contain_text(re.compile(rf"is {cost} points? better"))
    # The refutation plays by itself to the end of the game.
    last = len(refutation.line)
    expect(page.locator(".replay .where")).to_have_text(f"Move {last} of {last}")
    expect(ana.pieces).to_have_count(before + last)
    page.get_by_role("button", name="To the start").click()
    expect(ana.pieces).to_have_count(before)
    page.get_by_role("button", name="One move on").click()
    expect(ana.pieces).to_have_count(before + 1)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".g-result")).to_be_hidden()
    expect(ana.pieces).to_have_count(before)
    type_move(ana, one.best)
    expect(page.locator(".verdict")).to_contain_text("Right.")
    page.get_by_role("button", name="To the end").click()
    expect(ana.pieces).to_have_count(before + len(one.line))
    page.get_by_role("link", name="Next problem").click()
    expect(page).to_have_url(re.compile(rf"/problem/{one.variant}-\d+$"))
    expect(page).not_to_have_url(re.compile(f"{name}$"))
    expect(page.locator(".slot").first).to_be_visible()


def test_the_page_knows_no_answer_before_a_try(person: Callable[..., Player]) -> None:
    ana, one = person(), problem(EASY)
    said: list[str] = []
    ana.page.on("response", lambda answer: said.append(answer.url))
    open_problem(ana, one)
    assert any(url.endswith(f"/api/problems/{EASY}") for url in said)
    assert not any(re.search("/(try|hint)$", url) for url in said)
    shown = ana.context.request.get(f"/api/problems/{EASY}").json()
    assert str(one.line[0]) not in json.dumps({k: v for k, v in shown.items() if k != "legal"})


def test_a_piece_is_laid_by_keys(person: Callable[..., Player]) -> None:
    ana, one = person(), problem(EASY)
    page = ana.page
    open_problem(ana, one)
    page.keyboard.press(str(min(move.piece.size for move in one.game.legal_moves)))
    expect(page.locator(".ghost-legal")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict .done")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_with_hints(person: Callable[..., Player], language: str) -> None:
    hint = {"en": "Hint", "de": "Hinweis"}[language]
    place = {"en": "Place", "de": "Legen"}[language]
    ana, one = person(size=PHONE, touch=True, language=language), problem(EASY)
    page = ana.page
    open_problem(ana, one)
    ana.fits(all_at_once=True)
    button = page.locator(".g-status").get_by_role("button", name=hint)
    button.tap()
    expect(page.locator(".g-status .words")).to_contain_text(one.best.piece.name)
    expect(page.locator(f".slot.picked[data-piece={one.best.piece.name}]")).to_be_visible()
    button.tap()
    expect(page.locator(".hints .ghost-legal")).to_be_visible()
    expect(button).to_be_disabled()
    assert violations(page) == []
    # Lay it where it is shown: the ghost goes through the spots of the piece.
    page.locator(f".slot[data-piece={one.best.piece.name}]").tap()
    wanted = page.locator(".hints .tint").first.get_attribute("transform")
    shape = page.locator(".hints .tint").first.get_attribute("d")
    page.locator(".cells").focus()
    for _ in range(200):
        ghost = page.locator(".ghost .ghost-legal")
        if (
            ghost.count()
            and ghost.get_attribute("transform") == wanted
            and page.locator(".ghost .under").get_attribute("d") == shape
        ):
            break
        page.keyboard.press("Tab")
    page.locator(".g-bar").get_by_role("button", name=place).tap()
    expect(page.locator(".verdict .done")).to_contain_text(
        {"en": "Right.", "de": "Richtig."}[language]
    )
    ana.fits()
    # What the server tells of the rating may draw the links anew meanwhile.
    page.locator(".goon a, .menu-actions a").last.evaluate("link => link.scrollIntoView()")
    assert violations(page) == []


def glicko(rating: float, deviation: float, opponent: float, score: float) -> tuple[float, float]:
    """One game by the formulas of Glickman's paper, with an opponent of deviation 60."""
    q = math.log(10) / 400
    g = 1 / math.sqrt(1 + 3 * q**2 * 60**2 / math.pi**2)
    expected = 1 / (1 + 10 ** (-g * (rating - opponent) / 400))
    d2 = 1 / (q**2 * g**2 * expected * (1 - expected))
    spread = 1 / (1 / deviation**2 + 1 / d2)
    return rating + q * spread * g * (score - expected), math.sqrt(spread)


def test_the_first_try_counts_for_the_rating(person: Callable[..., Player]) -> None:
    ana, one, other = person(), problem(EASY), problem("duo-30")
    page = ana.page
    rating, deviation = glicko(1200, 250, one.rating, 1)
    attempt(ana, one, one.best)
    expect(page.locator(".verdict")).to_contain_text(
        f"Your rating: {rating:.0f} ± {deviation:.0f} (+{round(rating) - 1200})"
    )
    attempt(ana, one, wrong_move(one))  # no first try any more
    expect(page.locator(".about")).to_contain_text(f"Your rating: {rating:.0f} ± {deviation:.0f}")
    expect(page.locator(".verdict")).not_to_contain_text("Your rating")
    open_problem(ana, other)
    page.locator(".g-actions").get_by_role("button", name="Hint").click()
    expect(page.locator(".g-actions .answer")).to_contain_text(other.best.piece.name)
    rating, deviation = glicko(rating, deviation, other.rating, 0)
    expect(page.locator(".about")).to_contain_text(f"Your rating: {rating:.0f} ± {deviation:.0f}")
    type_move(ana, other.best)
    page.goto("/puzzles")
    expect(page.locator(".problems")).to_contain_text(
        f"Your rating: {rating:.0f} ± {deviation:.0f}"
    )
    kept = page.evaluate("() => JSON.parse(localStorage['cornerwise-problem-rating'])")
    assert math.isclose(kept["rating"], rating)
    assert kept["tries"] == 2


def test_the_verdict_stays_in_another_language(person: Callable[..., Player]) -> None:
    ana, one = person(), problem(EASY)
    attempt(ana, one, one.best)
    laid = len(one.game.placements) + 1
    speak(ana, "de")
    verdict = ana.page.locator(".verdict")
    expect(verdict).to_contain_text("Richtig.")
    expect(verdict).to_contain_text("Deine Wertung")
    expect(ana.pieces).to_have_count(laid)
    expect(ana.page.get_by_role("link", name="Nächste Aufgabe")).to_be_visible()
    ana.page.reload()  # which is to begin anew
    expect(ana.page.locator(".slot").first).to_be_visible()
    expect(verdict.locator(".done")).to_have_count(0)


def test_doubt_grows_while_one_does_not_try(person: Callable[..., Player]) -> None:
    page = person().page
    kept = json.dumps({"rating": 1500, "deviation": 50, "tries": 30, "day": "2025-11-18"})
    page.add_init_script(f"localStorage['cornerwise-problem-rating'] = '{kept}'")
    page.clock.set_fixed_time("2026-11-18T12:00:00")
    page.goto("/puzzles")
    expect(page.locator(".problems")).to_contain_text("Your rating: 1500 ± 110")


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_the_list_of_problems(person: Callable[..., Player], size: dict[str, int] | None) -> None:
    ana = person(size=size, touch=size is not None)
    page, count = ana.page, 4 if size else 6
    page.goto("/puzzles")
    shown = page.locator("[data-problem]")
    expect(shown).to_have_count(count)
    near = sorted(
        (one for one in problems().values() if one.variant == "duo"),
        key=lambda one: (abs(one.rating - 1200), one.number),
    )
    for at, one in enumerate(near[:count]):
        expect(shown.nth(at)).to_have_attribute("data-problem", one.name)
        expect(shown.nth(at).locator(".piece")).to_have_count(len(one.game.placements))
    page.get_by_role("button", name="Show more").click()
    expect(shown).to_have_count(2 * count)
    page.get_by_label("Order of the problems").select_option("easy")
    expect(shown.first).to_have_attribute("data-problem", "duo-1")
    tab = page.locator(".problems .tabs").get_by_role("button", name="Trigon for two")
    tab.click()
    first = next(one for one in problems().values() if one.variant == "trigon_2")
    expect(shown.first).to_have_attribute("data-problem", first.name)
    expect(tab).to_be_focused()
    ana.fits()
    assert violations(page) == []
    page.reload()  # the game is remembered
    expect(shown.first).to_have_attribute("data-problem", re.compile("trigon_2-"))
    shown.first.click()
    expect(page.locator(".slot").first).to_be_visible()


def test_a_problem_is_the_puzzle_of_the_day(person: Callable[..., Player]) -> None:
    day = date(2026, 11, 18)  # a Wednesday
    one = daily(day)
    assert isinstance(one, Problem)
    ana = person()
    page = ana.page
    page.clock.set_fixed_time(f"{day}T12:00:00")
    before = (day - timedelta(days=1)).isoformat()
    page.add_init_script(f"localStorage['cornerwise-days'] ??= '{{\"{before}\": 0}}'")
    page.goto("/puzzles")
    expect(page.locator("h1")).to_contain_text(f"problem {one.number}")
    expect(page.locator(".streak .count")).to_have_text("1 day")
    page.get_by_role("link", name="Solve it").click()
    expect(page.locator(".slot").first).to_be_visible()
    type_move(ana, wrong_move(one))
    page.get_by_role("button", name="Try again").click()
    type_move(ana, one.best)
    page.wait_for_function(f"() => localStorage['cornerwise-days'].includes('{day}')")
    page.get_by_role("link", name="All puzzles").last.click()
    expect(page.locator(".streak .count")).to_have_text("2 days")
    expect(page.get_by_role("link", name="Look at it again")).to_be_visible()


def test_sharing_and_what_is_not_there(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    open_problem(ana, problem(EASY))
    page.locator(".g-actions").get_by_role("button", name="Share").click()
    link = page.get_by_label("Link to the problem").input_value()
    assert link.endswith(f"/problem/{EASY}")
    expect(page.locator("#top nav [aria-current]")).to_have_text("Puzzles")
    assert violations(page) == []
    page.goto("/problem/duo-0")
    expect(page.locator("h1")).to_have_text("This problem cannot be opened")
    expect(page.locator(".page")).to_contain_text("There is no such problem.")
