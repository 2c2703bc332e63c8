"""Game trees: records of games with variations and comments, as .blksgf files keep them.

The properties of the SGF nodes are the only state. A `GameTree` and its `GameNode`s are views of
them, so whatever we do not understand stays as it is. docs/sgf.md specifies the files.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import IO, overload

from cornerwise import sgf
from cornerwise.errors import SgfError
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.records.dialect import RETIRED, SHARER, Act, Dialect
from cornerwise.records.replay import ReplayError, advance
from cornerwise.variants import USUAL, Colour, Variant, variant

MAX_SETUPS = 500
"""The most setups on one line of play: each of them lays out the whole board anew."""

ANNOTATIONS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "!!": ("TE", "2"),
        "!": ("TE", "1"),
        "??": ("BM", "2"),
        "?": ("BM", "1"),
        "!?": ("IT", ""),
        "?!": ("DO", ""),
    }
)
"""The signs for good, bad, interesting and doubtful moves, with their property and its value."""


class _Text:
    """An attribute that is the text of a property; "" when it is not there."""

    def __init__(self, name: str, doc: str) -> None:
        self._name, self.__doc__ = name, doc

    @overload
    def __get__(self, owner: None, _: type) -> _Text: ...
    @overload
    def __get__(self, owner: GameTree | GameNode, _: type) -> str: ...
    def __get__(self, owner: GameTree | GameNode | None, _: type) -> _Text | str:
        return self if owner is None else owner._node.text(self._name)

    def __set__(self, owner: GameTree | GameNode, text: str) -> None:
        owner._node.set_text(self._name, text)


class GameNode:
    """A node of a game tree: a move or a setup, with comments and variations.

    Nodes are equal when they are the same node of the same tree.
    """

    __slots__ = ("_node", "tree")

    def __init__(self, tree: GameTree, node: sgf.Node) -> None:
        self.tree, self._node = tree, node

    comment = _Text("C", "The comment.")
    name = _Text("N", "The name of the node.")

    @property
    def parent(self) -> GameNode | None:
        """The node before this one, None at the root."""
        return None if self._node.parent is None else GameNode(self.tree, self._node.parent)

    @property
    def children(self) -> tuple[GameNode, ...]:
        """The nodes that follow: the main line first, then the variations."""
        return tuple(GameNode(self.tree, child) for child in self._node.children)

    @property
    def line(self) -> tuple[GameNode, ...]:
        """The nodes from the root to this one."""
        return tuple(GameNode(self.tree, node) for node in self._node.line())

    @property
    def properties(self) -> dict[str, list[str]]:
        """All that the node holds, as in the file. A change here changes the node."""
        return self._node.properties

    @property
    def act(self) -> Act:
        """What the node does to the game: its setup, its move, and who leaves after it."""
        return self.tree._dialect.act(self._node)

    @property
    def move(self) -> Move | None:
        """The move made, None if there is none."""
        return self.act.move

    @property
    def colour(self) -> Colour | None:
        """The colour that moves, None if none does."""
        return self.act.colour

    @property
    def annotation(self) -> str:
        """What is thought of the move: one of !! ! !? ?! ? ?? or nothing."""
        for sign, (name, value) in ANNOTATIONS.items():
            if name in self.properties and (value < "2" or self._node.text(name) >= "2"):
                return sign
        return ""

    @annotation.setter
    def annotation(self, sign: str) -> None:
        if sign and sign not in ANNOTATIONS:
            raise SgfError(f"{sign!r} is no annotation: choose one of {' '.join(ANNOTATIONS)}")
        for name, _ in ANNOTATIONS.values():
            self.properties.pop(name, None)
        if sign:
            name, value = ANNOTATIONS[sign]
            self.properties[name] = [value]

    def add(self, move: Move | str | int) -> GameNode:
        """Add a move for the colour on turn here as the last variation. It must be legal."""
        return self.add_line([move])

    def add_line(self, moves: Iterable[Move | str | int], game: Game | None = None) -> GameNode:
        """Add moves one after the other as the last variation. Returns the last node.

        game  the game at this node, if it is at hand: then it need not be played through
        """
        game, node = self.tree.game(self) if game is None else game.copy(), self
        for move in moves:
            colour = game.to_play
            played = game.play(move)
            assert colour is not None  # a finished game has no legal move
            node = node._added(colour, played)
        return node

    def remove(self) -> None:
        """Take this node and all that follows it out of the tree."""
        if self._node.parent is None:
            raise SgfError("the root cannot be removed")
        self._node.parent.children.remove(self._node)
        self._node.parent = None

    def _added(self, colour: Colour, move: Move) -> GameNode:
        child = sgf.Node(self._node)
        child.properties[self.tree._dialect.move_id(colour)] = [str(move)]
        return GameNode(self.tree, child)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameNode) and self._node is other._node

    def __hash__(self) -> int:
        return hash(self._node)

    def __repr__(self) -> str:
        what = f"{self.colour} {self.move}" if self.colour else " ".join(self.properties)
        return f"<GameNode {what}: {len(self._node.children)} children>"


class GameTree:
    """A game with variations.

    >>> tree = GameTree("duo")
    >>> first = tree.root.add("e8,d9,e9,f9,e10")
    >>> first.comment = "The cross."
    >>> tree.game()
    <Game duo: 1 move, yellow to play>
    >>> print(tree.to_sgf(), end="")
    (;GM[Blokus Duo]CA[UTF-8]AP[Cornerwise]
    ;B[e8,d9,e9,f9,e10]C[The cross.])
    """

    date = _Text("DT", "When the game was played, as YYYY-MM-DD.")
    event = _Text("EV", "The event, such as a tournament.")
    round = _Text("RO", "The round of the event.")
    place = _Text("PC", "Where the game was played.")
    title = _Text("GN", "A name for the game.")
    result = _Text("RE", 'The result, such as B+12; "0" is a draw.')
    user = _Text("US", "Who entered the game.")

    def __init__(self, name: str | Variant = USUAL, **options: str | None) -> None:
        self._dialect = Dialect(variant(name, **options))
        self._node = sgf.Node()
        self._dialect.declare(self._node)

    @classmethod
    def from_game(cls, game: Game) -> GameTree:
        """The tree with all that happened in a game, and its result when it is over."""
        tree = cls(game.variant)
        for colour, move in game.setup.placements:
            name = "A" + tree._dialect.move_id(colour)
            tree._node.properties.setdefault(name, []).append(str(move))
        if game.setup.to_play is not None:
            tree._node.properties["PL"] = [tree._dialect.move_id(game.setup.to_play)]
        if game.setup.sharer is not None:
            tree._node.properties[SHARER] = [game.setup.sharer]
        tree.result = tree._dialect.result(game)
        nodes = [tree.root]
        for turn in game.turns:
            nodes.append(nodes[-1]._added(turn.colour, turn.move))
        for ply, seat in game.retirements:
            nodes[ply].properties.setdefault(RETIRED, []).append(seat)
        return tree

    @classmethod
    def _from_node(cls, root: sgf.Node, source: str) -> GameTree:
        tree = object.__new__(cls)
        tree._node = root
        tree._dialect = Dialect.of(root, source)
        root.properties["GM"] = [tree.variant.recipe.gm]
        if "CA" in root.properties:
            root.properties["CA"] = ["UTF-8"]  # so it is now, and so it will be written
        for node in root.walk():
            tree._dialect.modernise(node)
        return tree

    @property
    def variant(self) -> Variant:
        """The variant and options that the tree declares."""
        return self._dialect.variant

    @property
    def root(self) -> GameNode:
        """The node that everything follows."""
        return GameNode(self, self._node)

    @property
    def main_line(self) -> tuple[GameNode, ...]:
        """The nodes from the root to the end, always by the first child."""
        return GameNode(self, self._end).line

    @property
    def _end(self) -> sgf.Node:
        node = self._node
        while node.children:
            node = node.children[0]
        return node

    def nodes(self) -> Iterator[GameNode]:
        """All nodes, each before those that follow it."""
        return (GameNode(self, node) for node in self._node.walk())

    # --- players -------------------------------------------------------------------------

    @property
    def players(self) -> dict[str, str]:
        """The name of the player at each seat, "" where it is not known."""
        return {seat: self._node.text(name) for seat, name in self._player_names.items()}

    def set_player(self, seat: str, name: str) -> None:
        """Say who plays at a seat."""
        if seat not in self._player_names:
            seats = ", ".join(self._player_names)
            raise SgfError(f"{seat!r} is not a seat of {self.variant.name}: it has {seats}")
        self._node.set_text(self._player_names[seat], name)

    @property
    def _player_names(self) -> dict[str, str]:
        return {seat.name: "P" + self._dialect.player_id(seat) for seat in self.variant.seats}

    # --- playing through -----------------------------------------------------------------

    def game(self, node: GameNode | None = None, *, lenient: bool = False) -> Game:
        """The game up to a node, by default to the end of the main line.

        What the rules forbid raises an error that says where. With `lenient` a forbidden piece that
        can lie on the board is set up instead. The game then starts from there, as its `setup`
        shows.
        """
        end = self._end if node is None else node._node
        game, setups = Game(self.variant), 0
        for step in end.line():
            act = self._dialect.act(step)
            setups += act.has_setup
            if setups > MAX_SETUPS:
                raise self._dialect.fault(step, f"more than {MAX_SETUPS} setups in one line")
            game = self._advanced(game, step, act, lenient)
        return game

    def faults(self) -> Iterator[SgfError]:
        """Everything in the tree that the rules forbid, each with its place.

        A piece that cannot lie on the board hides the faults that follow it.
        """
        waiting = [(Game(self.variant), self._node)]
        while waiting:
            before, node = waiting.pop()
            act = self._dialect.act(node)
            try:
                game = self._advanced(before.copy(), node, act)  # variations begin from the same
            except SgfError as error:
                yield error
                try:
                    game = self._advanced(before.copy(), node, act, lenient=True)
                except SgfError:
                    continue
            waiting.extend((game, child) for child in reversed(node.children))

    def _advanced(self, game: Game, node: sgf.Node, act: Act, lenient: bool = False) -> Game:
        try:
            return advance(game, act, lenient)
        except ReplayError as error:
            name = self._dialect.property_of(node, error.part)
            raise self._dialect.fault(node, str(error), name) from None

    # --- writing -------------------------------------------------------------------------

    def to_sgf(self) -> str:
        """The tree as the text of a .blksgf file."""
        return sgf.write([self._node])

    def write(self, to: str | os.PathLike[str] | IO[str]) -> None:
        """Write the tree to a file, given by its path or open."""
        write_sgf([self], to)

    def __repr__(self) -> str:
        return f"<GameTree {self.variant}: {sum(1 for _ in self.nodes())} nodes>"


def parse_sgf(text: str | bytes) -> list[GameTree]:
    """The games in a .blksgf text. Moves are checked against the rules when they are played.

    >>> [tree] = parse_sgf("(;GM[Blokus Duo];B[E8, E10, D9, E9, F9])")
    >>> tree.main_line[1].move
    <Move e8,d9,e9,f9,e10 (X5)>
    """
    source = sgf.decode(text)
    return [GameTree._from_node(root, source) for root in sgf.parse(source)]


def read_sgf(file: str | os.PathLike[str] | IO[str] | IO[bytes]) -> list[GameTree]:
    """The games in a .blksgf file, given by its path or open. A missing file is an OSError."""
    if not isinstance(file, str | os.PathLike):
        return parse_sgf(file.read(sgf.MAX_SIZE + 1))
    with Path(file).open("rb") as opened:
        return parse_sgf(opened.read(sgf.MAX_SIZE + 1))


def write_sgf(trees: Iterable[GameTree], to: str | os.PathLike[str] | IO[str]) -> None:
    """Write games to one file, given by its path or open for text."""
    text = sgf.write(tree._node for tree in trees)
    if isinstance(to, str | os.PathLike):
        Path(to).write_text(text, encoding="utf-8", newline="\n")
    else:
        to.write(text)
