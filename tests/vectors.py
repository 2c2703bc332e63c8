"""`VectorGame` against `Game` and the plain rules, row by row.

One mechanism serves the tests, which take a sample, and `python -m benchmarks.vector`, which takes
as many positions as are asked for.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cornerwise import Game, Variant, VectorGame
from cornerwise.geometry import bits
from cornerwise.vector import STAY, Reward

WIDTH = 64
"""Less than many positions have moves: the rest is cut off."""


def told(game: Game, reward: Reward, relative: bool) -> dict[str, NDArray[Any]]:
    """What every array must hold of a game, by the plain rules."""
    of, position = game.variant, game.position
    on_turn = -1 if game.to_play is None else of.colours.index(game.to_play)
    first = max(0, on_turn) if relative else 0
    order = of.colours[first:] + of.colours[:first]
    playing = game._states[-1].playing
    legal = [] if game.to_play is None else list(bits(position.legal(game.to_play)))
    mask = np.zeros(len(game.tables), bool)
    mask[legal] = True
    planes = []
    for colour in order:
        hand = position.hand(colour)
        closed = position.occupied | hand.edges
        corners = position.wanted(colour) & ~closed if colour in playing else 0
        planes += [plane(game, cells) for cells in (hand.cells, corners, closed)]
    names = [seat.name for seat in of.seats]
    seat = -1 if game.seat_to_play is None else names.index(game.seat_to_play)
    return {
        "mask": mask,
        "packed": np.packbits(mask, bitorder="little"),
        "actions": np.array([*legal, *[-1] * WIDTH][:WIDTH]),
        "counts": np.array(len(legal)),
        "planes": np.array(planes),
        "pieces": np.array([position.hand(colour).counts for colour in order]),
        "colours": np.array(on_turn),
        "seats": np.array(seat),
        "plies": np.array(len(game.placements)),
        "ends": np.array(game.is_over),
        "rewards": np.array([rewarded(game, name, reward) for name in names], np.float32),
        "scores": np.array([game.scores[name] for name in names]),
    }


def plane(game: Game, cells: int) -> NDArray[Any]:
    """A set of cells as a plane."""
    board = game.variant.board
    found = np.zeros((board.height, board.width), np.uint8)
    for cell in bits(cells):
        x, y = board.places[cell]
        found[y, x - board.shift] = 1
    return found


def rewarded(game: Game, name: str, reward: Reward) -> float:
    """What a seat gets, by the words of the documentation."""
    if not game.is_over:
        return 0.0
    of = game.variant
    team = {seat.name: seat.team for seat in of.seats}
    sign = 1 if of.scoring.most_wins else -1
    if reward == "points":
        return float(sign * game.scores[name])
    winners = {team[seat] for seat in game.winners}
    if of.team_count == 1:
        return float(bool(winners))
    if reward == "win":
        each = 1 / (of.team_count - 1)  # what a loser loses, and the winners share
        losers = of.team_count - len(winners)
        return losers * each / len(winners) if team[name] in winners else -each
    points = {team[seat.name]: sign * game.scores[seat.name] for seat in of.seats}
    if game.retired and of.team_count == 2:
        points = {side: int(side in winners) for side in points}
    mine = points.pop(team[name])
    beaten = sum((mine > other) - (mine < other) for other in points.values())
    return beaten / (of.team_count - 1)


class Disagreement(AssertionError):
    """The two differ; the message says where and in what."""


class Desk:
    """A batch and the same games one by one."""

    def __init__(self, of: Variant, games: int, dice: random.Random, threads: int = 1) -> None:
        self.reward: Reward = dice.choice(("win", "points", "rank"))
        self.relative = dice.random() < 0.5
        self.variant, self.dice = of, dice
        self.batch = VectorGame(
            of, games, threads=threads, reward=self.reward, relative=self.relative
        )
        self.seen = self.batch.arrays(width=WIDTH)
        if dice.random() < 0.5:
            self.seen["planes"] = self.seen["planes"].astype(np.float32)
            self.batch.attach(planes=self.seen["planes"])
        self.games = [Game(of) for _ in range(games)]

    def some(self) -> list[int]:
        """The numbers of some of the games."""
        return self.dice.sample(range(len(self.games)), self.dice.randint(1, len(self.games)))

    def step(self) -> None:
        actions = [STAY] * len(self.games)
        for number, game in enumerate(self.games):
            if not game.is_over and self.dice.random() < 0.9:
                actions[number] = self.dice.choice(game.legal_moves.numbers)
                game.play(actions[number])
        kinds: list[Any] = [list, tuple, np.int32, np.int64, np.array]
        kind = self.dice.choice(kinds)
        given = kind(actions) if kind in (list, tuple, np.array) else np.array(actions, kind)
        self.batch.step(given)

    def undo(self) -> None:
        numbers = [number for number in self.some() if self.games[number].history]
        for number in numbers:
            self.games[number].undo()
        self.batch.undo(numbers)

    def reset(self) -> None:
        over = np.array([game.is_over for game in self.games])
        self.batch.reset(over if self.dice.random() < 0.5 else np.flatnonzero(over))
        self.games = [Game(self.variant) if game.is_over else game for game in self.games]

    def retire(self) -> None:
        number = self.dice.randrange(len(self.games))
        game = self.games[number]
        there = [seat.name for seat in self.variant.seats if seat.name not in game.retired]
        if not game.is_over:
            seat = self.dice.choice(there)
            game.retire(seat)
            self.batch.retire(number, seat)

    def copy(self) -> None:
        if len(self.games) > 1:
            source, target = self.dice.sample(range(len(self.games)), 2)
            self.batch.copy(source, target)
            self.games[target] = self.games[source].copy()

    def carry(self) -> None:
        """Take a game out of the batch and put it into another place."""
        source, target = self.dice.choices(range(len(self.games)), k=2)
        taken = self.batch.game(source)
        if taken != self.games[source]:
            raise Disagreement(f"game {source} came back as {taken!r}: {taken.to_json()}")
        self.batch.put(target, taken)
        self.games[target] = taken

    def check(self) -> int:
        """Raise `Disagreement` unless every row says the same; return how many there are."""
        for number, game in enumerate(self.games):
            for name, wanted in told(game, self.reward, self.relative).items():
                found = self.seen[name][number]
                if not np.array_equal(found, wanted) and not (
                    name == "rewards" and np.allclose(found, wanted, atol=1e-6)
                ):
                    raise Disagreement(
                        f"{name} ({self.reward}, relative={self.relative}) is {found}, not "
                        f"{wanted}, in {game.to_json()}"
                    )
        return len(self.games)


def compare(of: Variant, seed: int, rounds: int, games: int = 3, threads: int = 1) -> int:
    """Do so many things to a batch and to its games, compare each time, and say how often."""
    dice = random.Random(f"{of} {seed}")
    desk = Desk(of, games, dice, threads)
    checked = desk.check()
    acts = [desk.step] * 16 + [desk.undo, desk.reset, desk.copy, desk.carry]
    for _ in range(rounds):
        (dice.choice(acts) if dice.random() > 0.01 else desk.retire)()
        checked += desk.check()
    return checked
