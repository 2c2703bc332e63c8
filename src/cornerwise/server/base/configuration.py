"""The operator's settings: from a TOML file and from the environment, each under its own name.

The file has one line for each setting, such as `workers = 2`, `proxies = ["127.0.0.1/32"]` or
`games = {per_second = 0.02, burst = 30}`. In the environment the same setting is called
CORNERWISE_WORKERS, and its value is written as in the file; there, text needs no quotes.
CORNERWISE_VARIANTS and CORNERWISE_WEIGHTS are not among them: every command reads them (`plugins`,
`engine.knowledge`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec

from cornerwise import plugins
from cornerwise.engine import knowledge
from cornerwise.errors import CornerwiseError
from cornerwise.server.base.settings import Settings

PREFIX = "CORNERWISE_"
NAMES = tuple(field.name for field in fields(Settings))


class BadSetting(CornerwiseError):
    """A setting that is not known or has a value that it cannot have."""


def configured(
    file: Path | None = None, environment: Mapping[str, str] | None = None, **given: Any
) -> Settings:
    """The defaults, changed by the file, then by the environment, then by what is given.

    >>> configured(None, {"CORNERWISE_WORKERS": "2", "CORNERWISE_DATA": "/srv/games"}).workers
    2
    """
    found = {**_from_file(file), **_from_environment(environment or {})}
    found |= {name: value for name, value in given.items() if value is not None}
    for name in found:
        if name not in NAMES:
            raise BadSetting(f"there is no setting {name}: the settings are {', '.join(NAMES)}")
    if "data" in found:
        found["data"] = str(found["data"])
    try:
        return msgspec.convert(found, Settings, strict=False, dec_hook=_path)
    except msgspec.ValidationError as error:
        raise BadSetting(f"a setting cannot be used: {error}") from None


def _path(kind: type, value: Any) -> Any:
    return Path(value)


def _from_file(file: Path | None) -> dict[str, Any]:
    if file is None:
        return {}
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise BadSetting(f"{file} cannot be read as settings: {why}") from None


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    return {
        name.removeprefix(PREFIX).lower(): _value(text)
        for name, text in environment.items()
        if name.startswith(PREFIX) and name not in (plugins.VARIABLE, knowledge.VARIABLE)
    }


def _value(text: str) -> Any:
    """A value as it would stand in the file; what could not stand there is text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
