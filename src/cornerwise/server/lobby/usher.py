"""The usher: does what visitors of the lobby ask for."""

from __future__ import annotations

from collections.abc import Mapping

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import new_id
from cornerwise.server.games import lobby_views as v
from cornerwise.server.games.beginnings import Sitter
from cornerwise.server.games.pairing import Terms
from cornerwise.server.house.desk import Desk
from cornerwise.server.house.house import House
from cornerwise.server.lobby.challenges import Proposal, accepted
from cornerwise.server.lobby.lobby import Lobby, Visitor
from cornerwise.server.lobby.matches import sitter
from cornerwise.server.lobby.seeks import dropped, used

Answer = Mapping[str, object]


class Usher:
    """Brings people together."""

    def __init__(self, house: House, desk: Desk, lobby: Lobby) -> None:
        self._house, self._desk, self._lobby = house, desk, lobby
        self._keeper, self._peers = house.keeper, house.ground.peers

    async def act(self, visitor: Visitor, action: v.AnyAction) -> Answer:
        """Do what is asked: what to answer besides that it is done."""
        match action:
            case v.Look():
                await self._lobby.seek(visitor, await self._lobby.kept(visitor, action.wish))
            case v.Stop():
                await self._lobby.stop(visitor)
            case v.Agree():
                if not await self._lobby.seeks.fill(visitor.guest, self._keeper.now()):
                    raise Refusal("not_now", "you are not looking for a game now")
                await self._lobby.matches.tell()
            case v.Meet():
                return await self._meet(visitor, action)
            case v.Challenge():
                return await self._challenge(visitor, action)
            case v.Accept():
                return await self._accept(visitor, action)
            case v.Decline():
                await self._decline(visitor, action)
            case v.Withdraw():
                await self._lobby.challenges.withdraw(action.challenge, visitor.guest)
                await self._lobby.matches.tell()
        return {}

    async def _meet(self, visitor: Visitor, action: v.Meet) -> Answer:
        """Play at once with somebody who waits; where two are too few, wait for the same."""
        waiting = await self._lobby.waiting()
        other = next((one for one in waiting if one.id == action.seek), None)
        if other is None or other.person == visitor.guest:
            raise Refusal("not_now", "this player is no longer waiting")
        await self._house.talk.ties.check_apart(visitor.guest, [other.person])
        wish = v.Wish(
            variants=other.kept.wish.variants,
            clocks=other.kept.wish.clocks,
            rated=other.kept.wish.rated,
            level=other.kept.wish.level,
            name=action.name,
        )
        kept = await self._lobby.kept(visitor, wish)
        pairs = [terms for terms in sorted(other.seek.terms) if terms.seats == 2]
        if not pairs:
            await self._lobby.seek(visitor, kept)
            return {}
        game, now, variant = new_id(), self._keeper.now(), pairs[0].variant
        me = Sitter(visitor.guest, wish.name, visitor.account, kept.ratings.get(variant))
        begun = await self._lobby.matches.begin(
            game,
            pairs[0],
            [sitter(other, variant), me],
            other.kept.wish.listed,
            [used(other, game, now), dropped(visitor.guest)],
        )
        if begun is None:
            raise Refusal("not_now", "this player is no longer waiting")
        return await self._begun(game)

    async def _begun(self, game: str) -> Answer:
        await self._lobby.matches.tell()
        return {"game": game}

    # --- challenges --------------------------------------------------------------------------

    async def _challenge(self, visitor: Visitor, action: v.Challenge) -> Answer:
        self._terms(action.variant, action.clock, action.rated)
        if action.rated and not visitor.account:
            raise Refusal("forbidden", "sign in to play rated games")
        if action.rated:
            await self._house.conduct.check(visitor.guest)
        rival, name = await self._lobby.challenges.rival(action.rival)
        if rival == visitor.guest:
            raise Refusal("bad_request", "this is your own name")
        await self._house.talk.ties.check_apart(visitor.guest, [rival])
        proposal = Proposal(
            name=await self._lobby.roster.guest_name(action.name),
            account=visitor.account,
            rival=name,
            variant=action.variant,
            clock=action.clock,
            rated=action.rated,
            listed=action.listed,
        )
        made = await self._lobby.challenges.make(
            visitor.guest, rival, proposal, self._peers.run, self._keeper.now()
        )
        await self._lobby.matches.tell()
        return {"challenge": made}

    def _terms(self, variant: str, clock: m.ClockChoice, rated: bool) -> Terms:
        wish = v.Wish(variants=[variant], clocks=[clock], rated=rated)
        (terms,) = wish.terms()
        if terms.seats != 2:
            raise Refusal("bad_variant", "a challenge is for two: open a game for more")
        return terms

    async def _accept(self, visitor: Visitor, action: v.Accept) -> Answer:
        now = self._keeper.now()
        challenges = self._lobby.challenges
        found = await challenges.find(action.challenge, visitor.guest, self._peers.alive, now)
        proposal = found.proposal
        await self._house.talk.ties.check_apart(visitor.guest, [found.person])
        if proposal.rated:
            await self._house.conduct.check(visitor.guest)
        if proposal.rematch or found.game is not None:
            return {"game": found.game}
        terms = self._terms(proposal.variant, proposal.clock, proposal.rated)
        game = new_id()
        name = await self._lobby.roster.guest_name(action.name)
        sitters = [
            Sitter(found.person, proposal.name, proposal.account, proposal.rating),
            Sitter(visitor.guest, name, visitor.account),
        ]
        given_up = [accepted(found, game, now), dropped(found.person), dropped(visitor.guest)]
        begun = await self._lobby.matches.begin(game, terms, sitters, proposal.listed, given_up)
        if begun is None:
            raise Refusal("not_now", "this challenge is no longer open")
        return await self._begun(game)

    async def _decline(self, visitor: Visitor, action: v.Decline) -> None:
        now = self._keeper.now()
        challenges = self._lobby.challenges
        found = await challenges.find(action.challenge, visitor.guest, self._peers.alive, now)
        await challenges.decline(action.challenge, visitor.guest, action.reason, now)
        if found.proposal.rematch and found.game is not None:
            room = await self._house.rooms.room(found.game)
            await self._desk.abandon(room, visitor.guest)
        await self._lobby.matches.tell()
