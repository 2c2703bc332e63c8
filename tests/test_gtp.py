"""The Go Text Protocol as controllers see it: docs/gtp.md."""

import io
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cornerwise
from cornerwise import Engine, Game, Move, variant
from cornerwise.computer import Player, SimpleComputer
from cornerwise.gtp import Protocol, Session
from cornerwise.gtp.protocol import LONGEST_LINE
from tests.patience import PATIENCE

CROSS, ANSWER = "e8,d9,e9,f9,e10", "i4,h5,i5,j5,i6"


def simple(seed: int | None, seconds: float | None) -> Player:
    return SimpleComputer(seed)


class Controller:
    """Sends commands to a session and takes the responses apart."""

    def __init__(self, name: str = "duo", **options: str) -> None:
        self.session = Session(variant(name, **options), simple, seed=1)
        self.protocol = Protocol(self.session.handlers)

    def raw(self, data: bytes) -> bytes:
        out = io.BytesIO()
        self.protocol.serve(io.BytesIO(data), out)
        return out.getvalue()

    def send(self, line: str) -> str:
        """The response to a command that succeeds."""
        response = self.protocol.answer(line)
        assert response.startswith("= "), response
        assert response.endswith("\n\n")
        return response[2:].rstrip("\n")

    def fail(self, line: str) -> str:
        """The message of a command that fails."""
        response = self.protocol.answer(line)
        assert response.startswith("? "), response
        assert response.count("\n") == 2
        return response[2:].strip()


@pytest.fixture
def duo() -> Controller:
    return Controller("duo")


# --- the protocol ------------------------------------------------------------------------


def test_responses_have_the_form_of_the_protocol(duo: Controller) -> None:
    asked = b"name\n\n# a comment\n   \t\n17 name\n18 frob\r\n12\n-3 undo\nquit\nname\n"
    assert duo.raw(asked) == (
        b"= Cornerwise\n\n=17 Cornerwise\n\n?18 unknown command (frob)\n\n"
        b"? unknown command (12)\n\n?-3 cannot undo\n\n= \n\n"
    )


def test_no_response_contains_an_empty_line(duo: Controller) -> None:
    duo.session.game = Blank("duo")
    assert duo.protocol.answer("showboard") == "= \nabove\n \n \nbelow\n\n"


class Blank(Game):
    def __str__(self) -> str:
        return "above\n\n\nbelow\n"


def test_tabs_separate_and_control_characters_vanish(duo: Controller) -> None:
    assert duo.raw(b"\x00known_command\t\x07play\x1b\n") == b"= true\n\n"


def test_lists_and_knows_its_commands(duo: Controller) -> None:
    listed = duo.send("list_commands").split("\n")
    assert listed == sorted(set(listed))
    asked = (
        "name version list_commands known_command quit clear_board set_game play p genmove g "
        "reg_genmove undo all_legal showboard final_score loadsgf savesgf set_random_seed cputime "
        "get_value move_values time_left time_settings"
    )
    assert set(asked.split()) <= set(listed)
    assert all(duo.send(f"known_command {name}") == "true" for name in listed)
    assert duo.send("known_command frob") == "false"
    assert duo.send('known_command "undo"') == "true"


def test_names_itself(duo: Controller) -> None:
    assert duo.send("name") == "Cornerwise"
    assert duo.send("version") == cornerwise.__version__
    assert duo.send("protocol_version") == "2"
    assert float(duo.send("cputime")) > 0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("frob", r"unknown command \(frob\)"),
        ("PLAY b a1", "unknown command"),
        ("name x", "no arguments allowed"),
        ("quit now", "no arguments allowed"),
        ("known_command", "needs one argument"),
        ("genmove", "needs one argument"),
        ("genmove b w", "needs one argument"),
        ("genmove 3", "invalid color argument '3'"),
        ("play", "missing argument 1"),
        ("play b", "invalid move"),
        ("play x e10", "invalid color argument 'x'"),
        ("play b e10,e99", "invalid move: e99 is not on this board"),
        ("play b e10,a1", "invalid move: no piece has the shape"),
        ("play b pass", "a pass cannot be played"),
        ("play b a1", r"illegal move: .*start field.*\(R3\)"),
        ("p", "invalid move"),
        ("set_game Chess", "invalid argument: the games are Blokus, "),
        ("set_game", "invalid argument"),
        ("set_random_seed", "needs one argument"),
        ("set_random_seed 1.5", "not a whole number"),
        ("undo", "cannot undo"),
        ("loadsgf", "missing argument 1"),
        ("loadsgf a 1 2", "at most 2 arguments"),
        ("loadsgf a 0", "must be 1 or more"),
        ("loadsgf /nowhere/at/all", "cannot read '/nowhere/at/all': No such file"),
        ("savesgf /nowhere/at/all", "cannot write '/nowhere/at/all': No such file"),
    ],
)
def test_bad_commands_get_a_message_and_change_nothing(
    duo: Controller, line: str, message: str
) -> None:
    before = duo.session.game.copy()
    assert re.search(message, duo.fail(line))
    assert duo.session.game == before


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(max_size=40), max_size=8))
def test_survives_garbage(lines: list[bytes]) -> None:
    controller = Controller()
    data = b"\n".join(line.replace(b"quit", b"") for line in lines) + b"\nname\n"
    assert controller.raw(data).endswith(b"= Cornerwise\n\n")


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(
        ["play", "p", "genmove", "all_legal", "loadsgf", "savesgf", "set_game", "undo"]
    ),
    st.text(max_size=30),
)
def test_survives_any_arguments(command: str, arguments: str) -> None:
    line = f"{command} {arguments}".replace("\n", " ").replace("/", " ")
    if command != "savesgf":  # which would write
        assert Controller().protocol.answer(line)[0] in "=?"


def test_a_very_long_line_is_refused_in_one_response(duo: Controller) -> None:
    for line in (b"x" * LONGEST_LINE * 3, "é".encode() * LONGEST_LINE, b"play b " + b"a1," * 10**6):
        out = duo.raw(line + b"\nname\n")
        assert out.startswith(b"? a command has less than")
        assert out.endswith(b"\n\n= Cornerwise\n\n")
        assert len(out) < 200


def test_a_command_cut_off_by_the_end_is_still_answered(duo: Controller) -> None:
    assert duo.raw(b"name\nvers") == b"= Cornerwise\n\n? unknown command (vers)\n\n"
    assert duo.raw(b"") == b""


def test_a_fault_of_the_player_does_not_end_the_loop(duo: Controller) -> None:
    class Broken:
        def choose(self, game: Game) -> Move:
            raise RuntimeError("out\nof order")

    duo.session.player = Broken()
    assert duo.fail("genmove b") == "internal error: RuntimeError: out of order"
    assert duo.send("name") == "Cornerwise"


# --- the game ----------------------------------------------------------------------------


def test_the_dialogue_of_the_specification(duo: Controller) -> None:
    duo.send("set_game Blokus Duo")
    duo.send(f"play b {CROSS}")
    answer = duo.send("genmove w")
    assert str(duo.session.game.history[-1]) == answer
    assert "j5" in answer.split(",")
    assert len(duo.send("showboard").split("\n")) >= 14


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Blokus", "classic"),
        ("Blokus Two-Player", "classic_2"),
        ("Blokus Three-Player", "classic_3"),
        ("blokus  duo ", "duo"),
        ("Blokus Trigon", "trigon"),
        ("Blokus Trigon Two-Player", "trigon_2"),
        ("Blokus Trigon Three-Player", "trigon_3"),
        ("trigon_teams", "trigon_teams"),
    ],
)
def test_set_game(duo: Controller, text: str, name: str) -> None:
    duo.send("genmove b")
    duo.send(f"set_game {text}")
    assert duo.session.game == Game(name)


def test_options_stay_in_force_where_they_apply() -> None:
    controller = Controller("trigon", touch="vertices", scoring="basic")
    controller.send("set_game Blokus")
    assert str(controller.session.game.variant) == "classic scoring=basic"
    controller.send("set_game Blokus Trigon Two-Player")
    assert str(controller.session.game.variant) == "trigon_2 touch=vertices scoring=basic"


@pytest.mark.parametrize("blue", ["b", "B", "black", "blue", "1", "purple"])
@pytest.mark.parametrize("yellow", ["w", "W", "white", "green", "yellow", "2", "orange"])
def test_colours_of_duo(duo: Controller, blue: str, yellow: str) -> None:
    duo.send(f"play {blue} {CROSS}")
    duo.send(f"play {yellow} {ANSWER}")
    assert [turn.colour for turn in duo.session.game.turns] == ["blue", "yellow"]


def test_colours_of_four() -> None:
    controller = Controller("classic")
    for word, cell in (("1", "a20"), ("Yellow", "t20"), ("3", "t1"), ("green", "a1")):
        controller.send(f"play {word} {cell}")
    assert [turn.colour for turn in controller.session.game.turns] == list(cornerwise.COLOURS)
    controller.fail("play b a2")


def test_a_number_means_the_same_colour_whichever_is_spare() -> None:
    controller = Controller("trigon_3", spare="blue")
    assert controller.fail("genmove 1") == "invalid color argument '1'"
    controller.send("genmove 4")
    assert controller.session.game.turns[-1].colour == "green"


def test_moves_in_any_form(duo: Controller) -> None:
    duo.send("play b E10, e8 ,D9,f9,e9")
    duo.send(f"p {ANSWER}")
    assert [str(move) for move in duo.session.game.history] == [CROSS, ANSWER]


def test_all_legal(duo: Controller) -> None:
    duo.send(f"play b {CROSS}")
    assert duo.send("all_legal w").split("\n") == list(map(str, duo.session.game.legal_moves))
    assert len(duo.send("all_legal b").split("\n")) == len(duo.session.game.legal_moves_of("blue"))


def test_any_colour_may_play_at_any_time(duo: Controller) -> None:
    duo.send(f"play w {ANSWER}")
    duo.send("play w g7,h7")
    assert duo.session.game.to_play == "blue"
    assert duo.session.game.owner("h7") == "yellow"
    assert duo.session.game.owner("i5") == "yellow"
    duo.send(f"p {CROSS}")
    assert "already covered" in duo.fail("play b h7")
    for _ in range(3):
        duo.send("undo")
    assert duo.fail("undo") == "cannot undo"
    assert duo.session.game == Game("duo")


@pytest.mark.parametrize("name", ["classic_3", "duo", "trigon_2"])
def test_undo_restores_every_position_in_and_out_of_turn(name: str) -> None:
    controller, chance, seen = Controller(name), random.Random(4), []
    for _ in range(12):
        seen.append(controller.session.game.position)
        controller.send(f"genmove {chance.choice(controller.session.game.variant.colours)}")
    for position in reversed(seen):
        controller.send("undo")
        assert controller.session.game.position == position
    controller.fail("undo")


def test_genmove_plays_and_reg_genmove_does_not(duo: Controller) -> None:
    chosen = duo.send("reg_genmove b")
    assert not duo.session.game.history
    assert duo.send("genmove b") == chosen
    assert duo.send("undo") == ""
    assert duo.send("g") == chosen
    assert [str(move) for move in duo.session.game.history] == [chosen]


def test_the_seed_makes_moves_repeatable(duo: Controller) -> None:
    def played(seed: int) -> list[str]:
        duo.send("clear_board")
        duo.send(f"set_random_seed {seed}")
        return [duo.send("g") for _ in range(6)]

    assert played(5) == played(5)
    assert len({tuple(played(seed)) for seed in range(5)}) > 1


@pytest.mark.parametrize(("colour", "field"), [("b", "e10"), ("w", "j5")])
def test_duo_is_begun_where_controllers_expect_it(colour: str, field: str) -> None:
    for seed in range(8):
        controller = Controller("duo")
        controller.send(f"set_random_seed {seed}")
        assert field in controller.send(f"genmove {colour}").split(",")


@pytest.mark.parametrize("name", sorted(cornerwise.VARIANTS))
def test_a_whole_game_in_every_variant(name: str) -> None:
    controller = Controller(name)
    while (move := controller.send("g")) != "pass":
        assert str(controller.session.game.history[-1]) == move
    assert controller.session.game.is_over
    for colour in controller.session.game.variant.colours:
        assert controller.send("all_legal " + colour) == ""
        assert controller.send("genmove " + colour) == "pass"
    assert "has no move" in controller.fail("reg_genmove " + controller.session.game.variant.first)
    assert "over" in controller.fail("p a1")
    assert controller.send("final_score")


# --- scores ------------------------------------------------------------------------------


def test_final_score_of_two_sides(duo: Controller) -> None:
    assert duo.send("final_score") == "0"
    duo.send(f"play b {CROSS}")
    assert duo.send("final_score") == "B+5"
    duo.send(f"play w {ANSWER}")
    duo.send("play w g7,h7")
    assert duo.send("final_score") == "W+2"


def test_final_score_of_two_sides_with_two_colours_each() -> None:
    controller = Controller("classic_teams")
    for colour, move in (("1", "a20"), ("2", "t20,t19"), ("3", "t1,s1,r1"), ("4", "a1")):
        controller.send(f"play {colour} {move}")
    assert controller.send("final_score") == "B+1"


@pytest.mark.parametrize("scoring", ["advanced", "basic"])
def test_final_score_of_more_counts_placed_cells(scoring: str) -> None:
    controller = Controller("classic", scoring=scoring)
    for colour, move in (("1", "a20"), ("2", "t20,t19"), ("4", "a1,a2,a3")):
        controller.send(f"play {colour} {move}")
    assert controller.send("final_score") == "1 2 0 3"


def test_a_shared_colour_that_another_program_plays_on_is_followed() -> None:
    controller, dice = Controller("classic_3"), random.Random(3)
    games = controller.session
    while not games.game.is_over or not games.game.moves_after_end:
        if games.game.is_over:
            controller.send("clear_board")
        move = dice.choice(games.game.legal_moves)
        controller.send(f"play {games.game.to_play} {move}")
    made, score = len(games.game.turns), controller.send("final_score").split()[:3]
    assert controller.send("genmove green") == "pass"
    assert controller.send("all_legal green") == ""
    for move in list(games.game.moves_after_end[:1]):
        controller.send(f"play green {move}")
    assert len(games.game.turns) == made + 1
    assert controller.send("final_score").split()[:3] == score
    controller.send("undo")
    assert len(games.game.turns) == made


# --- files -------------------------------------------------------------------------------


def test_saves_and_loads(duo: Controller, tmp_path: Path) -> None:
    for _ in range(6):
        duo.send("g")
    saved = duo.session.game.copy()
    file = tmp_path / "a game.blksgf"
    duo.send(f'savesgf "{file}"')
    duo.send("set_game Blokus")
    duo.send(f'loadsgf "{file}"')
    assert duo.session.game == saved
    duo.send(f'loadsgf "{file}" 3')
    assert duo.session.game.history == saved.history[:2]
    duo.send(f'loadsgf "{file}" 99')
    assert duo.session.game == saved
    duo.send("undo")
    assert duo.session.game.history == saved.history[:5]


def test_loads_what_other_programs_allow(duo: Controller, tmp_path: Path) -> None:
    """T7 is not enforced everywhere: yellow here takes the field opposite blue."""
    file = tmp_path / "lax.blksgf"
    file.write_text("(;GM[Blokus Trigon Two-Player];1[r15];2[r4])")
    duo.send(f"loadsgf {file}")
    assert duo.session.game.variant.name == "trigon_2"
    assert duo.session.game.owner("r4") == "yellow"


def test_a_damaged_file_is_refused_and_the_game_goes_on(duo: Controller, tmp_path: Path) -> None:
    duo.send(f"play b {CROSS}")
    for text in ("", "(;GM[Blokus Duo];B[e1", "(;GM[Chess])", "(;GM[Blokus Duo];B[e10];W[e10])"):
        (tmp_path / "bad.blksgf").write_text(text)
        assert "line 1" in duo.fail(f"loadsgf {tmp_path}/bad.blksgf")
    assert len(duo.session.game.history) == 1


# --- the engine --------------------------------------------------------------------------


@pytest.fixture
def engine() -> Controller:
    controller = Controller("duo")
    controller.session = Session(
        variant("duo"),
        lambda seed, seconds: Engine(
            seconds=seconds, simulations=None if seconds else 60, seed=seed
        ),
        seed=1,
    )
    controller.protocol = Protocol(controller.session.handlers)
    return controller


def test_values_of_the_last_search(engine: Controller) -> None:
    for command in ("get_value", "move_values"):
        assert "no search has been made" in engine.fail(command)
    chosen = engine.send("reg_genmove b")
    assert 0 <= float(engine.send("get_value")) <= 1
    rows = [row.split() for row in engine.send("move_values").splitlines()]
    assert len(rows) == len(Game("duo").legal_moves)
    visits = [int(row[0]) for row in rows]
    assert visits == sorted(visits, reverse=True)
    # Either start field will do; the answer keeps to the one that controllers expect.
    assert len(rows[0][2].split(",")) == len(chosen.split(","))


def spent(engine: Controller, colour: str) -> float:
    begun = time.perf_counter()
    engine.send(f"genmove {colour}")
    return time.perf_counter() - begun


def test_the_clock_is_obeyed(engine: Controller) -> None:
    engine.send("time_left b 0 0")
    assert spent(engine, "b") < 1
    engine.send("time_left w 2 4")
    assert 0.3 < spent(engine, "w") < 1.5  # about half a second a move
    engine.send("time_settings 8 0 0")
    assert 0.2 < spent(engine, "b") < 2  # 8 seconds for some sixteen moves
    engine.send("time_settings 0 1 0")  # no limit: back to the engine's own measure
    assert engine.session._clock.seconds(engine.session.game.variant.first, 9) is None


@pytest.mark.parametrize(
    "command", ["time_settings 1 2", "time_settings a 0 0", "time_left b -1 0", "time_left b 1 x"]
)
def test_bad_times_are_refused(engine: Controller, command: str) -> None:
    assert "argument" in engine.fail(command)


# --- the program -------------------------------------------------------------------------


def run(*arguments: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "cornerwise", "gtp", *arguments]
    return subprocess.run(command, input=text, capture_output=True, timeout=PATIENCE, check=False)


def test_the_program_speaks_on_its_streams() -> None:
    done = run("--game", "t3", "--seed", "4", text=b"all_legal 1\ngenmove 1\nquit\nname\n")
    assert done.returncode == 0
    assert done.stderr == b""
    first, second, last, rest = done.stdout.decode().split("\n\n")
    assert len(first.split("\n")) == 6 * 413
    assert second[2:] in first
    assert (last, rest) == ("= ", "")


def test_the_program_takes_options_and_ends_with_its_input() -> None:
    done = run("--game", "classic", "--starts", "free", text=b"all_legal 1\n\xff\xfe\x00")
    assert done.returncode == 0
    assert len(done.stdout.split(b"\n\n")[0].split()) == 1 + 4 * 58
    assert done.stdout.count(b"\n\n") == 2


def test_the_program_refuses_bad_options_in_a_line() -> None:
    done = run("--game", "chess", text=b"")
    assert done.returncode == 2
    assert done.stderr.decode().startswith("cornerwise: 'chess' is not a variant")
    assert done.stderr.count(b"\n") == 1


def test_the_session_in_the_documentation_is_true() -> None:
    text = (Path(__file__).parents[1] / "docs" / "gtp.md").read_text(encoding="utf-8")
    session = text.split("```gtp\n")[1].split("```")[0]
    commands = [line for line in session.split("\n") if line and line[0] not in "=?"]
    said = Controller("classic").raw("\n".join(commands).encode() + b"\n").decode()
    assert said.count("\n\n") == len(commands) > 5
    assert "".join(re.findall(r"^[=?].*\n\n", session, re.M)) == said


def test_the_documentation_names_every_command(duo: Controller) -> None:
    text = (Path(__file__).parents[1] / "docs" / "gtp.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `(\w+)", text, re.M)
    assert documented == duo.send("list_commands").split("\n")
