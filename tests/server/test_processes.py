"""Several processes on one store behave as one. A new adapter is added to `STORES`."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cornerwise.server.base import messages as m
from cornerwise.server.base.clocks import PAUSE
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games.contest import Contest
from cornerwise.server.storage.leases import STAND_BY
from tests.patience import PATIENCE
from tests.server.processes import ANA, BO, CY, STORES, Process, World
from tests.server.processes import run as run_in

Test = Callable[[World], Awaitable[None]]
Run = Callable[[Test], None]


@pytest.fixture(params=STORES)
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Run a test over a store of each kind."""
    chance = random.Random(7)
    return lambda test: run_in(test, STORES[request.param](tmp_path, chance), chance)


async def events_of(world: World, game: str) -> list[str]:
    bodies = await world.store.events(game)
    return [type(m.read_event(body)).__name__ for body in bodies]


def alike(game: str, *processes: Process) -> bool:
    rooms = [process.house.rooms.get(game) for process in processes]
    return len({room.contest.seq for room in rooms if room is not None}) == 1


# --- computers -----------------------------------------------------------------------------


def test_a_computers_move_is_thought_once(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await first.create("me", "computer", "computer", "computer")
        await first.connect(game)
        there = await second.connect(game)
        room, other = await first.room(game), await second.room(game)
        for n in range(4):
            await world.until(lambda: room.contest.seat == other.contest.seat == "blue")
            await (first, second)[n % 2].play(game)
            await world.until(lambda: there.presence["thinking"] == "yellow")  # told everywhere
        await world.until(lambda: room.contest.seat == "blue" and alike(game, first, second))
        assert len(room.contest.moves) == 16
        assert set(world.engines.asked.values()) == {1}
        assert world.engines.asked.total() == 12
        await world.until(lambda: there.presence["thinking"] is None)
        await world.until(lambda: there.seqs() == list(range(1, 17)))

    run(test)


def test_when_the_thinker_dies_another_process_thinks(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await first.create("me", "computer")
        await first.play(game)
        await second.connect(game)
        other = await second.room(game)
        await world.until(world.engines.asked.total)
        await first.kill()
        killed = asyncio.get_running_loop().time()
        await world.until(lambda: len(other.contest.moves) == 2)
        took = asyncio.get_running_loop().time() - killed
        assert PAUSE / 1000 - 3 < took < PAUSE / 1000 + STAND_BY + 2  # the lease had to lapse
        assert world.engines.asked.total() == 2

    run(test)


def test_a_process_that_ends_hands_its_work_over_at_once(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await first.create("me", "computer")
        await first.play(game)
        await second.connect(game)
        await first.stop()
        ended = asyncio.get_running_loop().time()
        other = await second.room(game)
        await world.until(lambda: len(other.contest.moves) == 2)
        assert asyncio.get_running_loop().time() - ended < STAND_BY + 2

    run(test)


def test_a_game_that_nobody_has_in_memory_goes_on_in_one_process(run: Run) -> None:
    async def test(world: World) -> None:
        first = await world.process()
        game = await first.create("me", "computer", clock=m.ClockChoice("days", days=1))
        await first.play(game)  # after the computer, whose turn it is, a person's clock will run
        await world.until(world.engines.asked.total)
        await first.kill()
        processes = [await world.process() for _ in range(3)]
        await world.until(lambda: sum(game in each.house.rooms for each in processes) == 1)
        await asyncio.sleep(10)
        assert await events_of(world, game) == ["Created", "Moved", "Moved"]
        assert world.engines.asked.total() == 2  # once by the process that died
        assert sum(game in each.house.rooms for each in processes) == 1

    run(test)


def test_no_more_games_are_resumed_than_can_wait(run: Run) -> None:
    async def test(world: World) -> None:
        first = await world.process()
        days = m.ClockChoice("days", days=1)
        games = [await first.create("me", "computer", clock=days) for _ in range(5)]
        for game in games:
            await first.play(game)
        await first.kill()
        second = await world.process(waiting=2)
        most = 0
        async with asyncio.timeout(PATIENCE):
            while [len(await events_of(world, game)) for game in games] != [3] * 5:
                most = max(most, second.house.rooms.thinking)
                await asyncio.sleep(0.05)
        assert most == 2

    run(test)


def test_who_no_longer_plays_on_leaves_it_to_those_who_are_watched(run: Run) -> None:
    async def test(world: World) -> None:
        first = await world.process(linger=2.0)
        second = await world.process(linger=2.0)
        game = await first.create("computer", "computer")  # nobody looks after this
        await second.connect(game, BO)
        await asyncio.sleep(20)
        moves = len((await second.room(game)).contest.moves)
        assert moves > 10  # where somebody watches it goes on
        assert set(world.engines.asked.values()) == {1}

    run(test)


def test_a_swept_game_is_thought_for_where_it_is_looked_at(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(idle=5), await world.process(idle=5)
        game = await first.create("me", "computer")
        await first.play(game)
        room = await first.room(game)
        await world.until(lambda: len(room.contest.moves) == 2)
        await world.until(lambda: game not in first.house.rooms)
        await second.connect(game)
        began = asyncio.get_running_loop().time()
        await second.play(game)
        other = await second.room(game)
        await world.until(lambda: len(other.contest.moves) == 4)
        assert asyncio.get_running_loop().time() - began < 2  # nobody waits for a lease
        assert game not in first.house.rooms

    run(test)


# --- rooms that nobody needs -----------------------------------------------------------------


def test_a_room_that_nobody_looks_at_is_read_when_somebody_asks(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await first.create("me", "here")
        await second.connect(game)
        room = first.house.rooms.get(game)
        assert room is not None
        for _ in range(3):
            await second.play(game)
            await world.until(lambda: game not in first.house.rooms)
            assert not room.contest.moves, "it was read, and nobody needed it"
        assert len((await first.room(game)).contest.moves) == 3
        assert game in first.house.rooms
        told = await first.connect(game, BO)
        await second.play(game)
        await world.until(lambda: told.seqs() == [4])

    run(test)


def test_who_lost_a_seat_meanwhile_does_not_have_it_in_such_a_room(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await first.create("me", "here")
        room = await first.room(game)
        [guest] = room.acts
        await second.connect(game)
        await second.play(game)
        await world.until(lambda: game not in first.house.rooms)
        [holder] = room.acts[guest]
        await world.store.rekey(game, holder, keep=())
        assert not (await first.room(game)).actor(guest).seats

    run(test)


# --- clocks --------------------------------------------------------------------------------


def test_a_clock_runs_out_once(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        clock = m.ClockChoice("live", minutes=0.5)
        seats = ("me", "here", "here", "here")
        watched = await first.create(*seats, clock=clock)
        unwatched = await second.create(*seats, clock=clock)
        here, there = await first.connect(watched), await second.connect(watched)
        third = await world.process()  # it has neither in memory
        await asyncio.sleep(29)
        assert await events_of(world, watched) == ["Created"]
        await asyncio.sleep(3)
        for game in (watched, unwatched):
            assert await events_of(world, game) == ["Created", "TimedOut"]
        await asyncio.sleep(60 * 3)
        for game in (watched, unwatched):
            assert await events_of(world, game) == ["Created"] + ["TimedOut"] * 4
        assert here.seqs() == there.seqs() == [1, 2, 3, 4]
        assert third.runs

    run(test)


def test_a_clock_of_a_process_that_died_runs_out_elsewhere(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await first.create("me", "here", clock=m.ClockChoice("live", minutes=0.5))
        await asyncio.sleep(20)
        await first.kill()
        await asyncio.sleep(9)
        assert await events_of(world, game) == ["Created"]
        await asyncio.sleep(5)
        assert await events_of(world, game) == ["Created", "TimedOut"]
        assert second.runs

    run(test)


# --- people --------------------------------------------------------------------------------


async def two_people(first: Process, second: Process) -> str:
    """A game in which Ana sits at one process and Bo at another."""
    game = await first.create("me", "open")
    await second.join(game, BO)
    while (await first.room(game)).contest.seq != (await second.room(game)).contest.seq:
        await asyncio.sleep(0.05)
    return game


def test_who_is_connected_elsewhere_is_not_away(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await two_people(first, second)
        ana = await first.connect(game, ANA)
        assert "yellow" in ana.presence["away"]
        bo = await second.connect(game, BO)
        await second.connect(game, CY)
        await world.until(lambda: ana.presence["present"] == ["blue", "yellow"])
        await world.until(lambda: bo.presence["present"] == ["blue", "yellow"])
        await world.until(lambda: ana.presence["watching"] == bo.presence["watching"] == 1)
        twice = await first.connect(game, BO)
        await second.disconnect(game, bo)
        await asyncio.sleep(1)
        assert ana.presence["present"] == ["blue", "yellow"]  # by the other page
        await first.disconnect(game, twice)
        assert ana.presence["away"]["yellow"] <= 1
        await asyncio.sleep(5)
        late = await (await world.process()).connect(game, CY)
        assert 5000 <= late.presence["away"]["yellow"] < 5500

    run(test)


def test_when_a_process_dies_its_guests_are_away(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await two_people(first, second)
        ana, _ = await first.connect(game, ANA), await second.connect(game, BO)
        await world.until(lambda: ana.presence["present"] == ["blue", "yellow"])
        await second.kill()
        await asyncio.sleep(5)
        assert ana.presence["present"] == ["blue", "yellow"]
        await asyncio.sleep(PAUSE / 1000)
        assert 4000 < ana.presence["away"]["yellow"] <= 15_000  # since it was last known to run

    run(test)


def test_when_a_process_ends_its_guests_are_away_at_once(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await two_people(first, second)
        ana, _ = await first.connect(game, ANA), await second.connect(game, BO)
        await world.until(lambda: ana.presence["present"] == ["blue", "yellow"])
        await second.stop()
        await world.until(lambda: "yellow" in ana.presence["away"], seconds=3)

    run(test)


def test_who_plays_over_http_is_there_for_every_process(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(away=8000), await world.process(away=8000)
        game = await two_people(first, second)
        ana = await first.connect(game, ANA)
        for _ in range(20):
            second.house.presence.seen(await second.room(game), BO)
            await asyncio.sleep(1)
        assert ana.presence["present"] == ["blue", "yellow"]
        await asyncio.sleep(10)
        assert 8000 <= ana.presence["away"]["yellow"] < 12_000

    run(test)


def test_a_seat_is_given_to_the_computer_only_if_its_player_is_nowhere(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await two_people(first, second)
        ana, bo = await first.connect(game, ANA), await second.connect(game, BO)
        await asyncio.sleep(70)
        wish = m.TakeOver(seq=2, seat="yellow")
        with pytest.raises(Refusal, match="not been gone long enough"):
            await first.act(game, ANA, wish)
        await second.disconnect(game, bo)
        await asyncio.sleep(59)
        for process in (first, second, await world.process()):
            with pytest.raises(Refusal, match="not been gone long enough"):
                await process.act(game, ANA, wish)
        await asyncio.sleep(2)
        assert (await (await world.process()).act(game, ANA, wish))["type"] == "ok"
        room = await first.room(game)
        await world.until(lambda: room.contest.chairs["yellow"].taken_over)
        await first.play(game, ANA)
        await world.until(lambda: len(room.contest.moves) == 2)
        await second.connect(game, BO)
        back = m.TakeBack(seq=room.contest.seq + 1, seat="yellow")
        assert (await second.act(game, BO, back))["type"] == "ok"
        await world.until(lambda: not room.contest.chairs["yellow"].taken_over)
        await world.until(lambda: ana.seqs() == list(range(2, room.contest.seq + 1)))

    run(test)


def test_a_seat_link_used_at_one_process_counts_at_all(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await two_people(first, second)
        cy = await second.connect(game, CY)
        room, other = await first.room(game), await second.room(game)
        await first.desk.claim(room, m.Claim(first.house.keys.seat(room, holder(room, ANA))), CY)
        await world.until(lambda: cy.last("snapshot")["you"]["seats"] == ["blue"])
        assert (await second.play(game, CY))["type"] == "ok"
        assert await first.room(game) is room
        assert alike(game, first, second)
        await first.desk.rekey(room, ANA)
        await world.until(lambda: cy.last("snapshot")["you"]["seats"] == [])
        assert other.generations == room.generations != {}
        await second.play(game, BO)
        with pytest.raises(Refusal, match="turn"):
            await second.play(game, CY)

    run(test)


def holder(room: object, guest: str) -> str:
    (found,) = room.acts[guest]  # type: ignore[attr-defined]
    return str(found)


def test_resigning_and_another_game_are_the_same_everywhere(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await two_people(first, second)
        ana, bo = await first.connect(game, ANA), await second.connect(game, BO)
        assert (await first.act(game, ANA, m.Resign(seq=2)))["type"] == "ok"
        await world.until(lambda: bo.seqs() == [2])
        assert bo.last("events")["state"]["status"] == "over"
        answers = await asyncio.gather(
            first.act(game, ANA, m.Rematch(seq=3)),
            second.act(game, BO, m.Rematch(seq=3)),
            return_exceptions=True,
        )
        told = {answer["game"] for answer in answers if isinstance(answer, dict)}
        await world.until(lambda: ana.seqs()[-1] == bo.seqs()[-1] == 3)
        assert told == {bo.last("events")["state"]["rematch"]}

    run(test)


def test_who_has_heard_more_than_a_process_is_not_refused_by_it(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await first.create("me", "open")
        first.house.chronicle.close()  # it hears nothing, as if the hint were still under way
        await second.join(game, BO)
        assert (await first.act(game, ANA, m.Resign(seq=2)))["type"] == "ok"

    run(test)


def test_a_lost_hint_costs_a_moment_only(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await two_people(first, second)
        await first.connect(game, ANA)
        bo = await second.connect(game, BO)
        second.house.chronicle.close()  # it hears nothing any more
        await first.play(game, ANA)
        await asyncio.sleep(1)
        assert bo.seqs() == []
        await world.until(lambda: bo.seqs() == [2], seconds=20)  # by the next heartbeat

    run(test)


def test_a_process_that_was_stopped_tells_anew_who_is_there(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = await world.process(), await world.process()
        game = await two_people(first, second)
        await first.connect(game, ANA)
        bo = await second.connect(game, BO)
        await world.until(lambda: bo.presence["present"] == ["blue", "yellow"])
        first.keeper.number += 1  # as after a pause: the run before is over
        await asyncio.sleep(PAUSE / 1000 + 5)
        assert bo.presence["present"] == ["blue", "yellow"]
        runs = {row.run for row in await world.store.attendance(game) if row.guest == ANA}
        assert len(runs) == 2

    run(test)


# --- endings -------------------------------------------------------------------------------


def test_an_ending_is_told_once_among_all_processes(run: Run) -> None:
    async def test(world: World) -> None:
        told: list[str] = []
        processes = [await world.process() for _ in range(3)]
        for process in processes:
            process.house.endings.listen(telling(told))
        game = await two_people(processes[0], processes[1])
        for process in processes:
            await process.connect(game)
        await processes[1].act(game, BO, m.Resign(seq=2))
        await asyncio.sleep(30)
        assert told == [game]
        assert await world.store.endings(processes[0].house.ground.peers.alive) == []

    run(test)


def test_an_ending_that_was_not_told_to_the_end_is_told_again(run: Run) -> None:
    async def test(world: World) -> None:
        told: list[str] = []
        first, second = await world.process(), await world.process()

        async def slow(contest: Contest) -> None:
            await asyncio.sleep(5)
            told.append("never")

        first.house.endings.listen(slow)
        second.house.endings.listen(telling(told, fails=2))
        game = await two_people(first, second)
        await first.act(game, ANA, m.Resign(seq=2))
        await asyncio.sleep(1)
        await first.kill()
        await asyncio.sleep(PAUSE / 1000 + 10)
        assert told == ["failed", "failed", game]

    run(test)


def test_what_ends_again_is_told_again_and_records_do_not_end(run: Run) -> None:
    async def test(world: World) -> None:
        told: list[str] = []
        process = await world.process()
        process.house.endings.listen(telling(told))
        game = await process.create("me", "here")
        await process.play(game)
        record = (await process.room(game)).contest.game.copy()
        await process.desk.keep(record, {}, ANA)
        await process.act(game, ANA, m.Resign(seq=2))
        await asyncio.sleep(1)
        await process.act(game, ANA, m.Undo(seq=3))
        await process.act(game, ANA, m.Resign(seq=4))
        await asyncio.sleep(10)
        assert told == [game, game]

    run(test)


def telling(told: list[str], fails: int = 0) -> Callable[[Contest], Awaitable[None]]:
    async def listener(contest: Contest) -> None:
        assert contest.status == "over"
        if len(told) < fails:
            told.append("failed")
            raise RuntimeError("not now")
        told.append(contest.id)

    return listener


# --- reviews -------------------------------------------------------------------------------


async def given_up(process: Process, moves: int = 6) -> str:
    """A game between two persons of which there are some moves, and which is over."""
    game = await process.create("me", "open")
    await process.join(game, BO)
    for n in range(moves):
        await process.play(game, (ANA, BO)[n % 2], which=-1)
    contest = (await process.room(game)).contest
    await process.act(game, ANA, m.Resign(seq=contest.seq + 1))
    return game


async def parts_of(world: World, process: Process, game: str) -> int:
    found = await process.house.reviews.found((await process.room(game)).contest)
    return len(found.moves) + (found.end is not None)


async def made(world: World, process: Process, game: str, parts: int = 7) -> None:
    """Wait until there are so many parts of a review: threads take no time of this loop."""
    while await parts_of(world, process, game) < parts:
        await asyncio.sleep(0.1)


def test_a_review_is_made_once_whoever_asks(run: Run) -> None:
    async def test(world: World) -> None:
        many = [await world.process(review_simulations=20) for _ in range(3)]
        game = await given_up(many[0])
        contests = [(await process.room(game)).contest for process in many]
        asked = (p.house.reviews.ask(c, ANA) for p, c in zip(many, contests, strict=True))
        await asyncio.gather(*asked)
        for process in many:
            await made(world, process, game)
        await asyncio.sleep(30)
        assert world.engines.searches == 7

    run(test)


def test_a_review_goes_on_in_another_process(run: Run) -> None:
    async def test(world: World) -> None:
        first, second = [await world.process(review_simulations=20) for _ in range(2)]
        game = await given_up(first)
        await first.house.reviews.ask((await first.room(game)).contest, ANA)
        await made(world, second, game, 3)
        await first.kill()
        await made(world, second, game)
        assert world.engines.searches <= 8  # the position in work was begun anew

    run(test)


def test_one_guests_reviews_are_made_one_after_another(run: Run) -> None:
    async def test(world: World) -> None:
        process = await world.process(review_simulations=20)
        games = [await given_up(process) for _ in range(2)]
        for game in games:
            await process.house.reviews.ask((await process.room(game)).contest, ANA)
        while True:
            later = await parts_of(world, process, games[1])
            if await parts_of(world, process, games[0]) == 7:
                break
            assert later == 0  # the first was not done when that was read
            await asyncio.sleep(0.1)
        await made(world, process, games[1])

    run(test)
