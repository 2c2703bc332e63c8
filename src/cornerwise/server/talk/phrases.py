"""Canned phrases: what players can say to each other whatever their languages.

On the wire a phrase is its id. Everybody reads it in their own language.
"""

from __future__ import annotations

from cornerwise.texts import marked

PHRASES = {
    "hello": marked("Hello"),
    "luck": marked("Good luck"),
    "fun": marked("Have fun"),
    "nice": marked("Nice move"),
    "oops": marked("Oops"),
    "think": marked("Let me think"),
    "moment": marked("One moment, please"),
    "back": marked("I am back"),
    "sorry": marked("Sorry"),
    "thanks": marked("Thank you"),
    "close": marked("That was close"),
    "game": marked("Good game"),
    "again": marked("Another game?"),
    "yes": marked("Yes, gladly"),
    "no": marked("Not now, thanks"),
    "bye": marked("Goodbye"),
}
"""The phrases by their ids, in the order in which a game may need them."""
