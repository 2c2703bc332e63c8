"""Opening books: how positions are recognised, how books grow, and how they are played by."""

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cornerwise import Engine, EngineError, Game, Move, Setup, variant
from cornerwise.arena import parse_player
from cornerwise.cli import app
from cornerwise.engine.book import Book, Entry, book_of, read_book, sight, trusted
from cornerwise.engine.growth import Growth, game_of
from cornerwise.workers import ALONE, Workers


def advanced(game: Game, moves: int, seed: int = 1) -> Game:
    dice = random.Random(seed)
    for _ in range(moves):
        game.play(dice.choice(game.legal_moves.numbers))
    return game


def grown(file: Path, positions: int, name: str = "duo", workers: Workers = ALONE) -> Book:
    growth = Growth(variant(name), file, thinking={"simulations": 100}, seed=1, made_by="a test")
    growth.grow(positions, workers)
    return growth.book


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small book of Duo."""
    path = tmp_path_factory.mktemp("book") / "duo.json"
    grown(path, 12)
    return path


@pytest.fixture
def book(file: Path) -> Book:
    return read_book(file)


# --- positions that are alike --------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "count"),
    [
        ("duo", {}, 4),
        ("classic", {}, 1),  # each colour has its own corner
        ("classic", {"starts": "free"}, 8),
        ("trigon_2", {}, 12),
        ("trigon_3", {"spare": "red"}, 12),
    ],
)
def test_images_of_a_position_are_one_to_the_book(
    name: str, options: dict[str, str], count: int
) -> None:
    of = variant(name, **options)
    images = of.symmetries
    assert len(set(images)) == count
    game = advanced(Game(of), 9)
    keys = set()
    for image in images:
        like = Game(of)
        for move in game.history:
            like.play(move.transformed(image))  # legal there too, or this raises
        keys.add(sight(like).key)
    assert len(keys) == 1


def test_positions_that_differ_have_other_keys() -> None:
    keys = {sight(advanced(Game("duo"), 4, seed)).key for seed in range(30)}
    assert len(keys) == 30
    game = advanced(Game("duo"), 2)
    laid = tuple((turn.colour, turn.move) for turn in game.turns)
    same, other = (Game("duo", setup=Setup(laid, colour)) for colour in game.variant.colours)
    assert sight(same).key == sight(game).key != sight(other).key


def test_a_key_tells_the_position() -> None:
    for name in ("duo", "trigon_2", "classic_3"):
        game = advanced(Game(name), 11)
        key = sight(game).key
        again = game_of(game.variant, key)
        assert sight(again).key == key
        assert again.to_play == game.to_play
        for colour in game.variant.colours:
            assert len(again.legal_moves_of(colour)) == len(game.legal_moves_of(colour))


# --- growing -------------------------------------------------------------------------------


def test_a_book_goes_on_growing_and_comes_to_the_same(tmp_path: Path, file: Path) -> None:
    for positions in (1, 5, 12):
        grown(tmp_path / "book.json", positions)
    assert (tmp_path / "book.json").read_text() == file.read_text()


def test_a_book_holds_the_main_line_and_what_is_close(book: Book) -> None:
    assert len(book) == 12
    assert book.made_by == ("a test",)
    game = Game("duo")
    depth = 0
    while known := {entry: move for move, entry in book.look_up(game)}:
        game.play(known[trusted(known)[0]])
        depth += 1
    assert depth >= 2
    assert sum(entry.searched for _, entry in book.look_up(Game("duo"))) > 1


def test_values_are_taken_back_from_later_positions(book: Book) -> None:
    compared = 0
    for key, entries in book.positions.items():
        for entry in entries:
            game = game_of(book.variant, key)
            game.play(entry.move)
            after = book.positions.get(sight(game).key)
            assert entry.searched == (after is not None)
            if after is not None:
                assert entry.value == pytest.approx(1 - trusted(after)[0].value)
                compared += 1
    assert compared >= 11


def test_several_positions_at_a_time(tmp_path: Path) -> None:
    assert len(grown(tmp_path / "book.json", 5, workers=Workers(2))) == 5


def test_a_book_with_more_than_two_sides(tmp_path: Path) -> None:
    book = grown(tmp_path / "book.json", 4, "trigon_3")
    assert Engine(simulations=10, book=tmp_path / "book.json").choose(Game("trigon_3"))
    assert len(book) == 4


def test_a_file_with_another_book_is_left_alone(file: Path) -> None:
    with pytest.raises(EngineError, match="is a book of duo, not of classic"):
        grown(file, 20, "classic")


# --- playing -------------------------------------------------------------------------------


def test_book_moves_are_known_from_every_side(book: Book) -> None:
    game = Game("duo")
    move, _ = next((m, e) for m, e in book.look_up(game) if e.searched)
    replies = set()
    for image in game.symmetries:
        like = Game("duo", moves=[move.transformed(image)])
        known = book.look_up(like)
        assert all(reply in like.legal_moves for reply, _ in known)
        replies.add(tuple(entry for _, entry in known))
    assert len(replies) == 1
    assert len(replies.pop()) > 0


def test_games_vary_within_a_small_loss(file: Path, book: Book) -> None:
    moves = set()
    for seed in range(20):
        engine, game = Engine(simulations=10, seed=seed, book=file), Game("duo")
        move = engine.choose(game)
        assert engine.analysis is None  # nothing was searched
        assert move == Engine(simulations=10, seed=seed, book=str(file)).choose(game)
        moves.add(move)
    assert len(moves) > 1
    like = {min(m.transformed(i) for i in book.variant.symmetries).number for m in moves}
    entries = book.positions[sight(Game("duo")).key]
    best = trusted(entries)[0].value
    played = [entry for entry in entries if entry.move in like]
    assert len(played) == len(like)
    assert all(entry.value >= best - 0.01 for entry in played)


def test_out_of_the_book_the_engine_thinks(file: Path) -> None:
    engine = Engine(simulations=10, seed=1, book=file)
    for game in (
        advanced(Game("duo"), 9),
        Game("duo", scoring="basic"),
        Game("classic"),
    ):
        engine.choose(game)
        assert engine.analysis is not None
    engine.choose(Game("duo", first="yellow"))
    assert engine.analysis is None


def test_who_plays_by_the_book() -> None:
    assert [Engine(level).book for level in (1, 5, 6, 9)] == [False, False, True, True]
    assert not Engine(seconds=1).book
    assert not Engine(simulations=1).book
    assert Engine(simulations=1, book=True).book
    assert not Engine(9, book=False).book
    assert parse_player("level:2,book=on").settings == {"book": True}
    assert parse_player("level:9,book=off").settings == {"book": False}


def test_only_well_founded_values_count() -> None:
    much, lucky, looked_at = Entry(1, 900, 0.5), Entry(2, 20, 0.9), Entry(3, 30, 0.6, searched=True)
    assert trusted([lucky, much, looked_at]) == [looked_at, much]


def test_the_book_of_the_package() -> None:
    book = book_of("duo")
    assert book is not None
    assert book.fits(variant("duo", first="yellow"))
    assert book.made_by[0].startswith("cornerwise book grow --game duo")
    for key, entries in book.positions.items():
        game = game_of(book.variant, key)
        assert sight(game).key == key
        assert {Move(game.tables, entry.move) for entry in entries} <= set(game.legal_moves)
    engine = Engine(9, seed=3)
    engine.choose(Game("duo"))
    assert engine.analysis is None
    assert book_of("trigon_3") is None


# --- files and commands --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"variant": "go"}, "'go' is not a variant"),
        ({"positions": []}, "not an opening book"),
        ({"positions": {"0:/": [[13_729, 1, 0.5, 0]]}}, "there is no placement 13729"),
        ({"positions": {"0:/": [["x", 1, 0.5, 0]]}}, "whole numbers"),
        ({"positions": {"0:/": [[1, 2]]}}, "not an opening book"),
        ({"made_by": None}, "not an opening book"),
    ],
)
def test_files_that_are_no_books(
    file: Path, tmp_path: Path, change: dict[str, object], message: str
) -> None:
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    with pytest.raises(EngineError, match=message):
        Engine(book=spoilt)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["show", "--game", "go"], "'go' is not a variant"),
        (["show", "--game", "classic"], "there is no book of classic"),
        (["show", "--book", "/no/such/file"], "cannot be read"),
        (["show", "a1"], "is not legal"),
        (["grow", "-o", "x.json", "--seconds", "1", "--simulations", "1"], "not both"),
        (["grow", "-o", "x.json", "--seconds", "-1"], "seconds must be"),
    ],
)
def test_commands_that_cannot_be_followed(words: list[str], message: str) -> None:
    result = CliRunner().invoke(app, ["book", *words])
    assert result.exit_code == 2
    assert message in result.output


def test_the_commands(tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    words = ["book", "grow", "-o", str(path), "--positions", "3", "--simulations", "50"]
    result = CliRunner().invoke(app, words)
    assert result.output == f"{path}: 3 positions\n"
    shown = CliRunner().invoke(app, ["book", "show", "--book", str(path)]).output
    assert "duo: 3 positions" in shown
    assert "grown by: cornerwise book grow --game duo --seed 0 --simulations 50" in shown
    line = shown.partition("main line: ")[2].split()
    assert len(line) >= 2
    after = CliRunner().invoke(app, ["book", "show", "--book", str(path), line[0]]).output
    assert line[1] in after
    unknown = CliRunner().invoke(app, ["book", "show", "--book", str(path), "e10", "j5"])
    assert "the book does not know this position" in unknown.output


def test_gtp(file: Path) -> None:
    def answer(*options: str) -> str:
        words = ["gtp", "--game", "duo", "--simulations", "10", "--seed", "1", *options]
        return CliRunner().invoke(app, words, input="genmove b\nget_value\nquit\n").output

    assert "no search has been made" in answer("--book", str(file))
    assert "no search has been made" not in answer("--nobook")
    assert "no search has been made" not in answer()
    assert "not both" in answer("--nobook", "--book", str(file))
    assert "is not an opening book" in answer("--book", __file__)
