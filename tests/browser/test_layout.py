"""Every page at every size and in every language: nothing cut off or over another thing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cornerwise.problems import problem
from tests.browser.company import (
    moderation,
    opposite,
    own_profile,
    profile,
    ranking,
    settings,
    talking,
    watching,
)
from tests.browser.player import COMPUTER, ME, OPEN, Player
from tests.browser.problems import attempt

SIZES = (
    (360, 640),
    (390, 844),
    (640, 360),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1440, 900),
    (1920, 1080),
)
LANGUAGES = ("en", "cs", "de", "pl", "pt")
FOUR = {"blue": ME, "yellow": COMPUTER, "red": COMPUTER, "green": COMPUTER}
THREE = {colour: FOUR[colour] for colour in ("blue", "yellow", "red")}
PAIRS = {"blue+red": ME, "yellow+green": COMPUTER}
CLOCK = {"kind": "live", "minutes": 10, "increment": 5}
FRAME = "await new Promise(done => requestAnimationFrame(done));"
LOOK = (Path(__file__).parent / "layout.js").read_text()
LAYOUT = f"async () => {{ {FRAME} {FRAME} return ({LOOK.rstrip().removesuffix(';')})(); }}"
"""What is wrong once the page has come to rest."""


def path(address: str) -> Callable[[Player], None]:
    def show(player: Player) -> None:
        player.page.goto(address)

    return show


def game(
    variant: str, seats: dict[str, object], moves: int, **more: object
) -> Callable[[Player], None]:
    """A game in which it is our turn after some moves."""

    def show(player: Player) -> None:
        player.open(variant, seats, first="blue", **more)
        while player.moves() < moves:
            player.play_by_protocol()
        player.in_step()

    return show


def live(player: Player) -> None:
    """Two persons with two colours each: two clocks, two sums, and somebody away."""
    opposite(player, "classic_2", "blue+red", "yellow+green")
    player.play_by_protocol()
    player.in_step()
    expect(player.page.locator(".tochat").first).to_be_attached()
    expect(player.page.locator(".seat[data-colour=green] .note")).to_have_text("away")


def over(player: Player) -> None:
    player.open("classic", FOUR, first="blue")
    player.finish()
    expect(player.page.locator("table.result")).to_be_visible()


def reviewed(variant: str, seats: dict[str, object], end: str = "") -> Callable[[Player], None]:
    """A review of a game of ours, or the positions of it to try again."""

    def show(player: Player) -> None:
        if len(seats) == 2:
            game = player.given_up(variant, seats)
        else:
            game = player.open(variant, seats, first="blue")
            player.finish()
        player.page.goto(f"/review/{game}#make")
        expect(player.page.locator(".r-foot")).to_be_visible()
        player.page.goto(f"/review/{game}{end}")
        expect(player.page.locator(".retry .slot, .r-foot").first).to_be_visible()

    return show


def tried(name: str) -> Callable[[Player], None]:
    """A problem after a wrong try."""

    def show(player: Player) -> None:
        one = problem(name)
        attempt(player, one, next(move for move in one.game.legal_moves if move != one.best))

    return show


def solved(name: str) -> Callable[[Player], None]:
    def show(player: Player) -> None:
        attempt(player, problem(name), problem(name).best)
        expect(player.page.get_by_role("link", name="Next problem")).to_be_visible()

    return show


def account(player: Player) -> None:
    """The account of somebody with a long name."""
    name = f"Maximiliane-{player.seed.randrange(10**6)}x"
    form = {"name": name, "password": "a long secret"}
    assert player.page.request.post("/api/account", data=form).ok
    player.page.goto("/account")
    expect(player.page.locator(".account section").last).to_be_visible()


def analysis(player: Player) -> None:
    """A tree with variations and notes, and the best moves at its end."""
    tree = (
        "(;GM[Blokus Duo]PB[Ana];B[e8,d9,e9,f9,e10]C[The cross.]"
        "(;W[j5,j6,j7,k7,k8];B[g7,g8,h8])(;W[j5]C[Too small.];B[g7,g8,h8]))"
    )
    page = player.page
    page.goto("/import")
    page.locator("#record").fill(tree)
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".a-list .ply")).to_have_count(5)
    page.keyboard.press("End")
    expect(page.locator(".a-list [aria-current]")).to_contain_text("V3")
    page.locator("#think").evaluate("box => box.click()")
    expect(page.locator(".candidate")).to_have_count(3)
    page.locator("#think").evaluate("box => box.click()")  # figures that change are no fault


def set_up(player: Player) -> None:
    """Four colours set up by hand, one piece of which cannot lie where it does."""
    player.page.goto("/analysis?position=classic%200/-/-/-%20yellow%20-%20-")
    player.page.locator("#analysis-mode-set").evaluate("box => box.click()")
    expect(player.page.locator(".setting-up")).to_be_visible()


def busy(address: str) -> Callable[[Player], None]:
    """The lobby with a game that waits for players and one that can be watched."""

    def show(player: Player) -> None:
        player.make("classic", {**FOUR, "green": OPEN}, clock=CLOCK, listed=True)
        here = {"blue": ME, "yellow": {"kind": "here"}}
        game = player.make("duo", here, clock=CLOCK, listed=True)["game"]["id"]
        for _ in range(6):
            player.play_by_protocol(game)
        player.page.goto(address)
        expect(player.page.locator(".waitrows li").first).to_be_attached()
        expect(player.page.locator(".livegame").first).to_be_attached()

    return show


PAGES: dict[str, Callable[[Player], None]] = {
    "home": path("/"),
    "home with games": busy("/"),
    "lobby": path("/lobby"),
    "lobby with games": busy("/lobby"),
    "new": path("/new?edition=classic"),
    "new Junior": path("/new?edition=junior"),
    "new Trigon": path("/new?edition=trigon&people=open"),
    "my games": path("/games"),
    "import": path("/import"),
    "rules": path("/rules/trigon"),
    "settings": settings,
    "sign in": path("/sign-in"),
    "sign up": path("/sign-up"),
    "account": account,
    "puzzles": path("/puzzles"),
    "puzzle": path("/puzzles/cat"),
    "problem": path("/problem/classic_2-4"),
    "problem tried": tried("trigon_2-4"),
    "problem solved": solved("duo-4"),
    "nothing": path("/nothing"),
    "learn": path("/learn"),
    "ranking": ranking,
    "analysis": analysis,
    "analysis set up": set_up,
    "Duo": game("duo", {"blue": ME, "yellow": COMPUTER}, 4),
    "Junior": game("junior", {"blue": ME, "yellow": COMPUTER}, 6),
    "Classic": game("classic", FOUR, 12),
    "Classic for two": game("classic_2", PAIRS, 8, clock=CLOCK),
    "Classic for three": game("classic_3", THREE, 9),
    "Classic in teams": game("classic_teams", FOUR, 8, clock=CLOCK),
    "Trigon in teams": game("trigon_teams", FOUR, 8, clock=CLOCK),
    "Trigon": game("trigon", FOUR, 12),
    "Trigon for three": game("trigon_3", THREE, 6),
    "live for two": live,
    "watching": watching,
    "waiting": game("classic", {**FOUR, "green": OPEN}, 0),
    "over": over,
    "review": reviewed("classic", FOUR),
    "review for two": reviewed("classic_2", PAIRS),
    "profile": profile,
    "own profile": own_profile,
    "moderation": moderation,
    "talking": talking,
    "positions to try": reviewed("trigon_2", PAIRS, "/learn"),
}


def speak(player: Player, language: str) -> None:
    """Change the language in place, and wait until the page is drawn anew."""
    page = player.page
    page.evaluate(
        """code => {
            document.querySelector('#main').firstElementChild.dataset.old = '';
            const choice = document.querySelector('#top select');
            choice.value = code;
            choice.dispatchEvent(new Event('change')); }""",
        language,
    )
    expect(page.locator(f"html[lang={language}]")).to_be_attached()
    expect(page.locator("[data-old]")).to_have_count(0)
    if "/review/" in page.url:  # it is asked for anew
        expect(page.locator(".retry .slot, .r-foot").first).to_be_visible()


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_cut_off_or_over_another(person: Callable[..., Player], name: str) -> None:
    ana = person()
    PAGES[name](ana)
    page = ana.page
    expect(page.locator("#main :is(h1, .game)").first).to_be_attached()
    faults = []
    for language in LANGUAGES:
        if language != "en":
            speak(ana, language)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(LAYOUT)
            faults += [f"{language} {width}x{height}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_thinks_is_named_whole(person: Callable[..., Player], language: str) -> None:
    """Computers move after each other, so each is said to think for a while."""
    ana = person(language=language, size={"width": 640, "height": 360}, touch=True, pace="slow")
    page = ana.page
    page.clock.install()
    ana.open("trigon_teams", FOUR, first="blue", clock=CLOCK)
    ana.stop_clock()
    ana.play_by_protocol()
    titles, faults = set(), set()
    while ana.pieces.count() < 4:
        page.clock.run_for(100)
        titles.add(page.locator(".g-me .name").inner_text())
        faults |= set(page.evaluate(LAYOUT.replace(FRAME, "")))
    assert len(titles) > 3, titles
    assert not faults, faults


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_fits(person: Callable[..., Player], language: str) -> None:
    """A dialog keeps its language, so it is opened anew in each."""
    ana = person(language=language)
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.page.locator(".g-head .more").click()
    expect(ana.page.locator("dialog select").first).to_be_visible()
    faults = []
    for width, height in SIZES:
        ana.page.set_viewport_size({"width": width, "height": height})
        faults += [f"{width}x{height}: {fault}" for fault in ana.page.evaluate(LAYOUT)]
    assert not faults, "\n".join(faults)
