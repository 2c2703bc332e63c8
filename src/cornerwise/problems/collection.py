"""The problems that come with the package, by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from cornerwise.errors import ProblemError
from cornerwise.problems.problem import Problem
from cornerwise.problems.record import parse_problems


@cache
def problems() -> Mapping[str, Problem]:
    """Every problem of the collection, variant by variant, the easiest first."""
    folder = files("cornerwise.problems") / "data"
    every = [
        one
        for file in folder.iterdir()
        for one in parse_problems(file.read_text(encoding="utf-8"), file.name)
    ]
    every.sort(key=lambda one: (one.variant, one.rating, one.number))
    found = {one.name: one for one in every}
    if len(found) < len(every):
        twice = next(one.name for one in every if found[one.name] is not one)
        raise ProblemError(f"two problems have the id {twice}")
    return MappingProxyType(found)


def problem(name: str) -> Problem:
    """A problem of the collection.

    >>> problem("duo-1").level
    1
    """
    known = problems()
    if name not in known:
        raise ProblemError(f"{name!r} is not a problem: `cornerwise problems list` shows them")
    return known[name]
