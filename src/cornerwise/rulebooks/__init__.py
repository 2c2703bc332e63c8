"""The variants that come with the package: those of the five rulebooks, and Junior.

Each module is written as anybody would write an edition.
"""

from cornerwise.rulebooks.classic import CLASSIC, CLASSICS
from cornerwise.rulebooks.duo import DUO, DUOS
from cornerwise.rulebooks.junior import JUNIOR, JUNIORS
from cornerwise.rulebooks.trigon import TRIGON, TRIGONS

RECIPES = (*CLASSICS, *DUOS, *TRIGONS, *JUNIORS)
"""Every variant, in the order in which they are listed."""
USUAL, QUICK = CLASSICS[0].name, DUOS[0].name
"""What is played unless somebody says: in the library, and where a short game is wanted."""

__all__ = ["CLASSIC", "DUO", "JUNIOR", "QUICK", "RECIPES", "TRIGON", "USUAL"]
