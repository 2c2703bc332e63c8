"""Pairing: nobody twice, wishes respected, limits that widen, and nobody left who could play."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from cornerwise.server.games.pairing import (
    COURTESY,
    Group,
    Line,
    Seek,
    Terms,
    gap,
    may_meet,
    pairings,
    sides,
)

ALL = [
    Terms(name, seats, clock, rated)
    for name, seats in [("duo", 2), ("classic_3", 3), ("classic", 4)]
    for clock in ("5+3", "10+5")
    for rated in (False, True)
]
DUO, FOUR = Terms("duo", 2, "5+3", False), Terms("classic", 4, "5+3", False)
NOW = 1_000_000
LONG = 3_600_000


@st.composite
def crowds(draw: st.DrawFn, most: int = 8) -> list[Seek]:
    """People with any wishes and ratings, who came at any time."""
    size = draw(st.integers(0, most))
    return [
        Seek(
            f"p{number}",
            frozenset(draw(st.sets(st.sampled_from(ALL), min_size=1, max_size=4))),
            draw(st.dictionaries(st.sampled_from(["duo", "classic"]), st.floats(0, 3000))),
            NOW - draw(st.integers(0, 60_000)),
            draw(st.none() | st.integers(NOW - 60_000, NOW)),
        )
        for number in range(size)
    ]


pairs_apart = st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)))


def blocking(pairs: set[tuple[int, int]]) -> dict[str, object]:
    blocked = {frozenset((f"p{a}", f"p{b}")) for a, b in pairs}
    return {"apart": lambda one, other: frozenset((one, other)) in blocked}


@given(crowds(), pairs_apart)
def test_wishes_are_respected_and_nobody_plays_twice(
    seeks: list[Seek], pairs: set[tuple[int, int]]
) -> None:
    kept = blocking(pairs)
    found = pairings(seeks, NOW, **kept)  # type: ignore[arg-type]
    seated = [seek.person for group in found for seek in group.seeks]
    assert len(seated) == len(set(seated))
    for terms, members, computers in found:
        assert len(members) + computers == terms.seats
        assert members
        for one, other in combinations(members, 2):
            assert not kept["apart"](one.person, other.person)  # type: ignore[operator]
        if computers or not all(terms in seek.terms for seek in members):
            # Everybody has said yes to what was offered instead.
            assert not terms.rated
            assert all(seek.filled is not None for seek in members)
            assert all(terms in {t._replace(rated=False) for t in seek.terms} for seek in members)


@given(crowds())
def test_nobody_is_left_who_could_play(seeks: list[Seek]) -> None:
    found = pairings(seeks, NOW)
    seated = {person for group in found for person in group.persons}
    left = [seek for seek in seeks if seek.person not in seated]
    for terms in ALL:
        some = [seek for seek in left if terms in seek.terms]
        for group in combinations(some, terms.seats):
            together = all(may_meet(a, b, terms, NOW) for a, b in combinations(group, 2))
            assert not together


@given(crowds(), st.integers(0, 100_000))
def test_limits_only_widen(seeks: list[Seek], later: int) -> None:
    for one, other in combinations(seeks, 2):
        for terms in one.terms:
            if may_meet(one, other, terms, NOW):
                assert may_meet(one, other, terms, NOW + later)


@given(crowds())
def test_who_waits_long_enough_plays_with_anybody(seeks: list[Seek]) -> None:
    waiting = [replace(seek, filled=None) for seek in seeks]
    found = pairings(waiting, NOW + LONG)
    seated = {person for group in found for person in group.persons}
    for terms in ALL:
        left = [s for s in waiting if s.person not in seated and terms in s.terms]
        assert len(left) < terms.seats


@given(crowds(), st.randoms())
def test_the_order_of_the_line_in_memory_does_not_matter(seeks: list[Seek], dice: object) -> None:
    shuffled = seeks.copy()
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    assert pairings(seeks, NOW) == pairings(shuffled, NOW)


def rated(person: str, rating: float, waited: float = 0, *terms: Terms) -> Seek:
    since = NOW - int(waited * 1000)
    wanted = frozenset(terms or {DUO})
    return Seek(person, wanted, {one.variant: rating for one in wanted}, since)


def test_the_nearest_meet_first() -> None:
    line = [rated("a", 1500), rated("b", 1590), rated("c", 1510), rated("d", 1600)]
    assert {group.persons for group in pairings(line, NOW)} == {
        frozenset("ac"),
        frozenset("bd"),
    }


def test_who_is_far_apart_waits_and_then_meets() -> None:
    ana, bo = rated("ana", 1200), rated("bo", 2000)
    assert pairings([ana, bo], NOW) == []
    begun = next(s for s in range(60) if pairings([ana, bo], NOW + s * 1000))
    assert 5 <= begun <= 15
    assert gap(ana, bo, "duo") == 800


def test_a_block_leads_to_somebody_else() -> None:
    line = [rated("a", 1500), rated("b", 1500), rated("c", 1580)]
    (found,) = pairings(line, NOW, lambda one, other: {one, other} == {"a", "b"})
    assert found.persons in ({"a", "c"}, {"b", "c"})


def test_four_seats_need_four_people_or_a_yes_to_computers() -> None:
    line = [rated(name, 1500, 6, FOUR) for name in "abc"]
    assert pairings(line, NOW) == []
    assert Line(line).offer(line[0]).computers == 1
    yes = [replace(seek, filled=NOW) for seek in line]
    assert pairings([yes[0], *line[1:]], NOW) == []  # out of courtesy
    assert pairings([yes[0], *line[1:]], NOW + COURTESY - 6_001) == []
    (alone,) = pairings([yes[0], *line[1:]], NOW + COURTESY - 6_000)
    assert alone.persons == {"a"}
    (together,) = pairings(yes, NOW)
    assert together == Group(FOUR, tuple(yes), 1)


def test_people_are_offered_before_computers_where_only_rated_keeps_them_apart() -> None:
    casual = replace(rated("a", 1500, 6, DUO), ratings={})
    other = rated("b", 1500, 6, DUO._replace(rated=True))
    assert Line([casual, other]).offer(casual) == Group(DUO, (casual, other))
    assert Line([casual, other]).offer(other).computers == 0
    assert pairings([casual, other], NOW) == []  # unasked nobody plays otherwise than wished
    agreed = [replace(seek, filled=NOW) for seek in (casual, other)]
    assert pairings(agreed, NOW) == [Group(DUO, tuple(agreed))]
    assert pairings([agreed[0], other], NOW) == []
    (alone,) = pairings([agreed[0], other], NOW + COURTESY)
    assert (alone.persons, alone.computers) == (frozenset("a"), 1)
    third = rated("c", 1500, 6, DUO)
    assert Line([casual, third]).offer(casual).computers == 1  # these two meet by themselves


def test_who_is_alone_and_wants_computers_plays_at_once() -> None:
    seek = replace(rated("a", 1500, 6, DUO, FOUR), filled=NOW)
    assert pairings([seek], NOW) == [Group(DUO, (seek,), 1)]


@given(st.lists(st.none() | st.floats(0, 3000), min_size=4, max_size=4))
def test_teams_are_as_even_as_can_be_told(ratings: list[float | None]) -> None:
    teams = sides(ratings, [2, 2])
    assert sorted(teams[0] + teams[1]) == [0, 1, 2, 3]
    known = [one for one in ratings if one is not None]
    middle = sum(known) / len(known) if known else 0
    strong = [middle if one is None else one for one in ratings]
    difference = abs(sum(strong[p] for p in teams[0]) - sum(strong[p] for p in teams[1]))
    best = min(abs(sum(strong) - 2 * (strong[a] + strong[b])) for a, b in combinations(range(4), 2))
    assert difference <= best + 1e-6
