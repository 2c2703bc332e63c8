"""Pictures of every page, on a desk and on a phone, light and dark.

Run: make screenshots, or python tests/browser/screenshots.py FOLDER.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from playwright.sync_api import Browser, expect, sync_playwright

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

FOUR = {"blue": ME, "yellow": COMPUTER, "red": COMPUTER, "green": COMPUTER}
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
        seats = FOUR if variant != "duo" else {"blue": ME, "yellow": COMPUTER}
        player.open(variant, seats, first="blue", clock=CLOCK)
        while len(player.snapshot()["moves"]) < rounds * len(seats):
            player.play_by_protocol()
        player.in_step()
        player.page.keyboard.press(piece)

    return show


def waiting(player: Player) -> None:
    seats = {"blue": ME, "yellow": OPEN, "red": COMPUTER, "green": OPEN}
    player.open("classic", seats)


def finished(variant: str) -> Callable[[Player], None]:
    def show(player: Player) -> None:
        player.open(variant, FOUR if variant != "duo" else {"blue": ME, "yellow": COMPUTER})
        player.finish()
        player.page.wait_for_selector("table.result")

    return show


def games(player: Player) -> None:
    playing("duo", 2, "1")(player)
    finished("duo")(player)
    plain("/games")(player)


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


PAGES: dict[str, Callable[[Player], None]] = {
    "home": plain("/"),
    "new-classic": plain("/new?edition=classic"),
    "new-trigon": plain("/new?edition=trigon&people=open"),
    "learn-squares": plain("/learn/squares"),
    "learn-triangles": plain("/learn/triangles"),
    "rules-classic": plain("/rules/classic"),
    "rules-duo": plain("/rules/duo"),
    "rules-trigon": plain("/rules/trigon"),
    "import": plain("/import"),
    "settings": plain("/settings"),
    "missing": plain("/nowhere"),
    "games": games,
    "game-classic": playing("classic", 7, "5"),
    "game-duo": playing("duo", 5, "5"),
    "game-trigon": playing("trigon", 6, "6"),
    "game-menu": menu,
    "puzzles": puzzles,
    "game-puzzle": puzzling("cat", 3),
    "game-puzzle-rectangle": puzzling("rectangle", 6),
    "waiting": waiting,
    "result-duo": finished("duo"),
    "result-classic": finished("classic"),
}
SCREENS = {"desktop": DESKTOP, "phone": TALL_PHONE, "small": PHONE}


def shoot(browser: Browser, address: str, folder: Path, wanted: str = "") -> None:
    for name, show in PAGES.items():
        for screen, size in SCREENS.items():
            for theme in ("light", "dark"):
                picture = f"{name}-{screen}-{theme}.png"
                if wanted not in picture or (screen == "small" and not name.startswith("game")):
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
