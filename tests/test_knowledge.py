"""docs/knowledge: pages say what their data say, and samples of the data can be made again."""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pysat.solvers import Solver

from cornerwise import Game, variant
from cornerwise.perft import perft
from cornerwise.puzzles import Laid, count, puzzle, puzzle_from


def part(name: str) -> Any:
    """A module of benchmarks/knowledge, whose own imports are relative."""
    return importlib.import_module(f"benchmarks.knowledge.{name}")


handicap, pieces, selfplay, sheets = map(part, ("handicap", "pieces", "selfplay", "sheets"))
solitaires, watching, pages, proofs = map(part, ("solitaires", "watching", "pages", "proofs"))
rectangle, perft_by_batches = part("rectangle"), part("perft").batch_perft
PAGES = sorted(pages.PLACE.glob("*.md"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_figures_of_a_page_are_those_of_its_data(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert pages.filled(text) == text, "run python -m benchmarks.knowledge pages"


def test_every_table_stands_on_a_page() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    assert {found["name"] for found in pages.MARKED.finditer(text)} == set(pages.TABLES)


def test_the_pictures_are_drawn_from_the_data() -> None:
    kept = {path.name: path.read_text("utf-8") for path in (pages.PLACE / "pictures").glob("*.svg")}
    drawn = {name: picture.rstrip("\n") + "\n" for name, picture in pages.pictures()}
    assert kept == drawn, "run python -m benchmarks.knowledge pages"


@pytest.mark.parametrize("row", sheets.read("perft").rows, ids=lambda row: row["variant"])
def test_perft_rows_by_another_count(row: dict[str, Any]) -> None:
    name, *options = str(row["variant"]).split()
    chosen = dict(option.split("=") for option in options)
    game, counts = Game(variant(name, **chosen)), row["counts"]
    assert perft_by_batches(name, 1, **chosen) == perft(game, 1) == counts[0]
    if counts[1] < 100_000:
        assert perft_by_batches(name, 2, **chosen) == perft(game, 2) == counts[1]


def test_perft_goes_on_below_the_second_move() -> None:
    assert perft_by_batches("classic", 3) == perft(Game("classic"), 3) == 58**3


def test_a_game_of_the_archive_is_played_again_move_by_move() -> None:
    first = {game.variant: game for game in reversed(selfplay.read(4))}
    for name in ("duo", "junior"):
        kept = first[name]
        row = selfplay.played(name, 4, kept.number)
        assert (tuple(row["moves"]), tuple(row["points"])) == (kept.moves, kept.points)


def test_what_is_watched_is_what_a_game_says() -> None:
    """Lengths, widths, points and complete colours of a few games, counted with `Game`."""
    games = [game for game in selfplay.read(4) if game.variant == "trigon_3"][:3]
    seen = watching.watched("trigon_3", 3, watching.archive(games))
    widths, complete, placed = [], 0, []
    for kept in games:
        game = Game("trigon_3")
        for move in kept.moves:
            widths.append(len(game.legal_moves))
            game.play(move)
        assert game.is_over
        assert tuple(game.outcome.scores.values()) == kept.points if game.outcome else False
        for colour in game.variant.colours:
            mine = [turn for turn in game.turns if turn.colour == colour]
            complete += len(mine) == len(game.variant.pieces)
            placed += [n for n, turn in enumerate(mine, 1) if turn.move.piece.name == "I1"]
    assert seen["branching"] == round(sum(widths) / len(widths), 1)
    assert seen["length"][0] == round(len(widths) / 3, 4)
    assert seen["complete"][0] == round(complete / 9, 4)
    assert seen["round"]["I1"] == round(sum(placed) / len(placed), 1)
    assert [mean for mean, _ in seen["points"]] == [
        round(sum(column) / 3, 4) for column in zip(*(game.points for game in games), strict=True)
    ]


def test_a_seeded_sample_of_an_agent_lies_near_the_kept_row() -> None:
    kept = next(row for row in sheets.read("games").rows if row["player"] == "greedy")
    sample = watching.watched(kept["variant"], 200, watching.agent("greedy"), seed=5)
    assert sample == watching.watched(kept["variant"], 200, watching.agent("greedy"), seed=5)
    assert abs(sample["branching"] - kept["branching"]) < 0.05 * kept["branching"]
    assert abs(sample["length"][0] - kept["length"][0]) < 2 * sample["length"][1]


def test_the_even_handicap_makes_scores_even() -> None:
    margins = np.array([5, 5, 3, 3, -1, 9])
    assert handicap.even(margins) == 4
    assert handicap.scores(margins, 4).mean() == 0.5
    assert handicap.scores(margins, 5).mean() == pytest.approx((1 + 0.5 * 2) / 6)


def test_keeping_the_smallest_piece_changes_nothing() -> None:
    """It comes last anyway: with the same lots every game is the same."""
    assert (pieces.margins(0, 20, seed=3) == pieces.margins(None, 20, seed=3)).all()
    assert (pieces.margins(20, 20, seed=3) != pieces.margins(None, 20, seed=3)).any()


def test_a_reader_makes_a_small_sheet_elsewhere(tmp_path: Path) -> None:
    part("__main__").make("pieces", tmp_path, 20)
    made = json.loads((tmp_path / "pieces.json").read_text("utf-8"))
    assert made["command"] == "python -m benchmarks.knowledge pieces --games 20"
    assert [row["piece"] for row in made["rows"]] == [
        row["piece"] for row in sheets.read("pieces").rows
    ]
    assert {row["games"] for row in made["rows"]} == {20}


@pytest.mark.parametrize("row", sheets.read("solitaires").rows, ids=lambda row: row["puzzle"])
def test_solutions_are_games_by_the_rules(row: dict[str, Any]) -> None:
    moves = row["moves"]
    game = Game(str(row["variant"]), moves=moves)
    assert game.is_over
    assert len(game.history) == row["pieces"] == puzzle(str(row["puzzle"])).piece_count


def test_a_solitaire_is_solved_again() -> None:
    found = next(solitaires.rows(("the-84",)))
    kept = sheets.read("solitaires").rows[0]
    assert {**found, "seconds": 0} == {**kept, "seconds": 0}


def test_the_rectangle_is_the_formula_that_was_refuted() -> None:
    row = sheets.read("rectangle").rows[0]
    text = rectangle.Formula("edges").dimacs()
    assert hashlib.sha256(text.encode()).hexdigest() == row["formula"]
    assert (row["verified"], row["solutions"]) == (["MiniSat"], 0)


def test_the_formula_has_every_solution_that_our_solver_knows() -> None:
    """Without the sentence on equal shapes: of each solution's four images at least one counts."""
    formula, known = rectangle.Formula("free"), puzzle("rectangle")
    mirrors = [(across, up) for across in (False, True) for up in (False, True)]
    with Solver("cadical195", bootstrap_with=map(list, formula.clauses)) as solver:
        for solution in known.solutions:
            laid = known.laid(solution)
            assert any(
                solver.solve(assumptions=_assumed(formula, laid, across, up))
                for across, up in mirrors
            )


def _assumed(formula: Any, laid: Sequence[Laid], across: bool, up: bool) -> list[int]:
    """A solution or its image in the formula's words: colours are named as they come from a1."""

    def place(name: str) -> tuple[int, int]:
        x, y = ord(name[0]) - ord("a"), int(name[1:]) - 1
        return (rectangle.WIDTH - 1 - x if across else x), (rectangle.HEIGHT - 1 - y if up else y)

    placed = {frozenset(map(place, one.move.cell_names)): one.colour for one in laid}
    colour_at = {cell: colour for cells, colour in placed.items() for cell in cells}
    outwards = sorted(colour_at, key=lambda cell: (sum(cell), cell))
    order = list(dict.fromkeys(colour_at[cell] for cell in outwards))
    found = [
        way
        for way, (colour, spot) in formula.ways.items()
        if spot.cells in placed and rectangle.COLOURS[order.index(placed[spot.cells])] == colour
    ]
    assert len(found) == len(laid) == 20
    return found


def test_a_small_refutation_is_checked_and_a_broken_one_is_not() -> None:
    """Twenty pieces do not fit into 4×4 squares: a proof that takes a moment."""
    small = rectangle.Formula("edges", 4, 4)
    answer = proofs.solved(small)
    assert answer.solution is None
    free = rectangle.Formula("free")
    for check in (proofs.follows, proofs.dratify_agrees):
        assert check(small, answer.proof)
        assert not check(free, "0\n")
        assert not check(free, f"{next(iter(free.ways))} 0\n0\n")


def test_our_solver_refutes_the_same_reading() -> None:
    whole = puzzle("rectangle")
    record = {
        "id": "as-printed", "grid": "squares", "region": ["#" * 10] * 8,
        "pieces": {str(colour): list(names) for colour, names in whole.pieces},
        "contact": {"touch": "each", "equal": "edges"},
    }  # fmt: skip
    counted = count(puzzle_from(record))
    assert counted.exact
    assert counted.coloured == 0
