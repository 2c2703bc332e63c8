"""The lobby: seeks, games and challenges, in one process, over the wire, and in several."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets import Origin
from websockets.sync.client import connect

from cornerwise.ratings import parameters
from cornerwise.server.base import messages as m
from cornerwise.server.base.clocks import PAUSE
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import holder_of
from cornerwise.server.base.settings import Rate
from cornerwise.server.games import lobby_views as v
from cornerwise.server.games.beginnings import Sitter, paired
from cornerwise.server.games.contest import Contest
from cornerwise.server.games.inception import incepted
from cornerwise.server.games.lists import line_of
from cornerwise.server.games.pairing import nobody_apart, pairings
from cornerwise.server.lobby import matches
from cornerwise.server.lobby.challenges import LASTS, TOLD, Challenges, Proposal, accepted
from cornerwise.server.lobby.company import Companion
from cornerwise.server.lobby.lobby import Lobby
from cornerwise.server.lobby.lobby_scene import OwnViews, Scene
from cornerwise.server.lobby.matches import fitting_level
from cornerwise.server.lobby.seeks import GRACE, KeptWish, Seeks, Waiting, used
from cornerwise.server.lobby.usher import Usher
from cornerwise.server.people.people import People
from cornerwise.server.people.ties import Ties
from cornerwise.server.ratings.rating_views import RatingView
from cornerwise.server.storage.database import Change
from cornerwise.server.storage.store import Holding, Store
from tests.patience import PATIENCE
from tests.server.processes import ANA, BO, CY, InlineSqlite, Process, World
from tests.server.processes import run as run_in
from tests.server.site import Person, Site, Socket, until
from tests.server.stores import Run
from tests.server.test_security import Special

Json = dict[str, Any]
CLOCK = m.ClockChoice("live", 5, 3)
DUO = v.Wish(variants=["duo"], clocks=[CLOCK], name="Ana")
NOW = 1_000_000


# --- what follows from ratings ---------------------------------------------------------------


def test_computers_are_about_as_strong_as_people() -> None:
    def waiting(level: int, rating: float | None = None) -> Waiting:
        wish = v.Wish(variants=["duo"], clocks=[CLOCK], level=level)
        kept = KeptWish(wish, {} if rating is None else {"duo": rating})
        return Waiting("p", "s", "", kept, NOW, None)

    levels = parameters().levels
    assert fitting_level([waiting(2)], "duo") == 2  # what was chosen last
    assert fitting_level([waiting(2, levels[6] + 20)], "duo") == 7
    assert fitting_level([waiting(9, levels[0] - 500)], "duo") == 1
    assert fitting_level([waiting(9, levels[0]), waiting(3)], "duo") == 2
    assert fitting_level([waiting(3, levels[6])], "classic") == 3  # it is not known there


def test_ratings_are_shown_with_their_doubt() -> None:
    online = {"a": Companion("Ana", False), "b": Companion("Bo", True), "c": Companion("", False)}
    scene = Scene([], [], online, [], {"Ana": RatingView(1455, 150, True, 3)})
    shown = scene.parts["online"]
    assert shown == v.Online(
        3, [v.OnlinePerson("Ana", "free", 1455, True), v.OnlinePerson("Bo", "playing")]
    )
    kept = KeptWish(DUO, {"duo": 1499.7}, ["duo"])
    waiting = [Waiting("p", "s", "Ana", kept, NOW, None)]
    seeks: Any = Scene(waiting, [], {}, []).parts["seeks"]
    assert [(seek.rating, seek.unsure) for seek in seeks] == [(1500, True)]


def test_what_many_are_told_takes_as_much_work_as_they_are() -> None:
    """Each wishes for what nobody else does, so that all wait and are offered computers."""

    def calls(people: int) -> int:
        count = 0

        def counted(frame: object, event: str, argument: object) -> None:
            nonlocal count
            count += event == "call"

        waiting = []
        for n in range(people):
            clocks = [m.ClockChoice("live", 1 + k + n / 1000, k) for k in range(8)]
            wish = v.Wish(variants=["duo", "classic", "trigon"], clocks=clocks)
            waiting.append(Waiting(f"p{n}", f"s{n}", "", KeptWish(wish, {}), NOW, None))
        sys.setprofile(counted)
        try:
            own = OwnViews(waiting, [], nobody_apart, NOW + 60_000)
            told = [own.of(one.person).seek for one in waiting]
        finally:
            sys.setprofile(None)
        assert all(seek is not None and seek.offer is not None for seek in told)
        return count

    assert calls(40) < 3 * calls(20)


# --- rows ------------------------------------------------------------------------------------


def test_a_seek_is_used_once_and_keeps_its_place(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        await store.beat("run", NOW, NOW)
        seeks, kept = Seeks(store), KeptWish(DUO, {"duo": 1500.0})
        first = await seeks.put(ANA, "", kept, "run", NOW)
        await seeks.put(BO, "Bo", kept, "run", NOW + 1)
        ana, bo = await seeks.waiting(NOW - 1)
        assert (ana.id, ana.name, bo.name, ana.rated_in) == (first, "Ana", "Bo", "duo")

        await seeks.lose(ANA, "run", NOW + 2)
        assert [one.person for one in await seeks.waiting(NOW - 1)] == [BO]  # meets nobody now
        assert await seeks.put(ANA, "", kept, "run", NOW + GRACE) == first  # but was first
        await seeks.lose(ANA, "run", NOW)
        assert await seeks.put(ANA, "", kept, "run", NOW + 2 * GRACE) != first
        ana = next(one for one in await seeks.waiting(NOW - 1) if one.person == ANA)

        taken = [used(ana, "one", NOW), used(bo, "one", NOW)]
        assert await store.change(*taken) is not None
        assert await store.change(used(bo, "two", NOW)) is None
        assert await seeks.outcome(ANA) == await seeks.outcome(BO) == "one"
        assert await seeks.put(ANA, "", kept, "run", NOW) is None  # has not been told yet
        await seeks.settle(ANA, "one")
        assert await seeks.put(ANA, "", kept, "run", NOW) is not None
        assert not await seeks.fill(BO, NOW)
        assert await seeks.fill(ANA, NOW)
        await seeks.sweep(NOW + 1, NOW)  # the process is gone
        assert await seeks.waiting(NOW - 1) == []
        assert await seeks.outcome(BO) == "one"

    run_on_tables(test)


def test_a_game_made_in_a_change_is_like_any_other(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        sitters = [Sitter(ANA, "Ana"), Sitter(level=3)]
        created = paired("duo", sitters, CLOCK, NOW, listed=True)
        holdings = [Holding(ANA, holder_of(ANA))]
        one, other = Contest("one", created), Contest("other", created)
        assert await store.change(*incepted(one, holdings)) is not None
        await store.append("other", 0, m.encode(created), line_of(other), holdings)
        assert await store.events("one") == await store.events("other")
        assert await store.holdings("one") == holdings
        listed = await store.games_of(ANA, 5)
        assert {entry.place.game for entry in listed} == {"one", "other"}
        assert len({entry.summary.replace(b'"other"', b'"one"') for entry in listed}) == 1
        alarms = await store.alarms(NOW * 2)
        assert {alarm[1:] for alarm in alarms} <= {(NOW, NOW + 300_000)}
        assert len(await store.waking(NOW)) in (0, 2)
        rows = await store.ask("SELECT game FROM listings")
        assert rows == [("one",)]

    run_on_tables(test)


def test_a_challenge_is_answered_once(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        await store.beat("run", NOW, NOW)
        challenges, alive = Challenges(store), NOW - 1
        terms = Proposal("Ana", "", "Bo", "duo", CLOCK)
        others = [f"{n:064x}" for n in range(4)]
        made = [await challenges.make(ANA, one, terms, "run", NOW) for one in (BO, *others)]
        with pytest.raises(Refusal, match="wait for an answer"):
            await challenges.make(ANA, CY, terms, "run", NOW)
        again = await challenges.make(ANA, BO, terms, "run", NOW)  # instead of the first
        with pytest.raises(Refusal, match="no longer open"):
            await challenges.find(made[0], BO, alive, NOW)
        made[0] = again
        found = await challenges.find(made[0], BO, alive, NOW)
        with pytest.raises(Refusal, match="no longer open"):
            await challenges.find(made[0], CY, alive, NOW)
        await challenges.decline(made[0], BO, "too_fast", NOW)
        with pytest.raises(Refusal, match="no longer open"):
            await challenges.decline(made[0], BO, "later", NOW)
        assert await store.change(accepted(found, "game", NOW)) is None
        second = await challenges.find(made[1], others[0], alive, NOW)
        assert await store.change(accepted(second, "game", NOW)) is not None
        assert await store.change(accepted(second, "other", NOW)) is None
        await challenges.withdraw(made[2], ANA)
        standing = await challenges.standing(alive, NOW)
        assert {(one.answer, one.game) for one in standing} == {
            ("too_fast", None), ("", "game"), ("", None),
        }  # fmt: skip
        late = NOW + LASTS  # nobody has answered: the challenger is told so for a while
        assert {one.answer for one in await challenges.standing(alive, late)} == {v.EXPIRED}
        with pytest.raises(Refusal, match="no longer open"):
            await challenges.find(made[3], others[2], alive, late)
        await challenges.sweep(late + TOLD - 1)
        assert len(await challenges.standing(alive, late)) == 2
        assert await challenges.standing(alive, late + TOLD) == []
        await challenges.lose(ANA, "run", NOW)
        assert not any(one.open for one in await challenges.standing(alive, NOW + 30_000))
        assert not any(one.open for one in await challenges.standing(NOW, NOW))  # the run is gone

    run_on_tables(test)


# --- several processes -------------------------------------------------------------------------


class Visitor:
    """Somebody in a lobby, who remembers what was said."""

    def __init__(self, guest: str, account: str = "") -> None:
        self.guest, self.account = guest, account
        self.heard: list[Json] = []

    def send(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    @property
    def game(self) -> str | None:
        games = [one["game"] for one in self.heard if one["type"] == "begins"]
        return games[-1] if games else None

    def last(self, part: str) -> Any:
        return next((one[part] for one in reversed(self.heard) if part in one), None)


class Hall:
    """The lobby of one process."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.lobby = Lobby(process.house)
        self.usher = Usher(process.house, process.desk, self.lobby)
        self.lobby.start()

    async def enter(self, guest: str, account: str = "") -> Visitor:
        visitor = Visitor(guest, account)
        await self.lobby.enter(visitor)
        return visitor

    async def do(self, visitor: Visitor, action: v.AnyAction) -> Any:
        return await self.usher.act(visitor, action)


Test = Callable[[World, list[Hall]], Awaitable[None]]


@pytest.fixture
def halls(tmp_path: Path) -> Callable[[Test], None]:
    """Run a test with two processes over one store."""

    async def both(world: World, test: Test) -> None:
        made = [Hall(await world.process()), Hall(await world.process())]
        try:
            await test(world, made)
        finally:
            for hall in made:
                hall.lobby.close()

    def run(test: Test) -> None:
        store = InlineSqlite(tmp_path / "games.sqlite", shared=True)
        run_in(lambda world: both(world, test), store, random.Random(7))

    return run


def test_people_of_two_processes_meet(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        ana, bo = await hall[0].enter(ANA), await hall[1].enter(BO)
        await world.until(lambda: ana.last("online")["count"] == 2)
        await hall[0].do(ana, v.Look(wish=DUO))
        await world.until(lambda: bo.last("seeks"))
        await hall[1].do(bo, v.Look(wish=DUO))
        await world.until(lambda: ana.game and bo.game, 3)
        assert ana.game == bo.game
        room = await hall[1].process.room(str(ana.game))
        assert room.contest.status == "playing"
        assert set(room.acts) == {ANA, BO}
        await world.until(lambda: bo.last("live")["count"] == 1)
        assert await hall[0].lobby.waiting() == []

    halls(test)


def test_a_crowd_over_two_processes_is_seated_once_each(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        people = [await hall[n % 2].enter(f"{n:064x}") for n in range(15)]
        await asyncio.gather(
            *(hall[n % 2].do(one, v.Look(wish=DUO)) for n, one in enumerate(people))
        )
        await world.until(lambda: sum(one.game is not None for one in people) == 14)
        await asyncio.sleep(30)
        games = [one.game for one in people if one.game is not None]
        assert len(games) == 14
        assert sorted(games.count(game) for game in set(games)) == [2] * 7
        (left,) = await hall[0].lobby.waiting()
        assert left.person == next(one.guest for one in people if one.game is None)

    halls(test)


def test_when_the_pairing_process_dies_the_other_pairs(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        ana = await hall[0].enter(ANA)
        await hall[0].do(ana, v.Look(wish=DUO))
        await asyncio.sleep(2)  # it has the lease now
        await hall[0].process.kill()
        bo, cy = await hall[1].enter(BO), await hall[1].enter(CY)
        for one in (bo, cy):
            await hall[1].do(one, v.Look(wish=DUO))
        await world.until(lambda: bo.game and cy.game, PAUSE / 1000 + 5)
        assert bo.game == cy.game
        assert ana.game is None

    halls(test)


def test_who_must_pause_looks_for_nobody(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        columns, values = "game, person, kind, at, until", "'g', :p, 'clock', :at, :u"
        row = f"INSERT INTO offences ({columns}) VALUES ({values})"
        now = hall[0].process.house.keeper.now()
        late = {"p": ANA, "at": now, "u": now + 600_000}
        await hall[0].process.house.store.change(Change(row, late))
        ana = await hall[0].enter(ANA)
        with pytest.raises(Refusal, match="left others waiting"):
            await hall[0].do(ana, v.Look(wish=DUO))
        assert await hall[0].lobby.seeks.waiting(0) == []
        bo = await hall[0].enter(BO)
        await hall[0].do(bo, v.Look(wish=DUO))
        (seek,) = await hall[0].lobby.seeks.waiting(0)
        with pytest.raises(Refusal, match="left others waiting"):
            await hall[0].do(ana, v.Meet(seek=seek.id))

    halls(test)


def test_who_leaves_meets_nobody(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        ana, bo = await hall[0].enter(ANA), await hall[1].enter(BO)
        await hall[0].do(ana, v.Look(wish=DUO))
        await hall[0].lobby.leave(ana)
        await hall[1].do(bo, v.Look(wish=DUO))
        await asyncio.sleep(2)
        assert bo.game is None
        back = await hall[1].enter(ANA)  # elsewhere, and goes on looking
        await hall[1].do(back, v.Look(wish=DUO))
        await world.until(lambda: back.game and bo.game)

    halls(test)


def test_computers_are_offered_and_fill_what_is_empty(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        four = v.Wish(variants=["classic"], clocks=[CLOCK], level=5)
        people = [await hall[n % 2].enter(one) for n, one in enumerate((ANA, BO, CY))]
        for n, one in enumerate(people):
            await hall[n % 2].do(one, v.Look(wish=four))
        await world.until(lambda: all((one.last("seek") or {}).get("offer") for one in people), 9)
        offer = people[0].last("seek")["offer"]
        assert (offer["variant"], offer["computers"], offer["level"]) == ("classic", 1, 5)
        assert len(offer["others"]) == 2
        for n, one in enumerate(people):
            await hall[n % 2].do(one, v.Agree())
        await world.until(lambda: all(one.game for one in people), 5)
        room = await hall[0].process.room(str(people[0].game))
        kinds = sorted(chair.kind for chair in room.contest.chairs.values())
        assert kinds == ["computer", "person", "person", "person"]
        assert not room.contest.rated

    halls(test)


def test_a_rematch_waits_for_whoever_has_left(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        first, second = (one.process for one in hall)
        game = await first.create("me", "open")
        await first.join(game, BO)
        await first.act(game, ANA, m.Resign(seq=2))
        made = await first.act(game, ANA, m.Rematch(seq=3))
        bo = await hall[1].enter(BO)  # came back elsewhere
        await world.until(lambda: bo.last("challenges"))
        (waits,) = bo.last("challenges")
        assert (waits["game"], waits["own"]) == (made["game"], False)
        ana = await hall[0].enter(ANA)
        await asyncio.sleep(2)
        assert ana.last("challenges") == []
        assert await hall[1].do(bo, v.Accept(challenge=waits["id"])) == {"game": made["game"]}
        await second.connect(made["game"], BO)
        later = await hall[1].enter(BO)
        await asyncio.sleep(2)
        assert later.last("challenges") == []

    halls(test)


def test_a_rematch_can_be_declined(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        first = hall[0].process
        game = await first.create("me", "open")
        await first.join(game, BO)
        await first.act(game, ANA, m.Resign(seq=2))
        made = await first.act(game, ANA, m.Rematch(seq=3))
        bo = await hall[1].enter(BO)
        await world.until(lambda: bo.last("challenges"))
        (waits,) = bo.last("challenges")
        await hall[1].do(bo, v.Decline(challenge=waits["id"], reason="later"))
        await world.until(lambda: bo.last("challenges") == [])
        ana = await hall[0].enter(ANA)
        await world.until(lambda: ana.last("challenges"))
        (told,) = ana.last("challenges")
        assert (told["own"], told["answer"]) == (True, "later")
        room = await hall[1].process.room(made["game"])
        kinds = [chair.kind for chair in room.contest.chairs.values()]
        assert sorted(kinds) == ["open", "person"]

    halls(test)


def challenge(rival: str, **more: Any) -> v.Challenge:
    wanted: dict[str, Any] = {"rival": rival, "variant": "duo", "clock": CLOCK} | more
    return v.Challenge(**wanted)


async def signed_up(hall: Hall, name: str) -> str:
    """The id of a new account."""
    people = People(hall.process.house.store, hall.process.keeper)
    account = await people.sign_up(name, name.casefold(), None, "nobody")
    assert account is not None
    return account


def test_challenges_over_two_processes(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        rival = await signed_up(hall[0], "Bo")
        ana, bo = await hall[0].enter(ANA), await hall[1].enter(rival, "Bo")
        await world.until(lambda: ana.last("online")["people"])
        assert ana.last("online")["people"][0]["name"] == "Bo"
        for wrong, why in (
            (challenge("Nobody"), "nobody here"),
            (challenge("Bo", variant="classic"), "for two"),
            (challenge("Bo", variant="chess"), "no variant"),
            (challenge("Bo", rated=True), "sign in"),
        ):
            with pytest.raises(Refusal, match=why):
                await hall[0].do(ana, wrong)
        with pytest.raises(Refusal, match="your own name"):
            await hall[1].do(bo, challenge("bo"))

        made = await hall[0].do(ana, challenge("Bo", name="Ana"))
        await world.until(lambda: bo.last("challenges"))
        assert bo.last("challenges")[0]["name"] == "Ana"
        await hall[1].do(bo, v.Decline(challenge=made["challenge"], reason="too_slow"))
        await world.until(lambda: (ana.last("challenges") or [{}])[0].get("answer") == "too_slow")
        assert ana.last("challenges")[0]["name"] == "Bo"
        await hall[0].do(ana, v.Withdraw(challenge=made["challenge"]))

        made = await hall[0].do(ana, challenge("Bo"))
        begun = await hall[1].do(bo, v.Accept(challenge=made["challenge"]))
        await world.until(lambda: ana.game == begun["game"])
        with pytest.raises(Refusal, match="no longer open"):
            await hall[0].do(bo, v.Accept(challenge="nonsense"))

        made = await hall[0].do(ana, challenge("Bo"))
        await world.until(lambda: bo.last("challenges"))
        await hall[0].lobby.leave(ana)
        await world.until(lambda: bo.last("challenges") == [], 30)  # nobody waits for an answer

    halls(test)


def test_who_blocked_somebody_is_neither_met_nor_challenged(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        rival = await signed_up(hall[0], "Bo")
        await Ties(hall[0].process.house.store).tie(rival, "block", ANA, NOW)
        ana, bo = await hall[0].enter(ANA), await hall[1].enter(rival, "Bo")
        with pytest.raises(Refusal, match="cannot play with this person"):
            await hall[0].do(ana, challenge("Bo"))
        await hall[1].do(bo, v.Look(wish=DUO))
        (seek,) = await hall[0].lobby.waiting()
        with pytest.raises(Refusal, match="cannot play with this person"):
            await hall[0].do(ana, v.Meet(seek=seek.id))

    halls(test)


def test_no_guest_passes_for_somebody_with_an_account(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        first = hall[0].process
        rival = await signed_up(hall[0], "Bo")
        ana, bo = await hall[0].enter(ANA), await hall[1].enter(rival, "Bo")
        for name, shown in (("B0", ""), ("b o", ""), ("Level 5", ""), ("Ana", "Ana")):
            wish = v.Wish(variants=["duo"], clocks=[CLOCK], name=name)
            await hall[0].do(ana, v.Look(wish=wish))
            (seek,) = await hall[0].lobby.waiting()
            assert seek.name == shown
            await hall[0].do(ana, v.Stop())
            made = await hall[0].do(ana, challenge("Bo", name=name))
            (standing,) = await hall[1].lobby.standing()
            assert standing.proposal.name == shown
            await hall[0].do(ana, v.Withdraw(challenge=made["challenge"]))
            game = await first.create("me", "open", guest=rival, listed=True, clock=CLOCK)
            room = await first.room(game)
            await first.desk.join(room, m.Join(name=name), CY)
            assert room.contest.chairs["yellow"].player == shown
        await hall[1].do(bo, v.Look(wish=DUO))
        assert [one.name for one in await hall[0].lobby.waiting()] == ["Bo"]

    halls(test)


def test_a_block_counts_for_all_that_two_could_begin(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        first = hall[0].process
        rival = await signed_up(hall[0], "Bo")
        ana, bo = await hall[0].enter(ANA), await hall[1].enter(rival, "Bo")
        made = await hall[0].do(ana, challenge("Bo"))  # before the block
        begun = await hall[0].do(ana, challenge("Bo", clock=m.ClockChoice("days", days=1)))
        over = (await hall[1].do(bo, v.Accept(challenge=begun["challenge"])))["game"]
        seq = (await first.room(over)).contest.seq
        await first.act(over, ANA, m.Resign(seq=seq + 1))
        made = await hall[0].do(ana, challenge("Bo"))
        opened = await first.create("me", "open", guest=rival, listed=True, clock=CLOCK)
        await Ties(first.house.store).tie(rival, "block", ANA, NOW)
        with pytest.raises(Refusal, match="cannot play with this person"):
            await hall[1].do(bo, v.Accept(challenge=made["challenge"]))
        with pytest.raises(Refusal, match="cannot play with this person"):
            await first.desk.join(await first.room(opened), m.Join(name="Ana"), ANA)
        with pytest.raises(Refusal, match="cannot play with this person"):
            await first.act(over, ANA, m.Rematch(seq=seq + 2))
        await first.desk.join(await first.room(opened), m.Join(name="Cy"), CY)

    halls(test)


def test_who_waits_can_be_joined(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        ana, bo = await hall[0].enter(ANA), await hall[1].enter(BO)
        both = v.Wish(variants=["classic", "duo"], clocks=[CLOCK])
        await hall[0].do(ana, v.Look(wish=both))
        await world.until(lambda: bo.last("seeks"))
        begun = await hall[1].do(bo, v.Meet(seek=bo.last("seeks")[0]["id"], name="Bo"))
        await world.until(lambda: ana.game == begun["game"])
        with pytest.raises(Refusal, match="no longer waiting"):
            await hall[1].do(bo, v.Meet(seek="nonsense"))

        four = v.Wish(variants=["classic"], clocks=[CLOCK])
        await hall[0].do(ana, v.Look(wish=four))
        await world.until(lambda: [s for s in bo.last("seeks") if s["variants"] == ["classic"]])
        seek = bo.last("seeks")[0]["id"]
        assert await hall[1].do(bo, v.Meet(seek=seek)) == {}  # two are too few: it waits as well
        assert len(await hall[0].lobby.waiting()) == 2
        await hall[1].do(bo, v.Stop())
        assert len(await hall[0].lobby.waiting()) == 1

    halls(test)


def test_listed_games_are_shown_and_joined_without_a_key(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        first, second = (one.process for one in hall)
        game = await first.create("me", "open", listed=True, clock=CLOCK)
        await first.create("me", "open")  # with a link only
        cy = await hall[1].enter(CY)
        assert cy.last("open") == []  # nobody sits there
        await first.connect(game)
        await world.until(lambda: cy.last("open"))
        assert [one["game"]["id"] for one in cy.last("open")] == [game]
        assert "holder" not in json.dumps(cy.heard)
        await second.desk.join(await second.room(game), m.Join(name="Bo"), BO)
        await second.connect(game, CY)  # watches
        await world.until(
            lambda: cy.last("live")["games"] and cy.last("live")["games"][0]["watching"]
        )
        assert cy.last("open") == []
        shown = cy.last("live")["games"][0]
        assert (shown["game"]["id"], shown["watching"]) == (game, 1)

    halls(test)


def test_somebody_alone_plays_within_fifteen_seconds(halls: Callable[[Test], None]) -> None:
    async def test(world: World, hall: list[Hall]) -> None:
        loop = asyncio.get_running_loop()
        began, ana = loop.time(), await hall[0].enter(ANA)
        await hall[0].do(ana, v.Look(wish=DUO))
        await world.until(lambda: (ana.last("seek") or {}).get("offer"))
        await asyncio.sleep(2)  # to read it
        await hall[0].do(ana, v.Agree())
        await world.until(lambda: ana.game)
        assert loop.time() - began < 15

    halls(test)


# --- over the wire -----------------------------------------------------------------------------


@contextlib.contextmanager
def lobby_of(person: Person) -> Iterator[Socket]:
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    address = f"ws://127.0.0.1:{person.site.port}/api/lobby/socket"
    with connect(
        address,
        additional_headers={"Cookie": cookie},
        origin=Origin(person.site.origin),
        open_timeout=PATIENCE,
        close_timeout=2,
    ) as opened:
        yield Socket(opened)


LIVE = {"kind": "live", "minutes": 5, "increment": 3}
WISH = {"variants": ["duo"], "clocks": [LIVE]}


def test_two_guests_meet_over_the_wire(shared: Site) -> None:
    ana, bo = shared.person(), shared.person()
    with lobby_of(ana) as here, lobby_of(bo) as there:
        assert here.kind("lobby")["seeks"] == []
        assert here.ask(type="seek", wish=WISH)["type"] == "ok"
        assert there.ask(type="seek", wish=WISH)["type"] == "ok"
        games = {one.kind("begins", PATIENCE)["game"] for one in (here, there)}
        (game,) = games
    shown = ana.show(game)
    assert shown["game"]["listed"]
    assert shown["you"]["seats"] != bo.show(game)["you"]["seats"] != []
    until(lambda: ana.http.get("/api/lobby").json()["live"]["count"])
    assert "holders" not in ana.http.get("/api/lobby").text


def test_nobody_waits_for_a_long_pairing(shared: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, served, in_time = threading.Event(), threading.Event(), []

    def long(*given: Any) -> Any:
        begun.set()
        in_time.append(served.wait(PATIENCE))
        return pairings(*given)

    monkeypatch.setattr(matches, "pairings", long)
    ana = shared.person()
    with lobby_of(ana) as here:
        assert here.ask(type="seek", wish=WISH)["type"] == "ok"
        assert begun.wait(PATIENCE)
        assert ana.http.get("/health").status_code == 200
        served.set()
        until(lambda: in_time)
        assert in_time[0]
        assert here.ask(type="stop")["type"] == "ok"


def test_wishes_for_a_game_are_limited_per_address(special: Special) -> None:
    running = special(seeks=Rate(0.001, 2))
    ana, bo = running.person(), running.person()
    with lobby_of(ana) as here, lobby_of(bo) as there:
        assert here.ask(type="seek", wish=WISH)["type"] == "ok"
        assert there.ask(type="meet", seek="x")["code"] == "not_now"
        for wish in (
            {"type": "seek", "wish": WISH},
            {"type": "meet", "seek": "x"},
            {"type": "accept", "challenge": "x"},
            {"type": "challenge", "rival": "Ana", "variant": "duo", "clock": LIVE},
        ):
            assert there.ask(**wish)["code"] == "too_many"
        assert here.ask(type="stop")["type"] == "ok"  # but one can always stop


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"type": "seek", "wish": {**WISH, "rated": True}}, "forbidden"),
        ({"type": "seek", "wish": {**WISH, "variants": []}}, "bad_request"),
        ({"type": "seek", "wish": {**WISH, "variants": ["classic_solo"]}}, "bad_variant"),
        ({"type": "seek", "wish": {**WISH, "clocks": [{"kind": "none"}]}}, "bad_request"),
        ({"type": "fill"}, "not_now"),
        ({"type": "meet", "seek": "x"}, "not_now"),
        ({"type": "accept", "challenge": "x"}, "not_now"),
        ({"type": "decline", "challenge": "x", "reason": "ugly"}, "bad_request"),
        ({"type": "dance"}, "bad_request"),
    ],
)
def test_what_cannot_be_is_refused_in_words(shared: Site, request_: Json, code: str) -> None:
    with lobby_of(shared.person()) as here:
        answer = here.ask(**request_)
        assert (answer["type"], answer["code"]) == ("error", code)
        assert answer["message"]
        assert here.ask(type="ping")["type"] == "pong"
