"""Reviews as JSON (docs/formats.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from cornerwise.errors import CornerwiseError, ReviewError
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.tutor.expectation import Expectation
from cornerwise.tutor.fingerprint import Origin
from cornerwise.tutor.move_review import Alternative, MoveReview
from cornerwise.tutor.reason import WORDS, Reason
from cornerwise.tutor.review import Review
from cornerwise.variants import Colour

FORMAT = 1
"""The version of the format."""
_FIELDS = '"review", "game", "origin", "moves" and "end"'


def written(review: Review) -> str:
    """The JSON text of a review."""
    origin = review.origin
    return json.dumps(
        {
            "review": FORMAT,
            "game": json.loads(review.game.to_json()),
            "origin": {
                "fingerprint": origin.fingerprint,
                "simulations": origin.simulations,
                "seed": origin.seed,
            },
            "accuracy": review.accuracy,
            "turning_points": [move.number for move in review.turning_points()],
            "moves": [move_written(move) for move in review.moves],
            "end": expectation_written(review.end),
        }
    )


def read(text: str | bytes) -> Review:
    """The review that a JSON text holds."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReviewError(f"this is not JSON: {error}") from None
    try:
        return _read(record)
    except CornerwiseError as error:
        raise ReviewError(f"this review cannot be read: {error}") from None
    except KeyError as error:
        raise ReviewError(f"a review has {_FIELDS}; this one has no {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise ReviewError(f"a review is an object with {_FIELDS}: {error}") from None


def _read(record: Mapping[str, Any]) -> Review:
    if record["review"] != FORMAT:
        raise ReviewError(f"it is of format {record['review']!r}; this version reads {FORMAT}")
    game = Game.from_json(json.dumps(record["game"]))
    of, moves = record["origin"], record["moves"]
    if len(moves) != len(game.turns):
        raise ReviewError(f"it has {len(moves)} moves, but the game has {len(game.turns)}")
    return Review(
        game,
        Origin(str(of["fingerprint"]), int(of["simulations"]), int(of["seed"])),
        tuple(move_read(game, number, move) for number, move in enumerate(moves, start=1)),
        expectation_read(game, record["end"]),
    )


def move_written(move: MoveReview) -> dict[str, Any]:
    """One move of a review, for JSON."""
    return {
        "number": move.number,
        "colour": move.colour,
        "seat": move.seat,
        "move": str(move.move),
        "mark": move.mark,
        "loss": move.loss,
        "points": move.points,
        "exact": move.exact,
        "is_best": move.is_best,
        "choices": move.choices,
        "before": expectation_written(move.before),
        "after": expectation_written(move.after),
        "alternatives": [
            {
                "move": str(other.move),
                "loss": other.loss,
                "line": _line_written(other.line),
                "reasons": _reasons_written(other.reasons),
            }
            for other in move.alternatives
        ],
        "better": _reasons_written(move.better),
        "against": _reasons_written(move.against),
        "line": _line_written(move.line),
    }


def move_read(game: Game, number: int, record: Mapping[str, Any]) -> MoveReview:
    """One move of a review of a game."""
    turn = game.turns[number - 1]
    if (record["number"], record["move"]) != (number, str(turn.move)):
        raise ReviewError(f"move {number} is {turn.move} in the game, not {record['move']}")
    return MoveReview(
        number,
        turn.colour,
        turn.seat,
        turn.move,
        int(record["choices"]),
        expectation_read(game, record["before"]),
        expectation_read(game, record["after"]),
        _share(record["loss"]),
        float(record["points"]),
        bool(record["exact"]),
        bool(record["is_best"]),
        tuple(
            Alternative(
                game.move(other["move"]),
                _share(other["loss"]),
                _line_read(game, other["line"]),
                _reasons_read(game, other["reasons"]),
            )
            for other in record["alternatives"]
        ),
        _reasons_read(game, record["better"]),
        _reasons_read(game, record["against"]),
        _line_read(game, record["line"]),
    )


def expectation_written(expected: Expectation) -> dict[str, Any]:
    """What was expected of a position, for JSON."""
    return {
        "results": dict(expected.results),
        "scores": dict(expected.scores),
        "exact": expected.exact,
    }


def expectation_read(game: Game, record: Mapping[str, Any]) -> Expectation:
    """What was expected of a position of a game."""
    seats = [seat.name for seat in game.variant.seats]
    results = {seat: _share(record["results"][seat]) for seat in seats}
    scores = {seat: float(record["scores"][seat]) for seat in seats}
    return Expectation(results, scores, bool(record["exact"]))


def _share(value: float) -> float:
    if not 0 <= float(value) <= 1:
        raise ReviewError(f"a chance is 0 to 1, not {value!r}")
    return float(value)


def _line_written(line: Iterable[Move]) -> list[str]:
    return [str(move) for move in line]


def _line_read(game: Game, record: Iterable[str]) -> tuple[Move, ...]:
    return tuple(game.move(str(text)) for text in record)


def _reasons_written(reasons: Iterable[Reason]) -> list[dict[str, Any]]:
    return [
        {
            "name": reason.name,
            "colour": reason.colour,
            "good": reason.good,
            "cells": list(reason.cells),
            "pieces": list(reason.pieces),
            "numbers": dict(reason.numbers),
            "vertex": reason.vertex,
            "text": reason.text,
        }
        for reason in reasons
    ]


def _reasons_read(game: Game, record: Iterable[Mapping[str, Any]]) -> tuple[Reason, ...]:
    found = []
    for each in record:
        cells = tuple(int(cell) for cell in each["cells"])
        if not all(0 <= cell < len(game.variant.board) for cell in cells):
            raise ReviewError(f"the reason {each['name']!r} names cells beyond the board")
        numbers = tuple((str(name), int(n)) for name, n in each["numbers"].items())
        reason = Reason(
            str(each["name"]),
            Colour(each["colour"]),
            bool(each["good"]),
            cells,
            tuple(map(str, each["pieces"])),
            numbers,
            bool(each["vertex"]),
        )
        if reason.name not in WORDS:
            raise ReviewError(f"{reason.name!r} is no kind of reason")
        if not reason.text:  # a number that its sentence needs may be missing: KeyError
            raise ReviewError(f"the reason {reason.name!r} says nothing")
        found.append(reason)
    return tuple(found)
