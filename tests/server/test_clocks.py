"""Time that counts."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cornerwise.server.base.clocks import DAY, Clock, Timekeeper
from cornerwise.server.base.messages import ClockChoice

spans = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 30)))


def test_a_clock_that_was_set_back_goes_on_from_the_latest_time() -> None:
    noted = time.time_ns() // 1_000_000 + DAY
    keeper = Timekeeper([(noted - 1000, noted)], noted)
    assert noted <= keeper.now() < noted + DAY
    assert DAY - 60_000 < keeper.behind <= DAY


@given(spans, st.integers(0, 60), st.integers(0, 60))
def test_only_time_when_the_server_ran_counts(runs: list[tuple[int, int]], a: int, b: int) -> None:
    keeper = Timekeeper([(start, start + length) for start, length in runs])
    since, until = min(a, b), max(a, b)
    ran = {at for start, length in runs for at in range(start, start + length)}
    assert keeper.elapsed(since, until) == len(ran & set(range(since, until)))


def test_the_present_run_counts() -> None:
    keeper = Timekeeper([(0, 1000)])
    now = keeper.now()
    assert keeper.elapsed(500, now) == 500 + now - keeper.start
    assert keeper.now() >= now


@pytest.mark.parametrize("jump", [-3600, 3600])
def test_a_machine_clock_that_jumps_meanwhile_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    keeper, machine = Timekeeper(), time.time_ns
    before = keeper.now()
    monkeypatch.setattr(time, "time_ns", lambda: machine() + jump * 10**9)
    after = keeper.now()
    assert 0 <= after - before < 3_000_000
    assert keeper.elapsed(before, after) == after - before


def test_minutes_and_increment() -> None:
    clock = Clock(ClockChoice("live", minutes=1, increment=2), ["a", "b"])
    clock.spend("a", 10_000)
    assert clock.left == {"a": 52_000, "b": 60_000}
    other = clock.copy()
    other.spend("b", 999_999)
    other.spend("computer", 5)
    assert other.left == {"a": 52_000, "b": 2_000}
    assert clock.left["b"] == 60_000
    other.leave("b")
    assert other.left == {"a": 52_000}


def test_days() -> None:
    clock = Clock(ClockChoice("days", days=3), ["a"])
    clock.spend("a", DAY)
    assert clock.left == {"a": 3 * DAY}
