"""What is heard: pieces, turns, the bell of the last minute; and silence."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.player import COMPUTER, HERE, ME, Player

PLACED, YOUR_TURN, BELL = [190, 420], [523, 784], [880, 1760, 2637]

LISTEN = """
    window.heard = [];
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        const { frequency } = Object.assign(this, { made: make.call(this) }).made;
        const set = frequency.setValueAtTime;
        frequency.setValueAtTime = function (pitch, at) {
            heard.push(pitch);
            return set.call(this, pitch, at);
        };
        return this.made;
    };
"""
"""Notes the pitch of every tone that the page makes."""


@pytest.fixture
def ana(person: Callable[..., Player]) -> Player:
    listener = person()
    listener.page.add_init_script(LISTEN)
    return listener


def hears(ana: Player, *sounds: list[int]) -> None:
    """Wait until exactly these were heard since it was last asked."""
    pitches = [pitch for sound in sounds for pitch in sound]
    ana.page.wait_for_function("all => String(heard) === String(all)", arg=pitches)
    ana.page.evaluate("heard.length = 0")


def set_sounds(ana: Player, on: bool) -> None:
    ana.page.get_by_role("button", name="Menu").first.click()
    ana.page.get_by_label("Sounds").set_checked(on, force=True)  # the box lies under its picture
    ana.page.get_by_role("button", name="Close").click()


def test_pieces_and_turns_are_heard(ana: Player) -> None:
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.type_move()
    expect(ana.pieces).to_have_count(2)
    hears(ana, PLACED, PLACED, YOUR_TURN)


def test_sounds_can_be_muted(ana: Player) -> None:
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    set_sounds(ana, False)
    ana.type_move()
    ana.page.reload()  # it is remembered
    ana.type_move()
    hears(ana)
    set_sounds(ana, True)
    ana.type_move()
    hears(ana, PLACED)


def test_a_bell_rings_at_one_minute(ana: Player) -> None:
    page = ana.page
    page.clock.install()
    page.route_web_socket("**/socket**", _without_heartbeats)  # they tell the server's time
    clock = {"kind": "live", "minutes": 5, "increment": 0}
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue", clock=clock)
    page.keyboard.press("c")  # sounds need a reader who is there
    ana.stop_clock()
    page.clock.run_for(1_000)
    minutes, seconds = page.locator(".g-me .clock").inner_text().split(":")
    left = 60 * int(minutes) + int(seconds)
    page.clock.fast_forward(1_000 * (left - 65))
    page.clock.run_for(1_000)
    hears(ana)
    page.clock.fast_forward(5_000)
    page.clock.run_for(1_000)
    hears(ana, BELL)
    expect(page.locator("#live")).to_have_text("One minute left.")


def _without_heartbeats(line: WebSocketRoute) -> None:
    server = line.connect_to_server()

    def pass_on(said: str | bytes) -> None:
        if '"ping"' not in str(said):
            line.send(said)

    server.on_message(pass_on)
