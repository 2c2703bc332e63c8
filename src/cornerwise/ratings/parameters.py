"""The numbers that ratings depend on, as data with a version.

They were fitted to an archive of games between the computer's levels, by the command that stands
with them. They are frozen: other numbers are another version, under which all is rated anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

from cornerwise.errors import CornerwiseError
from cornerwise.ratings.rating import Rating

FILE = Path(__file__).parent / "parameters.json"
MODELS = (
    "ThurstoneMostellerFull",
    "ThurstoneMostellerPart",
    "BradleyTerryFull",
    "BradleyTerryPart",
    "PlackettLuce",
)
"""Those of openskill."""
LEVELS = 9


class ParametersError(CornerwiseError):
    """A file that does not hold the parameters of ratings."""


@dataclass(frozen=True)
class Play:
    """What is particular to a variant.

    beta   how much chance there is in a game: how far the strength shown in one lies from the true
    seats  what each side in the order of play is stronger or weaker than the mean, by its seat
    """

    beta: float
    seats: tuple[float, ...] = ()

    def advantage(self, place: int) -> float:
        return self.seats[place] if place < len(self.seats) else 0.0


@dataclass(frozen=True)
class Parameters:
    """All that decides what a result changes.

    command  that fitted them
    model    of openskill
    sigma    the deviation of a newcomer, who begins with `mu`
    growth   of the deviation in an idle day (see `Rating.aged`)
    overlap  how much less the pairs of one game tell than as many games of two
    epsilon  the difference of strength that ends in a draw
    half     the weight of a game against a computer
    unsure   a rating with a larger deviation is marked "?"
    levels   the ratings of the nine levels, in every pool
    plays    by variant; `other` for those that nobody has measured
    archive  which games they were fitted to
    """

    version: str
    command: str
    model: str
    mu: float
    sigma: float
    growth: float
    overlap: float
    epsilon: float
    half: float
    unsure: float
    levels: tuple[float, ...]
    other: Play
    plays: Mapping[str, Play] = field(default_factory=dict)
    archive: str = ""

    def play(self, variant: str) -> Play:
        return self.plays.get(variant, self.other)

    @property
    def newcomer(self) -> Rating:
        """What is known of somebody who has not played yet."""
        return Rating(self.mu, self.sigma)

    def level_near(self, rating: float) -> int:
        """The level that is nearest in strength, from 1 on."""
        return min(range(1, LEVELS + 1), key=lambda n: abs(self.levels[n - 1] - rating))

    def is_unsure(self, rating: Rating, now: int) -> bool:
        """Whether a rating is marked "?" at a time."""
        return rating.aged(now, self.growth, self.sigma).sigma > self.unsure


def read(path: Path) -> Parameters:
    """The parameters in a file."""
    try:
        record: dict[str, Any] = json.loads(path.read_text("utf-8"))
        _check_names(record)
        plays = {name: _play(play) for name, play in record.pop("plays").items()}
        other = _play(record.pop("other"))
        levels = tuple(record.pop("levels"))
        found = Parameters(**record, levels=levels, other=other, plays=plays)
        _check(found)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ParametersError(f"{path} does not hold the parameters of ratings: {error}") from None
    return found


@cache
def parameters() -> Parameters:
    """Those that come with the package."""
    return read(FILE)


def _play(record: Mapping[str, Any]) -> Play:
    return Play(record["beta"], tuple(record.get("seats", ())))


def _check_names(record: Mapping[str, Any]) -> None:
    """Raise ValueError if something is missing, or is there that nobody knows."""
    names = {one.name for one in fields(Parameters)}
    if missing := sorted(names - record.keys() - {"archive"}):
        raise ValueError(f"{', '.join(missing)} missing")
    if surplus := sorted(record.keys() - names):
        raise ValueError(f"nothing is called {', '.join(surplus)}")


def _check(given: Parameters) -> None:
    """Raise ValueError if anything is not what it should be."""
    if given.model not in MODELS:
        raise ValueError(f"model is {given.model!r}, not one of {', '.join(MODELS)}")
    for name, (low, high) in _LIMITS.items():
        _within(name, getattr(given, name), low, high)
    if len(given.levels) != LEVELS:
        raise ValueError(f"there are {len(given.levels)} levels, not {LEVELS}")
    for level in given.levels:
        _within("a level", level, -_MUCH, _MUCH)
    for variant, play in {"other": given.other, **given.plays}.items():
        _within(f"beta of {variant}", play.beta, 1, _MUCH)
        for seat in play.seats:
            _within(f"a seat of {variant}", seat, -_MUCH, _MUCH)


def _within(name: str, value: object, low: float, high: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ValueError(f"{name} is {value!r}, not a number from {low:g} to {high:g}")


_MUCH = 100_000
_LIMITS = {
    "mu": (-_MUCH, _MUCH),
    "sigma": (1, _MUCH),
    "growth": (0, _MUCH),
    "overlap": (0, 1),
    "epsilon": (0, _MUCH),
    "half": (0, 1),
    "unsure": (0, _MUCH),
}
