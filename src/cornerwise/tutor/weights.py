"""How much each kind of reason is worth, in per cent of chance to win."""

from __future__ import annotations

from cornerwise.tutor.reason import Reason

WEIGHTS: dict[str, tuple[float, float]] = {
    "only": (100.0, 0.0),
    "wins": (100.0, 0.0),
    "draws": (90.0, 0.0),
    "loses": (80.0, 0.0),
    "complete": (60.0, 0.0),
    "finishes": (6.0, 0.0),
    "bonus": (5.0, 0.0),
    "no_bonus": (3.0, 0.0),
    "denies": (0.5, 1.0),
    "safe": (0.0, 0.3),
    "cuts": (0.5, 0.1),
    "confines": (2.0, 0.0),
    "tightens": (1.0, 0.0),
    "kisses": (0.0, 0.4),
    "unfit": (0.5, 0.0),
    "claims": (0.5, 0.15),
    "enters": (1.5, 0.05),
    "closes": (0.0, 0.8),
    "hampers": (0.0, 0.05),
    "opens": (0.0, 0.5),
    "reaches": (0.0, 0.05),
    "nears": (0.0, 0.6),
    "sheltered": (0.0, 0.2),
    "large": (2.0, 0.0),
    "smaller": (2.5, 0.0),
    "scarce": (2.0, 0.0),
    "threat": (0.0, 0.5),
    "fits": (0.5, 0.0),
    "single_kept": (1.0, 0.0),
    "single_spent": (1.0, 0.0),
    "mirrors": (0.1, 0.0),
    "unmirrors": (1.0, 0.0),
}
"""For each kind: what it counts for as such, and for each that it counts."""


def weight(reason: Reason) -> float:
    """How notable a reason is, whether it speaks for the move or against it."""
    once, each = WEIGHTS[reason.name]
    return once + each * reason.n
