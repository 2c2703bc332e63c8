"""What the lobby looks like: made from who waits, what is played and who is there. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from cornerwise.server.base.security import holder_of
from cornerwise.server.games import lobby_views as v
from cornerwise.server.games import views
from cornerwise.server.games.lists import Summary
from cornerwise.server.games.pairing import Apart, Line
from cornerwise.server.lobby.challenges import Challenge
from cornerwise.server.lobby.company import Companion
from cornerwise.server.lobby.listings import Listing
from cornerwise.server.lobby.matches import fitting_level
from cornerwise.server.lobby.seeks import Waiting
from cornerwise.server.ratings.rating_views import RatingView

OFFERED = 5_000
"""Milliseconds of waiting after which computers are offered."""
ROWS = 60
"""Seeks and open games that are shown, each."""
WATCHABLE = 24
"""Live games that are shown."""
PICTURES = 4
"""How many of them with what lies on the board."""
PEOPLE = 100
"""Names that are shown."""


@dataclass(frozen=True)
class Scene:
    """What there is to see in the lobby."""

    waiting: Sequence[Waiting]
    going: Sequence[Listing]
    online: Mapping[str, Companion]
    finished: Sequence[Summary]
    ratings: Mapping[str, RatingView] = field(default_factory=dict)
    """By name."""

    @property
    def parts(self) -> dict[str, object]:
        """What everybody sees, by parts that change on their own."""
        return {
            "seeks": [_seek(one) for one in self.waiting[:ROWS]],
            "open": [v.Shown(_bare(one.line)) for one in self.going if self._can_join(one)][:ROWS],
            "live": self._live,
            "online": v.Online(len(self.online), self._people),
        }

    @cached_property
    def _there(self) -> frozenset[str]:
        """Under which names those who are there hold seats."""
        return frozenset(map(holder_of, self.online))

    def _can_join(self, listing: Listing) -> bool:
        """Whether a seat is free at a table where somebody waits."""
        line = listing.line
        free = any(seat.kind == "open" for seat in line.seats)
        waits = line.clock.get("kind") == "days" or not self._there.isdisjoint(listing.holders)
        return line.status == "waiting" and free and listing.people > 0 and waits

    @property
    def _live(self) -> v.Live:
        """The featured game comes first: between people, rated, watched by most."""
        playing = [one for one in self.going if one.line.status == "playing"]
        playing.sort(key=_prominence)
        shown = [
            v.Shown(one.line if at < PICTURES else _bare(one.line), one.watching)
            for at, one in enumerate(playing[:WATCHABLE])
        ]
        return v.Live(len(playing), shown, [] if playing else list(self.finished))

    @property
    def _people(self) -> list[v.OnlinePerson]:
        at: dict[str, tuple[str, str]] = {}
        for listing in self.going:
            for seat in listing.line.seats:
                if seat.account and listing.line.status == "playing":
                    at[seat.account] = ("playing", listing.line.id)
        for one in self.waiting:
            at[one.account] = ("waiting", one.id)
        named = sorted(
            (one for one in self.online.values() if one.name), key=lambda one: one.name.casefold()
        )
        return [self._person(one, *at.get(one.name, ("", None))) for one in named[:PEOPLE]]

    def _person(self, one: Companion, state: str, at: str | None) -> v.OnlinePerson:
        known = self.ratings.get(one.name)
        return v.OnlinePerson(
            one.name,
            state or ("playing" if one.busy else "free"),
            known.rating if known else None,
            bool(known and known.unsure),
            at,
        )


class OwnViews:
    """What only one person sees, for everybody: who waits is gone through once, not for each.

    apart  whether two persons shall never meet
    """

    def __init__(
        self, waiting: Sequence[Waiting], standing: Sequence[Challenge], apart: Apart, now: int
    ) -> None:
        self._people = {one.person: one for one in waiting}
        self._apart, self._now = apart, now
        self._concerned: defaultdict[str, list[Challenge]] = defaultdict(list)
        for one in standing:
            for person in {one.person, one.rival}:
                self._concerned[person].append(one)

    def of(self, person: str) -> v.YourLobby:
        mine, seek = self._people.get(person), None
        if mine is not None:
            offer = self._offer(mine) if self._now - mine.since >= OFFERED else None
            seek = v.OwnSeek(mine.id, mine.since, mine.filled is not None, offer)
        concerned = self._concerned.get(person, ())
        shown = [_challenge(one, person) for one in concerned if _matters(one, person)]
        return v.YourLobby(seek, shown)

    def begun(self, person: str) -> list[tuple[str, str]]:
        """The challenges of a person that have become games, each with its game."""
        return [
            (one.id, one.game)
            for one in self._concerned.get(person, ())
            if one.person == person and one.game is not None and not one.proposal.rematch
        ]

    @cached_property
    def _line(self) -> Line:
        return Line(one.seek for one in self._people.values())

    def _offer(self, mine: Waiting) -> v.Offer:
        match = self._line.offer(mine.seek, self._apart)
        others = [self._people[seek.person] for seek in match.seeks[1:]]
        return v.Offer(
            match.terms.variant,
            views.clock_shown(v.clock_of(match.terms.clock)),
            [other.name for other in others],
            match.computers,
            fitting_level([mine, *others], match.terms.variant),
        )


def _matters(challenge: Challenge, person: str) -> bool:
    """Whether somebody still has to know: who declined does not.

    Who asked for a rematch is in its game already, and is told only that it was declined.
    """
    own, proposal = challenge.person == person, challenge.proposal
    if own:
        return bool(challenge.answer) if proposal.rematch else challenge.game is None
    return not challenge.answer and (proposal.rematch or challenge.game is None)


def _challenge(challenge: Challenge, person: str) -> v.ChallengeView:
    own, proposal = challenge.person == person, challenge.proposal
    return v.ChallengeView(
        id=challenge.id,
        own=own,
        name=proposal.rival if own else proposal.account or proposal.name,
        variant=proposal.variant,
        clock=views.clock_shown(proposal.clock),
        rated=proposal.rated,
        made=challenge.made,
        until=challenge.until,
        answer=challenge.answer,
        game=challenge.game,
    )


def _seek(one: Waiting) -> v.SeekView:
    wish, rated_in = one.kept.wish, one.rated_in
    return v.SeekView(
        id=one.id,
        name=one.name,
        account=one.account,
        variants=wish.variants,
        clocks=[views.clock_shown(clock) for clock in wish.clocks],
        rated=wish.rated,
        rating=round(one.kept.ratings[rated_in]) if rated_in else None,
        unsure=rated_in in one.kept.unsure,
        since=one.since,
    )


def _prominence(one: Listing) -> tuple[int, bool, int, int, str]:
    line = one.line
    return -min(one.people, 2), not line.rated, -one.watching, line.created, line.id


def _bare(line: Summary) -> Summary:
    """A line without what lies on the board."""
    return msgspec.structs.replace(line, board={})
