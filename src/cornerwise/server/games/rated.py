"""Rated games: what they ask of those who play, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping

from cornerwise.ratings import Leaving, Member, Result, Side, pool_of
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games.contest import Chair, Contest
from cornerwise.variants import Variant


def check_beginning(created: m.Created, of: Variant) -> None:
    """Refuse a rated game that would say nothing about who plays better."""
    persons = [seat for seat in created.seats if seat.kind == "person"]
    if not created.rated:
        return
    if pool_of(of) is None:
        raise Refusal("not_rated", "a game for one player cannot be rated")
    if len(persons) > 1:
        raise Refusal("not_rated", "in a rated game you take one seat: let others take theirs")
    if not persons or not persons[0].account:
        raise Refusal("not_rated", "only players who are signed in can be rated")
    if created.clock.kind == "none":
        raise Refusal("not_rated", "a rated game needs a clock")
    if created.tips:
        raise Refusal("not_rated", "in a rated game there are no tips")


def check_joining(contest: Contest, account: str) -> None:
    """Refuse somebody who cannot be rated, or sits there already."""
    if not contest.rated:
        return
    if not account:
        raise Refusal("not_rated", "this game is rated: sign in to take a seat")
    if account in (chair.account for chair in contest.chairs.values()):
        raise Refusal("not_rated", "in a rated game you take one seat: let others take theirs")


def holders(contest: Contest) -> list[str]:
    """As whom the persons of a contest hold their seats."""
    return [chair.holder for chair in contest.chairs.values() if chair.kind == "person"]


def result_of(contest: Contest, accounts: Mapping[str, str]) -> Result:
    """What a rated game that is over came to; `accounts` knows them by their holders."""
    of, scores = contest.variant, contest.game.scores
    sides = []
    for team in dict.fromkeys(seat.team for seat in of.seats):
        chairs = [contest.chairs[seat.name] for seat in of.seats if seat.team == team]
        members = tuple(_member(contest, chair, accounts) for chair in chairs)
        sides.append(Side(members, of.scoring.worth(scores[chairs[0].name])))
    return Result(contest.id, contest.updated, of.name, tuple(sides), dict(of.options))


def _member(contest: Contest, chair: Chair, accounts: Mapping[str, str]) -> Member:
    if chair.kind != "person":
        return Member(level=chair.level or 1)
    after = contest.gone.get(chair.name)
    if after is None:
        return Member(accounts[chair.holder])
    own = sum(seat == chair.name for _, _, seat, _ in contest.moves[:after])
    order = list(contest.out).index(chair.name)
    return Member(accounts[chair.holder], left=Leaving(order, own, contest.out[chair.name]))
