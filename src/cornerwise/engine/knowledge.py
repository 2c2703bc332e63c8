"""The weights that tell the search which moves look good, as data files of this package.

A file holds, for each phase of a colour's game, a weight for each piece by name and for each
feature that the kernel sees (docs/engine.md). `cornerwise train` makes them.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from cornerwise import _kernel
from cornerwise.errors import EngineError
from cornerwise.variants import EDITIONS

FEATURES = _kernel.FEATURES
_TAUGHT_BY = {"trigon8": "trigon"}
"""Editions that are so alike that one serves for the other."""


def teacher_of(edition: str) -> str:
    """The edition whose weights serve for this one: itself, mostly."""
    return _TAUGHT_BY.get(edition, edition)


@cache
def weights_of(edition: str, file: Path | None = None) -> tuple[float, ...]:
    """The weights of an edition as the kernel takes them: from a file, or the package's own."""
    name = teacher_of(edition)
    source = file or files(__package__) / "weights" / f"{name}.json"
    try:
        record = json.loads(source.read_text(encoding="utf-8"))
        if record["edition"] != name:
            raise EngineError(f"{source} holds weights for {record['edition']}, not for {name}")
        return flattened(edition, record["phases"])
    except OSError as error:
        raise EngineError(f"{source} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, EngineError):
            raise
        raise EngineError(f"{source} is not a file of weights: {error!r}") from None


def flattened(edition: str, phases: list[dict[str, Any]]) -> tuple[float, ...]:
    """One row a phase: a weight for each piece, room for more pieces, a weight for each feature."""
    names = [piece.name for piece in EDITIONS[edition].pieces]
    room = [0.0] * (_kernel.MAX_PIECES - len(names))
    rows = []
    for phase in phases:
        rows += [float(phase["pieces"][name]) for name in names]
        rows += room
        rows += [float(phase["features"][name]) for name in FEATURES]
    return tuple(rows)
