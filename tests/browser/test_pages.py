"""Every page: languages, accessibility, weight; and what comes after a game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from cornerwise.server.page.i18n import LANGUAGES
from tests.browser.player import COMPUTER, HERE, ME, OPEN, PHONE, Player
from tests.browser.test_start import is_later

PAGES = ["/", "/new?edition=classic", "/new?edition=trigon&people=open", "/games", "/import"]
PAGES += ["/settings", "/lobby", "/nowhere", "/game/nosuchgame", "/ranking"]
RULES = ["/rules/classic", "/rules/duo", "/rules/trigon"]


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{page.url} {one['id']}: {one['nodes'][0]['html'][:160]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", None), ("dark", None), ("light", PHONE), ("dark", PHONE)],
    ids=["light", "dark", "phone-light", "phone-dark"],
)
def test_no_serious_violation(
    person: Callable[..., Player], theme: str, size: dict[str, int] | None
) -> None:
    ana = person(theme=theme, size=size, touch=size is not None)
    found = []
    for path in [*PAGES, *RULES]:
        ana.page.goto(path)
        expect(ana.page.locator("h1")).to_be_visible()
        found += violations(ana.page)
    ana.open("classic", {"blue": ME, "yellow": OPEN, "red": COMPUTER, "green": OPEN})
    found += violations(ana.page)
    for variant in ("classic_2", "trigon_2"):
        ana.open(variant, {"blue+red": ME, "yellow+green": COMPUTER}, first="blue")
        expect(ana.page.locator(".g-me .name")).to_be_visible()
        found += violations(ana.page)
    game = ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.page.keyboard.press("5")
    expect(ana.page.locator(".ghost-legal")).to_be_visible()
    found += violations(ana.page)
    ana.page.locator("[aria-label=Menu]:visible").first.click()
    found += violations(ana.page)
    ana.page.get_by_role("button", name="Close").click()
    ana.finish(game)
    expect(ana.page.locator("table.result")).to_be_visible()
    found += violations(ana.page)
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(person: Callable[..., Player], language: str) -> None:
    ana = person(language=language, size=PHONE, touch=True)
    page = ana.page
    for path in [*PAGES, *RULES]:
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("main")).not_to_contain_text("{")
        ana.fits()
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    expect(page.locator(".g-me .name")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("{")
    ana.fits()


def test_the_language_is_switched_and_remembered(person: Callable[..., Player]) -> None:
    ana = person(language="en")
    ana.page.goto("/")
    ana.page.get_by_role("button", name="Deutsch").click()
    expect(ana.page.locator("h1")).to_have_text("Ecke an Ecke. Seiten nie.")
    ana.page.goto("/rules")
    expect(ana.page.locator("html")).to_have_attribute("lang", "de")


def test_the_first_page_is_light(person: Callable[..., Player]) -> None:
    ana = person()
    session = ana.context.new_cdp_session(ana.page)
    session.send("Network.enable")
    addresses: dict[str, str] = {}
    sizes: list[int] = []

    def finished(event: dict[str, Any]) -> None:
        if not is_later(addresses.get(event["requestId"], "")):
            sizes.append(event["encodedDataLength"])

    session.on(
        "Network.requestWillBeSent",
        lambda event: addresses.update({event["requestId"]: event["request"]["url"]}),
    )
    session.on("Network.loadingFinished", finished)
    ana.page.goto("/")
    expect(ana.page.get_by_role("button", name="Play the computer")).to_be_visible()
    ana.page.wait_for_load_state("networkidle")
    assert len(sizes) > 5
    assert sum(sizes) <= 85_000


def test_themes_follow_the_system_and_the_button(person: Callable[..., Player]) -> None:
    ana = person(theme="dark")
    ana.page.goto("/")
    body, dark, light = ana.page.locator("body"), "rgb(17, 22, 26)", "rgb(233, 237, 235)"
    expect(body).to_have_css("background-color", dark)
    ana.page.get_by_role("button", name="Light theme").click()
    expect(body).to_have_css("background-color", light)
    ana.page.reload()
    expect(body).to_have_css("background-color", light)


def test_after_the_game(person: Callable[..., Player], tmp_path: Path) -> None:
    ana = person()
    game = ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    ana.finish()
    page = ana.page
    moves = ana.moves()
    expect(page.locator(".replay .where")).to_have_text(f"Move {moves} of {moves}")
    page.keyboard.press("ArrowLeft")
    expect(ana.pieces).to_have_count(moves - 1)
    page.get_by_role("button", name="To the start").click()
    expect(ana.pieces).to_have_count(0)
    page.get_by_label("Move", exact=True).fill("3")
    expect(ana.pieces).to_have_count(3)

    page.get_by_role("button", name="Save or share").click()
    expect(page.get_by_label("Link to the game")).to_have_value(page.url)
    with page.expect_download() as download:
        page.get_by_role("link", name="Game record").click()
    record = tmp_path / "game.blksgf"
    download.value.save_as(record)
    for name, start in (("Drawing (SVG)", b"<svg"), ("Picture (PNG)", b"\x89PNG")):
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        download.value.save_as(tmp_path / "picture")
        assert start in (tmp_path / "picture").read_bytes()[:200]

    page.goto("/import")
    page.get_by_label("Text of the record").fill("nonsense")
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".error")).to_contain_text("This record cannot be read (line 1")
    page.locator("input[type=file]").set_input_files(record)
    expect(ana.pieces).to_have_count(moves)
    expect(page).to_have_url(re.compile(r"/game/[\w-]+$"))
    assert ana.game != game

    page.goto("/games")
    expect(page.locator(".gamerow").first).to_be_visible()


def test_a_rematch_swaps_the_order(person: Callable[..., Player]) -> None:
    ana = person()
    game = ana.open("duo", {"blue": {"kind": "me", "name": "Ana"}, "yellow": COMPUTER})
    ana.finish()
    ana.page.get_by_role("button", name="Rematch").click()
    expect(ana.page.locator(".g-me")).to_be_visible()
    expect(ana.page).not_to_have_url(re.compile(game))
    seats = {seat["name"]: seat["player"] for seat in ana.snapshot()["state"]["seats"]}
    assert seats["yellow"] == "Ana"


def test_clocks_run(person: Callable[..., Player]) -> None:
    ana = person()
    clock = {"kind": "live", "minutes": 0.5, "increment": 0}
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue", clock=clock)
    expect(ana.page.locator(".g-me .clock")).to_have_text(re.compile(r"0:[012]\d"))
    expect(ana.page.locator(".g-me .clock")).to_have_class("clock low")


def test_settings_that_cannot_be_read_do_no_harm(person: Callable[..., Player]) -> None:
    ana = person()
    spoilt = json.dumps("}{")
    ana.page.add_init_script(f"localStorage.cornerwise = {spoilt}")
    ana.page.goto("/")
    expect(ana.page.get_by_role("button", name="Play the computer")).to_be_visible()


def test_settings_are_one_page_and_the_menu_shows_the_same(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    page.goto("/")
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    page.get_by_label("Theme", exact=True).select_option("dark")
    expect(page.locator("body")).to_have_css("background-color", "rgb(17, 22, 26)")
    page.get_by_role("button", name="Light theme").click()
    expect(page.get_by_label("Theme", exact=True)).to_have_value("light")
    page.get_by_role("switch", name="Coordinates").click()
    page.get_by_role("switch", name="Sounds").click()
    page.locator("#set-language").focus()
    page.locator("#set-language").select_option("de")
    expect(page.get_by_role("heading", name="Einstellungen", level=1)).to_be_visible()
    expect(page.locator("#set-language")).to_be_focused()
    page.locator("#set-language").select_option("en")
    page.locator("#set-language").select_option("")
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()

    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    expect(page.locator(".board-svg .labels text")).to_have_count(0)
    page.locator("[aria-label=Menu]:visible").first.click()
    menu = page.locator("dialog")
    expect(menu.get_by_role("switch", name="Sounds")).not_to_be_checked()
    expect(menu.get_by_role("switch", name="Coordinates")).not_to_be_checked()
    menu.get_by_role("switch", name="Coordinates").click()
    expect(page.locator(".board-svg .labels text")).not_to_have_count(0)
    menu.get_by_role("link", name="Settings").click()
    expect(page).to_have_url(re.compile("/settings$"))
    expect(page.get_by_role("switch", name="Coordinates")).to_be_checked()


def test_where_nothing_is_there_are_ways_on(person: Callable[..., Player]) -> None:
    ana = person(language="de")
    page = ana.page
    for path, title in (
        ("/nowhere/at/all", "Hier ist nichts"),
        ("/game/nosuchgame", "Diese Partie gibt es nicht"),
    ):
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        expect(page.locator("#top nav a")).not_to_have_count(0)
        page.locator("main").get_by_role("link", name="Neue Partie").click()
        expect(page).to_have_url(re.compile("/new$"))
    game = ana.make("duo", {"blue": ME, "yellow": OPEN})["game"]["id"]
    page.goto(f"/game/{game}#seat=wrong")
    page.get_by_role("link", name="Zuschauen").click()
    expect(page.locator(".game")).to_be_visible()


def test_my_games_show_the_board_and_the_result_and_can_be_deleted(
    person: Callable[..., Player],
) -> None:
    ana = person()
    page = ana.page
    over = ana.make("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")["game"]["id"]
    ana.finish(over)
    going = ana.make("classic", {"blue": ME, "yellow": HERE, "red": HERE, "green": HERE})
    for _ in range(4):
        ana.play_by_protocol(going["game"]["id"])
    for _ in range(45):
        made = ana.make("duo", {"blue": ME, "yellow": HERE}, first="blue")["game"]["id"]
        resign = {"type": "resign", "seq": 1, "seat": "blue"}
        ana.context.request.post(f"/api/games/{made}/actions", data=resign)
    page.goto("/games")
    rows = page.locator(".games li")
    first = rows.first
    expect(first.locator(".picture .pieces > .piece")).to_have_count(4)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(rows).to_have_count(47)  # the rest comes as one scrolls
    mine = page.locator(f"li:has(a[href='/game/{over}'])")
    mine.scroll_into_view_if_needed()
    expect(mine.locator(".picture .pieces > .piece")).to_have_count(
        len(ana.snapshot(over)["moves"])
    )
    state = ana.snapshot(over)["state"]
    points = state["scores"]["advanced"]["seats"]
    own, other = (f"{points[s]:+}".replace("-", "\u2212") for s in ("blue", "yellow"))
    won = {("blue",): "You win", ("yellow",): "You lose"}.get(tuple(state["winners"]), "A tie")
    expect(mine.locator(".state")).to_contain_text(won)
    expect(mine.locator(".state")).to_contain_text(own)
    if won != "A tie":
        expect(mine.locator(".state")).to_contain_text(other)

    mine.get_by_role("button", name="Delete").click()
    expect(mine).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(mine).to_have_count(1)
    mine.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Deleted from your list.")).to_be_visible()
    first.get_by_role("button", name="Give up").click()
    page.locator("dialog").get_by_role("button", name="Keep the game").click()
    first.get_by_role("button", name="Give up").click()
    page.locator("dialog").get_by_role("button", name="Give up").click()
    expect(page.locator(f"a[href='/game/{going['game']['id']}']")).to_have_count(0)
    page.reload()
    expect(rows).to_have_count(40)
    expect(mine).to_have_count(0)
    expect(page.locator(f"a[href='/game/{going['game']['id']}']")).to_have_count(0)
    assert ana.snapshot(going["game"]["id"])["state"]["ended"] == "resigned"


def test_my_games_begin_with_those_that_wait_for_me(person: Callable[..., Player]) -> None:
    ana, bo = person(), person()
    mine = ana.make("classic", {"blue": ME, "yellow": HERE, "red": HERE, "green": HERE})
    waiting = ana.make("duo", {"blue": ME, "yellow": OPEN})["game"]["id"]
    theirs = ana.make("duo", {"blue": ME, "yellow": OPEN}, first="yellow")
    key = {"key": theirs["you"]["invite"], "seat": "yellow", "name": "Bo"}
    assert bo.context.request.post(f"/api/games/{theirs['game']['id']}/join", data=key).ok
    page = ana.page
    page.goto("/games")
    rows = page.locator(".games li")
    expect(rows.locator(".state")).to_have_text(["Your turn", "Bo to move", "Waiting for players"])
    expect(rows.first.locator("a")).to_have_attribute("href", f"/game/{mine['game']['id']}")
    expect(rows.last.locator(".who")).to_have_text("Yellow, open seat")
    rows.last.get_by_role("button", name="Leave").click()
    page.locator("dialog").get_by_role("button", name="Leave").click()
    expect(page.locator(f"a[href='/game/{waiting}']")).to_have_count(0)


def test_a_record_is_chosen_in_the_words_of_the_page_or_dropped(
    person: Callable[..., Player],
) -> None:
    page = person(language="pl").page
    page.goto("/import")
    expect(page.get_by_text("Wybierz plik", exact=True)).to_be_visible()
    page.get_by_label("Wybierz plik", exact=True).focus()  # with the keyboard as well
    page.evaluate(
        """() => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File(["(;GM[Blokus Duo];B[e10];W[j5])"], "game.blksgf"));
            for (const type of ["dragover", "drop"])
                document.querySelector(".import form").dispatchEvent(
                    new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }"""
    )
    expect(page.locator(".board-svg .pieces > .piece")).to_have_count(2)


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_reader_gets_the_english_of_the_server(
    person: Callable[..., Player], language: str
) -> None:
    page = person(language=language).page
    page.goto("/import")
    page.locator("#record").fill("nonsense")
    page.locator(".import button[type=submit]").click()
    expect(page.locator(".trouble .error")).to_contain_text(
        {"en": "line 1", "de": "Zeile 1"}[language]
    )
    expect(page.locator(".trouble .quiet")).to_have_count(1 if language == "en" else 0)


def test_a_record_names_its_illegal_move_and_is_played_on(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    page.goto("/import")
    moves = "B[e8,d9,e9,f9,e10];W[j5,j6];B[g8,h8]"
    page.get_by_label("Text of the record").fill(f"(;GM[Blokus Duo];{moves};W[a1])")
    page.get_by_role("button", name="Open").click()
    expect(page.locator(".error")).to_have_text(
        "Move 4 (Yellow): It does not touch its own colour."
    )
    page.get_by_role("button", name="Look at the 3 moves before it").click()
    expect(ana.title).to_have_text("Move 3, not finished")
    expect(ana.pieces).to_have_count(3)
    page.goto("/games")
    expect(page.locator(".games .state").first).to_have_text("Move 3, not finished")
    page.locator(".gamerow").first.click()
    page.get_by_role("button", name="Play on from here").click()
    box = page.locator("dialog")
    expect(box.get_by_label("Yellow")).to_have_value("me")
    box.get_by_label("Blue").select_option("1")
    box.get_by_role("button", name="Start game").click()
    expect(ana.title).to_have_text("Your turn")
    expect(ana.pieces).to_have_count(3)
    assert ana.snapshot()["state"]["seats"][0]["kind"] == "computer"
    ana.play_by_protocol()
    expect(ana.pieces).to_have_count(5)
