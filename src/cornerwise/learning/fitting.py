"""Weights that forecast the visits: softmax regression by Newton's method.

The priors of a position are the softmax of weighted sums. The loss is the cross-entropy between
the shares of the visits and the priors, with a small penalty on large weights. It is convex, so a
few steps find the one minimum, the same on every machine but for rounding.
"""

from __future__ import annotations

import numpy as np

from cornerwise.learning.samples import Floats, Samples

PENALTY = 1e-3
ROWS = 100_000
"""Moves that are looked at together."""
STEPS = 50
ENOUGH = 1e-9


def fitted(samples: Samples) -> Floats:
    """The weights with the least loss; all zero if there is nothing to learn from."""
    weights = np.zeros(samples.seen.shape[1])
    if not len(samples):
        return weights
    now = _penalised(samples, weights)
    for _ in range(STEPS):
        gradient, curvature = _slopes(samples, weights)
        step = np.linalg.solve(curvature, gradient)
        length = 1.0
        while (then := _penalised(samples, weights - length * step)) > now and length > ENOUGH:
            length /= 2
        weights = weights - length * step
        if now - then < ENOUGH:
            break
        now = then
    return weights


def loss(samples: Samples, weights: Floats) -> float:
    """The mean cross-entropy of a position, in nats."""
    if not len(samples):
        return 0.0
    sums = (part.shares @ _log_priors(part, weights) for part in samples.parts(ROWS))
    return float(-sum(sums) / len(samples))


def _penalised(samples: Samples, weights: Floats) -> float:
    return loss(samples, weights) + PENALTY / 2 * float(weights @ weights)


def _slopes(samples: Samples, weights: Floats) -> tuple[Floats, Floats]:
    """Gradient and curvature of the penalised loss."""
    gradient = PENALTY * weights
    curvature = PENALTY * np.eye(len(weights))
    for part in samples.parts(ROWS):
        seen, priors = part.seen.astype(float), np.exp(_log_priors(part, weights))
        weighted = seen * priors[:, None]
        means = np.add.reduceat(weighted, part.begins)
        gradient += seen.T @ (priors - part.shares) / len(samples)
        curvature += (seen.T @ weighted - means.T @ means) / len(samples)
    return gradient, curvature


def _log_priors(samples: Samples, weights: Floats) -> Floats:
    sums: Floats = samples.seen @ weights
    sizes = np.diff([*samples.begins, len(sums)])
    sums = sums - np.repeat(np.maximum.reduceat(sums, samples.begins), sizes)
    totals = np.add.reduceat(np.exp(sums), samples.begins)
    logarithms: Floats = sums - np.repeat(np.log(totals), sizes)
    return logarithms
