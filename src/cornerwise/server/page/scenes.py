"""Small positions to look at and to try a piece in: lessons and the pictures of the rules.

A scene says what lies on the board, in the order in which it was placed. It is a position that the
rules allow: making one that they do not allow raises.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cornerwise.errors import IllegalMove
from cornerwise.notation import parse_move
from cornerwise.position import Illegality, Position
from cornerwise.tables import Tables, tables_of
from cornerwise.variants import Colour, Variant


@dataclass(frozen=True)
class Scene:
    """A variant and what lies on its board: colours with the cells of a piece, oldest first."""

    variant: Variant
    placed: tuple[tuple[str, str], ...] = ()

    @property
    def tables(self) -> Tables:
        return tables_of(self.variant.edition)

    def number(self, cells: str) -> int:
        """The placement that covers these cells."""
        return parse_move(self.tables, cells).number

    @cached_property
    def marks(self) -> tuple[tuple[Colour, int], ...]:
        """What lies there, by placement numbers."""
        return tuple((Colour(colour), self.number(cells)) for colour, cells in self.placed)

    @cached_property
    def position(self) -> Position:
        position = Position.start(self.variant)
        for colour, placement in self.marks:
            if reason := position.why_illegal(colour, placement):
                raise IllegalMove(f"a scene must be legal: {reason}")
            position = position.place(colour, placement)
        return position

    def why(self, colour: Colour, placement: int) -> Mapping[str, Any] | None:
        """Why a piece may not be placed there, as data; None if it may."""
        return described(self.position.why_illegal(colour, placement))


def described(reason: Illegality | None) -> Mapping[str, Any] | None:
    """A reason without its words: pages say it in the reader's language."""
    if reason is None:
        return None
    return {"code": reason.code, "rule": reason.rule, "cells": reason.cells}
