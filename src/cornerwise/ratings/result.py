"""Results: what is kept of a rated game, and who came before whom in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cornerwise.errors import CornerwiseError

EARLY = 2
"""Who runs out of time before so many own moves never really played: that does not count."""


class ResultError(CornerwiseError):
    """A record that is no result of a rated game."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """How somebody left a game before its end.

    order  how many had left before
    own    how many moves the leaver had made
    why    "resigned" or "time"
    """

    order: int
    own: int
    why: str

    @property
    def absent(self) -> bool:
        """Whether the leaver never really played: was not there, or broke off before a move."""
        return self.own < (EARLY if self.why == "time" else 1)


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who plays for a side: a person, or the computer at a level.

    who    the person, as one string; empty for a computer
    level  of the computer; 0 for a person
    """

    who: str = ""
    level: int = 0
    left: Leaving | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """A seat, or a team of seats, with its points: the more the better, whatever the scoring."""

    members: tuple[Member, ...]
    points: int

    @property
    def left(self) -> Leaving | None:
        """How the side broke up: by the first of its members to leave."""
        return min(
            (member.left for member in self.members if member.left is not None),
            key=lambda left: left.order,
            default=None,
        )

    @property
    def by_computer(self) -> bool:
        """Whether no person plays for it."""
        return not any(member.who for member in self.members)


@dataclass(frozen=True, slots=True)
class Result:
    """A rated game that is over.

    at       when it ended, in milliseconds
    sides    in the order of play
    """

    game: str
    at: int
    variant: str
    sides: tuple[Side, ...]
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def annulled(self) -> bool:
        """Whether it counts for nobody: fewer than two sides really played."""
        return len(self.present) < 2

    @property
    def present(self) -> tuple[Side, ...]:
        """The sides that really played."""
        return tuple(side for side in self.sides if side.left is None or not side.left.absent)

    @property
    def people(self) -> tuple[str, ...]:
        """The persons who played."""
        return tuple(m.who for side in self.sides for m in side.members if m.who)

    def to_json(self) -> str:
        """One line of text; `from_json` reads it."""
        sides = [[side.points, *map(_written, side.members)] for side in self.sides]
        record: dict[str, Any] = {"game": self.game, "at": self.at, "variant": self.variant}
        if self.options:
            record["options"] = dict(self.options)
        return json.dumps({**record, "sides": sides}, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str | bytes) -> Result:
        """The result that `to_json` wrote."""
        try:
            record = json.loads(text)
            sides = tuple(
                Side(tuple(map(_read, members)), points) for points, *members in record["sides"]
            )
            return cls(
                record["game"], record["at"], record["variant"], sides, record.get("options", {})
            )
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ResultError(f"this is no result of a rated game: {error}") from None


def ranks(sides: tuple[Side, ...]) -> list[int]:
    """The place of each side: 1 for the best, the same for equals.

    Who stayed comes before who left, by points; of those who left the last to do so comes first.
    """

    def merit(side: Side) -> tuple[int, int]:
        left = side.left
        return (1, side.points) if left is None else (0, left.order)

    merits = [merit(side) for side in sides]
    return [1 + sum(other > mine for other in merits) for mine in merits]


def _written(member: Member) -> dict[str, Any]:
    record: dict[str, Any] = {"who": member.who} if member.who else {"level": member.level}
    if member.left is not None:
        record["left"] = [member.left.order, member.left.own, member.left.why]
    return record


def _read(record: Mapping[str, Any]) -> Member:
    left = record.get("left")
    return Member(record.get("who", ""), record.get("level", 0), left and Leaving(*left))
