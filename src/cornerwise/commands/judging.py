"""What the commands that judge moves have in common: how long they think, and their language."""

from __future__ import annotations

from typing import Annotated

import typer

from cornerwise.engine import Engine
from cornerwise.errors import ReviewError
from cornerwise.extras import need
from cornerwise.game import Game
from cornerwise.texts import ENGLISH, Speech
from cornerwise.tutor.searches import judging_engine

Seconds = Annotated[
    float | None, typer.Option(metavar="S", help="Search each position for so long.")
]
Simulations = Annotated[
    int | None, typer.Option(metavar="N", help="Search each position for so many simulations.")
]
Language = Annotated[
    str, typer.Option(metavar="en|cs|de|pl|pt", help="The language of the sentences.")
]


def judge(game: Game, seconds: float | None, simulations: int | None) -> Engine:
    """The engine that judges; the usual one finds the same on every machine."""
    if seconds is None and simulations is None:
        return judging_engine(game.variant)
    return Engine(seconds=seconds, simulations=simulations, seed=0)


def speaker(language: str) -> Speech:
    """Who says the sentences. The translations come with the server's extra."""
    if language == ENGLISH.language:
        return ENGLISH
    need("server")
    from cornerwise.server.page.i18n import LANGUAGES
    from cornerwise.server.page.speech import speech

    if language not in LANGUAGES:
        raise ReviewError(f"{language!r} is not a language: choose one of {', '.join(LANGUAGES)}")
    return speech(language)
