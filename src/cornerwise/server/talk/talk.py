"""Talk: what players and spectators say at a game, and who hears it.

While a game goes on players hear players, and spectators hear spectators. Once it is over everybody
hears everything. What is said is kept in the transcript, which is the truth. A hint on the bus
makes every process read it there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Annotated
from weakref import WeakKeyDictionary

from msgspec import UNSET, Meta, Struct, UnsetType

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import Turnstile
from cornerwise.server.games.ground import Ground
from cornerwise.server.games.room import Connection, Room
from cornerwise.server.games.rooms import Rooms
from cornerwise.server.people.roster import Roster
from cornerwise.server.people.ties import Ties
from cornerwise.server.talk.floods import MEMORY, WINDOW, is_flood
from cornerwise.server.talk.mutes import Mutes
from cornerwise.server.talk.phrases import PHRASES
from cornerwise.server.talk.transcript import ChatLine, Place, Transcript
from cornerwise.visible import named

SUBJECT = "@chat:"
NEWEST = 50
"""So many lines who comes to a game is told, the newest ones of players and of spectators."""
MOST = 1000
"""So many lines players make at one game, and spectators as many."""
CROWD = 30
"""So many lines are told at one game within the window of a flood, whoever makes them."""


class ChatLineView(Struct):
    """Something said at a game, as its readers see it."""

    id: int
    at: int
    room: Annotated[str, Meta(extra_json_schema={"enum": ["players", "spectators"]})]
    name: str
    """What its author is called; empty for a guest without a name."""
    seat: str
    """Where its author sits; empty for spectators."""
    phrase: str
    """The id of a canned phrase, or empty."""
    text: str
    """What was written, or empty. It is text, never markup."""
    own: bool


class Chat(Struct, tag_field="type", tag="chat"):
    """What was said at a game: the newest lines when one comes, then each as it is made."""

    lines: list[ChatLineView]
    writes: bool | UnsetType = UNSET
    """When one comes: whether the reader may write, or say phrases only."""


class Talk:
    """Lets people talk at games."""

    def __init__(self, ground: Ground, rooms: Rooms) -> None:
        self._bus, self._keeper, self._work = ground.bus, ground.keeper, ground.work
        self._settings, self._rooms = ground.settings, rooms
        self.transcript, self.ties = Transcript(ground.store), Ties(ground.store)
        self.mutes = Mutes(ground.store)
        self.roster = Roster(ground.store, ground.keeper)
        self._told: WeakKeyDictionary[Connection, set[int]] = WeakKeyDictionary()
        self._reached: WeakKeyDictionary[Room, int] = WeakKeyDictionary()
        self._shared, self._turns = ground.store.shared, Turnstile(1)
        self.close = self._bus.listen(self._heard)

    # --- saying something --------------------------------------------------------------------

    async def say(self, room: Room, person: str, said: m.Say) -> None:
        """Say something at a game, in one's own place."""
        if self._settings.chat == "off":
            raise Refusal("no_chat", "there is no chat on this server")
        # What was said before counts, on whichever socket: so one is said after the other.
        async with self._turns.inside(person), self._turns.inside(room.contest.id):
            await self._say(room, person, said)

    async def _say(self, room: Room, person: str, said: m.Say) -> None:
        name, now = await self.roster.of(person), self._keeper.now()
        words = self._checked(said, bool(name))
        seats = room.actor(person).seats
        seat = next(iter(seats), "")
        place: Place = "players" if seats else "spectators"
        before = await self.transcript.said_by(person, now - MEMORY)
        if is_flood(now, words, before) or await self._crowded(room, place, now):
            raise Refusal("flood", "that is too much at once: wait a moment", retry_after=10)
        called = name or (room.contest.chairs[seat].player if seat else "")
        hidden = await self.mutes.until(person, now) is not None
        line = ChatLine(0, now, place, person, called, seat, said.phrase, words, hidden)
        await self.transcript.add(room.contest.id, line)
        await self._bus.publish(SUBJECT + room.contest.id, None)

    def _checked(self, said: m.Say, signed_in: bool) -> str:
        """The words as everybody will see them; none for a phrase."""
        if bool(said.phrase) == bool(said.text):
            raise Refusal("bad_request", "say either a phrase or a text")
        if said.phrase:
            if said.phrase not in PHRASES:
                known = ", ".join(PHRASES)
                raise Refusal("bad_request", f"there is no phrase {said.phrase!r}: say {known}")
            return ""
        if not self._writes(signed_in):
            raise Refusal("no_chat", "here you can say phrases, but not write")
        if words := named(said.text, m.SAID):
            return words
        raise Refusal("bad_request", "there is nothing to see in this text")

    def _writes(self, signed_in: bool) -> bool:
        return self._settings.chat == "text" and (signed_in or self._settings.chat_guests)

    async def _crowded(self, room: Room, place: Place, now: int) -> bool:
        newest = await self.transcript.newest(room.contest.id, NEWEST)
        same = [line for line in newest if line.room == place]
        if sum(line.at > now - WINDOW for line in same) >= CROWD:
            return True
        if len(same) < NEWEST:
            return False
        return await self.transcript.count(room.contest.id, place) >= MOST

    # --- hearing it --------------------------------------------------------------------------

    async def heard(self, room: Room, person: str) -> Chat:
        """What somebody hears of what was said at a game."""
        lines = await self.transcript.newest(room.contest.id, NEWEST)
        writes = self._writes(bool(await self.roster.of(person)))
        return Chat(_shown(room, person, lines, await self._deaf(lines)), writes)

    async def welcome(self, room: Room, connection: Connection) -> None:
        """Tell who comes what was said; who plays alone has nobody to talk to."""
        alone = room.contest.alone and room.actor(connection.guest).seats
        if self._settings.chat != "off" and not alone:
            chat = await self.heard(room, connection.guest)
            self._told[connection] = {line.id for line in chat.lines}
            connection.send(m.encode(chat))

    async def _deaf(self, lines: Iterable[ChatLine]) -> Deaf:
        """Who has blocked whom of those who said something."""
        authors = {line.author for line in lines}
        return {author: await self.ties.blockers(author) for author in authors}

    def _heard(self, subject: str, seq: int | None) -> None:
        room = self._rooms.get(subject.removeprefix(SUBJECT))
        if subject.startswith(SUBJECT) and room is not None and room.connections:
            self._work.keep("chat", partial(self._tell, room))

    async def compare(self) -> None:
        """Look whether a hint was lost: then more was said than those who are here were told."""
        if not self._shared:
            return
        for game, line in (await self.transcript.lately()).items():
            room = self._rooms.get(game)
            if room is not None and room.connections and line > self._reached.get(room, 0):
                await self._tell(room)

    async def _tell(self, room: Room) -> None:
        """Tell everybody who is there what they have not been told."""
        lines = await self.transcript.newest(room.contest.id, NEWEST)
        if lines:
            self._reached[room] = lines[-1].id
        deaf = await self._deaf(lines)
        for connection in room.connections:
            shown = _shown(room, connection.guest, lines, deaf)
            told = self._told.get(connection, set())
            if news := [line for line in shown if line.id not in told]:
                self._told[connection] = {line.id for line in shown}
                connection.send(m.encode(Chat(news)))


Deaf = Mapping[str, set[str]]
"""Who does not want to hear somebody."""


def _shown(room: Room, person: str, lines: Iterable[ChatLine], deaf: Deaf) -> list[ChatLineView]:
    """The lines that a person hears."""
    place = "players" if room.actor(person).seats else "spectators"
    over = room.contest.status == "over"
    return [
        _view(line, person)
        for line in lines
        if (over or line.room == place)
        and (not line.hidden or line.author == person)
        and person not in deaf[line.author]
    ]


def _view(line: ChatLine, person: str) -> ChatLineView:
    return ChatLineView(
        id=line.id,
        at=line.at,
        room=line.room,
        name=line.name,
        seat=line.seat,
        phrase=line.phrase,
        text=line.body,
        own=line.author == person,
    )
