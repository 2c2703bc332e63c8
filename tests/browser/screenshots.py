"""Pictures of every page: on a desk, on a tablet and on phones, light and dark.

Run: make screenshots, or python tests/browser/screenshots.py FOLDER.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from playwright.sync_api import Browser, expect, sync_playwright

from cornerwise.problems import problem
from tests.browser.house import House
from tests.browser.player import (
    COMPUTER,
    DESKTOP,
    ME,
    OPEN,
    PHONE,
    TALL_PHONE,
    Player,
    chromium,
)
from tests.browser.test_layout import analysis, reviewed, set_up

FOUR = {"blue": ME, "yellow": COMPUTER, "red": COMPUTER, "green": COMPUTER}
THREE = {colour: FOUR[colour] for colour in ("blue", "yellow", "red")}
PAIRS = {"blue+red": ME, "yellow+green": COMPUTER}
SEATS: dict[str, dict[str, Any]] = {
    "duo": {"blue": ME, "yellow": COMPUTER},
    "junior": {"blue": ME, "yellow": COMPUTER},
    "classic_2": PAIRS,
    "classic_3": THREE,
    "trigon_2": PAIRS,
    "trigon_3": THREE,
}
"""The seats of each variant that is not for four."""
CLOCK = {"kind": "live", "minutes": 10, "increment": 5}


def plain(path: str) -> Callable[[Player], None]:
    """A page without a game."""

    def show(player: Player) -> None:
        player.page.goto(path)
        player.page.wait_for_selector("h1")

    return show


def playing(variant: str, rounds: int, piece: str) -> Callable[[Player], None]:
    """A game after some rounds, with a piece in the hand."""

    def show(player: Player) -> None:
        player.open(variant, SEATS.get(variant, FOUR), first="blue", clock=CLOCK)
        colours = len(player.snapshot()["game"]["colours"])
        while player.moves() < rounds * colours:
            player.play_by_protocol()
        player.in_step()
        player.page.keyboard.press(piece)

    return show


def waiting(player: Player) -> None:
    seats = {"blue": ME, "yellow": OPEN, "red": COMPUTER, "green": OPEN}
    player.open("classic", seats)


def finished(variant: str) -> Callable[[Player], None]:
    def show(player: Player) -> None:
        player.open(variant, SEATS.get(variant, FOUR), first="blue")
        player.finish()
        player.page.wait_for_selector("table.result")

    return show


def invited(player: Player) -> None:
    """What somebody sees who follows an invitation."""
    waiting(player)
    link = player.page.get_by_label("Invitation link").input_value()
    player.context.clear_cookies()  # as somebody else
    player.page.goto("/")
    player.page.goto(link)
    expect(player.page.locator(".join")).to_be_visible()


def games(player: Player) -> None:
    playing("classic", 2, "1")(player)
    waiting(player)
    finished("duo")(player)
    finished("classic_teams")(player)
    plain("/games")(player)
    expect(player.page.locator(".games li")).to_have_count(4)


def resuming(player: Player) -> None:
    """A record that is not at its end."""
    player.page.goto("/import")
    moves = "B[e8,d9,e9,f9,e10];W[j5,j6];B[g8,h8]"
    player.page.get_by_label("Text of the record").fill(f"(;GM[Blokus Duo];{moves})")
    player.page.get_by_role("button", name="Open").click()
    player.page.get_by_role("button", name="Play on from here").click()


def spoilt(player: Player) -> None:
    """A record with an illegal move."""
    player.page.goto("/import")
    moves = "B[e8,d9,e9,f9,e10];W[j5,j6];B[g8,h8];W[a1]"
    player.page.get_by_label("Text of the record").fill(f"(;GM[Blokus Duo];{moves})")
    player.page.get_by_role("button", name="Open").click()
    expect(player.page.locator(".error")).to_be_visible()


def solved(player: Player) -> None:
    puzzling("rectangle-4x5", 5)(player)
    expect(player.page.locator(".g-result")).to_contain_text("Solved")


def menu(player: Player) -> None:
    playing("duo", 2, "1")(player)
    player.page.locator("[aria-label=Menu]:visible").first.click()


def puzzling(name: str, hints: int) -> Callable[[Player], None]:
    """A puzzle after some hints, with a piece in the hand."""

    def show(player: Player) -> None:
        player.page.goto(f"/puzzles/{name}")
        player.page.wait_for_selector(".slot")
        for count in range(1, hints + 1):
            player.page.keyboard.press("h")
            expect(player.pieces).to_have_count(count)
        player.page.wait_for_timeout(300)
        player.page.keyboard.press("5")

    return show


def puzzles(player: Player) -> None:
    puzzling("rectangle-4x5", 5)(player)
    puzzling("mirror-20", 5)(player)
    puzzling("rectangle", 6)(player)
    plain("/puzzles")(player)


def trying(name: str, *, made: bool) -> Callable[[Player], None]:
    """A problem with a piece held, or after a wrong try."""

    def show(player: Player) -> None:
        one = problem(name)
        wrong = next(move for move in one.game.legal_moves if move.piece != one.best.piece)
        player.page.goto(f"/problem/{name}")
        player.page.locator(f".slot[data-piece={wrong.piece.name}]").click()
        player.page.keyboard.press("Tab")
        expect(player.page.locator(".ghost-legal")).to_be_visible()
        if made:
            player.page.keyboard.press("Enter")
            expect(player.page.locator(".verdict .done")).to_be_visible()

    return show


PAGES: dict[str, Callable[[Player], None]] = {
    "home": plain("/"),
    "new-classic": plain("/new?edition=classic"),
    "new-trigon": plain("/new?edition=trigon&people=open"),
    "learn-squares": plain("/learn/squares"),
    "learn-triangles": plain("/learn/triangles"),
    "rules-classic": plain("/rules/classic"),
    "rules-duo": plain("/rules/duo"),
    "rules-trigon": plain("/rules/trigon"),
    "rules-junior": plain("/rules/junior"),
    "import": plain("/import"),
    "import-spoilt": spoilt,
    "import-resume": resuming,
    "settings": plain("/settings"),
    "missing": plain("/nowhere"),
    "games": games,
    "game-classic": playing("classic", 7, "5"),
    "game-duo": playing("duo", 5, "5"),
    "game-trigon": playing("trigon", 6, "6"),
    "game-junior": playing("junior", 6, "5"),
    "game-classic-two": playing("classic_2", 4, "5"),
    "game-classic-three": playing("classic_3", 4, "5"),
    "game-classic-teams": playing("classic_teams", 5, "5"),
    "game-trigon-two": playing("trigon_2", 4, "5"),
    "game-trigon-three": playing("trigon_3", 4, "5"),
    "game-trigon-teams": playing("trigon_teams", 4, "5"),
    "game-menu": menu,
    "puzzles": puzzles,
    "game-puzzle": puzzling("cat", 3),
    "game-puzzle-rectangle": puzzling("rectangle", 6),
    "game-puzzle-84": puzzling("the-84", 3),
    "puzzle-solved": solved,
    "game-problem": trying("duo-20", made=False),
    "game-problem-trigon": trying("trigon_2-20", made=False),
    "game-problem-tried": trying("classic_2-12", made=True),
    "analysis": analysis,
    "analysis-set-up": set_up,
    "review": reviewed("duo", SEATS["duo"]),
    "review-learn": reviewed("trigon_2", PAIRS, "/learn"),
    "waiting": waiting,
    "invitation": invited,
    "result-duo": finished("duo"),
    "result-classic": finished("classic"),
    "result-classic-two": finished("classic_2"),
    "result-classic-teams": finished("classic_teams"),
    "result-trigon": finished("trigon_3"),
}
SCREENS = {
    "desktop": DESKTOP,
    "tablet": {"width": 768, "height": 1024},
    "phone": TALL_PHONE,
    "small": PHONE,
    "side": {"width": 640, "height": 360},
}
GAMES_ONLY = ("small", "side")
"""Where only games look different."""


def shoot(browser: Browser, address: str, folder: Path, wanted: str = "") -> None:
    for name, show in PAGES.items():
        for screen, size in SCREENS.items():
            for theme in ("light", "dark"):
                picture = f"{name}-{screen}-{theme}.png"
                if wanted not in picture or (screen in GAMES_ONLY and not name.startswith("game-")):
                    continue
                player = Player(browser, address, size=size, touch=screen != "desktop", theme=theme)
                show(player)
                player.page.wait_for_timeout(400)
                full = not name.startswith(("game-", "home"))
                player.page.screenshot(path=folder / picture, full_page=full)
                player.close()


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=60_000)  # hints of the great puzzles take their time
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data))
        try:
            browser = chromium(playwright)
            shoot(browser, house.address, folder, *sys.argv[2:3])
            browser.close()
        finally:
            house.close()


if __name__ == "__main__":
    main()
