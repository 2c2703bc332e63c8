"""Who takes part in a match: a short text says it, and a player is made from it for each game.

simple | random | greedy | network  a baseline: the quick computer, any legal move, any with a large
                                    piece, a small network (docs/baselines.md)
level:5 | seconds:1.5 | simulations:1000 | equal:0.5
                                    our engine; `equal` takes as much CPU time as its rivals,
                                    and the time given until they have moved
level:5,weights=FILE,threads=2      the same with settings; others are memory=BYTES, book=on, off or
                                    a FILE, and prove=off for a search that proves nothing
python:module:Class                 a bot of yours; python:module:Class,depth=3 with settings;
                                    module:Class means the same
gtp:COMMAND LINE                    any program that speaks GTP; {seed} stands for a number

In Python a bot itself, or its class, can stand in the place of a text.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from cornerwise import bots
from cornerwise.arena.family import Family
from cornerwise.baselines import BASELINES
from cornerwise.computer import Player
from cornerwise.errors import CornerwiseError, PlayerError, PlayerFault
from cornerwise.extras import need
from cornerwise.game import Game
from cornerwise.gtp.client import Client
from cornerwise.gtp.names import customary
from cornerwise.notation import Move


class Contestant(Protocol):
    """A player in one game of a match."""

    cpu: float
    """The CPU seconds used for its moves."""

    def choose(self, game: Game, fair: float | None) -> Move:
        """A move. `fair` is the CPU time that would make it even with its rivals, if known."""
        ...

    def close(self) -> None:
        """The game is over."""
        ...


class OwnPlayer:
    """A player in this process; `think` makes one for the CPU time it is given."""

    def __init__(self, think: Callable[[float | None], Player]) -> None:
        self._think = think
        self.cpu = 0.0

    def choose(self, game: Game, fair: float | None) -> Move:
        began = time.process_time()
        try:
            return customary(game, self._think(fair).choose(game))
        except PlayerFault:
            raise
        except CornerwiseError as error:
            raise PlayerFault(f"failed: {error}") from error
        finally:
            self.cpu += time.process_time() - began

    def close(self) -> None:
        """Nothing to end."""


class GtpPlayer:
    """A program that is driven through GTP, started anew for each game."""

    def __init__(self, command: str, timeout: float) -> None:
        need("arena")
        self._command, self._timeout = command, timeout
        self._client: Client | None = None
        self._family: Family | None = None
        self.cpu = 0.0

    def choose(self, game: Game, fair: float | None) -> Move:
        if self._client is None or self._family is None:
            self._client = Client(self._command, self._timeout)
            self._family = Family(self._client.pid)
            self._client.set_game(game.variant)
        before = self._family.cpu
        try:
            return self._client.choose(game)
        finally:
            self.cpu += self._family.cpu - before

    def close(self) -> None:
        if self._client is not None:
            self._client.close()


# --- texts ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entrant:
    """A player as it was asked for: "kind:value,setting=…", or a command line for "gtp".

    value  what stands after the kind; for "python" a bot that was given itself, or its class
    """

    text: str
    kind: str
    value: Any = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    def make(self, seed: int, timeout: float) -> Contestant:
        """The player for one game; one that takes longer than the timeout counts as hung."""
        if self.kind == "gtp":
            return GtpPlayer(self.value.replace("{seed}", str(seed)), timeout)
        if self.kind == "python":
            thing = bots.found(self.value) if isinstance(self.value, str) else self.value
            bot = bots.made(thing, seed, self.settings)
            return OwnPlayer(lambda fair: bot)
        if self.kind in BASELINES:
            baseline = BASELINES[self.kind](seed)
            return OwnPlayer(lambda fair: baseline)
        return OwnPlayer(self._engine(seed))

    def _engine(self, seed: int) -> Callable[[float | None], Player]:
        from cornerwise.engine import Engine

        if self.kind == "equal":
            return lambda fair: Engine(
                seconds=self.value if fair is None else max(fair, 0.001), seed=seed, **self.settings
            )
        engine = Engine(**{self.kind: self.value}, seed=seed, **self.settings)
        return lambda fair: engine

    def __str__(self) -> str:
        return self.text


_ENGINE: dict[str, Callable[[str], Any]] = {
    "level": int,
    "seconds": float,
    "simulations": int,
    "equal": float,
}
_SWITCH = {"on": True, "off": False}
_SETTINGS: dict[str, tuple[Callable[[str], Any], str]] = {
    "weights": (str, "a file or folder"),
    "threads": (int, "a number, as in threads=2"),
    "memory": (int, "a number of bytes, as in memory=500000000"),
    "book": (lambda text: _SWITCH.get(text, text), "on, off or a file"),
    "prove": (_SWITCH.__getitem__, "on or off"),
}
"""How what is given is understood, and what has to be."""
_BOT = re.compile(r"[a-z_][\w.]*:[a-z_][\w.]*(,.*)?", re.IGNORECASE)
"""A bot without `python:` before it."""
_KINDS = (
    f"{', '.join(BASELINES)}, level:N, seconds:S, simulations:N, equal:S, python:MODULE:CLASS "
    "or gtp:COMMAND"
)


def entrant(given: Any) -> Entrant:
    """The player that is meant: by a text, by a bot itself or by its class."""
    return (
        parse_player(given)
        if isinstance(given, str)
        else Entrant(bots.title(given), "python", given)
    )


def parse_player(text: str) -> Entrant:
    """The player that a text names.

    >>> parse_player("level:3,threads=2").settings
    {'threads': 2}
    """
    kind, _, rest = text.strip().partition(":")
    if kind == "gtp":
        if not rest.strip():
            raise PlayerError("gtp: needs a command line, as in 'gtp:engine --quiet'")
        return Entrant(text, kind, rest.strip())
    if kind == "python" or (kind not in _ENGINE and _BOT.fullmatch(text.strip())):
        name, *settings = text.strip().removeprefix("python:").split(",")
        return Entrant(text, "python", name, dict(_own_setting(text, given) for given in settings))
    if kind in BASELINES and not rest:
        return Entrant(text, kind)
    if kind not in _ENGINE:
        raise PlayerError(f"{text!r} is not a player: choose {_KINDS}")
    value, *settings = rest.split(",")
    given = dict(_setting(text, setting) for setting in settings)
    return Entrant(text, kind, _number(text, kind, value), given)


def _setting(text: str, setting: str) -> tuple[str, Any]:
    name, _, value = setting.partition("=")
    if name not in _SETTINGS or not value:
        known = ", ".join(f"{known}=…" for known in _SETTINGS)
        raise PlayerError(f"{setting!r} in {text!r} is not a setting: they are {known}")
    if name == "weights" and not Path(value).exists():
        raise PlayerError(f"the weights {value!r} in {text!r} are neither a file nor a folder")
    return name, _converted(text, name, value, *_SETTINGS[name])


def _own_setting(text: str, setting: str) -> tuple[str, Any]:
    name, _, value = setting.partition("=")
    if not name.isidentifier() or not value:
        raise PlayerError(f"{setting!r} in {text!r} is not a setting: write name=value")
    return name, bots.setting(value)


def _number(text: str, kind: str, value: str) -> Any:
    number = _converted(text, kind, value, _ENGINE[kind], f"a number, as in {kind}:2")
    if not number > 0:
        raise PlayerError(f"{kind} in {text!r} must be more than 0")
    return number


def _converted(text: str, name: str, value: str, to: Callable[[str], Any], need: str) -> Any:
    try:
        return to(value)
    except (KeyError, ValueError):
        raise PlayerError(f"{name} in {text!r} needs {need}") from None
