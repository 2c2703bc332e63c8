"""Pages of people as tests of their looks need them: with all that can stand on them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.player import HERE, ME, OPEN, Player

DAY = 86_400_000
NOW = 1_790_000_000_000
CLOCK = {"kind": "live", "minutes": 10, "increment": 5}
LONG = "Wolfgang-Amadeus-20"
"""As long as a name can be."""


def _game(number: int) -> dict[str, Any]:
    seats = [
        {"name": colour, "kind": "person", "player": name, "level": None, "you": colour == "blue",
         "colours": [colour], "team": team, "joined": True, "retired": False}
        for team, (colour, name) in enumerate((("blue", LONG), ("yellow", "Ana")))
    ]  # fmt: skip
    return {
        "id": f"game{number}", "variant": "duo", "edition": "duo", "status": "over",
        "seats": seats, "moves": 0, "seat": None, "created": NOW, "updated": NOW,
        "winners": ["blue"], "your_turn": False, "imported": False, "ended": "played",
        "scoring": "advanced", "scores": {"blue": -2, "yellow": -19}, "board": {}, "resumes": None,
    }  # fmt: skip


def _seat(variant: str, colours: list[str], games: int, sides: int) -> dict[str, Any]:
    return {
        "variant": variant, "seat": "+".join(colours), "colours": colours, "games": games,
        "won": round(games * 0.41), "even": 1 / sides,
    }  # fmt: skip


PROFILE: dict[str, Any] = {
    "name": LONG, "state": "active", "country": "GB", "about": "Corners are everything. " * 5,
    "since": NOW - 400 * DAY, "own": False, "online": True, "games": 1305, "followers": 21,
    "following": False, "blocked": False, "between": [14, 3],
    "seats": [
        _seat("duo", ["blue"], 142, 2), _seat("duo", ["yellow"], 7, 2),
        _seat("classic", ["green"], 30, 4), _seat("classic_2", ["blue", "red"], 28, 2),
        _seat("trigon_teams", ["red"], 12, 2),
    ],
    "recent": [_game(number) for number in range(8)],
    "puzzles": {"days": {"2026-09-18": 0}, "longest": 23, "solved": 64, "problems": 112},
    "pause": None,
}  # fmt: skip

POOLS = (
    ("classic-2", "Classic", [2, 2]), ("classic-3", "Classic", [3, 4]), ("duo", "Duo", [2, 2]),
    ("trigon-2", "Trigon", [2, 2]), ("trigon-3", "Trigon", [3, 4]), ("junior", "Junior", [2, 2]),
)  # fmt: skip
RATINGS: dict[str, Any] = {
    "pools": [{"name": name, "title": title, "sides": sides} for name, title, sides in POOLS],
    "levels": [800 + 150 * level for level in range(9)],
    "ratings": [
        {"pool": pool, "computers": False, "rating": 1688, "doubt": 90, "unsure": pool != "duo",
         "games": games,
         "history": [[NOW - n * DAY, 1688 - 3 * n, 40 + n] for n in range(60, 0, -1)]}
        for pool, games in (("duo", 1142), ("trigon-3", 8))
    ],
}  # fmt: skip

QUEUE: dict[str, Any] = {
    "waiting": 1,
    "reports": [
        {"id": 1, "at": NOW, "reporter": LONG, "name": "Bo", "account": True, "game": "game1",
         "reason": "spam", "note": "Over and over again the same. " * 5, "upheld": 3, "muted": NOW,
         "lines": [
             {"at": NOW, "name": LONG, "room": "players", "phrase": "hello", "text": "",
              "accused": False},
             {"at": NOW, "name": "Bo", "room": "players", "phrase": "", "text": "x" * 200,
              "accused": True},
         ]},
    ],
    "log": [
        {"id": at, "at": NOW, "actor": LONG, "act": act, "name": LONG, "until": NOW, "lasts": True}
        for at, act in enumerate(("dismiss", "mute", "ban", "lift"))
    ],
}  # fmt: skip


def profile(player: Player, **more: object) -> None:
    """Somebody's page with everything on it."""
    page = player.page
    page.route("**/api/people/*", lambda route: route.fulfill(json={**PROFILE, **more}))
    page.route("**/api/people/*/ratings", lambda route: route.fulfill(json=RATINGS))
    page.goto(f"/@/{LONG}")
    expect(page.locator(".p-games .board-svg")).to_have_count(8)


def own_profile(player: Player) -> None:
    """One's own page, in a pause."""
    followed = [{"name": LONG, "country": "", "online": True, "games": [_game(9)]}]
    player.page.route("**/api/following", lambda route: route.fulfill(json=followed))
    profile(player, own=True, pause={"kind": "clock", "until": NOW, "left": 600_000})
    expect(player.page.locator(".p-followed .gamerow")).to_be_visible()


def ranking(player: Player) -> None:
    """The ranking of a server whose people say where they are from."""

    def fulfil(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(json={**answer.json(), "countries": ["BR", "CV", "DE", "PL", "TT"]})

    player.page.route("**/api/ranking*", fulfil)
    player.page.goto("/ranking")
    expect(player.page.locator(".ranking .filters select")).to_have_count(2)


def settings(player: Player) -> None:
    """The settings of somebody who blocks people."""
    blocks = [
        {"id": str(at), "name": name, "account": bool(at), "at": NOW}
        for at, name in enumerate(("", LONG))
    ]
    player.page.route("**/api/blocks", lambda route: route.fulfill(json=blocks))
    player.page.goto("/settings")
    expect(player.page.get_by_role("button", name=f"Unblock {LONG}")).to_be_visible()


def moderation(player: Player) -> None:
    player.page.route("**/api/moderation", lambda route: route.fulfill(json=QUEUE))
    player.page.goto("/moderation")
    expect(player.page.locator(".report-lines li")).to_have_count(2)


def somebody(player: Player) -> BrowserContext:
    """The browser of somebody else, for the same server; to be closed."""
    browser = player.context.browser
    assert browser is not None
    asked = player.context.request.get("/api/phrases").url
    return browser.new_context(base_url=asked.removesuffix("/api/phrases"))


def opposite(player: Player, variant: str, mine: str, other: str) -> str:
    """A game with a clock against somebody else, who is away; returns its id."""
    made = player.make(variant, {mine: ME, other: OPEN}, first="blue", clock=CLOCK)
    game: str = made["game"]["id"]
    guest = somebody(player)
    join = {"key": made["you"]["invite"], "name": "Amadeus"}
    assert guest.request.post(f"/api/games/{game}/join", data=join).ok
    for phrase in ("hello", "moment"):
        said = {"type": "say", "phrase": phrase}
        assert guest.request.post(f"/api/games/{game}/actions", data=said).ok
    guest.close()
    player.page.goto(f"/game/{game}")
    return game


def watching(player: Player) -> None:
    """A game of others."""
    host = somebody(player)
    seats = {"blue+red": {"kind": "me", "name": "Amadeus"}, "yellow+green": HERE}
    body = {"variant": "classic_2", "seats": seats, "first": "blue", "clock": CLOCK}
    game = host.request.post("/api/games", data=body).json()["game"]["id"]
    host.close()
    player.page.goto(f"/game/{game}")
    expect(player.page.locator(".game.watching")).to_be_visible()


def talking(player: Player) -> None:
    """A game with somebody else, who has said something."""
    opposite(player, "duo", "blue", "yellow")
    expect(player.page.locator(".chat-tabs")).to_be_visible()
    player.page.get_by_role("tab").nth(1).click()
    expect(player.page.locator(".chat-log li")).to_have_count(2)
