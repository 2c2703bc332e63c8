"""How long the puzzles take: python benchmarks/puzzles.py [--seeds 9] [--rectangle]

The solitaires from scratch (median over seeds, every solution replayed by the plain rules), "can
this still be solved?" in begun positions, and with --rectangle the counts of the rectangle. Times
are of the processor, so that a busy machine does not blur them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import median
from time import process_time

from cornerwise import Game
from cornerwise.puzzles import Contact, Laid, Puzzle, as_game, count, patterns, puzzle, solve


def timed(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def solitaires(seeds: int) -> None:
    for name, symmetric in (("the-84", True), ("the-84", False), ("the-88", True),
                            ("the-88", False), ("the-42", True), ("the-42", False),
                            ("the-48", True), ("the-48", False)):  # fmt: skip
        known, times = puzzle(name), []
        for seed in range(1, seeds + 1):
            began = process_time()
            answer = solve(known, symmetric=symmetric, seed=seed, seconds=600)
            times.append(process_time() - began)
            assert answer.verdict == "yes"
            game = as_game(known, answer.solution)
            replayed = Game(known.game, moves=[str(move) for move in game.history])
            assert replayed.is_over
            assert len(replayed.history) == known.piece_count
        print(
            f"{name}{' symmetric' if symmetric else ''}: median {median(times):.2f} s, "
            f"slowest {max(times):.2f} s of {seeds} seeds",
            flush=True,
        )


def questions() -> None:
    """From solutions and with a piece or two moved wrongly: what the answer costs."""
    random = Random(1)
    rectangle = puzzle("rectangle")
    report("rectangle, from its table", [ask(rectangle, random) for _ in range(100)])
    known = patterns()
    searched = [replace(pattern, complete=False, solutions=()) for pattern in known]
    times = [
        ask(bare, random, pattern.laid(pattern.solutions[0]))
        for bare, pattern in zip(searched, known, strict=True)
        for _ in range(5)
    ]
    report("patterns, by search", times)
    report("patterns, as shipped", [ask(pattern, random) for pattern in known for _ in range(5)])
    the_84 = puzzle("the-84")
    times = []
    for seed in range(1, 61):
        turns = as_game(the_84, solve(the_84, seed=seed).solution).turns
        begun = [Laid(turn.colour, turn.move) for turn in turns[:40]]
        times.append(timed(lambda begun=begun: solve(the_84, begun, seconds=60)))  # type: ignore[misc]
    report("the-84 with 40 pieces placed", times)


def ask(known: Puzzle, random: Random, solution: tuple[Laid, ...] = ()) -> float:
    """The time of an answer to some pieces of a solution and, half of the time, a wrong one."""
    laid = list(solution or known.laid(random.choice(known.solutions)))
    random.shuffle(laid)
    begun = laid[: random.randrange(len(laid))]
    if random.random() < 0.5:
        piece = laid[-1]
        ways = known.tables.of_piece[known.shapes[piece.move.piece.name]]
        numbers = [n for n in range(ways.bit_length()) if ways >> n & 1]
        move = piece.move.__class__(known.tables, random.choice(numbers))
        begun.append(Laid(piece.colour, move))
    return timed(lambda: solve(known, begun, seconds=60))


def report(what: str, times: list[float]) -> None:
    print(
        f"{what}: median {1000 * median(times):.1f} ms, slowest {1000 * max(times):.1f} ms "
        f"of {len(times)}",
        flush=True,
    )


def rectangle() -> None:
    for contact in (
        Contact(touch="each", equal="edges"),
        Contact(touch="each", equal="apart"),
        Contact(touch="chain", equal="edges"),
        Contact(touch="chain", equal="apart"),
        Contact(touch="chain"),
        Contact(touch="each"),
    ):
        known = replace(puzzle("rectangle"), contact=contact, complete=False, solutions=())
        began = process_time()
        found = count(known)
        print(
            f"{contact}: {found.coloured} coloured, {found.renamed} up to colours, "
            f"{found.different} different, {process_time() - began:.1f} s",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=9)
    parser.add_argument("--rectangle", action="store_true")
    chosen = parser.parse_args()
    solitaires(chosen.seeds)
    questions()
    if chosen.rectangle:
        rectangle()


if __name__ == "__main__":
    main()
