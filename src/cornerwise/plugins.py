"""Modules from elsewhere that register variants: those of installed packages, and those named.

A package names such modules in its entry points, in the group `cornerwise.variants`. The variable
CORNERWISE_VARIANTS names more: modules, or files such as `toy.py`, joined like a search path. They
are imported once: when all variants are listed, or one is looked for that is not known yet.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

from cornerwise.errors import VariantError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "cornerwise.variants"
VARIABLE = "CORNERWISE_VARIANTS"

_loaded: set[str] = set()


def load() -> None:
    """Import every module that was not imported yet. What is wrong with one is told in one line."""
    for name, source, imported in _found():
        if name in _loaded:
            continue
        _loaded.add(name)  # first: what it imports may look for a variant, too
        try:
            imported()
        except Exception as error:
            _loaded.discard(name)
            what = f"{type(error).__name__}: {error}"
            raise VariantError(f"{name} ({source}) cannot add its variants: {what}") from error


def _found() -> Iterator[tuple[str, str, Callable[[], object]]]:
    """The modules: what each is called, who names it, and how it is imported."""
    for entry in _entry_points():
        yield entry.value, f"an entry point of {GROUP}", entry.load
    for name in os.environ.get(VARIABLE, "").split(os.pathsep):
        if name:
            yield name, f"named by {VARIABLE}", lambda name=name: _imported(name)  # type: ignore[misc]


@cache
def _entry_points() -> tuple[EntryPoint, ...]:
    """What installed packages name. Reading all of them takes long, so it is done once."""
    from importlib.metadata import entry_points  # only when needed: the import takes long, too

    return tuple(entry_points(group=GROUP))


def _imported(name: str) -> object:
    if not name.endswith(".py"):
        return import_module(name)
    path = Path(name)
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    module = sys.modules[path.stem] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
