"""The protocol as docs/protocol.md tells it, through real sockets."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from cornerwise import VARIANTS, Game
from tests.server.site import Person, Site, Socket, json_of, summed


@pytest.fixture
def ana(shared: Site) -> Person:
    return shared.person()


@pytest.fixture
def bo(shared: Site) -> Person:
    return shared.person()


def connected(person: Person, game: str) -> Socket:
    opened = person.socket(game)
    opened.kind("snapshot")
    return opened


def two(ana: Person, bo: Person, name: str = "duo", **more: object) -> tuple[str, Socket, Socket]:
    """A game of two people, both connected, the first on turn."""
    made = ana.new(name, "me", "open", **more)
    bo.join(made, name="Bo")
    game = made["game"]["id"]
    return game, connected(ana, game), connected(bo, game)


# --- whole games --------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_a_whole_game_at_one_screen(ana: Person, name: str) -> None:
    chance = random.Random(name)
    made = ana.new(name, *["me"] * len(VARIANTS[name].seats))
    table, game = connected(ana, made["game"]["id"]), Game(name)
    while table.state["status"] == "playing":
        assert table.state["to_play"] == game.to_play
        assert table.state["seat"] == game.seat_to_play
        assert tuple(table.legal()) == game.legal_moves.numbers
        number = chance.choice(table.legal())
        game.play(number)
        assert table.step(type="play", placement=number)["type"] == "ok"
    assert game.is_over
    assert table.state["ended"] == "played"
    assert table.state["winners"] == list(game.winners)
    for scoring in game.variant.choices["scoring"]:
        found = table.state["scores"][scoring]
        assert found["seats"] == game.scores_under(scoring)
        points = {c: game.position.points(c, scoring) for c in game.variant.colours}
        assert found["colours"] == points
    assert sorted(table.state["finished"]) == sorted(game.variant.colours)
    shown = ana.show(made["game"]["id"])
    assert shown["moves"] == table.moves
    assert [move[1] for move in shown["moves"]] == [move.number for move in game.history]


@pytest.mark.parametrize("name", ["duo", "classic", "trigon_3"])
def test_a_whole_game_against_computers(ana: Person, name: str) -> None:
    others = len(VARIANTS[name].seats) - 1
    made = ana.new(name, "me", *["computer"] * others, first="lot")
    table = connected(ana, made["game"]["id"])
    mine = made["you"]["seats"][0]
    while table.state["status"] == "playing":
        if table.state["seat"] == mine:
            table.play()
        else:
            table.kind("events")
    assert table.state["winners"]


def test_live_for_two_with_a_spectator(ana: Person, bo: Person, shared: Site) -> None:
    game, first, second = two(ana, bo)
    watching = connected(shared.person(), game)
    for player, other in [(first, second), (second, first)] * 3:
        number = player.state["seq"] + 1
        assert player.play()["type"] == "ok"
        other.wait(number)
        watching.wait(number)
    assert first.moves == second.moves == watching.moves
    assert watching.state["legal"] == {}
    assert watching.you["seats"] == []
    assert set(second.state["legal"]) == {"yellow"}  # also while the other is on turn
    watching.settle(lambda: watching.presence.get("watching") == 1)
    assert sorted(watching.presence["present"]) == ["blue", "yellow"]


# --- making and joining -------------------------------------------------------------------


def test_who_begins_is_drawn_or_chosen(ana: Person) -> None:
    drawn = {ana.new("duo", "me", "here", first="lot")["state"]["to_play"] for _ in range(30)}
    assert drawn == {"blue", "yellow"}
    made = ana.new("classic", *["me"] * 4, first="red")
    assert made["state"]["to_play"] == "red"
    assert made["game"]["drawn"] is False
    assert made["game"]["colours"] == ["red", "green", "blue", "yellow"]


def test_who_begins_if_nobody_says(ana: Person) -> None:
    """In Duo lots decide, elsewhere blue begins (R2); a spare colour never begins by lot."""
    made = [ana.new("duo", "me", "here", first=None) for _ in range(30)]
    assert {new["state"]["to_play"] for new in made} == {"blue", "yellow"}
    assert all(new["game"]["drawn"] for new in made)
    for name, seats in (("classic", 4), ("classic_3", 3), ("trigon_2", 2)):
        made = [ana.new(name, "me", *["here"] * (seats - 1), first=None) for _ in range(8)]
        assert {new["state"]["to_play"] for new in made} == {"blue"}
        assert not any(new["game"]["drawn"] for new in made)
    made = [ana.new("classic_3", "me", "here", "here", first="lot") for _ in range(40)]
    assert {new["state"]["to_play"] for new in made} == {"blue", "yellow", "red"}
    asked = ana.new("classic", *["me"] * 4, first=None, options={"first": "green"})
    assert asked["state"]["to_play"] == "green"


def test_colours_are_drawn_or_chosen(ana: Person) -> None:
    def mine(name: str, *seats: str, **more: str) -> set[str]:
        made = [ana.new(name, *seats, **more)["state"]["seats"] for _ in range(40)]
        return {"+".join(s["name"] for s in all_ if s["kind"] == "person") for all_ in made}

    others = ["open"] * 3
    assert mine("classic", "me", *others, colours="chosen") == {"blue"}
    assert mine("classic", "me", *others, colours="lot") == {"blue", "yellow", "red", "green"}
    # Partners stay partners: me and a friend against whoever comes.
    teams = ("me", "open", "here", "open")
    assert mine("classic_teams", *teams, colours="lot") == {"blue+red", "yellow+green"}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"variant": "chess", "seats": {}}, "bad_variant"),
        ({"variant": "duo", "seats": {"blue": {"kind": "me"}}}, "bad_variant"),
        ({"variant": "duo", "seats": {}, "options": {"touch": "x"}}, "bad_variant"),
        ({"variant": "duo", "seats": {}, "first": "green"}, "bad_variant"),
        ({"variant": "duo", "seats": {}, "options": {"seed": "1"}}, "bad_variant"),
        ({"variant": "duo", "seats": {}, "colours": "red"}, "bad_request"),
        ({"variant": "duo"}, "bad_request"),
        ({"variant": "duo", "seats": {}, "more": 1}, "bad_request"),
        ({"variant": "duo", "seats": {"blue": {"kind": "dog"}}}, "bad_request"),
        ({"variant": "duo", "seats": {}, "clock": {"kind": "live", "minutes": -1}}, "bad_request"),
        ({"variant": "duo", "seats": {"blue": {"kind": "me", "name": "x" * 25}}}, "bad_request"),
        ([], "bad_request"),
    ],
)
def test_a_game_that_cannot_be_made(ana: Person, body: object, code: str) -> None:
    answer = ana.http.post("/api/games", json=body)
    assert answer.status_code == 400
    assert json_of(answer)["error"]["code"] == code


def test_the_invitation_fills_the_seat_and_begins_the_game(ana: Person, bo: Person) -> None:
    made = ana.new("duo", "me", "open")
    game = made["game"]["id"]
    assert made["state"]["status"] == "waiting"
    assert ana.act(game, type="play", seq=1, placement=0).json()["error"]["code"] == "not_playing"
    joined = bo.join(made, name="  Bo ")
    assert joined["state"]["status"] == "playing"
    assert joined["you"]["seats"] == ["yellow"]
    assert joined["you"]["host"] is False
    assert joined["state"]["seats"][1]["player"] == "Bo"
    assert bo.join(made)["error"]["code"] == "not_now"
    assert ana.show(game)["you"]["invite"] is None


def test_one_may_choose_the_colour(ana: Person, bo: Person) -> None:
    made = ana.new("classic", "me", "open", "open", "open")
    assert bo.join(made, seat="green")["you"]["seats"] == ["green"]
    assert bo.join(made, seat="green")["error"]["code"] == "not_now"
    assert bo.join(made, seat="blue")["error"]["code"] == "not_now"


def test_the_host_may_give_open_seats_to_the_computer(ana: Person, bo: Person) -> None:
    made = ana.new("duo", "me", "open")
    game = made["game"]["id"]
    step = {"type": "fill", "seq": 1, "seat": "yellow", "level": 2}
    assert bo.act(game, **step).json()["error"]["code"] == "forbidden"
    assert ana.act(game, **step).json() == {"type": "ok", "seq": 1}
    state = ana.show(game)["state"]
    assert state["status"] == "playing"
    assert (state["seats"][1]["kind"], state["seats"][1]["level"]) == ("computer", 2)


def test_the_seat_link_goes_on_at_another_device(ana: Person, bo: Person) -> None:
    made = ana.new("classic", "me", "here", "computer", "computer")
    game = made["game"]["id"]
    assert bo.show(game)["you"]["seats"] == []
    answer = bo.http.post(f"/api/games/{game}/claim", json={"key": made["you"]["key"]})
    assert json_of(answer)["you"]["seats"] == ["blue", "yellow"]
    table = connected(bo, game)
    assert table.play()["type"] == "ok"


def test_my_games(ana: Person, bo: Person) -> None:
    over = ana.new("duo", "me", "computer")["game"]["id"]
    ana.act(over, type="resign", seq=1)
    going = ana.new("classic", "me", "here", "here", "here")["game"]["id"]
    listed = json_of(ana.http.get("/api/games"))["games"]
    assert [line["id"] for line in listed] == [going, over]
    assert listed[0]["your_turn"]
    assert [seat["you"] for seat in listed[0]["seats"]] == [True] * 4
    assert listed[1]["winners"] == ["yellow"]
    assert [seat["you"] for seat in listed[1]["seats"]] == [True, False]
    assert "holder" not in str(listed)
    assert json_of(bo.http.get("/api/games"))["games"] == []


# --- moves --------------------------------------------------------------------------------


def test_repeating_a_request_gets_the_same_answer_and_changes_nothing(ana: Person) -> None:
    game = ana.new("duo", "me", "here")["game"]["id"]
    number = summed(ana.show(game)["state"]["legal"]["blue"])[0]
    step = {"type": "play", "seq": 1, "placement": number}
    first = ana.act(game, **step).json()
    assert ana.act(game, **step).json() == first == {"type": "ok", "seq": 1}
    assert len(ana.show(game)["moves"]) == 1
    answer = ana.act(game, **{**step, "placement": number + 1})
    assert answer.status_code == 409
    assert answer.json()["error"] | {"message": ""} == {"code": "stale", "message": "", "last": 1}


def test_a_step_too_far_ahead_is_stale(ana: Person) -> None:
    game = ana.new("duo", "me", "here")["game"]["id"]
    assert ana.act(game, type="resign", seq=2).json()["error"]["code"] == "stale"


def test_an_illegal_move_is_refused_with_the_reason(ana: Person) -> None:
    made = ana.new("duo", "me", "here")
    table = connected(ana, made["game"]["id"])
    answer = table.ask(type="play", seq=1, placement=0)
    assert (answer["type"], answer["code"]) == ("error", "illegal")
    assert answer["reason"]["code"] == "start"
    assert table.ask(type="why", placement=0)["reason"]["rule"] == "R3"
    assert table.ask(type="why", placement=table.legal()[0])["reason"] is None
    assert table.ask(type="why", placement=0, colour="yellow")["reason"]["code"] == "start"
    assert table.ask(type="why", placement=10**6)["code"] == "bad_request"
    assert table.ask(type="why", placement=1, colour="pink")["code"] == "bad_request"
    assert table.ask(type="find", text="J5")["placement"] == table.legal()[0]
    assert table.ask(type="find", text="z99")["code"] == "bad_request"
    cross = table.ask(type="find", text="X5 e9")  # as the list of moves prints it
    assert Game("duo").move("e9,d10,e10,f10,e11").number == cross["placement"]
    both = table.ask(type="find", text="X5 e9 f10")["placements"]
    assert [str(Game("duo").move(number)) for number in both] == ["e9,d10,e10,f10,e11"]
    ways = table.ask(type="find", text="I5 e10")["placements"]
    assert len(ways) == 2
    assert set(ways) <= set(table.legal())
    corner = table.ask(type="find", text="I5 a1")["placements"]  # illegal: `why` tells the reason
    assert len(corner) == 2
    assert not set(corner) & set(table.legal())
    assert ana.show(made["game"]["id"])["moves"] == []


def test_events_since(ana: Person) -> None:
    made = ana.new("duo", "me", "here")
    game = made["game"]["id"]
    table = connected(ana, game)
    for _ in range(24):
        table.play()
    for since in (0, 3, 23, 24):
        answer = ana.show(game, since=since)
        assert [event["seq"] for event in answer["events"]] == list(range(since + 1, 25))
        assert answer["state"] | {"clock": None} == table.state | {"clock": None}
    late = ana.socket(game, "?since=20")
    assert [event["seq"] for event in late.receive()["events"]] == [21, 22, 23, 24]
    assert len(table.ask(type="ping")) == 4
    table.connection.send('{"type": "sync", "since": 22}')
    late.state["seq"] = table.state["seq"] = 22
    assert len(table.kind("events")["events"]) == 2
    assert ana.http.get(f"/api/games/{game}?since=x").status_code == 400


# --- at the table -------------------------------------------------------------------------


def test_undo_is_free_against_the_computer(ana: Person) -> None:
    made = ana.new("duo", "me", "computer")
    table = connected(ana, made["game"]["id"])
    assert table.step(type="undo")["code"] == "not_now"
    table.play()
    table.settle(lambda: table.state["seat"] == "blue")
    assert len(table.moves) == 2
    assert table.step(type="undo")["type"] == "ok"
    assert table.moves == []
    assert table.state["to_play"] == "blue"
    table.play()


def test_undo_among_people_needs_their_consent(ana: Person, bo: Person) -> None:
    _, first, second = two(ana, bo)
    first.play()
    second.wait(first.state["seq"])
    second.play()
    first.wait(second.state["seq"])
    assert first.state["free_undo"] is False
    first.step(type="undo")
    assert first.state["undo"] == {"seat": "blue", "to": 0, "waiting": ["yellow"]}
    assert first.ask(type="answer", seq=first.state["seq"] + 1, yes=True)["code"] == "forbidden"
    second.wait(first.state["seq"])
    assert second.step(type="answer", yes=False)["type"] == "ok"
    assert second.state["undo"] is None
    assert len(second.moves) == 2
    first.wait(second.state["seq"])
    first.step(type="undo")
    second.wait(first.state["seq"])
    assert second.step(type="answer", yes=True)["type"] == "ok"
    assert second.moves == []
    assert second.ask(type="answer", seq=second.state["seq"] + 1, yes=True)["code"] == "not_now"


def test_resigning_ends_a_game_of_two_and_one_seat_of_four(ana: Person, bo: Person) -> None:
    _, first, _ = two(ana, bo)
    assert first.step(type="resign")["type"] == "ok"
    assert (first.state["ended"], first.state["winners"]) == ("resigned", ["yellow"])
    assert first.step(type="resign")["code"] == "not_playing"
    four = connected(ana, ana.new("classic", "me", "here", "here", "here")["game"]["id"])
    assert four.step(type="resign", seat="red")["type"] == "ok"
    assert four.state["status"] == "playing"
    assert four.state["finished"] == ["red"]
    assert [seat["retired"] for seat in four.state["seats"]] == [False, False, True, False]
    assert four.step(type="resign", seat="red")["code"] == "not_now"
    assert four.step(type="resign", seat="pink")["code"] == "bad_request"


def test_a_rematch_swaps_the_order(ana: Person, bo: Person) -> None:
    game, first, second = two(ana, bo)
    assert first.ask(type="rematch", seq=first.state["seq"] + 1)["code"] == "not_now"
    first.step(type="resign")
    second.wait(first.state["seq"])
    again = first.step(type="rematch")["game"]
    assert second.kind("events")["state"]["rematch"] == again
    assert second.ask(type="rematch", seq=99)["game"] == again
    shown = ana.show(again)
    assert shown["you"]["seats"] == ["yellow"]
    assert shown["game"]["rematch_of"] == game
    assert shown["state"]["status"] == "waiting"
    theirs = connected(bo, again)
    assert theirs.you["seats"] == ["blue"]
    assert theirs.state["status"] == "playing"
    theirs.play()


def test_the_computer_takes_an_absent_players_seat(ana: Person, bo: Person) -> None:
    game, first, second = two(ana, bo)
    first.play()
    step = {"type": "take_over", "seat": "yellow"}
    assert first.step(**step)["code"] == "not_now"  # they are here
    second.close()
    first.settle(lambda: "yellow" in first.presence.get("away", {}))
    assert first.step(type="take_over", seat="blue")["code"] == "not_now"
    assert first.step(**step)["type"] == "ok"
    first.settle(lambda: len(first.moves) == 2)
    assert first.state["seats"][1]["taken_over"]
    back = connected(bo, game)
    assert back.step(type="take_back", seat="yellow")["type"] == "ok"
    assert not back.state["seats"][1]["taken_over"]
    assert back.step(type="take_back", seat="yellow")["code"] == "not_now"
    assert back.step(type="take_back", seat="blue")["code"] == "forbidden"


def test_nobody_loses_a_seat_at_once(special: Callable[..., Site]) -> None:
    running = special(away=60_000)
    _, first, second = two(running.person(), running.person())
    second.close()
    first.settle(lambda: "yellow" in first.presence.get("away", {}))
    assert first.step(type="take_over", seat="yellow")["code"] == "not_now"


# --- clocks -------------------------------------------------------------------------------


def test_a_clock_that_runs_out_ends_the_seat(ana: Person, bo: Person) -> None:
    clock = {"kind": "live", "minutes": 0.02, "increment": 0}
    made = ana.new("duo", "me", "open", clock=clock)
    begun = bo.join(made)["state"]["clock"]
    assert begun["running"] == "blue"
    assert 0 < begun["left"]["blue"] <= 1200
    first, second = (connected(person, made["game"]["id"]) for person in (ana, bo))
    second.settle(lambda: second.state["ended"] == "time")
    assert second.state["winners"] == ["yellow"]
    late = first.ask(type="play", seq=first.state["seq"] + 1, placement=0)
    assert late["type"] == "error"


def test_the_clock_counts_thinking_and_adds_the_increment(ana: Person, bo: Person) -> None:
    clock = {"kind": "live", "minutes": 1, "increment": 5}
    _, first, second = two(ana, bo, clock=clock)
    first.play()
    left = first.state["clock"]["left"]
    assert 60_000 < left["blue"] <= 65_000
    assert first.state["clock"]["running"] == "yellow"
    assert left["yellow"] <= 60_000
    second.wait(first.state["seq"])
    assert second.step(type="take_over", seat="blue")["code"] == "not_now"  # the clock decides


def test_days_a_move_begin_anew_with_each_move(ana: Person, bo: Person) -> None:
    _, first, _ = two(ana, bo, clock={"kind": "days", "days": 2})
    first.play()
    assert first.state["clock"]["left"]["blue"] == 2 * 24 * 3600 * 1000


def test_among_four_the_others_play_on(ana: Person) -> None:
    game = ana.new("classic", *["me"] * 4, clock={"kind": "live", "minutes": 0.02})["game"]["id"]
    table = connected(ana, game)
    gone = ["blue", "yellow"]
    for count, seat in enumerate(gone, start=1):
        if seat not in table.state["finished"]:
            table.kind("events")
            assert table.state["finished"] == gone[:count]
            assert table.state["seat"] == ("yellow", "red")[count - 1]
            assert table.state["status"] == "playing"


def test_the_list_of_games_comes_in_pages(shared: Site) -> None:
    person = shared.person()
    made = [person.new("duo", "me", "here")["game"]["id"] for _ in range(5)]
    person.act(made[2], type="resign", seq=1, seat="blue")
    whole = person.http.get("/api/games").json()
    assert whole["next"] is None
    ids = [line["id"] for line in whole["games"]]
    assert sorted(ids) == sorted(made)
    assert ids[-1] == made[2]
    found: list[str] = []
    query = {"limit": "2"}
    while True:
        answer = person.http.get("/api/games", params=query)
        assert answer.headers["cache-control"] == "no-store"
        page = answer.json()
        found += [line["id"] for line in page["games"]]
        if page["next"] is None:
            break
        query["after"] = page["next"]
    assert found == ids
    over = person.http.get("/api/games", params={"over": "1"}).json()["games"]
    assert [line["id"] for line in over] == [made[2]]
    for wrong in ({"limit": "0"}, {"limit": "x"}, {"after": "x"}, {"over": "2"}, {"after": "0.1."}):
        answer = person.http.get("/api/games", params=wrong)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")
