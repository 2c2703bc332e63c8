"""The game in the terminal: plain but complete, and the way to play over ssh.

`seating` says who sits where, `look` makes the texts, `pages` are lists of moves, `completion` is
what Tab offers, and `table` is the game with its commands.
"""

from cornerwise.terminal.seating import (
    COMPUTER,
    people_in,
    seat_by_lot,
    seat_people,
    seat_words,
)
from cornerwise.terminal.table import Table

__all__ = ["COMPUTER", "Table", "people_in", "seat_by_lot", "seat_people", "seat_words"]
