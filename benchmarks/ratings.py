"""Ratings: fit their parameters to an archive of level games, and measure what they are worth.

Of the archive (benchmarks/levels.py) lots decide which games are for fitting and which for judging.
Those below number `SEEN` are all for fitting: what they say was seen while the formula was made.

Run: python benchmarks/ratings.py fit [--archive FILE] [--write]      the parameters
     python benchmarks/ratings.py check [--archive FILE]              prediction, levels by pool
"""

import argparse
import dataclasses
import hashlib
import json
import lzma
import math
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from pathlib import Path
from statistics import NormalDist, fmean
from typing import NamedTuple

import numpy as np
from openskill import models

from cornerwise.engine.ladder import read_ladders
from cornerwise.ratings import Member, Parameters, Ranking, Rater, Rating, Result, Side, pools
from cornerwise.ratings.parameters import FILE, MODELS, Play, parameters
from cornerwise.ratings.result import ranks
from cornerwise.variants import QUICK, VARIANTS

ARCHIVE = Path(__file__).parent / "games" / "levels.jsonl.xz"
SEEN = 100_000
"""Games below this number were looked at before: they judge nothing any more."""
HELD = 0.5
"""The share of the later games that judges."""
CAREER = 20
"""So many games a person of the archive plays, as an unknown newcomer at first."""
DOUBT = 80.0
"""How far a level may be from where the measured ladders have it, roughly."""
SIGMA = 300.0
"""Of newcomers: how far people's strengths lie apart, as in benchmarks/newcomers.py. It is not
fitted, as we chose how far those of the archive do."""
OVERLAP = 0.45
"""It follows from what places tell (`information` there): the place among three tells 0.75 times,
that among four 0.6 times as much as two or three games of two. Prediction hardly depends on it."""
SCALE = 40
"""Points by which a level may differ from pool to pool."""
TRIALS = 2000
"""Samples of the games from which intervals are made."""
_NORMAL = NormalDist()
_cdf = np.vectorize(_NORMAL.cdf, otypes=[float])


class Played(NamedTuple):
    """A game of the archive: the level and the points of each side, in the order of play."""

    number: int
    variant: str
    levels: tuple[int, ...]
    points: tuple[int, ...]


def archive(path: Path) -> list[Played]:
    """The games of an archive, by number."""
    packed = path.read_bytes()
    text = (lzma.decompress(packed) if path.suffix == ".xz" else packed).decode()
    rows = [json.loads(line) for line in text.splitlines()]
    games = [
        Played(row["game"], row["variant"], tuple(row["levels"]), tuple(map(int, row["points"])))
        for row in rows
        if "game" in row
    ]
    return sorted(games)


def parted(games: Sequence[Played]) -> tuple[list[Played], list[Played]]:
    """The games to fit to, and those to judge by: lots decide, always the same way."""
    held = {g.number for g in games if g.number >= SEEN and _lot(g.number) < HELD}
    return [g for g in games if g.number not in held], [g for g in games if g.number in held]


def _lot(number: int) -> float:
    return random.Random(f"half:{number}").random()


def size(variant: str) -> int:
    """How many seats a side has."""
    of = VARIANTS[variant]
    return len(of.seats) // of.team_count


# --- fitting: probit of pairs ---------------------------------------------------------------


def fitted(games: Sequence[Played], rounds: int = 40) -> tuple[list[float], dict[str, Play], float]:
    """The levels' ratings, each variant's chance and seats, and the share of draws.

    Each pair of a game is a comparison: P(i before j) is normal in the difference of strength and
    seat, in units of the variant's chance. Levels and variants are fitted in turn. What has few
    games is held near what the ladders say, or near the usual chance.
    """
    names = sorted({game.variant for game in games})
    pairs = [
        (names.index(g.variant), size(g.variant), g.levels[i] - 1, g.levels[j] - 1, i, j,
         1.0 if g.points[i] > g.points[j] else 0.5 if g.points[i] == g.points[j] else 0.0)
        for g in games
        for i, j in combinations(range(len(g.levels)), 2)
    ]  # fmt: skip
    kind, seats, low, high, first, second = (
        np.array([pair[n] for pair in pairs]) for n in range(6)
    )
    won = np.array([pair[6] for pair in pairs])
    measured = ladder()
    levels = measured.copy()
    # In a game of two without seats 400 points are ten to one, as everybody is used to.
    usual = _NORMAL.inv_cdf(10 / 11) / 400
    steep = np.full(len(names), usual)
    ahead = np.zeros((len(names), 4))
    rows = np.arange(len(pairs))
    for _ in range(rounds):
        # The variants, given the levels.
        for v in range(len(names)):
            mine = kind == v
            sides = VARIANTS[names[v]].team_count
            design = np.zeros((mine.sum(), 1 + sides))
            at = np.arange(len(design))
            design[:, 0] = (seats * (levels[low] - levels[high]))[mine]
            design[at, 1 + first[mine]] += usual
            design[at, 1 + second[mine]] -= usual
            start = np.array([steep[v], *ahead[v, :sides] / usual])
            sure = 0.0001 if names[v] == QUICK else 0.5
            precision = np.array([1 / (sure * usual) ** 2, *np.full(sides, 1 / 150**2)])
            found = probit(design, won[mine], start, np.array([usual, *[0.0] * sides]), precision)
            steep[v], ahead[v, :sides] = found[0], (found[1:] - found[1:].mean()) * usual
        # The levels, given the variants.
        design = np.zeros((len(pairs), 9))
        weight = steep[kind] * seats
        design[rows, low] += weight
        design[rows, high] -= weight
        offset = ahead[kind, first] - ahead[kind, second]
        levels = probit(design, won, levels, measured, np.full(9, 1 / DOUBT**2), offset)
        levels -= levels[0]
    plays = {
        name: Play(
            round(float(1 / (math.sqrt(2) * steep[v])), 1),
            tuple(round(float(a / steep[v]), 1) for a in ahead[v, : VARIANTS[name].team_count]),
        )
        for v, name in enumerate(names)
    }
    draws = float((won == 0.5).mean())
    return [float(round(1000 + level)) for level in levels], plays, draws


def ladder() -> np.ndarray:
    """The levels as `cornerwise levels` has measured them against each other, over all editions."""
    ratings = [[*found.ratings.values()] for found in read_ladders().values()]
    return np.array([sum(level) / len(ratings) for level in zip(*ratings, strict=True)])


def probit(  # noqa: PLR0917  # a formula
    design: np.ndarray, won: np.ndarray, start: np.ndarray, prior: np.ndarray,
    precision: np.ndarray, offset: np.ndarray | float = 0.0,
) -> np.ndarray:  # fmt: skip
    """The likeliest coefficients, by Fisher's scoring."""
    found = start.copy()
    for _ in range(8):
        surprise, weight = told(design @ found + offset, won)
        score = design.T @ surprise - precision * (found - prior)
        information = (design.T * weight) @ design + np.diag(precision)
        found = found + np.linalg.solve(information, score)
    return found


def told(eta: np.ndarray, won: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What each comparison says of its linear predictor: the score, and how much it tells."""
    eta = np.clip(eta, -6, 6)
    chance = _cdf(eta)
    dense = np.exp(-eta * eta / 2) / math.sqrt(2 * math.pi)
    spread = np.clip(chance * (1 - chance), 1e-9, None)
    return dense * (won - chance) / spread, dense * dense / spread


# --- prediction -----------------------------------------------------------------------------


def careers(games: Sequence[Played], seed: int = 0) -> Iterator[Result]:
    """The games as on a server: half of the seats are persons, who play `CAREER` games each."""
    chance = random.Random(seed)
    played: dict[tuple[str, int], int] = defaultdict(int)
    pool_of = {name: pool.name for pool in pools() for name in pool.variants}
    for game in games:
        pool, people, sides = pool_of[game.variant], set(), []
        for level, points in zip(game.levels, game.points, strict=True):
            members = []
            for _ in range(size(game.variant)):
                key = (pool, level)
                who = f"{pool} {level} {played[key] // CAREER}"
                if chance.random() < 0.5 and who not in people:
                    played[key] += 1
                    people.add(who)
                    members.append(Member(who))
                else:
                    members.append(Member(level=level))
            sides.append(Side(tuple(members), points))
        if people:
            yield Result(str(game.number), 0, game.variant, tuple(sides))


def losses(result: Result, chances: Sequence[Sequence[float]]) -> list[float]:
    """The log-loss of predicting who ends before whom, where a person is one of the two."""
    places, found = ranks(result.sides), []
    for i, j in combinations(range(len(places)), 2):
        if result.sides[i].by_computer and result.sides[j].by_computer:
            continue
        chance = min(max(chances[i][j], 1e-6), 1 - 1e-6)
        won = 0.5 if places[i] == places[j] else float(places[i] < places[j])
        found.append(-won * math.log(chance) - (1 - won) * math.log(1 - chance))
    return found


Losses = list[list[float]]
"""The log-losses of the pairs of each game."""


def mean(found: Losses) -> float:
    return fmean(loss for game in found for loss in game)


def better(mine: Losses, other: Losses) -> tuple[float, float, float]:
    """By which share a log-loss is below another, and 19 times in 20 from where to where.

    The games are drawn again and again, with both predictions of each.
    """
    sums = np.array([[sum(a), sum(b)] for a, b in zip(mine, other, strict=True)])
    lots = np.random.default_rng(0).integers(len(sums), size=(TRIALS, len(sums)))
    gains = [1 - a / b for a, b in (sums[lot].sum(axis=0) for lot in lots)]
    low, high = np.quantile(gains, (0.025, 0.975))
    return 1 - mean(mine) / mean(other), float(low), float(high)


def ours(given: Parameters, results: Sequence[Result]) -> Losses:
    """The log-losses of our ratings, each game predicted before it is rated."""
    rater, ranking, found = Rater(given), Ranking(Rater(given)), []
    for result in results:
        name = ranking.lists(result)[0][0]
        sides = [
            [
                Rating(given.levels[m.level - 1], 1.0)
                if m.level
                else rater.before(ranking.ratings.get((name, m.who)), 0)
                for m in side.members
            ]
            for side in result.sides
        ]
        found.append(losses(result, rater.chances(result.variant, sides)))
        ranking.add(result)
    return found


def plain(name: str, results: Sequence[Result]) -> Losses:
    """The same of openskill as it comes: a rating for each person and each level in each pool."""
    model = getattr(models, name)()
    pool_of = {name: pool.name for pool in pools() for name in pool.variants}
    known: dict[tuple[str, str], object] = {}
    found = []
    for result in results:
        pool = pool_of[result.variant]
        keys = [[(pool, m.who or f"level {m.level}") for m in s.members] for s in result.sides]
        teams = [[known.get(key) or model.rating() for key in side] for side in keys]
        chances = [[0.5] * len(teams) for _ in teams]
        for i, j in combinations(range(len(teams)), 2):
            chances[i][j] = model.predict_win([teams[i], teams[j]])[0]
        found.append(losses(result, chances))
        after = model.rate(teams, ranks=[float(rank) for rank in ranks(result.sides)])
        for side, ratings in zip(keys, after, strict=True):
            known.update(zip(side, ratings, strict=True))
    return found


# --- levels by pool -------------------------------------------------------------------------


def off(given: Parameters, games: Sequence[Played], level: int) -> tuple[float, float]:
    """Where a level would be rated in these games if it were not pinned, less where it is pinned.

    With it comes the standard error: the larger one of the model's and of that which follows from
    how games differ, as the pairs of one game hang together.
    """
    rows: list[tuple[int, float, float, float]] = []
    for game in games:
        play, seats = given.play(game.variant), size(game.variant)
        steep = seats / (math.sqrt(2) * play.beta)
        for i, j in permutations(range(len(game.levels)), 2):
            if game.levels[i] == level != game.levels[j]:
                gap = given.levels[level - 1] - given.levels[game.levels[j] - 1]
                seat = (play.advantage(i) - play.advantage(j)) / seats
                won = 0.5 + 0.5 * float(np.sign(game.points[i] - game.points[j]))
                rows.append((game.number, steep, steep * (gap + seat), won))
    if not rows:
        return 0.0, math.inf
    numbers, slope, offset, ahead = (np.array(column) for column in zip(*rows, strict=True))
    zero = np.zeros(1)
    found = probit(100 * slope[:, None], ahead, zero, zero, np.full(1, 1e-6), offset)[0]
    surprise, weight = told(100 * slope * found + offset, ahead)
    information = (slope * slope * weight).sum()
    of_game = np.bincount(np.unique(numbers, return_inverse=True)[1], slope * surprise)
    error = max(information**-0.5, float(np.sqrt((of_game**2).sum())) / information)
    return float(100 * found), float(error)


def by_pool(given: Parameters, games: Sequence[Played]) -> None:
    """Print for each pool where its games alone put the levels, and how much of that is chance."""
    known = []
    for pool in pools():
        mine = [game for game in games if game.variant in pool.variants]
        found = [off(given, mine, level) for level in range(1, 10)]
        words = "  ".join(f"{by:+4.0f}±{error:<3.0f}" for by, error in found)
        print(f"  {pool.name:10} {len(mine):5}  {words}")
        known += [(by, error) for by, error in found if error < math.inf]
    near = [abs(by) <= SCALE for by, error in known if error <= SCALE / 2]
    print(
        f"  of {len(near)} with an error of up to {SCALE / 2:.0f}, {sum(near)} are within {SCALE}"
    )
    sure = sum(abs(by) - 1.96 * error > SCALE for by, error in known)
    print(f"  surely further off, 19 times in 20: {sure} of {len(known)}")
    likely, most = spread(known, 0.5), spread(known, 0.05)
    print(
        f"  deviation of what is not sampling error: {likely:.0f}, 19 times in 20 below {most:.0f}"
    )


def spread(known: Sequence[tuple[float, float]], share: float) -> float:
    """The deviation of true differences, beside which the sum of squares is as small as it is with
    this chance. The sum is that of chi-square (after Wilson and Hilferty).
    """
    count = len(known)
    cut = 2 / (9 * count)
    wanted = count * (1 - cut + _NORMAL.inv_cdf(share) * math.sqrt(cut)) ** 3
    low, high = 0.0, 1000.0
    while high - low > 0.1:
        middle = (low + high) / 2
        excess = sum(by * by / (error * error + middle * middle) for by, error in known) > wanted
        low, high = (middle, high) if excess else (low, middle)
    return low


# --- commands -------------------------------------------------------------------------------


def fit(path: Path, write: bool) -> None:
    training = parted(archive(path))[0]
    levels, plays, draws = fitted(training)
    # Half of the strengths' differences end in a draw that lie nearer than this.
    beta = fmean(play.beta for play in plays.values())
    epsilon = round(_NORMAL.inv_cdf(0.5 + draws / 2) * math.sqrt(2) * beta, 1)
    base = dataclasses.replace(
        parameters(),
        sigma=SIGMA,
        overlap=OVERLAP,
        levels=tuple(levels),
        plays=plays,
        other=Play(round(beta, 1)),
        epsilon=epsilon,
    )
    learned = list(careers(training))
    print(f"{len(training)} games to fit to; levels {levels}; draws {draws:.1%}")
    tried = {}
    for model in MODELS:
        tried[model] = mean(ours(dataclasses.replace(base, model=model), learned))
        loss = mean(plain(model, learned))
        print(f"{model:24} log-loss {tried[model]:.4f}, plain {loss:.4f}", flush=True)
    found = dataclasses.replace(base, model=min(tried, key=tried.__getitem__))
    print(found)
    print("levels by the fitted games of a pool alone, less where they are pinned")
    by_pool(found, training)
    if write:
        record = dataclasses.asdict(found)
        record["version"] = str(int(parameters().version) + 1)
        record["command"] = "python benchmarks/ratings.py fit --write"
        record["archive"] = (
            f"{len(training)} games, sha256 {hashlib.sha256(repr(training).encode()).hexdigest()}"
        )
        FILE.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def check(path: Path) -> None:
    games = archive(path)
    held = parted(games)[1]
    results = list(careers(held))
    given = parameters()
    mine = ours(given, results)
    even = {v: Play(play.beta) for v, play in given.plays.items()}
    alike = {v: Play(given.other.beta, play.seats) for v, play in given.plays.items()}
    others = {f"openskill's {model}": plain(model, results) for model in MODELS} | {
        "ours without seats": ours(dataclasses.replace(given, plays=even), results),
        "ours, the same chance for all": ours(dataclasses.replace(given, plays=alike), results),
    }
    print(f"log-loss on {len(results)} held-out games: ours {mean(mine):.4f}")
    for name, loss in others.items():
        gain, low, high = (100 * share for share in better(mine, loss))
        print(
            f"  {name:36} {mean(loss):.4f}: ours is {gain:.1f} % better ({low:.1f} to {high:.1f})"
        )
    print("levels by the held-out games of a pool alone, less where they are pinned")
    by_pool(given, held)
    print("the same by all games")
    by_pool(given, games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("fit", "check"))
    parser.add_argument("--archive", type=Path, default=ARCHIVE)
    parser.add_argument("--write", action="store_true", help="fit: keep the parameters")
    given = parser.parse_args()
    if given.what == "fit":
        fit(given.archive, given.write)
    else:
        check(given.archive)


if __name__ == "__main__":
    main()
