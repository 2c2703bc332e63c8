"""Searches and batches by several threads: no two may get at the same memory at once.

Run with the path of a kernel built with ThreadSanitizer, which ends the process at the first race:
    python -m tests.threads build/threads/_kernel….so
"""

from __future__ import annotations

import contextlib
import random
import sys
import threading
from collections.abc import Iterator

from tests.builds import load

if __name__ == "__main__":
    load(sys.argv[1])

# Only now: these import the kernel.
from cornerwise import Game, VectorGame, _kernel, variant
from cornerwise.engine.knowledge import knowledge_of
from cornerwise.engine.player import position_of
from cornerwise.vector import STAY

GAMES = {"duo": (0.2, 0.6, 0.8), "classic_3": (0.6, 0.8)}
"""After which shares of a game's moves to search. Early positions are kept in another form than
late ones, and late in the game the search proves much."""
SIMULATIONS = 500
LITTLE = 1 << 18
"""Bytes that are too few for so many simulations: the tree becomes full."""


def searches() -> Iterator[tuple[str, _kernel.Search]]:
    for name, shares in GAMES.items():
        of, moves = variant(name), _moves(name)
        known = knowledge_of(of.edition.name, of.team_count)
        for share in shares:
            game = Game(of)
            for move in moves[: round(share * len(moves))]:
                game.play(move)
            for memory in (LITTLE, 64 << 20):
                settings = _kernel.SearchSettings()
                settings.seed, settings.memory = 1, memory
                title = f"{of}, {len(game.turns)} moves, {memory >> 10} KB"
                position = position_of(game)
                yield title, _kernel.Search(position, known.priors, known.value, settings)


def _moves(name: str) -> list[int]:
    game, dice = Game(name), random.Random(5)
    while not game.is_over:
        game.play(dice.choice(game.legal_moves.numbers[-200:]))  # large pieces
    return [turn.move.number for turn in game.turns]


def watched(search: _kernel.Search) -> None:
    """Search on with more and more threads, and ask meanwhile for all that can be asked."""
    for threads in (1, 2, 3):
        limit = threads * SIMULATIONS
        running = threading.Thread(target=search.run, args=(limit, 60, threads))
        running.start()
        while running.is_alive():
            assert sum(visits for _, visits, *_ in search.verdicts()) <= search.simulations + 3 * 32
            search.line()
            assert search.lead >= 0
            assert search.nodes > 0
            assert search.games >= 0
            running.join(0.02)
    assert search.simulations == limit or search.is_settled


def stopped(search: _kernel.Search) -> None:
    """End a search without limits from outside."""
    running = threading.Thread(target=search.run, args=(1 << 60, 60, 2))
    running.start()
    search.stop()
    running.join()
    assert search.is_stopped


def batched(name: str) -> None:
    """Share games among threads in every way, while others ask for what they cannot have."""
    games = VectorGame(name, 100, threads=3)
    games.arrays()
    games.advance("greedy", 12)
    for _ in range(8):
        games.step(games.choose())
        games.undo(range(0, 100, 3))
    games.rollouts("random", 1)
    refused = threading.Thread(target=_ask_meanwhile, args=(games,))
    refused.start()
    with contextlib.suppress(RuntimeError):  # the other thread may be at work
        games.advance("random", 200)
    refused.join()
    games.reset()


def _ask_meanwhile(games: VectorGame) -> None:
    for _ in range(20):
        with contextlib.suppress(RuntimeError):
            games.step([STAY] * len(games))


def main() -> None:
    for name in GAMES:
        print(f"batches of {name}", flush=True)
        batched(name)
    count = 0
    for title, search in searches():
        print(title, flush=True)  # what is searched when a race is found
        watched(search)
        stopped(search)
        count += 1
    print(f"{count} searches, no race")


if __name__ == "__main__":
    main()
