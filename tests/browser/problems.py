"""What tests do with problems in the browser."""

from __future__ import annotations

from playwright.sync_api import expect

from cornerwise.notation import Move
from cornerwise.problems import Problem
from tests.browser.player import Player


def open_problem(player: Player, one: Problem) -> None:
    player.page.goto(f"/problem/{one.name}")
    expect(player.page.locator(".slot").first).to_be_visible()


def attempt(player: Player, one: Problem, move: Move) -> None:
    """Open a problem and try a move by typing it, on a desktop."""
    open_problem(player, one)
    type_move(player, move)


def type_move(player: Player, move: Move) -> None:
    page = player.page
    if not page.get_by_label("Type a move").last.is_visible():
        page.get_by_role("button", name="Type a move").click()
    field = page.locator("#typed-move input")
    field.fill(str(move))
    field.press("Enter")
    expect(page.locator(".verdict .done")).to_be_visible()
