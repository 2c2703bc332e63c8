"""Reviews over HTTP: who may ask and look, what comes when, what is refused; trying again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cornerwise import Engine, Game, Review, random_game, review
from cornerwise.server.base.settings import Rate, Settings
from cornerwise.server.engines.engines import ThreadPool
from cornerwise.server.engines.jobs import Attempt, Job, Memory, player
from cornerwise.server.engines.judging import JudgingSearches, engine_of
from cornerwise.server.thinking.adapters import chosen
from cornerwise.server.thinking.ports import Ports
from cornerwise.server.thinking.searches import JudgeMove
from tests.server.site import Json, Person, Site, json_of, settings, site, summed, until

SIMULATIONS = 60


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server whose reviews take moments."""
    limits = {"reviews": Rate(1e6, 1e6), "tries": Rate(1e6, 1e6), "reviews_each": 100}
    given = settings(tmp_path_factory.mktemp("games"), review_simulations=SIMULATIONS, **limits)
    with site(given) as running:
        yield running


def imported(ana: Person, game: Game) -> str:
    answer = ana.http.post("/api/import", content=game.to_json())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game"]["id"])


def resigned(ana: Person, bo: Person, moves: int = 6) -> str:
    """A game of Duo between two persons that the first to move gave up."""
    game = ana.new("duo", "me", "open")
    bo.join(game)
    name = str(game["game"]["id"])
    sockets = (ana.socket(name), bo.socket(name))
    for socket in sockets:
        socket.kind("snapshot")
    for n in range(moves):
        mover = sockets[n % 2]
        mover.wait(n + 1)
        mover.play()
    sockets[0].wait(moves + 1)
    assert sockets[0].step(type="resign")["type"] == "ok"
    return name


def address(game: str) -> str:
    return f"/api/games/{game}/review"


def looked(ana: Person, game: str, **query: Any) -> Json:
    answer = ana.http.get(address(game), params=query)
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def reviewed(ana: Person, game: str) -> Json:
    """Ask for a review and wait until it is done."""
    answer = ana.http.post(address(game))
    assert answer.status_code == 202, answer.text
    until(lambda: looked(ana, game, since=1000)["status"] == "done")
    return looked(ana, game)


def the_same(game: Game) -> Review:
    return review(game, Engine(simulations=SIMULATIONS, seed=0))


# --- what it says -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["duo", "classic", "classic_2", "classic_3", "classic_teams", "trigon", "trigon_3"]
)
def test_it_says_what_the_library_says_in_every_variant(quick: Site, name: str) -> None:
    ana, played = quick.person(), random_game(name, seed=3, plies=10)
    wanted = the_same(played)
    found = reviewed(ana, imported(ana, played))
    assert found["made"] == found["all"] == 10
    assert [move["mark"] for move in found["moves"]] == [m.mark.value for m in wanted.moves]
    assert [move["loss"] for move in found["moves"]] == [m.loss for m in wanted.moves]
    assert [move["placement"] for move in found["moves"]] == [m.number for m in played.history]
    assert found["accuracy"] == wanted.accuracy
    assert found["errors"] == [move.number for move in wanted.errors()]
    assert found["turning_points"] == [move.number for move in wanted.turning_points()]
    assert [s["one"] for s in found["summary"]] == [s.message.one for s in wanted.summary()]
    assert found["seat"] is None
    assert found["end"]["results"] == wanted.end.results
    for shown, move in zip(found["moves"], wanted.moves, strict=True):
        lines = [shown["line"], *(other["line"] for other in shown["alternatives"])]
        for line, moves in zip(
            lines, [move.line, *(a.line for a in move.alternatives)], strict=True
        ):
            past = Game(played.variant, moves=played.history[: move.number - 1])
            assert [number for _, number in line] == [m.number for m in moves]
            for colour, number in line:  # every line can be played
                assert past.to_play == colour
                past.play(number)


def test_it_addresses_whoever_sits_there(quick: Site) -> None:
    ana, bo, cy = quick.person(), quick.person(), quick.person()
    game = resigned(ana, bo)
    found = {name: reviewed(who, game) for name, who in (("ana", ana), ("bo", bo), ("cy", cy))}
    assert [found[name]["seat"] for name in found] == ["blue", "yellow", None]
    assert found["ana"]["summary"][0]["one"] == "You left the game."
    assert found["bo"]["summary"][0]["one"] == "You won because others left."
    assert found["cy"]["summary"][0]["values"]["seat"] == ["yellow"]
    assert {m["seat"] for m in found["bo"]["moves"] if m["number"] in found["bo"]["errors"]} <= {
        "yellow"
    }
    both = ana.new("duo", "me", "here")
    ana.act(
        both["game"]["id"], type="play", seq=1, placement=summed(both["state"]["legal"]["blue"])[-1]
    )
    ana.act(both["game"]["id"], type="resign", seq=2, seat="blue")
    assert reviewed(ana, both["game"]["id"])["seat"] is None
    assert looked(ana, both["game"]["id"], seat="yellow")["seat"] == "yellow"
    refused = bo.http.get(address(game), params={"seat": "blue"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad_request")


def test_moves_come_as_they_are_found_and_only_those_that_are_asked_for(quick: Site) -> None:
    ana = quick.person()
    game = imported(ana, random_game("classic", seed=5, plies=24))
    assert looked(ana, game) | {"moves": []} == {
        "status": "none", "made": 0, "all": 24, "seat": None, "moves": [], "end": None,
        "summary": [], "turning_points": [], "errors": [], "closest": None, "accuracy": {},
    }  # fmt: skip
    assert ana.http.post(address(game)).json()["status"] in ("making", "done")
    numbers: list[int] = []

    def more() -> bool:
        found = looked(ana, game, since=len(numbers))
        numbers.extend(move["number"] for move in found["moves"])
        assert numbers == list(range(1, found["made"] + 1))
        return bool(found["status"] == "done")

    until(more)
    assert len(numbers) == 24
    for wrong in ("-1", "x", "1.5"):
        assert ana.http.get(address(game), params={"since": wrong}).status_code == 400


# --- what is refused ----------------------------------------------------------------------


def test_a_running_game_and_a_solitaire_and_an_empty_game_are_not_reviewed(quick: Site) -> None:
    ana = quick.person()
    games = [ana.new("duo", "me", "computer")["game"]["id"]]
    games.append(ana.new("classic_solo", "me")["game"]["id"])
    empty = ana.new("duo", "me", "computer")["game"]["id"]
    ana.act(empty, type="resign", seq=1)
    words = ("not over", "not over", "no move")
    for game, said in zip([*games, empty], words, strict=True):
        for method in ("GET", "POST"):
            refused = ana.http.request(method, address(game))
            assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no_review")
            assert said in refused.json()["error"]["message"]
    alone = imported(ana, random_game("classic_solo", seed=1, plies=5))
    assert "one player" in ana.http.post(address(alone)).json()["error"]["message"]
    assert ana.http.post(address("nothing")).status_code == 404
    assert ana.http.get(f"{address(games[0])}/1").json()["error"]["code"] == "no_review"


def test_one_address_asks_for_so_many_and_one_guest_has_so_many_waiting(
    special: Callable[..., Site],
) -> None:
    few = special(review_simulations=40_000, reviews_each=1, reviews=Rate(1e-6, 2))
    ana, bo = few.person(), few.person()
    games = [imported(ana, random_game("duo", seed=n, plies=20)) for n in range(3)]
    assert ana.http.post(address(games[0])).status_code == 202
    assert ana.http.post(address(games[0])).status_code == 202  # the same again costs nothing
    assert ana.http.post(address(games[1])).json()["error"]["code"] == "busy"
    refused = bo.http.post(address(games[2])).json()["error"]
    assert (refused["code"], refused["retry_after"] > 0) == ("too_many", True)


def test_reviews_that_wait_are_few_in_all(special: Callable[..., Site]) -> None:
    few = special(review_simulations=40_000, reviews_waiting=1)
    ana, bo = few.person(), few.person()
    games = [imported(ana, random_game("duo", seed=n, plies=20)) for n in range(2)]
    assert ana.http.post(address(games[0])).status_code == 202
    refused = bo.http.post(address(games[1])).json()["error"]
    assert (refused["code"], "too many games" in refused["message"]) == ("busy", True)


def test_a_search_of_a_review_ends_in_time() -> None:
    game = random_game("duo", seed=2, plies=6)
    attempt, engine = Attempt(Memory(), player), engine_of(game.variant, 200_000)
    *_, last = JudgingSearches(engine, attempt, "review", 0.1).analyse(game)
    assert 0 < last.simulations < 200_000


# --- once and for all ---------------------------------------------------------------------


def test_a_review_that_fails_is_dropped_and_the_log_names_no_whole_game(
    special: Callable[..., Site], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def mistaken(*_: Any) -> Any:
        raise ZeroDivisionError("a mistake of ours")

    monkeypatch.setattr(JudgeMove, "run", mistaken)
    ana = special().person()
    game = imported(ana, random_game("duo", seed=8, plies=8))
    assert ana.http.post(address(game)).status_code == 202
    until(lambda: looked(ana, game)["status"] == "none")
    assert f"game {game[:6]}… could not be reviewed" in caplog.text
    assert game not in caplog.text


class Counting(ThreadPool):
    """Counts the searches that nobody plays with."""

    made = 0

    async def run(self, job: Job[Any], owner: str = "") -> Any:
        Counting.made += job.spare
        return await super().run(job, owner)


def counted(given: Settings) -> Ports:
    ports = chosen(given)
    ports.engines = Counting(1, 10)
    return ports


def test_it_goes_on_after_a_restart_and_is_read_from_the_store_then(tmp_path: Path) -> None:
    played = random_game("classic", seed=8, plies=30)
    given = settings(tmp_path, review_simulations=1_000)
    Counting.made = 0
    with site(given, counted) as first:
        ana = first.person()
        game = imported(ana, played)
        assert ana.http.post(address(game)).status_code == 202
        until(lambda: looked(ana, game)["made"] >= 3)
    before = Counting.made
    assert before < 31
    with site(given, counted) as second:
        ana = second.person()
        assert looked(ana, game)["made"] >= 3  # what was found is not lost
        until(lambda: looked(ana, game)["status"] == "done")
        assert 31 <= Counting.made <= 31 + 2  # at most the position in work was begun anew
    Counting.made = 0
    with site(given, counted) as third:
        ana = third.person()
        found = reviewed(ana, game)
        assert Counting.made == 0
    wanted = review(played, Engine(simulations=1_000, seed=0))
    assert [move["loss"] for move in found["moves"]] == [move.loss for move in wanted.moves]


def test_another_engine_reviews_anew(tmp_path: Path) -> None:
    played = random_game("duo", seed=8, plies=8)
    with site(settings(tmp_path, review_simulations=50)) as first:
        ana = first.person()
        game = imported(ana, played)
        reviewed(ana, game)
    with site(settings(tmp_path, review_simulations=70)) as second:
        ana = second.person()
        assert looked(ana, game)["status"] == "none"
        reviewed(ana, game)


# --- trying again -------------------------------------------------------------------------


def test_a_position_comes_back_and_a_try_is_judged_by_the_same_search(quick: Site) -> None:
    ana, played = quick.person(), random_game("duo", seed=4, plies=12)
    game = imported(ana, played)
    found, wanted = reviewed(ana, game), the_same(played)
    retry = next(one for seat in ("blue", "yellow") for one in wanted.retries(seat))
    number = retry.review.number
    assert number in found["errors"]
    position = ana.http.get(f"{address(game)}/{number}").json()
    assert summed(position["legal"]) == list(retry.game.legal_moves.numbers)
    assert position["colour"] == retry.game.to_play

    def tried(placement: int) -> Json:
        answer = ana.http.post(f"{address(game)}/{number}/answer", json={"placement": placement})
        assert answer.status_code == 200, answer.text
        return json_of(answer)

    for move in (*retry.accepted, retry.review.move, retry.game.legal_moves[0]):
        answer, wants = tried(move.number), retry.answer(move)
        assert answer["right"] == wants.is_right
        assert answer["loss"] == pytest.approx(wants.explanation.loss)
        assert [r["name"] for r in answer["against"]] == [
            r.name for r in (() if wants.is_right else wants.explanation.against)
        ]
        assert answer["reply"][0] == [retry.game.to_play, move.number]
        again = retry.game.copy()
        for colour, placement in answer["reply"]:
            assert again.to_play == colour
            again.play(placement)
    assert tried(retry.review.best.number)["best"]
    assert not tried(retry.review.move.number)["right"]


def test_tries_that_cannot_be_judged_say_why(quick: Site) -> None:
    ana, played = quick.person(), random_game("duo", seed=4, plies=12)
    game = imported(ana, played)
    reviewed(ana, game)
    here = f"{address(game)}/3"
    illegal = played.history[0].number
    refused = ana.http.post(f"{here}/answer", json={"placement": illegal})
    assert refused.json()["error"]["code"] == "illegal"
    reason = ana.http.post(f"{here}/why", json={"placement": illegal}).json()["reason"]
    assert reason["code"] == "used" or reason["code"] == "taken"
    legal = played.history[2].number
    assert ana.http.post(f"{here}/why", json={"placement": legal}).json() == {"reason": None}
    bodies: list[object] = [{"placement": 1 << 19}, {"placement": -1}, {"move": 3}, []]
    for body in bodies:
        assert ana.http.post(f"{here}/answer", json=body).status_code == 400
    for number in ("13", "0", "x", "99999"):
        assert ana.http.get(f"{address(game)}/{number}").status_code == 404


def test_tries_are_limited_per_address(special: Callable[..., Site]) -> None:
    few = special(review_simulations=50, tries=Rate(1e-6, 2))
    ana, played = few.person(), random_game("duo", seed=4, plies=4)
    game = imported(ana, played)
    reviewed(ana, game)
    here, body = f"{address(game)}/1/answer", {"placement": played.history[0].number}
    assert [ana.http.post(here, json=body).status_code for _ in range(3)] == [200, 200, 429]
