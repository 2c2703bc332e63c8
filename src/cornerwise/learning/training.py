"""Training: games of the engine with itself, new weights from them, a match against the old ones.

Everything is kept in a directory, so that training which was stopped goes on. A generation is one
turn of the loop; the next one starts from its weights. The first one starts from the engine's,
which are copied into the directory.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

import cornerwise
from cornerwise.arena import Match, Tournament
from cornerwise.engine.knowledge import FEATURES, Knowledge, knowledge_of, weights_in
from cornerwise.errors import CornerwiseError
from cornerwise.learning.fitting import fitted, loss
from cornerwise.learning.forecast import HORIZONS, THE_END, Forecast, examples
from cornerwise.learning.samples import PHASES, Floats, Samples, gathered
from cornerwise.learning.selfplay import SelfPlay, variants_of
from cornerwise.learning.shipping import keep, ship
from cornerwise.ledger import Ledger
from cornerwise.variants import EDITIONS, VARIANTS
from cornerwise.workers import ALONE, Workers

PARTS = 10
"""One part of the games in so many is kept from a fit, to see how well it forecasts new games."""


@dataclass(frozen=True)
class Training:
    """What to do.

    games        of self-play in each generation, each move with so many simulations
    positions    used of each phase, at most
    whole        whether playouts shall go to the end of the game, instead of as far as it pays
    temperature  by which the engine shall divide the weights of the priors; None for as before
    sides        learn from games of so many sides only, for such games; None for all
    """

    edition: str
    directory: Path
    games: int = 200
    simulations: int = 2000
    positions: int = 2000
    seed: int = 0
    whole: bool = False
    temperature: float | None = None
    sides: int | None = None

    def __post_init__(self) -> None:
        known = variants_of(self.edition)
        if not known:
            editions = ", ".join(name for name in EDITIONS if variants_of(name))
            raise CornerwiseError(f"{self.edition!r} is not an edition: choose one of {editions}")
        if not self.variants:
            counts = sorted({VARIANTS[name].team_count for name in known})
            raise CornerwiseError(
                f"{self.edition} is not played by {self.sides} sides: "
                f"choose {' or '.join(map(str, counts))}"
            )
        if self.temperature is not None and not self.temperature > 0:
            raise CornerwiseError(f"a temperature must be above 0, not {self.temperature:g}")
        least = 2 * len(self.variants)
        if self.games < least:
            raise CornerwiseError(
                f"{self.games} games are too few for {self.edition}: with {least} there is one of "
                "each variant to learn from and one to see how well it was learned"
            )

    @property
    def variants(self) -> tuple[str, ...]:
        """They are played in turn."""
        return variants_of(self.edition, self.sides)

    @property
    def command(self) -> str:
        """What makes the same weights, in a directory of one's own."""
        return (
            f"cornerwise train {self.edition} --games {self.games} "
            f"--simulations {self.simulations} --positions {self.positions} "
            f"--seed {self.seed}{' --whole' * self.whole}"
            + (f" --temperature {self.temperature:g}" if self.temperature else "")
            + (f" --sides {self.sides}" if self.sides else "")
        )

    def parts(self, rows: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
        """Games in parts with about as many games of all variants."""
        parts: list[list[dict[str, Any]]] = [[] for _ in range(PARTS)]
        for row in rows:
            parts[row["game"] // len(self.variants) % PARTS].append(row)
        return parts

    def generation(self, number: int) -> Generation:
        """A generation, counted from 1."""
        before = self.generation(number - 1).weights if number > 1 else self.start
        return Generation(self, number, self.directory / f"generation-{number}", before)

    @property
    def start(self) -> Path:
        """The folder with the engine's weights as they were when the training began."""
        folder = self.directory / "start"
        keep(self.edition, {VARIANTS[name].team_count for name in self.variants}, folder)
        return folder


class Generation:
    """One turn: self-play with the weights before, weights from it, a match between the two."""

    def __init__(self, training: Training, number: int, directory: Path, before: Path):
        self.training, self.number, self.directory = training, number, directory
        self.before = before
        """The weights to start from: a file, or a folder of the engine's."""
        self.weights = directory / "weights.json"

    def ledger(self) -> Ledger:
        """The games of self-play."""
        head = {
            "edition": self.training.edition,
            **({"sides": self.training.sides} if self.training.sides else {}),
            "simulations": self.training.simulations,
            "seed": self._seed,
            "weights": _fingerprint(self._old),
            "cornerwise": cornerwise.__version__,
        }
        return Ledger(self.directory / "games.jsonl", head)

    def play(
        self, workers: Workers = ALONE, on_game: Callable[[int], None] = lambda done: None
    ) -> None:
        """Play what is missing of the games, and say after each how many there are."""
        ledger, training = self.ledger(), self.training
        done = {row["game"] for row in ledger.rows}
        missing = [number for number in range(training.games) if number not in done]
        games = SelfPlay(training.variants, training.simulations, self._seed, self.before)
        on_game(training.games - len(missing))
        for row in workers.done(games.play, ((number,) for number in missing)):
            ledger.add(row)
            on_game(len(ledger.rows))

    def fit(self) -> dict[str, Any]:
        """Write the weights that the games teach, with where they come from."""
        training = self.training
        rows = sorted(self.ledger().rows, key=lambda row: row["game"])[: training.games]
        kept, *shown = parts = training.parts(rows)
        taught, unseen = self._samples([row for part in shown for row in part]), self._samples(kept)
        horizons = (THE_END,) if training.whole else HORIZONS
        forecast = Forecast.fitted((examples(part) for part in parts), horizons)
        new = [fitted(samples) for samples in taught]
        record = {
            "edition": training.edition,
            "made_by": training.command,
            "generation": self.number,
            "cornerwise": cornerwise.__version__,
            "from": _fingerprint(self._old),
            "positions": sum(map(len, taught)),
            "loss": {
                "before": round(_mean_loss(unseen, self._rows(self._known)), 4),
                "after": round(_mean_loss(unseen, new), 4),
            },
            "error": round(forecast.error, 3),
            "temperature": training.temperature or self._known.temperature,
            "phases": [self._named(weights) for weights in new],
            "value": forecast.named(training.edition),
        }
        self.weights.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        return record

    def match(self, rounds: int) -> Tournament:
        """The new weights against the old ones, at the simulations of the games."""
        now = _fingerprint(self.weights)
        names = self.training.variants
        two = next((name for name in names if VARIANTS[name].team_count == 2), names[0])
        player = f"simulations:{self.training.simulations}"
        texts = [f"{player},weights={weights}" for weights in (self.weights, self.before)]
        match = Match.between(texts, two, seed=self._seed)
        return Tournament(match, rounds, self.directory / f"match-{now}")

    def ship(self, match: Tournament | None = None) -> Path:
        """Put the new weights where the engine finds them, with the result of their match.

        Weights that lost it are refused.
        """
        return ship(self.weights, self.training.sides, match)

    # --- parts ---------------------------------------------------------------------------

    @property
    def _seed(self) -> int:
        return 1000 * self.training.seed + self.number

    @property
    def _old(self) -> Traversable:
        if self.before.is_dir():
            return weights_in(self.before, self.training.edition, self.training.sides)
        return self.before

    @property
    def _known(self) -> Knowledge:
        """What to start from; priors depend on the number of sides only by the file they are in."""
        return knowledge_of(self.training.edition, self.training.sides or 0, self.before)

    def _samples(self, rows: Sequence[dict[str, Any]]) -> list[Samples]:
        return gathered(rows, self.training.edition, self.training.positions, self._seed)

    def _rows(self, known: Knowledge) -> list[Floats]:
        """The weights of each phase, as fitted, without the room for more pieces."""
        pieces = len(EDITIONS[self.training.edition].pieces)
        rows = np.reshape(known.priors, (PHASES, -1)) * known.temperature
        return [np.array([*row[:pieces], *row[-len(FEATURES) :]]) for row in rows]

    def _named(self, weights: Floats) -> dict[str, dict[str, float]]:
        names = [piece.name for piece in EDITIONS[self.training.edition].pieces]
        values = [round(float(weight), 4) for weight in weights]
        return {
            "pieces": dict(zip(names, values, strict=False)),
            "features": dict(zip(FEATURES, values[len(names) :], strict=True)),
        }


def _mean_loss(samples: Sequence[Samples], weights: Sequence[Floats]) -> float:
    """The loss of a position of any phase."""
    total = sum(
        len(of_phase) * loss(of_phase, w) for of_phase, w in zip(samples, weights, strict=True)
    )
    return total / max(1, sum(map(len, samples)))


def _fingerprint(weights: Traversable) -> str:
    if not weights.is_file():
        return "nothing"  # so far nothing was learned of this edition
    return hashlib.sha256(weights.read_bytes()).hexdigest()[:12]
