"""Bots for the tests: some play, the others do wrong in the way that their name says."""

import sys
import threading
from typing import Any

from cornerwise import Game, Move


class Largest:
    """The first of the largest moves, or the one so many further on."""

    name, version = "Largest", "1.5"

    def __init__(self, skip: int = 0) -> None:
        self.skip = skip

    def choose(self, game: Game) -> Move:
        moves = sorted(game.legal_moves, key=lambda move: -move.piece.size)
        return moves[self.skip % len(moves)]


class Seeded:
    """A move that depends on nothing but a seed and the number of moves."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, game: Game) -> Any:
        return game.legal_moves.numbers[self.seed % len(game.legal_moves)]


class Chatty(Largest):
    """It talks, and tries moves on the game that it is given."""

    def choose(self, game: Game) -> Move:
        print("let me see")
        move = super().choose(game)
        game.play(move)
        return move


class Silent:
    def choose(self, game: Game) -> None:
        return None


class Cheat:
    def choose(self, game: Game) -> str:
        return "a1"


class Raising:
    def choose(self, game: Game) -> Move:
        raise ZeroDivisionError("oh dear")


class Leaving:
    def choose(self, game: Game) -> Move:
        sys.exit("good night")


class Unmade(Largest):
    def __init__(self) -> None:
        raise OSError("no network file")


class Locked(Largest):
    """It cannot be sent to another process."""

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()


class NoBot:
    pass


ready_made = Largest(3)
