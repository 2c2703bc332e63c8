"""What the tutor says on the page, in every language: the very sentences of the library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Locator, expect

from cornerwise import explain, random_game
from cornerwise.server.page.speech import speech
from cornerwise.texts import Message
from tests.browser.player import COMPUTER, ME, Player
from tests.browser.test_coach import lay_single, panel
from tests.browser.test_layout import LANGUAGES, speak
from tests.browser.wire import Wire

DUO = {"blue": ME, "yellow": COMPUTER}
Meet = Callable[..., Player]


def said(language: str, saying: dict[str, Any]) -> str:
    """A text of the server as the library says it."""
    values = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in saying["values"].items()
    }
    return speech(language).say(Message(saying["one"], saying["many"], saying["n"], values))


def words(language: str, text: str, **values: str) -> str:
    """A text of the page."""
    return speech(language).say(Message(text, values=values))


def contains(part: Locator, *texts: str) -> None:
    """Wait until a part of the page has all these sentences, whatever its blanks."""
    for text in texts:
        assert "{" not in text
        expect(part).to_contain_text(text)


def test_tips_and_the_coach(person: Meet) -> None:
    ana = person(coach="on")
    page, wire = ana.page, Wire(ana.page)
    weighed: list[dict[str, Any]] = []

    def note(answer: dict[str, Any]) -> dict[str, Any]:
        weighed.append(answer)
        return answer

    wire.change = note
    game = ana.open("duo", DUO, first="blue")
    asked = ana.context.request.post(f"/api/games/{game}/actions", data={"type": "hint"})
    tip = asked.json()
    assert tip["reasons"]
    for language in LANGUAGES:
        if language != "en":
            wire.forget()
            speak(ana, language)
            wire.connected()
        status = page.locator(".g-status .words")
        expect(page.locator(".slot")).to_have_count(21)
        page.keyboard.press("h")
        contains(status, said(language, tip["nudge"]))
        page.keyboard.press("h")
        contains(status, said(language, tip["reasons"][0]["saying"]))
        lay_single(ana, wire)
        page.keyboard.press("Enter")
        warning = weighed[-1]["remark"]["sayings"]
        contains(panel(ana), *(said(language, one) for one in warning))
        contains(panel(ana), words(language, "Look again"), words(language, "Play it"))
        # It is also told to those who cannot see it.
        contains(page.locator("#live"), said(language, warning[0]))
        page.keyboard.press("Escape")


def test_reviews_and_what_is_learned_from_them(person: Meet) -> None:
    ana = person()
    page = ana.page
    game = ana.given_up("duo", DUO)
    page.goto(f"/review/{game}#make")
    expect(page.locator(".r-foot")).to_be_visible()
    found = ana.context.request.get(f"/api/games/{game}/review").json()
    for language in LANGUAGES:
        page.goto(f"/review/{game}")
        expect(page.locator(".r-foot")).to_be_visible()
        if language != "en":
            speak(ana, language)
        contains(page.locator(".r-summary"), *(said(language, one) for one in found["summary"]))
        rows = page.locator(".r-list > li")
        for number in found["errors"]:
            move, row = (
                found["moves"][number - 1],
                rows.locator(f"xpath=self::*[@data-move={number}]"),
            )
            better = [one["saying"] for one in move["better"]]
            contains(row, *(said(language, one) for one in better[:1]))
        page.goto(f"/review/{game}/learn")
        expect(page.locator(".retry .slot").first).to_be_visible()
        page.locator(".showme").click()
        first = found["moves"][found["errors"][0] - 1]
        why = first["better"] or first["alternatives"][0]["reasons"]
        contains(page.locator(".way"), *(said(language, one["saying"]) for one in why[:2]))


def test_the_analysis_board_and_its_openings(person: Meet) -> None:
    game = random_game("duo", seed=1)
    while len(game.legal_moves) < 3:
        game.undo()
    best = explain(game)
    assert best.exact  # what is proved stays as it is
    page = (ana := person()).page
    page.goto(f"/analysis?position={quote(game.position_string)}")
    expect(page.locator(".analysis")).to_be_visible()
    for language in LANGUAGES:
        if language != "en":
            speak(ana, language)  # the page is drawn anew, and goes on thinking
        contains(page.locator(".a-best h2"), words(language, "Best moves"))
        page.locator("#think").evaluate("box => box.checked || box.click()")
        page.locator(f".candidate[data-placement='{best.best.number}']").click()
        said_of_it = [speech(language).say(message) for message in best.messages]
        expect(page.locator(".because > p:not(.quiet, .expected)")).to_have_text(said_of_it)
        page.locator(".a-tabs [data-tab=openings]").click()
        contains(page.locator(".a-openings"), words(language, "Nobody has played this yet."))
        page.locator(".a-tabs [data-tab=moves]").click()
