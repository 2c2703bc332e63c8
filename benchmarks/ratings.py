"""Ratings: fit their parameters to an archive of level games, and measure what they are worth.

One half of the archive (benchmarks/levels.py), by lot, is for fitting, the other for judging.

Run: python benchmarks/ratings.py fit [--archive FILE] [--write]      the parameters
     python benchmarks/ratings.py check [--archive FILE]              prediction, levels, newcomers
"""

import argparse
import dataclasses
import json
import lzma
import math
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from pathlib import Path
from statistics import NormalDist, fmean, median
from typing import NamedTuple

import numpy as np
from openskill import models

from cornerwise.engine.ladder import read_ladders
from cornerwise.ratings import Member, Parameters, Rater, Rating, Result, Side, Table, pools
from cornerwise.ratings.parameters import FILE, Play, parameters
from cornerwise.ratings.result import ranks
from cornerwise.variants import QUICK, VARIANTS

ARCHIVE = Path(__file__).parent / "games" / "levels.jsonl.xz"
CAREER = 20
"""So many games a person of the archive plays, as an unknown newcomer at first."""
DOUBT = 80.0
"""How far a level may be from where the measured ladders have it, roughly."""
MODELS = (
    "ThurstoneMostellerFull",
    "ThurstoneMostellerPart",
    "BradleyTerryFull",
    "BradleyTerryPart",
    "PlackettLuce",
)
_NORMAL = NormalDist()


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


def halves(games: Sequence[Played]) -> tuple[list[Played], list[Played]]:
    """The games to fit to, and those to judge by: lots decide, always the same way."""
    drawn = {game.number: random.Random(f"half:{game.number}").random() < 0.5 for game in games}
    return [g for g in games if drawn[g.number]], [g for g in games if not drawn[g.number]]


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
        eta = np.clip(design @ found + offset, -6, 6)
        chance = np.array([_NORMAL.cdf(x) for x in eta])
        dense = np.exp(-eta * eta / 2) / math.sqrt(2 * math.pi)
        spread = np.clip(chance * (1 - chance), 1e-9, None)
        score = design.T @ (dense * (won - chance) / spread) - precision * (found - prior)
        information = (design.T * (dense * dense / spread)) @ design + np.diag(precision)
        found = found + np.linalg.solve(information, score)
    return found


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


class Score:
    """The log-loss of predictions of who ends before whom, where a person is one of the two."""

    def __init__(self) -> None:
        self.losses: list[float] = []

    def note(self, result: Result, chances: Sequence[Sequence[float]]) -> None:
        places = ranks(result.sides)
        for i, j in combinations(range(len(places)), 2):
            if result.sides[i].by_computer and result.sides[j].by_computer:
                continue
            chance = min(max(chances[i][j], 1e-6), 1 - 1e-6)
            won = 0.5 if places[i] == places[j] else float(places[i] < places[j])
            self.losses.append(-won * math.log(chance) - (1 - won) * math.log(1 - chance))

    @property
    def mean(self) -> float:
        return fmean(self.losses)


def ours(given: Parameters, results: Sequence[Result]) -> float:
    """The log-loss of our ratings, each game predicted before it is rated."""
    rater, table, score = Rater(given), Table(Rater(given)), Score()
    for result in results:
        name = table.lists(result)[0][0]
        sides = [
            [
                Rating(given.levels[m.level - 1], 1.0)
                if m.level
                else rater.before(table.ratings.get((name, m.who)), 0)
                for m in side.members
            ]
            for side in result.sides
        ]
        score.note(result, rater.chances(result.variant, sides))
        table.add(result)
    return score.mean


def plain(name: str, results: Sequence[Result]) -> float:
    """The same of openskill as it comes: a rating for each person and each level in each pool."""
    model = getattr(models, name)()
    pool_of = {name: pool.name for pool in pools() for name in pool.variants}
    known: dict[tuple[str, str], object] = {}
    score = Score()
    for result in results:
        pool = pool_of[result.variant]
        keys = [[(pool, m.who or f"level {m.level}") for m in s.members] for s in result.sides]
        teams = [[known.get(key) or model.rating() for key in side] for side in keys]
        chances = [[0.5] * len(teams) for _ in teams]
        for i, j in combinations(range(len(teams)), 2):
            chances[i][j] = model.predict_win([teams[i], teams[j]])[0]
        score.note(result, chances)
        after = model.rate(teams, ranks=[float(rank) for rank in ranks(result.sides)])
        for side, ratings in zip(keys, after, strict=True):
            known.update(zip(side, ratings, strict=True))
    return score.mean


# --- commands -------------------------------------------------------------------------------


def fit(path: Path, write: bool) -> None:
    games = archive(path)
    training, held = halves(games)
    levels, plays, draws = fitted(training)
    # Half of the strengths' differences end in a draw that lie nearer than this.
    beta = fmean(play.beta for play in plays.values())
    epsilon = round(_NORMAL.inv_cdf(0.5 + draws / 2) * math.sqrt(2) * beta, 1)
    base = dataclasses.replace(
        parameters(), levels=tuple(levels), plays=plays, other=Play(round(beta, 1)), epsilon=epsilon
    )
    learned, judged = list(careers(training)), list(careers(held))
    print(f"{len(games)} games; levels {levels}; draws {draws:.1%}")
    best: tuple[float, Parameters] | None = None
    for model in MODELS:
        tried = [
            dataclasses.replace(base, model=model, overlap=overlap, sigma=sigma)
            for overlap, sigma in product((0.0, 0.25, 0.5, 0.75), (300.0, 350.0, 400.0, 450.0))
        ]
        chosen = min(tried, key=lambda given: ours(given, learned))
        loss = ours(chosen, learned), ours(chosen, judged)
        print(
            f"{model:24} overlap {chosen.overlap} sigma {chosen.sigma:.0f}"
            f"  fitted {loss[0]:.4f}  held out {loss[1]:.4f}  plain {plain(model, judged):.4f}"
        )
        if best is None or loss[0] < best[0]:
            best = loss[0], chosen
    assert best is not None
    print(best[1])
    if write:
        record = dataclasses.asdict(best[1])
        record["version"] = str(int(parameters().version) + 1)
        record["command"] = "python benchmarks/ratings.py fit --write"
        FILE.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def check(path: Path) -> None:
    games = archive(path)
    held = list(careers(halves(games)[1]))
    given = parameters()
    mine = ours(given, held)
    print(f"log-loss on {len(held)} held-out games: ours {mine:.4f}")
    for model in MODELS:
        loss = plain(model, held)
        print(f"  plain {model:24} {loss:.4f}: ours is {100 * (1 - mine / loss):.1f} % better")
    even = {v: Play(play.beta) for v, play in given.plays.items()}
    alike = {v: Play(given.other.beta, play.seats) for v, play in given.plays.items()}
    for name, plays in {"without seats": even, "with the same chance for all": alike}.items():
        print(f"  {name}: {ours(dataclasses.replace(given, plays=plays), held):.4f}")
    print("levels: how far each is from its pinned rating, by the games of a pool alone")
    for pool in pools():
        found = free_levels(given, [game for game in games if game.variant in pool.variants])
        words = "  ".join(f"{off:+4.0f}±{doubt:.0f}" for off, doubt in found)
        print(f"  {pool.name:10} {words}")
    newcomers(given)


def free_levels(given: Parameters, games: Sequence[Played]) -> list[tuple[float, float]]:
    """What each level is stronger than pinned, with its standard error, the others being pinned."""
    found = []
    for level in range(1, 10):
        rows: list[tuple[float, float, float]] = []
        for game in games:
            play = given.play(game.variant)
            steep = size(game.variant) / (math.sqrt(2) * play.beta)
            for i, j in permutations(range(len(game.levels)), 2):
                if game.levels[i] == level != game.levels[j]:
                    gap = given.levels[game.levels[i] - 1] - given.levels[game.levels[j] - 1]
                    seat = (play.advantage(i) - play.advantage(j)) / size(game.variant)
                    won = (game.points[i] > game.points[j]) + 0.5 * (
                        game.points[i] == game.points[j]
                    )
                    rows.append((steep, steep * (gap + seat), won))
        if not rows:
            found.append((0.0, math.inf))
            continue
        design = np.array([[steep * 100] for steep, _, _ in rows])
        offset = np.array([at for _, at, _ in rows])
        off = probit(
            design,
            np.array([w for _, _, w in rows]),
            np.zeros(1),
            np.zeros(1),
            np.full(1, 1e-6),
            offset,
        )[0]
        eta = np.clip(design[:, 0] * off + offset, -6, 6)
        chance = np.array([_NORMAL.cdf(x) for x in eta])
        dense = np.exp(-eta * eta / 2) / math.sqrt(2 * math.pi)
        information = (
            design[:, 0] ** 2 * dense**2 / np.clip(chance * (1 - chance), 1e-9, None)
        ).sum()
        found.append((100 * off, 100 / math.sqrt(information)))
    return found


def newcomers(given: Parameters, people: int = 400) -> None:
    """How near newcomers of known strength come to it, in games as our model thinks them to be."""
    for variant, count in ((QUICK, 12), ("classic", 5), ("trigon", 5)):
        for against in ("people", "levels"):
            errors, sure = simulated(given, variant, count, against, people)
            print(
                f"{variant:8} {count:2} games against {against}: mean error {fmean(errors):.0f}, "
                f"median {median(errors):.0f}, within 100: {fmean(e <= 100 for e in errors):.0%}, "
                f"sigma {sure:.0f}"
            )


def simulated(
    given: Parameters, variant: str, count: int, against: str, people: int
) -> tuple[list[float], float]:
    chance, rater = random.Random(f"{variant} {against}"), Rater(given)
    play, sides = given.play(variant), VARIANTS[variant].team_count
    errors, sigmas = [], []
    for number in range(people):
        true = chance.gauss(given.mu, 250)
        rating: Rating | None = None
        for game in range(count):
            now = rater.before(rating, 0)
            place = chance.randrange(sides)
            strengths, members, known = [], [], {}
            for seat in range(sides):
                if seat == place:
                    strengths.append(true)
                    members.append(Member("new"))
                    if rating is not None:
                        known["new"] = rating
                elif against == "levels":
                    near = sorted(range(9), key=lambda n: abs(given.levels[n] - now.mu))[:3]
                    level = chance.choice(near)
                    strengths.append(given.levels[level])
                    members.append(Member(level=level + 1))
                else:
                    mu = chance.gauss(now.mu, 100)
                    strengths.append(chance.gauss(mu, 70))
                    members.append(Member(f"{number} {game} {seat}"))
                    known[members[-1].who] = Rating(mu, 70.0, 30)
            shown = [
                chance.gauss(s + play.advantage(n), play.beta) for n, s in enumerate(strengths)
            ]
            points = [round(x) for x in shown]
            result = Result("", 0, variant, tuple(
                Side((member,), p) for member, p in zip(members, points, strict=True)
            ))  # fmt: skip
            half = 1.0 if against == "levels" else None
            rating = rater.rated(result, known, half=half)["new"]
        assert rating is not None
        errors.append(abs(rating.mu - true))
        sigmas.append(rating.sigma)
    return errors, fmean(sigmas)


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
