"""Recorded perft counts: tests/perft/*.perft, plain text, a position a line.

    variant [option=value …] | moves, by number | depth:count …

When a count differs, the failure message divides it: each first move with the count found beside
the one of the oracle, so that the branch at fault is in view.
"""

from pathlib import Path

import pytest

from cornerwise import Game, variant
from cornerwise.perft import divide, perft
from tests.oracle import Table

FILES = sorted(Path(__file__).parent.glob("perft/*.perft"))
LINES = [
    pytest.param(line, id=f"{path.stem}-{number}")
    for path in FILES
    for number, line in enumerate(path.read_text().splitlines(), start=1)
    if line.strip() and not line.startswith("#")
]


@pytest.mark.parametrize("line", LINES)
def test_perft(line: str) -> None:
    head, moves, counts = (part.strip() for part in line.split("|"))
    name, *options = head.split()
    chosen = variant(name, **dict(option.split("=", 1) for option in options))
    game = Game(chosen, moves=map(int, moves.split()))
    for depth, count in (map(int, pair.split(":")) for pair in counts.split()):
        found = perft(game, depth)
        assert found == count, f"depth {depth}: found {found}\n{divided(game, depth)}"


def divided(game: Game, depth: int) -> str:
    """The count below each first move, with the oracle's where it can be had quickly."""
    table = Table(game.variant.name, game.variant.touch, game.variant.starts)
    table.laid = [(turn.colour.value, frozenset(turn.move.cell_names)) for turn in game.turns]
    rows = []
    colour = game.to_play
    theirs = {",".join(sorted(cells)) for cells in table.legal(colour)} if colour else set()
    for move, count in divide(game, depth).items():
        known = ",".join(sorted(move.cell_names)) in theirs
        rows.append(f"{move}: {count}{'' if known else '  (not legal, says the oracle)'}")
        theirs.discard(",".join(sorted(move.cell_names)))
    return "\n".join([*rows, *(f"{cells}: missing, says the oracle" for cells in sorted(theirs))])


def test_duo_from_one_start_field() -> None:
    counts = divide(Game("duo"), 2)
    assert sum(count for move, count in counts.items() if "e10" in move.cell_names) == 171_396
