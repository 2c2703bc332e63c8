"""The keys in links: invitations, and seat links, which their holder can make invalid."""

from __future__ import annotations

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import holder_of, same, signed
from cornerwise.server.games.room import Room
from cornerwise.server.storage.store import Store


class Keys:
    """Makes and knows the keys of games. They are signed: nobody keeps a list of them."""

    def __init__(self, secret: bytes, store: Store) -> None:
        self._secret, self._store = secret, store

    def invitation(self, room: Room) -> str:
        """The key with which open seats can be taken."""
        return signed(self._secret, "invite", room.contest.id)

    def seat(self, room: Room, holder: str) -> str:
        """The key with which a holder's seats can be played from another device."""
        generation = room.generations.get(holder, 0)
        changed = [str(generation)] if generation else []
        return signed(self._secret, "seat", room.contest.id, holder, *changed)

    def rematch(self, room: Room) -> str:
        """The id of the game that comes after this one: whoever makes it, it is the same."""
        return signed(self._secret, "rematch", room.contest.id)

    def holder(self, room: Room, key: str) -> str:
        """Whose seats a key opens."""
        for chair in room.contest.chairs.values():
            if chair.holder and same(key, self.seat(room, chair.holder)):
                return chair.holder
        raise Refusal("bad_key", "this seat link is not valid")

    def own(self, room: Room, guest: str) -> str:
        """The holder as whom a guest has a seat link; nobody if it plays no seat."""
        seats = room.actor(guest).seats
        chairs = room.contest.chairs.values()
        return next((chair.holder for chair in chairs if chair.name in seats), "")

    async def change(self, room: Room, guest: str) -> None:
        """Make a guest's seat link invalid, and shut out the devices that came by it.

        Two stay: the device that asks, and the one that took the seat, lest a thief of the link
        shut out the player.
        """
        holder = self.own(room, guest)
        if not holder:
            raise Refusal("forbidden", "you do not play in this game")
        owners = [other for other in room.acts if holder_of(other) == holder]
        keep = {guest, *owners}
        room.generations[holder] = await self._store.rekey(room.contest.id, holder, keep)
        for other, holders in room.acts.items():
            if other not in keep:
                holders.discard(holder)
