"""Many games at once, for programs that learn (docs/research.md).

`VectorGame` plays a batch of games in the kernel and writes what is seen of them to arrays: legal
actions, planes, rewards. `symmetry_tables` says what turning and mirroring the board does to both.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from cornerwise import _kernel, kernel
from cornerwise.arrays import numpy
from cornerwise.engine.player import position_of
from cornerwise.errors import VariantError
from cornerwise.game import Game
from cornerwise.geometry import Board
from cornerwise.notation import Move
from cornerwise.setup import Setup
from cornerwise.symmetry import symmetries
from cornerwise.tables import Tables, tables_of
from cornerwise.variants import USUAL, Colour, Variant, variant

if TYPE_CHECKING:
    from numpy.typing import NDArray

Agent = Literal["random", "greedy"]
Reward = Literal["win", "points", "rank"]

_MOST = (1 << 31) - 1
_SEEDS = 1 << 64

STAY = -1
"""As an action: leave this game as it is."""

WIDTH = 2048
"""How many legal actions a row of `actions` has room for, unless another width is asked for."""


class Field(NamedTuple):
    """What an array must be like: its shape and the numpy name of its elements."""

    shape: tuple[int, ...]
    dtype: str


class VectorGame:
    """A batch of games of one variant, played by the kernel.

    An action is a placement number. Colours and seats are numbered in playing order. Arrays that
    were attached are filled by every call that changes games, in the rows of those games.

    threads   how many threads share the games; results do not depend on it. Small batches are
              quicker with one
    seed      where chance starts; each place of the batch has its own chance
    reward    what a seat gets at the end, 0 before:
              "win"     1 for a win alone against -1 shared by the others; each loser loses the
                        same whoever wins, and winners share it: so all add up to 0
              "points"  the points of its side, negative where the fewest points win
              "rank"    1 for the first, -1 for the last, evenly in between; equal ranks are shared
    relative  whether planes and pieces begin with the colour on turn; otherwise with the first

    A wrong argument raises `ValueError`, `TypeError` or `IndexError`, and then no game has changed.

    >>> games = VectorGame("duo", 3)
    >>> seen = games.arrays("mask", "ends")
    >>> games.step([130, 130, STAY])
    >>> seen["mask"].sum(axis=1).tolist()
    [414, 414, 828]
    >>> games.game(0)
    <Game duo: 1 move, yellow to play>
    """

    def __init__(
        self,
        name: str | Variant = USUAL,
        games: int = 1,
        *,
        threads: int = 1,
        seed: int = 0,
        reward: Reward = "win",
        relative: bool = True,
        **options: str | None,
    ) -> None:
        self.variant = variant(name, seed=seed, **options)
        self.threads, self.reward, self.relative = threads, reward, relative
        seed = _whole("seed", seed) % _SEEDS
        self._attached: dict[str, Any] = {}
        board = self.variant.board
        self._batch = _kernel.Batch(
            kernel.rules(self.variant),
            games=_whole("games", games),
            threads=_whole("threads", threads),
            seed=seed,
            seats=[self._seat_of(colour) for colour in self.variant.colours],
            cell=self.variant.scoring.cell,
            spots=spots(board),
            plane=(board.height, board.width),
            reward=reward,
            relative=relative,
        )

    def _seat_of(self, colour: Colour) -> int:
        seat = self.variant.seat_of(colour)
        return -1 if seat is None else self.variant.seats.index(seat)

    def __len__(self) -> int:
        return len(self._batch)

    @property
    def tables(self) -> Tables:
        """The numbered placements, which are the actions."""
        return tables_of(self.variant.edition)

    @property
    def action_count(self) -> int:
        """How many actions there are, legal or not."""
        return len(self.tables)

    # --- arrays --------------------------------------------------------------------------

    def fields(self, width: int = WIDTH) -> Mapping[str, Field]:
        """Every array that can be attached, with its shape and type; docs/research.md tells more.

        >>> VectorGame("duo", 8).fields()["planes"]
        Field(shape=(8, 6, 14, 14), dtype='uint8')
        """
        if _whole("width", width) < 1:
            raise ValueError(f"width must be at least 1, not {width}")
        n, actions, of = len(self), self.action_count, self.variant
        colours, seats, board = len(of.colours), len(of.seats), of.board
        return {
            "mask": Field((n, actions), "bool"),
            "packed": Field((n, (actions + 7) // 8), "uint8"),
            "actions": Field((n, width), "int32"),
            "counts": Field((n,), "int32"),
            "planes": Field((n, 3 * colours, board.height, board.width), "uint8"),
            "pieces": Field((n, colours, len(of.pieces)), "uint8"),
            "colours": Field((n,), "int8"),
            "seats": Field((n,), "int8"),
            "plies": Field((n,), "int16"),
            "ends": Field((n,), "bool"),
            "rewards": Field((n, seats), "float32"),
            "scores": Field((n, seats), "int32"),
        }

    def arrays(self, *names: str, width: int = WIDTH) -> dict[str, NDArray[Any]]:
        """New numpy arrays of these names, or of all, attached and filled."""
        np, fields = numpy(), self.fields(width)
        for name in names:
            if name not in fields:
                raise ValueError(f"there is no array {name!r}: choose among {', '.join(fields)}")
        made = {name: np.zeros(*fields[name]) for name in names or fields}
        self.attach(**made)
        return made

    def attach(self, **arrays: Any) -> None:
        """Fill these arrays from now on, and at once: any of `fields`, without copies.

        An array is what numpy, the buffer protocol or DLPack offers: contiguous, writable, in main
        memory. `mask` and `ends` may be uint8, `planes` float32. `actions` may have any width: a
        row with less room than `counts` says holds the first of them.
        """
        wanted = self._attached | arrays
        self._batch.attach(wanted)
        self._attached = wanted

    def detach(self) -> None:
        """Let go of all arrays."""
        self._batch.attach({})
        self._attached = {}

    @property
    def attached(self) -> Mapping[str, Any]:
        """The arrays that are filled, by name."""
        return dict(self._attached)

    # --- playing -------------------------------------------------------------------------

    def step(self, actions: Sequence[int] | NDArray[Any]) -> None:
        """Play one action in each game: a legal placement number, or `STAY`.

        A game that is over can only stay.
        """
        self._batch.step(actions)

    def reset(
        self, games: Iterable[int] | NDArray[Any] | None = None, *, seed: int | None = None
    ) -> None:
        """Begin games anew: those of these numbers, those where an array is true, or all.

        A seed lets the chance of all places start anew, too.
        """
        if seed is not None:
            self._batch.seed(_whole("seed", seed) % _SEEDS)
        self._batch.reset(games)

    def undo(self, games: Iterable[int] | NDArray[Any] | None = None) -> None:
        """Take back the last move of games, and with it what happened since."""
        self._batch.undo(games)

    def retire(self, game: int, seat: str | int) -> None:
        """Let a seat leave a game, as `Game.retire` does."""
        names = [known.name for known in self.variant.seats]
        if isinstance(seat, str):
            if seat not in names:
                raise VariantError(f"{seat!r} is not a seat of {self.variant.name}")
            seat = names.index(seat)
        self._batch.retire(_whole("game", game), _whole("seat", seat))

    def copy(
        self,
        sources: int | Iterable[int] | NDArray[Any],
        targets: int | Iterable[int] | NDArray[Any],
    ) -> None:
        """Make games equal to others, one to one. Chance stays with its place."""
        self._batch.copy(_several(sources), _several(targets))

    # --- agents --------------------------------------------------------------------------

    def choose(self, agent: Agent = "random", out: Any = None) -> Any:
        """An action for each game, `STAY` where it is over, in a new array or in `out` (int32).

        "random" chooses any legal action. "greedy" chooses among the largest pieces, and rather one
        that takes an open corner from an opponent, as the engine's playouts do.
        """
        if out is None:
            out = numpy().zeros(len(self), "int32")
        self._batch.choose(agent, out)
        return out

    def advance(self, agent: Agent = "random", moves: int = 1) -> None:
        """Let an agent make so many moves in each game; a game that ends before stays there."""
        self._batch.advance(agent, _whole("moves", moves))

    def rollouts(self, agent: Agent = "greedy", playouts: int = 1, out: Any = None) -> Any:
        """Each seat's mean reward if an agent plays every game to its end so many times.

        No game changes. The result is a new array or `out` (float32): games by seats.
        """
        if out is None:
            out = numpy().zeros((len(self), len(self.variant.seats)), "float32")
        self._batch.rollouts(agent, _whole("playouts", playouts), out)
        return out

    # --- single games --------------------------------------------------------------------

    def game(self, number: int) -> Game:
        """One of the games as a `Game` of its own."""
        of, tables = self.variant, self.tables
        laid: list[tuple[Colour, Move]] = []
        moves: list[int] = []
        left: dict[str, int] = {}
        to_play: Colour | None = None
        sharer: str | None = None
        for kind, which, placement in self._batch.steps(_whole("game", number)):
            if kind == "lay" and not moves:
                laid.append((of.colours[which], Move(tables, placement)))
            elif kind in ("play", "lay"):
                moves.append(placement)
            elif kind == "give":
                to_play = of.colours[which]
            elif kind == "share":
                sharer = of.seats[which].name
            elif (seat := of.seat_of(of.colours[which])) and (of.team_count > 2 or not left):
                left.setdefault(seat.name, len(moves))
        return Game(
            of,
            setup=Setup(tuple(laid), to_play, sharer),
            moves=moves,
            retired=[(ply, seat) for seat, ply in left.items()],
        )

    def put(self, number: int, game: Game) -> None:
        """Go on in one of the games from where another is."""
        of = self.variant
        if not isinstance(game, Game):
            raise TypeError(f"put takes a Game, not {type(game).__name__}")
        if game.variant != of:
            raise VariantError(f"this is a game of {game.variant}, and the batch is one of {of}")
        begun = Game(of, setup=game.setup)
        position = position_of(begun) if game.setup else _kernel.Position(kernel.rules(of))
        names = [seat.name for seat in of.seats]
        leaving = list(game.retirements) if of.team_count > 2 else []
        for ply in range(len(game.turns) + 1):
            while leaving and leaving[0][0] <= ply:
                for colour in of.seats[names.index(leaving.pop(0)[1])].colours:
                    position.retire(of.colours.index(colour))
            if ply < len(game.turns):
                turn = game.turns[ply]
                if position.turn >= 0:
                    position.play(turn.move.number)
                else:  # a record may go on after the end (C6)
                    position.lay(of.colours.index(turn.colour), turn.move.number)
        self._batch.put(_whole("game", number), position)
        if game.retired and of.team_count <= 2:
            self.retire(number, game.retired[0])

    def __reduce__(self) -> tuple[object, ...]:
        """A copy, or what is read from a pickle, goes on in the same way: with its own arrays."""
        games = [self.game(number) for number in range(len(self))]
        settings = {"threads": self.threads, "reward": self.reward, "relative": self.relative}
        state = settings, games, self._batch.chances(), self._attached
        return _restored, (self.variant, *state)

    def __repr__(self) -> str:
        return f"<VectorGame {self.variant}: {len(self)} games>"


def _restored(
    of: Variant,
    settings: dict[str, Any],
    games: Sequence[Game],
    chances: Sequence[int],
    attached: dict[str, Any],
) -> VectorGame:
    made = VectorGame(of, len(games), **settings)
    for number, game in enumerate(games):
        if game.turns or game.retired or game.setup:
            made.put(number, game)
    made._batch.set_chances(chances)
    made.attach(**attached)
    return made


class SymmetryTables(NamedTuple):
    """What each symmetry makes of actions and planes: a row for each, the first changes nothing.

    actions  the image of every action
    spots    the image of every spot of a plane, counted row by row

    >>> np = numpy()
    >>> images = symmetry_tables("duo")
    >>> games = VectorGame("duo", 4)
    >>> mask = games.arrays("mask")["mask"]
    >>> turned = np.zeros_like(mask)
    >>> turned[:, images.actions[1]] = mask
    >>> bool((turned == mask).all())  # the empty board looks the same from both sides
    True
    """

    actions: NDArray[Any]
    spots: NDArray[Any]


def symmetry_tables(
    name: str | Variant, *, begun: bool = False, **options: str | None
) -> SymmetryTables:
    """The tables of a variant's symmetries, to make more of few positions.

    Once every colour has made its first placement, start fields matter no more. With `begun` all
    turns and mirrorings of the board are given, for such positions only.

    >>> [len(symmetry_tables(name).actions) for name in ("duo", "classic")]
    [4, 1]
    >>> len(symmetry_tables("classic", begun=True).actions)
    8
    """
    return _symmetry_tables(variant(name, **options), begun)


@lru_cache(maxsize=64)
def _symmetry_tables(of: Variant, begun: bool) -> SymmetryTables:
    np, tables = numpy(), tables_of(of.edition)
    number = {cells: placement for placement, cells in enumerate(tables.cells)}
    where, count = np.array(spots(of.board)), of.board.height * of.board.width
    actions, places = [], []
    for symmetry in symmetries(of.board) if begun else of.symmetries:
        image = symmetry.cells
        actions.append([number[tuple(sorted(image[c] for c in row))] for row in tables.cells])
        moved = np.arange(count)
        moved[where] = where[list(image)]
        places.append(moved)
    found = SymmetryTables(np.array(actions, np.int32), np.array(places, np.int32))
    for array in found:
        array.flags.writeable = False  # others are handed the same
    return found


def spots(board: Board) -> list[int]:
    """Where each cell lies in a plane, counted row by row from the top left."""
    return [y * board.width + x - board.shift for x, y in board.places]


def _several(given: int | Iterable[int] | NDArray[Any]) -> Any:
    return [given] if isinstance(given, int) else given


def _whole(name: str, given: object) -> int:
    """A number as the kernel takes it; what is out of its range the kernel tells."""
    try:
        number = operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {given!r}") from None
    if name != "seed" and abs(number) > _MOST:
        raise ValueError(f"{name} cannot be {number}")
    return number
