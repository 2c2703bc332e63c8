"""The same seed gives the same game, whatever the machine does meanwhile."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from cornerwise import Engine, Game, variant
from cornerwise.engine import player
from cornerwise.engine.growth import Growth
from cornerwise.workers import Workers
from tests.seeded import GAMES

BUSY = 2
"""Processes that take their share of the processor on which games are played."""


def seeded(hash_seed: int, processor: int | None = None) -> list[str]:
    """What seeds decide in a process of its own, if need be on one processor."""

    def hold() -> None:
        if processor is not None:
            os.sched_setaffinity(0, {processor})

    done = subprocess.run(
        [sys.executable, "-m", "tests.seeded"],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        preexec_fn=hold,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@contextmanager
def busy(processor: int) -> Iterator[None]:
    """A processor on which other processes work all the time."""
    work = f"import os\nos.sched_setaffinity(0, {{{processor}}})\nprint(flush=True)\nwhile True: 0"
    with ExitStack() as stack:
        for _ in range(BUSY):
            other = subprocess.Popen([sys.executable, "-c", work], stdout=subprocess.PIPE)
            stack.callback(other.wait)
            stack.callback(other.kill)
            assert other.stdout is not None
            stack.callback(other.stdout.close)
            other.stdout.readline()
        yield


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="holds processes to a processor")
def test_a_busy_machine_plays_the_same_games_as_an_idle_one() -> None:
    alone = seeded(hash_seed=1)
    processor = max(os.sched_getaffinity(0))
    with busy(processor):
        beside = seeded(hash_seed=2, processor=processor)
    assert beside == alone
    for name in GAMES:
        assert any(line.startswith(name) for line in alone)


def played(level: int, looks: float, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """Moves of a level, with the visits of its searches, when it looks so often at the clock."""
    monkeypatch.setattr(player, "SLICE", looks)
    rows = []
    for name in GAMES:
        game, engine = Game(name), Engine(level=level, seed=7, book=False)
        for _ in range(10):
            move = engine.choose(game)
            found = engine.analysis
            visits = [c.visits for c in found.candidates] if found else []
            rows.append((move.number, *visits))
            game.play(move)
    return rows


@pytest.mark.parametrize("level", [1, 5])
def test_how_often_a_search_looks_at_the_clock_changes_nothing(
    level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played(level, 1e-6, monkeypatch) == played(level, 60, monkeypatch)


def test_a_search_that_is_decided_ends_at_the_same_count(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for looks in (1e-6, 60):
        monkeypatch.setattr(player, "SLICE", looks)
        game, engine = Game("duo"), Engine(simulations=3000, seed=1)
        counts = []
        for _ in range(20):
            game.play(engine.choose(game))
            assert engine.analysis is not None
            counts.append(engine.analysis.simulations)
        made.append(counts)
    assert made[0] == made[1]
    assert any(0 < count < 3000 for count in made[0])


def test_a_book_is_the_same_however_many_workers_grow_it(tmp_path: Path) -> None:
    books = []
    for count in (1, 2, 3):
        file = tmp_path / f"{count}.json"
        Growth(variant("duo"), file, thinking={"simulations": 60}, seed=1).grow(8, Workers(count))
        books.append(file.read_text())
    assert books[0] == books[1] == books[2]
