"""The weights that tell the search which moves look good, as data files of this package.

A file holds, for each phase of a colour's game, a weight for each piece by name and for each
feature that the kernel sees (docs/engine.md). `benchmarks/learn.py` makes them.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from cornerwise import _kernel
from cornerwise.variants import EDITIONS

FEATURES = _kernel.FEATURES
_TAUGHT_BY = {"trigon8": "trigon"}
"""Editions that are so alike that one serves for the other."""


@cache
def weights_of(edition: str) -> tuple[float, ...]:
    """The weights of an edition as the kernel takes them."""
    name = _TAUGHT_BY.get(edition, edition)
    text = (files(__package__) / "weights" / f"{name}.json").read_text(encoding="utf-8")
    return flattened(edition, json.loads(text)["phases"])


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
