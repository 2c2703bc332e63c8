"""What the engine has learned, as data files of this package: priors and a value.

A file holds the weights of the priors: for each phase of a colour's game one for each piece, and
one for each feature that the kernel sees. It also holds the weights of the value, and a tuning of
the search for every number of sides (docs/engine.md). `cornerwise train` makes such files.

A prior temperature divides the weights of the priors. The higher it is, the less priors differ, and
the sooner a search tries unlikely moves. A number of sides may have a file of its own, as
`trigon-2.json`: two sides hinder each other as three or four do not.

Weights that a user has shipped (`cornerwise train --ship`) lie in a folder of the user's. They come
before the package's own. A process reads a file once.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from cornerwise import _kernel
from cornerwise.errors import EngineError
from cornerwise.folders import data_folder
from cornerwise.variants import EDITIONS, Edition

VARIABLE = "CORNERWISE_WEIGHTS"
"""Of the environment: a folder of weights instead of the user's; nothing for none."""
FEATURES = _kernel.FEATURES
PROSPECTS = _kernel.PROSPECTS
ROLES = ("own", "opponent", "partner")
"""To whose points the outlook of a colour adds: its own, an opponent's, a partner's."""
TUNINGS = ("spreads", "trusts", "replies", "horizons")
"""What depends on the number of sides: the spread of forecasts, the trust in playouts, how often
they reply to the last moves, and their horizon."""


@dataclass(frozen=True)
class Knowledge:
    """Weights as the kernel takes them. Without a value games are played out to their end."""

    priors: tuple[float, ...]
    value: tuple[float, ...] = ()
    temperature: float = 1.0
    """What the weights of the priors have been divided by."""


def shipped_folder() -> Path | None:
    """Where weights are shipped to, and looked for first. None if only the package's shall count.

    The variable CORNERWISE_WEIGHTS names the folder; if it is empty there is none.
    """
    named = os.environ.get(VARIABLE)
    if named is None:
        return data_folder() / "weights"
    return Path(named) if named else None


def weights_of(edition: str, sides: int | None = None) -> Traversable:
    """The engine's file of weights for an edition, or for so many sides if there is one.

    It is the user's, or else the package's. An edition that nothing was learned of has none.
    """
    shipped, own = shipped_folder(), files(__package__) / "weights"
    found = own if shipped is None else weights_in(shipped, edition, sides)
    return found if found.is_file() else weights_in(own, edition, sides)


def weights_in(folder: Traversable, edition: str, sides: int | None = None) -> Traversable:
    """The file for an edition in a folder, or for so many sides if there is one.

    Weights of the edition itself come first, then those of the edition that serves for it.
    """
    teacher = EDITIONS[edition].weights
    names = [file_name(name, count) for name in (edition, teacher) for count in (sides, None)]
    found = (folder / name for name in names)
    return next((file for file in found if file.is_file()), folder / file_name(teacher))


def file_name(edition: str, sides: int | None = None) -> str:
    """What a file of weights is called."""
    return f"{edition}-{sides}.json" if sides else f"{edition}.json"


def knowledge_of(edition: str, sides: int, file: Path | None = None) -> Knowledge:
    """What is known of an edition with so many sides: from a file, a folder, or the engine's own.

    Without either the larger pieces look better, and games are played out to their end.
    """
    return _knowledge_of(EDITIONS[edition], sides, file)


@cache
def _knowledge_of(of: Edition, sides: int, file: Path | None) -> Knowledge:
    edition, name = of.name, of.weights
    choosing = file is None or file.is_dir()
    source = file or weights_of(edition, sides)
    if file is not None and choosing:
        source = weights_in(file, edition, sides)
    if choosing and not source.is_file():
        return Knowledge(_untaught(of))
    try:
        record = json.loads(source.read_text(encoding="utf-8"))
        if record["edition"] not in (of.name, of.family, of.weights):
            raise EngineError(f"{source} holds weights for {record['edition']}, not for {name}")
        value = flat_value(edition, sides, record["value"]) if record.get("value") else ()
        temperature = float(record.get("temperature", 1))
        if not temperature > 0:
            raise ValueError("the temperature must be above 0")
        weights = flat_priors(edition, record["phases"])
        return Knowledge(tuple(w / temperature for w in weights), value, temperature)
    except OSError as error:
        raise EngineError(f"{source} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, IndexError) as error:
        if isinstance(error, EngineError):
            raise
        raise EngineError(f"{source} is not a file of weights: {error!r}") from None


def _untaught(of: Edition) -> tuple[float, ...]:
    """Priors for an edition that nothing was learned of: large pieces first, as every book says.

    So a short search already beats the simple player. With priors that do not differ it loses.
    """
    sizes = {piece.name: piece.size for piece in of.pieces}
    row = {"pieces": sizes, "features": dict.fromkeys(FEATURES, 0)}
    return flat_priors(of.name, [row] * (len(_kernel.PHASE_ENDS) + 1))


def flat_priors(edition: str, phases: Sequence[Mapping[str, Any]]) -> tuple[float, ...]:
    """One row a phase: a weight for each piece, room for more pieces, a weight for each feature."""
    rows: list[float] = []
    for phase in phases:
        rows += _of_pieces(edition, phase["pieces"])
        rows += [float(phase["features"][name]) for name in FEATURES]
    return tuple(rows)


def flat_value(edition: str, sides: int, value: Mapping[str, Any]) -> tuple[float, ...]:
    """For each number of pieces placed a row for each role, then the tunings.

    The file has them for a few numbers only, the knots; between two of them weights run straight.
    The tunings are those for the number of sides, or for the nearest that the file knows.
    """
    knots = value["knots"]
    at_knots = {
        role: [_value_row(edition, of_knot) for of_knot in value["roles"][role]] for role in ROLES
    }
    rows: list[float] = []
    for stage in range(_kernel.STAGES):
        for role in ROLES:
            rows += _between(knots, at_knots[role], stage)
    tunings = value["tunings"]
    tuning = tunings[min(tunings, key=lambda known: abs(int(known) - sides))]
    for name in TUNINGS:
        at_knots_too = [[float(number)] for number in tuning[name]]
        for stage in range(_kernel.STAGES):
            rows += _between(knots, at_knots_too, stage)
    return tuple(rows)


def _value_row(edition: str, weights: Mapping[str, Any]) -> list[float]:
    return [
        float(weights["always"]),
        *_of_pieces(edition, weights["left"]),
        *_of_pieces(edition, weights["fitting"]),
        # What was not seen yet when the weights were learned tells nothing.
        *(float(weights["prospects"].get(name, 0)) for name in PROSPECTS),
        *(float(weights["turns"][number]) for number in range(_kernel.MAX_COLOURS)),
    ]


def _of_pieces(edition: str, weights: Mapping[str, Any]) -> list[float]:
    names = [piece.name for piece in EDITIONS[edition].pieces]
    return [float(weights[name]) for name in names] + [0.0] * (_kernel.MAX_PIECES - len(names))


def _between(knots: Sequence[int], rows: Sequence[Sequence[float]], stage: int) -> list[float]:
    """The row for a number of pieces placed; beyond the last knot that of the last."""
    if len(knots) != len(rows) or list(knots) != sorted(set(knots)) or knots[0] != 0:
        raise ValueError("each knot needs its weights, and knots rise from 0")
    after = next((i for i, knot in enumerate(knots) if knot > stage), None)
    if after is None:
        return list(rows[-1])
    share = (stage - knots[after - 1]) / (knots[after] - knots[after - 1])
    return [(1 - share) * a + share * b for a, b in zip(rows[after - 1], rows[after], strict=True)]
