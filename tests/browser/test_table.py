"""Several people: at one screen, and live at screens of their own with somebody watching."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.company import opposite, watching
from tests.browser.house import House
from tests.browser.player import COMPUTER, HERE, ME, OPEN, PHONE, TALL_PHONE, Player


def test_hot_seat_with_four(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    page.goto("/new?edition=classic&people=here")
    page.get_by_label("Your colour").select_option("blue")
    page.get_by_label("Blue: name").fill("Ana")
    for colour, name in (("Yellow", "Bo"), ("Red", "Cy"), ("Green", "Di")):
        page.get_by_label(f"{colour}: name").fill(name)
    page.get_by_label("Who begins").select_option("blue")
    page.get_by_role("button", name="Start game").click()
    for name in ("Ana", "Bo", "Cy", "Di", "Ana"):
        expect(ana.title).to_have_text(f"{name} to move")
        ana.type_move()
    ana.finish()
    expect(page.locator("table.result tbody tr")).to_have_count(4)
    expect(ana.title).to_have_text(re.compile("^Winner: |^A tie, "))


@pytest.mark.parametrize("count", [2, 4])
def test_live_with_a_spectator(person: Callable[..., Player], count: int) -> None:
    host = person()
    page = host.page
    page.goto(f"/new?edition={'duo' if count == 2 else 'classic'}&people=open")
    page.get_by_label("Your colour").select_option("blue")
    page.get_by_label("Blue: name").fill("Ana")
    page.get_by_label("Who begins").select_option("blue")
    page.get_by_role("button", name="Start game").click()
    expect(host.title).to_have_text("Waiting for players")
    link = page.get_by_label("Invitation link").input_value()
    expect(page.locator(".local")).to_contain_text("cornerwise serve --host 0.0.0.0")

    guests = []
    for name in ("Bo", "Cy", "Di")[: count - 1]:
        guest = person()
        guest.page.goto(link)
        expect(guest.page.locator(".join")).to_contain_text("Ana invites you to")
        expect(guest.page.locator(".join")).to_contain_text("Blue begins")
        guest.page.get_by_label("Your name").fill(name)
        guest.page.get_by_role("button", name="Take the seat").click()
        guests.append(guest)
    watcher = person()
    watcher.page.goto(link)
    expect(watcher.page.get_by_text("This seat is taken; you are watching.")).to_be_visible()
    watcher.page.goto("/")
    watcher.page.goto(f"/game/{host.game}")
    expect(watcher.page.get_by_text("You are watching this game.")).to_be_visible()
    expect(watcher.title).to_have_text("Ana to move")

    players = [host, *guests]
    for turn in range(count + 1):
        mover = players[turn % count]
        expect(mover.title).to_have_text("Your turn")
        mover.type_move()
        for everyone in [*players, watcher]:
            expect(everyone.pieces).to_have_count(turn + 1)
    expect(watcher.page.locator(".tray:visible")).to_have_count(0)
    expect(guests[0].page.locator(".seat", has_text="Ana")).to_be_visible()


def test_undo_needs_consent(person: Callable[..., Player]) -> None:
    ana, bo = _pair(person)
    ana.type_move()
    expect(bo.title).to_have_text("Your turn")
    ana.page.get_by_role("button", name="Undo").click()
    bo.page.get_by_role("button", name="Refuse").click()
    expect(ana.page.locator(".g-status")).to_contain_text("refused")
    expect(ana.pieces).to_have_count(1)
    ana.page.get_by_role("button", name="Undo").click()
    bo.page.get_by_role("button", name="Agree").click()
    expect(ana.pieces).to_have_count(0)
    expect(bo.pieces).to_have_count(0)


def test_a_notice_can_be_put_away_and_watchers_keep_their_way_back(
    person: Callable[..., Player],
) -> None:
    ana, bo = _pair(person)
    game = ana.game
    ana.type_move()
    ana.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    bo.page.close()
    notice = ana.page.locator(".notice", has_text="Bo has been away for a while.")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    ana.page.get_by_role("link", name="To the home page").click()
    eve = person(size=PHONE, touch=True)
    eve.page.goto(f"/game/{game}")
    expect(eve.page.get_by_text("You are watching this game.")).to_be_visible()
    eve.page.get_by_role("link", name="To the home page").click()
    expect(eve.page).to_have_url(re.compile("/$"))


def test_the_computer_takes_an_absent_seat_and_gives_it_back(person: Callable[..., Player]) -> None:
    ana, bo = _pair(person)
    game = ana.game
    bo.page.goto("/rules")
    ana.type_move()
    ana.page.get_by_role("button", name="Let the computer play").click()
    expect(ana.title).to_have_text("Your turn")
    replaced = ana.page.locator(".seat .note", has_text="the computer plays")
    expect(replaced).to_be_visible()
    bo.page.goto(f"/game/{game}")
    bo.page.get_by_role("button", name="Take the seat back").click()
    expect(replaced).to_be_hidden()  # a move sent before would be told to try again
    ana.type_move()
    expect(bo.title).to_have_text("Your turn")


def test_the_seat_link_goes_on_at_another_device(person: Callable[..., Player]) -> None:
    ana, _ = _pair(person)
    ana.type_move()
    ana.page.get_by_role("button", name="Menu").first.click()
    ana.page.get_by_text("Continue on another device").click()
    link = ana.page.get_by_label("Seat link").input_value()
    phone = person(size={"width": 390, "height": 844}, touch=True)
    phone.page.goto(link)
    expect(phone.pieces).to_have_count(1)
    expect(phone.page).to_have_url(re.compile(r"/game/[\w-]+$"))
    assert phone.snapshot()["you"]["seats"] == ["blue"]


def test_a_clock_that_runs_out_loses_a_game_of_two(person: Callable[..., Player]) -> None:
    ana, bo = _pair(person, clock={"kind": "live", "minutes": 0.25, "increment": 0})
    expect(bo.title).to_have_text("You win on time")
    expect(ana.title).to_have_text("You lose on time")
    for player in (ana, bo):
        expect(player.page.locator("table.result")).to_contain_text("Time is up")
        expect(player.page.locator(".seat[data-colour=blue] .clock")).to_have_text("0:00")
    expect(ana.page.locator("#live")).to_contain_text("You have run out of time.")
    expect(bo.page.locator("#live")).to_contain_text("Ana has run out of time.")


def test_the_owner_of_the_shared_colour_is_named(person: Callable[..., Player]) -> None:
    ana = person()
    seats: dict[str, Any] = {"blue": ME, "yellow": COMPUTER, "red": COMPUTER}
    ana.open("classic_3", seats, first="blue")
    green = ana.page.locator(".seat[data-colour=green]")
    expect(green).to_contain_text("Green, shared")
    expect(green).to_contain_text("You place it next")
    ana.type_move()
    expect(ana.title).to_have_text("Your turn: Green")
    expect(green).to_contain_text("You place it now")
    expect(ana.page.locator(".g-status")).to_contain_text("Green, shared: you place it now.")
    ana.type_move()
    expect(ana.title).to_have_text("Your turn")
    expect(green).to_contain_text("Yellow, level 1 places it next")


def test_seats_are_called_by_colour_and_strength(person: Callable[..., Player]) -> None:
    ana = person()
    levels = {"yellow": 1, "red": 2, "green": 1}
    seats = {colour: {"kind": "computer", "level": level} for colour, level in levels.items()}
    ana.open("classic", {"blue": ME, **seats}, first="blue")
    names = ana.page.locator(".seat .name")
    expect(names).to_have_text(["Yellow, level 1", "Red, level 2", "Green, level 1"])
    ana.finish()
    expect(ana.page.locator("table.result")).to_contain_text("Red, level 2")
    words = re.compile("^You win, |^You share the win, |^(2nd|3rd|4th) of 4, ")
    expect(ana.title).to_have_text(words)
    result = ana.title.inner_text()
    ana.page.goto("/games")
    expect(ana.page.locator(".games .state").first).to_have_text(result)
    expect(ana.page.locator(".gamerow").first).to_contain_text("Yellow, level 1")
    watcher = person()
    watcher.make("duo", {"blue": ME, "yellow": COMPUTER})
    game = ana.make("duo", dict.fromkeys(("blue", "yellow"), COMPUTER), first="blue")["game"]["id"]
    watcher.page.goto(f"/game/{game}")
    expect(watcher.title).to_have_text(re.compile(r"^Winner: (Blue|Yellow), level 1, |^A tie, "))


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_two_colours_of_one_person_have_one_name_one_clock_and_a_sum(
    person: Callable[..., Player], size: dict[str, int] | None
) -> None:
    ana = person(size=size)
    opposite(ana, "classic_2", "blue+red", "yellow+green")
    ana.play_by_protocol()
    ana.in_step()
    page = ana.page
    if size is None:
        sides = page.locator(".side")
        expect(sides.locator("h3")).to_contain_text(["Ana", "Amadeus"])
        expect(sides.locator("h3 .clock")).to_have_count(2)
        expect(sides.locator(".seat .name")).to_have_text(["Blue", "Red", "Yellow", "Green"])
        expect(sides.locator(".seat .clock")).to_have_count(0)
        return
    strip = page.locator(".strip .pair")
    sums = [sum(map(int, pair.locator(".figure").all_inner_texts())) for pair in strip.all()[:1]]
    expect(strip.locator(".sum").first).to_have_text(str(sums[0]))
    expect(strip.nth(1).get_by_role("button", name="away")).to_have_count(2)
    page.get_by_role("button", name="Green").click()
    expect(page.locator("dialog h3 .name")).to_have_text(["Ana", "Amadeus"])


def test_who_watches_on_a_phone_sees_everybodys_pieces(person: Callable[..., Player]) -> None:
    eve = person(size=TALL_PHONE, touch=True)
    watching(eve)
    expect(eve.page.locator(".seats .seat:visible")).to_have_count(4)
    board = eve.page.locator(".g-board").bounding_box()
    notice = eve.page.locator(".g-notices").bounding_box()
    assert board is not None
    assert notice is not None
    assert notice["y"] < board["y"] + board["height"] + 80  # told at the board, not far below


def test_what_others_do_besides_moving_is_said(person: Callable[..., Player]) -> None:
    ana, bo = person(size=PHONE), person()
    seats = {"blue": ME, "yellow": OPEN, "red": COMPUTER}
    ana.open("classic_3", seats, first="blue")
    status = ana.page.locator(".g-status")
    key = {"key": ana.snapshot()["you"]["invite"], "name": "Bo"}
    assert bo.context.request.post(f"/api/games/{ana.game}/join", data=key).ok
    expect(status).to_contain_text("Bo has joined.")
    seq = ana.snapshot()["state"]["seq"]
    resign = {"type": "resign", "seq": seq + 1}
    assert bo.context.request.post(f"/api/games/{ana.game}/actions", data=resign).ok
    expect(status).to_contain_text("Bo has resigned.")


def test_a_rematch_is_waited_for_by_name(person: Callable[..., Player]) -> None:
    ana, bo = _pair(person)
    bo.page.set_viewport_size(TALL_PHONE)  # type: ignore[arg-type]
    ana.page.get_by_role("button", name="Resign").click()
    expect(ana.page.get_by_role("dialog")).to_contain_text("The other side wins the game.")
    ana.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ana.page.get_by_role("button", name="Rematch").click()
    expect(ana.title).to_have_text("Waiting for Bo")
    expect(bo.page.locator(".rematch")).to_have_text("To the rematch")
    expect(bo.page.get_by_text("A rematch is waiting.")).to_be_in_viewport()
    bo.page.locator(".rematch").click()
    expect(bo.page.locator(".g-me")).to_contain_text("Your turn")


def test_partners_stand_together_and_win_or_lose_together(person: Callable[..., Player]) -> None:
    ana = person()
    seats = dict.fromkeys(("yellow", "red", "green"), COMPUTER)
    ana.open("classic_teams", {"blue": ME, **seats}, first="blue")
    sides = ana.page.locator(".side")
    expect(sides.nth(0)).to_contain_text("Your team178 left")
    expect(sides.nth(0).locator(".seat")).to_have_count(1)
    expect(sides.nth(1)).to_contain_text("Yellow + Green178 left")
    ana.finish()
    expect(ana.page.locator("table.result tbody tr")).to_have_count(2)
    expect(ana.page.locator("table.result .own")).to_contain_text("Your team")
    state = ana.snapshot()["state"]
    points = {
        name: f"{n:+}".replace("-", "−") for name, n in state["scores"]["advanced"]["seats"].items()
    }
    words = f"Your team {{}}, {points['blue']} to {points['yellow']}"
    if state["winners"] == ["blue", "red"]:
        words = words.format("wins")
    elif state["winners"] == ["yellow", "green"]:
        words = words.format("loses")
    else:
        words = f"A tie, {points['blue']} each"
    expect(ana.title).to_have_text(words)


def test_two_colours_of_a_player_are_summed(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("classic_2", {"blue+red": ME, "yellow+green": COMPUTER}, first="blue")
    sides = ana.page.locator(".side")
    expect(sides.nth(0).locator("h3")).to_have_text("Ana178 left")
    expect(sides.nth(1).locator("h3")).to_have_text("Yellow + Green178 left")
    places = "[...document.querySelectorAll('.seat')].map((one) => one.dataset.colour).join()"
    before = ana.page.evaluate(places)
    ana.type_move()
    expect(ana.title).to_have_text("Your turn: Red")
    assert ana.page.evaluate(places) == before
    expect(sides.nth(0).locator("h3")).not_to_contain_text("178")


def test_whoever_closes_the_page_is_away_at_once(person: Callable[..., Player]) -> None:
    ana, bo = _pair(person)
    ana.type_move()
    expect(ana.title).to_have_text("Bo to move")
    bo.page.close()
    expect(ana.page.locator(".seat[data-colour=yellow] .note")).to_have_text("away")
    expect(ana.title).to_have_text("Bo is away")


def test_panels_follow_a_replay_and_people_at_one_screen_are_named(
    person: Callable[..., Player],
) -> None:
    ana = person()
    page = ana.page
    ana.open("duo", {"blue": ME, "yellow": {"kind": "here", "name": "Bo"}}, first="blue")
    ana.finish()
    expect(ana.title).to_have_text(re.compile("^Winner: (Ana|Bo), |^A tie, "))
    page.get_by_role("button", name="To the start").click()
    left = page.locator(".seat .count")
    expect(left).to_have_text(["89left", "89left"])
    expect(page.locator(".newest-move")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    blue = ana.tables().pieces[ana.tables().piece[ana.snapshot()["moves"][0][1]]].size
    expect(left).to_have_text([f"{89 - blue}left", "89left"])
    expect(page.locator(".seat[data-colour=yellow]")).to_have_class(re.compile("turn"))
    expect(page.locator(".newest-move")).to_have_count(1)
    page.goto("/games")
    expect(page.locator(".gamerow .who").first).to_have_text("AnaBo")


def test_reload_keeps_the_seat(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.type_move()
    expect(ana.pieces).to_have_count(2)
    ana.page.reload()
    expect(ana.pieces).to_have_count(2)
    expect(ana.title).to_have_text("Your turn")
    ana.type_move()
    expect(ana.pieces).to_have_count(4)


def test_a_lost_connection_comes_back(person: Callable[..., Player]) -> None:
    ana = person()
    lines: list[WebSocketRoute] = []
    broken: list[bool] = []

    def line(route: WebSocketRoute) -> None:
        if broken:
            route.close(code=1001)
            return
        route.connect_to_server()
        lines.append(route)

    ana.page.route_web_socket("**/socket**", line)
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    ana.type_move()
    broken.append(True)
    lines[-1].close(code=1001)
    expect(ana.page.locator(".g-status")).to_contain_text("Connection lost")
    ana.play_by_protocol()  # somebody moves meanwhile
    broken.clear()
    expect(ana.pieces).to_have_count(2)
    ana.type_move()
    expect(ana.pieces).to_have_count(3)


def _hold_back(player: Player, word: str) -> tuple[list[str], Callable[[], None]]:
    """Keeps the first message with a word from the server: those held, and how to let go."""
    held: list[str] = []
    lines: list[WebSocketRoute] = []

    def line(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        lines.append(server)
        route.on_message(lambda said: pass_on(server, str(said)))

    def pass_on(server: WebSocketRoute, said: str) -> None:
        if f'"{word}"' in said and not held:
            held.append(said)
        else:
            server.send(said)

    player.page.route_web_socket("**/socket**", line)
    player.page.reload()
    return held, lambda: lines[-1].send(held[0])


def test_what_is_meant_goes_out_again_after_another_move(person: Callable[..., Player]) -> None:
    ana, bo = _pair(person)
    ana.type_move()
    held, let_go = _hold_back(ana, "resign")
    expect(ana.pieces).to_have_count(1)
    ana.page.get_by_role("button", name="Resign").click()
    ana.page.locator("dialog").get_by_role("button", name="Resign").click()
    bo.type_move()
    expect(ana.pieces).to_have_count(2)
    assert len(held) == 1
    let_go()
    expect(ana.title).to_have_text("You resigned")


def test_a_move_goes_out_again_when_other_news_came_first(person: Callable[..., Player]) -> None:
    ana, bo = _pair(person)
    _, let_go = _hold_back(ana, "play")
    for player in (ana, bo):
        player.play_by_protocol()
    expect(ana.pieces).to_have_count(2)
    ana.page.keyboard.press("5")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".g-status")).to_contain_text("Placing")
    bo.page.get_by_role("button", name="Undo").click()  # asks, which changes nothing on the board
    expect(ana.page.get_by_role("button", name="Agree")).to_be_visible()
    let_go()
    expect(ana.pieces).to_have_count(3)
    expect(bo.pieces).to_have_count(3)


def test_a_move_that_is_ours_no_more_does_not_go_out_again(person: Callable[..., Player]) -> None:
    ana = person()
    lines: list[WebSocketRoute] = []

    def line(route: WebSocketRoute) -> None:
        if lines:  # the first one leads nowhere
            route.connect_to_server()
        lines.append(route)

    ana.page.route_web_socket("**/socket**", line)
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    ana.page.keyboard.press("5")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".g-status")).to_contain_text("Placing")
    ana.play_by_protocol()  # blue has moved already, from another device
    lines[0].close(code=1001)
    expect(ana.page.locator(".g-status")).to_contain_text("The game has moved on")
    expect(ana.pieces).to_have_count(1)
    assert ana.moves() == 1


@pytest.mark.parametrize(
    ("language", "title", "words"),
    [
        ("en", "This game cannot be opened", "What was saved of this game is damaged."),
        ("de", "Diese Partie lässt sich nicht öffnen", "beschädigt"),
    ],
)
def test_a_game_that_cannot_be_read_says_so_and_is_left_alone(
    person: Callable[..., Player], language: str, title: str, words: str
) -> None:
    ana = person(language=language)
    lines: list[WebSocketRoute] = []

    def line(route: WebSocketRoute) -> None:
        if lines:
            route.close(code=4005)
        else:
            route.connect_to_server()
        lines.append(route)

    ana.page.route_web_socket("**/socket**", line)
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    expect(ana.page.locator(".game")).to_be_visible()
    lines[0].close(code=1001)  # when the page comes back the game is damaged
    expect(ana.page.get_by_role("heading", name=title)).to_be_visible()
    expect(ana.page.locator("main")).to_contain_text(words)
    ana.page.evaluate("dispatchEvent(new Event('online'))")  # which lets a lost line be tried
    ana.page.wait_for_function("new Promise((done) => setTimeout(() => done(true), 3000))")
    assert len(lines) == 2


def test_what_cannot_be_stored_is_told_and_can_be_tried_again(
    person: Callable[..., Player],
) -> None:
    ana = person()
    full = [True]

    def line(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def ask(said: str | bytes) -> None:
            request = json.loads(said)
            if full and request["type"] == "play":
                refusal = {"type": "error", "code": "storage", "message": "", "retry_after": 2}
                route.send(json.dumps({**refusal, "id": request["id"]}))
            else:
                server.send(said)

        route.on_message(ask)

    ana.page.route_web_socket("**/socket**", line)
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    ana.page.keyboard.press("5")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".g-status")).to_contain_text(
        "The server cannot save this right now. Please try again."
    )
    expect(ana.pieces).to_have_count(0)
    full.clear()
    ana.page.keyboard.press("Enter")
    expect(ana.pieces).to_have_count(1)


def test_the_server_is_killed_in_the_middle(person: Callable[..., Player], house: House) -> None:
    ana = person()
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    ana.type_move()
    house.kill()
    expect(ana.page.locator(".g-status")).to_contain_text("Connection lost")
    house.start()
    expect(ana.page.locator(".g-status")).not_to_contain_text("Connection lost")
    ana.type_move()
    expect(ana.pieces).to_have_count(2)


def _pair(person: Callable[..., Player], **more: Any) -> tuple[Player, Player]:
    """Two people at a game of Duo that Ana begins."""
    ana, bo = person(), person()
    snapshot = ana.make("duo", {"blue": ME, "yellow": OPEN}, first="blue", **more)
    game, invite = snapshot["game"]["id"], snapshot["you"]["invite"]
    bo.context.request.post(f"/api/games/{game}/join", data={"key": invite, "name": "Bo"})
    for player in (ana, bo):
        player.page.goto(f"/game/{game}")
    expect(ana.title).to_have_text("Your turn")
    return ana, bo


def test_one_click_lets_the_network_in_where_it_is_allowed(person: Callable[..., Player]) -> None:
    ana = person()
    answers = iter(
        [
            {"address": None, "may_open": True},
            {"address": "http://10.0.0.7:8080", "may_open": False},
        ]
    )
    ana.page.route("**/api/network", lambda route: route.fulfill(json=next(answers)))
    ana.open("duo", {"blue": ME, "yellow": OPEN})
    link = ana.page.get_by_label("Invitation link")
    expect(ana.page.locator(".local")).to_contain_text("Only this computer can open the link.")
    expect(link).to_have_value(re.compile("^http://127"))
    scanned = ana.page.get_by_alt_text("The invitation as a QR code")
    expect(scanned).to_have_count(0)  # a telephone would look for a server of its own
    ana.page.get_by_role("button", name="Let others in my network play").click()
    expect(link).to_have_value(re.compile(r"^http://10\.0\.0\.7:8080/game/.*#join="))
    expect(scanned).to_be_visible()
