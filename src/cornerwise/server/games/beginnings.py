"""How a game begins: the first event of a new game, a rematch or a record."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cornerwise.errors import CornerwiseError
from cornerwise.game import Game
from cornerwise.lots import seated
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import holder_of
from cornerwise.server.games import rated
from cornerwise.server.games.contest import Actor, Contest
from cornerwise.server.games.pairing import sides
from cornerwise.variants import LOT, Variant, recorded, variant
from cornerwise.visible import named


def new_game(new: m.NewGame, holder: str, now: int, account: str = "") -> m.Created:
    """A game as it was asked for; who begins and who gets which colours may be drawn by lot.

    account  the name of who makes it, if signed in
    """
    options = dict(new.options)
    asked = new.first or options.pop("first", None)
    try:
        plain = recorded(new.variant, options)
        first = asked or plain.table_first
        chosen = variant(plain, seed=secrets.randbits(64), first=first)
    except CornerwiseError as error:
        raise Refusal("bad_variant", str(error)) from None
    created = m.Created(
        seq=0,
        at=now,
        variant=chosen.name,
        options=dict(chosen.options),
        seats=signed(_seated(chosen, new.seats, holder, new.colours == LOT), account),
        clock=new.clock,
        host=holder,
        drawn=first == LOT,
        tips=new.tips,
        rated=new.rated,
        listed=new.listed,
    )
    rated.check_beginning(created, chosen)
    return created


class Sitter(NamedTuple):
    """A person who is given a seat; without a person a computer of a level."""

    person: str = ""
    name: str = ""
    account: str = ""
    rating: float | None = None
    level: int = 0


def paired(
    name: str,
    sitters: Sequence[Sitter],
    clock: m.ClockChoice,
    now: int,
    *,
    counts: bool = False,
    listed: bool = False,
) -> m.Created:
    """A game for people who found each other: teams are balanced, the rest is drawn by lot.

    counts  for the ratings
    """
    plain = recorded(name, {})
    chosen = variant(plain, seed=secrets.randbits(64), first=plain.table_first)
    teams: dict[int, int] = Counter(seat.team for seat in chosen.seats)
    drawn = sides([sitter.rating for sitter in sitters], list(teams.values()))
    members = {team: iter(numbers) for team, numbers in zip(teams, drawn, strict=True)}
    ordered = [sitters[next(members[seat.team])] for seat in chosen.seats]
    places = seated(chosen, ordered, secrets.SystemRandom())
    return m.Created(
        seq=0,
        at=now,
        variant=chosen.name,
        options=dict(chosen.options),
        seats=[_placed(seat.name, places[seat.name]) for seat in chosen.seats],
        clock=clock,
        host=holder_of(next(sitter.person for sitter in sitters if sitter.person)),
        drawn=plain.table_first == LOT,
        rated=counts,
        listed=listed,
    )


def _placed(seat: str, sitter: Sitter) -> m.SeatStart:
    if not sitter.person:
        return m.SeatStart(name=seat, kind="computer", level=sitter.level)
    return m.SeatStart(
        name=seat,
        kind="person",
        player=sitter.account or sitter.name,
        holder=holder_of(sitter.person),
        account=sitter.account,
    )


def signed(seats: list[m.SeatStart], account: str) -> list[m.SeatStart]:
    """Seats of one screen, one of which the account itself takes: the only one, or by its name."""
    persons = [seat for seat in seats if seat.kind == "person"]
    own = persons if len(persons) == 1 else [s for s in persons if s.player in ("", account)]
    if account and own:
        own[0].player = own[0].account = account
    return seats


def record(game: Game, players: Mapping[str, str], holder: str, now: int) -> m.Created:
    """A game that was played elsewhere."""
    return m.Created(
        seq=0,
        at=now,
        variant=game.variant.name,
        options=dict(game.variant.options),
        seats=[_recorded(seat.name, players.get(seat.name, "")) for seat in game.variant.seats],
        host=holder,
        record=game.to_json(),
    )


def play_on(contest: Contest, wanted: m.PlayOn, holder: str, now: int) -> m.Created:
    """A game that goes on from a position of another one, with whoever was chosen."""
    if contest.status != "over":
        raise Refusal("not_now", "this game is still being played")
    game = contest.game.copy()
    if wanted.ply is not None and wanted.ply > len(game.history):
        raise Refusal("bad_request", f"the game has {len(game.history)} moves, not {wanted.ply}")
    while wanted.ply is not None and len(game.history) > wanted.ply:
        game.undo()
    return going_on(game, wanted.seats, wanted.clock, holder, now)


def going_on(
    game: Game, seats: Mapping[str, m.SeatChoice], clock: m.ClockChoice, holder: str, now: int
) -> m.Created:
    """A game that goes on from where another one stands, with whoever was chosen."""
    if game.is_over:
        raise Refusal("not_now", "nothing can be placed in this position any more")
    return m.Created(
        seq=0,
        at=now,
        variant=game.variant.name,
        options=dict(game.variant.options),
        seats=_seated(game.variant, seats, holder),
        clock=clock,
        host=holder,
        start=game.to_json(),
    )


def _recorded(seat: str, player: str) -> m.SeatStart:
    """A seat of a record. Our own computers are named again as the page names them."""
    computer = re.fullmatch(r"Cornerwise level ([1-9])", player)
    if computer:
        return m.SeatStart(name=seat, kind="record", level=int(computer[1]))
    return m.SeatStart(name=seat, kind="record", player=named(player, m.NAME))


def rematch(contest: Contest, actor: Actor, now: int) -> m.Created:
    """The same table again, everybody one place earlier in the order of play."""
    chairs = list(contest.chairs.values())
    moved = [*chairs[1:], chairs[0]]
    seats = [
        m.SeatStart(
            name=seat.name,
            kind=chair.kind,
            player=chair.player,
            level=chair.level if chair.kind == "computer" else None,
            holder=chair.holder,
            joined=chair.kind == "computer" or chair.holder in actor.holders,
            account=chair.account,
        )
        for seat, chair in zip(contest.variant.seats, moved, strict=True)
    ]
    old = contest.created
    return m.Created(
        seq=0,
        at=now,
        variant=old.variant,
        options=old.options,
        seats=seats,
        clock=old.clock,
        host=old.host,
        rematch_of=contest.id,
        tips=old.tips,
        rated=old.rated,
        listed=old.listed,
    )


def _seated(
    of: Variant, chosen: Mapping[str, m.SeatChoice], holder: str, lot: bool = False
) -> list[m.SeatStart]:
    """Who begins in each seat; the colours may be given out by lot."""
    names = [seat.name for seat in of.seats]
    if set(chosen) != set(names):
        raise Refusal("bad_variant", f"name each seat of {of.name} once: {', '.join(names)}")
    choices = chosen
    if lot:
        choices = seated(of, [chosen[name] for name in names], secrets.SystemRandom())
    seats = []
    for name in names:
        choice = choices[name]
        if choice.kind == "computer":
            seats.append(m.SeatStart(name=name, kind="computer", level=choice.level))
        elif choice.kind == "open":
            seats.append(m.SeatStart(name=name, kind="open", joined=False))
        else:
            player = named(choice.name, m.NAME)
            seats.append(m.SeatStart(name=name, kind="person", player=player, holder=holder))
    return seats
