"""Eight people at once on one server: they meet in the lobby, play, talk, leave, come again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.player import Player
from tests.browser.test_chat import say, sign_in, talk
from tests.browser.test_lobby import in_game, in_lobby, look
from tests.browser.test_ranking import row

NAMES = ("Kasia", "Lukas", "Milan", "Petra")


def wish_for_four(player: Player) -> None:
    """Classic for four, rated, as nobody else here wants it."""
    page = player.page
    page.get_by_label("Classic").check(force=True)
    page.get_by_label("Duo").uncheck(force=True)
    page.get_by_label("4", exact=True).check(force=True)
    page.get_by_label("2", exact=True).uncheck(force=True)
    expect(page.locator("#wish-rated")).to_be_checked()


def act(player: Player, game: str, **action: Any) -> None:
    """Do something without the page."""
    while True:  # until nothing else happens at the same moment
        seq = player.snapshot(game)["state"]["seq"]
        done = player.context.request.post(
            f"/api/games/{game}/actions", data={"seq": seq + 1, **action}
        )
        if done.ok:
            return
        assert done.json()["error"]["code"] == "stale", done.text()


def test_eight_people_at_once(person: Callable[..., Player], house: House) -> None:
    rated, guests = [person() for _ in NAMES], [person() for _ in range(4)]
    for player, name in zip(rated, NAMES, strict=True):
        sign_in(player, house, name, "moderator" if name == "Petra" else "user")
    for player in (*rated, *guests):
        in_lobby(player)
    for player in (rated[0], guests[-1]):
        expect(player.page.locator(".l-split")).to_contain_text("8 players")
        expect(player.page.locator(".people li")).to_have_count(4)

    # Four want the same and rated, four another thing: all meet whom they want to meet.
    for player in rated:
        wish_for_four(player)
    for player in (*rated, *guests):
        look(player)
    (four,) = {in_game(player) for player in rated}
    assert rated[0].snapshot(four)["game"]["rated"]
    pairs: dict[str, list[Player]] = {}
    for player in guests:
        pairs.setdefault(in_game(player), []).append(player)
    assert sorted(map(len, pairs.values())) == [2, 2]

    # In the game of four each moves twice; then three leave, and share the last place.
    while len(rated[0].snapshot(four)["moves"]) < 8:
        for player in rated:
            player.play_by_protocol(four)
    leaver = rated[2]
    leaver.page.get_by_role("button", name="Resign").click()
    expect(leaver.page.get_by_role("dialog")).to_contain_text("you come last")
    leaver.page.get_by_role("button", name="Resign").last.click()
    expect(rated[0].page.locator(".seats")).to_contain_text("Resigned")
    for player in (rated[3], rated[1]):
        act(player, four, type="resign")
    for player in rated:
        results = player.page.locator("table.result tbody tr")
        expect(results.first).to_contain_text("Kasia")
        expect(results.filter(has_text="Resigned")).to_have_count(3)

    # A pair of guests talks, until one of them is muted and does not notice.
    game, (ana, bo) = next(iter(pairs.items()))
    hers, his = talk(ana), talk(bo)
    say(ana, "Hello")
    expect(his).to_have_count(1)
    line = bo.context.request.get(f"/api/games/{game}/chat").json()["lines"][0]["id"]
    complaint = {"reason": "spam"}
    assert bo.context.request.post(f"/api/games/{game}/chat/{line}/report", data=complaint).ok
    judge = rated[3].page
    judge.goto("/moderation")
    judge.locator(".report-card").get_by_role("button", name="Mute").click()
    expect(judge.get_by_text("No report is waiting.")).to_be_visible()
    say(ana, "Good luck")
    expect(hers).to_have_count(2)
    say(bo, "Have fun")
    expect(hers).to_have_count(3)
    expect(his).to_have_count(2)

    # The other pair plays again: both are asked, and both come.
    game, (ana, bo) = list(pairs.items())[1]
    act(bo, game, type="resign")
    ana.page.get_by_role("button", name="Rematch").click()
    ana.page.wait_for_url(lambda url: "/game/" in url and game not in url)
    bo.page.goto("/")
    bo.page.locator(".challenges").get_by_role("button", name="Accept").click()
    assert in_game(bo) == in_game(ana)

    # Everybody who was rated has a place; who left has lost points.
    page = rated[0].page
    page.goto("/ranking/classic-3")
    for name in NAMES:
        expect(row(page, name)).to_be_visible()
    expect(row(page, "Milan")).to_contain_text("−")
    expect(page.locator("tr.you")).to_contain_text("Kasia")
