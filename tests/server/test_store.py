"""What every store must do. A new adapter is added to `tests/server/stores.py`."""

from __future__ import annotations

import asyncio

import pytest

from cornerwise.server.storage.store import (
    Attendance,
    Conflict,
    EarlyMove,
    Ending,
    Holding,
    KeptStudy,
    Lease,
    ListLine,
    Place,
    Played,
    ReviewKey,
    ReviewWish,
    Store,
)
from tests.server.stores import Run

LINE = ListLine(wakes=False, over=False, updated=1, summary=b"{}")


def test_events_come_back_in_order_after_reopening(run: Run) -> None:
    async def write(store: Store) -> None:
        for seq in range(5):
            await store.append("g", seq, b"event %d" % seq, LINE)

    async def read(store: Store) -> None:
        assert await store.events("g") == [b"event %d" % seq for seq in range(5)]
        assert await store.events("g", 2) == [b"event 3", b"event 4"]
        assert await store.events("other") == []

    run(write)
    run(read)


def test_an_append_succeeds_only_as_the_next(run: Run) -> None:
    async def test(store: Store) -> None:
        for seq in (1, 7):
            with pytest.raises(Conflict) as refused:
                await store.append("g", seq, b"x", LINE)
            assert refused.value.last == -1
        await store.append("g", 0, b"zero", LINE)
        for seq in (0, 2):
            with pytest.raises(Conflict) as refused:
                await store.append("g", seq, b"x", LINE, [Holding("guest", "holder")])
            assert refused.value.last == 0
        assert await store.events("g") == [b"zero"]
        assert await store.holdings("g") == []

    run(test)


def test_the_same_append_again_is_no_error(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append("g", 0, b"zero", LINE)
        await store.append("g", 1, b"one", LINE)
        await store.append("g", 0, b"zero", LINE)
        await store.append("g", 1, b"one", LINE)
        assert await store.events("g") == [b"zero", b"one"]

    run(test)


def test_of_many_at_once_exactly_one_wins(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append("g", 0, b"zero", LINE)
        rivals = [store.append("g", 1, b"rival %d" % n, LINE) for n in range(50)]
        others = [store.append(f"other {n}", 0, b"x", LINE) for n in range(50)]
        answers = await asyncio.gather(*rivals, *others, return_exceptions=True)
        assert sum(answer is None for answer in answers[:50]) == 1
        assert sum(isinstance(answer, Conflict) for answer in answers[:50]) == 49
        assert answers[50:] == [None] * 50
        winner = answers[:50].index(None)
        assert await store.events("g", 0) == [b"rival %d" % winner]

    run(test)


def test_holdings(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append("g", 0, b"zero", LINE, [Holding("ana", "a")])
        await store.append("g", 1, b"one", LINE, [Holding("bo", "b")])
        for _ in range(2):
            await store.hold("g", Holding("ana", "b"))
        assert sorted(await store.holdings("g")) == [("ana", "a"), ("ana", "b"), ("bo", "b")]

    run(test)


def test_the_games_of_a_guest_unfinished_first_then_newest(run: Run) -> None:
    async def test(store: Store) -> None:
        mine = [Holding("ana", "a")]
        for name, over, updated in (
            ("x", True, 9),
            ("y", False, 1),
            ("z", False, 5),
            ("w", True, 2),
        ):
            await store.append(name, 0, b"", ListLine(False, over, updated, name.encode()), mine)
        await store.append("v", 0, b"", LINE, [Holding("bo", "b")])
        await store.hold("z", Holding("ana", "b"))
        found = await store.games_of("ana", 10)
        assert [entry.summary for entry in found] == [b"z", b"y", b"x", b"w"]
        assert sorted(found[0].holders) == ["a", "b"]
        assert await store.games_of("ana", 3) == found[:3]
        assert await store.games_of("ana", 9, over=True) == found[2:]
        assert await store.games_of("ana", 9, over=False) == found[:2]
        assert await store.games_of("nobody", 10) == []
        for n, entry in enumerate(found):
            assert await store.games_of("ana", 9, entry.place) == found[n + 1 :]
            assert await store.games_of("ana", 1, entry.place) == found[n + 1 : n + 2]
        assert await store.games_of("ana", 9, found[0].place, over=True) == found[2:]
        assert await store.games_of("ana", 9, found[2].place, over=False) == []

    run(test)


def test_the_newest_line_counts(run: Run) -> None:
    async def test(store: Store) -> None:
        for name in ("g", "h"):
            await store.append(name, 0, b"", LINE._replace(wakes=True), [Holding("ana", "a")])
        assert sorted(await store.waking(0)) == ["g", "h"]
        await store.append("g", 1, b"", ListLine(False, True, 2, b"new"))
        assert await store.waking(0) == ["h"]
        found = await store.games_of("ana", 9)
        assert [(e.summary, e.place) for e in found] == [
            (b"{}", Place(False, 1, "h")),
            (b"new", Place(True, 2, "g")),
        ]

    run(test)


def test_games_of_the_same_moment_are_listed_once_each(run: Run) -> None:
    async def test(store: Store) -> None:
        for n in range(9):
            await store.append(f"g{n}", 0, b"", LINE, [Holding("ana", "a"), Holding("ana", "b")])
        found, place = [], None
        while page := await store.games_of("ana", 2, place):
            found += [entry.place.game for entry in page]
            place = page[-1].place
        assert found == [f"g{n}" for n in range(9)]

    run(test)


def test_alarms_are_the_clocks_that_run(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append("a", 0, b"", LINE._replace(turn_at=100, deadline=150))
        await store.append("b", 0, b"", LINE._replace(turn_at=120, deadline=400))
        await store.append("c", 0, b"", LINE)
        assert await store.alarms(200) == [("a", 100, 150)]
        assert len(await store.alarms(1000)) == 2
        assert await store.newest() == 120
        await store.append("b", 1, b"", LINE)
        assert await store.alarms(1000) == [("a", 100, 150)]
        await store.beat("run", 10, 130)
        assert await store.newest() == 130

    run(test)


def test_a_changed_key_shuts_out_whoever_is_not_kept(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append("g", 0, b"", LINE, [Holding("ana", "a"), Holding("bo", "b")])
        await store.hold("g", Holding("eve", "a"))
        await store.hold("g", Holding("eve", "b"))
        assert await store.generations("g") == {}
        assert await store.rekey("g", "a", ["ana"]) == 1
        assert sorted(await store.holdings("g")) == [("ana", "a"), ("bo", "b"), ("eve", "b")]
        assert await store.rekey("g", "a", ["ana", "cy"]) == 2
        assert await store.generations("g") == {"a": 2}
        assert await store.generations("h") == {}

    run(test)


def test_secrets_stay_the_same(run: Run) -> None:
    found: list[bytes] = []

    async def test(store: Store) -> None:
        found.append(await store.secret("keys"))
        assert await store.secret("keys") == found[-1] != await store.secret("other")

    run(test)
    run(test)
    assert found[0] == found[1]
    assert len(found[0]) == 32


def test_runs(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.beat("first", 100, 100)
        await store.beat("first", 100, 140)
        await store.beat("second", 200, 201)
        assert await store.runs() == [(100, 140), (200, 201)]

    run(test)


def test_runs_that_no_clock_needs_are_forgotten(run: Run) -> None:
    async def test(store: Store) -> None:
        for n in range(10):
            await store.beat(f"run {n}", 100 * n, 100 * n + 50)
        await store.append("g", 0, b"", LINE._replace(turn_at=320, deadline=900))
        await store.prune(before=500)
        assert (await store.runs())[0] == (300, 350)
        await store.append("g", 1, b"", LINE)
        await store.prune(before=500)
        assert (await store.runs())[0] == (500, 550)
        await store.prune(before=10_000)
        assert await store.runs() == [(900, 950)]  # the last one tells how late it was

    run(test)


def test_a_lease_is_held_by_one_process_as_long_as_it_runs(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.beat("a", 0, 100)
        await store.beat("b", 0, 100)
        mine, theirs = Lease("g", "think", "a"), Lease("g", "think", "b")
        assert await store.take(mine, 90)
        answers = await asyncio.gather(*(store.take(lease, 90) for lease in (mine, theirs) * 9))
        assert answers == [True, False] * 9
        assert await store.take(Lease("g", "ring", "b"), 90)  # for other work it is another one
        assert await store.take(Lease("h", "think", "b"), 90)
        await store.beat("b", 0, 120)
        assert not await store.take(theirs, 99)
        assert await store.take(theirs, 100)  # a has not beaten since
        assert not await store.take(mine, 110)
        await store.give_up([mine])  # not ours any more: nothing happens
        assert not await store.take(mine, 110)
        await store.give_up([theirs, Lease("h", "think", "b")])
        assert await store.take(mine, 110)

    run(test)


def test_a_game_waits_for_a_thinker_until_somebody_holds_the_lease(run: Run) -> None:
    async def test(store: Store) -> None:
        for name in ("g", "h"):
            await store.append(name, 0, b"", LINE._replace(wakes=True))
        await store.beat("a", 0, 100)
        assert await store.take(Lease("g", "think", "a"), 90)
        assert await store.take(Lease("h", "ring", "a"), 90)  # which is other work
        assert await store.waking(90) == ["h"]
        assert sorted(await store.waking(100)) == ["g", "h"]  # a is gone

    run(test)


def test_attendance_is_noted_by_guest_and_process(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.beat("a", 0, 100)
        rows = [Attendance("g", "ana", "a", 2, 50, 50), Attendance("g", "bo", "b", 0, 60, 90)]
        await store.attend([*rows, Attendance("h", "ana", "a", 1, 1, 1)])
        found = sorted(await store.attendance("g"))
        assert found == [rows[0]._replace(beat=100), rows[1]]  # nothing is known of b
        await store.attend([rows[0]._replace(connections=0, seen=120)])
        assert sorted(await store.attendance("g"))[0][3:5] == (0, 120)
        assert await store.attendance("nowhere") == []
        assert await store.running(99) == {"a": 100}
        assert await store.running(100) == {}

    run(test)


def test_a_process_that_ends_leaves_nothing_behind(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.beat("a", 0, 100)
        await store.attend([Attendance("g", "ana", "a", 2, 50, 50)])
        await store.attend([Attendance("g", "bo", "a", 0, 60, 160)])
        assert await store.take(Lease("g", "think", "a"), 90)
        await store.depart("a", 130)
        assert await store.take(Lease("g", "think", "b"), 90)
        ana, bo = sorted(await store.attendance("g"))
        assert ana[3:6] == (0, 130, 130)
        assert bo[3:6] == (0, 60, 160)  # who asked over HTTP may do so elsewhere

    run(test)


def test_what_dead_processes_knew_is_forgotten(run: Run) -> None:
    async def test(store: Store) -> None:
        for name, last in (("old", 100), ("new", 900)):
            await store.beat(name, 0, last)
            await store.take(Lease(name, "think", name), 0)
            await store.attend([Attendance("g", name, name, 1, 50, 50)])
            await store.attend([Attendance("h", name, name, 0, last, last)])
        await store.prune(before=500)
        assert [row.guest for row in await store.attendance("g")] == ["new"]
        assert [row.guest for row in await store.attendance("h")] == ["new"]
        await store.beat("old", 0, 950)
        assert await store.take(Lease("old", "think", "new"), 0)

    run(test)


def test_an_ending_is_kept_until_it_is_told(run: Run) -> None:
    async def test(store: Store) -> None:
        over = LINE._replace(over=True)
        await store.append("record", 0, b"", over)  # it was over when it came
        await store.append("g", 0, b"", LINE)
        await store.append("g", 1, b"", over)
        await store.append("g", 2, b"", over)  # a wish for another game, say
        assert await store.endings(0) == [Ending("g", 1)]
        await store.append("g", 3, b"", LINE)  # taken back
        assert await store.endings(0) == []
        await store.append("g", 4, b"", over)
        await store.settle(Ending("g", 1))
        assert await store.endings(0) == [Ending("g", 4)]
        await store.beat("a", 0, 100)
        assert await store.take(Lease("g", "tell", "a"), 90)
        assert await store.endings(90) == []  # a tells it
        assert await store.endings(100) == [Ending("g", 4)]
        await store.settle(Ending("g", 4))
        assert await store.endings(100) == []

    run(test)


def test_what_was_played_in_a_position(run: Run) -> None:
    def moves(*numbers: int, won: float) -> list[EarlyMove]:
        return [EarlyMove(ply, "duo", "start", n, won) for ply, n in enumerate(numbers)]

    async def test(store: Store) -> None:
        over = LINE._replace(over=True)
        for game in ("a", "b", "c", "d", "e"):
            await store.append(game, 0, b"", LINE if game == "e" else over)
        assert sorted(await store.openings_missing(9)) == ["a", "b", "c", "d"]
        assert len(await store.openings_missing(3)) == 3
        await store.note_opening("a", moves(5, won=1.0))
        await store.note_opening("b", moves(5, won=0.5))
        await store.note_opening("c", moves(7, 5, won=0.0))
        await store.note_opening("d", [])  # nothing to note: it is not looked at again
        assert await store.openings_missing(9) == []
        assert await store.opening("duo", "start") == [Played(5, 3, 1, 1), Played(7, 1, 0, 0)]
        await store.note_opening("a", moves(7, won=0.0))  # it has ended anew, otherwise
        assert await store.opening("duo", "start") == [Played(5, 2, 0, 1), Played(7, 2, 0, 0)]
        assert await store.opening("duo", "elsewhere") == []
        assert await store.opening("classic", "start") == []

    run(test)


def test_studies_are_kept(run: Run) -> None:
    async def write(store: Store) -> None:
        await store.keep_study(KeptStudy("s", "guest", 5, b"{}"))

    async def read(store: Store) -> None:
        assert await store.study("s") == b"{}"
        assert await store.study("t") is None

    run(write)
    run(read)


def test_how_far_games_have_come(run: Run) -> None:
    async def test(store: Store) -> None:
        for n in range(3):
            for seq in range(n + 1):
                await store.append(f"g{n}", seq, b"", LINE)
        assert await store.reached(["g0", "g2", "nowhere"]) == {"g0": 0, "g2": 2}
        many = [f"g{n}" for n in range(1200)]
        assert await store.reached(many) == {"g0": 0, "g1": 1, "g2": 2}

    run(test)


# --- reviews ------------------------------------------------------------------------------


def wish(game: str = "g", seq: int = 9, engine: str = "e", asked: int = 1) -> ReviewWish:
    return ReviewWish(ReviewKey(game, seq, engine), "ana", asked, 3)


def test_a_review_grows_part_by_part_and_is_there_after_reopening(run: Run) -> None:
    mine = wish()

    async def write(store: Store) -> None:
        assert await store.review(mine.key) is None
        await store.add_part(mine.key, 1, b"nobody asked")
        assert await store.review(mine.key) is None
        assert await store.ask_review(mine)
        assert not await store.ask_review(mine._replace(owner="bo", asked=5))
        assert await store.review(mine.key) == (mine, [])
        await store.add_part(mine.key, 1, b"one")
        await store.add_part(mine.key, 1, b"one again")
        await store.add_part(mine.key, 2, b"two")
        assert await store.unreviewed() == [mine]

    async def read(store: Store) -> None:
        assert await store.review(mine.key) == (mine, [b"one", b"two"])
        assert await store.review(mine.key, 1) == (mine, [b"two"])
        assert await store.review(mine.key, 2) == (mine, [])
        await store.add_part(mine.key, 3, b"three")
        assert await store.unreviewed() == []
        assert await store.review(mine.key, 1) == (mine, [b"two", b"three"])

    run(write)
    run(read)


def test_a_game_has_one_review_of_its_newest_end_by_the_newest_engine(run: Run) -> None:
    async def test(store: Store) -> None:
        others = [wish("other")]
        await store.ask_review(others[0])
        await store.add_part(others[0].key, 1, b"other")
        for newer in (wish(), wish(seq=12), wish(seq=12, engine="f")):
            assert await store.ask_review(newer)
            await store.add_part(newer.key, 1, b"one")
        assert await store.review(wish().key) is None
        assert await store.review(wish(seq=12).key) is None
        assert await store.review(wish(seq=12, engine="f").key) is not None
        assert await store.review(others[0].key) == (others[0], [b"other"])
        await store.drop_review(others[0].key)
        assert await store.review(others[0].key) is None
        assert await store.ask_review(others[0])
        assert await store.review(others[0].key) == (others[0], [])

    run(test)


def test_reviews_are_left_that_no_running_process_makes_the_oldest_wish_first(run: Run) -> None:
    async def test(store: Store) -> None:
        wishes = [wish("c", asked=3), wish("a", asked=1), wish("b", asked=2)]
        for one in wishes:
            await store.ask_review(one)
        await store.beat("r", 0, 100)
        assert await store.take(Lease("a", "review", "r"), alive=50)
        assert await store.take(Lease("b", "think", "r"), alive=50)
        assert [w.key.game for w in await store.unreviewed()] == ["a", "b", "c"]
        assert [w.key.game for w in await store.unreviewed(alive=50)] == ["b", "c"]
        assert [w.key.game for w in await store.unreviewed(alive=100)] == ["a", "b", "c"]

    run(test)
