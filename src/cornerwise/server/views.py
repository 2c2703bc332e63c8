"""What clients are shown of a match (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from cornerwise.geometry import bits
from cornerwise.server import messages as m
from cornerwise.server.match import Chair, Elapsed, Match
from cornerwise.variants import SCORINGS


def state(match: Match, now: int, elapsed: Elapsed) -> m.State:
    """Everything that follows from the events, for everybody."""
    game, position = match.game, match.game.position
    playing = match.status == "playing"
    colours = match.variant.colours
    shared = match.variant.shared
    return m.State(
        seq=match.seq,
        status=match.status,
        to_play=game.to_play if playing else None,
        seat=match.seat,
        shared_next=game.seat_for(shared) if shared and playing else None,
        seats=[_seat_view(match, chair) for chair in match.chairs.values()],
        left={c: list(bits(position.hand(c).left)) for c in colours},
        finished=[c for c in colours if not match.legal(c)],
        scores={
            scoring: m.Points(
                {c: position.points(c, scoring) for c in colours},
                game.scores_under(scoring),
            )
            for scoring in SCORINGS
        },
        ended=match.ended,
        winners=list(game.winners),
        clock=_clock_view(match, now, elapsed),
        undo=_undo_view(match),
        free_undo=match.alone,
        hints=match.alone,
        rematch=match.rematch,
    )


def _seat_view(match: Match, chair: Chair) -> m.SeatView:
    return m.SeatView(
        name=chair.name,
        colours=tuple(chair.colours),
        team=chair.team,
        kind=chair.kind,
        player=chair.player,
        level=chair.level,
        joined=chair.joined,
        taken_over=chair.taken_over,
        retired=chair.name in match.game.retired,
        out=match.out.get(chair.name),
    )


def _undo_view(match: Match) -> m.UndoView | None:
    if match.undo is None:
        return None
    return m.UndoView(match.undo.seat, match.undo.to, match.undo.waiting)


def _clock_view(match: Match, now: int, elapsed: Elapsed) -> m.ClockView | None:
    if match.clock is None:
        return None
    left, running = dict(match.clock.left), match.running
    if running is not None:
        left[running] = max(0, left[running] - elapsed(match.turn_at, now))
    left |= {seat: 0 for seat, why in match.out.items() if why == "time" and seat in left}
    return m.ClockView(left, running, now)


def personal(
    match: Match, seats: Collection[str]
) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """What the colours of these seats may place, and their open corners."""
    if match.ended:
        return {}, {}
    position = match.game.position
    mine = {colour for seat in seats for colour in match.chairs[seat].colours}
    if seats and match.variant.shared:
        mine.add(match.variant.shared)
    legal, corners = {}, {}
    for colour in match.variant.colours:
        if colour in mine:
            legal[str(colour)] = differences(match.legal(colour))
            closed = position.occupied | position.hand(colour).edges
            corners[str(colour)] = list(bits(position.wanted(colour) & ~closed))
    return legal, corners


def game_view(match: Match) -> m.GameView:
    """What never changes."""
    of, created = match.variant, match.created
    setup = match.game.setup
    return m.GameView(
        id=match.id,
        variant=of.name,
        options=dict(of.options),
        edition=of.edition.name,
        drawn=created.drawn,
        colours=list(of.colours),
        scoring=of.scoring,
        touch=of.touch,
        shared=of.shared,
        spare=of.spare,
        clock=_clock_shown(created.clock),
        created=created.at,
        imported=created.record is not None,
        rematch_of=created.rematch_of,
        setup=[(colour, move.number) for colour, move in setup.placements],
        resumes=resumes(match),
        begun=match.begun,
        host=next((s.player for s in created.seats if s.holder and s.holder == created.host), ""),
    )


def resumes(match: Match) -> str | None:
    """The colour that would move next in a record that is not finished."""
    return match.game.to_play if match.created.record is not None else None


def differences(mask: int) -> list[int]:
    """The members of a bitset, ascending, each as its difference to the one before.

    >>> differences(1 << 3 | 1 << 4 | 1 << 9), differences(1), differences(0)
    ([3, 1, 5], [0], [])
    """
    # The stretches of zeros between the ones, found without a step for each member in Python.
    first, *gaps = map(len, bin(mask)[:1:-1].split("1"))
    return [first, *[gap + 1 for gap in gaps[:-1]]] if gaps else []


def _clock_shown(choice: m.ClockChoice) -> dict[str, object]:
    shown: dict[str, object] = {"kind": choice.kind}
    if choice.kind == "live":
        shown |= {"minutes": choice.minutes, "increment": choice.increment}
    elif choice.kind == "days":
        shown["days"] = choice.days
    return shown


def personal_state(match: Match, state: bytes, seats: Collection[str]) -> msgspec.Raw:
    """The state with what the viewer's own colours may do added to it."""
    legal, corners = personal(match, seats)
    free = match.undo is None and not match.settled
    may_undo = free and match.last_move_of(seats) is not None
    own = {"legal": legal, "open": corners, "may_undo": may_undo}
    return msgspec.Raw(state[:-1] + b"," + m.encode(own)[1:])
