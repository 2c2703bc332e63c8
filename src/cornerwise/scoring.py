"""How a game is scored, as values. Nothing else knows what a cell or a bonus counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cornerwise.errors import VariantError
from cornerwise.texts import marked


@dataclass(frozen=True)
class Scoring:
    """A way to count a result.

    name          its name in files, as in scoring="basic"
    cell          points for each cell of a piece that is left over. Below 0 the most points win,
                  above 0 the fewest
    bonus         points for a colour that placed everything
    single_bonus  points on top of that if a piece of one cell came last
    rule          the rule of docs/rules.md
    title         its name on the page, and
    phrase        in a list of what is played for, and
    heading       above a column of points
    """

    name: str
    cell: int = -1
    bonus: int = 0
    single_bonus: int = 0
    rule: str = "R7"
    title: str = ""
    phrase: str = ""
    heading: str = ""

    def __post_init__(self) -> None:
        if not self.cell:
            raise VariantError(f"scoring {self.name}: a cell must count something")
        for bonus in (self.bonus, self.single_bonus):
            # The engine counts in cells: a bonus is worth a whole number of them.
            if bonus % self.cell or bonus * self.cell > 0:
                raise VariantError(
                    f"scoring {self.name}: a bonus of {bonus} does not go with {self.cell} a cell"
                )

    @property
    def most_wins(self) -> bool:
        """Whether the most points win, not the fewest."""
        return self.cell < 0

    def points(self, cells_left: int, *, single_last: bool) -> int:
        """The points of a colour that has so many cells left over."""
        if cells_left:
            return self.cell * cells_left
        return self.bonus + (self.single_bonus if single_last else 0)

    def best(self, results: Iterable[int]) -> int:
        """The result that wins."""
        return max(results) if self.most_wins else min(results)

    def worth(self, points: int) -> int:
        """Points as the number of cells they are worth: the more the better, always."""
        return points // -self.cell

    def counted(self, cells: float) -> float:
        """The inverse of `worth`."""
        return cells * -self.cell + 0.0

    def __str__(self) -> str:
        return self.name


ADVANCED = Scoring(
    "advanced",
    cell=-1,
    bonus=15,
    single_bonus=5,
    rule="R7",
    title=marked("Advanced"),
    phrase=marked("advanced scoring"),
    heading=marked("advanced score"),
)
BASIC = Scoring(
    "basic",
    cell=1,
    rule="R6",
    title=marked("Basic"),
    phrase=marked("basic scoring"),
    heading=marked("basic score"),
)
