"""A second, independent answer to what can be said of a move, for comparison with the tutor.

It follows the definitions of docs/tutor.md on a plain `Position`: sets of cells, one placement
after the other. It shares nothing with the tutor and asks the kernel nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, cached_property
from typing import NamedTuple

from cornerwise import Colour, Game, Move, Position, Reason
from cornerwise.geometry import Board, bits
from cornerwise.tables import Tables

Cells = frozenset[int]


class Statement(NamedTuple):
    """A reason without its words."""

    name: str
    colour: Colour
    good: bool
    cells: tuple[int, ...] = ()
    pieces: tuple[str, ...] = ()
    n: int | None = None
    more: tuple[tuple[str, int], ...] = ()


FOUND_BY_SEARCH = {"safe", "bonus"}
"""Kinds of which any true statement will do: they tell of something that was found."""

PROVED = {"wins", "draws", "loses"}


def falsehoods(
    game: Game, move: Move, reasons: tuple[Reason, ...], before: Facts | None = None
) -> list[str]:
    """What is wrong with the reasons that are given for a move: false ones, and missing ones.

    before  the facts of another move of the same position: what holds before both is shared
    """
    facts = Facts(game, move, before)
    said = Counter(_statement(r) for r in reasons if r.name not in FOUND_BY_SEARCH | PROVED)
    expected = Counter(facts.statements())
    wrong = [f"not true: {statement}" for statement in said - expected]
    wrong += [f"not said: {statement}" for statement in expected - said]
    for reason in reasons:
        if reason.name in FOUND_BY_SEARCH and not facts.supports(reason):
            wrong.append(f"not true: {_statement(reason)}")
    return [f"{game.position_string} {move}: {text}" for text in wrong]


def _statement(reason: Reason) -> Statement:
    numbers = dict(reason.numbers)
    return Statement(
        reason.name,
        reason.colour,
        reason.good,
        tuple(reason.cells),
        tuple(reason.pieces),
        numbers.pop("n", None),
        tuple(sorted(numbers.items())),
    )


# --- the board ----------------------------------------------------------------------------


@cache
def neighbours(board: Board, common: int) -> tuple[Cells, ...]:
    """For each cell those with so many lattice points in common: 2 is an edge, 1 a vertex."""
    at: dict[int, set[int]] = {}
    for cell, points in enumerate(board.corners):
        for point in points:
            at.setdefault(point, set()).add(cell)
    found = []
    for cell, points in enumerate(board.corners):
        count = Counter(other for point in points for other in at[point] if other != cell)
        found.append(frozenset(other for other, n in count.items() if n == common))
    return tuple(found)


def near(board: Board, cells: Cells, common: int) -> set[int]:
    table = neighbours(board, common)
    return set().union(*(table[cell] for cell in cells))


@cache
def steps_to_middle(board: Board) -> dict[int, int]:
    """How far each cell is from the middle, by steps to any cell that shares a lattice point."""
    xs, ys = {x for x, _ in board.lattice}, {y for _, y in board.lattice}
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    away = {n: abs(px - x) + abs(py - y) for n, (px, py) in enumerate(board.lattice)}
    nearest = {n for n, distance in away.items() if distance == min(away.values())}
    found = {cell: 0 for cell, points in enumerate(board.corners) if nearest & set(points)}
    while len(found) < len(board):
        reached = frozenset(found)
        furthest = max(found.values())
        for cell in (near(board, reached, 1) | near(board, reached, 2)) - reached:
            found[cell] = furthest + 1
    return found


@cache
def half_turn(board: Board) -> dict[int, int] | None:
    """Where each cell lies after the board is turned by half, by its lattice points."""
    xs, ys = [x for x, _ in board.lattice], [y for _, y in board.lattice]
    x, y = min(xs) + max(xs), min(ys) + max(ys)
    known = {
        frozenset(board.lattice[p] for p in points): n for n, points in enumerate(board.corners)
    }
    turned = {
        cell: known.get(frozenset((x - px, y - py) for px, py in corners))
        for corners, cell in known.items()
    }
    return None if None in turned.values() else {a: b for a, b in turned.items() if b is not None}


@cache
def sets_of(tables: Tables) -> tuple[Cells, ...]:
    return tuple(frozenset(cells) for cells in tables.cells)


@cache
def placements_at(tables: Tables) -> tuple[list[set[int]], list[set[int]]]:
    """The placements that cover each cell, and those of each piece."""
    at_cell: list[set[int]] = [set() for _ in range(len(tables.board))]
    of_piece: list[set[int]] = [set() for _ in tables.pieces]
    for number, cells in enumerate(tables.cells):
        of_piece[tables.piece[number]].add(number)
        for cell in cells:
            at_cell[cell].add(number)
    return at_cell, of_piece


# --- a colour in a position ---------------------------------------------------------------


class View:
    """What a colour can do in a position."""

    def __init__(self, position: Position, colour: Colour, playing: bool) -> None:
        self.position, self.colour, self.playing = position, colour, playing
        self.board, self.tables = position.variant.board, position.tables
        self.own = frozenset(bits(position.hand(colour).cells))
        self.held = set(position.hand(colour).pieces)

    @cached_property
    def legal(self) -> list[int]:
        return list(bits(self.position.legal(self.colour))) if self.playing else []

    @cached_property
    def room(self) -> set[int]:
        taken = set(bits(self.position.occupied))
        return set(range(len(self.board))) - taken - near(self.board, self.own, 2)

    @cached_property
    def reach(self) -> set[int]:
        return {cell for placement in self.legal for cell in self.tables.cells[placement]}

    @cached_property
    def corners(self) -> set[int]:
        return near(self.board, self.own, 1) & self.room & self.reach

    @cached_property
    def places(self) -> set[int]:
        """The placements in the room that a chain of touches leads to, one by one."""
        if not self.playing:
            return set()
        at_cell, of_piece = placements_at(self.tables)
        fitting = set().union(*(of_piece[n] for n in self.held))
        fitting -= set().union(*(at_cell[c] for c in range(len(self.board)) if c not in self.room))
        if self.position.variant.touch == "vertices":
            fitting = {number for number in fitting if self.may_touch(number)}
        starts = set(bits(self.position.open_starts(self.colour)))
        waiting = (near(self.board, self.own, 1) if self.own else starts) & self.room
        beyond, found = self.room - waiting, set[int]()
        while waiting and fitting:
            new = at_cell[waiting.pop()] & fitting
            fitting -= new
            found |= new
            fresh = near(self.board, self._covered(new), 1) & beyond
            beyond -= fresh
            waiting |= fresh
        return found

    def _covered(self, placements: set[int]) -> Cells:
        sets = sets_of(self.tables)
        return frozenset().union(*(sets[number] for number in placements))

    def may_touch(self, number: int) -> bool:
        """Whether no vertex would meet the side of an own piece, where that is forbidden (T4)."""
        if self.position.variant.touch != "vertices":
            return True
        hand = self.position.hand(self.colour)
        points, straights = set(bits(hand.points)), set(bits(hand.straights))
        return points.isdisjoint(self.tables.straights[number]) and straights.isdisjoint(
            self.tables.points[number]
        )

    @cached_property
    def area(self) -> set[int]:
        return set(self._covered(self.places))

    @property
    def needed(self) -> int:
        """How many cells its pieces would cover."""
        pieces = self.position.variant.pieces
        return sum(pieces[n].size for n in self.position.hand(self.colour).pieces)

    @property
    def may_complete(self) -> bool:
        return len(self.area) >= self.needed and all(self.spots[n] for n in self.held)

    def could_cover(self, wanted: set[int]) -> bool:
        """Whether any piece of the game, held or not, would be a legal placement on such a cell."""
        if not self.own:
            return False  # then it holds all of them
        ways, (at_cell, _) = near(self.board, self.own, 1), placements_at(self.tables)
        return any(
            sets_of(self.tables)[number] <= self.room
            and sets_of(self.tables)[number] & ways
            and self.may_touch(number)
            for cell in wanted
            for number in at_cell[cell]
        )

    @cached_property
    def spots(self) -> Counter[int]:
        """How many places each piece has."""
        return Counter(map(self.tables.piece.__getitem__, self.places))


# --- a move -------------------------------------------------------------------------------


class Facts:
    def __init__(self, game: Game, move: Move, like: Facts | None = None) -> None:
        assert game.to_play is not None
        self.game, self.move, self.colour = game, move, game.to_play
        self.variant, self.board, self.tables = game.variant, game.variant.board, game.tables
        self.cells = frozenset(move.cells)
        self.position = game.position
        self.then = game.position.place(self.colour, move.number)
        gone = {c for seat in self.variant.seats if seat.name in game.retired for c in seat.colours}
        self.playing = [c for c in self.variant.colours if c not in gone]
        team_of = {c: seat.team for seat in self.variant.seats for c in seat.colours}
        on_turn = {seat.name: seat.team for seat in self.variant.seats}[game.seat_to_play or ""]
        self.friends = [c for c in self.playing if team_of.get(c) == on_turn]
        self.opponents = [c for c in self.playing if team_of.get(c, on_turn) != on_turn]
        self.before = {c: View(self.position, c, c in self.playing) for c in self.playing}
        if like is not None:
            self.before = like.before
        self.after = {c: View(self.then, c, c in self.playing) for c in self.playing}

    def statements(self) -> Iterator[Statement]:
        if len(self.game.legal_moves) == 1:
            yield Statement("only", self.colour, True)
        if self.colour in self.friends:
            yield from self._of_piece()
            yield from self._of_corners()
            yield from self._of_reach()
            yield from self._of_room()
            yield from self._of_all()
        for colour in self.friends + self.opponents:
            yield from self._of_losses(colour)
        yield from self._of_mirrors()

    def _names(self, pieces: object) -> tuple[str, ...]:
        return tuple(self.variant.pieces[n].name for n in sorted(pieces))  # type: ignore[call-overload]

    def _of_piece(self) -> Iterator[Statement]:
        view, sizes = self.before[self.colour], [piece.size for piece in self.variant.pieces]
        size = len(self.cells)
        able = {len(self.tables.cells[number]) for number in view.legal}
        if size == max(able) and len(able) > 1:
            yield Statement("large", self.colour, True)
        more = [
            n for n in view.legal if n != self.move.number and self.cells < sets_of(self.tables)[n]
        ]
        if more:
            other = max(more)
            assert sizes[self.tables.piece[other]] == max(len(self.tables.cells[n]) for n in more)
            yield Statement(
                "smaller",
                self.colour,
                False,
                tuple(sorted(set(self.tables.cells[other]) - self.cells)),
                self._names([self.tables.piece[other]]),
            )
        piece = self.tables.piece[self.move.number]
        if view.spots[piece] <= 3:
            yield Statement(
                "scarce", self.colour, True, (), self._names([piece]), view.spots[piece]
            )

    def _of_all(self) -> Iterator[Statement]:
        view, hand = self.after[self.colour], self.then.hand(self.colour)
        if not hand.pieces:
            yield Statement("complete", self.colour, True)
        elif self._aims_at_all and view.may_complete:
            singles = [n for n, piece in enumerate(self.variant.pieces) if piece.size == 1]
            if singles and self.variant.scoring.single_bonus:
                single = singles[0]
                if single in view.held:
                    if len(hand.pieces) <= 3:
                        names = self._names([single])
                        yield Statement("single_kept", self.colour, True, (), names)
                elif len(self.cells) == 1:
                    yield Statement("single_spent", self.colour, False, (), self._names([single]))

    @property
    def _aims_at_all(self) -> bool:
        return self.variant.scoring.bonus != 0 or len(self.variant.seats) == 1

    def _of_corners(self) -> Iterator[Statement]:
        now = self.after[self.colour].corners
        opened = now - self.before[self.colour].corners
        if opened:
            yield Statement("opens", self.colour, True, tuple(sorted(opened)), (), len(opened))
        theirs = set().union(*(self.after[c].reach for c in self.opponents))
        kept = now - theirs
        if self.opponents and kept:
            yield Statement("sheltered", self.colour, True, tuple(sorted(kept)), (), len(kept))
        for colour in self.opponents:
            meets = {n: len(opened & sets_of(self.tables)[n]) for n in self.after[colour].legal}
            most = max(meets.values(), default=0)
            if most >= 2:
                yield Statement("threat", colour, False, tuple(sorted(opened)), (), most)
            able = {self.tables.piece[n] for n, met in meets.items() if met}
            if 1 <= len(able) <= 3:
                names = self._names(able)
                yield Statement("fits", colour, True, tuple(sorted(opened)), names)
            view = self.after[colour]
            if view.legal and not able and view.could_cover(opened):
                yield Statement("unfit", colour, True, tuple(sorted(opened)))

    def _of_reach(self) -> Iterator[Statement]:
        before, after = self.before[self.colour], self.after[self.colour]
        if not before.own:
            return
        new = after.reach - before.reach
        if new:
            yield Statement("reaches", self.colour, True, tuple(sorted(new)), (), len(new))
        steps = steps_to_middle(self.board)
        nearer = min(steps[c] for c in before.own) - min(steps[c] for c in self.cells)
        if nearer > 0:
            yield Statement("nears", self.colour, True, tuple(sorted(self.cells)), (), nearer)
        free = set(range(len(self.board))) - set(bits(self.then.occupied))
        while free:
            part = {free.pop()}
            grown = part
            while grown:
                grown = near(self.board, frozenset(grown), 2) & free
                free -= grown
                part = part | grown
            if len(part) >= 4 and part & after.reach and not part & before.reach:
                yield Statement("enters", self.colour, True, tuple(sorted(part)), (), len(part))

    def _alone(self, views: dict[Colour, View]) -> set[int]:
        others = set().union(*(view.area for c, view in views.items() if c != self.colour))
        return views[self.colour].area - others

    def _of_room(self) -> Iterator[Statement]:
        if len(self.playing) > 1:
            gained = self._alone(self.after) - self._alone(self.before)
            if len(gained) >= 4:
                yield Statement("claims", self.colour, True, tuple(sorted(gained)), (), len(gained))

    def _of_losses(self, colour: Colour) -> Iterator[Statement]:
        before, after = self.before[colour], self.after[colour]
        good, own = colour in self.opponents, colour == self.colour
        if before.legal and not after.legal and after.held:
            yield Statement("finishes", colour, good)
        closed = before.corners - after.corners - (self.cells if own else set())
        if closed:
            yield Statement("closes", colour, good, tuple(sorted(closed)), (), len(closed))
        lost = before.reach - after.reach
        if not own and len(lost) >= 4:
            yield Statement("hampers", colour, good, tuple(sorted(lost)), (), len(lost))
        passed = before.corners & after.corners & near(self.board, self.cells, 2)
        if good and passed:
            yield Statement("kisses", colour, False, tuple(sorted(passed)), (), len(passed))
        cut = before.area - after.area - self.cells
        if own:
            cut -= near(self.board, self.cells, 2)
        if len(cut) >= 4:
            more = (("after", len(after.area)), ("before", len(before.area)))
            yield Statement("cuts", colour, good, tuple(sorted(cut)), (), len(cut), more)
        room = len(after.area)
        if len(before.area) >= before.needed and 0 < room < after.needed:
            yield Statement("confines", colour, good, tuple(sorted(after.area)), (), room)
        if self._aims_at_all and before.may_complete and not after.may_complete:
            yield Statement("no_bonus", colour, good)
        gone = {n for n in after.held if before.spots[n] and not after.spots[n]}
        if gone:
            yield Statement("denies", colour, good, (), self._names(gone))
        few = {n for n in after.held if before.spots[n] > 3 and 1 <= after.spots[n] <= 3}
        if few:
            least = min(after.spots[n] for n in few)
            piece = max(n for n in few if after.spots[n] == least)
            yield Statement("tightens", colour, good, (), self._names([piece]), least)

    def _of_mirrors(self) -> Iterator[Statement]:
        turned = half_turn(self.board)
        if turned is None or len(self.variant.colours) != 2 or len(self.opponents) != 1:
            return
        theirs = set(self.before[self.opponents[0]].own)
        image = {turned[cell] for cell in self.before[self.colour].own}
        here, there = tuple(sorted(self.cells)), {turned[cell] for cell in self.cells}
        if theirs and image | there == theirs:
            yield Statement("mirrors", self.colour, True, here)
        if image and image == theirs:
            answers = self.after[self.opponents[0]].legal
            if not any(there == set(self.tables.cells[number]) for number in answers):
                yield Statement("unmirrors", self.colour, True, here)

    # --- what was found by a search -------------------------------------------------------

    def supports(self, reason: Reason) -> bool:
        """Whether the pieces of a reason can be placed one by one on exactly its cells."""
        drawn = set(reason.cells)
        held = [self.variant.pieces[n].name for n in self.then.hand(self.colour).pieces]
        if reason.name == "bonus":
            names = held
            fair = self._aims_at_all and reason.numbers == (("n", len(held)),)
        else:
            names = list(reason.pieces)
            fair = drawn <= self._alone(self.after) and reason.numbers == (("n", len(drawn)),)
        if not fair or reason.colour != self.colour or not reason.good:
            return False
        within = {n for n, cells in enumerate(sets_of(self.tables)) if cells <= drawn}
        return self._placed(self.then, within, drawn, Counter(names))

    def _placed(
        self, position: Position, within: set[int], rest: set[int], names: Counter[str]
    ) -> bool:
        if not names:
            return not rest
        for number in bits(position.legal(self.colour)):
            name = self.variant.pieces[self.tables.piece[number]].name
            if number in within and names[name]:
                after = position.place(self.colour, number)
                left = rest - set(self.tables.cells[number])
                if self._placed(after, within, left, names - Counter([name])):
                    return True
        return False


# --- decided endings ----------------------------------------------------------------------


class TooLong(Exception):
    """The ending is too long for the plain search."""


def margin_after(game: Game, move: Move, tries: int) -> int:
    """By how much the side on turn comes out ahead after a move if both sides play perfectly.

    Every line is played to its end. Raises `TooLong` after so many moves tried.
    """
    names = {seat.team: seat.name for seat in game.variant.seats}
    team_of = {seat.name: seat.team for seat in game.variant.seats}
    mine = team_of[game.seat_to_play or ""]
    (theirs,) = set(names) - {mine}
    sign = 1 if game.variant.scoring.most_wins else -1
    known: dict[str, int] = {}

    def value(at: Game) -> int:
        nonlocal tries
        if at.is_over:
            return sign * (at.scores[names[mine]] - at.scores[names[theirs]])
        if at.key not in known:
            tries -= len(at.legal_moves)
            if tries < 0:
                raise TooLong
            best = max if team_of[at.seat_to_play or ""] == mine else min
            known[at.key] = best(value(played(at, move)) for move in at.legal_moves)
        return known[at.key]

    return value(played(game, move))


def played(game: Game, move: Move) -> Game:
    after = game.copy()
    after.play(move)
    return after
