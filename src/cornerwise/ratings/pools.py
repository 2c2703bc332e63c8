"""Pools: which variants are rated together.

A pool is a family of editions, played by two sides or by more. So a pool is full enough to mean
something, and skills that differ stay apart. A new edition gets its pools by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from cornerwise.variants import EDITIONS, QUICK, VARIANTS, Variant

COMPUTERS = "/computers"
"""Ends the name of a pool's other list, that of games against computers only."""


@dataclass(frozen=True)
class Pool:
    """Variants that are rated together.

    name    as in addresses: the family alone, where it is played by two or by more only
    title   the family's, for people
    sides   how many sides its variants have, the fewest and the most
    """

    name: str
    title: str
    sides: tuple[int, int]
    variants: tuple[str, ...]


def pools() -> tuple[Pool, ...]:
    """Every pool, that of the quickest game first, else in the order of the variants.

    >>> [pool.name for pool in pools()]
    ['duo', 'classic-2', 'classic-3', 'trigon-2', 'trigon-3', 'junior']
    """
    members: dict[tuple[str, bool], list[Variant]] = {}
    for variant in VARIANTS.values():
        if variant.team_count > 1:
            members.setdefault(_key(variant), []).append(variant)
    families = [family for family, _ in members]
    quick = VARIANTS[QUICK].edition.family
    ordered = sorted(members, key=lambda key: (key[0] != quick, families.index(key[0]), key[1]))
    return tuple(_pool(key, members[key], families.count(key[0])) for key in ordered)


def pool_of(variant: Variant) -> Pool | None:
    """The pool that a variant is rated in; None for one that is played alone.

    >>> from cornerwise import variant
    >>> pool_of(variant("classic_teams")).name, pool_of(variant("classic_solo"))
    ('classic-2', None)
    """
    return next((pool for pool in pools() if variant.name in pool.variants), None)


def _key(variant: Variant) -> tuple[str, bool]:
    return variant.edition.family, variant.team_count > 2


def _pool(key: tuple[str, bool], members: list[Variant], siblings: int) -> Pool:
    family, _ = key
    counts = [variant.team_count for variant in members]
    sides = min(counts), max(counts)
    name = family if siblings == 1 else f"{family}-{sides[0]}"
    return Pool(name, EDITIONS[family].title, sides, tuple(v.name for v in members))
