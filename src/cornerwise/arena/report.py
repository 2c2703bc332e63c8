"""The results of a match in words and tables."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from statistics import fmean
from string import ascii_uppercase

from rich import box
from rich.console import RenderableType
from rich.table import Table

from cornerwise.arena.match import GameResult, Match, Part, Round
from cornerwise.arena.statistics import Estimate, Sprt, elo_of, mean_of, score_of
from cornerwise.arena.tournament import Tournament
from cornerwise.texts import amount

MOST_FAULTS = 5


def report(tournament: Tournament) -> Iterator[RenderableType]:
    """All that is to be said of a match, piece by piece."""
    match, rounds = tournament.match, tournament.in_order
    games = sum(len(played.games) for played in rounds)
    yield (
        f"{match.variant}: {amount(len(rounds), 'round')}, {amount(games, 'game')}, "
        f"openings of {amount(match.plies, 'move')}, seed {match.seed}"
    )
    for letter, name in zip(ascii_uppercase, match.players, strict=False):
        yield f"  {letter}  {name}"
    if not rounds:
        return
    yield _players(match, rounds)
    if len(match.players) == 2:
        yield from _comparison(rounds)
    else:
        yield _cross_table(match, rounds)
    if tournament.sprt:
        yield _test(tournament.sprt, tournament.tested)
    yield from _faults(rounds)


def _players(match: Match, rounds: Sequence[Round]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("")
    for head in ("games", "wins, %", "points", "CPU s/game", "s/move", "faults"):
        table.add_column(head, justify="right", no_wrap=True)
    for player in range(len(match.players)):
        parts = [part for played in rounds for part in played.parts(player)]
        moves = sum(part.moves for part in parts)
        points = [p for played in rounds if (p := played.points(player)) is not None]
        faults = sum(game.culprit == player for played in rounds for game in played.games)
        table.add_row(
            ascii_uppercase[player],
            str(len(parts)),
            _percent(score_of([played.share(player) for played in rounds]), 0),
            _signed(mean_of(points)),
            f"{fmean(part.cpu for part in parts):.2f}",
            f"{sum(part.cpu for part in parts) / max(1, moves):.3f}",
            str(faults),
        )
    return table


def _comparison(rounds: Sequence[Round]) -> Iterator[str]:
    """A against B."""
    scores = [played.share(0) for played in rounds]
    score = score_of(scores)
    margins = [
        a - b
        for played in rounds
        if (a := played.points(0)) is not None and (b := played.points(1)) is not None
    ]
    yield f"A scores {_percent(score)} %, Elo {_signed(elo_of(score), 0)}"
    yield f"margin of A over B {_signed(mean_of(margins))} points a game"
    counts = sorted(Counter(scores).items())
    yield "rounds by score of A: " + ", ".join(f"{score:.3g}: {n}" for score, n in counts)
    spent = [sum(part.cpu for r in rounds for part in r.parts(player)) for player in (0, 1)]
    if spent[1]:
        yield f"A used {spent[0] / spent[1]:.2f} times the CPU time of B"


def _cross_table(match: Match, rounds: Sequence[Round]) -> Table:
    """How often the player of a row came before that of a column."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title="came before, Elo")
    letters = ascii_uppercase[: len(match.players)]
    for head in ("", *letters):
        table.add_column(head, justify="right")
    cells = {
        (row, column): score_of([*_duels(rounds, row, column)])
        for row, column in permutations(range(len(letters)), 2)
    }
    for row, letter in enumerate(letters):
        found = (cells.get((row, column)) for column in range(len(letters)))
        table.add_row(letter, *("" if e is None else _with_elo(e) for e in found))
    return table


def _duels(rounds: Sequence[Round], one: int, other: int) -> Iterator[float]:
    """How a player fared against another, for each round in which they met."""
    for played in rounds:
        met = [_before(game, one, other) for game in played.games]
        if scores := [score for score in met if score is not None]:
            yield fmean(scores)


def _before(game: GameResult, one: int, other: int) -> float | None:
    mine, theirs = game.part(one), game.part(other)
    if mine is None or theirs is None:
        return None
    lead = _standing(mine) - _standing(theirs)
    return 0.5 if not lead else float(lead > 0)


def _standing(part: Part) -> float:
    return part.share if part.points is None else part.points


def _test(sprt: Sprt, scores: Sequence[float]) -> str:
    verdict = sprt.verdict(scores)
    words = {
        "elo1": f"A is better by {sprt.elo1:g} Elo rather than {sprt.elo0:g}",
        "elo0": f"A is better by {sprt.elo0:g} Elo rather than {sprt.elo1:g}",
        "": "not settled yet",
    }
    ratio = f"log-likelihood ratio {sprt.ratio(scores):.2f} of ±{sprt.bound:.2f}"
    return f"SPRT: {words[verdict]} ({ratio}, {amount(len(scores), 'round')})"


def _faults(rounds: Sequence[Round]) -> Iterator[str]:
    found = [
        f"  round {played.number + 1}, game {index}: {game.fault}"
        for played in rounds
        for index, game in enumerate(played.games, start=1)
        if game.fault
    ]
    if found:
        yield f"{amount(len(found), 'game')} lost by a fault:"
        yield from found[:MOST_FAULTS]
        if len(found) > MOST_FAULTS:
            yield f"  and {len(found) - MOST_FAULTS} more"


# --- numbers -------------------------------------------------------------------------------


def _percent(estimate: Estimate, digits: int = 1) -> str:
    mean, low, high = (
        f"{100 * value:.{digits}f}" for value in (estimate.mean, estimate.low, estimate.high)
    )
    return f"{mean} [{low}, {high}]"


def _with_elo(estimate: Estimate) -> str:
    return f"{100 * estimate.mean:.0f} % {_signed_number(elo_of(estimate).mean, 0)}"


def _signed(estimate: Estimate, digits: int = 1) -> str:
    mean, low, high = (
        _signed_number(value, digits) for value in (estimate.mean, estimate.low, estimate.high)
    )
    return f"{mean} [{low}, {high}]"


def _signed_number(value: float, digits: int) -> str:
    if math.isnan(value):
        return "?"
    return f"{value:+.{digits}f}".replace("inf", "∞")
