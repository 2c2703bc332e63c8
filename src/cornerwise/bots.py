"""Bots: players that you write in Python (docs/write-a-bot.md).

A bot is an object with `choose(game)`, as `computer.Player` has it, or a class of such objects.
Where a text is needed, as on the command line, `module:Class` names it. A bot is somebody else's
code: `Guarded` turns whatever it does into a legal move or a `PlayerFault`.
"""

from __future__ import annotations

import ast
import inspect
import sys
import traceback
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from cornerwise.computer import Player
from cornerwise.errors import NotationError, PlayerError, PlayerFault
from cornerwise.game import Game
from cornerwise.notation import Move


class Guarded:
    """A bot whose moves are legal, and whose mistakes are told in one line."""

    def __init__(self, bot: Player) -> None:
        self.bot = bot

    def choose(self, game: Game) -> Move:
        """The bot's move. It gets a copy of the game, so it may try moves on it."""
        try:
            given = self.bot.choose(game.copy())
        except (Exception, SystemExit) as error:
            raise PlayerFault(f"failed: {_told(error)}") from error
        try:
            move = game.move(given)
        except NotationError as error:
            raise PlayerFault(f"moved illegally: {error}") from None
        if reason := game.why_illegal(move):
            raise PlayerFault(f"moved illegally: {move}: {reason}")
        return move


def found(text: str) -> Any:
    """What `module:Class` names; the module may lie in the current directory."""
    module, _, name = text.strip().partition(":")
    if not module or not name:
        raise PlayerError(f"{text!r} names no bot: write module:Class, as in my_bot:MyBot")
    here = str(Path.cwd())
    if here not in sys.path:  # the command `cornerwise` does not look there by itself
        sys.path.insert(0, here)
    try:
        thing: Any = import_module(module)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and module.startswith(str(error.name)):
            raise PlayerError(
                f"there is no module {module!r}, neither installed nor in the current directory"
            ) from None
        raise PlayerError(f"the module {module} cannot be imported: {_told(error)}") from error
    for part in name.split("."):
        thing = getattr(thing, part, None)
    if thing is None:
        raise PlayerError(f"the module {module} has no {name}")
    return thing


def made(thing: Any, seed: int | None = None, settings: Mapping[str, Any] | None = None) -> Guarded:
    """A bot from itself or from its class.

    A class is called with the settings, and with `seed` if it takes one and one is given.
    """
    if not isinstance(thing, type) and callable(getattr(thing, "choose", None)):
        if settings:
            raise PlayerError(f"{title(thing)} is made already: settings are for a class")
        return Guarded(thing)
    if not callable(thing):
        raise PlayerError(f"{title(thing)} is no bot: it has no method choose(game)")
    given = dict(settings or {})
    if seed is not None and "seed" not in given and _takes_seed(thing):
        given["seed"] = seed
    try:
        bot = thing(**given)
    except Exception as error:
        raise PlayerError(f"{title(thing)} cannot be made: {_told(error)}") from error
    if not callable(getattr(bot, "choose", None)):
        raise PlayerError(f"{title(thing)} is no bot: it has no method choose(game)")
    return Guarded(bot)


def title(thing: Any) -> str:
    """What to call a bot: its `name`, if it has one, or that of its class."""
    name = getattr(thing, "name", None)
    if isinstance(name, str) and name:
        return name
    kind = thing if hasattr(thing, "__qualname__") else type(thing)
    return f"{kind.__module__}:{kind.__qualname__}"


def setting(value: str) -> Any:
    """A setting as it was typed: a number, a truth value and the like, or else the text.

    >>> setting("3"), setting("True"), setting("wide")
    (3, True, 'wide')
    """
    try:
        return ast.literal_eval(value)
    except (ValueError, SyntaxError):
        return value


def _takes_seed(thing: Any) -> bool:
    try:
        return "seed" in inspect.signature(thing).parameters
    except (TypeError, ValueError):  # a class of an extension module, which does not say
        return False


def _told(error: BaseException) -> str:
    """An error of somebody else's code, with the line where it was raised."""
    words = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames[1:] if "importlib" not in frame.filename]
    at = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return words + at
