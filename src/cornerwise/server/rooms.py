"""Rooms: who is connected to a game, and what happens next in it.

A room keeps a match in memory while somebody looks at it. No process owns a game: the store decides
whose event comes next, and a room that hears of news it does not know reads them from there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec

from cornerwise.errors import CornerwiseError
from cornerwise.game import Game
from cornerwise.server import messages as m
from cornerwise.server import openings, views
from cornerwise.server.bus import Bus
from cornerwise.server.clocks import Timekeeper
from cornerwise.server.engines import Busy, EnginePool
from cornerwise.server.judge import Judge
from cornerwise.server.keys import Keys
from cornerwise.server.lists import line_of
from cornerwise.server.match import Actor, Chair, Match
from cornerwise.server.metrics import Metrics
from cornerwise.server.problems import Problem
from cornerwise.server.room import Connection, Room
from cornerwise.server.security import holder_of, new_id, same, signed
from cornerwise.server.settings import Settings
from cornerwise.server.store import (
    Conflict,
    Entry,
    Holding,
    Place,
    Store,
    StoreError,
    Unreadable,
)
from cornerwise.server.supervision import Supervisor
from cornerwise.visible import named

SLICE = 32
"""Events of a game that are applied before others have their turn."""
RESUME = 3.0
"""Seconds between looks for games that should go on by themselves."""
HORIZON = 60_000
"""Clocks that may run out within so many milliseconds are watched, those of games in memory
always."""

log = logging.getLogger("cornerwise.rooms")


@dataclass
class Ports:
    """The adapters in use."""

    store: Store
    bus: Bus
    engines: EnginePool


class Rooms:
    """All games of this process.

    work   what goes on in the background
    aside  games that cannot be read, with the reason
    """

    def __init__(
        self,
        ports: Ports,
        keeper: Timekeeper,
        secret: bytes,
        settings: Settings,
        metrics: Metrics | None = None,
    ) -> None:
        self._metrics = metrics or Metrics()
        self._store, self._bus, self._engines = ports.store, ports.bus, ports.engines
        self._keeper, self._secret, self._settings = keeper, secret, settings
        self.keys = Keys(secret, ports.store)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self.work = Supervisor()
        self.aside: dict[str, str] = {}
        self._unlisten = self._bus.listen(self._heard)

    # --- opening and closing -----------------------------------------------------------------

    def start(self) -> None:
        """Begin what goes on by itself; who comes meanwhile does not wait for it."""
        self.work.repeat("resuming", self._resume, RESUME)
        self.work.repeat("heartbeat", self._heartbeat, self._settings.heartbeat)
        self.work.repeat("sweeping", self._sweep, self._settings.idle / 4)

    async def _resume(self) -> None:
        """Let the games go on that go on by themselves, and that nobody has in memory.

        This finds those that went on before a start, and those that were lost by a failure. Clocks
        need no more than a line of the store; only computers need the game itself.
        """
        now = self._keeper.now()
        for alarm in await self._store.alarms(now + HORIZON):
            if alarm.game not in self._rooms and alarm.game not in self._alarms:
                ran = self._keeper.elapsed(alarm.turn_at, self._keeper.now())
                self._set_alarm(alarm.game, alarm.deadline - alarm.turn_at - ran)
        places = self._settings.waiting - self.thinking
        for game in await self._store.waking():
            if places <= 0:
                break
            if game not in self._rooms:
                places -= 1
                with contextlib.suppress(Problem):  # it is set aside
                    await self.room(game)

    async def close(self) -> None:
        self._unlisten()
        for alarm in self._alarms.values():
            alarm.cancel()
        for room in self._rooms.values():
            for timer in (room.table_due, room.lapse):
                if timer is not None:
                    timer.cancel()
        await self.work.close()

    @property
    def count(self) -> int:
        """How many games are in memory."""
        return len(self._rooms)

    @property
    def connected(self) -> int:
        """How many sockets are open to games."""
        return sum(len(room.connections) for room in self._rooms.values())

    @property
    def thinking(self) -> int:
        """In how many games a computer is thinking or waits for its turn to think."""
        return sum(room.thinking is not None for room in self._rooms.values())

    async def room(self, game: str) -> Room:
        """The room of a game, read from the store if need be."""
        room = self._rooms.get(game)
        if room is None:
            if game not in self._loading:
                self._loading[game] = asyncio.ensure_future(self._load(game))
                self._loading[game].add_done_callback(partial(self._loaded, game))
            room = await asyncio.shield(self._loading[game])
        room.used = asyncio.get_running_loop().time()
        return room

    def _loaded(self, game: str, loading: asyncio.Future[Room]) -> None:
        del self._loading[game]
        if not loading.cancelled():
            loading.exception()  # told to those who wait, if there is anybody

    async def _load(self, game: str) -> Room:
        try:
            match = await self._read(game)
        except Unreadable as error:
            self._set_aside(game, error)
            raise Problem("unreadable", "what was stored of this game is damaged") from None
        acts: dict[str, set[str]] = {}
        for guest, holder in await self._store.holdings(game):
            acts.setdefault(guest, set()).add(holder)
        now = self._keeper.now()
        left = dict.fromkeys(match.chairs, now)
        room = Room(match, acts, left=left, patience=self._settings.away)
        room.generations = await self._store.generations(game)
        room.used = asyncio.get_running_loop().time()
        self._rooms[game] = room
        self.aside.pop(game, None)
        self._wake(room)
        return room

    async def _read(self, game: str) -> Match:
        bodies = await self._store.events(game) if len(game) <= 32 else []
        if not bodies:
            raise Problem("not_found", "there is no such game")
        created, *later = _decoded(bodies)
        try:
            assert isinstance(created, m.Created)
            match = Match(game, created)
            for event in later:
                match.apply(event)
                if event.seq % SLICE == 0:
                    await asyncio.sleep(0)  # a long game is not read at everybody's cost
        except Exception as error:  # whatever is wrong, it is wrong with this game alone
            raise Unreadable(f"the events do not make a game: {error!r}") from error
        return match

    def _set_aside(self, game: str, error: Exception) -> None:
        """Note a game that cannot be read; others go on, and it does if it can be read again."""
        if game not in self.aside:
            log.error("game %s… cannot be read and is set aside: %s", game[:6], error)
        self.aside[game] = str(error)

    # --- making games ------------------------------------------------------------------------

    async def create(self, new: m.NewGame, guest: str, address: str = "") -> Room:
        """A new game with whoever was chosen for each seat."""
        holder = holder_of(guest)
        created = openings.new_game(new, holder, self._keeper.now())
        room = await self._open(new_id(), created, [Holding(guest, holder)])
        self.look(room, guest, address)
        return room

    async def keep(self, record: Game, players: Mapping[str, str], guest: str) -> Room:
        """Store a game that was played elsewhere, to look at."""
        holder = holder_of(guest)
        created = openings.record(record, players, holder, self._keeper.now())
        return await self._open(new_id(), created, [Holding(guest, holder)])

    async def play_on(self, room: Room, wanted: m.PlayOn, guest: str) -> Room:
        """A new game from a position of one that is over."""
        holder = holder_of(guest)
        created = openings.play_on(room.match, wanted, holder, self._keeper.now())
        return await self._open(new_id(), created, [Holding(guest, holder)])

    async def _open(self, game: str, created: m.Created, holdings: Sequence[Holding]) -> Room:
        match = Match(game, created)
        await self._store.append(game, 0, m.encode(created), line_of(match), holdings)
        acts: dict[str, set[str]] = {}
        for guest, holder in holdings:
            acts.setdefault(guest, set()).add(holder)
        left = dict.fromkeys(match.chairs, created.at)
        room = Room(match, acts, left=left, patience=self._settings.away)
        room.used = asyncio.get_running_loop().time()
        self._rooms[game] = room
        self._wake(room)
        return room

    # --- who sits where ----------------------------------------------------------------------

    async def join(self, room: Room, body: m.Join, guest: str) -> None:
        """Take an open seat."""
        if not same(body.key, self.keys.invitation(room)):
            raise Problem("bad_key", "this invitation is not valid")
        async with room.lock:
            chairs = room.match.chairs.values()
            open_seats = [chair.name for chair in chairs if chair.kind == "open"]
            seat = body.seat or next(iter(open_seats), "")
            if seat not in open_seats:
                raise Problem("not_now", "this seat is taken")
            holder = holder_of(guest)
            event = m.Joined(
                seq=room.match.seq + 1,
                at=self._keeper.now(),
                seat=seat,
                player=named(body.name, m.NAME),
                holder=holder,
            )
            await self._append(room, event, [Holding(guest, holder)])

    async def claim(self, room: Room, body: m.Claim, guest: str) -> None:
        """Play a holder's seats from this device too."""
        holder = self.keys.holder(room, body.key)
        await self._store.hold(room.match.id, Holding(guest, holder))
        room.let(guest, holder)
        self._table_changed(room)

    async def rekey(self, room: Room, guest: str) -> None:
        """Make a guest's seat link invalid; everybody there is told what is theirs now."""
        async with room.lock:
            await self.keys.change(room, guest)
        for connection in room.connections:
            connection.send(self.snapshot(room, connection.guest))
        self._table_changed(room)

    async def abandon(self, room: Room, guest: str) -> None:
        """Give up all seats of a guest, and take the game out of its list."""
        self._must_be_listed(room, guest)
        async with room.lock:
            while (event := self._judge(room, room.actor(guest)).giving_up()) is not None:
                await self._append(room, event)
        await self._store.hide(room.match.id, guest)

    async def put_away(self, room: Room, guest: str, hidden: bool = True) -> None:
        """Take a game that the guest no longer plays out of its list, or put it back."""
        self._must_be_listed(room, guest)
        if hidden and self._judge(room, room.actor(guest)).giving_up() is not None:
            raise Problem("not_now", "you still play in this game: abandon it first")
        await self._store.hide(room.match.id, guest, hidden)

    def _judge(self, room: Room, actor: Actor) -> Judge:
        now, elapsed = self._keeper.now(), self._keeper.elapsed
        return Judge(room.match, actor, now, elapsed, self._settings)

    def _must_be_listed(self, room: Room, guest: str) -> None:
        if guest not in room.acts:
            raise Problem("forbidden", "this game is not in your list")

    # --- what somebody wants -----------------------------------------------------------------

    async def act(
        self, room: Room, guest: str, action: m.AnyAction, reply: Callable[[bytes], None]
    ) -> None:
        """Do what is asked and give `reply` the answer, before anybody else hears of it."""
        actor = room.actor(guest)
        known = msgspec.UNSET if action.id is None else action.id
        match action:
            case m.Ping():
                reply(m.encode(m.Pong(id=known, seq=room.match.seq, now=self._keeper.now())))
            case m.Sync():
                reply(await self.since(room, guest, action.since))
            case m.Why():
                reason = room.match.why(action.placement, action.colour)
                reply(m.encode(m.WhyReply(id=known, reason=reason)))
            case m.Find():
                reply(m.encode(m.FindReply(id=known, placement=_found(room, action.text))))
            case m.Hint():
                seq, placement = room.match.seq, await self._hint(room, actor)
                reply(m.encode(m.HintReply(id=known, placement=placement, seq=seq)))
            case m.Rematch():
                game, seq = await self._rematch(room, actor, action)
                reply(m.encode(m.Ok(id=known, seq=seq, game=game)))
            case _:
                await self._step(room, actor, action, reply)

    async def _step(
        self, room: Room, actor: Actor, step: m.AnyStep, reply: Callable[[bytes], None]
    ) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        known = msgspec.UNSET if step.id is None else step.id
        answer = m.encode(m.Ok(id=known, seq=step.seq))
        async with room.lock:
            judge = self._judge(room, actor)
            if judge.repeats(step):
                reply(answer)
                return
            event = judge.decide(step)
            if isinstance(event, m.TakenOver):
                self._check_absent(room, event.seat)
            await self._append(room, event, acknowledge=lambda: reply(answer))
        self._metrics.acknowledged.observe(loop.time() - began)

    def _check_absent(self, room: Room, seat: str) -> None:
        now = self._keeper.now()
        gone = now - room.left.get(seat, now)
        if seat in room.present(now) or gone < self._settings.away:
            raise Problem("not_now", "this player has not been gone long enough")

    async def _hint(self, room: Room, actor: Actor) -> int:
        match = room.match
        if not match.alone:
            raise Problem("no_hints", "hints are given only where no other person plays")
        if match.seat is None:
            raise Problem("not_playing", "nobody is on turn")
        if match.seat not in actor.seats:
            raise Problem("not_your_turn", f"it is {match.seat}'s turn")
        try:
            return await self._engines.choose(match.game, self._settings.hint_level, room.owner)
        except Busy:
            raise Problem("busy", "all places for searches are taken", retry_after=1) from None

    async def _rematch(self, room: Room, actor: Actor, step: m.Rematch) -> tuple[str, int]:
        """Make the next game, once: its id follows from this one's."""
        if not actor.seats:
            raise Problem("forbidden", "only players may ask for another game")
        async with room.lock:
            match = room.match
            if match.rematch is not None:
                return match.rematch, match.seq
            if match.status != "over" or match.created.record is not None:
                raise Problem("not_now", "the game is not over")
            if step.seq != match.seq + 1:
                raise Problem("stale", "something else happened meanwhile", last=match.seq)
            game = signed(self._secret, "rematch", match.id)
            now = self._keeper.now()
            holders = {chair.holder for chair in match.chairs.values()}
            holdings = [
                Holding(guest, holder)
                for guest, acts in room.acts.items()
                for holder in acts
                if holder in holders
            ]
            created = openings.rematch(match, actor, now)
            with contextlib.suppress(Conflict):  # made already, but the answer was lost
                await self._open(game, created, holdings)
            await self._append(room, m.Rematched(seq=match.seq + 1, at=now, game=game))
            return game, room.match.seq

    # --- what happens ------------------------------------------------------------------------

    async def _append(
        self,
        room: Room,
        event: m.AnyEvent,
        holdings: Sequence[Holding] = (),
        acknowledge: Callable[[], None] | None = None,
    ) -> None:
        """Store an event, then acknowledge, then tell everybody. The room must be locked."""
        after = room.match.after(event)
        game = after.id
        try:
            await self._store.append(game, event.seq, m.encode(event), line_of(after), holdings)
        except Conflict as conflict:
            await self._catch_up(room)
            raise Problem("stale", "somebody was faster", last=conflict.last) from None
        except StoreError:
            await self._catch_up(room)
            if event not in room.match.recent:
                raise
        else:
            room.match = after
        self._metrics.events.labels(type(event).__name__.lower()).inc()
        for guest, holder in holdings:
            room.let(guest, holder)
        if acknowledge is not None:
            acknowledge()
        self._happened(room, [event])
        await self._bus.publish(game, event.seq)

    def _happened(self, room: Room, events: Sequence[m.AnyEvent]) -> None:
        room.used = asyncio.get_running_loop().time()
        room.tell_events(events, self._state(room))
        self._wake(room)

    async def _catch_up(self, room: Room) -> None:
        """Read from the store what other processes appended, and tell those who watch."""
        bodies = await self._store.events(room.match.id, room.match.seq)
        news = [event for event in _decoded(bodies) if event.seq > room.match.seq]
        for event in news:
            room.match = room.match.after(event)
        if news:
            for guest, holder in await self._store.holdings(room.match.id):
                room.let(guest, holder)
            self._happened(room, news)

    def _heard(self, game: str, seq: int) -> None:
        room = self._rooms.get(game)
        if room is not None and seq > room.match.seq:
            self.work.keep("listening", partial(self._listen, room))

    async def _listen(self, room: Room) -> None:
        async with room.lock:
            await self._catch_up(room)

    # --- computers and clocks ----------------------------------------------------------------

    def _wake(self, room: Room) -> None:
        """Let a computer think and clocks run out, if the match says so."""
        if self._to_think(room) is not None and room.thinking is None:
            room.thinking = self.work.keep("thinking", partial(self._think, room))
            room.thinking.add_done_callback(lambda task: self._thought(room, task))
        alarm = self._alarms.pop(room.match.id, None)
        if alarm is not None:
            alarm.cancel()
        left = room.match.time_left(self._keeper.now(), self._keeper.elapsed)
        if left is not None:
            self._set_alarm(room.match.id, left)

    def _set_alarm(self, game: str, left: int) -> None:
        loop = asyncio.get_running_loop()
        self._alarms[game] = loop.call_later(max(0, left) / 1000 + 0.001, self._ring, game)

    def _ring(self, game: str) -> None:
        self._alarms.pop(game, None)
        self.work.keep("clock", partial(self._time_out, game))

    async def _time_out(self, game: str) -> None:
        try:
            room = await self.room(game)
        except Problem:
            return  # it is set aside, and looked at again when games are resumed
        async with room.lock:
            left = room.match.time_left(self._keeper.now(), self._keeper.elapsed)
            if left is None:
                return
            if left > 0:
                self._wake(room)
                return
            seat = room.match.running
            assert seat is not None
            with contextlib.suppress(Problem):  # another process was faster
                await self._append(
                    room, m.TimedOut(seq=room.match.seq + 1, at=self._keeper.now(), seat=seat)
                )

    async def _think(self, room: Room) -> None:
        """Play for computers as long as they are on turn."""
        while (chair := self._to_think(room)) is not None:
            if room.thinker != chair.name:
                room.thinker = chair.name
                self._table_changed(room)
            await self._computer_move(room, chair.level or 1)

    def _thought(self, room: Room, task: asyncio.Task[None]) -> None:
        room.thinking = room.thinker = None
        if not task.cancelled():
            self._table_changed(room)
            if self._to_think(room) is not None:  # since it last looked
                self._wake(room)

    async def _computer_move(self, room: Room, level: int) -> None:
        seq = room.match.seq
        if room.chosen is None or room.chosen[0] != seq:
            try:
                room.chosen = seq, await self._engines.choose(room.match.game, level, room.owner)
            except Busy:
                await asyncio.sleep(0.1 + random.random() * 0.4)
                return
        async with room.lock:
            if room.match.seq != seq:
                return  # something happened meanwhile: think again
            now = self._keeper.now()
            with contextlib.suppress(Problem):
                await self._append(
                    room, room.match.moved(room.chosen[1], now, self._keeper.elapsed)
                )

    def _to_think(self, room: Room) -> Chair | None:
        """The computer that must move now, if it need not wait for somebody to look."""
        return None if self._paused(room) else room.match.computer_on_turn

    def _paused(self, room: Room) -> bool:
        """Whether the computers wait until somebody looks, since nobody waits for them."""
        if room.connections or not room.match.waits_for_eyes:
            return False
        if room.match.deserted:
            return True
        return asyncio.get_running_loop().time() - room.looked >= self._settings.linger

    def look(self, room: Room, guest: str, address: str) -> None:
        """Somebody looks at a game, which may go on now; searches count for its host's address."""
        room.looked = asyncio.get_running_loop().time()
        if address and room.actor(guest).host:
            room.address = address
        self._wake(room)

    # --- who is there ------------------------------------------------------------------------

    async def connect(self, room: Room, connection: Connection, since: int | None = None) -> None:
        """Somebody came. A seat reserved for this guest is taken thereby.

        The first message and being told of events begin at the same moment: no gap, no overlap.
        """
        actor = room.actor(connection.guest)
        if any(not room.match.chairs[seat].joined for seat in actor.seats):
            async with room.lock:
                await self._take_reserved(room, actor)
        missed = None if since is None else room.match.since(since)
        if missed is None:
            connection.send(self.snapshot(room, connection.guest))
        else:
            connection.send(self._events(room, connection.guest, missed))
        room.connections.add(connection)
        self._wake(room)
        for seat in actor.seats:
            room.left.pop(seat, None)
            room.seen.pop(seat, None)
        connection.send(self.table(room))
        self._table_changed(room)

    async def _take_reserved(self, room: Room, actor: Actor) -> None:
        for seat in actor.seats:
            chair = room.match.chairs[seat]
            if not chair.joined:
                event = m.Joined(
                    seq=room.match.seq + 1,
                    at=self._keeper.now(),
                    seat=seat,
                    player=chair.player,
                    holder=chair.holder,
                )
                await self._append(room, event)

    def disconnect(self, room: Room, connection: Connection) -> None:
        """Somebody went."""
        room.connections.discard(connection)
        room.used = room.looked = asyncio.get_running_loop().time()
        gone = set(room.actor(connection.guest).seats) - room.connected
        for seat in gone:
            room.left[seat] = self._keeper.now()
            room.seen.pop(seat, None)  # who closes the page is gone, whatever was asked before
        if gone:
            self._tell_table(room)  # at once: somebody waits for this player
        else:
            self._table_changed(room)

    def seen(self, room: Room, guest: str) -> None:
        """Somebody asked for something over HTTP: who plays that way is there, too."""
        now = self._keeper.now()
        for seat in room.actor(guest).seats:
            if seat not in room.connected:
                room.seen[seat] = room.left[seat] = now
        if room.seen and room.lapse is None:
            self._table_changed(room)
            self._note_lapse(room)

    def _note_lapse(self, room: Room) -> None:
        """Tell the table when whoever asked over HTTP has not done so for too long."""
        room.lapse = None
        now = self._keeper.now()
        rest = [at + room.patience - now for at in room.seen.values()]
        if any(left <= 0 for left in rest):
            room.seen = {seat: at for seat, at in room.seen.items() if at + room.patience > now}
            self._table_changed(room)
        if room.seen:
            wait = min(left for left in rest if left > 0) / 1000 + 0.001
            room.lapse = asyncio.get_running_loop().call_later(wait, self._note_lapse, room)

    def table(self, room: Room) -> bytes:
        return m.encode(room.table(self._keeper.now()))

    def _table_changed(self, room: Room) -> None:
        """Tell soon: many may come and go at once."""
        if room.table_due is None and room.connections:
            room.table_due = asyncio.get_running_loop().call_later(0.1, self._tell_table, room)

    def _tell_table(self, room: Room) -> None:
        if room.table_due is not None:
            room.table_due.cancel()
        room.table_due = None
        room.tell(self.table(room))

    # --- what is shown -----------------------------------------------------------------------

    def _state(self, room: Room) -> bytes:
        return m.encode(views.state(room.match, self._keeper.now(), self._keeper.elapsed))

    def you(self, room: Room, guest: str) -> m.You:
        """What concerns only one guest: its seats and keys."""
        actor, match = room.actor(guest), room.match
        has_open = any(chair.kind == "open" for chair in match.chairs.values())
        mine = next(
            (chair.holder for chair in match.chairs.values() if chair.name in actor.seats), ""
        )
        return m.You(
            seats=list(actor.seats),
            host=actor.host,
            invite=self.keys.invitation(room) if actor.host and has_open else None,
            key=self.keys.seat(room, mine) if mine else None,
        )

    def snapshot(self, room: Room, guest: str) -> bytes:
        """Everything a viewer needs, at once."""
        you, match = self.you(room, guest), room.match
        state = views.personal_state(match, self._state(room), you.seats)
        return m.encode(m.Snapshot(views.game_view(match), match.moves, state, you))

    async def since(self, room: Room, guest: str, since: int) -> bytes:
        """The events after a seq, at most a page of them, with the state now."""
        missed = room.match.since(since)
        if missed is None:
            bodies = await self._store.events(room.match.id, since, self._settings.page)
            missed = [event for event in _decoded(bodies) if event.seq <= room.match.seq]
        return self._events(room, guest, missed)

    def _events(self, room: Room, guest: str, events: Sequence[m.AnyEvent]) -> bytes:
        state = views.personal_state(room.match, self._state(room), room.actor(guest).seats)
        more = bool(events) and events[-1].seq < room.match.seq
        return m.encode(m.Events([m.public(event) for event in events], state, more))

    async def games_of(
        self, guest: str, limit: int, after: Place | None = None, over: bool | None = None
    ) -> list[Entry]:
        """A guest's list of games, from a place on."""
        entries = await self._store.games_of(guest, limit, after, over)
        return [await self._renewed(entry) for entry in entries]

    async def _renewed(self, entry: Entry) -> Entry:
        """A line that was stored before lines had a board, worked out anew."""
        if b'"board":' in entry.summary:
            return entry
        try:
            match = await self._read(entry.place.game)
        except (Problem, StoreError, msgspec.MsgspecError):
            return entry  # it stays as it is
        return entry._replace(summary=m.encode(views.summary(match)))

    # --- housekeeping ------------------------------------------------------------------------

    async def _heartbeat(self) -> None:
        for room in list(self._rooms.values()):
            room.tell(m.encode(m.Heartbeat(room.match.seq, self._keeper.now())))

    async def _sweep(self) -> None:
        """Forget games that nobody looks at; let quiet ones give back memory."""
        loop = asyncio.get_running_loop()
        for game, room in list(self._rooms.items()):
            if loop.time() - room.used < self._settings.idle or room.thinking is not None:
                continue
            room.match.rest()
            if not room.connections and not room.lock.locked():
                del self._rooms[game]


def _decoded(bodies: Sequence[bytes]) -> list[m.AnyEvent]:
    try:
        return [m.read_event(body) for body in bodies]
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Unreadable(f"an event is damaged: {error}") from error


def _found(room: Room, text: str) -> int:
    try:
        return room.match.game.move(text).number
    except CornerwiseError as error:
        raise Problem("bad_request", str(error)) from None
