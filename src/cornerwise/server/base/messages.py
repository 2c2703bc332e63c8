"""What goes over the wire and into the store, as typed structures (docs/protocol.md).

There are three families. Clients ask (`Action`, and the bodies of HTTP requests). Something
happened (`Event`, which the store keeps too). Clients are shown a game (`Snapshot` and its parts).
Decoding checks types, lengths and ranges; rights and rules are checked where they are known.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from cornerwise.server.base.refusals import Refusal

Seq = Annotated[int, Meta(ge=0, le=1 << 40)]
Number = Annotated[int, Meta(ge=0, le=1 << 20)]
Level = Annotated[int, Meta(ge=1, le=9)]
Word = Annotated[str, Meta(max_length=32)]
NAME = 24  # the longest name of a player
Name = Annotated[str, Meta(max_length=NAME)]
SAID = 200  # the longest text in a chat
Key = Annotated[str, Meta(max_length=64)]
ColourName = Annotated[
    str, Meta(extra_json_schema={"title": "Colour", "enum": ["blue", "yellow", "red", "green"]})
]
Status = Annotated[str, Meta(extra_json_schema={"enum": ["waiting", "playing", "over"]})]
SeatKind = Annotated[
    str, Meta(extra_json_schema={"enum": ["person", "computer", "open", "record"]})
]
Ended = Annotated[
    str,
    Meta(extra_json_schema={"title": "Ended", "enum": ["played", "resigned", "time", "imported"]}),
]
RequestId = Annotated[str, Meta(max_length=64)] | Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]


# --- what clients ask ---------------------------------------------------------------------


class ClockChoice(Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """No clock, minutes with seconds added a move, or days a move."""

    kind: Annotated[str, Meta(pattern="^(none|live|days)$")] = "none"
    minutes: Annotated[float, Meta(ge=0.01, le=180)] = 10
    increment: Annotated[float, Meta(ge=0, le=60)] = 0
    days: Annotated[int, Meta(ge=1, le=14)] = 1


class SeatChoice(Struct, forbid_unknown_fields=True):
    """Who shall sit there: me, somebody here, the computer, or whoever comes."""

    kind: Annotated[str, Meta(pattern="^(me|here|computer|open)$")]
    name: Name = ""
    level: Level = 1


class NewGame(Struct, forbid_unknown_fields=True):
    variant: Word
    seats: Annotated[dict[Word, SeatChoice], Meta(max_length=8)]
    options: Annotated[dict[Word, Word], Meta(max_length=8)] = {}
    first: Word | None = None
    colours: Annotated[str, Meta(pattern="^(chosen|lot)$")] = "chosen"
    clock: ClockChoice = ClockChoice()
    tips: bool = False
    """Whether everybody may ask for tips, if others play elsewhere."""
    rated: bool = False
    """Whether it counts for the ratings of those who play."""
    listed: bool = False
    """Whether everybody finds it in the lobby: to take an open seat, to watch."""


class PlayOn(Struct, forbid_unknown_fields=True):
    """Who shall play on from a position; without `ply` from the last one."""

    seats: Annotated[dict[Word, SeatChoice], Meta(max_length=8)]
    ply: Annotated[int, Meta(ge=0, le=1000)] | None = None
    clock: ClockChoice = ClockChoice()


class Join(Struct, forbid_unknown_fields=True):
    key: Key = ""
    """Of the invitation; a game that is listed in the lobby needs none."""
    seat: Word = ""
    name: Name = ""


class Claim(Struct, forbid_unknown_fields=True):
    key: Key


class Action(Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """A request on a socket; `id` comes back with its answer."""

    id: RequestId | None = None


class Step(Action):
    """An action that appends the event `seq`."""

    seq: Seq


class Play(Step, tag="play"):
    placement: Number


class Resign(Step, tag="resign"):
    seat: Word = ""


class Undo(Step, tag="undo"):
    pass


class Answer(Step, tag="answer"):
    yes: bool


class TakeOver(Step, tag="take_over"):
    seat: Word


class TakeBack(Step, tag="take_back"):
    seat: Word


class Fill(Step, tag="fill"):
    seat: Word
    level: Level = 4


class Rematch(Step, tag="rematch"):
    pass


class Why(Action, tag="why"):
    placement: Number
    colour: Word = ""


class Hint(Action, tag="hint"):
    pass


class Weigh(Action, tag="weigh"):
    placement: Number


class Find(Action, tag="find"):
    text: Annotated[str, Meta(max_length=200)]


class Say(Action, tag="say"):
    """Something for the others at the game: the id of a phrase, or a text."""

    phrase: Word = ""
    text: Annotated[str, Meta(max_length=SAID)] = ""


class Sync(Action, tag="sync"):
    since: Annotated[int, Meta(ge=-1, le=1 << 40)]


class Ping(Action, tag="ping"):
    pass


AnyStep = Play | Resign | Undo | Answer | TakeOver | TakeBack | Fill | Rematch
Advised = Hint | Weigh
"""What takes a search: few at once for each address, one for each socket."""
AnyAction = AnyStep | Why | Advised | Find | Say | Sync | Ping


# --- what happened ------------------------------------------------------------------------


class SeatStart(Struct, omit_defaults=True):
    """A seat as the game begins. `holder` says who may play it and is never sent out."""

    name: str
    kind: str
    player: str = ""
    level: int | None = None
    holder: str = ""
    joined: bool = True
    account: str = ""
    """The name of the account that sits there, if its player is signed in."""


class Event(Struct, tag_field="type", kw_only=True, omit_defaults=True):
    """Something that happened in a game for good, at a time."""

    seq: int
    at: int


class Created(Event, tag="created"):
    variant: str
    options: dict[str, str]
    seats: list[SeatStart]
    clock: ClockChoice = ClockChoice()
    host: str = ""
    drawn: bool = False
    rematch_of: str | None = None
    record: str | None = None
    """An imported game as its JSON; nothing can be played."""
    start: str | None = None
    """The game, as JSON, from which this one goes on."""
    tips: bool = False
    rated: bool = False
    listed: bool = False


class Joined(Event, tag="joined"):
    seat: str
    player: str = ""
    holder: str = ""
    account: str = ""


class Filled(Event, tag="filled"):
    seat: str
    level: int


class Moved(Event, tag="move"):
    seat: str
    colour: ColourName
    placement: int
    ms: int = 0


class Undone(Event, tag="undo"):
    """Who left the game after those moves stays out if `stay`, else comes back with them."""

    seat: str
    to: int
    stay: bool = False


class UndoAsked(Event, tag="undo_asked"):
    seat: str
    to: int


class UndoAgreed(Event, tag="undo_agreed"):
    seat: str


class UndoRefused(Event, tag="undo_refused"):
    seat: str


class Leave(Event):
    """A seat leaves the game. With a level the computer plays on for it."""

    seat: str
    level: int | None = None


class Resigned(Leave, tag="resigned"):
    pass


class TimedOut(Leave, tag="time"):
    pass


class TakenOver(Event, tag="taken_over"):
    seat: str
    level: int


class TakenBack(Event, tag="taken_back"):
    seat: str


class Left(Event, tag="left"):
    """A seat was given up before the game began: it is open again."""

    seat: str


class Rematched(Event, tag="rematch"):
    game: str


AnyEvent = (
    Created
    | Joined
    | Filled
    | Moved
    | Undone
    | UndoAsked
    | UndoAgreed
    | UndoRefused
    | Resigned
    | TimedOut
    | TakenOver
    | TakenBack
    | Left
    | Rematched
)


HIDDEN: dict[type[Event], tuple[str, ...]] = {
    Created: tuple(name for name in Created.__struct_fields__ if name not in ("seq", "at")),
    Joined: ("holder",),
}
"""The fields of events that are never sent out."""


def public(event: AnyEvent) -> dict[str, Any]:
    """An event as everybody may see it."""
    shown: dict[str, Any] = msgspec.to_builtins(event)
    return {name: value for name, value in shown.items() if name not in HIDDEN.get(type(event), ())}


# --- what clients are shown ---------------------------------------------------------------


class SeatView(Struct):
    name: str
    colours: tuple[ColourName, ...]
    team: int
    kind: SeatKind
    player: str
    account: str
    """The name of the account that sits there; empty for guests."""
    level: int | None
    joined: bool
    taken_over: bool
    retired: bool
    out: Annotated[str, Meta(extra_json_schema={"enum": ["resigned", "time"]})] | None
    """Why it has left the game."""


class ClockView(Struct):
    left: dict[str, int]
    running: str | None
    at: int


class UndoView(Struct):
    seat: str
    to: int
    waiting: list[str]


class Points(Struct):
    colours: dict[str, int]
    seats: dict[str, int]


class State(Struct):
    """Everything that can be computed from the events, without what is personal."""

    seq: int
    status: Status
    to_play: ColourName | None
    seat: str | None
    shared_next: str | None
    seats: list[SeatView]
    left: dict[str, list[int]]
    finished: list[ColourName]
    scores: dict[str, Points]
    ended: Ended | None
    winners: list[str]
    clock: ClockView | None
    undo: UndoView | None
    free_undo: bool
    hints: bool
    rematch: str | None


class PersonalState(State):
    """The state with what the viewer's own colours may place, their open corners, and undo."""

    legal: dict[str, list[int]]
    open: dict[str, list[int]]
    may_undo: bool


class NoClock(Struct, tag_field="kind", tag="none"):
    pass


class LiveClock(Struct, tag_field="kind", tag="live"):
    minutes: float
    increment: float


class DaysClock(Struct, tag_field="kind", tag="days"):
    days: int


AnyClock = NoClock | LiveClock | DaysClock
"""How the clock of a game is shown; it is made from a `ClockChoice`."""
Move = Annotated[tuple[ColourName, int, str, int], Meta(extra_json_schema={"title": "Move"})]
"""Colour, placement, seat, milliseconds thought."""


class GameView(Struct):
    id: str
    variant: str
    options: dict[str, str]
    edition: str
    drawn: bool
    colours: list[ColourName]
    scoring: str
    touch: str
    shared: ColourName | None
    spare: ColourName | None
    clock: Annotated[dict[str, Any], Meta(extra={"holds": AnyClock})]
    created: int
    imported: bool
    rematch_of: str | None
    setup: list[tuple[ColourName, int]]
    resumes: ColourName | None
    """The colour that would move next in a record that is not finished."""
    begun: int
    """How many of the moves were made elsewhere, before this game."""
    host: str
    """The name of who made the game, if it has one."""
    rated: bool
    listed: bool
    """Whether everybody finds it in the lobby."""
    tips: bool
    """Whether whoever joins agrees to tips for everybody."""


class You(Struct):
    seats: list[str]
    host: bool
    invite: str | None
    key: str | None


class Snapshot(Struct, tag_field="type", tag="snapshot"):
    game: GameView
    moves: list[Move]
    state: Annotated[msgspec.Raw, Meta(extra={"holds": PersonalState})]
    you: You


class Events(Struct, tag_field="type", tag="events", omit_defaults=True):
    """What happened, and what is the case now; with `more`, further events lie in between."""

    events: Annotated[list[dict[str, Any]], Meta(extra={"holds": list[AnyEvent]})]
    state: Annotated[msgspec.Raw, Meta(extra={"holds": PersonalState})]
    more: bool = False


class PresenceView(Struct, tag_field="type", tag="presence"):
    """Who sits at their seats, who is away for how long, which computer thinks, how many watch."""

    present: list[str]
    away: dict[str, int]
    thinking: str | None
    watching: int
    watchers: list[str]
    """The names of those who watch and have an account, some of them."""


class Heartbeat(Struct, tag_field="type", tag="ping"):
    seq: int
    now: int


class ReasonView(Struct):
    code: str
    rule: str
    cells: tuple[int, ...]
    message: str


class Reply(Struct, tag_field="type", kw_only=True):
    """An answer to one request."""

    id: RequestId | UnsetType | None = UNSET


class Ok(Reply, tag="ok"):
    seq: int
    game: str | UnsetType = UNSET


class WhyReply(Reply, tag="why"):
    reason: ReasonView | None


class FindReply(Reply, tag="find"):
    placement: int
    placements: list[int]


class Pong(Reply, tag="pong"):
    seq: int
    now: int


class Refused(Reply, tag="error"):
    code: str
    message: str


AnyReply = Ok | WhyReply | FindReply | Pong | Refused


# --- bytes --------------------------------------------------------------------------------

_T = TypeVar("_T")
encode = msgspec.json.encode
_actions: msgspec.json.Decoder[AnyAction] = msgspec.json.Decoder(AnyAction)
_events: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def read_action(text: str | bytes) -> AnyAction:
    return _checked(_actions, text)


class _Numbered(Struct):
    id: RequestId | None = None


_numbered = msgspec.json.Decoder(_Numbered)


def id_in(text: str | bytes) -> RequestId | None:
    """The id of a request that is else not understood, if that much can be read."""
    try:
        return _numbered.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def read_event(text: str | bytes) -> AnyEvent:
    """An event from the store, which we wrote ourselves."""
    return _events.decode(text)


def read_body(kind: type[_T], body: bytes) -> _T:
    return _checked(msgspec.json.Decoder(kind), body)


def _checked(decoder: msgspec.json.Decoder[_T], text: str | bytes) -> _T:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_request", f"this is not understood: {error}") from None
