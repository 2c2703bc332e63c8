"""Weights on their way: from the engine into a training, and from a training to the engine."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from cornerwise.arena import Tournament, score_of
from cornerwise.engine.knowledge import VARIABLE, file_name, shipped_folder, weights_of
from cornerwise.errors import CornerwiseError


def keep(edition: str, sides: Iterable[int], folder: Path) -> None:
    """Copy what the engine knows of an edition into a folder, unless that was done before.

    A training begins from this copy. So it goes on the same after weights were shipped.
    """
    if folder.exists():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    found = {weights.name: weights for weights in _all_weights(edition, sides)}
    begun = Path(mkdtemp(prefix=".start-", dir=folder.parent))
    for name, weights in found.items():
        (begun / name).write_bytes(weights.read_bytes())
    begun.chmod(0o755)
    begun.rename(folder)  # at once: who is stopped here begins again


def ship(weights: Path, sides: int | None, match: Tournament | None) -> Path:
    """Put a file of weights where the engine finds it, with how it fared against those before.

    Weights that scored less than half are refused. Without a match nothing is asked.
    """
    folder = shipped_folder()
    if folder is None:
        raise CornerwiseError(
            f"{VARIABLE} is empty, so there is no folder to ship to: unset it or name one"
        )
    record = json.loads(weights.read_text(encoding="utf-8"))
    if match is not None:
        record = {"edition": record.pop("edition"), "match": _result(match), **record}
    target = folder / file_name(record["edition"], sides)
    folder.mkdir(parents=True, exist_ok=True)
    new = target.with_suffix(".new")
    new.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    new.replace(target)  # at once: an engine that starts now reads the old file or the new
    return target


def _result(match: Tournament) -> dict[str, Any]:
    """The match of new weights against old ones, as it is told in their file."""
    rounds = [played.share(0) for played in match.in_order]
    score = score_of(rounds)
    if not score.mean >= 0.5:
        raise CornerwiseError(
            f"the new weights scored {100 * score.mean:.0f} % against the old ones, so they are "
            "not shipped: train on, or leave out the match (--pairs 0) to ship them all the same"
        )
    return {
        "variant": match.match.variant.name,
        "player": match.match.players[0].partition(",")[0],
        "pairs": len(rounds),
        "score": round(score.mean, 3),
        "low": round(score.low, 3),
        "high": round(score.high, 3),
    }


def _all_weights(edition: str, sides: Iterable[int]) -> list[Traversable]:
    found = [weights_of(edition, count) for count in (None, *sides)]
    return [weights for weights in found if weights.is_file()]
