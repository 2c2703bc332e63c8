"""Studies: trees of variations as the analysis board holds them, from files and back into files.

A study is a flat list of nodes, the root first, each after the one it follows. Nodes that follow
the same one are variations, the main line first. All texts are plain text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from cornerwise.errors import CornerwiseError, SgfError
from cornerwise.game import Game
from cornerwise.records import ANNOTATIONS, GameNode, GameTree, parse_sgf
from cornerwise.records.replay import ReplayError, advance
from cornerwise.server.base import messages as m
from cornerwise.server.base.lines import MOST, Laid, Line, game_of
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games.contest import Contest
from cornerwise.variants import Colour
from cornerwise.visible import is_hidden, named

NODES = 2000
"""Moves that a study may have, with all variations."""
COMMENT = 2000
"""Characters of one comment."""
TITLE = 80
WRITER = "CWWRITER"
"""The property of files that keeps who wrote a comment."""

Comment = Annotated[str, Meta(max_length=COMMENT)]
Sign = Annotated[str, Meta(max_length=2)]


class StudyNode(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A move with what was written about it; the root has none."""

    parent: Annotated[int, Meta(ge=-1, le=NODES)] = -1
    placement: m.Number | None = None
    colour: m.Word | None = None
    comment: Comment = ""
    sign: Sign = ""
    """What is thought of the move: ! or ? and the like."""
    left: Annotated[list[m.Word], Meta(max_length=8)] = []
    """The seats that left the game after it."""
    by: m.Name = ""
    """Who wrote the comment."""


class Study(Struct, forbid_unknown_fields=True):
    """A tree of variations: how it begins, and its nodes."""

    variant: m.Word
    nodes: Annotated[list[StudyNode], Meta(min_length=1, max_length=NODES)]
    options: Annotated[dict[m.Word, m.Word], Meta(max_length=8)] = {}
    placed: Annotated[list[Laid], Meta(max_length=MOST)] = []
    to_play: m.Word | None = None
    sharer: m.Word | None = None
    players: Annotated[dict[m.Word, m.Name], Meta(max_length=8)] = {}
    title: Annotated[str, Meta(max_length=TITLE)] = ""
    skipped: Annotated[int, Meta(ge=0, le=1 << 20)] = 0
    """Variations of a file that the rules forbid and that were left out."""


class SharedStudy(Struct):
    """Where a study was kept."""

    id: str


# --- from files ---------------------------------------------------------------------------


def read(text: bytes) -> Study:
    """The study in a .blksgf or JSON text, or at a position given as one line of text."""
    try:
        words = text.decode("utf-8", "replace").strip()
        if words.startswith("{"):
            return of_game(Game.from_json(words))
        if words.startswith("("):
            return _of_tree(parse_sgf(text)[0])
        return of_game(Game.from_position_string(words))
    except SgfError as error:
        where = {"line": max(1, error.line), "column": max(1, error.column)}
        raise Refusal("bad_record", error.message, **where) from None
    except CornerwiseError as error:
        raise Refusal("bad_record", str(error), line=1, column=1) from None


def of_contest(contest: Contest) -> Study:
    """A game of this server, with the names of its players."""
    players = {chair.name: chair.player for chair in contest.chairs.values() if chair.player}
    return of_game(contest.game, players)


def of_game(game: Game, players: Mapping[str, str] | None = None) -> Study:
    """A game without variations."""
    nodes = [StudyNode()]
    for at, turn in enumerate(game.turns):
        nodes.append(StudyNode(at, turn.move.number, turn.colour))
    for ply, seat in game.retirements:
        nodes[ply].left = [*nodes[ply].left, seat]
    return _begun(game, nodes, players or {})


def _of_tree(tree: GameTree) -> Study:
    """A tree of a file. What the rules forbid is left out, with all that follows it."""
    game, begun = _root(tree)
    left = list(tree.root.act.retired)
    nodes = [StudyNode(comment=_words(tree.root.comment), left=left, by=_writer(tree.root))]
    skipped = 0
    waiting = [(child, 0, game) for child in reversed(begun.children)]
    while waiting:
        node, parent, before = waiting.pop()
        act = node.act
        try:
            after = advance(before.copy(), act)
        except (ReplayError, CornerwiseError):
            skipped += 1
            continue
        if act.has_setup and after.setup != game.setup:
            skipped += 1  # it begins anew in the middle
            continue
        if after.variant != game.variant and len(nodes) == 1:
            game = after  # the file simply lets another colour begin
        if after.variant != game.variant or len(nodes) >= NODES:
            skipped += 1
            continue
        at = parent
        if act.move is not None:
            at = len(nodes)
            nodes.append(
                StudyNode(
                    parent,
                    act.move.number,
                    act.colour,
                    _words(node.comment),
                    node.annotation,
                    list(act.retired),
                    _writer(node),
                )
            )
        waiting += [(child, at, after) for child in reversed(node.children)]
    players = {seat: named(name, m.NAME) for seat, name in tree.players.items() if name}
    return _begun(game, nodes, players, named(tree.title, TITLE), skipped)


def _root(tree: GameTree) -> tuple[Game, GameNode]:
    """The game as it begins, and the node with which: some programs set up in the second one."""
    node, game = tree.root, tree.game(tree.root)
    while len(node.children) == 1 and (only := node.children[0]).act.has_setup:
        if only.act.colour is not None or game.turns:
            break
        node, game = only, tree.game(only)
    return game, node


def _begun(
    game: Game,
    nodes: list[StudyNode],
    players: Mapping[str, str],
    title: str = "",
    skipped: int = 0,
) -> Study:
    return Study(
        game.variant.name,
        nodes,
        dict(game.variant.options),
        [(colour, move.number) for colour, move in game.setup.placements],
        game.setup.to_play,
        game.setup.sharer,
        dict(players),
        title,
        skipped,
    )


def _writer(node: GameNode) -> str:
    """Who wrote the comment of a node, if that is known."""
    return named(next(iter(node.properties.get(WRITER, ())), ""), m.NAME)


def _words(text: str) -> str:
    """A text of somebody else, without what cannot be seen but for its lines."""
    seen = "".join(c for c in text.replace("\r\n", "\n") if c == "\n" or not is_hidden(c))
    return seen[:COMMENT]


# --- into files ---------------------------------------------------------------------------


def write(study: Study) -> str:
    """A study as the text of a .blksgf file, after every move was checked."""
    start = game_of(_start(study))
    tree = GameTree.from_game(start)
    tree.title = named(study.title, TITLE)
    seats = {seat.name for seat in start.variant.seats}
    for seat, name in study.players.items():
        if seat not in seats:
            raise Refusal("bad_request", f"{seat[:32]!r} is not a seat of {start.variant.name}")
        tree.set_player(seat, named(name, m.NAME))
    made: list[tuple[GameNode, Game]] = [(tree.root, start)]
    for node, (before, colour) in zip(study.nodes[1:], _walked(study, made), strict=True):
        parent, game = before
        assert node.placement is not None
        if colour is not None and node.colour not in (None, colour):
            raise Refusal("bad_request", f"it is {colour}'s turn, not {node.colour}'s")
        after = game.copy()
        try:
            child = parent.add_line([node.placement], game)
            after.play(node.placement)
            for seat in node.left:
                after.retire(seat, recorded=True)
                child.properties.setdefault("CWRETIRED", []).append(seat)
            child.annotation = node.sign if node.sign in ANNOTATIONS else ""
        except CornerwiseError as error:
            raise Refusal("illegal", f"node {len(made)}: {error}") from None
        _comment(child, node)
        made.append((child, after))
    _comment(tree.root, study.nodes[0])
    return tree.to_sgf()


def _comment(written: GameNode, node: StudyNode) -> None:
    written.comment = _words(node.comment)
    if node.comment and (by := named(node.by, m.NAME)):
        written.properties[WRITER] = [by]


def _walked(
    study: Study, made: list[tuple[GameNode, Game]]
) -> Iterator[tuple[tuple[GameNode, Game], Colour | None]]:
    """For every node but the root the one it follows, which was made before it."""
    for at, node in enumerate(study.nodes[1:], 1):
        if not 0 <= node.parent < at:
            raise Refusal("bad_request", f"node {at} must follow one of those before it")
        if node.placement is None:
            raise Refusal("bad_request", f"node {at} has no move")
        before = made[node.parent]
        yield before, before[1].to_play


def _start(study: Study) -> Line:
    left = [(0, seat) for seat in study.nodes[0].left]
    return Line(study.variant, study.options, study.placed, study.to_play, study.sharer, [], left)


def checked(study: Study) -> Study:
    """A study that can be shared: every move is legal, every text is plain."""
    write(study)
    for node in study.nodes:
        node.comment, node.by = _words(node.comment), named(node.by, m.NAME)
    study.title = named(study.title, TITLE)
    study.players = {seat: named(name, m.NAME) for seat, name in study.players.items()}
    return study
