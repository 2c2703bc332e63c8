"""Tips and the coach on the server: who gets them, one search for all, no tip called a mistake."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from typing import Any, TypeVar

import pytest

from cornerwise import Engine, Game, random_game
from cornerwise.server.engines import jobs, judging
from cornerwise.server.engines.jobs import Attempt, Busy, Course, Job, Memory
from cornerwise.server.tutor import advice
from cornerwise.server.tutor.advice import Advisor
from cornerwise.tutor.remark import COSTLY
from tests.server.site import Person, Site, Socket

T = TypeVar("T")


@pytest.fixture
def ana(shared: Site) -> Person:
    return shared.person()


@pytest.fixture
def bo(shared: Site) -> Person:
    return shared.person()


def at_table(person: Person, game: str) -> Socket:
    table = person.socket(game)
    table.kind("snapshot")
    return table


class Pool:
    """Places for searches that answer at once."""

    def __init__(self) -> None:
        self.full = False
        self.owners: list[str] = []
        self._memory = Memory()

    async def run(self, job: Job[T], owner: str = "") -> T:
        if self.full:
            raise Busy
        self.owners.append(owner)
        return job.run(Attempt(self._memory))

    def follow(self, course: Course[T], owner: str = "") -> AsyncGenerator[T, None]:
        raise AssertionError("nobody analyses here")

    async def close(self) -> None: ...


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each position is searched from here on, by short searches."""
    counts: Counter[str] = Counter()

    real = Engine.analyse  # behind whatever remembers searches

    def analyse(self: Engine, game: Game, **how: Any) -> Any:
        counts[game.key] += 1
        return real(self, game, **how)

    monkeypatch.setattr(Engine, "analyse", analyse)
    monkeypatch.setattr(judging, "judging_engine", lambda of: Engine(simulations=60, seed=0))
    return counts


# --- who gets it --------------------------------------------------------------------------


def test_a_tip_has_three_steps(ana: Person) -> None:
    table = at_table(ana, ana.new("duo", "me", "here")["game"]["id"])
    tip = table.ask(type="hint")
    assert tip["placement"] in table.legal()
    assert tip["seq"] == table.state["seq"]
    (piece,) = tip["nudge"]["values"]["pieces"]
    game = Game("duo")
    assert game.move(tip["placement"]).piece.name == piece
    cells = set(game.move(tip["placement"]).cells)
    assert cells < set(tip["area"])  # it says where, but not how
    assert tip["reasons"]
    for reason in tip["reasons"]:
        assert reason["saying"]["one"]


@pytest.mark.parametrize("asked", [{"type": "hint"}, {"type": "weigh", "placement": 0}])
def test_advice_is_for_whoever_is_on_turn_where_nobody_else_loses_by_it(
    ana: Person, bo: Person, asked: dict[str, object]
) -> None:
    game = ana.new("duo", "me", "open")
    waiting = at_table(ana, game["game"]["id"])
    assert waiting.ask(**asked)["code"] == "no_hints"
    bo.join(game)
    among_people = at_table(ana, game["game"]["id"])
    assert among_people.ask(**asked)["code"] == "no_hints"
    assert not among_people.state["hints"]
    watched = ana.new("duo", "me", "here")["game"]["id"]
    assert at_table(bo, watched).ask(**asked)["code"] == "not_your_turn"
    against_computer = ana.new("duo", "computer", "me", first="yellow")["game"]["id"]
    table = at_table(ana, against_computer)
    assert table.ask(type="hint")["type"] == "hint"
    table.step(type="resign")
    assert table.ask(**asked)["code"] == "not_playing"


def test_people_may_agree_to_tips(ana: Person, bo: Person) -> None:
    """Who takes a seat where tips are allowed has been told so, and has agreed."""
    game = ana.new("duo", "me", "open", tips=True)
    assert game["game"]["tips"]
    name = game["game"]["id"]
    joined = bo.join(game)
    assert joined["game"]["tips"]
    first, second = at_table(ana, name), at_table(bo, name)
    assert first.state["hints"]
    assert not first.state["free_undo"]
    assert first.ask(type="hint")["placement"] in first.legal()
    assert second.ask(type="hint")["code"] == "not_your_turn"
    assert not ana.new("duo", "me", "open")["game"]["tips"]
    second.step(type="resign")
    again = ana.act(name, type="rematch", seq=second.state["seq"] + 1).json()["game"]
    assert ana.show(again)["game"]["tips"]


def test_only_a_legal_move_can_be_weighed(ana: Person) -> None:
    table = at_table(ana, ana.new("duo", "me", "here")["game"]["id"])
    illegal = next(n for n in range(1000) if n not in set(table.legal()))
    refused = table.ask(type="weigh", placement=illegal)
    assert (refused["code"], refused["reason"]["code"]) == ("illegal", "start")
    assert table.ask(type="weigh", placement=1 << 20)["code"] == "bad_request"
    assert table.ask(type="weigh")["code"] == "bad_request"


def test_a_bad_move_is_warned_of_and_a_tip_is_praised(ana: Person) -> None:
    table = at_table(ana, ana.new("duo", "me", "here")["game"]["id"])
    tip = table.ask(type="hint")
    good = table.ask(type="weigh", placement=tip["placement"])
    assert (good["loss"], good["remark"]["good"]) == (0, True)
    single = Game("duo").move("j5").number
    bad = table.ask(type="weigh", placement=single)
    assert bad["loss"] >= bad["limit"] == COSTLY
    assert not bad["remark"]["good"]
    assert tip["placement"] not in (bad["remark"]["answer"] or ())  # never the better move
    assert (bad["seq"], bad["placement"]) == (table.state["seq"], single)
    elsewhere = ana.new("duo", "me", "here")["game"]["id"]
    over_http = ana.act(elsewhere, type="weigh", placement=single)
    assert over_http.json() | {"id": bad["id"]} == bad  # the same game, the same answer


# --- one search for all -------------------------------------------------------------------


def test_a_position_is_searched_once_for_tips_and_judge(searched: Counter[str]) -> None:
    async def test() -> None:
        pool, game = Pool(), random_game("duo", seed=3, plies=8)
        advisor = Advisor(pool)
        before = game.copy()
        tip, again = await asyncio.gather(*(advisor.explanation("g", game, "me") for _ in "12"))
        assert tip is again
        assert searched[game.key] == 1
        assert (await advisor.weighed("g", game, "me", tip.best.number)).loss == 0
        assert searched.total() == 1
        for number in game.legal_moves.numbers[:3]:
            await advisor.weighed("g", game, "me", number)
        assert searched[game.key] == 1
        assert max(searched.values()) == 1
        assert game == before
        assert set(pool.owners) == {"me"}

    asyncio.run(test())


@pytest.mark.parametrize("name", ["duo", "classic_2", "classic_3", "trigon_teams"])
def test_a_followed_tip_is_never_a_mistake(name: str, searched: Counter[str]) -> None:
    """Not now, not when the search was forgotten meanwhile, not in another process."""

    async def test() -> None:
        game = random_game(name, seed=4, plies=6)
        here, elsewhere = Advisor(Pool()), Advisor(Pool())
        for _ in range(3):
            tip = await here.explanation("g", game, "")
            other = await elsewhere.weighed("g", game, "", tip.best.number)
            same = await here.weighed("g", game, "", tip.best.number)
            assert (other.loss, same.loss) == (0, 0)
            assert not any(w.remark and not w.remark.good for w in (other, same))
            game.play(tip.best)

    asyncio.run(test())


def test_what_is_kept_is_bounded(searched: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "GAMES", 2)
    monkeypatch.setattr(jobs, "NAMES", 2)
    monkeypatch.setattr(advice, "ANSWERS", 2)

    async def test() -> None:
        advisor, game = Advisor(Pool()), random_game("duo", seed=3, plies=8)
        for name in ("a", "b", "c", "a"):  # the first was forgotten for the third
            await advisor.explanation(name, game, "")
        assert searched[game.key] == 4
        for _ in range(2):
            for number in game.legal_moves.numbers[:4]:
                await advisor.weighed("a", game, "", number)
        assert searched[game.key] == 4  # the position in use is never forgotten

    asyncio.run(test())


def test_when_all_places_are_taken_it_says_so_and_nothing_stays_behind(
    searched: Counter[str],
) -> None:
    async def test() -> None:
        pool, game = Pool(), Game("duo")
        advisor = Advisor(pool)
        pool.full = True
        for _ in range(2):
            with pytest.raises(Busy):
                await advisor.explanation("g", game, "")
        pool.full = False
        assert (await advisor.explanation("g", game, "")).best in game.legal_moves

    asyncio.run(test())
