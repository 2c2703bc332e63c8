"""The tables of docs/knowledge, from the data files."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cornerwise.arena.statistics import elo
from cornerwise.engine.ladder import read_ladders
from cornerwise.variants import VARIANTS

from . import openings, sheets
from .firsts import LEVEL

DOCS = Path(__file__).parents[2] / "docs"
Row = dict[str, Any]


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table as Markdown has it."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def source(name: str) -> str:
    """Where the figures come from, and what they cost."""
    sheet = sheets.read(name)
    cost = f"{sheet.seconds:,.0f} s" if sheet.seconds < 600 else f"{sheet.seconds / 60:,.0f} min"
    return (
        f"`{sheet.command}` with Cornerwise {sheet.version}: {cost} of one processor. "
        f"Data: [{name}.json](data/{name}.json)"
    )


def share(found: Sequence[float]) -> str:
    mean, reach = found
    return f"{100 * mean:.1f} ± {100 * reach:.1f} %"


def amount(found: Sequence[float]) -> str:
    mean, reach = found
    return f"{mean:.1f} ± {reach:.1f}"


def rate(found: Sequence[float]) -> str:
    mean, low, high = found
    return f"{100 * mean:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def sides(name: str) -> list[str]:
    """Who plays together, in the order of play."""
    of = VARIANTS[name]
    named: dict[int, list[str]] = {}
    for seat in of.seats:
        named.setdefault(seat.team, []).append(seat.name)
    return [" & ".join(names) for names in named.values()]


def perft() -> str:
    rows = sheets.read("perft").rows
    deepest = max(len(row["counts"]) for row in rows)
    body = [
        [row["variant"], *(f"{n:,}" for n in row["counts"]), *[""] * (deepest - len(row["counts"]))]
        for row in rows
    ]
    return table(["variant", *(f"depth {n}" for n in range(1, deepest + 1))], body)


def seats() -> str:
    body = [
        [row["variant"], row["player"], f"{row['games']:,}", *map(share, row["shares"]),
         *[""] * (4 - len(row["shares"])), f"{100 * row['draws']:.0f} %"]
        for row in by_variant()
    ]  # fmt: skip
    return table(["variant", "player", "games", "1st", "2nd", "3rd", "4th", "shared"], body)


def points() -> str:
    body = [
        [row["variant"], row["player"], *map(amount, row["points"]),
         *[""] * (4 - len(row["points"]))]
        for row in by_variant()
    ]  # fmt: skip
    return table(["variant", "player", "1st", "2nd", "3rd", "4th"], body)


def handicap() -> str:
    body = []
    for row in sheets.read("handicap").rows:
        even, low, high = row["even"]
        body.append(
            [row["levels"], row["games"], amount(row["margin"]), share(row["scores"]["0"]),
             f"**{even:.1f}** [{low:.1f}, {high:.1f}]"]
        )  # fmt: skip
    return table(
        ["level", "games", "first player's margin", "its score", "points that make it even"], body
    )


def handicap_scores() -> str:
    rows = sheets.read("handicap").rows
    given = list(rows[0]["scores"])
    body = [[points, *(share(row["scores"][points]) for row in rows)] for points in given]
    return table(
        ["points for the second player", *(f"level {row['levels']}" for row in rows)], body
    )


def proposal() -> str:
    row = sheets.read("handicap").rows[-1]
    even, low, high = row["even"]
    nearest = round(even)
    score = share(row["scores"][str(nearest)])
    return (
        f"**Proposal: the second player of Duo gets {nearest} points.** At levels {row['levels']} "
        f"Duo is even at {even:.1f} points [{low:.1f}, {high:.1f}]. "
        f"With {nearest} points the first player scores {score}."
    )


def lengths() -> str:
    body = [
        [row["variant"], row["player"], f"{row['games']:,}", amount(row["length"]),
         " / ".join(map(str, row["lengths"])), row["branching"], row["widest"]]
        for row in by_variant() if "length" in row
    ]  # fmt: skip
    return table(
        ["variant", "player", "games", "moves", "shortest / median / longest",
         "legal moves, mean", "legal moves, widest"],
        body,
    )  # fmt: skip


def bonus() -> str:
    body = [
        [row["variant"], row["player"], f"{row['games']:,}", rate(row["complete"]),
         rate(row["single_last"])]
        for row in by_variant() if "complete" in row
    ]  # fmt: skip
    return table(["variant", "player", "games", "all placed", "single cell last"], body)


def by_variant() -> list[Row]:
    """The rows of the games, with all players of a variant together."""
    rows = sheets.read("games").rows
    names = list(dict.fromkeys(row["variant"] for row in rows))
    return sorted(rows, key=lambda row: names.index(row["variant"]))


def strongest(variant: str) -> Row:
    """The games of the highest level of which there are enough to go by."""
    rows = [row for row in sheets.read("games").rows if row["variant"] == variant]
    return [row for row in rows if "left" in row and row["games"] >= 30][-1]


def pieces() -> str:
    played = strongest("duo")
    body = [
        [row["piece"], row["size"], amount(row["worth"]),
         f"{100 * played['left'][row['piece']]:.0f} %", played["round"][row["piece"]]]
        for row in sheets.read("pieces").rows if row["size"]
    ]  # fmt: skip
    body.sort(key=lambda row: -float(str(row[2]).split()[0]))
    return table(
        ["piece", "cells", "cost of keeping it, points", "left over", "placed as number"], body
    )


def control() -> str:
    row = next(row for row in sheets.read("pieces").rows if not row["size"])
    used = strongest("duo")
    return (
        f"Keeping no piece must cost nothing: it cost {amount(row['worth'])} points. "
        f"The last two columns are from {used['games']} games of {used['player']}."
    )


def left_over(variant: str) -> str:
    row = strongest(variant)
    body = sorted(
        ([name, f"{100 * left:.0f} %", row["round"][name]] for name, left in row["left"].items()),
        key=lambda line: -float(str(line[1]).split()[0]),
    )
    return (
        table(["piece", "left over", "placed as number"], body)
        + f"\n\n{row['games']} games of {row['player']}."
    )


def opening(variant: str) -> str:
    body = [
        [move, piece, f"{visits:,}", f"{value:.3f}", reply]
        for move, piece, visits, value, reply in openings.first_moves(variant)
    ]
    head = ["first move", "piece", "visits", "value", "best reply"]
    return (
        table(head, body)
        + "\n\nMain line: "
        + " ".join(f"{n}. `{move}`" for n, move in enumerate(openings.main_line(variant), start=1))
    )


def firsts(variant: str) -> str:
    rows = [row for row in sheets.read("firsts").rows if row["variant"] == variant]
    head = ["piece", "first move", "share of the win", "ahead by, points", "usual reply"]
    body = [
        [row["piece"], f"`{row['move']}`", share(row["share"]), amount(row["margin"]),
         f"`{row['reply']}`"]
        for row in rows
    ]  # fmt: skip
    if "won" in rows[0]:
        head += [f"won at level {LEVEL}", "ahead by, points"]
        for line, row in zip(body, rows, strict=True):
            line += [share(row["won"]), amount(row["ahead"])]
    return table(head, body)


def opening_sources() -> str:
    body = [[name, f"`{command}`", link] for name, command, link in openings.sources()]
    return table(["variant", "command", "data"], body)


def rectangle() -> str:
    body = [
        [row["reading"], f"{row['variables']:,}", f"{row['clauses']:,}", row["solutions"],
         f"{row['steps']:,}", f"{row['searching']:.0f} s", f"{row['checking']:.0f} s",
         " and ".join(row["verified"])]
        for row in sheets.read("rectangle").rows
    ]  # fmt: skip
    return table(
        ["formula", "variables", "clauses", "solutions", "proof, clauses", "search", "check",
         "verified by"],
        body,
    )  # fmt: skip


def solitaires() -> str:
    body = [
        [row["puzzle"] + (" symmetric" if row["symmetric"] else ""), row["variant"], row["pieces"],
         f"{row['cells']} of {row['board']}", f"{row['seconds']:.2f} s"]
        for row in sheets.read("solitaires").rows
    ]  # fmt: skip
    return table(["solution", "variant", "pieces", "cells covered", "found in"], body)


def ladders() -> str:
    known = read_ladders()
    count = max(len(found.steps) for found in known.values())
    body = []
    for at in range(count):
        line: list[object] = [at + 1]
        for found in known.values():
            step = found.steps[at]
            rating = list(found.ratings.values())[at]
            if step.low is None or step.high is None:
                line.append(f"{rating}")
            else:
                line.append(f"{rating} (+{step.elo} [{elo(step.low):.0f}, {elo(step.high):.0f}])")
        body.append(line)
    return table(["level", *known], body)


def ladder_sources() -> str:
    return "\n".join(f"- `{found.command}`" for found in read_ladders().values())


def pentobi() -> str:
    """As docs/engine.md has it, without its goals."""
    text = (DOCS / "engine.md").read_text(encoding="utf-8")
    rows = text[text.index("| variant | Pentobi's level |") :].split("\n\n")[0].splitlines()
    cells = ([cell.strip() for cell in row.strip("|").split("|")][:-1] for row in rows)
    head, _, *body = cells
    return table(head, [[re.sub(r" \(\w\)$", "", cell) for cell in row] for row in body])


TABLES: dict[str, Callable[[], str]] = {
    "perft": perft,
    "seats": seats,
    "points": points,
    "handicap": handicap,
    "handicap-scores": handicap_scores,
    "proposal": proposal,
    "lengths": lengths,
    "bonus": bonus,
    "pieces": pieces,
    "pieces-control": control,
    "left-classic": lambda: left_over("classic"),
    "left-trigon": lambda: left_over("trigon"),
    "opening-duo": lambda: opening("duo"),
    "opening-classic": lambda: opening("classic"),
    "opening-trigon": lambda: opening("trigon"),
    "opening-sources": opening_sources,
    "firsts-duo": lambda: firsts("duo"),
    "firsts-classic": lambda: firsts("classic"),
    "firsts-trigon": lambda: firsts("trigon"),
    "rectangle": rectangle,
    "solitaires": solitaires,
    "ladders": ladders,
    "ladder-sources": ladder_sources,
    "pentobi": pentobi,
    **{
        f"source-{name}": lambda name=name: source(name)  # type: ignore[misc]
        for name in ("perft", "games", "handicap", "firsts", "pieces", "rectangle", "solitaires")
    },
}
"""What stands between the marks of a page, by name."""
