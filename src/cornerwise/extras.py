"""The extras: packages that some parts of Cornerwise need, and the library does without.

`pip install cornerwise` brings no other package. `pip install 'cornerwise[server]'` brings those of
the server as well. Who uses a part whose packages are missing is told so by `need`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from types import MappingProxyType

from cornerwise.errors import MissingExtra


@dataclass(frozen=True)
class Extra:
    """What an extra is for, as the subject of a sentence, and the modules that are imported."""

    use: str
    modules: tuple[str, ...]


EXTRAS: Mapping[str, Extra] = MappingProxyType(
    {
        "cli": Extra("the command line", ("typer", "rich")),
        "png": Extra("a PNG picture", ("resvg_py",)),
        "server": Extra(
            "the server",
            (
                "aiosmtplib",
                "alembic",
                "argon2",
                "babel",
                "confusable_homoglyphs",
                "httptools",
                "msgspec",
                "prometheus_client",
                "segno",
                "sqlalchemy",
                "starlette",
                "uvicorn",
                "webauthn",
                "websockets",
            ),
        ),
        "ratings": Extra("ratings", ("openskill",)),
        "many": Extra("a server of many processes", ("asyncpg", "greenlet", "nats")),
        "arena": Extra("a match with programs or in parallel", ("joblib", "psutil")),
        "train": Extra("training", ("numpy",)),
        "data": Extra("a dataset", ("pyarrow",)),
        "lab": Extra("an environment", ("PIL", "gymnasium", "numpy", "pettingzoo")),
        "openspiel": Extra("a game of OpenSpiel", ("numpy", "pyspiel")),
        "torch": Extra("a network of PyTorch", ("torch",)),
        "cluster": Extra("work on a cluster", ("ray",)),
    }
)
"""pyproject.toml says which versions of them are needed."""


def need(name: str) -> None:
    """Raise `MissingExtra`, with the command that brings it, unless all of an extra is there.

    >>> need("cli")
    """
    extra = EXTRAS[name]
    missing = [module for module in extra.modules if not _is_there(module)]
    if missing:
        raise MissingExtra(
            f"{extra.use} needs {', '.join(missing)}: pip install 'cornerwise[{name}]'"
        )


def _is_there(module: str) -> bool:
    if module in sys.modules:
        return sys.modules[module] is not None
    return find_spec(module) is not None
