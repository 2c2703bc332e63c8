"""Problems for clients: positions without their answers, and what is proved of a try.

Nothing is kept here but what the solver found lately. The problems are imported when somebody asks
for them: the server starts sooner without.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct

from cornerwise.errors import CornerwiseError
from cornerwise.kernel import differences
from cornerwise.position import Illegality
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.page import answers
from cornerwise.variants import QUICK, VARIANTS

if TYPE_CHECKING:
    from cornerwise.problems import Problem

SECONDS = 2.0
"""How long a try may take to be judged; none of the shipped problems takes a tenth of it."""


class Try(Struct, forbid_unknown_fields=True):
    """A move by its placement."""

    placement: m.Number


class Help(Struct, forbid_unknown_fields=True):
    """How much to tell: 1 is the piece, 2 the whole move."""

    step: Annotated[int, Meta(ge=1, le=2)]


def named(name: str) -> Problem:
    from cornerwise.problems import problems

    if name not in problems():
        raise Refusal("not_found", "there is no such problem")
    return problems()[name]


@cache
def listed(game: str) -> bytes:
    """The problems of a variant, each with what is needed to draw it small."""
    from cornerwise.problems import problems

    every = problems().values()
    counts = {name: sum(one.variant == name for one in every) for name in VARIANTS}
    games = {name: count for name, count in counts.items() if count}
    game = game or (QUICK if QUICK in games else next(iter(games)))
    if game not in games:
        raise Refusal("bad_variant", f"there are problems of {', '.join(games)}")
    return m.encode({"games": games, "problems": [_about(p) for p in every if p.variant == game]})


@cache
def shown(name: str) -> bytes:
    """One problem: all that is on the board and in the trays, and the legal moves."""
    problem = named(name)
    game = problem.game
    seats = game.variant.seats
    own = next(seat.team for seat in seats if seat.name == game.seat_to_play)
    sides = [
        [colour for seat in seats if (seat.team == own) == mine for colour in seat.colours]
        for mine in (True, False)
    ]
    number = {piece.name: at for at, piece in enumerate(game.variant.edition.pieces)}
    return m.encode(
        {
            **_about(problem),
            "sides": sides,
            "legal": differences(sum(1 << move.number for move in game.legal_moves)),
            "left": {
                colour: [number[piece.name] for piece in game.pieces_left(colour)]
                for colour in game.variant.colours
            },
        }
    )


def _about(problem: Problem) -> dict[str, Any]:
    game = problem.game
    placed: dict[str, list[int]] = {str(colour): [] for colour in game.variant.colours}
    for colour, move in game.placements:
        placed[colour].append(move.number)
    return {
        "id": problem.name,
        "number": problem.number,
        "variant": problem.variant,
        "edition": game.variant.edition.name,
        "to_play": game.to_play,
        "goal": problem.result,
        "level": problem.level,
        "rating": problem.rating,
        "placed": placed,
    }


def shared(name: str) -> tuple[str, str]:
    """What a link to a problem shows where it is posted: a title, and the address of a picture."""
    problem = named(name)
    title = f"{problem.game.variant.title}: problem {problem.number}"
    return title, f"api/problems/{name}.png"


@lru_cache(maxsize=64)
def svg(name: str) -> str:
    """The picture of a problem that a link to it shows."""
    return named(name).game.svg(size=600)


def why(problem: Problem, placement: int) -> Illegality | None:
    """Why a piece may not be placed there, or None if it may."""
    try:
        return problem.game.illegality(placement)
    except CornerwiseError as error:
        raise Refusal("bad_request", str(error)) from None


def hinted(problem: Problem, step: int) -> answers.ProblemHint:
    """The piece of the best move, and with the second step all of it."""
    best = problem.best
    pieces = [piece.name for piece in problem.game.variant.edition.pieces]
    return answers.ProblemHint(pieces.index(best.piece.name), best.number if step == 2 else UNSET)


# --- tries --------------------------------------------------------------------------------


def known(problem: Problem, placement: int) -> answers.TryAnswer | None:
    """The answer to a try if it needs no search; refuses what is not legal."""
    try:
        reason = problem.game.illegality(placement)
    except CornerwiseError as error:
        raise Refusal("bad_request", str(error)) from None
    if reason is not None:
        raise Refusal("illegal", reason.message, reason=msgspec.to_builtins(reason))
    if placement == problem.line[0]:
        return _answer(problem, problem.margin, problem.line)
    return None


@lru_cache(maxsize=4096)
def judged(name: str, placement: int) -> answers.TryAnswer:
    """The answer to a legal try, by the solver."""
    problem = named(name)
    found = problem.judge(placement)
    return _answer(problem, found.margin, found.line)


def _answer(problem: Problem, margin: int, line: tuple[int, ...]) -> answers.TryAnswer:
    game = problem.game.copy()
    moves: list[tuple[Any, int]] = []
    for placement in line:
        moves.append((game.to_play, placement))
        game.play(placement)
    right = line[0] == problem.line[0]
    second = problem.runner_up if right else UNSET
    return answers.TryAnswer(right, margin, problem.margin, moves, second)
