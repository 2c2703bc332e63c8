"""Game trees: built move by move, with texts and positions that are set up."""

import pytest

from cornerwise import Game, GameTree, IllegalMove, SgfError, parse_sgf, read_sgf
from tests.test_records import CROSS, DUO, GAMES, tree_of


def test_a_tree_is_built_move_by_move() -> None:
    tree = GameTree("trigon", touch="vertices")
    tree.set_player("green", "Čeněk")
    tree.date = "2026-11-15"
    first = tree.root.add("r15")
    second = first.add("Z12")
    other = first.add("z7,z6")
    other.comment, other.annotation, other.name = "Or this?", "!?", "Try"
    assert (first.colour, second.colour, tree.root.colour) == ("blue", "yellow", None)
    assert first.children == (second, other)
    assert second.parent == first
    assert tree.root.parent is None
    assert other.line == (tree.root, first, other)
    assert tree.main_line == (tree.root, first, second)
    assert tree.to_sgf() == (
        "(;GM[Blokus Trigon]CA[UTF-8]AP[Cornerwise]CWTOUCH[vertices]P4[Čeněk]DT[2026-11-15]\n"
        ";1[r15]\n(;2[z12])\n(;2[z6,z7]C[Or this?]IT[]N[Try]))\n"
    )
    assert [len(tree.game(node).history) for node in tree.nodes()] == [0, 1, 2, 2]
    second.remove()
    assert tree.main_line == (tree.root, first, other)
    assert repr(tree) == "<GameTree trigon touch=vertices: 3 nodes>"
    assert repr(first) == "<GameNode blue r15: 1 children>"


def test_what_cannot_be_done_to_a_tree() -> None:
    tree = GameTree("duo")
    with pytest.raises(IllegalMove):
        tree.root.add("a1")
    assert tree.root.children == ()
    with pytest.raises(SgfError, match="the root cannot be removed"):
        tree.root.remove()
    with pytest.raises(SgfError, match="'red' is not a seat of duo: it has blue, yellow"):
        tree.set_player("red", "Ada")
    with pytest.raises(SgfError, match="no annotation"):
        tree.root.annotation = "ok"


def test_nodes_are_equal_when_they_are_the_same_node() -> None:
    tree, other = parse_sgf(f"{DUO};B[{CROSS}];B[{CROSS}]){DUO})")
    assert tree.main_line[1] == tree.root.children[0]
    assert len({*tree.main_line, *tree.nodes()}) == 3
    assert tree.root != other.root


def test_texts_can_be_removed_again() -> None:
    tree = GameTree("duo")
    plain = tree.to_sgf()
    tree.root.comment = "x"
    tree.root.annotation = "!!"
    assert tree.to_sgf() != plain
    tree.root.comment = tree.root.annotation = ""
    assert tree.to_sgf() == plain


@pytest.mark.parametrize(
    ("written", "sign"),
    [
        ("TE[1]", "!"), ("TE[2]", "!!"), ("TE[]", "!"), ("TE[2.0]", "!!"), ("BM[1]", "?"),
        ("BM[2]", "??"), ("DO[]", "?!"), ("IT[]", "!?"), ("C[x]", ""),
    ],
)  # fmt: skip
def test_annotations(written: str, sign: str) -> None:
    assert tree_of(f"{DUO};B[{CROSS}]{written})").main_line[1].annotation == sign


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("duo", "PB PW"),
        ("classic_2", "PB PW"),
        ("trigon_2", "PB PW"),
        ("classic", "P1 P2 P3 P4"),
        ("classic_3", "P1 P2 P3"),
        ("trigon_3", "P1 P2 P3"),
        ("trigon_teams", "P1 P2 P3 P4"),
        ("classic_solo", "P1"),
    ],
)
def test_the_properties_of_players(name: str, players: str) -> None:
    tree = GameTree(name)
    for seat in tree.variant.seats:
        tree.set_player(seat.name, "x")
    assert [n for n in tree.root.properties if n.startswith("P")] == players.split()


def test_a_game_writes_itself() -> None:
    game = Game("classic_teams", moves=["a20"], scoring="basic")
    assert game.to_sgf() == (
        "(;GM[Blokus]CA[UTF-8]AP[Cornerwise]CWVARIANT[classic_teams]CWSCORING[basic]\n;1[a20])\n"
    )


# --- setup -------------------------------------------------------------------------------


def test_setup_at_the_root_and_within() -> None:
    (tree,) = read_sgf(GAMES / "setup.blksgf")
    root, yellow, blue, change, last = tree.main_line
    assert tree.game(root).to_play == "yellow"
    assert len(tree.game(root).setup.placements) == 4
    assert tree.game(blue).history == (yellow.move, blue.move)
    after = tree.game(change)
    assert after.history == ()
    assert after.owner("l8") is None  # AE took it away
    assert after.owner("a1") == after.owner("h9") == "blue"
    assert tree.game().history == (last.move,)
    assert change.act.to_play == "blue"
    assert [str(move) for move in change.act.removed] == ["l8,l9,m9"]


def test_the_turn_goes_on_after_a_setup_that_does_not_say() -> None:
    tree = tree_of(f"{DUO};B[{CROSS}];AW[a1])")
    assert tree.game().to_play == "yellow"


def test_a_node_that_repeats_whose_turn_it_is_changes_nothing() -> None:
    tree = tree_of(f"{DUO};B[{CROSS}];PL[W];PL[2];PL[green])")
    assert tree.game() == Game("duo", moves=[CROSS])


def test_setup_then_move_in_one_node() -> None:
    tree = tree_of("(;GM[Blokus]A1[a20]PL[1]1[b19,c19])")
    assert len(tree.game().history) == 1


@pytest.mark.parametrize("names", ["AB AW", "A1 A2", "A1 AW"])
@pytest.mark.parametrize(("game", "moves"), [("Blokus Duo", "a1 b1"), ("Blokus", "a1 b1")])
def test_either_name_of_the_first_two_colours_in_setups(names: str, game: str, moves: str) -> None:
    first, second = names.split()
    blue, yellow = moves.split()
    position = tree_of(f"(;GM[{game}]{first}[{blue}]{second}[{yellow}])").game()
    assert (position.owner(blue), position.owner(yellow)) == ("blue", "yellow")
