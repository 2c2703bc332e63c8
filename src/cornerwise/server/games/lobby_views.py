"""What goes over the lobby's socket (docs/protocol.md): wishes, and what everybody is shown."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from cornerwise.ratings import pool_of
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games import views
from cornerwise.server.games.lists import Summary
from cornerwise.server.games.pairing import Terms
from cornerwise.variants import VARIANTS

REASONS = (
    "later", "too_fast", "too_slow", "other_clock", "rated", "casual", "other_variant", "no",
)  # fmt: skip
"""Why a challenge may be declined; the page has the words."""
EXPIRED = "expired"
"""What a challenge is told that nobody answered in time."""
Clock = Annotated[dict[str, Any], Meta(extra={"holds": m.AnyClock})]
Id = Annotated[str, Meta(max_length=32)]
Person = Annotated[str, Meta(min_length=1, max_length=32)]


class Wish(Struct, forbid_unknown_fields=True, kw_only=True):
    """What somebody would like to play: any of the variants with any of the clocks."""

    variants: Annotated[list[m.Word], Meta(min_length=1, max_length=16)]
    clocks: Annotated[list[m.ClockChoice], Meta(min_length=1, max_length=8)]
    rated: bool = False
    listed: bool = True
    """Whether others may watch."""
    level: m.Level = 4
    """Of computers, where there is no rating to go by."""
    name: m.Name = ""

    def terms(self) -> frozenset[Terms]:
        """All that will do; raises Refusal for what cannot be played by several people."""
        for name in self.variants:
            if name not in VARIANTS or len(VARIANTS[name].seats) < 2:
                raise Refusal("bad_variant", f"{name!r} is no variant for several players")
        if any(clock.kind == "none" for clock in self.clocks):
            raise Refusal("bad_request", "games between people who meet here need a clock")
        keys = {clock_key(clock) for clock in self.clocks}
        return frozenset(
            Terms(name, len(VARIANTS[name].seats), key, rates)
            for name in set(self.variants)
            for rates in [self._rates(name)]
            for key in keys
        )

    def _rates(self, name: str) -> bool:
        """Whether a game would count: not every variant has a pool."""
        return self.rated and pool_of(VARIANTS[name]) is not None


def clock_key(clock: m.ClockChoice) -> str:
    """A clock as a text: equal for equal clocks.

    >>> clock_key(m.ClockChoice("live", 5, 3, days=2))
    '{"kind":"live","minutes":5.0,"increment":3.0}'
    """
    return m.encode(msgspec.convert(views.clock_shown(clock), m.ClockChoice)).decode()


def clock_of(key: str) -> m.ClockChoice:
    return msgspec.json.decode(key, type=m.ClockChoice)


# --- what is asked ------------------------------------------------------------------------


class Look(m.Action, tag="seek"):
    """Look for a game from now on."""

    wish: Wish


class Stop(m.Action, tag="stop"):
    """Look no longer."""


class Agree(m.Action, tag="fill"):
    """Begin soon, with computers in empty seats."""


class Meet(m.Action, tag="meet"):
    """Play with somebody who looks for a game."""

    seek: Id
    name: m.Name = ""


class Challenge(m.Action, tag="challenge"):
    """Ask a person for a game of two."""

    rival: Person
    variant: m.Word
    clock: m.ClockChoice
    rated: bool = False
    listed: bool = True
    name: m.Name = ""


class Accept(m.Action, tag="accept"):
    challenge: Id
    name: m.Name = ""


class Decline(m.Action, tag="decline"):
    challenge: Id
    reason: Annotated[str, Meta(pattern=f"^({'|'.join(REASONS)})$")] = "no"


class Withdraw(m.Action, tag="withdraw"):
    challenge: Id


Meeting = Look | Meet | Challenge | Accept
"""What may lead to a game."""
AnyAction = Look | Stop | Agree | Meet | Challenge | Accept | Decline | Withdraw | m.Ping
_actions: msgspec.json.Decoder[AnyAction] = msgspec.json.Decoder(AnyAction)


def read(text: str) -> AnyAction:
    try:
        return _actions.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_request", f"this is not understood: {error}") from None


# --- what is shown ------------------------------------------------------------------------


class SeekView(Struct):
    """Somebody who waits; the name is empty for a guest without one."""

    id: str
    name: str
    account: str
    variants: list[str]
    clocks: list[Clock]
    rated: bool
    rating: int | None
    unsure: bool
    """Whether the rating is marked with "?"."""
    since: int


class Shown(Struct):
    """A game in the lobby, and how many watch it."""

    game: Summary
    watching: int = 0


class OnlinePerson(Struct):
    name: str
    state: Annotated[str, Meta(extra_json_schema={"enum": ["free", "waiting", "playing"]})]
    rating: int | None = None
    """In the pool in which they have played most."""
    unsure: bool = False
    at: str | None = None
    """The seek or the game in which they are."""


class Online(Struct):
    """Who is there: how many in all, and those with a name."""

    count: int
    people: list[OnlinePerson]


class Live(Struct):
    """Games that are played, the featured one first; if there are none, those just finished."""

    count: int
    games: list[Shown]
    finished: list[Summary]


class LobbyView(Struct, tag_field="type", tag="lobby", omit_defaults=True):
    """What everybody sees; parts that have not changed are left out."""

    now: int
    seeks: list[SeekView] | None = None
    open: list[Shown] | None = None
    live: Live | None = None
    online: Online | None = None


class Offer(Struct):
    """A game that could begin at once, with computers in the empty seats."""

    variant: str
    clock: Clock
    others: list[str]
    computers: int
    level: int


class OwnSeek(Struct):
    id: str
    since: int
    filled: bool
    offer: Offer | None


class ChallengeView(Struct):
    """A challenge to the reader, or by the reader (`own`)."""

    id: str
    own: bool
    name: str
    """Of the other one."""
    variant: str
    clock: Clock
    rated: bool
    made: int
    until: int
    answer: str
    game: str | None


class YourLobby(Struct, tag_field="type", tag="you"):
    """What only the reader sees."""

    seek: OwnSeek | None
    challenges: list[ChallengeView]


class Begins(Struct, tag_field="type", tag="begins"):
    """The reader's game begins."""

    game: str
