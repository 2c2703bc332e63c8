"""Pictures of every page: on a desk, on tablets and phones, light and dark, in every language.

Run: make screenshots, or python tests/browser/screenshots.py FOLDER [PART-OF-A-NAME].
The pages are those whose layout is tested, and some more. Two processes set each of them up, one
for the mouse and one for fingers; then window, theme and language change in place. A page that
cannot be shown does not stop the others.
"""

from __future__ import annotations

import re
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).parents[2]))

from playwright.sync_api import expect, sync_playwright

from cornerwise.problems import problem
from tests.browser import test_layout as layout
from tests.browser.house import House
from tests.browser.player import COMPUTER, DESKTOP, ME, PHONE, TALL_PHONE, Player, chromium
from tests.browser.test_coach import lay_single
from tests.browser.wire import Wire

DUO = {"blue": ME, "yellow": COMPUTER}
Show = Callable[[Player], None]


def held(show: Show, key: str = "5") -> Show:
    """A game on our turn with a piece in the hand."""

    def showing(player: Player) -> None:
        show(player)
        player.page.keyboard.press(key)
        expect(player.page.locator(".ghost-legal, .ghost-illegal").first).to_be_visible()

    return showing


def finished(variant: str, seats: dict[str, Any]) -> Show:
    def show(player: Player) -> None:
        player.open(variant, seats, first="blue")
        player.finish()
        player.page.wait_for_selector("table.result")

    return show


def invited(player: Player) -> None:
    """What somebody sees who follows an invitation."""
    layout.PAGES["waiting"](player)
    link = player.page.get_by_label("Invitation link").input_value()
    player.context.clear_cookies()  # as somebody else
    player.page.goto("/")
    player.page.goto(link)
    expect(player.page.locator(".join")).to_be_visible()


def games(player: Player) -> None:
    for name in ("Classic", "waiting", "Trigon for three"):
        layout.PAGES[name](player)
    finished("duo", DUO)(player)
    finished("classic_teams", layout.FOUR)(player)
    player.page.goto("/games")
    expect(player.page.locator(".games li")).to_have_count(5)


def imported(moves: str) -> Show:
    """What the page says of a record."""

    def show(player: Player) -> None:
        player.page.goto("/import")
        player.page.get_by_label("Text of the record").fill(f"(;GM[Blokus Duo];{moves})")
        player.page.get_by_role("button", name="Open").click()

    return show


def resuming(player: Player) -> None:
    imported("B[e8,d9,e9,f9,e10];W[j5,j6];B[g8,h8]")(player)
    player.page.get_by_role("button", name="Play on from here").click()


def spoilt(player: Player) -> None:
    imported("B[e8,d9,e9,f9,e10];W[j5,j6];B[g8,h8];W[a1]")(player)
    expect(player.page.locator(".error")).to_be_visible()


def menu(player: Player) -> None:
    layout.PAGES["Duo"](player)
    player.page.locator("[aria-label=Menu]:visible").first.click()


def tip(steps: int) -> Show:
    """A first move with a tip."""

    def show(player: Player) -> None:
        player.open("trigon", layout.FOUR, first="blue")
        words = player.page.locator(".g-status .words")
        for _ in range(steps):
            before = re.escape(words.inner_text())
            player.page.keyboard.press("h")
            expect(words).not_to_have_text(re.compile(f"^({before}|Looking for a tip.)$"))

    return show


def warned(player: Player) -> None:
    """The coach on a poor first move."""
    player.page.add_init_script("localStorage.cornerwise ??= JSON.stringify({ coach: 'on' })")
    wire = Wire(player.page)
    player.open("duo", DUO, first="blue")
    lay_single(player, wire)
    player.page.keyboard.press("Enter")
    expect(player.page.get_by_role("button", name="Look again")).to_be_visible()


def puzzling(name: str, hints: int, *, hold: bool = True) -> Show:
    """A puzzle after some hints."""

    def show(player: Player) -> None:
        player.page.goto(f"/puzzles/{name}")
        player.page.wait_for_selector(".slot")
        for count in range(1, hints + 1):
            player.page.keyboard.press("h")
            expect(player.pieces).to_have_count(count)
        if hold:
            player.page.keyboard.press("5")

    return show


def puzzle_solved(player: Player) -> None:
    puzzling("rectangle-4x5", 5, hold=False)(player)
    expect(player.page.locator(".g-result")).to_contain_text("Solved")


def puzzles(player: Player) -> None:
    puzzle_solved(player)
    puzzling("mirror-20", 5, hold=False)(player)
    puzzling("rectangle", 6, hold=False)(player)
    player.page.goto("/puzzles")


def trying(name: str, kind: str) -> Show:
    """A problem with a piece held, after a wrong try, or after the right one; with keys alone."""

    def show(player: Player) -> None:
        one = problem(name)
        wrong = next(move for move in one.game.legal_moves if move.piece != one.best.piece)
        piece = (one.best if kind == "right" else wrong).piece.name
        player.page.goto(f"/problem/{name}")
        player.page.locator(f".slot[data-piece={piece}]").click()
        player.page.keyboard.press("Tab")
        expect(player.page.locator(".ghost-legal")).to_be_visible()
        if kind != "held":
            player.page.keyboard.press("Enter")
            expect(player.page.locator(".verdict .done")).to_be_visible()

    return show


def openings(player: Player) -> None:
    player.page.goto("/analysis?position=duo%20-/-%20blue%20-%20-")
    player.page.locator(".a-tabs [data-tab=openings]").click()
    expect(player.page.locator(".opening").first).to_be_visible()


PAGES: dict[str, Show] = {
    **layout.PAGES,
    **{name: held(show) for name, show in layout.PAGES.items() if name in (
        "Duo", "Junior", "Classic", "Classic for two", "Classic for three", "Classic in teams",
        "Trigon", "Trigon for three", "Trigon in teams",
    )},
    "Trigon for two": held(layout.game("trigon_2", layout.PAIRS, 8)),
    "problem": trying("duo-20", "held"),
    "problem Trigon": trying("trigon_2-20", "held"),
    "problem tried": trying("classic_2-12", "wrong"),
    "problem solved": trying("duo-4", "right"),
    "learn triangles": layout.path("/learn/triangles"),
    "rules Classic": layout.path("/rules/classic"),
    "rules Duo": layout.path("/rules/duo"),
    "rules Junior": layout.path("/rules/junior"),
    "import spoilt": spoilt,
    "import resume": resuming,
    "my games": games,
    "invitation": invited,
    "menu": menu,
    "tip area": tip(1),
    "tip reason": tip(2),
    "tip move": tip(3),
    "coach": warned,
    "puzzles": puzzles,
    "puzzle": puzzling("cat", 3),
    "puzzle rectangle": puzzling("rectangle", 6),
    "puzzle of 84": puzzling("the-84", 0),
    "puzzle solved": puzzle_solved,
    "openings": openings,
    "over Duo": finished("duo", DUO),
    "over for two": finished("classic_2", layout.PAIRS),
    "over in teams": finished("classic_teams", layout.FOUR),
    "over Trigon": finished("trigon_3", layout.THREE),
}  # fmt: skip
MOUSE = {"desktop": DESKTOP, "laptop": {"width": 1024, "height": 768}}
TOUCH = {
    "phone": TALL_PHONE,
    "tablet": {"width": 768, "height": 1024},
    "small": PHONE,
    "side": {"width": 640, "height": 360},
}
OTHERS = layout.LANGUAGES[1:]


def looks(number: int, screens: dict[str, dict[str, int]]) -> Iterator[tuple[str, str, str]]:
    """Screens, themes and languages of a page: languages other than English take turns."""
    for screen in screens:
        yield from ((screen, theme, "en") for theme in ("light", "dark"))
    for turn, screen in enumerate(screens):
        yield screen, ("light", "dark")[turn % 2], OTHERS[(number + turn) % len(OTHERS)]


def shoot(player: Player, name: str, folder: Path, wanted: Iterator[tuple[str, str, str]]) -> None:
    """All pictures of a page in one window."""
    PAGES[name](player)
    page, spoken = player.page, "en"
    expect(page.locator("#main :is(h1, .game)").first).to_be_attached()
    page.wait_for_load_state("networkidle")  # small boards come later
    for screen, theme, language in wanted:
        if language != spoken:
            layout.speak(player, language)
            spoken = language
        page.set_viewport_size(cast(Any, {**MOUSE, **TOUCH}[screen]))
        page.emulate_media(color_scheme=cast(Any, theme))
        page.wait_for_timeout(300)  # what moves comes to rest
        picture = f"{name.replace(' ', '-').lower()}-{screen}-{theme}-{language}.png"
        whole = page.locator("#main > .game:not(.over, .waiting)").count() == 0
        page.screenshot(path=folder / picture, full_page=whole)


def shoot_all(address: str, folder: Path, part: str, *, touch: bool) -> list[str]:
    """All pictures of pages with the part in their names; answers what went wrong."""
    expect.set_options(timeout=300_000)  # reviews take their time on a busy machine
    screens, how = (TOUCH, "touch") if touch else (MOUSE, "mouse")
    faults = []
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        for number, name in enumerate(PAGES):
            if part not in name:
                continue
            player = Player(browser, address, touch=touch)  # as large as the tests set pages up
            player.seed.seed(how)  # names of accounts differ
            try:
                shoot(player, name, folder, looks(number, screens))
                player.close()
            except Exception:
                player.context.close()
                faults.append(f"{name}, {how}:\n{traceback.format_exc()}")
            print(f"{how}: {number + 1} of {len(PAGES)}, {name}", flush=True)
        browser.close()
    return faults


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    part = sys.argv[2] if len(sys.argv) > 2 else ""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, ProcessPoolExecutor(2) as processes:
        house = House(Path(data))
        try:
            halves = [
                processes.submit(shoot_all, house.address, folder, part, touch=touch)
                for touch in (False, True)
            ]
            faults = [fault for half in halves for fault in half.result()]
        finally:
            house.close()
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
