"""The kernel against the plain rules."""

import os
import random
import subprocess
import sys
from copy import copy
from itertools import product
from pathlib import Path

import pytest

from cornerwise import VARIANTS, Game, Position, Variant, VariantError, _kernel, kernel, variant
from cornerwise.geometry import bits


def every_variant() -> list[Variant]:
    """All variants with every contact, start and scoring rule and some other colour to begin."""
    found = []
    for name, touch, starts, scoring, first in product(
        VARIANTS, ("any", "vertices"), ("own", "free"), ("advanced", "basic"), ("blue", "yellow")
    ):
        try:
            found.append(variant(name, touch=touch, starts=starts, scoring=scoring, first=first))
        except VariantError:
            continue  # not every option applies to every variant
    return found


def moves_of(position: _kernel.Position, colour: int) -> int:
    return int.from_bytes(position.legal(colour), "little")


def plain_turn(position: Position, after: int) -> int:
    """Whose turn it is by the plain rules, as the number of the colour, -1 when all is over."""
    colours = position.variant.colours
    for step in range(1, len(colours) + 1):
        number = (after + step) % len(colours)
        if position.legal(colours[number]):
            return number
    return -1


def compare(of: Variant, seed: int, share: float) -> int:
    """Play a random game both ways and compare a share of its positions; return how many."""
    dice = random.Random(seed)
    plain, fast = Position.start(of), _kernel.Position(kernel.rules(of))
    compared = 0
    while fast.turn >= 0:
        turn, moves = fast.turn, moves_of(fast, fast.turn)
        if dice.random() < share:
            compared += 1
            assert fast.is_consistent
            for number, colour in enumerate(of.colours):
                assert moves_of(fast, number) == plain.legal(colour) == kernel.legal(plain, colour)
            assert fast.count(turn) == moves.bit_count()
        move = dice.choice(list(bits(moves)))
        plain = plain.place(of.colours[turn], move)
        fast.play(move)
        if dice.random() < share:
            assert fast.turn == plain_turn(plain, turn)
    sign = 1 if of.scoring == "advanced" else -1  # the kernel's points: more is always better
    assert fast.points() == [sign * plain.points(colour) for colour in of.colours]
    return compared


@pytest.mark.parametrize("of", every_variant(), ids=str)
def test_random_games_agree_with_the_plain_rules(of: Variant) -> None:
    assert sum(compare(of, seed, share=0.15) for seed in range(2)) > 0


@pytest.mark.parametrize("name", VARIANTS)
def test_any_setup_agrees_with_the_plain_rules(name: str) -> None:
    """Pieces laid where the rules would not allow them: only room is asked for."""
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
        assert fast.is_consistent
        for other, known in enumerate(of.colours):
            assert moves_of(fast, other) == plain.legal(known)


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


def test_hostile_calls_under_sanitizers() -> None:
    """No call may crash the process. `make test` builds the kernel that this needs."""
    built = sorted(Path("build/sanitize").glob("_kernel*.so"))
    if not built and "CI" not in os.environ:  # there a missing build must not go unseen
        pytest.skip("no kernel with sanitizers in build/sanitize: run `make test`")
    # The sanitizer's library must come first in a process that was not linked with it.
    libraries = [_compilers("libasan.so"), _compilers("libstdc++.so.6")]
    checks = {
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONMALLOC": "malloc",
    }
    done = subprocess.run(
        [sys.executable, "tests/hostile.py", str(built[-1])],
        env={**os.environ, **checks},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "no harm done" in done.stdout


def _compilers(library: str) -> str:
    """Where the compiler keeps a library."""
    found = subprocess.run(
        ["c++", f"-print-file-name={library}"], capture_output=True, text=True, check=True
    )
    return found.stdout.strip()
