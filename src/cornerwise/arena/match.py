"""Matches: who sits where in which game, and how a game is played and counted."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from statistics import fmean
from typing import Any

from cornerwise.arena.openings import default_plies, random_opening
from cornerwise.arena.players import Contestant, Entrant, entrant
from cornerwise.errors import CornerwiseError, PlayerFault
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.records import GameTree
from cornerwise.variants import Variant, variant


@dataclass(frozen=True)
class Match:
    """Everything that decides what will be played.

    entrants  who plays (see `players`), at least two
    plies    the length of the random openings
    timeout  the seconds for a move after which a program counts as hung
    """

    entrants: tuple[Entrant, ...]
    variant: Variant
    plies: int
    seed: int = 0
    timeout: float = 300.0

    @classmethod
    def between(
        cls, players: Sequence[Any], game: str | Variant, plies: int | None = None, **rest: Any
    ) -> Match:
        """A match with the usual openings, after a look at what was asked for.

        players  texts, or bots of yours: objects with `choose(game)`, or their classes
        """
        chosen = variant(game)
        if chosen.team_count < 2:
            raise CornerwiseError(f"{chosen.name} is for one player: there is nothing to compare")
        if len(players) < 2:
            raise CornerwiseError("a match needs at least two players")
        entrants = tuple(map(entrant, players))
        for player in entrants:
            player.make(seed=0, timeout=1.0).close()
        match = cls(entrants, chosen, default_plies(chosen) if plies is None else plies, **rest)
        random_opening(chosen, match.plies, "trial")
        return match

    @property
    def players(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(map(str, self.entrants))

    def seatings(self, number: int) -> Iterator[tuple[int, ...]]:
        """Who plays for each team (a seat is a team of one) in the games of a round.

        It takes every choice of as many players as there are teams. They sit in a cycle that moves
        on by one from game to game, until all have played everywhere. Two players give AB and BA,
        or ABAB and BABA at a table of four. The order in the cycle changes from round to round.
        """
        teams = self.variant.team_count
        for chosen in combinations(range(len(self.players)), min(teams, len(self.players))):
            orders = list(permutations(chosen[1:]))
            cycle = (chosen[0], *orders[number % len(orders)])
            for first in range(len(cycle)):
                yield tuple(cycle[(first + team) % len(cycle)] for team in range(teams))


@dataclass(frozen=True)
class Part:
    """What one player had of a game.

    share   of the win: 1 for a win, less where several teams share the best result
    points  the mean of the player's teams, the higher the better; None if the game was cut short
    moves   how many moves the player made, in `cpu` seconds of CPU time
    """

    player: int
    share: float
    points: float | None
    moves: int
    cpu: float


@dataclass(frozen=True)
class GameResult:
    """How a game ended.

    seating  the player of each team
    fault    what cut the game short, if anything
    culprit  the player whose fault it was, who loses
    record   the game as .blksgf text
    """

    seating: tuple[int, ...]
    parts: tuple[Part, ...]
    fault: str = ""
    culprit: int | None = None
    record: str = ""

    def part(self, player: int) -> Part | None:
        return next((part for part in self.parts if part.player == player), None)


@dataclass(frozen=True)
class Round:
    """The games that share an opening, in which all players change places."""

    number: int
    games: tuple[GameResult, ...]

    def share(self, player: int) -> float:
        """A player's mean part of the wins: the score of a colour-swapped pair."""
        return fmean(part.share for part in self.parts(player))

    def points(self, player: int) -> float | None:
        """A player's mean points in games that were finished, if any was."""
        points = [part.points for part in self.parts(player) if part.points is not None]
        return fmean(points) if points else None

    def parts(self, player: int) -> list[Part]:
        return [part for game in self.games if (part := game.part(player))]


def play_round(match: Match, number: int) -> Round:
    """Play the games of one round."""
    opening = random_opening(match.variant, match.plies, f"{match.seed}:{number}")
    games = (
        play_game(match, opening.copy(), seating, f"{match.seed}:{number}:{index}")
        for index, seating in enumerate(match.seatings(number))
    )
    return Round(number, tuple(games))


def play_game(match: Match, game: Game, seating: tuple[int, ...], seed: str) -> GameResult:
    """Play a game to its end, or to the first fault of a player, which loses it the game."""
    roster = _Roster(match, seating, seed)
    fault, culprit = "", None
    try:
        while not game.is_over and not fault:
            player = roster.on_turn(game)
            try:
                game.play(roster.move(player, game))
            except PlayerFault as error:
                fault, culprit = f"{match.players[player]} {error}", player
    finally:
        roster.close()
    shares = _shares(game, seating, culprit)
    parts = tuple(
        Part(
            player,
            shares[player],
            None if fault else _points(game, seating, player),
            roster.moves[player],
            round(contestant.cpu, 6),
        )
        for player, contestant in roster.contestants.items()
    )
    return GameResult(seating, parts, fault, culprit, _record(match, game, seating, fault))


class _Roster:
    """The players of one game, and what they have spent."""

    def __init__(self, match: Match, seating: tuple[int, ...], seed: str) -> None:
        self._teams = {seat.name: seating[seat.team] for seat in match.variant.seats}
        self.contestants: dict[int, Contestant] = {
            player: match.entrants[player].make(
                random.Random(f"{seed}:{player}").getrandbits(31), match.timeout
            )
            for player in sorted(set(seating))
        }
        self.moves = dict.fromkeys(self.contestants, 0)

    def on_turn(self, game: Game) -> int:
        assert game.seat_to_play is not None
        return self._teams[game.seat_to_play]

    def move(self, player: int, game: Game) -> Move:
        """The player's move, which is legal."""
        move = self.contestants[player].choose(game, self._fair(player))
        if reason := game.why_illegal(move):
            raise PlayerFault(f"moved illegally: {move}: {reason}")
        self.moves[player] += 1
        return move

    def _fair(self, player: int) -> float | None:
        """The CPU time after which a player has spent as much on a move as its rivals have."""
        rivals = [other for other in self.contestants if other != player]
        made = sum(self.moves[other] for other in rivals)
        if not made:
            return None
        each = sum(self.contestants[other].cpu for other in rivals) / made
        return each * (self.moves[player] + 1) - self.contestants[player].cpu

    def close(self) -> None:
        for contestant in self.contestants.values():
            contestant.close()


def _shares(game: Game, seating: tuple[int, ...], culprit: int | None) -> dict[int, float]:
    """Each player's part of the win; a fault leaves it to all others alike."""
    if culprit is None:
        winning = {seat.team for seat in game.variant.seats if seat.name in game.winners}
    else:
        winning = {team for team, player in enumerate(seating) if player != culprit}
    return {
        player: sum(seating[team] == player for team in winning) / len(winning)
        for player in set(seating)
    }


def _points(game: Game, seating: tuple[int, ...], player: int) -> float:
    worth = game.variant.scoring.worth
    teams = {seat.team: worth(game.scores[seat.name]) for seat in game.variant.seats}
    return fmean(points for team, points in teams.items() if seating[team] == player)


def _record(match: Match, game: Game, seating: tuple[int, ...], fault: str) -> str:
    tree = GameTree.from_game(game)
    for seat in match.variant.seats:
        tree.set_player(seat.name, match.players[seating[seat.team]])
    if fault:
        tree.main_line[-1].comment = fault
    return tree.to_sgf()
