"""The registry of variants: those of the rulebooks, and what others add with `register`.

Everything that plays asks here for a variant by its name. What a variant is, `recipes` says; where
others come from, `plugins`.
"""

from __future__ import annotations

import copyreg
import dataclasses
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from cornerwise import plugins
from cornerwise.editions import Edition
from cornerwise.errors import NotationError, VariantError
from cornerwise.recipes import (
    COLOURS,
    LOT,
    OPTIONS,
    Colour,
    Recipe,
    Seat,
    StartRule,
    Variant,
)
from cornerwise.rulebooks import QUICK, RECIPES, USUAL
from cornerwise.scoring import Scoring

__all__ = [
    "COLOURS",
    "EDITIONS",
    "LOT",
    "OPTIONS",
    "QUICK",
    "USUAL",
    "VARIANTS",
    "Colour",
    "Edition",
    "Recipe",
    "Scoring",
    "Seat",
    "StartRule",
    "Variant",
    "catalogues",
    "recorded",
    "register",
    "unregister",
    "variant",
]

_variants: dict[str, Variant] = {}
_editions: dict[str, Edition] = {}
_catalogues: dict[str, Path] = {}

Value = TypeVar("Value")
_NAME = re.compile(r"[a-z][a-z0-9_-]*")


class Registry(Mapping[str, Value]):
    """What is known by name. Plugins are asked when a name is not known, and before all are listed.

    So a program that only plays Duo pays nothing for them, and a process that is handed the name of
    a variant finds it.
    """

    def __init__(self, known: Mapping[str, Value]) -> None:
        self._known = known

    def __getitem__(self, name: str) -> Value:
        if name not in self._known:
            plugins.load()
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        plugins.load()
        return iter(self._known)

    def __len__(self) -> int:
        plugins.load()
        return len(self._known)

    def __repr__(self) -> str:
        return f"<{', '.join(self)}>"


VARIANTS: Mapping[str, Variant] = Registry(_variants)
"""Every variant with its default options, by name."""
EDITIONS: Mapping[str, Edition] = Registry(_editions)
"""Every edition that a variant is played with, by name."""


def register(*recipes: Recipe, catalogues: Path | str | None = None) -> None:
    """Make variants known by their names, everywhere: to files, engine, server and page.

    `catalogues` is a folder with translations of their texts: de.po, pl.po and so on. Either all
    variants are added or none. docs/new-edition.md tells how to write one.
    """
    for recipe in recipes:
        _check(recipe)
    _add(recipes, catalogues)


def _add(recipes: tuple[Recipe, ...], catalogues: Path | str | None = None) -> None:
    made = [recipe.made() for recipe in recipes]
    names = [recipe.name for recipe in recipes]
    editions = {*_editions, *(recipe.edition.name for recipe in recipes)}
    for recipe in recipes:
        if recipe.name in _variants or names.count(recipe.name) > 1:
            raise VariantError(f"there is a variant {recipe.name} already")
        if _editions.get(recipe.edition.name, recipe.edition) != recipe.edition:
            raise VariantError(f"there is another edition {recipe.edition.name} already")
        for what in ("family", "weights"):
            if (name := getattr(recipe.edition, what)) not in editions:
                raise VariantError(f"{recipe.edition.name}: {what} {name!r} is not an edition")
    _variants.update(zip(names, made, strict=True))
    _editions.update((recipe.edition.name, recipe.edition) for recipe in recipes)
    if catalogues is not None:
        _catalogues.update(dict.fromkeys(names, Path(catalogues)))


def _check(recipe: Recipe) -> None:
    """Names stand in addresses and files. What an edition names must be there.

    That takes a while, so the package's own variants are left to its tests.
    """
    for name in (recipe.name, recipe.edition.name):
        if not _NAME.fullmatch(name):
            raise VariantError(f"{name!r} is not a name: small letters, digits, - and _ make one")
    try:
        _ = recipe.edition.fields, recipe.edition.counts
    except NotationError as error:
        raise VariantError(f"{recipe.edition.name}: {error}") from None


def catalogues() -> tuple[Path, ...]:
    """The folders with translations of registered variants."""
    return tuple(dict.fromkeys(_catalogues.values()))


def unregister(*names: str) -> None:
    """Forget variants that were registered, and editions that no variant is left of."""
    for name in names:
        _variants.pop(_known(name))
        _catalogues.pop(name, None)
    used = {of.edition.name for of in _variants.values()}
    for name in set(_editions) - used:
        del _editions[name]


def variant(
    name: str | Variant, /, *, seed: int | str | None = None, **options: str | None
) -> Variant:
    """The variant of this name with these options: touch, scoring, starts, first, spare.

    With first="lot" one of the players' colours is drawn, always the same with the same seed; the
    variant then says which.

    >>> variant("trigon", touch="vertices")
    cornerwise.variant('trigon', touch='vertices')
    >>> variant("duo", first="lot", seed=3).first
    'blue'
    """
    _check_options(options)
    if isinstance(name, Variant):
        return name.recipe.made({**dict(name.options), **options}, seed)
    return _variants[_known(name)].recipe.made(options, seed)


def _known(name: str) -> str:
    if not isinstance(name, str) or name not in VARIANTS:
        raise VariantError(f"{name!r} is not a variant: choose one of {', '.join(VARIANTS)}")
    return name


def _check_options(options: Mapping[str, str | None]) -> None:
    unknown = options.keys() - set(OPTIONS)
    if unknown:
        raise VariantError(
            f"there is no option {sorted(unknown)[0]!r}: the options are {', '.join(OPTIONS)}"
        )


def recorded(name: str | Variant, options: Mapping[str, str]) -> Variant:
    """The variant that a record names, which leaves nothing to a lot."""
    if options.get("first") == LOT:
        raise VariantError("a record says which colour begins: first must be a colour")
    _check_options(options)
    return variant(name, **options)


def _restored(name: str, options: tuple[tuple[str, str], ...]) -> Variant:
    return variant(name, **dict(options))


def _reduced(of: Variant) -> tuple[object, ...]:
    return _restored, (of.name, of.options)  # the name says it all; no boards in pickles


def _edition(name: str) -> Edition:
    return EDITIONS[name]


def _reduced_edition(of: Edition) -> tuple[object, ...]:
    if EDITIONS.get(of.name) == of:
        return _edition, (of.name,)
    return Edition, tuple(getattr(of, field.name) for field in dataclasses.fields(of))


copyreg.pickle(Edition, _reduced_edition)  # type: ignore[arg-type]
copyreg.pickle(Variant, _reduced)  # type: ignore[arg-type]
_add(RECIPES)
