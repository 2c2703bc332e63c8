"""The charts and pictures of docs/knowledge, from the data files."""

from __future__ import annotations

from collections.abc import Iterator

from cornerwise import Game
from cornerwise.engine.ladder import read_ladders
from cornerwise.puzzles import picture, puzzle

from . import openings, sheets, solitaires
from .chart import Curve, Spot, curves, spots
from .tables import by_variant, strongest

EDITIONS = ("duo", "classic", "trigon", "junior")


def pictures() -> Iterator[tuple[str, str]]:
    """Every picture, with the name of its file."""
    yield "seats.svg", seats()
    yield "handicap.svg", handicap()
    yield "branching.svg", branching()
    yield "pieces.svg", pieces()
    yield "bonus.svg", bonus()
    yield "levels.svg", levels()
    for row in sheets.read("solitaires").rows:
        kind = "-symmetric" if row["symmetric"] else ""
        yield f"{row['puzzle']}{kind}.svg", solitaires.picture(row)
    for name in openings.NAMES:
        game = Game(name, moves=openings.line(name))
        yield f"opening-{name}.svg", game.svg(size=420, move_numbers=True, last_move=False)
    chain = puzzle("rectangle-chain")
    yield "rectangle-chain.svg", picture.svg(chain, chain.laid(chain.solutions[0]))


def seats() -> str:
    """Share of the wins of each side, greedy players: less the share that would be fair."""
    rows = []
    for row in by_variant():
        if row["player"] == "greedy":
            fair = 1 / len(row["shares"])
            row_spots = [
                Spot(mean - fair, mean - fair - reach, mean - fair + reach, n)
                for n, (mean, reach) in enumerate(row["shares"])
            ]
            rows.append((row["variant"], row_spots))
    return spots(
        "Wins above a fair share, by seat: greedy players", rows,
        axis="share of the wins less the fair share; blue moves first, then yellow, red, green",
        mark=0.0, percent=True,
    )  # fmt: skip


def handicap() -> str:
    rows = sheets.read("handicap").rows
    lines = [
        Curve(
            f"level{'s' * (' ' in row['levels'])} {row['levels']}",
            [(float(points), mean) for points, (mean, _) in row["scores"].items()],
            [reach for _, reach in row["scores"].values()] if row is rows[-1] else (),
        )
        for row in rows
    ]
    return curves(
        "Duo: the first player's score", lines, across="points given to the second player",
        up=f"score; the band is the interval of levels {rows[-1]['levels']}", mark=0.5,
        percent=True,
    )  # fmt: skip


def branching() -> str:
    lines = []
    for name in EDITIONS:
        row = strongest(name)
        points = [(float(n), float(x)) for n, x in enumerate(row["by_ply"])]
        lines.append(Curve(f"{name}, {row['player']}", points))
    return curves(
        "Legal moves in the course of a game", lines, across="moves made", up="legal moves, mean",
        powers=True,
    )  # fmt: skip


def pieces() -> str:
    rows = [
        (row["piece"], [Spot(mean, mean - reach, mean + reach)])
        for row in sorted(sheets.read("pieces").rows, key=lambda row: -row["worth"][0])
        for mean, reach in [row["worth"]]
        if row["size"]
    ]
    return spots("Duo: what it costs to keep a piece for the end", rows, axis="points", mark=0.0)


def bonus() -> str:
    rows = [
        (f"{row['variant']}, {row['player']}", [Spot(*row["complete"])])
        for row in by_variant()
        if row["player"] != "random" and "complete" in row
    ]
    return spots(
        "How often a colour places everything", rows, axis="share of all colours", mark=0.0,
        percent=True,
    )  # fmt: skip


def levels() -> str:
    lines = [
        Curve(name, [(n, float(rating)) for n, rating in enumerate(found.ratings.values(), 1)])
        for name, found in read_ladders().items()
    ]
    return curves("The levels", lines, across="level", up="Elo above level 1")
