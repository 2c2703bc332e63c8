"""What clients are shown of a contest (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from cornerwise.geometry import bits
from cornerwise.kernel import differences
from cornerwise.server.base import messages as m
from cornerwise.server.games.contest import Chair, Contest, Elapsed


def state(contest: Contest, now: int, elapsed: Elapsed) -> m.State:
    """Everything that follows from the events, for everybody."""
    game, position = contest.game, contest.game.position
    playing = contest.status == "playing"
    colours = contest.variant.colours
    shared = contest.variant.shared
    return m.State(
        seq=contest.seq,
        status=contest.status,
        to_play=game.to_play if playing else None,
        seat=contest.seat,
        shared_next=game.seat_for(shared) if shared and playing else None,
        seats=[_seat_view(contest, chair) for chair in contest.chairs.values()],
        left={c: list(position.hand(c).pieces) for c in colours},
        finished=[c for c in colours if not contest.legal(c)],
        scores={
            scoring.name: m.Points(
                {c: position.points(c, scoring) for c in colours},
                game.scores_under(scoring),
            )
            for scoring in contest.variant.recipe.scorings
        },
        ended=contest.ended,
        winners=contest.winners,
        clock=_clock_view(contest, now, elapsed),
        undo=_undo_view(contest),
        free_undo=contest.alone,
        hints=contest.tips,
        rematch=contest.rematch,
    )


def _seat_view(contest: Contest, chair: Chair) -> m.SeatView:
    return m.SeatView(
        name=chair.name,
        colours=tuple(chair.colours),
        team=chair.team,
        kind=chair.kind,
        player=chair.player,
        account=chair.account,
        level=chair.level,
        joined=chair.joined,
        taken_over=chair.taken_over,
        retired=chair.name in contest.game.retired,
        out=contest.out.get(chair.name),
    )


def _undo_view(contest: Contest) -> m.UndoView | None:
    if contest.undo is None:
        return None
    return m.UndoView(contest.undo.seat, contest.undo.to, contest.undo.waiting)


def _clock_view(contest: Contest, now: int, elapsed: Elapsed) -> m.ClockView | None:
    if contest.clock is None:
        return None
    left, running = dict(contest.clock.left), contest.running
    if running is not None:
        left[running] = max(0, left[running] - elapsed(contest.turn_at, now))
    left |= {seat: 0 for seat, why in contest.out.items() if why == "time" and seat in left}
    return m.ClockView(left, running, now)


def personal(
    contest: Contest, seats: Collection[str]
) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """What the colours of these seats may place, and their open corners."""
    if contest.ended:
        return {}, {}
    position = contest.game.position
    mine = {colour for seat in seats for colour in contest.chairs[seat].colours}
    if seats and contest.variant.shared:
        mine.add(contest.variant.shared)
    legal, corners = {}, {}
    for colour in contest.variant.colours:
        if colour in mine:
            legal[str(colour)] = differences(contest.legal(colour))
            corners[str(colour)] = list(bits(position.anchors(colour)))
    return legal, corners


def game_view(contest: Contest) -> m.GameView:
    """What never changes."""
    of, created = contest.variant, contest.created
    setup = contest.game.setup
    return m.GameView(
        id=contest.id,
        variant=of.name,
        options=dict(of.options),
        edition=of.edition.name,
        drawn=created.drawn,
        colours=list(of.colours),
        scoring=of.scoring.name,
        touch=of.touch,
        shared=of.shared,
        spare=of.spare,
        clock=clock_shown(created.clock),
        created=created.at,
        imported=created.record is not None,
        rematch_of=created.rematch_of,
        setup=[(colour, move.number) for colour, move in setup.placements],
        resumes=resumes(contest),
        begun=contest.begun,
        host=next((s.player for s in created.seats if s.holder and s.holder == created.host), ""),
        tips=created.tips,
        rated=created.rated,
        listed=created.listed,
    )


def resumes(contest: Contest) -> str | None:
    """The colour that would move next in a record that is not finished."""
    return contest.game.to_play if contest.created.record is not None else None


def clock_shown(choice: m.ClockChoice) -> dict[str, object]:
    """A clock without what does not matter to its kind."""
    shown: dict[str, object] = {"kind": choice.kind}
    if choice.kind == "live":
        shown |= {"minutes": choice.minutes, "increment": choice.increment}
    elif choice.kind == "days":
        shown["days"] = choice.days
    return shown


def personal_state(contest: Contest, state: bytes, seats: Collection[str]) -> msgspec.Raw:
    """The state with what the viewer's own colours may do added to it."""
    legal, corners = personal(contest, seats)
    free = contest.undo is None and not contest.settled
    may_undo = free and contest.last_move_of(seats) is not None
    own = {"legal": legal, "open": corners, "may_undo": may_undo}
    return msgspec.Raw(state[:-1] + b"," + m.encode(own)[1:])
