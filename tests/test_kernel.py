"""The kernel against the plain rules."""

import os
import platform
import random
import re
import subprocess
import sys
from copy import copy
from pathlib import Path

import pytest

from cornerwise import VARIANTS, Game, Position, Variant, _kernel, kernel, variant
from cornerwise.geometry import bits
from tests.agreement import Disagreement, Table, compare, every_variant
from tests.builds import built


def moves_of(position: _kernel.Position, colour: int) -> int:
    return int.from_bytes(position.legal(colour), "little")


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_agree_with_the_plain_rules(name: str) -> None:
    """With every combination of options; `python -m benchmarks.agreement` compares many more."""
    games = enumerate(every_variant(name))
    assert sum(compare(of, seed, share=0.05) for seed, of in games) > 0


def test_a_difference_is_told_in_full() -> None:
    table = Table(variant("duo"))
    move = table.plain.tables.number([table.variant.edition.fields[0]])
    assert move is not None
    table.play(move)
    table.check()
    table.kernel.lay(1, 0)  # yellow's single square in a corner, of which the plain rules know not
    with pytest.raises(Disagreement) as told:
        table.check()
    head, row, *_, where = str(told.value).splitlines()
    assert head.startswith("yellow has 414 moves, but ")
    assert row.endswith(": not found by the kernel")
    assert where == f"duo, 1 pieces laid (colour:placement): 0:{move}"


def test_a_difference_of_the_late_form_is_told() -> None:
    table, dice = Table(variant("duo")), random.Random(1)
    while table.late is None:
        table.play(dice.choice(list(bits(table.moves(table.turn)))))
    table.check()
    table.late.play_out(1, seed=1)  # a move that the others do not make
    with pytest.raises(Disagreement, match=r"^\w+ has \d+ moves, but .* \(late\)\n"):
        table.check()


@pytest.mark.parametrize(
    ("plain", "other", "message"),
    [
        (variant("duo"), variant("duo", scoring="basic"), "^points: "),
        (variant("classic"), variant("classic_2"), "^side to play: "),
        (variant("trigon"), variant("trigon", touch="vertices"), r"^\w+ has \d+ moves, but "),
    ],
    ids=str,
)
def test_a_kernel_with_other_rules_is_found_out(
    plain: Variant, other: Variant, message: str
) -> None:
    with pytest.raises(Disagreement, match=message):
        follow(plain, other)


def follow(plain: Variant, other: Variant) -> None:
    """Compare games of one variant with a kernel that plays another."""
    for seed in range(20):
        table, dice = Table(plain), random.Random(seed)
        table.kernel = Table(other).kernel
        table.scatter(dice)
        while table.turn >= 0:
            table.check()
            table.play(dice.choice(list(bits(table.moves(table.turn)))))


def test_pieces_in_parts_are_refused() -> None:
    """Moves are found by going from cell to cell, so a piece must be of one part."""
    source = kernel.table_source(Position.start(variant("duo")).tables, contacts=False)
    cells = [list(of_placement) for of_placement in source["cells"]]
    two = next(number for number, of_placement in enumerate(cells) if len(of_placement) == 2)
    cells[two] = [cells[two][0], cells[two][0] + 2]
    with pytest.raises(ValueError, match="must hang together"):
        _kernel.Tables(**{**source, "cells": cells})


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([1] * 20, "each piece needs its count"),
        ([0] + [1] * 20, "1 to 4 of each piece"),
        ([5] + [1] * 20, "1 to 4 of each piece"),
        ([2] * 21, "at most 32 pieces in all"),
    ],
)
def test_counts_of_pieces_are_checked(counts: list[int], message: str) -> None:
    source = kernel.table_source(Position.start(variant("duo")).tables, contacts=False)
    with pytest.raises(ValueError, match=message):
        _kernel.Tables(**{**source, "counts": counts})


@pytest.mark.parametrize("name", VARIANTS)
def test_no_piece_is_laid_without_room(name: str) -> None:
    of, dice = variant(name), random.Random(name)
    plain, fast = Position.start(of), _kernel.Position(kernel.rules(of))
    for _ in range(20):
        number, colour = dice.randrange(len(plain.tables)), dice.randrange(len(of.colours))
        reason = plain.why_illegal(of.colours[colour], number)
        if reason is not None and reason.code in ("used", "taken"):
            with pytest.raises(ValueError, match="no room"):
                fast.lay(colour, number)
            continue
        fast.lay(colour, number)
        plain = plain.place(of.colours[colour], number)


def test_perft_of_duo_from_one_start_each() -> None:
    of = variant("duo")
    start = _kernel.Position(kernel.rules(of))
    assert [start.perft(depth) for depth in (0, 1, 2)] == [1, 828, 342_792]
    total = 0
    for move in Game(of).legal_moves:
        if of.edition.fields[0] in move.cells:
            after = copy(start)
            after.play(move.number)
            total += after.perft(2)
    assert total == 89_204_762


@pytest.mark.parametrize(
    ("name", "counts"),
    [("classic", [58, 58**2, 58**3]), ("trigon", [2478, 2478 * 2065])],
)
def test_perft_while_colours_are_far_apart(name: str, counts: list[int]) -> None:
    start = _kernel.Position(kernel.rules(variant(name)))
    assert [start.perft(depth) for depth in range(1, len(counts) + 1)] == counts


def test_a_playout_is_a_game_by_the_rules_and_a_seed_decides_it() -> None:
    for name in ("duo", "classic_3", "trigon"):
        game, position = Game(name), _kernel.Position(kernel.rules(variant(name)))
        position.play_out(10_000, 3)
        again, other = (_kernel.Position(kernel.rules(variant(name))) for _ in range(2))
        again.play_out(10_000, 3)
        other.play_out(10_000, 4)
        assert position.turn == again.turn == -1
        assert position.points() == again.points() != other.points()
        # One move at a time, looked at by the plain rules.
        halfway = _kernel.Position(kernel.rules(variant(name)))
        for seed in range(20):
            before = {move.number for move in game.legal_moves}
            after = copy(halfway)
            after.play_out(1, seed)
            move = next(move for move in before if _played(halfway, move, after))
            game.play(move)
            halfway.play(move)


def _played(before: _kernel.Position, move: int, after: _kernel.Position) -> bool:
    """Whether a move leads from one position to the other."""
    tried = copy(before)
    tried.play(move)
    colours = range(len(after.points()))
    return tried.turn == after.turn and all(tried.legal(c) == after.legal(c) for c in colours)


def test_undo_takes_everything_back() -> None:
    position = _kernel.Position(kernel.rules(variant("trigon_2")))
    dice, seen = random.Random(1), []

    def state() -> tuple[object, ...]:
        return position.turn, position.side, [position.legal(colour) for colour in range(4)]

    for _ in range(30):
        seen.append(state())
        position.play(dice.choice(list(bits(moves_of(position, position.turn)))))
    while seen:
        position.undo()
        assert state() == seen.pop()
    with pytest.raises(ValueError, match="nothing to take back"):
        position.undo()


def test_seats_take_the_shared_colour_in_rotation() -> None:
    game, dice = Game("classic_3"), random.Random(5)
    position = _kernel.Position(kernel.rules(game.variant))
    seats = [seat.name for seat in game.variant.seats]
    while not game.is_over:
        assert position.side == seats.index(game.seat_to_play or "")
        move = dice.choice(game.legal_moves.numbers)
        game.play(move)
        position.play(move)
    assert position.turn == position.side == -1


@pytest.mark.parametrize("wrong", [-1, 13_729, 10**9])
def test_a_placement_or_colour_out_of_range(wrong: int) -> None:
    position = _kernel.Position(kernel.rules(variant("duo")))
    for call in (position.play, position.legal, position.count, position.give_turn):
        with pytest.raises(IndexError):
            call(wrong)
    with pytest.raises(IndexError):
        position.lay(0, wrong)
    with pytest.raises(IndexError):
        position.lay(wrong, 0)


def test_an_illegal_move_changes_nothing() -> None:
    position = _kernel.Position(kernel.rules(variant("duo")))
    with pytest.raises(ValueError, match="not legal"):
        position.play(0)
    assert (position.turn, position.count(0)) == (0, 828)


def test_the_turn_stays_with_a_colour_only_while_it_can_move() -> None:
    game, dice = Game("duo"), random.Random(3)
    position = _kernel.Position(kernel.rules(game.variant))
    colours = game.variant.colours
    while not game.is_over:
        assert position.turn == 0 or position.count(0) == 0
        move = dice.choice(game.legal_moves.numbers)
        position.lay(colours.index(str(game.to_play)), move)
        game.play(move)
    assert position.turn == -1


def test_hostile_calls_under_sanitizers() -> None:
    """No call may crash the process. `make test` builds the kernel that this needs."""
    options = {"ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
    said = sanitized("libasan.so", "tests.hostile", built("build/sanitize"), **options)
    assert "no harm done" in said


def test_threads_under_the_thread_sanitizer() -> None:
    """Threads that search one tree, and others that look on, never race for memory."""
    options = {"TSAN_OPTIONS": "halt_on_error=1"}
    said = sanitized("libtsan.so", "tests.threads", built("build/threads"), **options)
    assert "no race" in said


def sanitized(library: str, module: str, kernel_file: Path, *given: str, **options: str) -> str:
    """What a module prints that is run with a kernel built with a sanitizer."""
    # The sanitizer's library must come first in a process that was not linked with it.
    preload = f"{_compilers(library)} {_compilers('libstdc++.so.6')}"
    done = subprocess.run(
        [sys.executable, "-m", module, str(kernel_file), *given],
        env={**os.environ, "LD_PRELOAD": preload, **options},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    return done.stdout


def signature(*kernel: str) -> list[str]:
    """What a build of the kernel does, or the installed one, in a process of its own."""
    command = [sys.executable, "-m", "tests.signature", *kernel]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.skipif(platform.machine() != "x86_64", reason="elsewhere there is one version only")
def test_all_instruction_sets_give_the_same_results() -> None:
    """Kernels held to one version of the hot functions, and the one that chooses for itself."""
    loader = subprocess.run(
        ["/lib64/ld-linux-x86-64.so.2", "--help"], capture_output=True, text=True, check=True
    )
    levels = re.findall(r"(x86-64-v[234]) \(supported", loader.stdout)
    kernels = {level: str(built(f"build/paths/path/{level}")) for level in ("x86-64", *levels)}
    assert len(kernels) > 1, "this machine knows one of the instruction sets only"
    chosen = signature()
    assert len(chosen) > 100
    for level, kernel_file in kernels.items():
        assert signature(kernel_file) == chosen, level


def _compilers(library: str) -> str:
    """Where the compiler keeps a library."""
    found = subprocess.run(
        ["c++", f"-print-file-name={library}"], capture_output=True, text=True, check=True
    )
    return found.stdout.strip()
