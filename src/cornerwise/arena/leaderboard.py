"""A table of evaluated players beside the levels, as a page to publish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cornerwise.arena.evaluation import EvaluationError, Result
from cornerwise.engine.ladder import read_ladders
from cornerwise.variants import variant

HEAD = """# Leaderboard

Players on the scale of the engine's levels, measured by [one protocol](evaluate.md).
The strongest stand first. Level 1 has 0 Elo.

`cornerwise leaderboard {folder}` makes this page from the results in that folder.
To join, evaluate your player and add its file:

    cornerwise evaluate module:Class --game duo --json {folder}/NAME-duo.json

In brackets stand the ends of the 95 % interval.
"Below" and "above" mean that a player won no round, or every round.
The levels are pinned: their numbers come from [their own matches](engine.md#levels).
"""


def read_results(folder: Path) -> list[Result]:
    """The results of a folder."""
    found = [Result.read(file) for file in sorted(folder.glob("*.json"))]
    if not found:
        raise EvaluationError(f"{folder} holds no results: `cornerwise evaluate` writes them")
    return found


def page(results: Sequence[Result], folder: str) -> str:
    """The whole page in Markdown, with a table for each game."""
    games = [game for game in read_ladders() if any(result.game == game for result in results)]
    tables = (
        f"## {variant(game).title}\n\n{table([r for r in results if r.game == game])}\n"
        for game in games
    )
    return "\n".join([HEAD.format(folder=folder), *tables])


def table(results: Sequence[Result]) -> str:
    """The players of one game and the levels, in Markdown."""
    rows = [_row(result) for result in results]
    levels = read_ladders()[results[0].game].ratings
    rows += [(elo, (f"level {n}", str(elo), "pinned", "", "")) for n, elo in _numbered(levels)]
    rows.sort(key=lambda row: -row[0])
    lines = [cells for _, cells in rows]
    heads = ("player", "Elo", "against", "s/move", "measured by")
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, ("---",) * 5, *lines))


def _numbered(ratings: dict[str, int]) -> Iterator[tuple[int, int]]:
    return enumerate(ratings.values(), start=1)


def _row(result: Result) -> tuple[int, tuple[str, ...]]:
    against = "; ".join(
        f"level {m.level}: {100 * m.score:.0f} % of {m.rounds} rounds"
        for m in result.meetings
        if m.counts
    )
    name = f"**{result.player}**" + (f" ({result.note})" if result.note else "")
    faults = f", {result.faults} games lost by faults" if result.faults else ""
    cells = (name, result.words, against + faults, f"{result.cpu:.3f}", f"`{result.command}`")
    return result.elo, cells
