"""Rated games from their beginning to the ranking, by people who are signed in."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.house import House
from tests.browser.player import ME, OPEN, TALL_PHONE, Player
from tests.patience import PATIENCE
from tests.server.signing import session

CLOCK = {"kind": "live", "minutes": 60, "increment": 0}
Meet = Callable[..., Player]


@pytest.fixture
def signed_in(person: Meet, house: House) -> Meet:
    """Ask for a person with an account."""

    def meet(name: str, **how: Any) -> Player:
        player = person(**how)
        secret = session(house.data, name, "PL")
        player.context.add_cookies([{"name": "session", "value": secret, "url": house.address}])
        return player

    return meet


def play_out(game: str, *people: Player) -> None:
    """Everybody plays without the page until the game is over."""
    while people[0].snapshot(game)["state"]["status"] != "over":
        for player in people:
            player.play_by_protocol(game)


def await_in_list(player: Player, pool: str, name: str) -> None:
    """A list is believed for two seconds after it was read: wait until somebody is in it."""
    end = time.monotonic() + PATIENCE
    while f'"{name}"' not in player.context.request.get(f"/api/ranking/{pool}").text():
        assert time.monotonic() < end, f"{name} is not in the list"


def test_a_rating_stands_whole_beside_a_long_name(signed_in: Meet) -> None:
    narrow = {"width": 1280, "height": 800}
    ana, bo = signed_in("Wolfgang-Amadeus-19"), signed_in("Marta", size=narrow)
    seats = {"blue": ME, "yellow": OPEN}
    made = ana.make("duo", seats, first="blue", clock=CLOCK, rated=True)
    game, key = made["game"]["id"], made["you"]["invite"]
    assert bo.context.request.post(f"/api/games/{game}/join", data={"key": key}).ok
    bo.page.goto(f"/game/{game}")
    rating = bo.page.locator(".seats .rating")
    expect(rating).to_have_text("1400?")
    assert rating.evaluate(
        """one => {
            const { left, right, top, height } = one.getBoundingClientRect();
            return [left + 1, right - 1].every(
                x => document.elementFromPoint(x, top + height / 2) === one); }"""
    )


def row(page: Page, name: str) -> Any:
    return page.locator(".ranking tr", has_text=name)


def test_a_rated_game_of_two_changes_both_ratings(signed_in: Meet) -> None:
    ana, bo = signed_in("Ana"), signed_in("Bo", size=TALL_PHONE, touch=True)
    ana.page.goto("/ranking")
    expect(ana.page.locator(".ranking tr.computer")).to_have_count(9)
    ana.page.get_by_role("link", name="Play a rated game").click()
    ana.page.locator(".newgame select[id]").first.wait_for()
    expect(ana.page.locator("#rated")).to_be_checked()
    ana.page.goto("/new?rated=1&people=open")
    ana.page.get_by_role("button", name="Start game").click()
    ana.page.wait_for_url("**/game/*")
    game = ana.game
    invite = ana.snapshot(game)["you"]["invite"]
    bo.page.goto(f"/game/{game}#join={invite}")
    expect(bo.page.get_by_text("rated", exact=False).first).to_be_visible()
    bo.page.get_by_role("button", name="Take the seat").click()
    expect(ana.page.locator(".seats .rating").first).to_have_text("1400?")
    play_out(game, ana, bo)
    expect(ana.page.locator("table.result")).to_contain_text("rating")
    expect(bo.page.locator("table.result")).to_contain_text("rating")
    changes = ana.context.request.get(f"/api/games/{game}/ratings").json()["seats"]
    after = {seat["seat"]: seat["after"] for seat in changes}
    mine = ana.snapshot(game)["you"]["seats"][0]
    await_in_list(ana, "duo", "Ana")
    ana.page.goto("/ranking/duo")
    expect(row(ana.page, "Ana")).to_contain_text(str(after[mine]))
    expect(ana.page.locator(".ranking aside")).to_contain_text("of 2")
    expect(bo.page.locator("body")).not_to_contain_text("NaN")
    bo.page.goto("/ranking")
    expect(bo.page.locator("tr.you")).to_contain_text("Bo")
    bo.fits()
    bo.page.locator("#find").fill("an")
    bo.page.keyboard.press("Enter")
    expect(bo.page.locator("tr.found")).to_contain_text("Ana")
    bo.page.locator("#find").fill("nobody")
    bo.page.keyboard.press("Enter")
    expect(bo.page.get_by_text("Nobody with this name or rank is in this list.")).to_be_visible()
    bo.page.goto("/")
    expect(bo.page.locator(".toplist .mine")).to_contain_text("Bo")
    expect(bo.page.locator(".toplist .mine")).to_contain_text(re.compile("[12]"))
    ana.page.goto("/lobby")
    expect(ana.page.locator(".people")).to_contain_text(re.compile(r"Bo 1\d{3}\?"))
    for player in (ana, bo):
        assert Axe().run(player.page).response["violations"] == []


def test_who_leaves_a_rated_game_of_four_is_last(signed_in: Meet) -> None:
    people = [signed_in(name) for name in ("Cy", "Di", "Ed", "Flo")]
    first = people[0]
    seats = {"blue": ME, "yellow": OPEN, "red": OPEN, "green": OPEN}
    made = first.make("classic", seats, first="blue", clock=CLOCK, rated=True)
    game, key = made["game"]["id"], made["you"]["invite"]
    for other in people[1:]:
        answer = other.context.request.post(f"/api/games/{game}/join", data={"key": key})
        assert answer.ok, answer.text()
    leaver = people[3]
    for player in (first, leaver):
        player.page.goto(f"/game/{game}")
        expect(player.page.locator(".game")).to_be_visible()
    for _ in range(3):
        for player in people:
            player.play_by_protocol(game)
    leaver.page.get_by_role("button", name="Resign").click()
    expect(leaver.page.get_by_role("dialog")).to_contain_text("you come last")
    leaver.page.get_by_role("button", name="Resign").last.click()
    expect(first.page.locator(".seats")).to_contain_text("Resigned")
    expect(leaver.page.get_by_text("Take the seat back")).to_have_count(0)
    play_out(game, *people[:3])
    expect(first.page.locator("table.result tbody tr").last).to_contain_text("Flo")
    expect(first.page.locator("table.result tbody tr").last).to_contain_text("rating")
    await_in_list(first, "classic-3", "Flo")
    first.page.goto("/ranking/classic-3")
    expect(row(first.page, "Flo")).to_contain_text("−")  # it lost to all, whatever its seat
    expect(row(first.page, "Flo")).to_contain_text("Poland")
