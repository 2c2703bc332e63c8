"""What the page is told before a game."""

from __future__ import annotations

import gzip
import json
from itertools import product
from typing import Any

import pytest

from cornerwise import VARIANTS, Game, variant
from cornerwise.engine.ladder import read_ladders
from cornerwise.server.page import catalogue
from cornerwise.tables import tables_of
from cornerwise.variants import EDITIONS
from tests.server.site import Site


def placements(geometry: dict[str, Any]) -> list[list[int]]:
    """Number the placements as docs/protocol.md tells a client to do it."""
    cell_at = {tuple(place): cell for cell, place in enumerate(geometry["places"])}
    kinds = len(geometry["tiles"])
    xs, ys = zip(*geometry["places"], strict=True)
    moves = [
        (dx, dy)
        for dx, dy in product(range(min(xs) - 12, max(xs) + 1), range(max(ys) + 1))
        if (dx + dy) % kinds == 0
    ]
    found = []
    for number, piece in enumerate(geometry["pieces"]):
        for shape in piece["orientations"]:
            for dx, dy in moves:
                cells = [cell_at.get((x + dx, y + dy)) for x, y in shape]
                if None not in cells:
                    found.append((number, sorted(cell for cell in cells if cell is not None)))
    return [cells for _, cells in sorted(found)]


@pytest.mark.parametrize("name", EDITIONS)
def test_a_client_can_number_the_placements(name: str) -> None:
    geometry = json.loads(catalogue.geometry(name))
    numbered = placements(geometry)
    assert len(numbered) == geometry["placements"]
    assert [tuple(cells) for cells in numbered] == list(tables_of(EDITIONS[name]).cells)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_geometry_says_what_the_board_says(name: str) -> None:
    geometry, board = json.loads(catalogue.geometry(name)), EDITIONS[name].board
    tiles = geometry["tiles"]
    for cell, (x, y) in enumerate(geometry["places"]):
        corners = [(x + dx, y + dy) for dx, dy in tiles[(x + y) % len(tiles)]]
        assert corners == [board.lattice[point] for point in board.corners[cell]]
        assert board.cell(geometry["names"][cell]) == cell
    assert [geometry["names"][cell] for cell in geometry["starts"]] == [
        *EDITIONS[name].start_fields
    ]
    assert len(gzip.compress(catalogue.geometry(name))) < 40_000


def test_the_page_is_told_how_strong_the_levels_are(shared: Site) -> None:
    levels = shared.person().http.get("/api/start").json()["levels"]
    assert [level["level"] for level in levels] == list(range(1, 10))
    for name, ladder in read_ladders().items():
        told = {f"level:{e['level']}": e["elo"][name] for e in levels if name in e["elo"]}
        assert told == ladder.ratings
    duo = [level["elo"]["duo"] for level in levels]
    assert duo[0] == 0
    assert duo == sorted(duo)


def test_geometry_is_cached_for_ever_under_an_address_of_its_content(shared: Site) -> None:
    http = shared.person().http
    for address in http.get("/api/start").json()["editions"].values():
        answer = http.get(address)
        assert "immutable" in answer.headers["cache-control"]
        assert http.get(address.replace(".json", "0.json")).status_code == 404


@pytest.mark.parametrize("described", catalogue.variants(), ids=lambda v: v["name"])
def test_every_option_offered_can_be_chosen_and_no_other(described: dict[str, Any]) -> None:
    default = VARIANTS[described["name"]]
    offered = {option["name"]: option["values"] for option in described["options"]}
    for name, values in offered.items():
        assert variant(default.name, **{name: values[0]}) == default
        for value in values:
            chosen = Game(default.name, **{name: value}).variant
            if name == "spare":
                seats = [seat["name"] for seat in described["seats_by_spare"][value]]
                assert seats == [seat.name for seat in chosen.seats]
    assert [seat["name"] for seat in described["seats"]] == [seat.name for seat in default.seats]
    assert ("touch" in offered) == (default.edition.title == "Trigon")
    assert ("spare" in offered) == ("_3" in default.name)
    assert ("scoring" in offered) == (default.name != "junior")  # which has no bonus
