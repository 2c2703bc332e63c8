"""How much is lost by what a search chooses, compared with the best move that any of them finds.

In positions along games, searches with different numbers of simulations and temperatures of the
priors each choose a move. What a move is worth is told by a long search of the position after it,
for the side that made it, from 0 to 1. That says how soon a search finds what a longer one would
play, in minutes where a match takes hours; it cannot say where all of them are wrong.

Run: python benchmarks/regret.py trigon_teams --simulations 4000 --temperatures 1 1.5 2 3
"""

import argparse
from collections.abc import Iterator

from cornerwise import Engine, Game, _kernel, kernel, variant
from cornerwise.arena.openings import default_plies, random_opening
from cornerwise.engine.knowledge import knowledge_of
from cornerwise.engine.player import position_of

STAGES = 8
"""Positions are taken after 4, 8, … moves on from an opening, in so many steps."""
QUICK = 400
"""Simulations a move to come there."""
USUAL = 24
"""Points by which one is typically ahead or behind."""
MEMORY = 1 << 30


def positions(name: str, count: int) -> Iterator[Game]:
    chosen = variant(name)
    for number in range(count):
        game = random_opening(chosen, default_plies(chosen), f"r{number}")
        engine = Engine(simulations=QUICK, seed=number)
        for _ in range(4 + number % STAGES * 4):
            if not game.is_over:
                game.play(engine.choose(game))
        if not game.is_over:
            yield game


def searched(game: Game, simulations: int, temperature: float | None = None) -> _kernel.Search:
    """With the temperature that comes with the weights, or another one."""
    known = knowledge_of(game.variant.edition.name, game.variant.team_count)
    priors = known.priors
    if temperature is not None:
        priors = tuple(weight * known.temperature / temperature for weight in priors)
    settings = _kernel.SearchSettings()
    settings.seed, settings.memory = 1, MEMORY
    search = _kernel.Search(position_of(game), priors, known.value, settings)
    search.run(simulations, float("inf"), 1)
    return search


def after(game: Game, move: int) -> Game:
    next_game = game.copy()
    next_game.play(move)
    return next_game


def worth(game: Game, move: int, simulations: int) -> float:
    """What a move gives the side that makes it: half for the win, half for how far it is ahead."""
    side, sides = position_of(game).side, range(len(kernel.sides(game.variant)))
    verdicts = searched(after(game, move), simulations).verdicts()
    visits = sum(verdict[1] for verdict in verdicts)
    shares = [sum(v[1] * v[4][s] for v in verdicts) / visits for s in sides]
    points = [sum(v[1] * v[5][s] for v in verdicts) / visits for s in sides]
    others = (sum(points) - points[side]) / (len(sides) - 1)
    ahead = (points[side] - others) / USUAL
    return shares[side] / 2 + (1 + ahead / (1 + abs(ahead))) / 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant")
    parser.add_argument("--simulations", type=int, nargs="+", default=[4000])
    parser.add_argument("--temperatures", type=float, nargs="+", default=[1, 1.5, 2, 3])
    parser.add_argument("--positions", type=int, default=32)
    parser.add_argument("--reference", type=int, default=60_000, help="simulations after a move")
    given = parser.parse_args()
    runs = [(n, t) for n in given.simulations for t in given.temperatures]
    lost = dict.fromkeys(runs, 0.0)
    missed = dict.fromkeys(runs, 0)
    count = 0
    for game in positions(given.variant, given.positions):
        chosen = {run: searched(game, *run).verdicts()[0][0] for run in runs}
        if any(after(game, move).is_over for move in chosen.values()):
            continue  # nothing is left to choose
        found = {move: worth(game, move, given.reference) for move in set(chosen.values())}
        best, count = max(found.values()), count + 1
        for run, move in chosen.items():
            lost[run] += best - found[move]
            missed[run] += best - found[move] > 0.01
        print(f"{count} positions", end="\r", flush=True)
    print(
        f"{given.variant}, {count} positions\nsimulations  temperature  lost  by more than 0.01 in"
    )
    for simulations, temperature in runs:
        run = simulations, temperature
        print(f"{simulations:11} {temperature:12g} {lost[run] / count:.4f} {missed[run]:6}")


if __name__ == "__main__":
    main()
