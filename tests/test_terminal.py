"""The game in the terminal, as someone who types sees it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornerwise import VARIANTS, Game, IllegalMove, NotationError, VariantError, variant
from cornerwise.computer import SimpleComputer
from cornerwise.entry import SeveralMoves, readings, typed_move
from cornerwise.pieces import piece_set
from cornerwise.terminal import Table, seat_people, seat_words
from cornerwise.terminal.look import Look, drawing

CROSS = "e8,d9,e9,f9,e10"


class Typist:
    """Types lines at a table and keeps what is shown."""

    def __init__(self, game: Game | str = "duo", people: int = 1, style: str = "plain") -> None:
        self.game = Game(game) if isinstance(game, str) else game
        self.prompts: list[str] = []
        self.shown: list[str] = []
        self._lines: Iterator[str] = iter(())
        self.table = Table(
            self.game,
            seat_people(self.game.variant, people),
            computer=SimpleComputer(seed=1),
            look=Look(style),
            read=self._read,
            write=self.shown.append,
        )

    def _read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            return next(self._lines)
        except StopIteration:
            raise EOFError from None

    def type(self, *lines: str) -> str:
        """What is shown in answer to these lines."""
        self._lines = iter(lines)
        self.shown.clear()
        self.table.run()
        return "\n".join(self.shown)


# --- who sits where ----------------------------------------------------------------------


def test_people_come_first_and_computers_take_the_rest() -> None:
    chosen = VARIANTS["classic_3"]
    assert seat_people(chosen, 0) == dict.fromkeys(["blue", "yellow", "red"], "computer")
    assert list(seat_people(chosen, 2).values()) == ["player 1", "player 2", "computer"]
    with pytest.raises(VariantError, match="room for 0 to 3 people, not 4"):
        seat_people(chosen, 4)


def test_seats_by_name() -> None:
    chosen = variant("classic_2")
    assert seat_words(chosen, "Ann, computer") == {"blue+red": "Ann", "yellow+green": "computer"}
    for words in ("Ann", "Ann,Bob,Cy", "Ann,"):
        with pytest.raises(VariantError, match="has 2 seats"):
            seat_words(chosen, words)


# --- moves as they are typed -------------------------------------------------------------


@pytest.mark.parametrize(
    "text", [CROSS, "E10 E9 E8 D9 F9", " e10, e9, e8, d9, f9 ", "X5 e8", "x5 E9 e8"]
)
def test_one_move_in_many_forms(text: str) -> None:
    assert str(typed_move(Game("duo"), text)) == CROSS


def test_a_piece_and_too_few_cells_lists_what_fits() -> None:
    game = Game("duo")
    with pytest.raises(SeveralMoves) as several:
        typed_move(game, "X5 e9")
    assert [str(move) for move in several.value.moves] == [CROSS, "e9,d10,e10,f10,e11"]
    with pytest.raises(SeveralMoves) as several:
        typed_move(game, "X5")
    assert several.value.moves == tuple(game.legal_moves.of_piece("X5"))


def test_a_small_letter_is_a_cell_and_a_large_one_a_piece() -> None:
    game = Game("duo", moves=[CROSS, "j5"])
    assert typed_move(game, "g8").piece.name == "I1"
    with pytest.raises(IllegalMove, match="f5 is not legal"):
        typed_move(game, "f5")
    with pytest.raises(SeveralMoves) as several:
        typed_move(game, "F5")
    assert {move.piece.name for move in several.value.moves} == {"F5"}


def test_what_cannot_be_meant_is_explained() -> None:
    game = Game("duo", moves=[CROSS, "j5"])
    for text, error, message in (
        ("X5 g8", IllegalMove, "blue has already placed its X5"),
        ("F5 a1", NotationError, "no legal move places F5 on a1: `moves F5` lists"),
        ("F5 z9", NotationError, "not on this board"),
        ("e10", IllegalMove, "e10 is already covered by blue"),
        ("d4,d5", IllegalMove, "touches none of blue's pieces"),
        ("1,2", NotationError, "not a cell"),
    ):
        with pytest.raises(error, match=re.escape(message)):
            typed_move(game, text)


# --- a game ------------------------------------------------------------------------------


def test_a_turn_shows_the_board_and_the_answer() -> None:
    typist = Typist()
    shown = typist.type(CROSS)
    assert f"blue (you) places X5: {CROSS}" in shown
    assert re.search(r"yellow \(computer\) places \w+: ", shown)
    assert shown.count("a b c d e f g h i j k l m n") == 2
    assert "> blue (you), -84 points: I1 I2" in shown
    assert typist.prompts == ["blue (you)> "] * 2
    assert shown.endswith("\nGoodbye.")


def test_numbers_answer_the_last_list() -> None:
    typist = Typist()
    shown = typist.type("X5 e9", "3", "2", "1")
    assert "2 moves fit" in shown
    assert "There is no move 3 in a list" in shown
    assert str(typist.game.history[0]) == "e9,d10,e10,f10,e11"
    assert "There is no move 1 in a list" in shown  # the list was for the turn before


def test_moves_counts_and_lists() -> None:
    shown = Typist().type("moves", "moves i1", "moves X5 e10 e8", "moves Q9", "mo F5")
    assert "828 moves: I1 2, I2 8," in shown
    assert "1 j5     2 e10" in shown
    assert "1 move is possible: type a number" in shown
    assert "Q9 is not a piece: they are I1, I2" in shown
    assert "... and 40 more" in shown


def test_hint_names_a_legal_move_and_one_key_places_it() -> None:
    typist = Typist()
    shown = typist.type("hint", "1")
    hinted = re.search(r"Try (\w+): (\S+) \(type 1", shown)
    assert hinted
    assert str(typist.game.history[0]) == hinted[2]
    assert shown.split("Try")[0].count("#") == typist.game.history[0].piece.size


def test_why() -> None:
    shown = Typist().type("why a1", "why e10 e9", "why", "why 3", "why frob", "why a1,c3")
    assert "Not allowed: blue's first piece must cover the start field" in shown
    assert "It is allowed." in shown
    assert shown.count("Why needs a move") == 2
    assert "Not allowed: 'frob' is not a cell" in shown
    assert "Not allowed: no piece has the shape" in shown


def test_undo_goes_back_to_ones_own_turn() -> None:
    typist = Typist("classic")
    shown = typist.type("undo", "a20", "I2 b19 b18", "undo")
    assert "There is no move of yours to take back." in shown
    assert "Took back 4 moves." in shown
    assert len(typist.game.history) == 4
    assert typist.game.seat_to_play == "blue"
    typist.type("undo")
    assert typist.game == Game("classic")


def test_undo_among_people_takes_back_one_move() -> None:
    typist = Typist("duo", people=2)
    assert "Took back one move." in typist.type(CROSS, "j5", "undo")
    assert typist.prompts[-1] == "yellow (player 2)> "


def test_undo_never_hands_the_turn_to_a_computer_only() -> None:
    """Before the first person's move there is nothing to take back, although computers moved."""
    game = Game("duo")
    table = Typist(game)
    table.table.seating = {"blue": "computer", "yellow": "you"}
    assert "There is no move of yours to take back." in table.type("undo")
    assert len(game.history) == 1


def test_score_tells_seats_and_colours() -> None:
    shown = Typist("classic_2").type("a20", "score")
    assert "Points (advanced scoring, highest wins):" in shown
    assert "blue+red (you): -177 = blue -88 + red -89" in shown
    assert "its points count for nobody" in Typist("classic_3").type("score")
    assert "fewest wins" in Typist(Game("duo", scoring="basic")).type("score")


def test_pieces_are_drawn() -> None:
    typist = Typist("duo", people=2)
    typist.type(CROSS, "pieces", "pieces blue", "pieces pink")
    of_yellow, of_blue, error = typist.shown[-5:-2]
    drawn = [line[-6:] for line in of_yellow.split("\n")[-5:-1]]
    assert drawn == ["    X5", "    []", "[][][]", "    []"]
    assert "X5" not in of_blue
    assert "'pink' is not a colour of duo" in error
    for name in VARIANTS:
        for piece in piece_set(VARIANTS[name].board.grid):
            signs = "".join(drawing(VARIANTS[name].board.grid, piece)).replace("[]", "#")
            assert len(signs.replace(" ", "")) == piece.size


def test_the_owner_of_the_shared_colour_is_told() -> None:
    typist = Typist("classic_3", people=3)
    shown = typist.type(*["a20", "t20", "t1", "a1", "b19,b18", "s19,s18", "s2,s3"])
    assert "> green (shared, now by blue (player 1))" in shown
    assert "> green (shared, now by yellow (player 2))" in shown
    assert "green (shared, player 1)> " in typist.prompts
    assert typist.prompts[-1] == "green (shared, player 2)> "


def test_finished_colours_and_the_result_are_announced() -> None:
    typist = Typist("duo", people=0)
    shown = typist.type()
    assert len(re.findall(r"^(blue|yellow) is finished, with ", shown, re.M)) == 2
    assert "The game is over." in shown
    assert re.search(r"\(computer\) wins\.|share the first place\.", shown)
    assert typist.prompts == []  # nobody is there to be asked


@pytest.mark.parametrize(
    ("name", "words"), [("classic_solo", "not solved"), ("trigon_teams", "win.")]
)
def test_results_of_other_kinds(name: str, words: str) -> None:
    assert words in Typist(name, people=0).type()


def test_a_game_over_can_be_taken_back_saved_or_begun_again() -> None:
    game = Game("duo")
    while not game.is_over:
        game.play(SimpleComputer(seed=2).choose(game))
    typist = Typist(game, people=2)
    moves = len(game.history)
    shown = typist.type("e1", "hint", "moves", "pieces", "undo", "new")
    assert shown.count("The game is over: type new") == 1
    assert "No moves: the game is over." in shown
    assert typist.prompts[0] == "new, undo, save or quit> "
    assert "Took back one move" in shown
    assert moves > 20
    assert typist.table.game == Game("duo")


def test_new_with_another_variant_seats_people_again() -> None:
    typist = Typist("duo", people=2)
    typist.type("new trigon_3", "new chess")
    assert typist.table.game == Game("trigon_3")
    assert list(typist.table.seating.values()) == ["player 1", "player 2", "computer"]
    assert "'chess' is not a variant" in "\n".join(typist.shown)


def test_new_keeps_the_options() -> None:
    game = Game("classic", starts="free")
    typist = Typist(game)
    typist.type("t1", "new")
    assert typist.table.game == Game("classic", starts="free")


@pytest.mark.parametrize("ending", ["blksgf", "json"])
def test_save_and_load(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"my game.{ending}"
    typist = Typist()
    assert f"Saved as {file}." in typist.type(CROSS, f"save {file}")
    saved = typist.game.copy()
    other = Typist("classic")
    other.type(f"load {file}")
    assert other.table.game == saved
    assert list(other.table.seating) == ["blue", "yellow"]


def test_files_that_fail_are_explained(tmp_path: Path) -> None:
    (tmp_path / "bad.blksgf").write_text("(;GM[Blokus Duo]")
    (tmp_path / "bad.json").write_text("{}")
    (tmp_path / "lax.blksgf").write_text("(;GM[Blokus Duo];B[a1])")
    shown = Typist().type(
        "save", "save game.txt", f"save {tmp_path}/no/where.json", f"load {tmp_path}/none.json",
        f"load {tmp_path}/bad.blksgf", f"load {tmp_path}/bad.json", f"load {tmp_path}/lax.blksgf",
    )  # fmt: skip
    for words in (
        "Save needs a file name", "game.txt: a game is kept in a file that ends in .blksgf",
        "No such file or directory.", "line 1, column", 'bad.json: a game has "variant"',
        "The file breaks a rule: line 1, column",
    ):  # fmt: skip
        assert words in shown


def test_help_names_every_command_and_short_forms_work() -> None:
    shown = Typist().type("help", "?", "h", "frob", "", "sc", "q", "never read")
    for word in ("moves", "hint", "undo", "score", "why", "save", "load", "new", "quit", "pieces"):
        assert re.search(rf"^  {word}\b", shown, re.M)
    assert "`h` can be hint or help" in shown
    assert "`frob` is neither a command nor a move: type help." in shown
    assert "Points (" in shown
    assert "never" not in shown


def test_ctrl_c_leaves_politely() -> None:
    typist = Typist()

    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    typist.table._read = interrupt
    assert typist.type().endswith("Goodbye.")


@pytest.mark.parametrize("style", ["256", "truecolour"])
def test_colours_only_where_they_are_wanted(style: str) -> None:
    assert "\x1b[" in Typist(style=style).type(CROSS, "hint", "score")
    assert "\x1b" not in Typist().type(CROSS, "hint", "score")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(max_size=20), max_size=6))
def test_survives_whatever_is_typed(lines: list[str]) -> None:
    harmless = [line for line in lines if not line.strip().lower().startswith(("s", "l"))]
    assert Typist().type(*harmless).endswith("Goodbye.")


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=20))
def test_survives_whatever_file_is_named(name: str) -> None:
    assert Typist().type(f"load {name}", "load ~nobody/x", "load a\0b").endswith("Goodbye.")


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_every_variant_is_played_through_by_hints(name: str) -> None:
    typist = Typist(name, people=len(VARIANTS[name].seats))
    typist.type(*["hint", "1"] * 90)
    assert typist.game.is_over


# --- pages, looking, Tab -----------------------------------------------------------------


def test_lists_come_in_pages_and_only_what_was_shown_can_be_called() -> None:
    typist = Typist()
    moves = typist.game.legal_moves.of_piece("F5")
    shown = typist.type("moves F5", "80", "", "page", "page 9", "page x", "page 1", "", "80")
    assert "... and 40 more (page 1 of 2): Enter shows the next page." in shown
    assert "There is no move 80 in a list" in shown  # not shown yet
    assert "That was the last page of the list." in shown
    assert "The list has pages 1 to 2, and no page 9." in shown
    assert "Page needs a number, such as page 2." in shown
    assert typist.game.history[0] == moves[79]
    for number, move in enumerate(moves, start=1):
        assert shown.count(f"{number:3} {move}") == 2


def test_all_moves_can_be_paged_through_the_largest_pieces_first() -> None:
    typist = Typist()
    shown = typist.type("moves", "1", "", "1")
    assert "There is no move 1 in a list" in shown
    assert "... and 788 more (page 1 of 21)" in shown
    assert typist.game.history[0] == Game("duo").legal_moves[-1]


def test_enter_alone_does_nothing_where_there_is_no_list() -> None:
    typist = Typist()
    before = typist.type()
    assert typist.type("", "X5 e8", "").count("Page") == 0
    assert "There is no list: type moves and a piece to get one." in Typist().type("page")
    assert "The list has one page, and no page 2." in Typist().type("hint", "page 2")
    assert before.endswith("Goodbye.")


def test_look_draws_a_move_and_makes_none() -> None:
    typist = Typist()
    shown = typist.type("look 1", "X5 e9", "look 2", "look X5 e8", "look e10", "look", "look e9")
    assert "There is no move 1 in a list" in shown
    assert "X5: e9,d10,e10,f10,e11" in shown
    assert f"X5: {CROSS}" in shown
    assert "Look needs a number of the list or a move" in shown
    assert "e9 is not legal: blue's first piece must cover" in shown
    assert shown.count("#") == 5 + 5 + 1
    assert typist.game.history == ()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", None),
        ("h", ["hint", "help"]),
        ("x", ["X5"]),
        ("X5 ", ["e8", "d9", "e9", "f9", "d10", "e10", "f10", "e11"]),
        ("x5 E9 ", ["e8", "d9", "f9", "d10", "e10", "f10", "e11"]),
        ("look X5 e9 e8 d", ["d9"]),
        ("moves X", ["X5"]),
        ("pieces b", ["blue"]),
        ("pieces blue ", []),
        ("new tri", ["trigon", "trigon_2", "trigon_3", "trigon_teams", "trigon_solo"]),
        ("score ", []),
        ("frob ", []),
        ("X5 z9 ", []),
    ],
)
def test_tab_offers_what_can_follow(line: str, words: list[str] | None) -> None:
    offered = Typist().table.offered(line)
    if words is None:
        assert set(offered) > {"moves", "quit", "X5", "I1"}
    elif "X5 " in line.upper() and "look" not in line:
        assert set(words) <= set(offered)
        assert all(re.fullmatch(r"[a-n]\d+", word) for word in offered)
    else:
        assert offered == words


def test_tab_offers_files_with_spaces_and_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("my game.json", "my other.blksgf", "my text.txt"):
        (tmp_path / name).touch()
    (tmp_path / "my folder").mkdir()
    offered = Typist().table.offered
    assert offered("load my") == ["my folder/", "my game.json", "my other.blksgf"]
    assert offered("load my g") == ["game.json"]
    assert offered("load ./my o") == ["other.blksgf"]
    assert offered("save [") == []


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="X5eE9 ,lokmvesnw*[", max_size=14))
def test_tab_survives_whatever_is_typed(line: str) -> None:
    for word in Typist().table.offered(line):
        assert word


# --- one notation for all ----------------------------------------------------------------


@given(st.sampled_from(["duo", "classic", "trigon"]), st.data())
@settings(max_examples=60, deadline=None)
def test_a_piece_and_cells_of_a_move_always_mean_that_move_too(name: str, data: Any) -> None:
    tables = Game(name).tables
    number = data.draw(st.integers(0, len(tables) - 1))
    move = Game(name).move(number)
    assert readings(tables, str(move)) == ((move,),)
    cells = data.draw(st.permutations(move.cell_names))
    assert readings(tables, " ".join([move.piece.name, *cells]))[-1] == (move,)
    first, *_ = readings(tables, f"{move.piece} {move.cell_names[0]}")
    assert move in first
    assert {found.cells[0] for found in first} == {move.cells[0]}
    some = data.draw(st.lists(st.sampled_from(move.cell_names), max_size=3))
    wide = readings(tables, " ".join([move.piece.name, *some]))[-1]
    assert list(wide) == [
        found
        for found in map(Game(name).move, range(len(tables)))
        if found.piece == move.piece and set(some) <= set(found.cell_names)
    ]


def test_two_cells_that_are_named_like_a_piece() -> None:
    tables = Game("duo").tables
    for text in ("i5 i6", "I5,I6", "i5,i6"):
        assert [str(move) for move in readings(tables, text)[0]] == ["i5,i6"]
    assert {move.piece.name for move in readings(tables, "I5 i6")[0]} == {"I5"}
    with pytest.raises(NotationError, match="X5 cannot lie on a1"):
        readings(tables, "X5 a1")
