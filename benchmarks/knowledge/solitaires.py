"""Solutions of the great solitaires as pictures: The 84, The 88, The 42 and The 48."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cornerwise import Game
from cornerwise.puzzles import as_game, puzzle, solve

from . import sheets

NAMES = ("the-84", "the-88", "the-42", "the-48")
SEED = 1


def rows(names: tuple[str, ...] = NAMES) -> Iterator[dict[str, Any]]:
    """Each solitaire with two solutions, as games: any one, and one with a turn's symmetry."""
    for name in names:
        for symmetric in (False, True):
            clock, known = sheets.Stopwatch(), puzzle(name)
            answer = solve(known, seed=SEED, symmetric=symmetric, seconds=600)
            game = as_game(known, answer.solution)
            yield {
                "puzzle": name,
                "symmetric": symmetric,
                "variant": known.game,
                "pieces": known.piece_count,
                "cells": sum(move.piece.size for move in game.history),
                "board": len(known.board),
                "moves": [move.number for move in game.history],
                "seconds": round(clock.seconds, 2),
            }


def picture(row: dict[str, Any]) -> str:
    """The end of the game, which the rules check move by move as it is replayed."""
    game = Game(row["variant"], moves=row["moves"])
    assert game.is_over
    return game.svg(size=480, last_move=False, coordinates=False)
