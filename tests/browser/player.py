"""What the tests do at a table: open pages, make games, make moves in all the ways a person can."""

from __future__ import annotations

import json
import random
import shutil
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

from cornerwise.tables import Tables, tables_of
from cornerwise.variants import EDITIONS
from tests.patience import PATIENCE

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 640}
TALL_PHONE = {"width": 390, "height": 844}

ME, HERE, OPEN = {"kind": "me", "name": "Ana"}, {"kind": "here"}, {"kind": "open"}
COMPUTER = {"kind": "computer", "level": 1}


def chromium(playwright: Playwright) -> Browser:
    """Debian's browser if it is there, else the one that Playwright brought."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return playwright.chromium.launch(
        executable_path=found, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    )


SETTINGS = """given => document.addEventListener('readystatechange', () => {
    try {
        const known = JSON.parse(localStorage.cornerwise ?? '{}');
        localStorage.cornerwise = JSON.stringify({ ...given, ...known });
    } catch {}  // spoilt on purpose
}, { once: true })"""
"""Settings for those that are not set yet, after a test's own scripts and before the page's."""


class Player:
    """A person with a browser of their own. Whatever goes wrong in the page fails the test."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        size: dict[str, int] | None = None,
        touch: bool = False,
        theme: str = "light",
        language: str = "en",
        scale: float = 1,
        pace: str = "instant",
        coach: str = "off",
    ) -> None:
        self.size = size or DESKTOP
        self.context: BrowserContext = browser.new_context(
            base_url=address,
            viewport=self.size,  # type: ignore[arg-type]
            has_touch=touch,
            is_mobile=touch,
            color_scheme=theme,  # type: ignore[arg-type]
            locale=language,
            device_scale_factor=scale,
        )
        self.context.set_default_timeout(1000 * PATIENCE)
        given = {"pace": pace, "coach": coach}
        self.context.add_init_script(f"({SETTINGS})({json.dumps(given)})")
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.seed = random.Random(5)

    def close(self) -> None:
        self.context.close()
        assert self.errors == []

    def fits(self, *, all_at_once: bool = False) -> None:
        """Wait until nothing sticks out of the window sideways, or at all."""
        self.page.wait_for_function(
            """([width, height]) => {
                const { scrollWidth, scrollHeight } = document.documentElement;
                return scrollWidth <= width && (height === null || scrollHeight <= height); }""",
            arg=[self.size["width"], self.size["height"] if all_at_once else None],
        )

    def stop_clock(self) -> None:
        """Let the page's time stand still from now on; it must have been installed."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)

    # --- games ---------------------------------------------------------------------------

    def make(self, variant: str, seats: dict[str, Any], **more: Any) -> dict[str, Any]:
        """A game made without the page."""
        body = {"variant": variant, "seats": seats, **more}
        answer = self.context.request.post("/api/games", data=body)
        assert answer.ok, answer.text()
        snapshot: dict[str, Any] = answer.json()
        return snapshot

    def open(self, variant: str, seats: dict[str, Any], **more: Any) -> str:
        """A game made without the page, and its page opened; returns its id."""
        game: str = self.make(variant, seats, **more)["game"]["id"]
        self.page.goto(f"/game/{game}")
        expect(self.page.locator(".game")).to_be_visible()
        return game

    @property
    def game(self) -> str:
        """The id of the game on the page."""
        return self.page.url.split("/game/")[1].split("#")[0]

    def snapshot(self, game: str = "") -> dict[str, Any]:
        snapshot: dict[str, Any] = self.context.request.get(
            f"/api/games/{game or self.game}",
            max_retries=3,  # a server that ends may close a line that is kept open
        ).json()
        return snapshot

    def tables(self) -> Tables:
        return tables_of(EDITIONS[self.snapshot()["game"]["edition"]])

    def legal(self, colour: str = "") -> list[int]:
        """What the colour on turn, or another one of ours, may place."""
        state = self.snapshot()["state"]
        numbers, at = [], 0
        for step in state["legal"].get(colour or state["to_play"], []):
            at += step
            numbers.append(at)
        return numbers

    def a_move(self) -> str:
        """A legal move in notation: one of the largest pieces."""
        number = self.seed.choice(self.legal()[-60:])
        tables = self.tables()
        return ",".join(tables.board.cell_names[cell] for cell in tables.cells[number])

    # --- moves ---------------------------------------------------------------------------

    @property
    def title(self) -> Locator:
        return self.page.locator(".g-head h1")

    @property
    def pieces(self) -> Locator:
        """The pieces that lie on the board."""
        return self.page.locator(".board-svg .pieces > .piece")

    def moves(self) -> int:
        return len(self.snapshot()["moves"])

    def in_step(self) -> int:
        """Wait until the page shows all moves that the server knows, and say how many."""
        for _ in range(600):  # computers may move on meanwhile
            made = self.moves()
            if self.pieces.count() == made:
                return made
            self.page.wait_for_timeout(50)
        raise AssertionError(f"the page shows {self.pieces.count()} of {self.moves()} moves")

    def type_move(self, text: str = "") -> None:
        """Type a move in notation and wait until it is made."""
        before = self.in_step()
        self.typing.fill(text or self.a_move())
        self.page.keyboard.press("Enter")
        expect(self.pieces).not_to_have_count(before)

    @property
    def typing(self) -> Locator:
        """The field for typed moves, unfolded."""
        button = self.page.get_by_role("button", name="Type a move", exact=True)
        if button.is_visible():
            button.click()
        field = self.page.get_by_label("Type a move")
        expect(field).to_be_visible()
        return field

    def play_by_protocol(self, game: str = "") -> bool:
        """Make one move without the page, if it is our turn; False once the game is over."""
        snapshot = self.snapshot(game)
        state = snapshot["state"]
        if state["status"] == "over":
            return False
        if state["seat"] in snapshot["you"]["seats"]:
            numbers, at = [], 0
            for step in state["legal"][state["to_play"]]:
                at += step
                numbers.append(at)
            move = {"type": "play", "seq": state["seq"] + 1}
            move["placement"] = self.seed.choice(numbers[-80:])
            self.context.request.post(f"/api/games/{game or self.game}/actions", data=move)
        else:
            self.page.wait_for_timeout(20)  # somebody else is on turn
        return True

    def finish(self, game: str = "") -> None:
        """Play to the end without the page."""
        while self.play_by_protocol(game):
            pass

    def given_up(self, variant: str, seats: dict[str, Any], own: int = 4) -> str:
        """A game of two sides in which we placed our smallest pieces first, and then gave up."""
        assert len(seats) == 2
        game: str = self.make(variant, seats, first="blue")["game"]["id"]
        while True:
            snapshot = self.snapshot(game)
            state, mine = snapshot["state"], snapshot["you"]["seats"]
            if state["status"] == "over":
                return game
            if state["seat"] not in mine:
                self.page.wait_for_timeout(20)
                continue
            act: dict[str, Any] = {"type": "resign"}
            if sum(move[2] in mine for move in snapshot["moves"]) < own:
                act = {"type": "play", "placement": state["legal"][state["to_play"]][0]}
            act["seq"] = state["seq"] + 1
            self.context.request.post(f"/api/games/{game}/actions", data=act)
