"""The kernel against the plain rules on many random positions of all variants with all options.

Legal moves of every colour in four ways, whose turn it is, points, results (tests/agreement.py).
It ends at the first difference and says what it is.

Run: python -m benchmarks.agreement [--positions 100000] [--parallel 2] [--seed 0]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator

from cornerwise.commands.screen import bar
from cornerwise.variants import Variant
from cornerwise.workers import Workers
from tests.agreement import Disagreement, compare, every_variant, games


def counted(of: Variant, seed: int) -> tuple[str, int]:
    """How many positions of a game were compared, with the name of what was played."""
    return of.name, compare(of, seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=100_000, metavar="N")
    parser.add_argument("--parallel", type=int, default=1, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    given = parser.parse_args()
    compared: Counter[str] = Counter()
    played, begun = 0, time.perf_counter()

    def wanted() -> Iterator[tuple[Variant, int]]:
        for game in games(given.seed):
            if compared.total() >= given.positions:
                return
            yield game

    workers = Workers(given.parallel)
    with bar("positions", given.positions) as show:
        try:
            for name, positions in workers.done(counted, wanted()):
                compared[name] += positions
                played += 1
                show(compared.total())
        except Disagreement as difference:
            sys.exit(str(difference))
    for name, positions in sorted(compared.items()):
        print(f"{name:16} {positions:8,}")
    took = time.perf_counter() - begun
    options = len(every_variant())
    print(
        f"{compared.total():,} positions of {played:,} games in {options} combinations of variant"
    )
    print(f"and options: the kernel and the plain rules agree on all of them ({took:.0f} s)")


if __name__ == "__main__":
    main()
