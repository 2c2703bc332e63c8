"""Endings: played exactly, proved, and what the solver tells."""

import pytest

from cornerwise import Engine, Game, _kernel
from cornerwise.engine.player import position_of
from tests.test_engine import nearly_over


def outcomes(game: Game) -> list[tuple[float, ...]]:
    """The final points of each seat after every move, by trying everything: win, then margin."""

    def best(game: Game) -> tuple[float, ...]:
        if game.is_over:
            return tuple(game.scores.values())
        seat = [s.name for s in game.variant.seats].index(game.seat_to_play or "")
        return max(results(game), key=lambda points: wish(points, seat))

    def results(game: Game) -> list[tuple[float, ...]]:
        found = []
        for move in game.legal_moves.numbers:
            game.play(move)
            found.append(best(game))
            game.undo()
        return found

    def wish(points: tuple[float, ...], seat: int) -> tuple[float, ...]:
        top = max(points)
        share = (points[seat] == top) / points.count(top)
        return share, points[seat] * len(points) - sum(points), points[seat]

    return results(game)


@pytest.mark.parametrize("name", ["duo", "classic_2", "trigon", "trigon_3", "classic"])
@pytest.mark.parametrize("seed", range(3))
def test_endings_are_played_exactly(name: str, seed: int) -> None:
    game = nearly_over(name, left=9, seed=seed)
    *_, last = Engine(simulations=100, seed=1).analyse(game)
    assert last.exact
    points = outcomes(game.copy())
    found = {c.move.number: tuple(c.scores.values()) for c in last.candidates}
    if game.variant.team_count == 2:  # the margin is what counts, points may be shared otherwise
        assert [a - b for a, b in found.values()] == sorted(
            (a - b for a, b in points), reverse=game.seat_to_play == game.variant.seats[0].name
        )
    for move in last.line:
        game.play(move)
    assert game.is_over
    assert tuple(game.scores.values()) == tuple(last.scores.values())


@pytest.mark.parametrize("name", ["duo", "classic_2", "trigon", "trigon_3", "classic_teams"])
@pytest.mark.parametrize("seed", range(3))
def test_the_move_chosen_in_an_ending_is_one_of_the_best(name: str, seed: int) -> None:
    game = nearly_over(name, left=11, seed=seed)
    engine = Engine(simulations=1000, seed=1)
    *_, last = engine.analyse(game)
    assert last.exact
    best = {c.move for c in last.candidates if c.results == last.results}
    if game.variant.team_count == 2:
        assert engine.choose(game) in best
        assert engine.analysis is not None
        assert engine.analysis.results == last.results
    else:
        assert engine.choose(game) == last.move


def test_a_win_is_proved_before_the_margin() -> None:
    """With too few nodes for the margin, the move that is known to win must do so."""
    found = 0
    for seed in range(12):
        game = nearly_over("duo", left=24, seed=seed)
        position = position_of(game)
        exact = _kernel.Solver(position).best(10_000_000, 60)
        assert exact is not None
        assert exact[4]
        outcomes = {move: points for move, points, *_ in _kernel.Solver(position).solve(10**8, 60)}
        side = position.side
        for nodes in (20, 60, 200, 600):
            some = _kernel.Solver(position).best(nodes, 60)
            if some is None or some[4]:
                continue
            found += 1
            mine, other = outcomes[some[0]][side], outcomes[some[0]][1 - side]
            assert some[3] == exact[3] == (0.5 if mine == other else float(mine > other))
    assert found


def test_the_solver_tells_what_a_move_ensures() -> None:
    """Of every move, for whichever side is to play, also after looking for a best one."""
    seen = set()
    for seed in range(10):
        game = nearly_over("duo", left=20 + seed % 2, seed=seed)
        position = position_of(game)
        side = position.side
        solver = _kernel.Solver(position)
        solver.best(200, 60)
        for move, points, *_ in _kernel.Solver(position).solve(10**8, 60):
            mine, other = points[side], points[1 - side]
            result = 0.5 if mine == other else float(mine > other)
            for share in (0.0, 0.5, 1.0):
                assert solver.ensures(move, share, 10**8, 60) == (result >= share)
            seen.add((side, result))
    assert {result for _, result in seen} == {0.0, 0.5, 1.0}
    assert {side for side, _ in seen} == {0, 1}
    with pytest.raises(ValueError, match="not legal"):
        solver.ensures(0, 1.0, 10**8, 60)
    quick = _kernel.Solver(position)
    assert not quick.ensures(game.legal_moves[0].number, 1.0, 0, 60)


def test_a_proved_win_is_not_given_away() -> None:
    """The search's move is played instead of one that surely wins only if it does so, too."""
    searched = 0
    for seed in range(40):
        game = nearly_over("duo", left=24, seed=seed)
        engine = Engine(simulations=20, seed=seed, memory=1 << 20)
        chosen = engine.choose(game)
        assert engine.analysis is not None
        if engine.analysis.exact:
            continue
        proof = _kernel.Solver(position_of(game)).best(200, 60)  # what the engine could find out
        if proof is not None:
            searched += 1
            assert _kernel.Solver(position_of(game)).ensures(chosen.number, proof[3], 10**8, 60)
    assert searched


def test_a_solved_game_is_marked_as_such() -> None:
    game = nearly_over("duo", left=25)
    *_, last = Engine(level=9, seed=1).analyse(game)
    assert last.exact
    assert "solved" in str(last)
    assert last.results == {seat: float(last.results[seat]) for seat in ("blue", "yellow")}
