"""How the first page comes: in few requests, in two rounds, and from the cache the next time."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.player import COMPUTER, ME, PHONE, Player

LATER = (
    "/lobby.js",
    "/lobby.css",
    "/figures.js",
    "part=rest",
    "/api/puzzles/daily",
    "/api/ranking",
    "/api/games?limit=50",
)
"""In the address of what the first page shows of the lobby: it comes once all else is painted."""


def is_later(url: str) -> bool:
    return any(part in url for part in LATER)


def opened(page: Page, requests: list[Request], go: Callable[[], object]) -> list[str]:
    """Open a page and wait until nothing more comes; the addresses it asked for."""
    requests.clear()
    go()
    expect(page.get_by_role("button", name="Play the computer")).to_be_enabled()
    page.wait_for_load_state("networkidle")
    return [request.url for request in requests if not is_later(request.url)]


def test_the_first_page_takes_few_requests_and_two_rounds(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))  # noqa: PLW0108 (a builtin is refused)
    asked = opened(page, requests, lambda: page.goto("/"))
    assert len(asked) <= 12, asked
    # Everything but the list of games and the next page's script is named by the document itself.
    document = page.request.get("/").text().replace("&amp;", "&")
    later = {url.split("/", 3)[3] for url in asked[1:]}
    unnamed = {url for url in later if f'"/{url}"' not in document}
    assert all(url.startswith("api/games") or url.endswith("/game.js") for url in unnamed), unnamed

    # A second visit reads all but the document and the games from the cache.
    opened(page, requests, lambda: page.goto("/"))
    fetched = page.evaluate(
        """() => performance.getEntriesByType("resource")
             .filter((entry) => entry.transferSize > 0).map(({ name }) => new URL(name).pathname)"""
    )
    assert set(fetched) <= {"/api/games", "/api/puzzles/daily", "/api/ranking"}, fetched


def test_the_lobby_comes_after_the_first_paint_and_moves_nothing(
    person: Callable[..., Player],
) -> None:
    page = person().page
    page.add_init_script(
        """window.shifts = [];
           new PerformanceObserver((list) => window.shifts.push(
               ...list.getEntries().map(({ value, startTime }) => [value, startTime])
           )).observe({ type: "layout-shift", buffered: true });"""
    )
    page.goto("/")
    expect(page.locator(".homelobby .empty").first).to_be_visible()
    expect(page.locator(".dailycard")).to_be_visible()
    expect(page.locator(".toplist li").first).to_be_visible()
    painted, asked = page.evaluate(
        """() => [
            performance.getEntriesByName("first-contentful-paint")[0].startTime,
            performance.getEntriesByType("resource")
                .find(({ name }) => name.endsWith("/lobby.js")).startTime]"""
    )
    assert asked > painted
    # What comes late stands in places that were kept for it: nothing that can be seen moves.
    late = [value for value, at in page.evaluate("window.shifts") if at > asked]
    assert sum(late) < 0.01, late


def ranked(place: int, name: str, rating: int, **more: object) -> dict[str, object]:
    """A row of the ranking."""
    return {
        "rating": rating, "doubt": 50, "unsure": False, "games": 30, "place": place, "name": name,
        "country": "PT", "week": 12, "graph": [], **more,
    }  # fmt: skip


def test_the_ranking_has_a_place_for_everybody(person: Callable[..., Player]) -> None:
    page = person().page
    page.goto("/")
    lines = page.locator(".toplist li")
    expect(page.locator(".h-ranking")).to_contain_text("The first place is still free.")
    expect(lines).to_have_count(3)  # of the computer's levels, which fix the scale
    expect(page.get_by_role("link", name="Sign in to be rated.")).to_be_visible()
    nobody = page.request.get("/api/ranking?limit=4").json()
    ana = ranked(217, "Ana", 1200, index=216, total=300, week=-3)

    def shown(rows: list[dict[str, object]], you: dict[str, object] | None) -> list[str]:
        body = {**nobody, "rows": rows, "total": len(rows), "you": you}
        page.unroute("**/api/ranking?*")
        page.route("**/api/ranking?*", lambda route: route.fulfill(json=body))
        page.reload()
        expect(page.locator(".h-ranking a").last).to_be_visible()
        return [" ".join(line.split()) for line in lines.all_inner_texts()]

    # Few people stand between the levels, in the order of the ranking.
    assert shown([ranked(1, "Liwei", 1934), ranked(2, "Tomas", 1500)], None) == [
        "Level 9 · computer 2224", "1 Liwei Portugal 1934 +12", "Level 5 · computer 1589",
        "2 Tomas Portugal 1500 +12", "Level 1 · computer 1000",
    ]  # fmt: skip
    four = [ranked(at, f"Number {at}", 1900 - at) for at in (1, 2, 3, 4)]
    lines_of_four = shown(four, ana)
    assert len(lines_of_four) == 5
    assert lines_of_four[-1] == "217 you 1200 \N{MINUS SIGN}3"
    expect(lines.last).to_have_class("mine")


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_on_a_phone_the_ways_into_a_game_stay_at_the_foot(
    person: Callable[..., Player], language: str
) -> None:
    ana = person(size=PHONE, touch=True, language=language)
    page = ana.page
    page.goto("/")
    foot = page.locator(".begin")
    computer, player = foot.locator(".primary"), foot.locator(".meet")
    expect(page.locator(".homelobby .empty").first).to_be_attached()
    for at in (0, 10_000):  # wherever one has scrolled to
        page.evaluate("at => scrollTo(0, at)", at)
        for one in (computer, player):
            expect(one).to_be_in_viewport(ratio=1)
        left, right = computer.bounding_box(), player.bounding_box()
        assert left is not None
        assert right is not None
        assert left["x"] + left["width"] < right["x"]
        assert min(left["height"], right["height"]) >= 44
    last = page.locator(".home .foot").bounding_box()
    box = foot.bounding_box()
    assert last is not None
    assert box is not None
    assert last["y"] + last["height"] <= box["y"]  # nothing stays behind it
    expect(page.locator("h1")).to_be_attached()
    expect(page.locator(".turns")).to_have_count(0)

    # Who has a game to go on with finds it first.
    game = ana.make("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")["game"]["id"]
    page.goto("/")
    row = page.locator(".turns .turnrow")
    expect(row).to_have_attribute("href", f"/game/{game}")
    expect(row.locator(".board-svg")).to_be_visible()
    expect(page.locator(".dailycard")).to_be_attached()
    order = page.evaluate(
        """() => ['.turns', '.editions', '.waitrows', '.h-daily', '.h-live'].map(
            (part) => document.querySelector(part).getBoundingClientRect().top)"""
    )
    assert order == sorted(order)
    computer.tap()
    page.wait_for_url("**/game/*")


@pytest.mark.parametrize("language", ["en", "cs", "de", "pl", "pt"])
def test_a_phone_that_lies_shows_the_editions_above_its_foot(
    person: Callable[..., Player], language: str
) -> None:
    page = person(size={"width": 640, "height": 360}, touch=True, language=language).page
    page.goto("/")
    foot = page.locator(".begin").bounding_box()
    chosen = page.locator(".edition").first.bounding_box()
    assert foot
    assert chosen
    assert chosen["y"] + chosen["height"] <= foot["y"]
    picture, name = (
        page.locator(f".edition >> nth=0 >> {part}").bounding_box()
        for part in (".picture svg", "b")
    )
    assert picture
    assert name
    assert picture["y"] + picture["height"] <= name["y"] + 1  # neither lies over the other
    assert re.search(r"[.,] ", page.locator("h1").inner_text()[:-1])  # two sentences in a line


def test_each_page_has_its_scripts_named(person: Callable[..., Player]) -> None:
    page = person().page
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))  # noqa: PLW0108 (a builtin is refused)
    for path in ("/puzzles/cat", "/rules/duo", "/games"):
        requests.clear()
        page.goto(path)
        expect(page.locator("h1:visible").first).to_be_visible()
        scripts = [one.url for one in requests if one.resource_type == "script"]
        names = sorted({url.rsplit("/", 1)[1] for url in scripts})
        assert names == ["figures.js", "first.js", "game.js", "rest.js", "theme.js"]


def test_a_page_older_than_its_server_begins_anew(person: Callable[..., Player]) -> None:
    page = person().page
    page.goto("/")
    expect(page.get_by_role("button", name="Play the computer")).to_be_enabled()
    page.route("**/rest.js", lambda route: route.fulfill(status=404), times=1)
    page.evaluate("window.old = true")
    page.get_by_role("link", name="Puzzles").first.click()
    expect(page.locator(".figure").first).to_be_visible()
    assert page.evaluate("window.old") is None


def test_the_chosen_language_needs_no_second_round(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    page.goto("/")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.reload()
    expect(page.get_by_role("button", name="Deutsch")).to_have_attribute("aria-pressed", "true")
    words = page.evaluate(
        """() => performance.getEntriesByType("resource").map(({ name }) => name)
             .filter((name) => name.includes("/api/messages"))"""
    )
    words = [address for address in words if not is_later(address)]
    assert len(words) == 1
    assert "lang=de&part=early&digest=" in words[0]
