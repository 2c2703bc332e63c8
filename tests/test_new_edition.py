"""An edition from one file and one catalogue works everywhere: the page that tells so is true.

tests/browser/test_new_edition.py goes on in the browser.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cornerwise import (
    VARIANTS,
    CornerwiseError,
    Edition,
    Engine,
    Game,
    Recipe,
    StartRule,
    VariantError,
    explain,
    parse_sgf,
    random_game,
    register,
    unregister,
    variant,
)
from cornerwise.cli import app
from cornerwise.computer import SimpleComputer
from cornerwise.files import read_game, write_game
from cornerwise.geometry import Board, hexagon, rectangle
from cornerwise.gtp import Protocol, Session
from cornerwise.learning import Training
from cornerwise.puzzles import parse_puzzles, solve
from cornerwise.recipes import COLOURS, EACH
from cornerwise.variants import EDITIONS
from tests import toy
from tests.agreement import compare, every_variant
from tests.server.site import Site, settings, site

SCORES = {"blue": -18, "yellow": -20, "red": 10}
"""Of the game that docs/new-edition.md shows."""


@pytest.fixture(scope="module", autouse=True)
def _trio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with toy.added(tmp_path_factory.mktemp("toy")):
        yield


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(settings(tmp_path_factory.mktemp("games"))) as found:
        yield found


def command(*arguments: object) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.output


# --- library -----------------------------------------------------------------------------


def test_the_library_plays_it() -> None:
    game = random_game("trio", seed=7)
    assert game.is_over
    assert game.scores == SCORES
    assert game.winners == ("red",)
    assert str(SCORES) in toy.PAGE.read_text("utf-8")
    assert [piece.name for piece in game.pieces_left("red")] == []
    assert Game.from_position_string(game.position_string).key == game.key
    with pytest.raises(CornerwiseError, match="must cover the start field a11"):
        Game("trio", moves=["g1"])


def test_two_copies_are_placed_and_a_third_is_not() -> None:
    game = Game("trio", moves=["a11,a10", "m11", "g1", "b9,b8", "l10,k10", "f2,e2"])
    reason = game.why_illegal("c7,c6")
    assert reason is not None
    assert "blue has already placed all 2 of its I2 (R1)" in reason


def test_the_kernel_and_the_plain_rules_agree_on_it() -> None:
    for of in every_variant("trio"):
        assert sum(compare(of, seed) for seed in range(6)) > 60


# --- files and pictures ------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["json", "blksgf"])
def test_files_keep_it(ending: str, tmp_path: Path) -> None:
    game, file = random_game("trio", seed=7), tmp_path / f"game.{ending}"
    write_game(game, file)
    assert read_game(file).game == game
    other = tmp_path / ("game.blksgf" if ending == "json" else "game.json")
    command("convert", file, other)
    assert read_game(other).game == game
    assert "I2" in command("show", file)


def test_its_title_names_it_in_records() -> None:
    [tree] = parse_sgf("(;GM[Trio];1[a11,a10];2[m11])")
    assert tree.variant.name == "trio"
    assert len(tree.game().history) == 2


@pytest.mark.parametrize(
    "seats", [((0, 1), (2, 3)), ((2,), (3,)), ((0,), (2,)), ((3, 1), (0,)), ((1, 2, 3),)], ids=str
)
@pytest.mark.parametrize("board", [rectangle("other", 9, 12), hexagon("other", 4)], ids=str)
def test_files_keep_seats_with_any_colours(
    board: Board, seats: tuple[tuple[int, ...], ...], tmp_path: Path
) -> None:
    starts = tuple(board.cell_names[cell] for cell in (0, 30, 60, len(board) - 1))
    edition = Edition("other", "Other", board, starts)
    dealt = tuple(tuple(COLOURS[at] for at in colours) for colours in seats)
    register(Recipe("other", "Other", edition, seats=dealt))
    try:
        game = random_game("other", seed=1)
        for ending in ("json", "blksgf"):
            write_game(game, tmp_path / f"game.{ending}")
            assert read_game(tmp_path / f"game.{ending}").game == game
        engine = Engine(simulations=10, seed=1)
        begun = random_game("other", seed=1, plies=5)
        assert engine.choose(begun) in begun.legal_moves
    finally:
        unregister("other")


def test_pictures_show_it(tmp_path: Path) -> None:
    game = random_game("trio", seed=7, plies=9)
    assert "<svg" in game.svg()
    assert "I2×2" in str(Game("trio"))
    file = tmp_path / "game.json"
    write_game(game, file)
    for ending in ("svg", "png", "txt"):
        command("render", file, "-o", tmp_path / f"picture.{ending}")
        assert (tmp_path / f"picture.{ending}").stat().st_size > 300


# --- terminal, GTP, engine, arena --------------------------------------------------------


def test_the_commands_list_and_play_it() -> None:
    assert "13×11 squares" in command("variants")
    assert "trio" in command("levels")
    assert command("perft", "trio", "2") == "576\n"
    assert "double scoring" in command("play", "trio", "--people", "0", "--seed", "1")


def test_gtp_plays_it() -> None:
    session = Session(variant("duo"), lambda seed, seconds: SimpleComputer(seed), seed=1)
    protocol = Protocol(session.handlers)
    assert protocol.answer("set_game Trio").startswith("=")
    for colour in ("1", "2", "3", "blue", "yellow", "red"):
        assert protocol.answer(f"genmove {colour}").startswith("= ")
    assert len(session.game.history) == 6
    covered = [hand.cells.bit_count() for hand in session.game.position.hands]
    assert protocol.answer("final_score").split() == ["=", *map(str, covered)]


def test_gtp_counts_the_lead_of_the_first_colour_where_blue_does_not_play() -> None:
    red_and_green = Recipe("small", "Small", small(), seats=EACH[2:])
    register(red_and_green)
    try:
        session = Session(variant("small"), lambda seed, seconds: SimpleComputer(seed), seed=1)
        protocol = Protocol(session.handlers)
        for command, score in (("play 3 a1,a2", "B+2"), ("play 4 h8,h7,h6", "W+1")):
            assert protocol.answer(command).startswith("=")
            assert protocol.answer("final_score").strip() == f"= {score}"
    finally:
        unregister("small")


def test_the_engine_plays_it_without_weights_better_than_the_simple_player() -> None:
    wins = 0.0
    for seed in range(9):
        mine = COLOURS[seed % 3]
        engine, simple = Engine(level=6, seed=seed), SimpleComputer(seed=seed)
        game = random_game("trio", seed=seed, plies=3)
        while not game.is_over:
            game.play((engine if game.to_play == mine else simple).choose(game))
        wins += (mine in game.winners) / len(game.winners)
    assert wins > 4.5  # of 9, where a player as good as the others would have 3


def test_the_tutor_speaks_of_it() -> None:
    game = random_game("trio", seed=3, plies=8)
    assert explain(game, game.legal_moves[0], engine=Engine(simulations=40, seed=1)).text


def test_the_arena_plays_it_in_processes_of_its_own() -> None:
    pytest.importorskip("joblib")
    players = ("simple", "random", "simulations:20")
    told = command("arena", *players, "--game", "trio", "--rounds", "1", "--parallel", "2")
    assert "trio: 1 round, 3 games" in told
    assert "lost by a fault" not in told


def test_its_weights_can_be_learned(tmp_path: Path) -> None:
    generation = Training("trio", tmp_path, games=2, simulations=20, positions=10).generation(1)
    generation.play()
    assert generation.fit()["from"] == "nothing"
    game = Game("trio")
    engine = Engine(simulations=20, seed=1, weights=generation.weights)
    assert engine.choose(game) in game.legal_moves


# --- puzzles -----------------------------------------------------------------------------


def test_all_its_pieces_make_a_puzzle() -> None:
    [puzzle] = parse_puzzles('{"id": "the-33", "game": "trio"}')
    assert (puzzle.piece_count, puzzle.uses_all) == (33, True)
    answer = solve(puzzle, seconds=60, seed=1)
    assert answer.verdict == "yes"
    assert puzzle.check(answer.solution).solved


# --- server ------------------------------------------------------------------------------


def test_the_server_offers_it(running: Site) -> None:
    ana = running.person()
    start = ana.http.get("/api/start").json()
    family = next(one for one in start["families"] if one["name"] == "trio")
    assert family["about"] == "13 by 11 spaces, 3 players"
    board = ana.http.get(start["editions"]["trio"]).json()
    assert board["placements"] == len(Game("trio").tables)
    assert [piece["count"] for piece in board["pieces"]] == list(EDITIONS["trio"].counts)
    assert len(board["sample"]) == 3 * len(board["pieces"]) // 3
    rules = ana.http.get("/api/rules/trio").json()
    assert rules["advice"] == ["Head for the middle: two others want it, too."]


def test_a_game_of_it_is_played_kept_and_exported(running: Site) -> None:
    ana = running.person()
    game = ana.new("trio", "me", "here", "here")["game"]["id"]
    played = Game("trio")
    for _ in range(7):
        state = ana.show(game)["state"]
        move = played.legal_moves[0]
        answer = ana.act(game, type="play", placement=move.number, seq=state["seq"] + 1)
        assert answer.status_code == 200, answer.text
        played.play(move)
    record = ana.http.get(f"/api/games/{game}.json").json()
    assert Game.from_json(json.dumps(record)).history == played.history
    assert "GM[Trio]" in ana.http.get(f"/api/games/{game}.blksgf").text


def test_its_catalogue_is_served(running: Site) -> None:
    ana = running.person()
    page = ana.http.get("/", headers={"Accept-Language": "de"})
    assert page.status_code == 200
    from cornerwise.server.page.i18n import catalogue

    messages = json.loads(catalogue("de"))["messages"]
    assert messages["double scoring"] == "doppelte Wertung"
    assert "double scoring" not in json.loads(catalogue("pl"))["messages"]


# --- what is wrong is told ---------------------------------------------------------------

SQUARE = rectangle("small", 8, 8)


def small(**changes: object) -> Edition:
    given = {"start_fields": ("a1", "h8"), **changes}
    return Edition("small", "Small", SQUARE, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("edition", "changes", "message"),
    [
        (small(start_fields=("a1", "z9")), {}, "small: z9 is not on this board"),
        (small(start_fields=("a1",)), {}, "2 colours need as many start fields, not 1"),
        (small(shapes=("Q9",)), {}, "small: Q9 is not a piece: they are I1"),
        (small(family="chess"), {}, "small: family 'chess' is not an edition"),
        (small(weights="chess"), {}, "small: weights 'chess' is not an edition"),
        (small(), {"name": "Small Game"}, "'Small Game' is not a name: small letters"),
        (small(), {"name": "duo"}, "there is a variant duo already"),
        (small(), {"seats": ()}, "every seat needs a colour"),
        (small(), {"seats": (EACH[0], EACH[0])}, "a colour belongs to one seat"),
        (small(), {"teams": (0,)}, "2 seats have 1 teams: say one for each seat"),
        (small(), {"scorings": ()}, "it needs a scoring"),
        (small(), {"starts": {}}, "it needs a start rule"),
        (
            small(),
            {"starts": {"own": StartRule(own=((COLOURS[0], 5),))}},
            "start rule own: blue has a start field that the edition has not",
        ),
    ],
)
def test_a_faulty_edition_is_refused_in_words(
    edition: Edition, changes: dict[str, object], message: str
) -> None:
    known = list(VARIANTS)
    given = {"name": "small", "title": "Small", "edition": edition, "seats": EACH[:2], **changes}
    with pytest.raises(VariantError, match=re.escape(message)):
        register(Recipe(**given))  # type: ignore[arg-type]
    assert list(VARIANTS) == known


RING = ("a1", "d1", "h1", "h8", "d8", "a8")


@pytest.mark.parametrize(
    ("rule", "moves", "tried", "code", "told"),
    [
        (
            StartRule(others=frozenset({1})),
            ["a1"],
            "h1",
            "distance",
            "h1 lies 2 fields from blue's start",
        ),
        (StartRule(others=frozenset({1, 3})), ["a1"], "a8", None, ""),
        (StartRule(others=frozenset({1, 3})), ["a1"], "h1", "distance", "not 1 or 3"),
        (StartRule(partners=frozenset({1})), ["a1", "h8"], "h1", "distance", "blue's start"),
        (StartRule(partners=frozenset({3})), ["a1", "d1"], "h1", "opposite", "opposite blue's"),
        (StartRule(others=frozenset({2})), ["a1"], "d1", "spacing", "must stay free, so not d1"),
    ],
    ids=str,
)
def test_a_refused_start_is_explained_by_the_start_rule_of_the_edition(
    rule: StartRule, moves: list[str], tried: str, code: str | None, told: str
) -> None:
    seats = (EACH[0] + EACH[2], EACH[1] + EACH[3])
    edition = small(start_fields=RING)
    of = Recipe("small", "Small", edition, {"free": rule}, seats=seats).made()
    reason = Game(of, moves=moves).illegality(tried)
    assert (reason and reason.code) == code
    assert told in str(reason)


def test_what_is_too_large_for_the_kernel_is_told() -> None:
    board = rectangle("large", 26, 26)
    large = Recipe(
        "large", "Large", Edition("large", "Large", board, ("a1", "z26")), seats=EACH[:2]
    )
    with pytest.raises(VariantError, match="large cannot be played: a board must have 1 to 512"):
        _ = Game(large.made()).legal_moves


@pytest.mark.parametrize("arguments", [["variants"], ["serve", "--no-open", "--port", "0"]])
def test_a_file_with_a_fault_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    file = tmp_path / "faulty.py"
    file.write_text("raise ValueError('out of luck')")
    monkeypatch.setenv("CORNERWISE_VARIANTS", str(file))
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert "cannot add its variants: ValueError: out of luck" in result.output
    assert len(result.output.splitlines()) == 1
