"""Ten thousand calls that mean no good: every one must end in a result or an exception.

Run with the path of a kernel built with sanitizers, which end the process at the first fault:
    python -m tests.hostile build/sanitize/_kernel….so [batches]
"""

import random
import sys
import threading
from array import array
from collections.abc import Callable
from copy import copy
from math import prod
from struct import calcsize
from typing import Any

from tests.builds import load

if __name__ == "__main__":
    _kernel = load(sys.argv[1])

# Only now: these import the kernel.
from cornerwise import kernel
from cornerwise.geometry import Board, hexagon, rectangle
from cornerwise.tables import Tables
from cornerwise.variants import Edition

DICE = random.Random(2024)
ODD = (-(1 << 62), -(1 << 31), -1000, -2, -1, 0, 1, 2, 3, 5, 8, 31, 32, 33, 64, 255, 4096, 1 << 31)


def number() -> Any:
    return DICE.choice((*ODD, DICE.randrange(40), DICE.random(), None, "x"))


def source(board: Board, shapes: tuple[str, ...]) -> dict[str, Any]:
    ends = (board.cell_names[0], board.cell_names[-1])
    edition = Edition(board.name, "Tiny", board, ends, "", shapes)
    return kernel.table_source(Tables(edition), contacts=board.grid.straight > 2)


def listed(value: Any) -> Any:
    """Tuples turned to lists, so that they can be spoilt."""
    return [listed(item) for item in value] if isinstance(value, (list, tuple)) else value


def spoil(value: Any) -> Any:
    """Change one thing somewhere inside, drop it or say it twice."""
    if not isinstance(value, list) or not value:
        return number()
    at = DICE.randrange(len(value))
    match DICE.randrange(6):
        case 0:
            del value[at]
        case 1:
            value.append(value[at])
        case 2:
            value[at] = number()
        case _:
            value[at] = spoil(value[at])
    return value


SETTINGS = ["seed", "memory", "exploration", "broaden", "trust", "expand_at", "prove"]


class Attack:
    """Objects made well, on which to make bad calls."""

    def __init__(self, board: Board, shapes: tuple[str, ...] = ()) -> None:
        self.source = source(board, shapes)
        self.tables = _kernel.Tables(**self.source)
        self.rules: dict[str, Any] = {
            "fields": [0, len(board) - 1],
            "own": [-1, -1],
            "apart": [[0, 0], [0, 0]],
            "sides": [0, 1],
            "rotation": [0, 1],
            "singles_last": False,
            "bonus": 15,
            "single_bonus": 5,
        }
        self.position = _kernel.Position(_kernel.Rules(self.tables, **self.rules))
        self.late: Any = None
        self.batch: Any = None
        self.batch_rules: Any = None
        self.cells, self.pieces = len(board), len(self.source["sizes"])
        self.placements = len(self.source["pieces"])
        phases = len(_kernel.PHASE_ENDS) + 1
        self.weights = [0.0] * phases * (_kernel.MAX_PIECES + len(_kernel.FEATURES))
        seen = 1 + 2 * _kernel.MAX_PIECES + len(_kernel.PROSPECTS) + _kernel.MAX_COLOURS
        self.value = [1.0] * _kernel.STAGES * (3 * seen + 4)

    def bad_tables(self) -> None:
        spoilt = {key: listed(value) for key, value in self.source.items()}
        key = DICE.choice(list(spoilt))
        spoilt[key] = spoil(spoilt[key])
        made = _kernel.Tables(**spoilt)  # harmless changes are accepted: then they must work
        rules = _kernel.Rules(made, **self.rules)
        _kernel.Position(rules).perft(2)

    def bad_rules(self) -> None:
        spoilt = {key: listed(value) for key, value in self.rules.items()}
        key = DICE.choice(list(spoilt))
        spoilt[key] = spoil(spoilt[key])
        _kernel.Position(_kernel.Rules(self.tables, **spoilt)).perft(2)

    def bad_moves(self) -> None:
        call = DICE.choice(
            (
                *("play", "legal", "count", "give_turn", "retire"),
                *("perft", "lay", "undo", "play_out", "expected"),
            )
        )
        if call == "perft":
            self.position.perft(DICE.choice((-1, 0, 1, None, "x")))
        elif call == "lay":
            self.position.lay(number(), number())
        elif call == "play_out":
            copy(self.position).play_out(number(), number(), number())
        elif call == "expected":
            value: list[float] = DICE.choice(([], self.value, self.value, spoil(self.value.copy())))
            horizons = DICE.choice(([], [0, 3, 9], [number()], [number(), number()]))
            self.position.expected(value, horizons, number(), number(), number())
        elif call == "undo":
            self.position.undo()
        else:
            getattr(self.position, call)(number())

    def bad_late(self) -> None:
        if self.late is None or DICE.random() < 0.1:
            self.late = _kernel.LatePosition.of(DICE.choice((self.position, self.begun(), None)))
        asked = DICE.choice((self.position, self.late or self.position))
        match DICE.choice(("play", "legal", "count", "play_out", "priors", "forecast")):
            case "play_out":
                asked.play_out(DICE.choice((1, 1, number())), DICE.choice((3, number())), number())
            case "priors":
                asked.priors(DICE.choice((self.weights, spoil(self.weights.copy()))))
            case "forecast":
                asked.forecast(DICE.choice(([], self.value, spoil(self.value.copy()))))
            case call:
                getattr(asked, call)(number())
        asked.outlook()

    def begun(self) -> Any:
        """A position that nobody else holds on to, nor to its rules, where both have begun."""
        position = _kernel.Position(_kernel.Rules(self.tables, **self.rules))
        position.play_out(DICE.randrange(2, 6), DICE.randrange(100))
        return position

    def bad_sets(self) -> None:
        sets = [DICE.randbytes(DICE.randrange(12)) for _ in range(4)]
        self.tables.moves(sets[0], sets[1], number(), sets[2], sets[3])

    def bad_search(self) -> None:
        settings = _kernel.SearchSettings()
        for name in SETTINGS:
            if DICE.random() < 0.2:
                setattr(settings, name, number())
        weights = spoil(self.weights.copy()) if DICE.random() < 0.3 else self.weights
        value: list[float] = DICE.choice(([], self.value, self.value, spoil(self.value.copy())))
        search = _kernel.Search(self.position, weights, value, settings)
        if DICE.random() < 0.3:
            threading.Timer(0.0005, search.stop).start()
        search.run(
            DICE.choice((0, 1, 5, number())), DICE.choice((-1, 0, 0.002)), DICE.choice((1, 2))
        )
        search.verdicts()
        search.line()

    def bad_batch(self) -> None:
        """A batch of games, asked for all kinds of things with all kinds of arrays."""
        if self.batch is None or DICE.random() < 0.05:
            made: dict[str, Any] = {
                "games": 3,
                "threads": DICE.choice((1, 2)),
                "seed": 1,
                "seats": [0, 1],
                "cell": -1,
                "spots": list(range(self.cells)),
                "plane": (self.cells, 1),
                "reward": "rank",
                "relative": True,
            }
            if DICE.random() < 0.5:
                key = DICE.choice(list(made))
                made[key] = spoil(listed(made[key]))
            self.batch_rules = _kernel.Rules(self.tables, **self.rules)
            self.batch = _kernel.Batch(self.batch_rules, **made)
        batch, some = self.batch, [DICE.choice((0, 1, 2, number())) for _ in range(3)]
        large = ("mask", "packed", "actions", "counts", "planes", "pieces", "x")
        small = ("colours", "seats", "plies", "ends", "rewards", "scores")
        which = DICE.choice((None, some, self.memory()))
        agent = DICE.choice(("random", "greedy", "greedy", "x"))
        chosen = array("i", [0, 0, 0])
        calls: list[Callable[[], Any]] = [
            lambda: batch.attach({DICE.choice(large): self.memory()}),
            lambda: batch.attach({name: self.memory() for name in DICE.sample(small, 2)}),
            lambda: batch.step(DICE.choice((some, self.memory(), number()))),
            lambda: (batch.choose(agent, chosen), batch.step(chosen)),
            lambda: batch.undo(which),
            lambda: batch.reset(which),
            lambda: batch.retire(number(), number()),
            lambda: batch.copy(some[:2], DICE.choice((some[2:], [2, 1]))),
            lambda: batch.put(DICE.choice((0, number())), self.begun()),
            lambda: batch.put(0, _kernel.Position(self.batch_rules)),
            lambda: batch.advance(agent, DICE.choice((1, 3, number()))),
            lambda: batch.rollouts(agent, DICE.choice((1, 2)), self.memory()),
            lambda: (batch.seed(number()), batch.steps(number())),
            lambda: batch.set_chances(DICE.choice((batch.chances(), some, number()))),
        ]
        DICE.choice(calls)()

    def memory(self) -> Any:
        """Memory of some shape and type, most often one that could be right."""
        colours, seats, games = 2, 2, 3
        shapes: tuple[tuple[int, ...], ...] = (
            (games,),
            (games, seats),
            (games, self.placements),
            (games, (self.placements + 7) // 8),
            (games, 3 * colours, self.cells, 1),
            (games, colours, self.pieces),
            (games, DICE.randrange(1, 9)),
            (DICE.randrange(1, 5),),
        )
        shape, kind = DICE.choice(shapes), DICE.choice("bBhiqfd?")
        bytes_needed = calcsize(kind) * prod(shape)
        memory = bytearray(bytes_needed) if DICE.random() < 0.9 else bytes(bytes_needed)
        return memoryview(memory).cast(kind, shape)  # type: ignore[call-overload]

    def bad_ending(self) -> None:
        solver = _kernel.Solver(self.position)
        limits = DICE.choice((0, 1, 30, number())), DICE.choice((0, 0.002, -1))
        DICE.choice((solver.solve, solver.best))(*limits)
        solver.ensures(number(), DICE.choice((-1, 0, 0.5, 1, float("nan"))), *limits)

    def calls(self) -> tuple[Callable[[], None], ...]:
        many = (self.bad_moves,) * 12 + (self.bad_late,) * 6 + (self.bad_sets,) * 6
        return (
            *many,
            *(self.bad_batch,) * 8,
            *(self.bad_rules,) * 3,
            self.bad_tables,
            self.bad_search,
            self.bad_ending,
        )


def main(only_batches: bool, count: int = 10_000) -> None:
    attacks = [
        Attack(rectangle("tiny", 5, 4)),
        Attack(rectangle("counted", 5, 4), ("I1", "I1", "I1", "I1", "I2", "I2", "V3", "V3", "L4")),
        Attack(hexagon("small", 2)),
    ]
    refused = 0
    for _ in range(count):
        attack = DICE.choice(attacks)
        try:
            (attack.bad_batch if only_batches else DICE.choice(attack.calls()))()
        except (TypeError, ValueError, IndexError, MemoryError, RuntimeError, OverflowError):
            refused += 1
    print(f"{count} calls, {refused} refused, no harm done")


if __name__ == "__main__":
    main(only_batches="batches" in sys.argv[2:])
