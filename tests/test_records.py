"""Game trees and .blksgf files: both ways between records and games, and what real files need."""

import io
import os
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cornerwise
from cornerwise import Game, GameNode, GameTree, Setup, SgfError, parse_sgf, read_sgf
from cornerwise.records import ANNOTATIONS
from cornerwise.sgf import MAX_SIZE

GAMES = Path(__file__).parent / "games"
DUO = "(;GM[Blokus Duo]"
CROSS = "e8,d9,e9,f9,e10"


def tree_of(text: str) -> GameTree:
    (tree,) = parse_sgf(text)
    return tree


def content(tree: GameTree) -> list[tuple[int, dict[str, list[str]]]]:
    """All that a tree holds: how deep each node lies, and its properties."""
    return [(len(node.line), node.properties) for node in tree.nodes()]


def assert_round_trip(tree: GameTree) -> None:
    again = tree_of(tree.to_sgf())
    assert content(again) == content(tree)
    assert again.variant == tree.variant


def laid(game: Game) -> dict[str, list[str]]:
    """A setup by colour: in a file the order between the colours is lost, and means nothing."""
    found: dict[str, list[str]] = {}
    for colour, move in game.setup.placements:
        found.setdefault(colour, []).append(str(move))
    return found


# --- files of our own and of others ------------------------------------------------------


@pytest.mark.parametrize("name", cornerwise.VARIANTS)
def test_a_game_of_each_variant(name: str) -> None:
    (tree,) = read_sgf(GAMES / f"{name}.blksgf")
    game = tree.game()
    assert tree.variant.name == game.variant.name == name
    assert list(tree.faults()) == []
    assert game.is_over
    assert tree.result == GameTree.from_game(game).result
    assert tree.event == "Corner Cup"
    assert next(iter(tree.players.values())) == "Ada"
    assert sum(len(node.children) > 1 for node in tree.nodes()) == 3
    signs = [node.annotation for node in tree.main_line[2:12:2]]
    assert signs == ["!", "?", "!?", "?!", "!!"]
    assert tree.main_line[3].name == "Turning point"
    assert tree.main_line[3].comment == (
        "A quiet move: ] and \\ and [ need no thought.\nJe to tak."
    )
    assert_round_trip(tree)


def test_options_are_kept_in_files() -> None:
    options = {
        "classic": {"first": "red"},
        "classic_3": {"spare": "yellow", "starts": "free"},
        "classic_teams": {"starts": "free"},
        "trigon": {"touch": "vertices", "scoring": "basic"},
    }
    for name, given_options in options.items():
        (tree,) = read_sgf(GAMES / f"{name}.blksgf")
        assert tree.variant == cornerwise.variant(name, **given_options)


def extra_files() -> list[Path]:
    """Files to check besides our own: the folder that CORNERWISE_SGF_DIR names."""
    folder = os.environ.get("CORNERWISE_SGF_DIR")
    return sorted(Path(folder).rglob("*.blksgf")) if folder else []


@pytest.mark.parametrize(
    "path", [*sorted(GAMES.glob("*.blksgf")), *extra_files()], ids=lambda path: path.stem
)
def test_every_variation_of_every_file_replays_and_round_trips(path: Path) -> None:
    trees = read_sgf(path)
    for tree in trees:
        for node in tree.nodes():
            if not node.children:
                game = tree.game(node, lenient=True)
                assert len(game.history) + len(game.setup.placements) > 0
        assert_round_trip(tree)
    text = "".join(tree.to_sgf() for tree in trees)
    assert "".join(tree.to_sgf() for tree in parse_sgf(text)) == text


def test_old_forms_are_read_and_written_anew() -> None:
    trigon, duo = read_sgf(GAMES / "old_forms.blksgf")
    assert trigon.to_sgf() == (
        "(;GM[Blokus Trigon Three-Player]C[Colours by name, points in a list.]\n"
        ";1[o12,p12,o13,p13,p14]\n;2[w5,x5,x6]\n;3[g5,h5,i5,h6]\n;1[m10,m11,n11])\n"
    )
    assert [str(turn.colour) for turn in duo.game().turns] == ["blue", "yellow"] * 2
    assert duo.to_sgf() == "(;GM[Blokus Duo]\n;B[d9,e9,e10]\n;W[j4,j5]\n;B[c7,c8]\n;W[i3])\n"


def test_a_collection_keeps_what_we_do_not_know() -> None:
    first, second, third = read_sgf(GAMES / "collection.blksgf")
    assert first.game().turns[0].colour == "yellow"
    assert second.root.properties["XY"] == ["unknown]", "kept: as it is", ""]
    assert second.main_line[1].properties["1L"] == ["120"]
    assert second.players == {"blue+red": "Ada", "yellow+green": "Bernard"}
    assert (second.result, second.date) == ("?", "2026-11-15")
    assert [str(node.move) for node in third.main_line[1].children] == ["j5", "j5,k5"]
    out = io.StringIO()
    cornerwise.write_sgf([first, second, third], out)
    assert [tree.to_sgf() for tree in parse_sgf(out.getvalue())] == [
        tree.to_sgf() for tree in (first, second, third)
    ]


def test_a_file_in_iso_8859_1_is_written_as_utf_8(tmp_path: Path) -> None:
    (tree,) = read_sgf(GAMES / "latin1.blksgf")
    assert tree.players == {"blue": "Jürgen", "yellow": "René"}
    tree.write(tmp_path / "copy.blksgf")
    assert "CA[UTF-8]PB[Jürgen]".encode() in (tmp_path / "copy.blksgf").read_bytes()
    assert_round_trip(tree)


def test_files_may_be_open_as_text_or_as_bytes() -> None:
    path = GAMES / "duo.blksgf"
    with path.open(encoding="utf-8") as text, path.open("rb") as data:
        assert read_sgf(text)[0].to_sgf() == read_sgf(data)[0].to_sgf()
    assert read_sgf(str(path))[0].variant.name == "duo"


def test_no_more_of_a_file_is_read_than_allowed() -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            assert 0 <= size <= MAX_SIZE + 1
            return b" " * size

    with pytest.raises(SgfError, match="too large"):
        read_sgf(Endless())  # type: ignore[arg-type]


# --- games to records and back -----------------------------------------------------------

TEXTS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0\r")
    | st.sampled_from("[]()\\;:\n\t "),
    max_size=20,
)
OPTIONS = st.sampled_from(
    [{}, {"scoring": "basic"}, {"first": "yellow"}, {"scoring": "advanced", "first": "blue"}]
)


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(sorted(cornerwise.VARIANTS)),
    options=OPTIONS,
    seed=st.integers(0, 10**6),
    length=st.integers(0, 15),
    texts=st.lists(st.tuples(st.integers(0, 15), TEXTS, TEXTS), max_size=5),
)
def test_what_is_written_is_read_again(
    name: str,
    options: dict[str, Any],
    seed: int,
    length: int,
    texts: list[tuple[int, str, str]],
) -> None:
    game = random_game(Game(name, **options), seed, length)
    tree = GameTree.from_game(game)
    for at, comment, other in texts:
        node = tree.main_line[at % len(tree.main_line)]
        node.comment = comment
        node.properties["XX"] = [other, comment]
        tree.event = other
        node.annotation = [*ANNOTATIONS, ""][at % 7]
    again = tree_of(tree.to_sgf())
    assert again.game() == game
    assert content(again) == content(tree)


def random_game(game: Game, seed: int, length: int) -> Game:
    chance = random.Random(seed)
    while len(game.history) < length and not game.is_over:
        game.play(chance.choice(game.legal_moves))
    return game


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(sorted(cornerwise.VARIANTS)), st.integers(0, 10**6), st.booleans())
def test_a_game_with_a_setup_is_read_again(name: str, seed: int, told: bool) -> None:
    before = random_game(Game(name), seed, seed % 12)
    placements = tuple((turn.colour, turn.move) for turn in before.turns)
    setup = Setup(placements, before.to_play if told else None)
    game = random_game(Game(name, setup=setup), seed, 4)
    again = tree_of(game.to_sgf()).game()
    assert laid(again) == laid(game)
    assert again.setup.to_play == setup.to_play
    assert (again.position, again.turns, again.to_play) == (
        game.position,
        game.turns,
        game.to_play,
    )


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted(GAMES.glob("*.blksgf"))),
    st.integers(0, 3000),
    st.integers(0, 3),
    st.sampled_from(
        [b"", b"]", b"[", b"(", b")", b";", b"\\", b"\0", b"\xff", b"a1", b"9", b"PL[3]"]
    ),
)
def test_a_damaged_file_is_read_or_refused(path: Path, at: int, cut: int, put: bytes) -> None:
    data = path.read_bytes()
    damaged = data[:at] + put + data[at + cut :] if cut else data[:at] + put
    try:
        for tree in parse_sgf(damaged):
            assert_round_trip(tree)
            tree.game(lenient=True)
    except SgfError as error:
        assert str(error).startswith("line ")  # noqa: PT017


# --- turns and rules ---------------------------------------------------------------------


def test_any_colour_may_begin_r2() -> None:
    game = tree_of("(;GM[Blokus];3[t1];4[a1];1[a20];2[t20])").game()
    assert game.variant == cornerwise.variant("classic", first="red")
    assert "CWFIRST[red]" in game.to_sgf()


def test_a_file_that_says_who_begins_is_held_to_it() -> None:
    with pytest.raises(SgfError, match="it is red's turn, not blue's"):
        tree_of("(;GM[Blokus]CWFIRST[red];1[a20])").game()


def test_finished_colours_are_passed_over_r5() -> None:
    (tree,) = read_sgf(GAMES / "trigon.blksgf")
    order = tree.variant.colours
    steps = [
        (order.index(turn.colour) - order.index(before.colour)) % len(order)
        for before, turn in pairwise(tree.game().turns)
    ]
    assert set(steps) > {1}


def test_a_pass_is_read_where_the_colour_is_finished() -> None:
    (tree,) = read_sgf(GAMES / "duo.blksgf")
    text = tree.to_sgf()
    at = text.index(")", text.index(str(tree.main_line[-1].move)))
    passed = tree_of(text[:at] + ";B[];W[]" + text[at:])
    assert passed.game() == tree.game()
    with pytest.raises(SgfError, match=r"line 1, column 18: blue passes, but .* \(R5\)"):
        tree_of(f"{DUO};B[])").game()


STRICT = [
    (f"{DUO}\n;B[a1])", (2, 2), "must cover the start field"),
    (f"{DUO}\n;B[e10]\n ;C[x]W[e10,f10])", (3, 7), "e10 is already covered by blue"),
    (f"{DUO};B[e10];W[j5]\n;B[f9]C[again])", (2, 2), "has already placed its I1"),
    ("(;GM[Blokus];1[a20]\n;3[t1])", (2, 2), "it is yellow's turn, not red's"),
    ("(;GM[Blokus]A1[a20]\nA2[a20])", (1, 13), "a20 cannot be set up"),
    ("(;GM[Blokus]\n;AE[a20])", (2, 2), "a20 cannot be removed"),
    ("(;GM[Blokus Trigon Two-Player];1[r15]\n;2[r4])", (2, 2), "T7"),
    ("(;GM[Blokus Trigon Three-Player];1[p14]\n;2[x11])", (2, 2), "T6"),
    ("(;GM[Blokus]CWVARIANT[classic_solo]\n;1[a20])", (2, 2), "C7"),
    (DUO + "(;AB[a1];AE[a1]" * 300 + ")" * 300 + ")", (1, 3768), "more than 500 setups"),
]


@pytest.mark.parametrize(("text", "place", "words"), STRICT)
def test_what_the_rules_forbid_is_refused(text: str, place: tuple[int, int], words: str) -> None:
    tree = tree_of(text)
    with pytest.raises(SgfError, match=words) as caught:
        tree.game()
    assert (caught.value.line, caught.value.column) == place


MALFORMED = [
    ("(;C[x])", (1, 2), "GM names no game: it must be one of Blokus, "),
    ("(;GM[1])", (1, 3), r"GM\[1\] is not a game we know"),
    ("(;GM[Nexos])", (1, 3), "not a game we know"),
    (f"{DUO})\n(;GM[Chess])", (2, 3), "not a game we know"),
    ("(;GM[Blokus]\nCWVARIANT[duo])", (2, 1), r"needs GM\[Blokus Duo\], not GM\[Blokus\]"),
    ("(;GM[Blokus]\nCWVARIANT[x])", (2, 1), "'x' is not a variant"),
    ("(;GM[Blokus Three-Player]\nCWFIRST[green]\nCWSPARE[x])", (3, 1), "spare='x'"),
    ("(;GM[Blokus Trigon Three-Player]CWSPARE[red]\nCWFIRST[red])", (2, 1), "first='red'"),
    ("(;GM[Blokus]\nCWTOUCH[vertices])", (2, 1), "cannot be chosen for classic"),
    (f"{DUO}\n;B[z1])", (2, 2), "z1 is not on this board"),
    (f"{DUO}\n;B[a1,c1])", (2, 2), "no piece has the shape"),
    (f"{DUO}\n;B[a1,a1])", (2, 2), "stands twice"),
    (f"{DUO}\n;B[{'a1,' * 9000}])", (2, 2), "at most 5 cells"),
    (f"{DUO}\n;AB[a1]\nAW[pass])", (3, 1), "not a cell"),
    (f"{DUO}\n;B[a1]W[b1])", (2, 7), "two moves in one node, B and W"),
    (f"{DUO}\nPL[red])", (2, 1), r"PL\[RED\] is no colour: it must be one of B, W"),
    ("(;GM[Blokus Trigon Three-Player]\n;4[p14])", (2, 2), "of green, which does not play"),
    ("(;GM[Blokus Trigon Three-Player]\nPL[4])", (2, 1), "of green, which does not play"),
    ("(;GM[Blokus Trigon Three-Player]\nA4[p14])", (2, 1), "of green, which does not play"),
    (f"(;GM[{'Blokus' * 9000}])", (1, 3), r"GM\[Blokus.{31}\.\.\.\] is not"),
    (f"(;GM[Blokus]CWSTARTS[{'x' * 9000}])", (1, 13), "starts='x{37}...' is not known"),
]


@pytest.mark.parametrize(("text", "place", "words"), MALFORMED)
def test_what_makes_no_sense_is_refused_at_once(
    text: str, place: tuple[int, int], words: str
) -> None:
    with pytest.raises(SgfError, match=words) as caught:
        parse_sgf(text)
    assert (caught.value.line, caught.value.column) == place
    assert len(str(caught.value)) < 300


# --- leniency ----------------------------------------------------------------------------


def test_starts_that_our_rules_forbid_are_set_up_leniently() -> None:
    two, three = read_sgf(GAMES / "free_starts.blksgf")
    game = two.game(lenient=True)
    assert len(game.setup.placements) == 4
    assert game.history == (two.main_line[-1].move,)
    assert game.to_play == "yellow"
    assert [(fault.line, fault.column) for fault in two.faults()] == [(3, 2), (4, 2), (5, 2)]
    assert laid(three.game(lenient=True)) == {"blue": ["p14"], "yellow": ["x11"], "red": ["p3"]}
    assert_round_trip(GameTree.from_game(game))


def test_a_colour_out_of_turn_still_makes_a_move_leniently() -> None:
    game = tree_of("(;GM[Blokus];1[a20];3[t1];4[a1])").game(lenient=True)
    assert [str(turn.colour) for turn in game.turns] == ["red", "green"]
    assert laid(game) == {"blue": ["a20"]}


@pytest.mark.parametrize(
    "text",
    [
        f"{DUO};B[e10];W[e10,f10])",
        f"{DUO};B[e10];W[j5];B[f9])",
        f"{DUO}AB[e10]AW[e10,e9])",
    ],
)
def test_what_cannot_lie_on_the_board_is_refused_leniently_too(text: str) -> None:
    with pytest.raises(SgfError, match="cannot be set up"):
        tree_of(text).game(lenient=True)


def test_removing_nothing_and_passing_are_let_pass_leniently() -> None:
    game = tree_of(f"{DUO};AE[e10];B[];W[j5])").game(lenient=True)
    assert game.owner("j5") == "yellow"


def test_faults_are_found_in_every_variation() -> None:
    tree = tree_of(f"{DUO}(;B[a1]\n;W[j5])\n(;B[e10](;W[e10]\n;B[a1])\n(;W[j5]\n;B[a1,b1])))")
    assert [(fault.line, fault.column) for fault in tree.faults()] == [(1, 19), (3, 11), (6, 2)]


def test_a_node_knows_its_tree() -> None:
    tree = GameTree("duo")
    assert isinstance(tree.root, GameNode)
    assert tree.root.tree is tree


# --- seats that left ---------------------------------------------------------------------


@pytest.mark.parametrize("name", cornerwise.VARIANTS)
def test_who_left_is_kept(name: str) -> None:
    chance = random.Random(name)
    for _ in range(5):
        game = Game(name)
        while not game.is_over and len(game.history) < 30:
            stay = [seat.name for seat in game.variant.seats if seat.name not in game.retired]
            if chance.random() < 0.15:
                game.retire(chance.choice(stay))
            else:
                game.play(chance.choice(game.legal_moves))
        tree = GameTree.from_game(game)
        again = tree_of(tree.to_sgf())
        assert again.game() == game
        assert list(again.faults()) == []
        assert tree.result == GameTree.from_game(again.game()).result
        assert_round_trip(tree)


def test_who_left_a_position_that_was_set_up_is_kept() -> None:
    laid_out = Setup((("blue", "a20"), ("yellow", "t20")), "red")  # type: ignore[arg-type]
    game = Game("classic", setup=laid_out, moves=["t1"], retired=[(0, "yellow"), (1, "blue")])
    assert game.to_play == "green"
    assert tree_of(game.to_sgf()).game().to_json() == game.to_json()


def test_the_result_says_that_a_side_has_left() -> None:
    game = Game("duo", moves=[CROSS])
    game.retire("blue")
    tree = GameTree.from_game(game)
    assert tree.result == "W+R"  # though blue has placed more
    assert tree.main_line[-1].act.retired == ("blue",)
    four = Game("classic")
    for colour in ("green", "red", "yellow"):
        four.retire(colour)
    assert GameTree.from_game(four).result == ""  # blue plays on


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        (f"{DUO};B[{CROSS}]CWRETIRED[green])", 36, "must be one of blue, yellow"),
        (f"{DUO};B[{CROSS}]CWRETIRED[blue][yellow])", 36, "the game is over"),
        (f"{DUO}CWRETIRED[blue];B[{CROSS}])", 33, "the game is over"),
        ("(;GM[Blokus]CWRETIRED[blue][blue])", 13, "already retired"),
    ],
)
def test_who_cannot_leave_is_an_error(text: str, column: int, words: str) -> None:
    with pytest.raises(SgfError, match=words) as caught:
        tree_of(text).game()
    assert caught.value.column == column


def test_leniently_who_cannot_leave_is_passed_over() -> None:
    tree = tree_of("(;GM[Blokus];1[a20]CWRETIRED[ blue ][blue][];3[t1];1[b19,c19])")
    game = tree.game(lenient=True)
    assert game.retired == ("blue",)
    assert laid(game) == {"blue": ["a20", "b19,c19"], "red": ["t1"]}
    assert game.to_play == "yellow"
    assert [fault.column for fault in tree.faults()] == [20, 46, 52]
