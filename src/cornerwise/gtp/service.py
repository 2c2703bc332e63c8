"""A bot of yours as a program that speaks the protocol."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import Any

from cornerwise import bots
from cornerwise.gtp.names import long_name
from cornerwise.gtp.protocol import Protocol
from cornerwise.gtp.session import Session
from cornerwise.variants import USUAL, Variant, variant


def serve(bot: Any, game: str | Variant = USUAL, seed: int | None = None) -> None:
    """Let a controller drive a bot, through standard input and output, until it quits.

    bot   an object with `choose(game)`, or its class; a class that takes a `seed` is made again
          for each `set_random_seed`
    game  the variant at the start; the controller may set another
    """
    made = bots.made(bot, seed)
    identity = (bots.title(made.bot), str(getattr(made.bot, "version", "")))

    def player(number: int | None, seconds: float | None) -> bots.Guarded:
        nonlocal made, seed
        if number != seed:
            made, seed = bots.made(bot, number), number
        return made

    chosen = variant(long_name(game) if isinstance(game, str) else game)
    talk(Session(chosen, player, seed, identity))


def talk(session: Session) -> None:
    """Answer what comes on standard input. What else is printed goes to standard error."""
    source, target = sys.stdin.buffer, sys.stdout.buffer
    with redirect_stdout(sys.stderr):
        Protocol(session.handlers).serve(source, target)
