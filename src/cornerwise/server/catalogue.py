"""What the page must know before a game: variants, geometry, levels. All of it is data."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

from cornerwise import __version__
from cornerwise.engine import LEVELS
from cornerwise.engine.ladder import read_ladders
from cornerwise.server import messages as m
from cornerwise.server.settings import Settings
from cornerwise.tables import Tables, tables_of
from cornerwise.variants import (
    COLOURS,
    EDITIONS,
    SCORINGS,
    VARIANTS,
    Edition,
    Seat,
    Variant,
    variant,
)


@cache
def geometry(name: str) -> bytes:
    """The geometry of an edition as JSON."""
    return m.encode(described(tables_of(EDITIONS[name])))


def described(tables: Tables) -> dict[str, Any]:
    """A board and its pieces, so that a client can draw it and number its placements."""
    return {**_drawn(tables.edition), "placements": len(tables)}


def _drawn(edition: Edition) -> dict[str, Any]:
    """All of that but what takes long to work out."""
    board, grid = edition.board, edition.board.grid
    return {
        "name": edition.name,
        "title": edition.title,
        "grid": grid.name,
        "unit": grid.unit,
        "turns": grid.turns,
        "tiles": grid.tiles,
        "width": board.width,
        "height": board.height,
        "shift": board.shift,
        "rows": board.rows,
        "names": board.cell_names,
        "places": board.places,
        "starts": edition.fields,
        "pieces": [
            {
                "name": piece.name,
                "size": piece.size,
                "orientations": piece.orientations,
                "turned": piece.turned,
                "flipped": piece.flipped,
            }
            for piece in edition.pieces
        ],
    }


@cache
def digest(name: str) -> str:
    """The part of a geometry's address that changes with its content.

    The number of placements follows from the rest; the first page need not wait for it.
    """
    return hashlib.sha256(m.encode(_drawn(EDITIONS[name]))).hexdigest()[:12]


def address(name: str) -> str:
    return f"/api/editions/{name}.{digest(name)}.json"


def prepare() -> None:
    """Make what every client asks for first; from then on it is at hand."""
    for name in EDITIONS:
        digest(name)
    variants()


@cache
def variants() -> list[dict[str, Any]]:
    """Every variant with its options."""
    return [_described(of) for of in VARIANTS.values()]


def _described(of: Variant) -> dict[str, Any]:
    options = _options(of)
    described = {
        "name": of.name,
        "title": of.title,
        "edition": of.edition.name,
        "family": of.edition.title.lower(),
        "minutes": of.edition.minutes,
        "colours": of.colours,
        "team_count": of.team_count,
        "seats": [_seat(seat) for seat in of.seats],
        "shared": of.shared,
        "spare": of.spare,
        "singles_last": of.singles_last,
        "table_first": of.table_first,
        "options": [
            {"name": name, "values": values} for name, values in options.items() if len(values) > 1
        ],
    }
    if "spare" in options:
        described["seats_by_spare"] = {
            spare: [_seat(seat) for seat in variant(of, spare=spare).seats]
            for spare in options["spare"]
        }
    return described


def _seat(seat: Seat) -> dict[str, Any]:
    return {"name": seat.name, "colours": seat.colours, "team": seat.team}


def _options(of: Variant) -> dict[str, list[str]]:
    """The values of each option that this variant accepts, its default first."""
    every = {
        "touch": ("any", "vertices"),
        "scoring": SCORINGS,
        "starts": ("own", "free"),
        "first": COLOURS,
        "spare": COLOURS,
    }
    found = {}
    for name, values in every.items():
        default = of.first if name == "first" else getattr(of, name)
        others = [value for value in values if value != default and _accepts(of, name, value)]
        found[name] = [default, *others] if others else []
    return {name: values for name, values in found.items() if values}


def _accepts(of: Variant, option: str, value: str) -> bool:
    try:
        variant(of, **{option: value})
    except ValueError:
        return False
    return True


@cache
def _levels() -> list[dict[str, Any]]:
    """The levels with how many Elo points each is above the lowest, where that was measured."""
    ratings = {name: ladder.ratings for name, ladder in read_ladders().items()}
    return [
        {
            "level": level.number,
            "elo": {
                name: found[player]
                for name, found in ratings.items()
                if (player := f"level:{level.number}") in found
            },
        }
        for level in LEVELS
    ]


def start(settings: Settings, language: str, languages: list[dict[str, str]]) -> dict[str, Any]:
    """The answer to a client's first request."""
    return {
        "version": __version__,
        "language": language,
        "languages": languages,
        "editions": {name: address(name) for name in EDITIONS},
        "variants": variants(),
        "levels": _levels(),
        "hint_level": settings.hint_level,
        "away_seconds": settings.away // 1000,
    }
