"""Simulations a second along games of each edition: ours with one thread and two, and Pentobi's.

The games are those of `benchmarks/games`, ten of each edition, which the engine played with itself
(`--record` plays them anew); other files may be given instead. Positions are taken at their start,
after a quarter of their moves, a half and so on. What is told of them are the geometric means over
the games, and of the ratio to Pentobi's the lowest and the highest as well.

Pentobi is a locally built pentobi-gtp, if one is given. It is asked in the same positions, in turn
with ours, and says how many simulations it made.

plain      ours when it proves nothing: then a simulation is the same as Pentobi's, one way down the
           tree and one game played on from there
2 threads  of the same search, as a ratio to one; `apart` is what two searches come to that have
           nothing to do with each other, as two cores that share caches, or a host with others, are
           less than twice one
proving    simulations as the engine makes them. Late, where little is left of a game, one of them
           looks at all of that (docs/engine.md): `games` counts all games that were followed. Where
           it has seen all that can still happen it ends, and it is told in how many games that was
           so, and after how many seconds in the middle one of them

Time is CPU time, so that a busy machine matters little.

Run: python benchmarks/simulations.py [GAMES.blksgf ...] [--pentobi path/to/pentobi-gtp]
"""

import argparse
import re
import statistics
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from pentobi import Pentobi, colour_of

from cornerwise import Engine, Game, _kernel
from cornerwise.engine.knowledge import knowledge_of
from cornerwise.engine.player import position_of
from cornerwise.errors import CornerwiseError
from cornerwise.files import opened, read_trees, write_trees
from cornerwise.records.tree import GameTree

SECONDS = 0.7
SHARES = (0, 1 / 4, 1 / 2, 3 / 4, 7 / 8)
"""Of the moves of a game: after so many of them to ask."""
RECORDED = 10
BEGIN = {"duo": ["e8,d9,e9,f9,e10"]}
"""Moves with which recorded games begin: in Pentobi's Duo a colour has one place to start from."""
LEVELS = {"duo": 7, "classic": 6, "trigon": 6}
"""For each edition a level at which Pentobi thinks for about a second."""
OWN = [Path(__file__).parent / "games" / f"{edition}.blksgf" for edition in LEVELS]


class Ours(NamedTuple):
    """What searches came to: so many a second if every thread has a core to itself."""

    simulations: float
    games: float
    end: float | None
    """After how many seconds there was nothing more to find, if so."""


class Theirs(NamedTuple):
    simulations: float
    seconds: float


class Sample(NamedTuple):
    """What was measured in a position."""

    plain: Ours
    both: Ours
    apart: Ours
    proving: Ours
    theirs: Theirs | None


def ours(game: Game, *, prove: bool = False, threads: int = 1, searches: int = 1) -> Ours:
    """Search with so many threads, or several searches apart from each other at the same time."""
    settings = _kernel.SearchSettings()
    settings.seed, settings.memory, settings.prove = 1, 1 << 30, prove
    known = knowledge_of(game.variant.edition.name, game.variant.team_count)
    position = position_of(game)
    made = [_kernel.Search(position, known.priors, known.value, settings) for _ in range(searches)]
    with ThreadPoolExecutor(searches) as pool:
        begin = time.process_time()  # of all threads
        list(pool.map(lambda search: search.run(1 << 60, SECONDS, threads), made))
        seconds = (time.process_time() - begin) / (threads * searches)
    simulations = sum(search.simulations for search in made) / seconds
    games = sum(search.games for search in made) / seconds
    return Ours(simulations, games, seconds if made[0].is_settled else None)


def pentobis(command: str, game: Game) -> Theirs:
    """Pentobi's simulations in the same position."""
    edition = game.variant.edition.name
    with tempfile.TemporaryFile("w+") as said:
        pentobi = Pentobi(command, edition, LEVELS[edition], seed=1, says=said)
        try:
            told = Game(game.variant)
            for turn in game.turns:
                pentobi.ask(f"play {colour_of(told)} {turn.move}")
                told.play(turn.move)
            before = pentobi.seconds()
            pentobi.ask(f"reg_genmove {colour_of(told)}")
            spent = pentobi.seconds() - before
        finally:
            pentobi.close()
        said.seek(0)
        *_, made = re.findall(r"\bSim (\d+)", said.read())
    return Theirs(int(made) / spent, spent)


def sample(game: Game, command: str | None) -> Sample:
    ours(game)  # for nothing: what follows on another program finds cold caches
    return Sample(
        ours(game),
        ours(game, threads=2),
        ours(game, searches=2),
        ours(game, prove=True),
        pentobis(command, game) if command else None,
    )


def heads(with_pentobi: bool) -> str:
    names = ["position", "plain", "2 threads", "apart", "proving", "games"]
    names += ["Pentobi", "plain", "lowest", "highest", "proving", "games"] if with_pentobi else []
    above = f"{'':{22 + 6 * 10}}ratios to Pentobi's\n" if with_pentobi else ""
    return above + f"{names[0]:22}" + "".join(f"{name:>10}" for name in names[1:])


def row(samples: Sequence[Sample]) -> str:
    def mean(values: Iterable[float]) -> float:
        return statistics.geometric_mean(list(values))

    plain = mean(s.plain.simulations for s in samples)
    both = mean(s.both.simulations / s.plain.simulations for s in samples)
    apart = mean(s.apart.simulations / s.plain.simulations for s in samples)
    made = mean(s.proving.simulations for s in samples)
    followed = mean(s.proving.games for s in samples)
    text = f"{plain:10.0f}{both:10.2f}{apart:10.2f}{made:10.0f}{followed:10.0f}"
    pairs = [(s, s.theirs) for s in samples if s.theirs is not None]
    if pairs:
        text += f"{mean(theirs.simulations for _, theirs in pairs):10.0f}"
        ratios = [s.plain.simulations / theirs.simulations for s, theirs in pairs]
        made = mean(s.proving.simulations / theirs.simulations for s, theirs in pairs)
        followed = mean(s.proving.games / theirs.simulations for s, theirs in pairs)
        for ratio in (mean(ratios), min(ratios), max(ratios), made, followed):
            text += f"{ratio:10.2f}"
    if ends := [s.proving.end for s in samples if s.proving.end is not None]:
        text += f"  {len(ends)} of {len(samples)} proved, {statistics.median(ends):.4f} s"
        if pairs:
            usual = statistics.median(theirs.seconds for _, theirs in pairs)
            text += f" (Pentobi {usual:.3f} s)"
    return text


def record() -> None:
    """Play the games of `benchmarks/games` anew."""
    for path in OWN:
        trees = []
        for seed in range(1, RECORDED + 1):
            game, engine = Game(path.stem), Engine(simulations=100, seed=seed)
            for move in BEGIN.get(path.stem, []):
                game.play(move)
            while not game.is_over:
                game.play(engine.choose(game))
            trees.append(GameTree.from_game(game))
        write_trees(trees, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", type=Path, metavar="GAMES", default=OWN)
    parser.add_argument("--pentobi", help="the path of a pentobi-gtp")
    parser.add_argument("--record", action="store_true", help="play the games anew")
    given = parser.parse_args()
    if given.record:
        record()
        return
    print(heads(given.pentobi is not None))
    for path in given.games:
        try:
            trees = read_trees(path)
            games = [opened(tree).game for tree in trees]
        except (CornerwiseError, OSError) as error:
            parser.error(str(error))
        edition = games[0].variant.edition.name
        if edition not in LEVELS:
            parser.error(f"{path} is a game of {edition}: give one of {', '.join(LEVELS)}")
        for share in SHARES:
            after = [round(share * len(game.turns)) for game in games]
            positions = [opened(*pair).game for pair in zip(trees, after, strict=True)]
            samples = [sample(position, given.pentobi) for position in positions]
            name = f"{path.stem}, {share:.0%}, {statistics.mean(after):.0f} moves"
            print(f"{name:22}{row(samples)}", flush=True)


if __name__ == "__main__":
    main()
