"""The desk: where games are made, seats are taken and given up, and lists are kept."""

from __future__ import annotations

from collections.abc import Mapping

from cornerwise.game import Game
from cornerwise.server.base import messages as m
from cornerwise.server.base.lines import PlayLine
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import holder_of, new_id, same
from cornerwise.server.games import beginnings, rated
from cornerwise.server.games.room import Room
from cornerwise.server.house.house import House
from cornerwise.server.storage.store import Holding
from cornerwise.visible import named


class Desk:
    """Makes games and seats people."""

    def __init__(self, house: House) -> None:
        self._house, self._store, self._keeper = house, house.store, house.keeper

    # --- making games ------------------------------------------------------------------------

    async def create(
        self, new: m.NewGame, guest: str, address: str = "", account: str = ""
    ) -> Room:
        """A new game with whoever was chosen for each seat."""
        holder = holder_of(guest)
        if new.listed and not account:
            for choice in new.seats.values():
                choice.name = await self._house.talk.roster.guest_name(choice.name)
        created = beginnings.new_game(new, holder, self._keeper.now(), account)
        room = await self._house.rooms.open(new_id(), created, [Holding(guest, holder)])
        self._house.reception.look(room, guest, address)
        return room

    async def keep(self, record: Game, players: Mapping[str, str], guest: str) -> Room:
        """Store a game that was played elsewhere, to look at."""
        holder = holder_of(guest)
        created = beginnings.record(record, players, holder, self._keeper.now())
        return await self._house.rooms.open(new_id(), created, [Holding(guest, holder)])

    async def play_on(self, room: Room, wanted: m.PlayOn, guest: str) -> Room:
        """A new game from a position of one that is over."""
        holder = holder_of(guest)
        created = beginnings.play_on(room.contest, wanted, holder, self._keeper.now())
        return await self._house.rooms.open(new_id(), created, [Holding(guest, holder)])

    async def begin(self, game: Game, wanted: PlayLine, guest: str, address: str) -> Room:
        """A new game from a position of the analysis board."""
        holder = holder_of(guest)
        now = self._keeper.now()
        created = beginnings.going_on(game, wanted.seats, wanted.clock, holder, now)
        room = await self._house.rooms.open(new_id(), created, [Holding(guest, holder)])
        self._house.reception.look(room, guest, address)
        return room

    # --- who sits where ----------------------------------------------------------------------

    async def join(self, room: Room, body: m.Join, guest: str, account: str = "") -> None:
        """Take an open seat."""
        listed = room.contest.created.listed and not body.key
        if not listed and not same(body.key, self._house.keys.invitation(room)):
            raise Refusal("bad_key", "this invitation is not valid")
        async with room.lock:
            chairs = room.contest.chairs.values()
            self._house.judge(room, room.actor(guest)).check_length()
            if listed and room.actor(guest).seats:
                raise Refusal("not_now", "you sit at this table already")
            open_seats = [chair.name for chair in chairs if chair.kind == "open"]
            seat = body.seat or next(iter(open_seats), "")
            if seat not in open_seats:
                raise Refusal("not_now", "this seat is taken")
            rated.check_joining(room.contest, account)
            if listed:  # who has the link was invited
                await self._house.talk.ties.check_apart(guest, room.acts)
            holder = holder_of(guest)
            called = self._house.talk.roster.guest_name
            name = await called(body.name) if listed else named(body.name, m.NAME)
            event = m.Joined(
                seq=room.contest.seq + 1,
                at=self._keeper.now(),
                seat=seat,
                player=account or name,
                holder=holder,
                account=account,
            )
            await self._house.chronicle.append(room, event, [Holding(guest, holder)])

    async def claim(self, room: Room, body: m.Claim, guest: str) -> None:
        """Play a holder's seats from this device too."""
        holder = self._house.keys.holder(room, body.key)
        if room.contest.rated:
            raise Refusal("not_rated", "this game is rated: sign in here too, and go on with it")
        async with room.lock:
            await self._store.hold(room.contest.id, Holding(guest, holder))
            room.let(guest, holder)
        self._house.presence.changed(room)
        await self._house.chronicle.changed(room.contest.id)

    async def rekey(self, room: Room, guest: str) -> None:
        """Make a guest's seat link invalid; everybody there is told what is theirs now."""
        async with room.lock:
            await self._house.keys.change(room, guest)
        for connection in room.connections:
            connection.send(self._house.shown.snapshot(room, connection.guest))
        self._house.presence.changed(room)
        await self._house.chronicle.changed(room.contest.id)

    async def abandon(self, room: Room, guest: str) -> None:
        """Give up all seats of a guest, and take the game out of its list."""
        self._must_be_listed(room, guest)
        async with room.lock:
            while (event := self._house.judge(room, room.actor(guest)).giving_up()) is not None:
                await self._house.chronicle.append(room, event)
        await self._store.hide(room.contest.id, guest)

    async def put_away(self, room: Room, guest: str, hidden: bool = True) -> None:
        """Take a game that the guest no longer plays out of its list, or put it back."""
        self._must_be_listed(room, guest)
        if hidden and self._house.judge(room, room.actor(guest)).giving_up() is not None:
            raise Refusal("not_now", "you still play in this game: abandon it first")
        await self._store.hide(room.contest.id, guest, hidden)

    def _must_be_listed(self, room: Room, guest: str) -> None:
        if guest not in room.acts:
            raise Refusal("forbidden", "this game is not in your list")
