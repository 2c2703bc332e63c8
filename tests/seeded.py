"""What seeds decide: games, searches, books and fillings, as lines of text.

Every run must print the same, whatever else the machine does meanwhile: python -m tests.seeded
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from cornerwise import Engine, Game, variant
from cornerwise.arena import Match, Tournament
from cornerwise.computer import SimpleComputer
from cornerwise.engine.growth import Growth
from cornerwise.gtp import Protocol, Session
from cornerwise.learning.selfplay import SelfPlay
from cornerwise.puzzles import puzzle, solve

GAMES = {
    "duo": (8, (5, 7, 8)),
    "classic": (20, (6, 7)),
    "trigon": (24, (6, 7)),
    "trigon_3": (20, (6, 7)),
}
"""A variant of every edition: after so many moves by chance, some moves of these levels."""


def moves_of_levels() -> Iterator[str]:
    for name, (plies, levels) in GAMES.items():
        for level in levels:
            game, dice = Game(name), random.Random(level)
            for _ in range(plies):
                game.play(dice.choice(game.legal_moves.numbers))
            engine = Engine(level=level, seed=7)
            for _ in range(4):
                move = engine.choose(game)
                found = engine.analysis
                visits = sum(c.visits for c in found.candidates) if found else 0
                yield f"{name}, level {level}, move {len(game.turns)}: {move}, {visits} visits"
                game.play(move)


def searches() -> Iterator[str]:
    """Of an engine that stops as soon as it is decided, to the last visit."""
    for name, (plies, _) in GAMES.items():
        game, engine = Game(name), Engine(simulations=1500, seed=3)
        dice = random.Random(name)
        for _ in range(plies):
            game.play(dice.choice(game.legal_moves.numbers))
        for _ in range(3):
            game.play(engine.choose(game))
            if engine.analysis is not None:
                found = [(c.move.number, c.visits, c.value) for c in engine.analysis.candidates[:4]]
                yield f"{name}, {engine.analysis.simulations} simulations: {found}"


def quick_games() -> Iterator[str]:
    for name in GAMES:
        game, computer = Game(name), SimpleComputer(seed=5)
        for _ in range(6):
            game.play(computer.choose(game))
        yield f"{name}, simple: {[move.number for move in game.history]}"


def match() -> Iterator[str]:
    played = Tournament(Match.between(["level:4", "simulations:60"], "duo", seed=2), 1)
    played.play()
    for game in played.in_order[0].games:
        yield f"match: {game.record!r}"


def program() -> Iterator[str]:
    """What a session of the protocol answers."""
    session = Session(variant("duo"), lambda seed, _: Engine(level=7, book=False, seed=seed))
    protocol = Protocol(session.handlers)
    for command in ("set_random_seed 11", "g", "g", "g", "move_values"):
        yield f"program: {protocol.answer(command)!r}"


def training() -> Iterator[str]:
    yield f"self-play: {SelfPlay(('duo',), 40, 9).play(0)}"


def book() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "book.json"
        Growth(variant("duo"), file, thinking={"simulations": 60}, seed=1).grow(3)
        yield f"book: {file.read_text()!r}"


def fillings() -> Iterator[str]:
    for name in ("bird", "the-84"):
        answer = solve(puzzle(name), seed=4, seconds=600)
        yield f"{name}: {answer.verdict} after {answer.steps} steps, {answer.solution}"


if __name__ == "__main__":
    for part in (
        moves_of_levels,
        searches,
        quick_games,
        match,
        program,
        training,
        book,
        fillings,
    ):
        print("\n".join(part()))
