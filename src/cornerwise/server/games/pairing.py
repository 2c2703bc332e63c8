"""Pairing: who of those that look for a game should play with whom. Pure: nothing is read or sent.

A seek is somebody with wishes: some terms (a variant, a clock, rated or not), any of which will do.
People may meet if they share terms and their ratings are close enough. What is close enough widens
with the time they have waited, without an end: so nobody waits for ever while others wait, too.
Of all groups that may meet, the best meet first: close in rating, long in waiting.

Computers fill empty seats only for those who have said yes to that. They keep their place in the
line until the game begins.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

AT_FIRST = 100.0
"""The difference in rating that is close enough for somebody who has just come."""
WIDENING = 60.0
"""Rating points by which that grows a second."""
UNKNOWN = 150.0
"""How far somebody without a rating is thought to be from everybody."""
BONUS = 12.0
"""Rating points that a second of waiting outweighs when the best groups are picked."""
COURTESY = 12_000
"""Milliseconds of waiting, in all, after which who wants computers no longer waits for others to
want the same."""
MOMENT = 2_000
"""But for so long they are given the chance."""
TRIES = 500
"""Steps in the search for one group: blocks between people can make it long."""

Apart = Callable[[str, str], bool]
"""Whether two persons shall never meet."""


class Terms(NamedTuple):
    """What is played, by how many, with which clock, and whether it is rated."""

    variant: str
    seats: int
    clock: str
    rated: bool


@dataclass(frozen=True)
class Seek:
    """Somebody who looks for a game.

    terms    any of these will do
    ratings  by variant, where there is one
    since    when the person began to look, in milliseconds
    filled   when the person said yes to computers in empty seats, if so
    """

    person: str
    terms: frozenset[Terms]
    ratings: Mapping[str, float] = field(default_factory=dict)
    since: int = 0
    filled: int | None = None

    def reach(self, now: int) -> float:
        """The difference in rating that is close enough by now."""
        return AT_FIRST + WIDENING * self.waited(now)

    def waited(self, now: int) -> float:
        """Seconds."""
        return max(0, now - self.since) / 1000


class Group(NamedTuple):
    """People who play together now, and the number of computers beside them."""

    terms: Terms
    seeks: tuple[Seek, ...]
    computers: int = 0

    @property
    def persons(self) -> frozenset[str]:
        return frozenset(seek.person for seek in self.seeks)


def nobody_apart(one: str, other: str) -> bool:
    return False


def gap(one: Seek, other: Seek, variant: str) -> float:
    """How far two people are from each other."""
    ratings = one.ratings.get(variant), other.ratings.get(variant)
    if ratings[0] is None or ratings[1] is None:
        return 0.0 if ratings == (None, None) else UNKNOWN
    return abs(ratings[0] - ratings[1])


def may_meet(one: Seek, other: Seek, terms: Terms, now: int, apart: Apart = nobody_apart) -> bool:
    """Whether two people may play on these terms by now."""
    if one.person == other.person or apart(one.person, other.person):
        return False
    near = (one.reach(now) + other.reach(now)) / 2
    return terms in one.terms & other.terms and gap(one, other, terms.variant) <= near


def pairings(
    seeks: Iterable[Seek], now: int, apart: Apart = nobody_apart, courtesy: int = COURTESY
) -> list[Group]:
    """Who plays with whom now, the best groups first; afterwards nobody is left who could."""
    left = sorted(seeks, key=lambda seek: (seek.since, seek.person))
    found: list[Group] = []
    while best := _disjoint(_groups(left, now, apart), now):
        found += best
        left = _without(left, best)
    while filled := _disjoint(_filled(left, now, apart, courtesy), now):
        found += filled
        left = _without(left, filled)
    return found


class Line:
    """Those who wait, in their order, by what will do for them if it need not be rated."""

    def __init__(self, seeks: Iterable[Seek]) -> None:
        self._by_terms: defaultdict[Terms, list[Seek]] = defaultdict(list)
        for seek in sorted(seeks, key=lambda seek: (seek.since, seek.person)):
            for terms in {_casual(own) for own in seek.terms}:
                self._by_terms[terms].append(seek)

    def offer(self, seek: Seek, apart: Apart = nobody_apart) -> Group:
        """The game that somebody could begin at once: with most people, and computers besides."""
        offers = [
            Group(terms, (seek, *others), terms.seats - 1 - len(others))
            for terms in map(_casual, sorted(seek.terms))
            for others in [self._company(seek, terms, apart)]
        ]
        return max(offers, key=lambda group: (len(group.seeks), -group.computers))

    def _company(self, seek: Seek, terms: Terms, apart: Apart) -> list[Seek]:
        """Who could play as well, in the order of the line.

        People with terms in common meet by themselves, so a seat is left for a computer. It is not
        if they never would: one of them wants the game to be rated, and the other does not.
        """
        group = [seek]
        for other in islice(self._by_terms[terms], TRIES):
            if len(group) == terms.seats:
                break
            meet = not any(one.terms.isdisjoint(other.terms) for one in group)
            if len(group) < terms.seats - meet and not any(
                other.person == one.person or apart(one.person, other.person) for one in group
            ):
                group.append(other)
        return group[1:]


def sides(ratings: Sequence[float | None], sizes: Sequence[int]) -> list[list[int]]:
    """Players, by number, in teams of these sizes that are about as strong as each other.

    >>> sides([2000, 1500, 1400, 1000], [2, 2])
    [[0, 3], [1, 2]]
    """
    known = [rating for rating in ratings if rating is not None]
    middle = sum(known) / len(known) if known else 0.0
    strengths = [middle if rating is None else rating for rating in ratings]
    teams: list[list[int]] = [[] for _ in sizes]
    for player in sorted(range(len(ratings)), key=lambda number: -strengths[number]):
        free = [team for team, size in zip(teams, sizes, strict=True) if len(team) < size]
        min(free, key=lambda team: sum(strengths[one] for one in team)).append(player)
    return teams


# --- groups ---------------------------------------------------------------------------------


def _by_terms(seeks: Iterable[Seek]) -> dict[Terms, list[Seek]]:
    found: defaultdict[Terms, list[Seek]] = defaultdict(list)
    for seek in seeks:
        for terms in seek.terms:
            found[terms].append(seek)
    return found


def _groups(seeks: Iterable[Seek], now: int, apart: Apart) -> Iterator[Group]:
    """For everybody and all terms, the nearest people who may meet."""
    for terms, some in _by_terms(seeks).items():
        for seed in some if len(some) >= terms.seats else ():
            others = sorted(some, key=lambda other: gap(seed, other, terms.variant))
            search = _Search(terms, now, apart)
            if (group := search.grown((seed,), others)) is not None:
                yield Group(terms, group)


@dataclass
class _Search:
    """The search for a group that may play on some terms."""

    terms: Terms
    now: int
    apart: Apart
    tries: int = TRIES

    def grown(self, group: tuple[Seek, ...], others: Sequence[Seek]) -> tuple[Seek, ...] | None:
        """The group with as many of the others as it needs, the first that will do."""
        if len(group) == self.terms.seats:
            return group
        for at, other in enumerate(others):
            self.tries -= 1
            if self.tries < 0:
                return None
            if all(may_meet(one, other, self.terms, self.now, self.apart) for one in group):
                more = self.grown((*group, other), others[at + 1 :])
                if more is not None:
                    return more
        return None


def _disjoint(groups: Iterable[Group], now: int) -> list[Group]:
    """The best of these that have nobody in common."""

    def order(group: Group) -> tuple[float, float, list[str], Terms]:
        waited = sum(seek.waited(now) for seek in group.seeks) / len(group.seeks)
        cost = _spread(group) - BONUS * waited
        return group.computers, cost, sorted(group.persons), group.terms

    taken: set[str] = set()
    best = []
    for group in sorted(groups, key=order):
        if not taken & group.persons:
            taken |= group.persons
            best.append(group)
    return best


def _spread(group: Group) -> float:
    """The greatest difference in a group."""
    return max(
        (gap(one, other, group.terms.variant) for one in group.seeks for other in group.seeks),
        default=0.0,
    )


def _without(seeks: Iterable[Seek], groups: Iterable[Group]) -> list[Seek]:
    gone = {person for group in groups for person in group.persons}
    return [seek for seek in seeks if seek.person not in gone]


# --- computers ------------------------------------------------------------------------------


def _casual(terms: Terms) -> Terms:
    """A game with computers in empty seats is not rated."""
    return terms._replace(rated=False)


def _filled(seeks: Collection[Seek], now: int, apart: Apart, courtesy: int) -> Iterator[Group]:
    """Games with computers, for those who want that and have waited for the others to join in."""
    ready = [seek for seek in seeks if seek.filled is not None]
    everybody, agreed = Line(seeks if ready else ()), Line(ready)
    for seek in ready:
        wanted = everybody.offer(seek, apart)
        if all(one.filled is not None for one in wanted.seeks):
            yield wanted
        elif now >= max(seek.since + courtesy, (seek.filled or 0) + MOMENT):
            yield agreed.offer(seek, apart)
