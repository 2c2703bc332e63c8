"""What the page must know before a game: variants, geometry, levels. All of it is data."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Any

from cornerwise import __version__
from cornerwise.computer import SimpleComputer
from cornerwise.engine import LEVELS
from cornerwise.engine.ladder import read_ladders
from cornerwise.game import Game
from cornerwise.server.base import messages as m
from cornerwise.server.base.settings import Settings
from cornerwise.server.people.people import Account
from cornerwise.tables import Tables, tables_of
from cornerwise.variants import (
    EDITIONS,
    QUICK,
    VARIANTS,
    Colour,
    Edition,
    Scoring,
    Seat,
    Variant,
    variant,
)


def geometry(name: str) -> bytes:
    """The geometry of an edition as JSON."""
    return _geometry(EDITIONS[name])


@cache
def _geometry(edition: Edition) -> bytes:
    tables, shown = tables_of(edition), sample(edition)
    told = [
        (number, tables.piece[number], tables.orientation[number], tables.moved[number])
        for _, number in shown
    ]
    return m.encode({**described(tables), "sample": shown, "sample_placements": told})


def sample(edition: Edition) -> list[tuple[Colour, int]]:
    """A position to look at: the edition's own, or what a simple player makes of a third."""
    of = next(of for of in VARIANTS.values() if of.edition == edition)
    moves = edition.presentation.sample.split()
    game, player = Game(of, moves=moves), SimpleComputer(seed=1)
    enough = 0 if moves else len(of.colours) * len(of.pieces) // 3
    while len(game.turns) < enough and not game.is_over:
        game.play(player.choose(game))
    return [(turn.colour, turn.move.number) for turn in game.turns]


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
        "scale": grid.scale,
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
                "count": count,
                "orientations": piece.orientations,
                "turned": piece.turned,
                "flipped": piece.flipped,
            }
            for piece, count in zip(edition.pieces, edition.counts, strict=True)
        ],
    }


def digest(name: str) -> str:
    """The part of a geometry's address that changes with its content.

    The number of placements follows from the rest; the first page need not wait for it.
    """
    return _digest(EDITIONS[name])


@cache
def _digest(edition: Edition) -> str:
    content = [_drawn(edition), edition.presentation.sample]
    return hashlib.sha256(m.encode(content)).hexdigest()[:12]


def address(name: str) -> str:
    return f"/api/editions/{name}.{digest(name)}.json"


def prepare() -> None:
    """Make what every client asks for first; from then on it is at hand."""
    for name in EDITIONS:
        digest(name)
    variants()


def variants() -> list[dict[str, Any]]:
    """Every variant with its options."""
    return [_described(of) for of in VARIANTS.values()]


def families() -> dict[str, dict[str, Any]]:
    """The editions that stand for themselves, with what is said of them and their variants."""
    return {
        name: {
            "name": name,
            "title": edition.title,
            "about": edition.presentation.about,
            "pitch": edition.presentation.pitch,
            "variant": next(n for n, of in VARIANTS.items() if of.edition == edition),
        }
        for name, edition in EDITIONS.items()
        if edition.family == name
    }


@cache
def _described(of: Variant) -> dict[str, Any]:
    options = {name: values for name, values in of.choices.items() if len(values) > 1}
    described = {
        "name": of.name,
        "title": of.title,
        "about": of.recipe.about,
        "edition": of.edition.name,
        "family": of.edition.family,
        "minutes": of.edition.minutes,
        "colours": of.colours,
        "team_count": of.team_count,
        "seats": [_seat(seat) for seat in of.seats],
        "shared": of.shared,
        "spare": of.spare,
        "singles_last": of.singles_last,
        "own_starts": {c: of.edition.fields[at] for c, at in of.start_rule.own if c in of.colours},
        "start_rules": [
            {"name": name, "title": rule.title or name, "about": rule.about}
            for name, rule in of.recipe.starts.items()
        ],
        "rules": of.recipe.rules,
        "scorings": [_scoring(scoring) for scoring in of.recipe.scorings],
        "table_first": of.table_first,
        "options": [{"name": name, "values": values} for name, values in options.items()],
    }
    if "spare" in options:
        described["seats_by_spare"] = {
            spare: [_seat(seat) for seat in variant(of, spare=spare).seats]
            for spare in options["spare"]
        }
    return described


def _scoring(scoring: Scoring) -> dict[str, Any]:
    return {
        "name": scoring.name,
        "title": scoring.title or scoring.name,
        "phrase": scoring.phrase or scoring.name,
        "heading": scoring.heading or scoring.name,
        "cell": scoring.cell,
        "bonus": scoring.bonus,
        "single_bonus": scoring.single_bonus,
        "most_wins": scoring.most_wins,
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {"name": seat.name, "colours": seat.colours, "team": seat.team}


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


def shown_first() -> frozenset[str]:
    """Every text that is told of editions and variants before a game begins."""
    return _texts(tuple(VARIANTS.values()))


@cache
def _texts(known: tuple[Variant, ...]) -> frozenset[str]:
    def within(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for part in value.values():
                yield from within(part)
        elif isinstance(value, (list, tuple)):
            for part in value:
                yield from within(part)

    return frozenset(within([families(), variants()]))


def start(
    settings: Settings,
    language: str,
    languages: list[dict[str, str]],
    account: Account | None = None,
    waiting: int = 0,
) -> dict[str, Any]:
    """The answer to a client's first request."""
    own = account and {"name": account.name, "role": account.role, "waiting": waiting}
    return {
        "account": own,
        "version": __version__,
        "language": language,
        "languages": languages,
        "editions": {name: address(name) for name in EDITIONS},
        "families": list(families().values()),
        "quick": VARIANTS[QUICK].edition.family,
        "variants": variants(),
        "levels": _levels(),
        "away_seconds": settings.away // 1000,
        "chat": settings.chat,
    }
