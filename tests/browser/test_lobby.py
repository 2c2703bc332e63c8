"""The lobby with several people, each in a browser of their own."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.accounts import sign_in
from tests.browser.house import House
from tests.browser.player import HERE, ME, OPEN, PHONE, TALL_PHONE, Player

Person = Callable[..., Player]
LOW = {"width": 1280, "height": 600}


def in_lobby(player: Player) -> None:
    player.page.goto("/lobby")
    expect(player.page.get_by_role("button", name="Find a player")).to_be_visible()


def look(player: Player) -> None:
    player.page.get_by_role("button", name="Find a player").click()


def in_game(player: Player) -> str:
    """Wait until a game has begun; returns its id."""
    expect(player.page.locator(".game")).to_be_visible()
    return player.game


@pytest.mark.parametrize("size", [None, TALL_PHONE], ids=["desktop", "phone"])
def test_one_click_on_the_first_page_is_enough(person: Person, size: dict[str, int] | None) -> None:
    ana, bo = person(size=size), person(size=size)
    for player in (ana, bo):
        player.page.goto("/")
        player.page.get_by_role("link", name="Find a player").click()
    assert in_game(ana) == in_game(bo)


def test_two_strangers_find_each_other(person: Person) -> None:
    ana, bo = person(), person()
    for player in (ana, bo):
        in_lobby(player)
    look(ana)
    expect(ana.page.get_by_role("button", name="Stop looking")).to_be_visible()
    look(bo)
    assert in_game(ana) == in_game(bo)
    snapshot = ana.snapshot()
    assert snapshot["state"]["status"] == "playing"
    assert snapshot["game"]["clock"]["kind"] == "live"
    assert len(snapshot["you"]["seats"]) == 1


@pytest.mark.parametrize("size", [PHONE, LOW], ids=["phone", "low window"])
def test_what_is_offered_stays_in_view_and_hides_nothing(
    person: Person, size: dict[str, int]
) -> None:
    ana = person(size=size, language="de")
    page = ana.page
    page.goto("/")
    page.locator("a[href='/lobby#find']").first.click()
    expect(page.locator(".find .gone")).to_be_in_viewport(ratio=1)
    button = page.locator(".offer .button")
    expect(button).to_be_in_viewport(ratio=1)
    last = page.locator(".people + .small")
    last.evaluate("last => last.scrollIntoView({block: 'center'})")
    expect(last).to_be_in_viewport(ratio=1)
    end = last.bounding_box()
    foot = page.locator(".l-foot").bounding_box()
    assert end is not None
    assert foot is not None
    assert end["x"] >= foot["x"] + foot["width"] or end["y"] + end["height"] <= foot["y"]
    page.evaluate("scrollTo(0, 0)")
    button.click()
    in_game(ana)


def test_who_would_be_rated_is_offered_a_guest_before_a_computer(
    person: Person, house: House
) -> None:
    ana, guest = person(), person()
    sign_in(ana, house, "Rated-Ana")
    for player in (ana, guest):
        in_lobby(player)
        look(player)
    expect(ana.page.locator(".offer")).to_contain_text("with Guest. Not rated.")
    expect(guest.page.locator(".offer")).to_contain_text("with Rated-Ana. Not rated.")
    guest.page.locator(".waitrows .rowaction").click()  # as it is, the game would be rated
    expect(guest.page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    for player in (ana, guest):
        player.page.get_by_role("button", name="Play now").click()
    assert in_game(ana) == in_game(guest)
    assert not ana.snapshot()["game"]["rated"]


def test_three_of_four_and_a_computer(person: Person) -> None:
    people = [person() for _ in range(3)]
    for player in people:
        in_lobby(player)
        page = player.page
        page.get_by_label("Classic").check(force=True)
        page.get_by_label("Duo").uncheck(force=True)
        page.get_by_label("4", exact=True).check(force=True)
        page.get_by_label("2", exact=True).uncheck(force=True)
        look(player)
    for player in people:
        expect(player.page.locator(".offer")).to_contain_text("1 computer")
        player.page.get_by_role("button", name="Play now").click()
    games = {in_game(player) for player in people}
    assert len(games) == 1
    seats = people[0].snapshot()["state"]["seats"]
    assert sorted(seat["kind"] for seat in seats) == ["computer", "person", "person", "person"]


def test_ticks_are_remembered_and_missing_ones_are_asked_for(person: Person) -> None:
    ana = person()
    in_lobby(ana)
    page = ana.page
    page.get_by_label("Trigon").check(force=True)
    page.reload()
    expect(page.get_by_label("Trigon")).to_be_checked()
    for name in ("Trigon", "Duo"):
        page.get_by_label(name).uncheck(force=True)
    look(ana)
    expect(page.locator(".findnote")).to_have_text("Tick an edition.")
    expect(page.locator("#wish-rated")).to_be_disabled()
    expect(page.get_by_text("Sign in to be rated.")).to_be_visible()


def test_who_stops_looking_meets_nobody(person: Person) -> None:
    ana, bo = person(), person()
    for player in (ana, bo):
        in_lobby(player)
    look(ana)
    expect(bo.page.locator(".waitrows li")).to_have_count(1)
    ana.page.get_by_role("button", name="Stop looking").click()
    expect(bo.page.locator(".waitrows li")).to_have_count(0)


def test_an_open_game_is_listed_and_joined_with_one_click(person: Person) -> None:
    ana, bo, cy = person(), person(), person()
    ana.page.goto("/new?people=open&listed&edition=duo")
    expect(ana.page.get_by_label("Show in the lobby")).to_be_checked()
    ana.page.locator(".start .primary").click()
    expect(ana.page.locator(".game")).to_be_visible()
    in_lobby(bo)
    bo.page.get_by_role("button", name="Play with Guest").click()
    assert in_game(bo) == ana.game
    in_lobby(cy)  # and is there to watch
    cy.page.locator(f"a[href='/game/{ana.game}']").click()
    assert in_game(cy) == ana.game
    assert cy.snapshot()["you"]["seats"] == []


def test_games_with_a_link_only_are_not_listed(person: Person) -> None:
    ana, bo = person(), person()
    ana.open("duo", {"blue": ME, "yellow": HERE})
    private = ana.game
    in_lobby(bo)
    expect(bo.page.locator(".l-there .empty").first).to_be_attached()
    assert bo.page.locator(f"a[href='/game/{private}']").count() == 0


def test_a_challenge_is_declined_with_a_reason_and_then_accepted(
    person: Person, house: House
) -> None:
    ana, bo = person(), person()
    sign_in(ana, house, "Ana")
    sign_in(bo, house, "Bo")
    for player in (ana, bo):
        in_lobby(player)

    def challenge() -> None:
        ana.page.get_by_role("button", name="Challenge Bo").click()
        ana.page.get_by_role("dialog").get_by_role("button", name="Challenge").click()
        expect(bo.page.locator(".challenges")).to_contain_text("Ana challenges you.")

    challenge()
    bo.page.get_by_role("button", name="Decline").click()
    bo.page.get_by_role("button", name="The clock is too fast.").click()
    expect(ana.page.locator(".challenges")).to_contain_text("Bo: The clock is too fast.")
    ana.page.get_by_role("button", name="All right").click()
    challenge()
    bo.page.get_by_role("button", name="Accept").click()
    assert in_game(ana) == in_game(bo)
    snapshot = ana.snapshot()
    assert sorted(seat["account"] for seat in snapshot["state"]["seats"]) == ["Ana", "Bo"]
    assert snapshot["game"]["rated"]


def test_a_challenge_says_whether_its_rival_can_see_it(person: Person, house: House) -> None:
    ana, bo = person(), person()
    sign_in(ana, house, "Asking-Ana")
    sign_in(bo, house, "Absent-Bo")
    page = ana.page
    page.goto("/@/Absent-Bo")
    page.get_by_role("link", name="Challenge Absent-Bo").click()
    page.get_by_role("dialog").get_by_role("button", name="Challenge").click()
    away = page.get_by_text("Absent-Bo is not here right now.")
    expect(away).to_be_visible()
    in_lobby(bo)
    expect(away).to_have_count(0)
    expect(page.locator(".challenges")).to_contain_text("You have challenged Absent-Bo.")


def test_names_of_those_online_stay_whole_and_lead_to_profiles(
    person: Person, house: House
) -> None:
    ana, bo = person(language="pt"), person()
    sign_in(bo, house, "Wolfgang-Amadeus-20")
    in_lobby(bo)
    page = ana.page
    page.goto("/lobby")
    name = page.locator(".people .who")
    expect(name).to_have_text("Wolfgang-Amadeus-20")
    for width in (360, 768, 1200, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        box = name.locator("b").bounding_box()
        assert box is not None
        assert box["height"] < 30, width  # one line
    name.click()
    expect(page.locator("h1")).to_contain_text("Wolfgang-Amadeus-20")


def test_a_rematch_waits_for_who_has_left(person: Person) -> None:
    ana, bo = person(), person()
    made = ana.make("duo", {"blue": ME, "yellow": OPEN})
    game, key = made["game"]["id"], made["you"]["invite"]
    bo.context.request.post(f"/api/games/{game}/join", data={"key": key, "name": "Bo"})
    bo.page.goto("/")
    ana.page.goto(f"/game/{game}")
    seq = ana.snapshot()["state"]["seq"]
    for step, kind in enumerate(("resign", "rematch"), 1):
        act = {"type": kind, "seq": seq + step}
        assert ana.context.request.post(f"/api/games/{game}/actions", data=act).ok
    ana.page.locator(".notice").get_by_role("button", name="To the rematch").click()
    expect(ana.page.get_by_text("The game waits for Bo.")).to_be_visible()
    expect(bo.page.locator(".challenges")).to_contain_text("Ana would like to play again.")
    bo.page.get_by_role("button", name="Accept").click()
    assert in_game(bo) != game
    assert bo.snapshot()["game"]["rematch_of"] == game


def test_what_is_over_is_looked_at_and_not_watched(person: Person) -> None:
    ana = person()
    game = ana.given_up("duo", {"blue": ME, "yellow": HERE})
    (summary,) = (
        one for one in ana.context.request.get("/api/games").json()["games"] if one["id"] == game
    )
    lobby = ana.context.request.get("/api/lobby").json()
    lobby["live"] = {"count": 0, "games": [], "finished": [summary]}
    ana.page.route_web_socket(
        "**/api/lobby/socket", lambda line: line.send(json.dumps({**lobby, "type": "lobby"}))
    )
    ana.page.goto("/")
    expect(ana.page.locator(".liverow")).to_contain_text("Look at it")
    expect(ana.page.locator(".liverow")).not_to_contain_text("Watch")
