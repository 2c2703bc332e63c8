"""What the tutor says: is it true, is there something to say, does it help?

words     explains moves of random games of all variants with all options, and lets the checker of
          the tests recompute every statement
mistakes  games of levels 1 to 5, judged by a longer search: how many mistakes get a reason in
          words, and how often the first reason for the better move holds for the worse one too
weigh     what each kind of reason is worth: fits the table of cornerwise/tutor/weights.py
teach     a pupil that follows nudges and reasons but never sees the move, against one without
speed     processor time of tips and of reviews, with one thread

Run: python -m benchmarks.tutor words|mistakes|weigh|teach|speed [--count N] [--parallel 1]
Ctrl-C ends it and shows what was found so far.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import count

from cornerwise import VARIANTS, Engine, Explanation, Game, Move, Reason, Variant, explain, review
from cornerwise.commands.screen import bar
from cornerwise.tutor.explanation import verdict_after
from cornerwise.tutor.prospects import Prospects
from cornerwise.tutor.reasons import Scene
from cornerwise.tutor.searches import judging_engine
from cornerwise.variants import variant
from cornerwise.workers import Workers
from tests.agreement import every_variant
from tests.tutor_checker import Facts, TooLong, falsehoods, margin_after

JUDGE = 2_000
"""Simulations of the search that judges moves."""

PLAYED = ("duo", "classic", "classic_2", "classic_3", "classic_teams", "trigon", "trigon_3")
"""The variants whose mistakes are counted and whose reasons are weighed."""

MISTAKE = 0.10
"""A loss of the chance to win that is a mistake."""


# --- words --------------------------------------------------------------------------------


def checked(of: Variant, seed: int) -> Counter[str]:
    """Explain moves of a game in which seats leave now and then, and look for a false word."""
    dice = random.Random(f"{of} {seed}")
    game, found = Game(of), Counter[str]()
    while not game.is_over:
        there = [s.name for s in of.seats if s.name not in game.retired]
        if of.team_count > 2 and dice.random() < 0.005:
            game.retire(dice.choice(there))
            continue
        if dice.random() < 0.25:
            scene = Scene(game)
            moves = dice.sample(game.legal_moves, min(4, len(game.legal_moves)))
            first = Facts(game, moves[0])
            for move in moves:
                reasons = scene.reasons(move)
                found["moves"] += 1
                found["statements"] += len(reasons)
                found.update(f"  {reason.name}" for reason in reasons)
                if wrong := falsehoods(game, move, reasons, first):
                    found["false"] += len(wrong)
                    print(*wrong, sep="\n", flush=True)
        if of.team_count == 2 and len(game.legal_moves) < 12 and dice.random() < 0.5:
            found += proofs(game, dice.choice(game.legal_moves), seed)
        # Placing large pieces first leaves positions as players make them.
        some = dice.sample(game.legal_moves.numbers, min(3, len(game.legal_moves)))
        game.play(max(some))
    return found


def proofs(game: Game, move: Move, seed: int) -> Counter[str]:
    """What is said to be certain of an ending, against a plain search of all that can happen."""
    told, found = explain(game, move, engine=Engine(simulations=200, seed=seed)), Counter[str]()
    for reason in (*told.reasons, *told.against):
        if reason.name in ("wins", "draws", "loses"):
            made = told.best if reason in told.reasons else told.move
            try:
                value = margin_after(game, made, 20_000)
            except TooLong:
                found["proofs too long to recompute"] += 1
                continue
            said = {"wins": reason.n, "draws": 0, "loses": -reason.n}[reason.name]
            found["proofs"] += 1
            if value != said:
                found["false"] += 1
                print(game.position_string, made, reason, value, flush=True)
    return found


def words(given: argparse.Namespace) -> None:
    options = {name: every_variant(name) for name in VARIANTS}
    found = Counter[str]()

    def work() -> Iterator[tuple[Variant, int]]:
        for number in count():
            for of in options.values():
                if found["moves"] >= given.count:
                    return
                yield of[number % len(of)], given.seed + number

    with suppress(KeyboardInterrupt), bar("moves", given.count) as show:
        for part in Workers(given.parallel).done(checked, work()):
            found += part
            show(found["moves"])
    for name, many in sorted(found.items()):
        print(f"{many:9,} {name}")
    print(f"{found['false']:9,} false")


# --- mistakes -----------------------------------------------------------------------------


def judged(of: Variant, seed: int) -> list[tuple[float, bool, bool, str]]:
    """The mistakes of a game: loss, whether it has a reason, whether it fits both, which."""
    dice = random.Random(f"{of} {seed}")
    level = 1 + seed % 5
    game, found = Game(of), []
    player, judge = Engine(level, seed=seed), Engine(simulations=JUDGE, seed=seed)
    while not game.is_over:
        move = player.choose(game)
        if dice.random() < 0.5 and len(game.legal_moves) > 1:
            told = judge.explain(game, move)
            if told.loss >= MISTAKE:
                said = told.reasons or told.against
                found.append(
                    (told.loss, bool(said), twice(game, told), said[0].name if said else "")
                )
        game.play(move)
    return found


def twice(game: Game, told: Explanation) -> bool:
    """Whether the first reason for the better move holds for the worse one, too."""
    if not told.reasons:
        return False
    first = told.reasons[0]
    for fact in Facts(game, told.move).statements():
        numbers = () if fact.n is None else (("n", fact.n),)
        if Reason(fact.name, fact.colour, fact.good, (), fact.pieces, numbers).implies(first):
            return True
    return False


def mistakes(given: argparse.Namespace) -> None:
    found: list[tuple[float, bool, bool, str]] = []

    def work() -> Iterator[tuple[Variant, int]]:
        for number in count(given.seed):
            for name in PLAYED:
                if len(found) >= given.count:
                    return
                yield variant(name), number

    with suppress(KeyboardInterrupt), bar("mistakes", given.count) as show:
        for part in Workers(given.parallel).done(judged, work()):
            found += part
            show(len(found))
    total = len(found)
    print(f"{total} mistakes of {MISTAKE:.0%} and more, by a search of {JUDGE} simulations")
    print(f"{sum(f[1] for f in found) / total:.1%} have a reason in words")
    print(f"{sum(f[2] for f in found) / total:.1%} of first reasons hold for the worse move too")
    for name, many in Counter(f[3] for f in found).most_common():
        print(f"{many:6} {name or 'the reason lies deeper'}")


# --- weights ------------------------------------------------------------------------------

Sample = tuple[float, list[tuple[str, bool, int]]]


def weighed(of: Variant, seed: int) -> list[list[Sample]]:
    """Positions of a game, each with some moves: the lead after them, and their reasons."""
    dice = random.Random(f"{of} {seed}")
    player, judge = Engine(1 + seed % 5, seed=seed), Engine(simulations=300, seed=seed)
    game, found = Game(of), []
    while not game.is_over:
        if dice.random() < 0.2 and len(game.legal_moves) > 4:
            scene, rows = Scene(game), []
            *_, analysis = judge.analyse(game)
            moves = [c.move for c in analysis.candidates[:4]]
            moves += dice.sample(game.legal_moves, min(4, len(game.legal_moves)))
            for move in dict.fromkeys(moves):
                lead = verdict_after(game, judge, move).lead
                rows.append((lead, [(r.name, r.good, r.n) for r in scene.reasons(move)]))
            found.append(rows)
        game.play(player.choose(game))
    return found


def weigh(given: argparse.Namespace) -> None:
    import numpy as np

    found: list[list[Sample]] = []

    def work() -> Iterator[tuple[Variant, int]]:
        for number in count(given.seed):
            for name in PLAYED:
                if len(found) >= given.count:
                    return
                yield variant(name), number

    with suppress(KeyboardInterrupt), bar("positions", given.count) as show:
        for part in Workers(given.parallel).done(weighed, work()):
            found += part
            show(len(found))
    kinds = sorted({(name, good) for rows in found for _, of in rows for name, good, _ in of})
    at = {kind: number for number, kind in enumerate(kinds)}
    inputs, targets = [], []
    for rows in found:
        block = np.zeros((len(rows), 2 * len(kinds)))
        for row, (_, of) in enumerate(rows):
            for name, good, n in of:
                sign = 1 if good else -1
                block[row, 2 * at[name, good]] += sign
                block[row, 2 * at[name, good] + 1] += sign * n
        lead = np.array([lead for lead, _ in rows])
        # Only what differs between the moves of one position is to be accounted for.
        inputs.append(block - block.mean(axis=0))
        targets.append(lead - lead.mean())
    x, y = np.vstack(inputs), np.concatenate(targets)
    scale = np.maximum(x.std(axis=0), 1e-9)
    gram, moment = (
        (x / scale).T @ (x / scale) + 0.01 * len(x) * np.eye(x.shape[1]),
        (x / scale).T @ y,
    )
    weights = np.zeros(x.shape[1])
    for _ in range(2_000):  # coordinate descent; a reason never counts against itself
        for number in range(len(weights)):
            rest = moment[number] - gram[number] @ weights + gram[number, number] * weights[number]
            weights[number] = max(0.0, rest / gram[number, number])
    weights = weights / scale
    known = 1 - ((y - x @ weights) ** 2).sum() / (y**2).sum()
    print(f"{len(found)} positions, {len(x)} moves, {known:.0%} of the variance accounted for")
    for (name, good), number in at.items():
        seen = int(sum(any((k, g) == (name, good) for k, g, _ in of) for r in found for _, of in r))
        once, each = weights[2 * number], weights[2 * number + 1]
        print(f'    ("{name}", {good}): ({once:.2f}, {each:.3f}),  # {seen}')


# --- teaching -----------------------------------------------------------------------------


def pupil(game: Game, dice: random.Random, tips: Engine | None) -> Move:
    """The largest piece that fits, with the most new corners, by chance among equals.

    With tips it keeps to the piece of the nudge and to the statements of the first reasons, as far
    as any move does; it never sees the move.
    """
    moves = list(game.legal_moves)
    if tips is None:
        largest = max(move.piece.size for move in moves)
        moves = [move for move in moves if move.piece.size == largest]
    else:
        told, scene = tips.explain(game), Scene(game)
        moves = [move for move in moves if move.piece == told.best.piece]
        said = {move: scene.reasons(move) for move in moves} if told.reasons else {}
        for reason in told.reasons[:2]:
            true_of = [move for move in moves if any(r.implies(reason) for r in said[move])]
            moves = true_of or moves
    colour = game.to_play
    assert colour is not None
    open_before = Prospects(game.position, colour).corners

    def corners(move: Move) -> int:
        after = Prospects(game.position.place(colour, move.number), colour)
        return (after.corners & ~open_before).bit_count()

    most = {move: corners(move) for move in moves}
    return dice.choice([move for move in moves if most[move] == max(most.values())])


def taught(of: Variant, seed: int) -> tuple[str, float]:
    """The share of a win that the pupil with tips gets against the one without."""
    dice, game = random.Random(seed), Game(of)
    mine = of.seats[seed % 2].name
    tips = Engine(simulations=500, seed=seed)
    while not game.is_over:
        game.play(pupil(game, dice, tips if game.seat_to_play == mine else None))
    return of.name, (mine in game.winners) / len(game.winners)


def teach(given: argparse.Namespace) -> None:
    shares: dict[str, list[float]] = {}
    names = ("duo", "classic_2", "trigon_2")
    work = ((variant(name), given.seed + n) for n in range(given.count) for name in names)
    with suppress(KeyboardInterrupt), bar("games", given.count * len(names)) as show:
        for done, (name, share) in enumerate(Workers(given.parallel).done(taught, work), 1):
            shares.setdefault(name, []).append(share)
            show(done)
    for name, won in shares.items():
        print(f"{name:10} {len(won)} games, {sum(won) / len(won):.1%} won with tips")


# --- speed --------------------------------------------------------------------------------


def speed(given: argparse.Namespace) -> None:
    """Tips at moments of a game of level 3, and the review of it, in seconds of processor time."""
    for name in ("duo", "classic", "trigon"):
        for seed in range(given.seed, given.seed + given.count):
            game, tips = Game(name), []
            player, judge = Engine(3, seed=seed), judging_engine(game.variant)
            while not game.is_over:
                if len(game.turns) % 8 == 4 and len(game.legal_moves) > 1:
                    begun = time.process_time()
                    explain(game, engine=judge)
                    tips.append(time.process_time() - begun)
                game.play(player.choose(game))
            begun = time.process_time()
            moves = len(review(game).moves)
            took = time.process_time() - begun
            tip = f"a tip {sum(tips) / len(tips):.2f} s, at most {max(tips):.2f} s"
            print(f"{name:8} {tip}; a review of {moves} moves {took:.1f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parts = {"words": (words, 10_000), "mistakes": (mistakes, 500)}
    parts |= {"weigh": (weigh, 2_000), "teach": (teach, 50), "speed": (speed, 1)}
    parser.add_argument("part", choices=parts)
    parser.add_argument("--count", type=int, metavar="N")
    parser.add_argument("--parallel", type=int, default=1, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    given = parser.parse_args()
    run, usual = parts[given.part]
    given.count = given.count or usual
    begun = time.perf_counter()
    run(given)
    print(f"{time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
