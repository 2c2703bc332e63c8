"""The command line, through its own runner and as a real program."""

import json
import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import cornerwise
from cornerwise import VARIANTS, Game, read_sgf
from cornerwise.cli import COMMANDS, app
from cornerwise.computer import SimpleComputer
from tests.patience import PATIENCE

CROSS = "e8,d9,e9,f9,e10"


def invoke(*arguments: str, text: str = "") -> Result:
    return CliRunner().invoke(app, list(arguments), input=text)


def refused(*arguments: str) -> str:
    """The one line that a refused command writes."""
    result = invoke(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("cornerwise: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def program(*arguments: str, text: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "cornerwise", *arguments],
        input=text,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, **env},
    )


@pytest.fixture
def duo(tmp_path: Path) -> Path:
    """A file with a Duo game of ten moves."""
    game = Game("duo", moves=[CROSS])
    while len(game.history) < 10:
        game.play(SimpleComputer(seed=5).choose(game))
    file = tmp_path / "duo.blksgf"
    file.write_text(game.to_sgf())
    return file


# --- the whole ---------------------------------------------------------------------------


def test_help_tells_of_every_command() -> None:
    modules = Path(str(cornerwise.__file__)).parent.joinpath("commands").glob("*.py")
    kept = {file.stem for file in modules if "def register(" in file.read_text()}
    assert kept == {name.replace("-", "_") for name in COMMANDS}
    for arguments in ([], ["--help"]):
        result = invoke(*arguments)
        assert result.exit_code == 0
        for name, summary in COMMANDS.items():
            assert re.search(f"\n  {name} +{re.escape(summary)}\n", result.stdout)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_its_help(name: str) -> None:
    result = invoke(name, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: ")
    assert COMMANDS[name] in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("cornerwise pl", ["play"]),
        ("cornerwise play tri", [name for name in VARIANTS if name.startswith("tri")]),
        ("cornerwise gtp --game d", ["duo"]),
        ("cornerwise book gr", ["grow"]),
    ],
)
def test_the_shell_completes_commands_and_variants(line: str, words: list[str]) -> None:
    """As bash asks, once `cornerwise --install-completion` was called."""
    done = program(
        _CORNERWISE_COMPLETE="complete_bash",
        COMP_WORDS=line,
        COMP_CWORD=str(len(line.split()) - 1),
    )
    assert done.stdout.decode().split() == words, done.stderr


def test_help_imports_no_command() -> None:
    code = "import sys; from cornerwise.cli import app; app(['--help'], standalone_mode=False)"
    check = "import atexit; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {check}; {code}"], capture_output=True, check=True
    )
    assert b"cornerwise.cli" in done.stderr
    assert b"cornerwise.commands" not in done.stderr


def test_version() -> None:
    assert invoke("--version").stdout == f"cornerwise {cornerwise.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["frob"], "No such command 'frob'"),
        (["srve"], "Did you mean 'serve'?"),
        (["--frob"], "No such option"),
        (["perft"], "Missing argument"),
        (["perft", "duo", "x"], "DEPTH"),
        (["perft", "duo", "-1"], "No such option"),
        (["perft", "chess", "1"], "'chess' is not a variant"),
        (["perft", "duo", "1", "--touch", "vertices"], "cannot be chosen for duo"),
        (["perft", "classic", "1", "--starts", "nowhere"], "choose own or free"),
        (["gtp", "--game", "chess"], "'chess' is not a variant"),
        (["levels", "--game", "chess"], "'chess' is not a variant"),
        (["gtp", "--seed", "x"], "--seed"),
        (["play", "chess"], "'chess' is not a variant"),
        (["play", "duo", "--people", "3"], "room for 0 to 2 people, not 3"),
        (["play", "duo", "--seats", "me"], "has 2 seats"),
        (["play", "duo", "--seats", "me,you", "--people", "2"], "not both"),
        (["show", "/nowhere/at/all.blksgf"], "/nowhere/at/all.blksgf: No such file"),
        (["show", "/"], "/: Is a directory"),
        (["convert", "/nowhere.json", "x.json"], "/nowhere.json: No such file"),
    ],
)
def test_errors_are_one_line(arguments: list[str], message: str) -> None:
    assert message in refused(*arguments)


# --- variants ----------------------------------------------------------------------------


def test_variants_is_a_table_of_all() -> None:
    lines = [line.strip() for line in invoke("variants").stdout.split("\n")]
    for name in VARIANTS:
        assert any(line.startswith(name + " ") for line in lines)
    [row] = [line for line in lines if line.startswith("classic_3 ")]
    for words in (
        "20×20 squares",
        "(green shared)",
        "own start fields",
        "scoring starts first spare",
    ):
        assert words in row
    [row] = [line for line in lines if line.startswith("trigon_teams ")]
    assert "blue & red, yellow & green" in row
    assert "touch    any | vertices" in lines


# --- perft -------------------------------------------------------------------------------


def test_perft() -> None:
    assert invoke("perft", "classic", "2").stdout == "3364\n"
    assert invoke("perft", "classic", "0").stdout == "1\n"
    assert invoke("perft", "classic", "1", "--starts", "free").stdout == "232\n"


def test_perft_divided() -> None:
    lines = invoke("perft", "classic", "2", "--divide").stdout.split("\n")
    assert lines[0] == "a20 58"
    assert lines[-2:] == ["total 3364", ""]
    assert len(lines) == 58 + 2


# --- show --------------------------------------------------------------------------------


def test_show(duo: Path) -> None:
    result = invoke("show", str(duo))
    assert result.exit_code == 0
    assert f"   1 blue    X5  {CROSS}\n" in result.stdout
    assert "\n  10 yellow" in result.stdout
    assert "a b c d e f g h i j k l m n" in result.stdout
    assert "> blue, " in result.stdout
    assert result.stderr == ""


def test_show_some_moves(duo: Path) -> None:
    assert "   1 blue" not in invoke("show", str(duo), "--move", "0").stdout
    shown = invoke("show", str(duo), "--move", "3").stdout
    assert "   3 blue" in shown
    assert "   4 yellow" not in shown
    assert "the game has 10 moves: there is no move 11" in refused("show", str(duo), "--move", "11")


def test_show_names_players_event_and_result(tmp_path: Path) -> None:
    file = tmp_path / "named.blksgf"
    file.write_text("(;GM[Blokus Duo]PB[Ann]PW[Bob]EV[Cup]DT[2020-01-02]RE[B+1])")
    shown = invoke("show", str(file)).stdout
    for words in ("event: Cup", "date: 2020-01-02", "result: B+1", "blue (Ann)", "yellow (Bob)"):
        assert words in shown


@pytest.mark.parametrize("move", ["", CROSS])
def test_nothing_in_a_file_reaches_the_terminal_as_an_escape(tmp_path: Path, move: str) -> None:
    odd = b"An\x1b[2J\x07\xe2\x80\xae\xc2\x9b"
    file = tmp_path / "odd.blksgf"
    made = move.encode() or odd  # a game that can be shown, and one that cannot
    file.write_bytes(b"(;GM[Blokus Duo]PB[%b]GN[%b]EV[%b];B[%b])" % (odd, odd, odd, made))
    result = invoke("show", str(file))
    assert "An\\x1b[2J" in result.output
    converted = invoke("convert", str(file), str(tmp_path / "odd.json"))
    for text in (result.output, result.stderr, converted.output, converted.stderr):
        assert not set(text) & set("\x1b\x07\u202e\x9b")


def test_show_notes_what_is_odd(tmp_path: Path) -> None:
    file = tmp_path / "odd.blksgf"
    file.write_text("(;GM[Blokus Trigon Two-Player];1[r15];2[r4])(;GM[Blokus])")
    result = invoke("show", str(file))
    assert result.exit_code == 0
    assert "note: " in result.stderr
    assert "line 1, column" in result.stderr
    assert "the first of 2 games" in result.stderr


@pytest.mark.parametrize("command", ["show", "render", "review", "explain"])
def test_who_takes_the_first_game_of_a_file_says_so(tmp_path: Path, command: str) -> None:
    file, picture = tmp_path / "two.blksgf", tmp_path / "one.svg"
    file.write_text("(;GM[Blokus Duo];B[e10])(;GM[Blokus])")
    more = {"render": ["-o", str(picture)], "show": []}.get(command, ["--simulations", "20"])
    result = invoke(command, str(file), *more)
    assert result.exit_code == 0
    assert result.stderr == f"cornerwise: note: {file}: this is the first of 2 games\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty.blksgf", b""),
        ("cut.blksgf", b"(;GM[Blokus Duo];B[e8"),
        ("binary.blksgf", bytes(range(256))),
        ("overlap.blksgf", b"(;GM[Blokus Duo];B[e10];W[e10])"),
        ("empty.json", b""),
        ("list.json", b"[]"),
        ("illegal.json", b'{"variant": "duo", "moves": ["a1"]}'),
        ("binary.json", bytes(range(256))),
        ("deep.json", b"[" * 100_000),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    said = refused("show", str(tmp_path / name))
    assert name in said or "e10" in said  # the file, or the move that is illegal in it
    refused("convert", str(tmp_path / name), str(tmp_path / "out.json"))
    assert not (tmp_path / "out.json").exists()


# --- convert -----------------------------------------------------------------------------


def test_convert_there_and_back(duo: Path, tmp_path: Path) -> None:
    as_json, back = tmp_path / "duo.json", tmp_path / "back.blksgf"
    assert invoke("convert", str(duo), str(as_json)).output == ""
    assert json.loads(as_json.read_text())["variant"] == "duo"
    assert invoke("convert", str(as_json), str(back)).output == ""
    [before], [after] = read_sgf(duo), read_sgf(back)
    assert before.game() == after.game()


def test_convert_keeps_trees_and_says_what_json_cannot_hold(tmp_path: Path) -> None:
    source, tidy, plain = (tmp_path / name for name in ("a.blksgf", "b.blksgf", "c.json"))
    source.write_text("(;GM[Blokus Duo](;B[E10])(;B[j5]C[or here]))(;GM[Blokus])")
    assert invoke("convert", str(source), str(tidy)).output == ""
    first, second = read_sgf(tidy)
    assert [child.comment for child in first.root.children] == ["", "or here"]
    assert second.variant.name == "classic"
    result = invoke("convert", str(source), str(plain))
    assert result.exit_code == 0
    assert "main line of the first game" in result.stderr
    assert json.loads(plain.read_text())["moves"] == ["e10"]


def test_convert_refuses_unknown_endings_and_places(duo: Path, tmp_path: Path) -> None:
    assert "ends in .blksgf or .json" in refused("convert", str(duo), str(tmp_path / "x.txt"))
    assert "No such file" in refused("convert", str(duo), str(tmp_path / "no" / "x.json"))


# --- play --------------------------------------------------------------------------------


def test_play_asks_for_what_it_was_not_told() -> None:
    result = invoke("play", text="99\nchess\n6\nmany\n2\nscore\n")
    assert result.exit_code == 0
    assert f"type a number from 1 to {len(VARIANTS)}" in result.stdout
    assert "Type a number from 0 to 2" in result.stdout
    assert "(player 2): -89" in result.stdout
    assert result.stdout.endswith("Goodbye.\n")


@pytest.mark.parametrize("text", ["", "duo\n"])
def test_play_may_be_left_while_it_asks(text: str) -> None:
    result = invoke("play", text=text)
    assert result.exit_code == 0
    assert result.stdout.endswith("\nGoodbye.\n")


def test_play_takes_seats_and_options() -> None:
    options = ["--seats", "Ann,computer,Bob", "--spare", "blue", "--starts", "free", "--seed", "4"]
    result = invoke("play", "classic_3", *options, text="t1\na20\nscore\n")
    assert "Yellow begins." in result.stdout  # the shared colour is no player's (R2)
    assert "blue (shared, now by yellow (Ann))" in result.stdout
    assert "  yellow (Ann): -88\n" in result.stdout
    assert "  green (Bob): -88\n" in result.stdout


BLUE = ("--first", "blue", "--colour", "blue")


def test_play_draws_colours_and_in_duo_who_begins() -> None:
    def told(*arguments: str) -> str:
        return invoke("play", *arguments, text="quit\n").stdout.splitlines()[1]

    drawn = {told("duo", "--seed", str(seed)) for seed in range(12)}
    plays = {"You play blue.", "You play yellow."}
    begins = {"Blue begins.", "Yellow begins."}
    assert drawn == {f"{one} {two}" for one in plays for two in begins}
    assert told("duo", "--seed", "5") == told("duo", "--seed", "5")
    # Elsewhere blue begins, whoever has it; and what is said is not drawn.
    drawn = {told("classic_2", "--seed", str(seed)) for seed in range(8)}
    assert drawn == {
        "You play blue and red. Blue begins.",
        "You play yellow and green. Blue begins.",
    }
    assert told("classic", "--colour", "red") == "You play red. Blue begins."
    drawn = {told("classic_3", "--seed", str(seed), "--first", "lot") for seed in range(30)}
    assert {line.split(". ")[1] for line in drawn} == {
        "Blue begins.",
        "Yellow begins.",
        "Red begins.",
    }
    assert "nobody can be given green" in refused("play", "classic_3", "--colour", "green")


def test_play_without_people_is_repeatable() -> None:
    games = {invoke("play", "duo", "--people", "0", "--seed", "6").stdout for _ in range(2)}
    assert len(games) == 1
    assert "The game is over." in games.pop()


# --- as a program ------------------------------------------------------------------------


def test_play_through_pipes_is_plain() -> None:
    done = program("play", "duo", *BLUE, "--seed", "1", text=f"{CROSS}\nquit\n".encode())
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    assert b"places X5" in done.stdout


def test_play_survives_bytes_that_are_no_text_and_a_narrow_character_set() -> None:
    done = program("play", "trigon", text=b"\xff\xfe\npieces\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stderr == b""


def test_a_reader_that_leaves_early_causes_no_noise(duo: Path) -> None:
    for arguments in (["perft", "trigon", "1", "--divide"], ["show", str(duo)]):
        process = subprocess.Popen(
            [sys.executable, "-m", "cornerwise", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        errors = process.stderr.read()
        process.stderr.close()
        process.wait(timeout=PATIENCE)
        assert errors == b""


def on_terminal(typed: bytes, **env: str) -> tuple[bytes, int]:
    """What the game writes to a terminal, and its exit status."""
    primary, secondary = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cornerwise", "play", "duo", *BLUE, "--seed", "1"],
        stdin=secondary,
        stdout=secondary,
        stderr=secondary,
        env={**os.environ, "TERM": "xterm", **env},
        start_new_session=True,
    )
    os.close(secondary)
    out, sent = b"", False
    try:
        while select.select([primary], [], [], 30)[0]:
            out += os.read(primary, 65536)
            if not sent and b"blue (you)> " in out:
                os.write(primary, typed)
                sent = True
    except OSError:  # how Linux reports that the other end was closed
        pass
    os.close(primary)
    return out, process.wait(timeout=PATIENCE)


def test_a_terminal_gets_colours_unless_it_declines_them() -> None:
    typed = f"{CROSS}\nquit\n".encode()
    coloured, status = on_terminal(typed)
    plain, _ = on_terminal(typed, NO_COLOR="1")
    assert status == 0
    assert b"\x1b[38;5;" in coloured
    assert b"\x1b[38" not in plain
    assert b"Goodbye." in plain


def test_tab_completes_on_a_terminal() -> None:
    out, status = on_terminal(b"sc\t\nX5 e10 e8\t\nq\t\n")
    assert status == 0
    assert b"highest wins" in out
    assert f"places X5: {CROSS}".encode() in out
    assert b"blue (you)> quit" in out


def test_end_of_input_leaves_a_terminal_politely() -> None:
    out, status = on_terminal(b"\x04")
    assert status == 0
    assert out.rstrip().endswith(b"Goodbye.")


def test_the_documentation_names_every_command() -> None:
    text = (Path(__file__).parents[1] / "docs" / "cli.md").read_text(encoding="utf-8")
    listed = [
        line.split()[0]
        for line in invoke("--help").stdout.split("Commands:\n")[1].split("\n")
        if line
    ]
    assert re.findall(r"^\| `cornerwise ([a-z][a-z-]*)", text, re.M) == listed
